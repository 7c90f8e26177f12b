"""A drawn deck whose cards differ in one property each: one to three figures, of three shapes, colours and shadings."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from testkit.decks import HEIGHT, WIDTH, DrawnCard
from vision.arrays import AnyArray, Picture

COLOURS = {"red": (40, 40, 215), "green": (70, 140, 20), "purple": (130, 30, 95)}
SHADINGS = ("hollow", "striped", "solid")
SHAPES = ("diamond", "oval", "wave")
_WIDE, _TALL, _APART = 250, 120, 165
_STROKE, _STRIPE, _EVERY = 7, 2, 9  # pixels of 588 in height: printed ones have 0.3 mm on 1.4


def figures() -> list[DrawnCard]:
    """The 81 cards, named ``2 red striped oval``; neighbours in the list differ in their shape."""
    cards = []
    for number, colour, shading, shape in product((1, 2, 3), COLOURS, SHADINGS, SHAPES):
        cards.append(DrawnCard(f"{number} {colour} {shading} {shape}", _drawn(number, COLOURS[colour], shading, shape)))
    return cards


def _drawn(number: int, ink: tuple[int, int, int], shading: str, shape: str) -> Picture:
    image: Picture = np.full((HEIGHT, WIDTH, 3), 248, np.uint8)
    for k in range(number):
        middle = np.array([WIDTH / 2, HEIGHT / 2 + (k - (number - 1) / 2) * _APART])
        border = np.round(middle + _border(shape)).astype(np.int32)
        fill: Picture = np.zeros((HEIGHT, WIDTH), np.uint8)
        cv2.fillPoly(fill, [border], 255)
        if shading == "solid":
            image[fill > 0] = ink
        elif shading == "striped":
            stripes: Picture = np.zeros((HEIGHT, WIDTH), np.uint8)
            for x in range(0, WIDTH, _EVERY):
                stripes[:, x : x + _STRIPE] = 255
            image[cv2.bitwise_and(fill, stripes) > 0] = ink
        cv2.polylines(image, [border], True, ink, _STROKE, cv2.LINE_AA)
    return image


def _border(shape: str) -> AnyArray:
    turn = np.linspace(0, 2 * np.pi, 80, endpoint=False)
    if shape == "diamond":
        return np.array([[-_WIDE, 0], [0, -_TALL], [_WIDE, 0], [0, _TALL]]) / 2
    x, y = np.cos(turn), np.sin(turn)
    if shape == "oval":
        x, y = np.sign(x) * np.abs(x) ** 0.5, np.sign(y) * np.abs(y) ** 0.7
    else:
        y = 0.72 * y + 0.3 * np.sin(np.pi * x)
    return np.stack([x * _WIDE / 2, y * _TALL / 2], axis=1)
