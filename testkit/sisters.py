"""Cards that differ from a taught one in a single thing, as a deck's other cards do: another index, another colour."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture

RANK = (0.0, 0.0, 0.145, 0.17)
"""Where a playing card has its rank, without the suit below it: left, top, right, bottom, of its width and height."""
SUIT = (0.0, 0.14, 0.165, 0.26)
_PIPS = (0.003, 0.033)  # share of a card that a pip has, or a few that touch


def other_rank(card: Picture, donor: Picture, both: bool = True) -> Picture:
    """The card (BGR, upright) with the ranks in two of its corners (not ``both``: in the upper one) replaced by those of
    ``donor``, in its own paper's tone."""
    return _replaced(card, donor, RANK, both)


def other_suit(card: Picture, donor: Picture) -> Picture:
    """The same with the suit below the rank."""
    return _replaced(card, donor, SUIT, both=True)


def _replaced(card: Picture, donor: Picture, box: tuple[float, float, float, float], both: bool) -> Picture:
    height, width = card.shape[:2]
    donor = cv2.resize(donor, (width, height), interpolation=cv2.INTER_AREA)
    sister = card.copy()
    left, top, right, bottom = (round(part * side) for part, side in zip(box, (width, height) * 2, strict=True))
    upper = slice(top, bottom), slice(left, right)
    lower = slice(height - bottom, height - top), slice(width - right, width - left)
    for rows, columns in (upper, lower)[: 1 + both]:
        here, there = card[rows, columns].astype(np.float32), donor[rows, columns].astype(np.float32)
        tone = np.percentile(here, 85, axis=(0, 1)) / np.maximum(np.percentile(there, 85, axis=(0, 1)), 1)
        soft: Floats = np.zeros((height, width), np.float32)
        soft[rows, columns] = 1
        soft = cv2.GaussianBlur(soft, (0, 0), 0.01 * width)[rows, columns, None]
        sister[rows, columns] = np.clip(here * (1 - soft) + there * tone * soft, 0, 255).astype(np.uint8)
    return sister


def without_pip(card: Picture) -> Picture | None:
    """The card (BGR) with the pip nearest to its middle painted over; None where there is none."""
    grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY).astype(np.float32)
    height, width = grey.shape
    around = cv2.GaussianBlur(cv2.dilate(grey, np.ones((41, 41), np.uint8)), (0, 0), 10)
    _, labels, stats, middles = cv2.connectedComponentsWithStats((grey < 0.7 * around).astype(np.uint8))
    off = np.hypot(middles[:, 0] - width / 2, middles[:, 1] - height / 2)
    areas = stats[:, cv2.CC_STAT_AREA] / grey.size
    pips = [k for k in range(1, len(stats)) if _PIPS[0] < areas[k] < _PIPS[1] and off[k] < 0.45 * height]
    if not pips:
        return None
    gone = cv2.dilate((labels == min(pips, key=lambda k: off[k])).astype(np.uint8), np.ones((7, 7), np.uint8))
    return cv2.inpaint(card, gone, 5, cv2.INPAINT_TELEA)


def coloured(card: Picture) -> Floats:
    """How far each place of a card (BGR) is coloured ink rather than paper, grey or black: 0 to 1."""
    lab = cv2.cvtColor(card.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    bright = lab[..., 0] >= np.percentile(lab[..., 0], 60)
    tint = np.median(lab[bright][:, 1:], axis=0)
    chroma = np.linalg.norm(lab[..., 1:] - tint, axis=2)
    return np.clip((chroma - 15) / 15, 0, 1).astype(np.float32)


def other_hue(card: Picture, degrees: float) -> Picture:
    """The card (BGR) with its coloured inks turned around the colour circle, as bright as before; paper, grey and black
    stay."""
    hsv = cv2.cvtColor(card.astype(np.float32) / 255, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0] + degrees) % 360
    turned = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR) * 255
    light = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY).astype(np.float32)
    new = cv2.cvtColor(np.clip(turned, 0, 255).astype(np.uint8), cv2.COLOR_BGR2GRAY).astype(np.float32)
    brought = np.clip(turned * (light / np.maximum(new, 1))[..., None], 0, 255)
    ink = coloured(card)[..., None]
    return np.round(card * (1 - ink) + brought * ink).astype(np.uint8)
