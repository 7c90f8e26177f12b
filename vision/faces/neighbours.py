"""Where more dice may lie than were seen: places of a known die's colour with something printed on them.

Dice that touch are at times seen as one, and a plain sign on a die may not look like a die's face to the dice reader.
With the view of the table known, a die anywhere has one size: each place is judged by the rim and the inside it would
have there.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Numbers, Picture
from vision.faces.library import Body
from vision.faces.patch import Spot
from vision.faces.view import TableView

_FAR, _AROUND = 1.04, 12
"""Sides from one middle to that of a die that touches it, and how many places around it are tried."""
_STEP_SIDES = 0.35
_LEAST_APART, _DISTINCT = 0.8, 0.25
_COLOUR_APART = 30.0
_LEAST_RIM, _LEAST_PRINT = 0.6, 0.08
"""Shares: of the rim that has the die's colour, and of the inside that has not."""


def places_of_dice(
    pixels: Picture,
    view: TableView,
    tops: Sequence[tuple[float, float]],
    taken: Sequence[tuple[float, float]],
    bodies: Sequence[Body],
    most: int,
) -> list[Spot]:
    """The likeliest places for dice with the colour of one of the ``bodies`` (8-bit Lab), not on those ``taken``.

    ``tops``: the middles of dice that others may touch.
    """
    if not bodies:
        return []
    height, width = pixels.shape[:2]
    step = _STEP_SIDES * view.spot(width / 2, height / 2).side
    across, down = np.meshgrid(np.arange(step, width, step), np.arange(step, height, step))
    turns = np.arange(_AROUND) * 2 * np.pi / _AROUND
    ring = _FAR * np.stack([np.cos(turns), np.sin(turns)], 1)
    beside = [ring @ view.spot(*top).matrix().T + top for top in tops]
    at = np.concatenate([*beside, np.stack([across.ravel(), down.ravel()], 1)])
    matrices = view.matrices(at)
    half = matrices[:, 0, 0] / 2
    inside = (at > half[:, None]).all(axis=1) & (at < (width, height) - half[:, None]).all(axis=1)
    at, matrices = at[inside], matrices[inside]
    if not len(at):
        return []
    lab = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), np.uint8)
    rim, printed = (_colours(lab, at, matrices, points) for points in (_RIM, _INSIDE))
    best = np.zeros(len(at))
    for body in bodies:
        on_rim, on_print = (
            np.linalg.norm((seen - np.array(body)) * (0.5, 1.0, 1.0), axis=2) for seen in (rim, printed)
        )
        share, shown = (on_rim < _COLOUR_APART).mean(axis=1), (on_print > _COLOUR_APART).mean(axis=1)
        best = np.maximum(best, share * (share >= _LEAST_RIM) * (shown >= _LEAST_PRINT))
    kept: list[int] = []
    for place in np.argsort(-best, kind="stable").tolist():
        if best[place] <= 0 or len(kept) == most:
            break
        back = np.linalg.inv(matrices[place])
        if _free(at[place], back, np.array(taken), _LEAST_APART) and _free(at[place], back, at[kept], _DISTINCT):
            kept.append(place)
    return [view.spot(float(x), float(y)) for x, y in at[kept]]


def _free(at: Numbers, back: Numbers, others: Numbers, least: float) -> bool:
    """Whether all others are at least so many die sides away."""
    return not len(others) or bool((np.linalg.norm((others - at) @ back.T, axis=1) > least).all())


def _colours(lab: Picture, at: Numbers, matrices: Numbers, points: Numbers) -> Numbers:
    """Lightness and colour at points given in sides from the middle of each place, (places, points, 3)."""
    seen = np.einsum("pij,nj->pni", matrices, points) + at[:, None]
    cells = np.clip(np.rint(seen), 0, (lab.shape[1] - 1, lab.shape[0] - 1)).astype(np.intp)
    return np.asarray(lab[cells[..., 1], cells[..., 0]], np.float64)


def _ring(radius: float, points: int) -> Numbers:
    angles = np.arange(points) * 2 * np.pi / points
    return radius * np.stack([np.cos(angles), np.sin(angles)], 1)


_RIM = _ring(0.38, 16)
_INSIDE = np.concatenate([_ring(0.07, 4), _ring(0.16, 8), _ring(0.25, 12)])
