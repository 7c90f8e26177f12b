"""From the owner's photograph to the crop that is kept: which outline is the card, and is the picture good enough."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.corners import rim_support
from vision.cards.error import CardError
from vision.cards.face import Scene, face_size, lab_planes, to_picture
from vision.cards.outlines import Outline, Searched, bent, find_outlines, upright

_PHOTO_RATIOS = (4 / 3, 3 / 2, 16 / 9)
_LEAST_PX = 110
_BLURRED = 0.15
_SCAN_RIM = 0.75  # less in a picture shaped like a card: symbols in a row on the card, not the card


@dataclass(frozen=True, slots=True)
class Lesson:
    """A card cut out of a photograph: its crop (longer side 256) and where it lay, clockwise from its own top left."""

    crop: Picture
    corners: Floats


def take_lesson(picture: Picture, corners: Floats | None = None) -> Lesson:
    """Cut the card out of a picture of one card (BGR), upright as photographed; ``corners`` if the owner dragged them.

    Raises CardError: ``no_card`` (no outline of a card), ``cut_off`` (the card leaves the picture), ``too_small``,
    ``blurred``, ``overexposed``.
    """
    if corners is None:
        corners = card_outline(picture)
    height, width = picture.shape[:2]
    slack = 0.03 * max(width, height)
    if corners.min() < -slack or corners[:, 0].max() > width + slack or corners[:, 1].max() > height + slack:
        raise CardError("cut_off", "Part of the card is outside the picture; take it again with the whole card inside.")
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    if sides.max() < _LEAST_PX:
        raise CardError("too_small", "The card is too small in the picture; go closer, so that it fills most of it.")
    across, along = face_size(corners)
    crop = Scene(picture).cut(to_picture(corners, across, along), across, along)
    _check(crop)
    return Lesson(crop, corners)


def _check(crop: Picture) -> None:
    planes = lab_planes(crop)
    if float((crop.min(axis=2) >= 253).mean()) > 0.5 and float(planes[..., 0].std()) < 12:
        raise CardError("overexposed", "The picture is too bright to see the card; turn it away from the lamp.")
    if edge_steepness(crop) < _BLURRED:
        raise CardError("blurred", "The picture is blurred; hold still, wait for the focus and take it again.")


def edge_steepness(crop: Picture) -> float:
    """How steep the steepest edges are: the share of an edge's height climbed in one pixel, 0.5 sharp, 0.1 blurred."""
    light = cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)[8:-8, 8:-8].astype(np.float32), (0, 0), 0.8)
    around = np.ones((15, 15), np.uint8)
    height = cv2.dilate(light, around) - cv2.erode(light, around)
    slope = cv2.magnitude(cv2.Sobel(light, cv2.CV_32F, 1, 0), cv2.Sobel(light, cv2.CV_32F, 0, 1)) / 8
    clear = height > max(25.0, 0.3 * float(height.max()))
    return float(np.percentile((slope / (height + 1))[clear], 99)) if int(clear.sum()) > 200 else 1.0


def card_outline(picture: Picture) -> Floats:
    """The corners of the one card in a picture, from its own top left: its outline, or the whole picture when that
    is a scan.

    Raises CardError ``no_card``.
    """
    height, width = picture.shape[:2]
    ratio = max(width, height) / min(width, height)
    photo_shaped = any(abs(ratio / known - 1) < 0.012 for known in _PHOTO_RATIOS)
    card_shaped = 1.2 <= ratio <= 1.8
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    best = _best_outline(picture, _SCAN_RIM if card_shaped and not photo_shaped else 0.0)
    if best is None:
        if card_shaped and (not photo_shaped or max(width, height) <= 1100):
            return whole
        raise CardError(
            "no_card", "No card outline found; put the card on a plain table of another colour, or drag the corners."
        )
    strict = photo_shaped and max(width, height) > 1100
    if card_shaped and _parallel(best, width, height, strict) and (not strict or best.area > 0.6 * width * height):
        return whole
    return upright(best.corners)


def _best_outline(picture: Picture, least_rim: float) -> Outline | None:
    """The outline most like the one card of a picture; ``least_rim``: the share of its rim that must follow edges."""
    height, width = picture.shape[:2]
    middle = np.array([width, height]) / 2
    best, most = None, 0.0
    searched = Searched(picture)
    near = searched.away_from_edges[0]
    for outline in find_outlines(searched):
        sides = np.linalg.norm(outline.corners - np.roll(outline.corners, -1, axis=0), axis=1)
        pairs = (sides[0] + sides[2], sides[1] + sides[3])
        ratio = max(pairs) / min(pairs)
        share = outline.area / (width * height)
        if share < 0.03 or outline.fill < 0.9 or not 1.0 <= ratio <= 2.0 or bent(outline.corners) > 0.25:
            continue
        if (
            outline.corners.min() < 2
            or outline.corners[:, 0].max() > width - 3
            or outline.corners[:, 1].max() > height - 3
        ):
            continue
        away = float(np.linalg.norm((outline.corners.mean(axis=0) - middle) / middle))
        worth = share**0.5 * (1 - 0.4 * away) * (1.0 if 1.15 <= ratio <= 1.75 else 0.6) * (1 - bent(outline.corners))
        rim = rim_support(outline.corners * np.float32(searched.scale), near, None)
        if rim < least_rim:
            continue
        worth *= 0.25 + 0.75 * rim
        if worth > most:
            best, most = outline, worth
    return best


def _parallel(outline: Outline, width: int, height: int, strict: bool) -> bool:
    """Whether an outline lies straight and centred in the picture: the frame printed on a scanned card."""
    corners = upright(outline.corners)
    sides = np.roll(corners, -1, axis=0) - corners
    slant = np.degrees(
        np.arctan2(
            np.minimum(np.abs(sides[:, 0]), np.abs(sides[:, 1])), np.maximum(np.abs(sides[:, 0]), np.abs(sides[:, 1]))
        )
    )
    left, right = corners[[0, 3], 0].mean(), width - corners[[1, 2], 0].mean()
    return bool(slant.max() < (1.2 if strict else 2.5) and abs(left - right) < (0.025 if strict else 0.06) * width)


def cut_sheet(picture: Picture) -> list[Picture]:
    """Cut a picture of several cards lying in a grid into pictures of one card each, row by row, upright.

    Each piece (BGR) holds just the card and can be taught as it is. Raises CardError ``no_card`` when no card is found.
    """
    outlines = [
        o for o in find_outlines(Searched(picture)) if o.fill > 0.9 and bent(o.corners) < 0.35 and _side_ratio(o) <= 2.0
    ]
    outlines = [o for o in outlines if 0.004 < o.area / (picture.shape[0] * picture.shape[1]) < 0.6]
    sheet = _same_size(outlines)
    if not sheet:
        raise CardError("no_card", "No cards found; lay them apart on a plain table of another colour.")
    pieces = []
    for outline in _reading_order(sheet):
        corners = upright(outline.corners)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        across, along = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
        if across > along:  # cards of a sheet stand upright; turned a quarter by the camera's position
            corners, across, along = np.roll(corners, 1, axis=0), along, across
        width, height = max(8, round(float(across))), max(8, round(float(along)))
        pieces.append(Scene(picture).cut(to_picture(corners, width, height), width, height))
    return pieces


def _side_ratio(outline: Outline) -> float:
    sides = np.linalg.norm(outline.corners - np.roll(outline.corners, -1, axis=0), axis=1)
    pairs = (sides[0] + sides[2], sides[1] + sides[3])
    return float(max(pairs) / min(pairs))


def _same_size(outlines: list[Outline]) -> list[Outline]:
    """The largest set of outlines of about one size that lie apart from each other; outer ones before their inner
    frames."""
    best: list[Outline] = []
    for model in outlines:
        chosen: list[Outline] = []
        for outline in sorted(outlines, key=lambda o: -o.area):
            if (
                not 0.62 < outline.area / model.area < 1.6
                or abs(np.log(_side_ratio(outline) / _side_ratio(model))) > 0.25
            ):
                continue
            if all(_apart(outline, other) for other in chosen):
                chosen.append(outline)
        if sum(o.area for o in chosen) > sum(o.area for o in best):
            best = chosen
    return best


def _apart(one: Outline, other: Outline) -> bool:
    shared, _ = cv2.intersectConvexConvex(one.corners.astype(np.float32), other.corners.astype(np.float32))
    return float(shared) < 0.1 * min(one.area, other.area)


def _reading_order(outlines: list[Outline]) -> list[Outline]:
    """Row by row, also when the camera was held at a slant."""
    tops = [upright(o.corners)[1] - upright(o.corners)[0] for o in outlines]
    slant = float(np.median([np.arctan2(y, x) for x, y in tops]))
    spin = np.array([[np.cos(slant), -np.sin(slant)], [np.sin(slant), np.cos(slant)]])
    places = {id(o): o.corners.mean(axis=0) @ spin for o in outlines}
    tall = float(np.median([np.ptp((o.corners @ spin)[:, 1]) for o in outlines]))
    left = sorted(outlines, key=lambda o: float(places[id(o)][1]))
    ordered: list[Outline] = []
    while left:
        top = float(places[id(left[0])][1])
        row = [o for o in left if float(places[id(o)][1]) < top + 0.5 * tall]
        ordered += sorted(row, key=lambda o: float(places[id(o)][0]))
        left = left[len(row) :]
    return ordered
