"""Finds what the present detector takes for dice where none are: the hardest negatives for the next training."""

from __future__ import annotations

import math

import numpy as np

from training import effects, grounds
from training.clutter import clutter, dots
from training.litter import litter
from training.samples import Picture
from vision.detector import find_peaks
from vision.passes import WORKING_SIDES_PX


def drawn_boards(count: int, seed: int, size: int = 320) -> list[Picture]:
    """Boards, gratings and dots without any die."""
    pictures = []
    for index in range(count):
        rng = np.random.default_rng((seed, index))
        kind = (
            grounds.hex_board,
            grounds.hex_board,
            grounds.track_board,
            grounds.track_board,
            grounds.grating,
            grounds.board,
        )[index % 6]
        picture = (np.clip(kind(rng, size), 0, 1) * 255).astype(np.uint8)
        if rng.random() < 0.4:
            clutter(rng, picture, rng.uniform(15, 70))
        if rng.random() < 0.3:
            dots(rng, picture, rng.uniform(2, 8))
        pictures.append(Picture(picture, np.zeros((0, 9), np.float32)))
    return pictures


def drawn_cloths(count: int, seed: int, size: int = 320) -> list[Picture]:
    """Cloth, felt, wood and grids without any die, with lint, clips, rings, glasses and dominoes on some, as cameras see them."""
    pictures = []
    for index in range(count):
        rng = np.random.default_rng((seed, 77, index))
        kind = (grounds.cloth, grounds.plain, grounds.carpet, grounds.wood, grounds.stripes, grounds.grating)[
            int(rng.choice(6, p=[0.28, 0.2, 0.2, 0.14, 0.1, 0.08]))
        ]
        picture = (np.clip(kind(rng, size), 0, 1) * 255).astype(np.uint8)
        if rng.random() < 0.8:
            litter(rng, picture, rng.uniform(12, 60))
        harmed = effects.harm(rng, picture.astype(np.float32) / 255, rng.uniform(12, 60))
        pictures.append(Picture((np.clip(harmed, 0, 1) * 255).astype(np.uint8), np.zeros((0, 9), np.float32)))
    return pictures


def set_traps(pictures: list[Picture], least_heat: float = 0.12) -> int:
    """Gives every picture its traps, except where dice may be unlabelled; returns how many there are."""
    total = 0
    for picture in pictures:
        if picture.empty < 1:
            continue
        found = []
        for peak in (p for side in WORKING_SIDES_PX for p in find_peaks(picture.image, side)):
            if peak.heat < least_heat or not 8 < peak.side < 200:
                continue
            near = [
                math.hypot(peak.x - row[0], peak.y - row[1]) < 0.45 * max(float(row[2]), peak.side)
                for row in picture.truth
            ]
            if not any(near):
                found.append((peak.x, peak.y, peak.side))
        picture.traps = np.array(found, np.float32).reshape(-1, 3)
        total += len(found)
    return total
