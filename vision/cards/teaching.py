"""From the owner's photograph to the crop that is kept: which outline is the card, and is the picture good enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.corners import rim_support
from vision.cards.error import CardError
from vision.cards.face import Scene, face_size, lab_planes, to_picture
from vision.cards.frames import around, corner_cuts, perhaps_frame, round_corners_of
from vision.cards.outlines import Outline, Searched, bent, find_outlines, upright

_PHOTO_RATIOS = (4 / 3, 3 / 2, 16 / 9)
"""What cameras take. A picture of such a shape is never a scan of one card, however small: webcams take 640 x 480."""
_SAME_RATIO = 0.012  # how far a picture's sides may be from such a ratio: a row or two may have been cut off
_CARD_RATIOS = (1.2, 1.8)  # the sides of cards: 1.3 for square-ish ones, 1.75 for tarot
_LEAST_SHARE = 0.035  # of the picture: less is a numeral on the card, not the card; 170 x 260 in 1280 x 960 have .036
_FILL = 0.9  # of its quadrilateral: round corners take a hundredth
_LONGEST, _USUAL = 2.0, (1.15, 1.75)  # longer by shorter side, tilted a little: cards have 1.3 to 1.75
_BENT = 0.25  # cosine of the worst angle: lessons are taken from above
_LEAST_PX = 110  # of the longer side: less, and an index is 5 pixels tall
_BLURRED = 0.15  # edge steepness: sharp lessons .3 to .5, those a person calls blurred .1
_BORDERED = 1.5  # a card's area by that of the frame printed on it: 1.15 to 1.3
_BORDER, _BORDER_UNEVEN = (
    (0.02, 0.16),
    0.06,
)  # from a corner of the frame to that of the card, by the frame's shorter side
_WHITE_BORDER = 185.0  # brightness (0 to 255) of a white border, a little in the shade
_WEAK_RIM = 0.6  # of the rim of a white card on white that follows weak edges
_UNLIKE_SHAPE = 0.12  # by how much a card's shape may differ from its deck's: a tilt of 25 degrees
_LEAST_DECK, _DECK_SPREAD = 5, 0.08  # cards of a deck whose shapes agree so well that another shape is a wrong cut
_SMALL, _SMALL_RIM = (
    0.1,
    0.6,
)  # of the picture; of the rim that follows strong edges: real small cards .75, wrong cuts .43, .56
_SCAN_RIM = 0.75  # less in a picture shaped like a card: symbols in a row on the card, not the card
_SCAN_SHARE = 0.15  # in a picture shaped like a card: one of three figures on it has .10
_FRAME_SLANT = 2.5  # degrees: scans of drawn cards 0.0 to 0.6
_FRAME_UNEVEN = 0.06  # left against right, top against bottom, of the picture: scans of drawn cards 0.00 to 0.03
_FRAME_MARGIN = (
    0.13  # of the picture: frames of drawn cards 0.02 to 0.06, boxes of art 0.08 to 0.13; a card on a table more
)
_TABLE_GRAIN = 3.0  # of 255: beside frames on scans 0 to 1; beside cards 7 to 31 on real tables, 2 to 20 on drawn ones


@dataclass(frozen=True, slots=True)
class Lesson:
    """A card cut out of a photograph: its crop (longer side 256) and where it lay, clockwise from its own top left."""

    crop: Picture
    corners: Floats


def take_lesson(picture: Picture, corners: Floats | None = None, scene: Scene | None = None) -> Lesson:
    """Cut the card out of a picture of one card (BGR), upright as photographed; ``corners`` if the owner dragged them;
    ``scene``: of the picture, where several cards are cut out of it.

    Raises CardError: ``no_card`` (no outline of a card), ``frame`` (it may be printed on the card), ``cut_off`` (the card leaves
    the picture), ``too_small``, ``blurred``, ``overexposed``.
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
    crop = (scene or Scene(picture)).cut(to_picture(corners, across, along), across, along)
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

    Raises CardError ``no_card``; ``frame`` where the outline may be printed on the card and its rim does not show.
    """
    height, width = picture.shape[:2]
    ratio = max(width, height) / min(width, height)
    camera_shaped = any(abs(ratio / known - 1) < _SAME_RATIO for known in _PHOTO_RATIOS)
    perhaps_scan = _CARD_RATIOS[0] <= ratio <= _CARD_RATIOS[1] and not camera_shaped
    searched = Searched(picture)
    outlines = find_outlines(searched)
    found = _best_outline(searched, outlines, *((_SCAN_RIM, _SCAN_SHARE) if perhaps_scan else (0.0, _LEAST_SHARE)))
    best = None if found is None else _with_white_border(searched, found, outlines)
    if best is None and not perhaps_scan:
        raise CardError(
            "no_card", "No card outline found; put the card on a plain table of another colour, or drag the corners."
        )
    if best is None or (perhaps_scan and _printed_frame(picture, best)):
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    return upright((_out_of_frame(Scene(picture), best, outlines) if best is found else best).corners)


def _out_of_frame(scene: Scene, best: Outline, outlines: list[Outline]) -> Outline:
    """The outline, or the card evenly round it where it may be a frame: cards have round corners. Raises CardError ``frame``
    where none is found."""
    if not perhaps_frame(around(scene, best.corners)):
        return best
    for outline in outlines:
        if _evenly_round(outline, best) and round_corners_of(corner_cuts(around(scene, outline.corners))):
            return outline
    raise CardError("frame", "This may be the frame inside the card, whose border has the colour of the table; lay the card on a"
                    " table of another colour, or drag the corners.")  # fmt: skip


def _best_outline(searched: Searched, outlines: list[Outline], least_rim: float, least_share: float) -> Outline | None:
    """The outline most like the one card of a picture; ``least_rim``: the share of its rim that must follow edges;
    ``least_share``: of the picture that it must cover."""
    height, width = searched.picture.shape[:2]
    middle = np.array([width, height]) / 2
    best, most = None, 0.0
    near = searched.away_from_edges[0]
    for outline in outlines:
        sides = np.linalg.norm(outline.corners - np.roll(outline.corners, -1, axis=0), axis=1)
        pairs = (sides[0] + sides[2], sides[1] + sides[3])
        ratio = max(pairs) / min(pairs)
        share = outline.area / (width * height)
        if share < least_share or outline.fill < _FILL or ratio > _LONGEST or bent(outline.corners) > _BENT:
            continue
        if (
            outline.corners.min() < 2
            or outline.corners[:, 0].max() > width - 3
            or outline.corners[:, 1].max() > height - 3
        ):
            continue
        away = float(np.linalg.norm((outline.corners.mean(axis=0) - middle) / middle))
        worth = (
            share**0.5
            * (1 - 0.4 * away)
            * (1.0 if _USUAL[0] <= ratio <= _USUAL[1] else 0.6)
            * (1 - bent(outline.corners))
        )
        rim = rim_support(outline.corners * np.float32(searched.scale), near, None)
        if rim < (max(least_rim, _SMALL_RIM) if share < _SMALL else least_rim):
            continue
        worth *= 0.25 + 0.75 * rim
        if worth > most:
            best, most = outline, worth
    return best


def _with_white_border(searched: Searched, frame: Outline, outlines: list[Outline]) -> Outline:
    """The card round a frame: on a white table its white border shows by weak edges only; what is no frame stays."""
    least, weak = frame, _WEAK_RIM
    for outline in outlines:
        if (
            not _evenly_round(outline, frame)
            or _light_between(searched, frame.corners, outline.corners) < _WHITE_BORDER
        ):
            continue
        rim = rim_support(outline.corners * np.float32(searched.scale), searched.away_from_edges[1], None)
        if rim > weak:
            least, weak = outline, rim
    return least


def _evenly_round(outline: Outline, frame: Outline) -> bool:
    """Whether an outline goes round another as the rim of a card round the frame printed on it."""
    if not 1 < outline.area / frame.area < _BORDERED or outline.fill < _FILL or bent(outline.corners) > _BENT:
        return False
    short = float(np.linalg.norm(frame.corners - np.roll(frame.corners, -1, axis=0), axis=1).min())
    turned = [np.roll(outline.corners, turn, axis=0) for turn in range(4)]
    apart = min((np.linalg.norm(corners - frame.corners, axis=1) / short for corners in turned), key=np.max)
    return bool(apart.min() >= _BORDER[0] and apart.max() <= _BORDER[1] and np.ptp(apart) <= _BORDER_UNEVEN)


def _light_between(searched: Searched, inner: Floats, outer: Floats) -> float:
    """How bright it is (0 to 255) between two outlines: the darkest but a fifth of it."""
    ring: Picture = np.zeros(searched.shape, np.uint8)
    for corners, value in ((outer, 1), (inner, 0)):
        cv2.fillConvexPoly(ring, np.round(corners * searched.scale).astype(np.int32), value)
    ring = cv2.erode(ring, np.ones((5, 5), np.uint8))
    between = cv2.extractChannel(searched.lab, 0)[ring > 0]
    return float(np.percentile(between, 20)) if between.size else 0.0


def _printed_frame(picture: Picture, outline: Outline) -> bool:
    """Whether an outline in a picture shaped like a card is the frame, or the box of the art, printed on a scanned card.

    A frame lies straight, leaves an even narrow margin, and beside it is the plain stock of the card; what lies beside a
    card that was photographed is the table, which has a grain and is seen in uneven breadth.
    """
    height, width = picture.shape[:2]
    corners = upright(outline.corners)
    sides = np.roll(corners, -1, axis=0) - corners
    slants = np.degrees(np.arctan2(np.abs(sides).min(axis=1), np.abs(sides).max(axis=1)))
    left, right = float(corners[[0, 3], 0].mean()) / width, 1 - float(corners[[1, 2], 0].mean()) / width
    top, bottom = float(corners[[0, 1], 1].mean()) / height, 1 - float(corners[[2, 3], 1].mean()) / height
    if float(slants.max()) > _FRAME_SLANT or abs(left - right) > _FRAME_UNEVEN or max(left, right) > _FRAME_MARGIN:
        return False
    lies, stands = np.abs(sides[0]).max() > np.abs(sides[1]).max(), height > width
    crosswise = bool(lies == stands)  # the box of the art: text stands below it
    if not crosswise and (abs(top - bottom) > _FRAME_UNEVEN or max(top, bottom) > _FRAME_MARGIN):
        return False
    margin = min(left * width, right * width, top * height, bottom * height)
    return _grain(picture, corners, margin) < _TABLE_GRAIN


def _grain(picture: Picture, corners: Floats, margin: float) -> float:
    """How rough it is just outside an outline, without the noise of the camera: the median deviation of the brightness
    (0 to 255) from its median there. ``margin``: the pixels between outline and edge of the picture."""
    short = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).min())
    middle = corners.mean(axis=0)
    ring: Picture = np.zeros(picture.shape[:2], np.uint8)
    for away, value in ((min(0.05 * short + 2, 0.7 * margin), 1), (min(0.012 * short + 1, 0.3 * margin), 0)):
        grown = middle + (corners - middle) * np.float32(1 + 2 * away / short)
        cv2.fillConvexPoly(ring, np.round(grown).astype(np.int32), value)
    light = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    beside = light[ring > 0].astype(np.float32)
    return float(np.median(np.abs(beside - np.median(beside)))) if beside.size else 0.0


def unlike_deck(crop: Picture, others: Sequence[tuple[int, int]]) -> bool:
    """Whether a card was cut out in another shape than its deck's; ``others``: width and height of the deck's faces."""
    if len(others) < _LEAST_DECK:
        return False
    shapes = np.array([max(size) / min(size) for size in others])
    low, usual, high = np.percentile(shapes, [20, 50, 80])
    ratio = max(crop.shape[:2]) / min(crop.shape[:2])
    return bool(high - low < _DECK_SPREAD * usual and abs(ratio / usual - 1) > _UNLIKE_SHAPE)
