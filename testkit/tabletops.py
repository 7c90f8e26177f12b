"""Photographs of drawn cards on drawn tables: perspective, light, glare, sleeves, blur, noise and JPEG.

Every picture follows from its seed and comes with the truth: which card lies where.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from testkit.decks import HEIGHT, WIDTH, DrawnCard

CARD_MM = (63.0, 88.0)
TABLES = ("wood", "cloth", "plain", "checker", "clutter")


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in a photograph. ``corners``: 4 x 2 pixels, clockwise from the card's own top left."""

    name: str
    corners: np.ndarray


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture (BGR uint8) and the cards in it."""

    image: np.ndarray
    laid: tuple[Laid, ...]


def table(rng: np.random.Generator, kind: str, width: int, height: int) -> np.ndarray:
    """An empty table, float32 BGR."""
    base = rng.integers(35, 215, 3).astype(np.float32)
    base = base.mean() + (base - base.mean()) * 0.5
    if kind == "wood":
        grain = cv2.resize(rng.standard_normal((height, width // 40)).astype(np.float32), (width, height))
        grain = (
            cv2.GaussianBlur(grain, (0, 0), 1.2) * 16 + 10 * np.sin(np.arange(height) / rng.uniform(20, 60))[:, None]
        )
        return base * np.array([0.7, 0.9, 1.1], np.float32) + grain[..., None]
    if kind == "cloth":
        weave = rng.standard_normal((height, width)).astype(np.float32)
        return base + (cv2.blur(weave, (1, 5)) + cv2.blur(weave, (5, 1)))[..., None] * 14
    if kind == "checker":
        side = int(rng.integers(40, 120))
        rows, columns = np.arange(height) // side, np.arange(width) // side
        squares = ((rows[:, None] + columns[None]) % 2).astype(np.float32)
        return base + (squares - 0.5)[..., None] * rng.uniform(15, 60, 3).astype(np.float32)
    surface = np.broadcast_to(base, (height, width, 3)).copy()
    if kind == "clutter":
        for _ in range(40):
            x, y, reach = int(rng.integers(width)), int(rng.integers(height)), int(rng.integers(8, 60))
            colour = [int(v) for v in rng.integers(10, 245, 3)]
            if rng.random() < 0.5:
                cv2.circle(surface, (x, y), reach, colour, -1, cv2.LINE_AA)
            else:
                box = cv2.boxPoints(
                    ((x, y), (reach * 2, reach * float(rng.uniform(0.3, 2))), float(rng.uniform(0, 180)))
                )
                cv2.fillPoly(surface, [box.astype(np.int32)], colour, cv2.LINE_AA)
    return surface


def placed(
    rng: np.random.Generator, count: int, tilt: float, spread: float, turn: float, pan: float
) -> list[np.ndarray]:
    """Card outlines seen by a tilted camera, in arbitrary units: ``count`` arrays 4 x 2."""
    columns = int(np.ceil(np.sqrt(count * 1.3)))
    cells = [(k % columns, k // columns) for k in range(count)]
    width, height = CARD_MM
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    outlines = []
    for column, row in cells:
        angle = rng.uniform(-turn, turn)
        turned = half @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        outlines.append(turned + np.array([column, row]) * spread + rng.uniform(-2, 2, 2))
    return _by_camera(outlines, tilt, rng.uniform(-pan, pan))


def _by_camera(outlines: list[np.ndarray], tilt: float, pan: float) -> list[np.ndarray]:
    """Outlines on a table (mm) as a camera sees them that is tilted and turned (radians), in arbitrary units."""
    flat = np.concatenate(outlines)
    middle = (flat.min(0) + flat.max(0)) / 2
    spin = np.array([[np.cos(pan), np.sin(pan)], [-np.sin(pan), np.cos(pan)]])
    distance = max(320.0, 1.5 * float(np.ptp(flat, axis=0).max()))
    seen = []
    for outline in outlines:
        across, along = ((outline - middle) @ spin).T
        depth = distance - along * np.sin(tilt)
        seen.append(np.stack([across / depth, along * np.cos(tilt) / depth], axis=1))
    return seen


def photograph(
    cards: Sequence[DrawnCard],
    seed: int,
    *,
    width: int = 1280,
    height: int = 960,
    tilt_degrees: float = 40,
    turn_degrees: float = 180,
    pan_degrees: float = 23,
    overlap: bool = False,
    glare: float = 0.35,
    kind: str | None = None,
    fill: tuple[float, float] = (0.82, 0.97),
) -> Photograph:
    """Lay ``cards`` on a table and take their picture.

    ``tilt_degrees``, ``turn_degrees``, ``pan_degrees``: the most the camera tilts, a card turns, the camera turns.
    ``glare``: the share of pictures
    with a reflection. ``fill``: how much of the picture the cards span. With ``overlap`` later cards cover corners
    of others.
    """
    rng = np.random.default_rng(np.random.SeedSequence((99, seed)))
    kind = kind or TABLES[int(rng.integers(len(TABLES)))]
    spread = 84.0 if overlap else 112.0
    tilt = np.radians(rng.uniform(0, tilt_degrees))
    outlines = placed(rng, len(cards), tilt, spread, np.radians(turn_degrees), np.radians(pan_degrees))
    span = np.ptp(np.concatenate(outlines), axis=0)
    scale = min(width / span[0], height / span[1]) * rng.uniform(*fill)
    return _taken(cards, outlines, scale, rng, kind, (width, height), glare, sleeves=0.3)


def fanned(
    cards: Sequence[DrawnCard],
    seed: int,
    *,
    width: int = 1280,
    height: int = 960,
    tall: float = 420,
    degrees: float = 8,
    uneven: float = 0,
    tilt_degrees: float = 15,
    glare: float = 0.1,
    kind: str | None = None,
) -> Photograph:
    """Lay ``cards`` as a fan, the last on top at the right, so that of the others the side with their index shows.

    ``tall``: about how many pixels a card is high, less where the fan leaves the picture; ``degrees``: from card to card, give
    or take the share ``uneven``. The fan turns about a point .6 to 1.1 of a card's height below the middles of its cards.
    """
    rng = np.random.default_rng(np.random.SeedSequence((98, seed)))
    kind = kind or TABLES[int(rng.integers(len(TABLES)))]
    away = CARD_MM[1] * rng.uniform(0.6, 1.1)
    turns = np.radians(degrees) * np.cumsum(1 + uneven * rng.uniform(-1, 1, len(cards)))
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * CARD_MM / 2 - [0, away]
    slips = CARD_MM[1] * 0.1 * uneven * rng.uniform(-1, 1, (len(cards), 2))
    outlines = [
        half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + slip
        for turn, slip in zip(turns - turns.mean(), slips, strict=True)
    ]
    seen = _by_camera(outlines, np.radians(rng.uniform(0, tilt_degrees)), np.radians(rng.uniform(-15, 15)))
    span = np.ptp(np.concatenate(seen), axis=0)
    high = float(np.mean([np.linalg.norm(outline[3] - outline[0]) for outline in seen]))
    scale = min(tall / high, 0.97 * width / span[0], 0.97 * height / span[1])
    return _taken(cards, seen, scale, rng, kind, (width, height), glare, sleeves=0)


def ringed(
    cards: Sequence[DrawnCard],
    seed: int,
    *,
    width: int = 1280,
    height: int = 960,
    tilt_degrees: float = 40,
    glare: float = 0.35,
    kind: str | None = None,
) -> Photograph:
    """Lay ``cards`` in a ring in the middle of a table, each turned to its own player, give or take 15 degrees."""
    rng = np.random.default_rng(np.random.SeedSequence((97, seed)))
    kind = kind or TABLES[int(rng.integers(len(TABLES)))]
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * CARD_MM / 2
    away = max(100.0, 108 * len(cards) / (2 * np.pi))
    outlines = []
    for k in range(len(cards)):
        place = 2 * np.pi * k / len(cards)
        angle = place + np.radians(rng.uniform(-15, 15))
        turned = half @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        outlines.append(turned + away * np.array([-np.sin(place), np.cos(place)]) + rng.uniform(-5, 5, 2))
    seen = _by_camera(outlines, np.radians(rng.uniform(0, tilt_degrees)), rng.uniform(-np.pi, np.pi))
    span = np.ptp(np.concatenate(seen), axis=0)
    scale = min(width / span[0], height / span[1]) * rng.uniform(0.82, 0.97)
    return _taken(cards, seen, scale, rng, kind, (width, height), glare, sleeves=0.3)


def _taken(
    cards: Sequence[DrawnCard],
    outlines: list[np.ndarray],
    scale: float,
    rng: np.random.Generator,
    kind: str,
    size: tuple[int, int],
    glare: float,
    sleeves: float,
) -> Photograph:
    """The picture of cards laid one after the other where ``outlines`` (times ``scale``, in pixels) say."""
    flat = np.concatenate(outlines)
    low, span = flat.min(0), np.ptp(flat, axis=0)
    shift = (np.array(size) - span * scale) * rng.uniform(0.25, 0.75, 2) - low * scale
    image = table(rng, kind, *size)
    laid = []
    for card, outline in zip(cards, outlines, strict=True):
        corners = (outline * scale + shift).astype(np.float32)
        lay(image, card.image, corners, rng, sleeve=rng.random() < sleeves)
        laid.append(Laid(card.name, corners))
    return Photograph(_exposed(image, rng, glare), tuple(laid))


def lay(image: np.ndarray, card: np.ndarray, corners: np.ndarray, rng: np.random.Generator, sleeve: bool) -> None:
    height, width = image.shape[:2]
    size = float(np.linalg.norm(corners[0] - corners[3]))
    shrink = max(1.0, HEIGHT / (size * 1.3))
    drawn = cv2.resize(card, (round(WIDTH / shrink), round(HEIGHT / shrink)), interpolation=cv2.INTER_AREA)
    h, w = drawn.shape[:2]
    pad = max(3, round(w * 0.07))
    layer = np.zeros((h + 2 * pad, w + 2 * pad, 4), np.float32)
    if sleeve:
        layer[pad // 2 : -(pad // 2), pad // 2 : -(pad // 2)] = (225, 225, 225, 0.35)
    mask = np.zeros((h, w), np.float32)
    radius = max(2, round(w * 0.05))
    cv2.rectangle(mask, (radius, 0), (w - 1 - radius, h - 1), 1.0, -1)
    cv2.rectangle(mask, (0, radius), (w - 1, h - 1 - radius), 1.0, -1)
    for x in (radius, w - 1 - radius):
        for y in (radius, h - 1 - radius):
            cv2.circle(mask, (x, y), radius, 1.0, -1)
    inside = layer[pad : pad + h, pad : pad + w]
    face = drawn.astype(np.float32)
    if sleeve:
        face = face * 0.93 + 14
    inside[..., :3] = np.where(mask[..., None] > 0, face, inside[..., :3])
    inside[..., 3] = np.maximum(inside[..., 3], mask)
    layer[..., :3] *= layer[..., 3:]
    source = np.array([[pad, pad], [pad + w, pad], [pad + w, pad + h], [pad, pad + h]], np.float32) - 0.5
    low = np.maximum(np.floor(corners.min(axis=0) - 0.12 * size - 16), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0) + 0.12 * size + 16), (width, height)).astype(int)
    if (high - low).min() < 2:
        return
    under = image[low[1] : high[1], low[0] : high[0]]
    place = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    seen = cv2.warpPerspective(layer, place, (under.shape[1], under.shape[0]), flags=cv2.INTER_LINEAR)
    shade = cv2.GaussianBlur(seen[..., 3], (0, 0), 5)
    shade = np.roll(shade, (int(rng.integers(0, 5)), int(rng.integers(-4, 5))), (0, 1)) * float(rng.uniform(0.15, 0.5))
    under *= 1 - shade[..., None]
    under *= 1 - seen[..., 3:]
    under += seen[..., :3]


def _exposed(image: np.ndarray, rng: np.random.Generator, glare: float) -> np.ndarray:
    height, width = image.shape[:2]
    ys, xs = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].astype(np.float32)
    angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 0.4)
    light = 1 + strength * ((xs - 0.5) * np.cos(angle) + (ys - 0.5) * np.sin(angle)) * 1.4
    cast = np.array([rng.uniform(0.8, 1.08), 1.0, rng.uniform(0.92, 1.15)], np.float32) * np.float32(
        rng.uniform(0.65, 1.05)
    )
    image = image * light[..., None].astype(np.float32) * cast
    if rng.random() < glare:
        x, y, a, b = rng.uniform(0.15, 0.85), rng.uniform(0.15, 0.85), rng.uniform(0.03, 0.12), rng.uniform(0.05, 0.3)
        turn = rng.uniform(0, np.pi)
        u = (xs - x) * np.cos(turn) + (ys - y) * np.sin(turn)
        v = -(xs - x) * np.sin(turn) + (ys - y) * np.cos(turn)
        image = image + (rng.uniform(40, 150) * np.exp(-((u / a) ** 2) - (v / b) ** 2))[..., None]
    image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.3)))
    noise = rng.standard_normal(image.shape, dtype=np.float32) * np.float32(rng.uniform(1, 5))
    image = np.clip(image + noise, 0, 255).astype(np.uint8)
    ok, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(72, 96))])
    if not ok:
        raise RuntimeError("JPEG encoder refused the picture")
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))


def portrait(card: DrawnCard, seed: int) -> Photograph:
    """The picture an owner takes to teach one card: nearly from above, roughly upright, little glare."""
    return photograph([card], seed, tilt_degrees=15, turn_degrees=12, glare=0.1, fill=(0.55, 0.85))
