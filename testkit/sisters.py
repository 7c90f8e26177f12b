"""Cards that differ from a taught one in a single thing, as a deck's other cards do: another index, another colour."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture

INDEX = (0.145, 0.17)  # of a playing card's width and height: the rank in the corner without the suit below it


def other_rank(card: Picture, donor: Picture, index: tuple[float, float] = INDEX) -> Picture:
    """The card (BGR, upright) with the ranks in two of its corners replaced by those of ``donor``, in its own paper's tone."""
    height, width = card.shape[:2]
    donor = cv2.resize(donor, (width, height), interpolation=cv2.INTER_AREA)
    sister = card.copy()
    w, h = round(index[0] * width), round(index[1] * height)
    for rows, columns in (
        (slice(0, h), slice(0, w)),
        (slice(height - h, height), slice(width - w, width)),
    ):
        here, there = card[rows, columns].astype(np.float32), donor[rows, columns].astype(np.float32)
        tone = np.percentile(here, 85, axis=(0, 1)) / np.maximum(np.percentile(there, 85, axis=(0, 1)), 1)
        soft: Floats = np.zeros((height, width), np.float32)
        soft[rows, columns] = 1
        soft = cv2.GaussianBlur(soft, (0, 0), 0.01 * width)[rows, columns, None]
        sister[rows, columns] = np.clip(here * (1 - soft) + there * tone * soft, 0, 255).astype(np.uint8)
    return sister


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
