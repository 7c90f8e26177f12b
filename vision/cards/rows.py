"""Many cards in one picture, laid out in rows or scanned: where each lies, row by row.

Cards of one deck have one size, so that the largest set of outlines of about one size is the cards; what is found inside
them is their frames. Cards in clear cases are taken out of them: the table is seen through the case, beside the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.descriptor import describe, thumbnail
from vision.cards.error import CardError
from vision.cards.face import Scene, lab_planes, square_corners
from vision.cards.gallery import Gallery
from vision.cards.outlines import Outline, Searched, bent, find_outlines, upright
from vision.cards.reader import Reader
from vision.cards.shelf import pack
from vision.cards.teaching import Lesson, take_lesson

MOST_IN_ROWS = 60
_SEARCH_PX = 1600  # twice what reading takes: of forty cards each has 180 px
_MOST_OUTLINES = 300  # cards, and what is printed on them
_PERHAPS_TWICE = 0.8  # description likeness from which it is looked at closely whether two are the same card
_SHOWN_PX = 1000  # of the longer side, on a phone
_FILL = 0.9  # of its quadrilateral: round corners take a hundredth
_BENT = 0.35  # cosine of the worst angle: rows are taken from a little aside
_LONGEST = 2.0  # longer by shorter side
_LEAST_SHARE, _MOST_SHARE = 0.004, 0.6  # of the picture: a card of a sheet of two hundred, one of two
_SMALLER, _LARGER = 0.62, 1.6  # of the area of a card: those further away look smaller
_APART = 0.1  # of the smaller outline that another may cover
_STRAIGHTER = 0.04  # cosine by which another outline of the same card must be nearer to right angles
_SAME_AREA = (0.84, 1.1)
_CLEAR = 20.0  # Lab distance of what lies inside the rim and outside it: of a card mostly 30 and more
_MILK = 0.4  # what a difference in brightness counts there: the case is a little milky
_WHITE = 190.0  # brightness (0 to 255) of a table on which a white border cannot be told from a clear case
_IN_CASE = (0.3, 0.8)  # of a case's area that its card takes: 63 x 88 of 82 x 136 mm are .50
_ASIDE = 0.06  # of a case's height that its card lies off its middle: the label is above it
_ON_A_SHEET, _FULL = 3, 0.4  # cards on a sheet, and the share they cover: three figures on a card cover .3
_MOST_OF = 0.6  # of the cards that must agree about a case


def cards_in_rows(picture: Picture) -> list[Floats]:
    """Corners of each card (clockwise from its top left, upright), row by row; at most 60.

    Each can be taught by ``take_lesson`` with its corners. Raises CardError ``no_card`` when no card is found.
    """
    area = picture.shape[0] * picture.shape[1]
    outlines = [
        outline
        for outline in find_outlines(Searched(picture, _SEARCH_PX), _MOST_OUTLINES)
        if outline.fill > _FILL
        and bent(outline.corners) < _BENT
        and side_ratio(outline.corners) <= _LONGEST
        and _LEAST_SHARE < outline.area / area < _MOST_SHARE
    ]
    sheet = _same_size(outlines)
    if not sheet:
        raise CardError("no_card", "No cards found; lay them apart on a plain table of another colour.")
    sheet = [_straightest(outline, outlines) for outline in _out_of_cases(picture, sheet, outlines)]
    return [_standing(outline.corners) for outline in _reading_order(sheet)[:MOST_IN_ROWS]]


@dataclass(frozen=True, slots=True)
class RowCut:
    """One card of a picture of several. ``lesson``: what is cut out, None where ``refused`` (a code) and ``why`` (in English) say
    why not; ``twice``: the place (from 0) of an earlier card that looks the same."""

    corners: Floats
    lesson: Lesson | None
    refused: str = ""
    why: str = ""
    twice: int | None = None


def cut_rows(picture: Picture) -> list[RowCut]:
    """Every card of a picture of several cut out, row by row. Raises CardError ``no_card`` when no card is found."""
    scene, cuts = Scene(picture), list[RowCut]()
    for corners in cards_in_rows(picture):
        try:
            cuts.append(RowCut(corners, take_lesson(picture, corners, scene)))
        except CardError as refused:
            cuts.append(RowCut(corners, None, refused.code, refused.message))
    there = [k for k, cut in enumerate(cuts) if cut.lesson is not None]
    crops = [cut.lesson.crop for cut in cuts if cut.lesson is not None]
    for k, first in seen_twice(crops).items():
        cuts[there[k]] = replace(cuts[there[k]], twice=there[first])
    return cuts


def numbered(picture: Picture, places: Sequence[Floats]) -> Picture:
    """The picture, 1,000 px at most, with each place outlined and numbered from 1."""
    scale = min(1.0, _SHOWN_PX / max(picture.shape))
    shown = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture.copy()
    for number, corners in enumerate(places, 1):
        outline = np.round(corners * scale).astype(np.int32)
        cv2.polylines(shown, [outline], True, (0, 200, 255), 3, cv2.LINE_AA)
        x, y = (int(v) for v in outline.mean(axis=0))
        (wide, tall), _ = cv2.getTextSize(str(number), cv2.FONT_HERSHEY_SIMPLEX, 1.1, 3)
        cv2.rectangle(
            shown, (x - wide // 2 - 7, y - tall // 2 - 7), (x + wide // 2 + 7, y + tall // 2 + 7), (0, 0, 0), -1
        )
        cv2.putText(shown, str(number), (x - wide // 2, y + tall // 2), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (0, 200, 255), 3,
                    cv2.LINE_AA)  # fmt: skip
    return shown


def numbered_crops(cuts: Sequence[RowCut]) -> Picture:
    """All cards that were cut out side by side, numbered from 1: a contact sheet."""
    tile, columns = 180, 8
    sheet: Picture = np.full((-(-len(cuts) // columns) * tile, columns * tile, 3), 40, np.uint8)
    for k, cut in enumerate(cuts):
        x, y = k % columns * tile, k // columns * tile
        if cut.lesson is not None:
            scale = (tile - 36) / max(cut.lesson.crop.shape)
            small = cv2.resize(cut.lesson.crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            sheet[y + 30 : y + 30 + small.shape[0], x + 4 : x + 4 + small.shape[1]] = small
        cv2.putText(sheet, str(k + 1), (x + 4, y + 24), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2, cv2.LINE_AA)
    return sheet


def seen_twice(crops: Sequence[Picture]) -> dict[int, int]:
    """Crops that show the same card as an earlier one, by their places: the later one, the earlier one."""
    if not crops:
        return {}
    turns = describe([thumbnail(crop, square_corners(crop.shape[1], crop.shape[0])) for crop in crops])
    alike = np.maximum(turns[:, 0] @ turns[:, 0].T, turns[:, 2] @ turns[:, 0].T)
    found: dict[int, int] = {}
    for k in range(1, len(crops)):
        first = int(np.argmax(alike[k, :k]))
        if float(alike[k, first]) > _PERHAPS_TWICE and _same_card(crops[first], crops[k]):
            found[k] = found.get(first, first)
    return found


def _same_card(one: Picture, other: Picture) -> bool:
    gallery = Gallery()
    gallery.add("", "", pack(one))
    return bool(Reader(gallery).fitting(other))


def side_ratio(corners: Floats) -> float:
    """The longer sides of an outline by its shorter ones."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    pairs = (sides[0] + sides[2], sides[1] + sides[3])
    return float(max(pairs) / min(pairs))


def _standing(corners: Floats) -> Floats:
    """Cards in rows stand upright; the camera's position turns them."""
    corners = upright(corners)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return np.roll(corners, 1, axis=0) if sides[0] + sides[2] > sides[1] + sides[3] else corners


def _same_size(outlines: list[Outline]) -> list[Outline]:
    """The set of outlines of about one size, apart from each other, that covers most; outer ones before their frames, but
    no sheet on which cards lie."""
    outlines = sorted(outlines, key=lambda o: -o.area)
    ratios = np.log([side_ratio(o.corners) for o in outlines])
    areas = np.array([o.area for o in outlines])
    sets: list[list[Outline]] = []
    tried: list[tuple[float, float]] = []
    for area, ratio in zip(areas, ratios, strict=True):
        if any(abs(np.log(area / other)) < 0.03 and abs(ratio - shape) < 0.03 for other, shape in tried):
            continue
        tried.append((area, ratio))
        alike = (areas > _SMALLER * area) & (areas < _LARGER * area) & (np.abs(ratios - ratio) <= 0.25)
        sets.append(_apart([outline for outline, fits in zip(outlines, alike, strict=True) if fits]))
    sets.sort(key=lambda chosen: -sum(o.area for o in chosen))
    return next(
        (chosen for chosen in sets if not any(_full_of(chosen[0], other) for other in sets)), sets[0] if sets else []
    )


def _full_of(outline: Outline, others: list[Outline]) -> bool:
    """Whether others lie in an outline as cards lie on a sheet: several, and closer than figures on a card."""
    inside = [o.area for o in others if o.area < 0.4 * outline.area and covered(o.corners, outline.corners) > 0.9]
    return len(inside) >= _ON_A_SHEET and sum(inside) > _FULL * outline.area


def _apart(outlines: list[Outline]) -> list[Outline]:
    """Those of the outlines, the first before the later ones, that do not cover each other."""
    chosen: list[Outline] = []
    middles: list[Floats] = []
    for outline in outlines:
        middle = outline.corners.mean(axis=0)
        reach = float(np.linalg.norm(outline.corners - middle, axis=1).max()) * 2.6
        near = [other for other, at in zip(chosen, middles, strict=True) if np.linalg.norm(at - middle) < reach]
        if all(covered(outline.corners, other.corners) < _APART for other in near):
            chosen.append(outline)
            middles.append(middle)
    return chosen


def covered(one: Floats, other: Floats) -> float:
    """The share of the smaller of two convex outlines that both cover."""
    one, other = one.astype(np.float32), other.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(one, other)
    return float(shared) / max(1.0, min(cv2.contourArea(one), cv2.contourArea(other)))


def _straightest(outline: Outline, outlines: list[Outline]) -> Outline:
    """The outline, or another of the same card whose angles are much nearer to right ones: a shadow took a corner along."""
    same = [
        other
        for other in outlines
        if _SAME_AREA[0] < other.area / outline.area < _SAME_AREA[1]
        and bent(other.corners) < bent(outline.corners) - _STRAIGHTER
        and covered(other.corners, outline.corners) > 0.9
    ]
    return max(same, key=lambda o: o.area, default=outline)


def _out_of_cases(picture: Picture, sheet: list[Outline], outlines: list[Outline]) -> list[Outline]:
    """The cards inside, where the outlines are those of clear cases; the outlines as they are, where they are cards."""
    lab = lab_planes(picture)
    seen = [_through(lab, outline.corners) for outline in sheet]
    table = float(np.median([light for _, light in seen]))
    if table > _WHITE or np.mean([distance < _CLEAR for distance, _ in seen]) < _MOST_OF:
        return sheet
    inner = _same_size([o for o in outlines if any(_in_case(o, case) for case in sheet)])
    return inner if len(inner) >= _MOST_OF * len(sheet) else sheet


def _in_case(card: Outline, case: Outline) -> bool:
    """Whether an outline lies in another as a card lies in its case: below the label."""
    if not _IN_CASE[0] < card.area / case.area < _IN_CASE[1] or covered(card.corners, case.corners) < 0.97:
        return False
    standing = _standing(case.corners)
    down = (standing[3] - standing[0] + standing[2] - standing[1]) / 2
    away = card.corners.mean(axis=0) - case.corners.mean(axis=0)
    return abs(float(away @ down)) / float(down @ down) > _ASIDE


def _through(lab: Floats, corners: Floats) -> tuple[float, float]:
    """How different it looks just inside an outline and just outside (median Lab distance), and how bright the table is."""
    middle, short = corners.mean(axis=0), float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).min())
    low = np.maximum(np.floor(corners.min(axis=0) - 0.12 * short), 0).astype(int)
    high = np.ceil(corners.max(axis=0) + 0.12 * short).astype(int)
    part = lab[low[1] : high[1], low[0] : high[0]]
    shown = []
    for grown in ((0.94, 0.86), (1.12, 1.04)):
        ring: Picture = np.zeros(part.shape[:2], np.uint8)
        for size, value in zip(grown, (1, 0), strict=True):
            cv2.fillConvexPoly(ring, np.round(middle + (corners - middle) * size - low).astype(np.int32), value)
        shown.append(np.median(part[ring > 0], axis=0) if cv2.countNonZero(ring) else np.zeros(3))
    apart = (shown[0] - shown[1]) * (_MILK, 1, 1)
    return float(np.linalg.norm(apart)), float(shown[1][0])


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
