"""Doubtful finds are looked at again, widened, heightened and in green alone; what is held of them then is the mean.

Cameras without square pixels make a 4 look like a 6, and pips in the colour's neighbour show best in one channel. Each
look is a tile of one small picture, so that this costs a few milliseconds, and only where there is a doubt. A mean can
only calm: where the looks disagree the find stays unsure. (Believing the surest look instead read more, but half as many
dice again were wrong and sure; docs/measurements.md.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.detector import CLOSE_SIDE_PX, CROP_SIDES, Peak, cut, read_crops, read_tiles
from vision.weighing import Weighed, weigh

LEAST_CHANCE, CLEAR_CHANCE = 0.1, 0.85
"""Finds at least that likely to be dice whose value is not clearer than the second number are looked at again: less likely
ones never became dice, clearer ones never changed."""
MOST_LOOKED_AT = 2
"""Three tiles each, about 10 ms in all. With 4, 6 or 12 no more was read on any set; what matters is the likeliest doubtful find."""
TILE_PX = 96
"""As wide as other closer looks: of 64 px fewer dice were calmed and more were wrong."""
STRETCH = 1.25
"""Webcams and stretched photos lie within a quarter of square pixels; half of it is too little to be another look."""
_LARGER = 2
"""A patch holds twice the tile's pixels a side, from which the crop reader gets its own."""
_MIDDLE_PX = 19.2
_ODDS_LIMIT = 1e-4


def _wide(patch: Picture) -> Picture:
    return np.asarray(cv2.resize(patch, None, fx=STRETCH, fy=1.0, interpolation=cv2.INTER_LINEAR), np.uint8)


def _tall(patch: Picture) -> Picture:
    return np.asarray(cv2.resize(patch, None, fx=1.0, fy=STRETCH, interpolation=cv2.INTER_LINEAR), np.uint8)


def _green(patch: Picture) -> Picture:
    return np.repeat(patch[..., 1:2], 3, axis=2)


VIEWS: tuple[Callable[[Picture], Picture], ...] = (_wide, _tall, _green)


def reconsider(picture: Picture, peaks: Sequence[Peak], looks: Floats, weighed: Weighed) -> Weighed:
    """What is held of the finds after second looks at the doubtful ones; arguments as `vision.weighing.weigh` has them."""
    confidence = weighed.exists * weighed.right
    doubtful = (weighed.mixed[:, 6] < 0.5) & (weighed.exists >= LEAST_CHANCE) & (confidence < CLEAR_CHANCE)
    order = [int(i) for i in np.argsort(-confidence) if doubtful[i]][:MOST_LOOKED_AT]
    if not order:
        return weighed
    exists, right, mixed = weighed.exists.copy(), weighed.right.copy(), weighed.mixed.copy()
    seen = second_looks(picture, [peaks[i] for i in order])
    for i, views in zip(order, seen, strict=True):
        held = [(float(exists[i]), float(right[i]), mixed[i])]
        for peak, look in views:
            again = _weighed_again(peaks, looks, i, peak, look)
            if again[2][6] < 0.5:
                held.append(again)
        exists[i], right[i], mixed[i] = mean_of(held)
    return Weighed(weighed.evidence, exists, right, mixed)


def _weighed_again(
    peaks: Sequence[Peak], looks: Floats, index: int, peak: Peak, look: Floats
) -> tuple[float, float, Floats]:
    """What would be held of one find had the passes seen it like this; its place and the rest of the picture stay."""
    before = peaks[index]
    instead = replace(
        before,
        heat=peak.heat,
        network_side=peak.network_side,
        faces=peak.faces,
        support=max(before.support, before.heat),
    )
    others = looks.copy()
    others[index] = look
    again = weigh([*peaks[:index], instead, *peaks[index + 1 :]], others)
    return float(again.exists[index]), float(again.right[index]), again.mixed[index]


def mean_of(held: Sequence[tuple[float, float, Floats]]) -> tuple[float, float, Floats]:
    """Means of the log-odds; a look at which another value was likelier speaks against the common one."""
    mixed = np.mean([values for _, _, values in held], axis=0)
    value = int(mixed[:6].argmax())
    exists = _chance(np.mean([_odds(there) for there, _, _ in held]))
    signs = [_odds(sure) * (1 if int(values[:6].argmax()) == value else -1) for _, sure, values in held]
    return exists, _chance(np.mean(signs)), np.asarray(mixed, np.float32)


def _odds(chance: float) -> float:
    kept = min(max(chance, _ODDS_LIMIT), 1 - _ODDS_LIMIT)
    return float(np.log(kept / (1 - kept)))


def _chance(odds: Any) -> float:
    return float(1 / (1 + np.exp(-odds)))


def second_looks(picture: Picture, places: Sequence[Peak]) -> list[list[tuple[Peak, Floats]]]:
    """For each place what each view shows there: the strongest find of the detector, and the crop reader's chances."""
    patches = [_patch(picture, place, view) for place in places for view in VIEWS]
    size = (TILE_PX, TILE_PX)
    tiles = [np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA), np.uint8) for patch in patches]
    best: dict[int, Peak] = {}
    for index, peak in read_tiles(tiles, columns=len(VIEWS)):
        x, y = peak.x - TILE_PX / 2, peak.y - TILE_PX / 2
        if max(abs(x), abs(y)) < _MIDDLE_PX and (index not in best or peak.heat > best[index].heat):
            best[index] = peak
    crops = [cut(patches[i], _LARGER * p.x, _LARGER * p.y, _LARGER * p.side) for i, p in best.items()]
    found: list[list[tuple[Peak, Floats]]] = [[] for _ in places]
    for (index, peak), look in zip(best.items(), read_crops(crops), strict=True):
        found[index // len(VIEWS)].append((peak, look))
    return found


def _patch(picture: Picture, place: Peak, view: Callable[[Picture], Picture]) -> Picture:
    """The surroundings of a place as the view shows them, its die about ``_LARGER * CLOSE_SIDE_PX`` large."""
    across, pixels = TILE_PX / CLOSE_SIDE_PX / CROP_SIDES, _LARGER * TILE_PX
    shown = view(cut(picture, place.x, place.y, STRETCH * across * place.side, round(STRETCH * pixels)))
    top, left = (shown.shape[0] - pixels) // 2, (shown.shape[1] - pixels) // 2
    return shown[top : top + pixels, left : left + pixels]
