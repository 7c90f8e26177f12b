"""Drawn pictures of many cards in rows, as people lay them out or scan them to teach a whole deck; with where each lies."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from testkit.decks import HEIGHT, WIDTH, DrawnCard
from testkit.tabletops import Laid, Photograph, lay, table

GROUNDS = ("white", "wood", "cloth", "plain", "dark")
HOLDERS = ("none", "sleeves", "slabs")


def sheet(
    cards: Sequence[DrawnCard],
    seed: int,
    *,
    columns: int,
    width: int = 1600,
    height: int = 1200,
    ground: str = "wood",
    holder: str = "none",
    slant_degrees: float = 3,
    tilt: float = 0.04,
) -> Photograph:
    """Lay ``cards`` in rows of ``columns`` and take their picture from above.

    ``ground``: one of `GROUNDS`; ``holder``: what the cards are in; ``slant_degrees``: the most that the camera is turned;
    ``tilt``: how much narrower the far side is, as a share of the picture.
    """
    rng = np.random.default_rng(np.random.SeedSequence((97, seed)))
    rows = max(1, -(-len(cards) // columns))
    image = _ground(rng, ground, width, height)
    gap = np.array([1.45, 1.7] if holder == "slabs" else [1.22, 1.22])
    side = float(min(0.92 * width / (columns * gap[0] * WIDTH), 0.92 * height / (rows * gap[1] * HEIGHT)))
    half = np.array([[-WIDTH, -HEIGHT], [WIDTH, -HEIGHT], [WIDTH, HEIGHT], [-WIDTH, HEIGHT]]) * side / 2
    view = _view(rng, width, height, slant_degrees, tilt)
    laid = []
    for k, card in enumerate(cards):
        turn = np.radians(rng.uniform(-2.5, 2.5))
        spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        middle = (
            np.array([(k % columns - (columns - 1) / 2) * WIDTH, (k // columns - (rows - 1) / 2) * HEIGHT]) * gap * side
        )
        middle += np.array([width, height]) / 2 + rng.uniform(-0.03, 0.03, 2) * WIDTH * side
        if holder == "slabs":
            _slab(image, _seen((half * [1.3, 1.55]) @ spin + middle - [0, 0.12 * HEIGHT * side], view))
        corners = _seen(half @ spin + middle, view)
        lay(image, card.image, corners, rng, sleeve=holder == "sleeves")
        laid.append(Laid(card.name, corners))
    light = 1 + 0.12 * (np.linspace(-0.5, 0.5, width)[None, :, None] + np.linspace(0.5, -0.5, height)[:, None, None])
    noise = rng.standard_normal(image.shape, dtype=np.float32) * 2
    shot = np.clip(cv2.GaussianBlur(image * light.astype(np.float32), (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)
    return Photograph(shot, tuple(laid))


def _ground(rng: np.random.Generator, kind: str, width: int, height: int) -> np.ndarray:
    if kind == "white":
        return np.full((height, width, 3), 238, np.float32) + rng.standard_normal((height, width, 1)).astype(np.float32)
    if kind == "dark":
        return np.full((height, width, 3), 34, np.float32)
    return table(rng, kind, width, height)


def _view(rng: np.random.Generator, width: int, height: int, slant: float, tilt: float) -> np.ndarray:
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    narrowed = square + np.array([[1, 0], [-1, 0], [0, 0], [0, 0]], np.float32) * tilt * width / 2
    seen = cv2.getPerspectiveTransform(square, narrowed)
    turned = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(-slant, slant)), 0.95)
    return np.asarray(np.vstack([turned, [0, 0, 1]]) @ seen)


def _seen(corners: np.ndarray, view: np.ndarray) -> np.ndarray:
    return cv2.perspectiveTransform(corners[None].astype(np.float32), view)[0]


def _slab(image: np.ndarray, corners: np.ndarray) -> None:
    """A clear case with a paper label above the card: a bright rim, a little milk inside."""
    layer = np.zeros(image.shape[:2], np.float32)
    whole = np.round(corners).astype(np.int32)
    cv2.fillConvexPoly(layer, whole, 0.18, cv2.LINE_AA)
    cv2.polylines(
        layer, [whole], True, 0.7, max(2, round(float(np.linalg.norm(corners[1] - corners[0])) / 60)), cv2.LINE_AA
    )
    image += (230 - image) * layer[..., None]
    label = corners[0] + np.array([[0.08, 0.03], [0.92, 0.03], [0.92, 0.14], [0.08, 0.14]], np.float32) @ np.stack(
        [corners[1] - corners[0], corners[3] - corners[0]]
    )
    cv2.fillConvexPoly(image, np.round(label).astype(np.int32), (60, 60, 190), cv2.LINE_AA)
