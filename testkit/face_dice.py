"""Ten kinds of dice with pictures on them and three with pips and one emblem, their faces drawn here: no real pictures of
such dice come with the project.

`testkit.face_scene` makes pictures of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Picture

Colour = tuple[int, int, int]
FACE_PX = 128

WHITE, BLACK, RED, BLUE, GREEN, YELLOW = (
    (235, 238, 240),
    (34, 32, 32),
    (40, 40, 190),
    (170, 80, 30),
    (60, 130, 50),
    (50, 200, 235),
)
IVORY, WOOD, PURPLE, GREY, ORANGE = (200, 225, 238), (120, 165, 200), (130, 50, 110), (140, 140, 140), (40, 130, 240)
COLOUR_NAMES = {WHITE: "white", BLACK: "black", RED: "red", BLUE: "blue", GREEN: "green", YELLOW: "yellow"}


@dataclass(frozen=True)
class Kind:
    """One kind of dice: its bodies and faces. ``faces``: name -> draws it on a plain body of that colour."""

    name: str
    bodies: tuple[Colour, ...]
    faces: dict[str, Callable[[Picture], None]]


def _ink(face: Picture, dark: Colour = (30, 25, 25), light: Colour = (245, 245, 245)) -> Colour:
    return dark if face[0, 0].mean() > 110 else light


def _glyph(text: str, *, weight: int = 400, size: int = 88, ink: Colour | None = None) -> Callable[[Picture], None]:
    font = cv2.FontFace("uni")

    def draw(face: Picture) -> None:
        colour = ink or _ink(face)
        x, y, w, h = cv2.getTextSize((0, 0), text, (0, 0), font, size, weight)
        scale = min(1.0, 0.74 * FACE_PX / max(w, h))
        x, y, w, h = cv2.getTextSize((0, 0), text, (0, 0), font, round(size * scale), weight)
        corner = ((FACE_PX - w) // 2 - x, (FACE_PX - h) // 2 - y)
        cv2.putText(face, text, corner, colour, font, round(size * scale), weight)

    return draw


def _shape(*parts: tuple[str, Sequence[Sequence[float]], Colour | None]) -> Callable[[Picture], None]:
    """Draws polygons (``fill``), circles (``disc``: x, y, radius) and lines (``line``) in hundredths of the face."""

    def draw(face: Picture) -> None:
        for kind, points, given in parts:
            colour = _ink(face) if given is None else given
            scaled = np.array(points, np.float64) * FACE_PX / 100
            if kind == "disc":
                for x, y, radius in scaled:
                    cv2.circle(face, (round(x), round(y)), round(radius), colour, -1, cv2.LINE_AA)
            elif kind == "fill":
                cv2.fillPoly(face, [scaled.round().astype(np.int32)], colour, cv2.LINE_AA)
            else:
                cv2.polylines(face, [scaled.round().astype(np.int32)], False, colour, 7, cv2.LINE_AA)

    return draw


def pips(count: int) -> Callable[[Picture], None]:
    """The ordinary face with ``count`` pips."""
    places = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}[count]
    spots = {
        "abcdefghi"[row * 3 + column]: (26 + 24 * column, 26 + 24 * row) for row in range(3) for column in range(3)
    }

    def draw(face: Picture) -> None:
        for place in places:
            x, y = spots[place]
            cv2.circle(face, (round(x * FACE_PX / 100), round(y * FACE_PX / 100)), 12, _ink(face), -1, cv2.LINE_AA)

    return draw


def _star(points: int, outer: float, inner: float, turn: float = 0.0) -> list[tuple[float, float]]:
    angles = np.arange(2 * points) * np.pi / points + turn - np.pi / 2
    radii = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return [(50 + r * np.cos(a), 50 + r * np.sin(a)) for r, a in zip(radii, angles, strict=True)]


_SUN = _shape(("fill", _star(9, 42, 27), (40, 170, 250)), ("disc", [(50, 50, 21)], (60, 220, 255)))
_CLOUD = _shape(
    ("disc", [(32, 58, 17), (50, 46, 21), (69, 57, 17)], None), ("fill", [(30, 58), (70, 58), (70, 75), (30, 75)], None)
)
_BOLT = _shape(("fill", [(58, 10), (25, 56), (46, 56), (38, 90), (76, 42), (53, 42)], (40, 200, 250)))
_DROP = _shape(("fill", [(50, 12), (73, 58), (27, 58)], (220, 130, 40)), ("disc", [(50, 62, 25)], (220, 130, 40)))
_SNOW = _shape(
    *(
        ("line", [(50 - 38 * np.cos(a), 50 - 38 * np.sin(a)), (50 + 38 * np.cos(a), 50 + 38 * np.sin(a))], None)
        for a in (0.52, 1.57, 2.62)
    )
)
_SKULL = _shape(
    ("disc", [(50, 42, 31)], None),
    ("fill", [(34, 60), (66, 60), (64, 86), (36, 86)], None),
    ("disc", [(38, 44, 8), (62, 44, 8)], (60, 60, 200)),
    ("line", [(50, 70), (50, 86)], (60, 60, 200)),
)
_MUSHROOM = _shape(
    ("fill", [(40, 50), (60, 50), (64, 86), (36, 86)], (190, 215, 235)),
    ("fill", [(12, 54), (20, 30), (38, 16), (62, 16), (80, 30), (88, 54)], (50, 50, 200)),
    ("disc", [(36, 36, 7), (60, 28, 6), (68, 44, 5)], (240, 240, 240)),
)
_MEAT = _shape(
    ("line", [(58, 58), (84, 84)], (220, 230, 235)),
    ("disc", [(86, 78, 7), (78, 86, 7)], (220, 230, 235)),
    ("disc", [(40, 40, 27), (52, 50, 18)], (50, 70, 150)),
    ("disc", [(34, 33, 8)], (110, 130, 210)),
)
_POTION = _shape(
    ("fill", [(42, 10), (58, 10), (58, 38), (82, 80), (76, 88), (24, 88), (18, 80), (42, 38)], (150, 120, 60)),
    ("fill", [(34, 56), (66, 56), (76, 80), (24, 80)], (200, 60, 140)),
    ("line", [(37, 12), (63, 12)], (60, 90, 120)),
)
_FISH = _shape(
    ("fill", [(10, 50), (30, 28), (55, 28), (72, 48), (92, 28), (92, 74), (72, 54), (55, 72), (30, 72)], None),
    ("disc", [(28, 46, 5)], (60, 60, 220)),
)
_CAT = _shape(
    ("disc", [(50, 56, 29)], None),
    ("fill", [(22, 52), (22, 14), (46, 32)], None),
    ("fill", [(78, 52), (78, 14), (54, 32)], None),
    ("disc", [(39, 52, 6), (61, 52, 6)], (80, 220, 120)),
)
_BIRD = _shape(
    ("disc", [(64, 32, 15)], None),
    ("fill", [(74, 26), (94, 34), (75, 40)], None),
    ("fill", [(8, 40), (60, 40), (72, 58), (50, 78), (28, 70)], None),
    ("line", [(46, 74), (46, 92)], None),
)
_SNAKE = _shape(("line", [(16, 82), (78, 82), (82, 66), (24, 54), (20, 40), (76, 34), (78, 16), (52, 14)], None))
_RABBIT = _shape(
    ("disc", [(50, 64, 25)], None),
    ("fill", [(34, 48), (28, 8), (42, 8), (47, 46)], None),
    ("fill", [(53, 46), (58, 8), (72, 8), (66, 48)], None),
)
_TURTLE = _shape(
    ("disc", [(50, 50, 27)], (60, 130, 60)),
    ("disc", [(50, 15, 10), (22, 28, 8), (78, 28, 8), (22, 74, 8), (78, 74, 8)], None),
    ("line", [(34, 40), (66, 60)], None),
    ("line", [(34, 60), (66, 40)], None),
)
_SWORD = _shape(
    ("fill", [(50, 6), (58, 18), (57, 62), (43, 62), (42, 18)], None),
    ("line", [(26, 64), (74, 64)], None),
    ("line", [(50, 64), (50, 92)], None),
)
_SHIELD = _shape(
    ("fill", [(20, 16), (80, 16), (80, 48), (50, 90), (20, 48)], None),
    ("fill", [(46, 26), (54, 26), (54, 68), (46, 68)], (60, 60, 200)),
    ("fill", [(30, 38), (70, 38), (70, 46), (30, 46)], (60, 60, 200)),
)

KINDS: tuple[Kind, ...] = (
    Kind(
        "foods and pips",
        (WHITE, IVORY),
        {"mushroom": _MUSHROOM, "meat": _MEAT, "potion": _POTION} | {f"{n} pips": pips(n) for n in (2, 3, 4, 5, 6)},
    ),
    Kind("digits", (BLUE, IVORY), {str(n): _glyph(str(n), weight=600) for n in (1, 2, 3, 4, 5, 6)}),
    Kind("roman", (BLACK,), {numeral: _glyph(numeral) for numeral in ("I", "II", "III", "IV", "V", "VI")}),
    Kind("jump", (WHITE, BLACK, BLUE), {"+1": _glyph("+1"), "+2": _glyph("+2"), "+3": _glyph("+3"), "skull": _SKULL}),
    Kind(
        "suits",
        (WHITE,),
        {
            "spade": _glyph("♠"),
            "heart": _glyph("♥", ink=(40, 40, 200)),
            "diamond": _glyph("♦", ink=(40, 40, 200)),
            "club": _glyph("♣"),
            "star": _glyph("★", ink=(40, 150, 220)),
            "question": _glyph("?"),
        },
    ),
    Kind(
        "animals",
        (GREEN, WOOD),
        {"fish": _FISH, "cat": _CAT, "bird": _BIRD, "snake": _SNAKE, "rabbit": _RABBIT, "turtle": _TURTLE},
    ),
    Kind("letters", (RED,), {letter: _glyph(letter, weight=500) for letter in "ABCDEF"}),
    Kind("characters", (IVORY,), {sign: _glyph(sign, ink=(30, 30, 160)) for sign in "東南西北中發"}),
    Kind(
        "coloured shapes",
        (WHITE, GREY),
        {
            "red disc": _shape(("disc", [(50, 50, 30)], (40, 40, 210))),
            "blue square": _shape(("fill", [(24, 24), (76, 24), (76, 76), (24, 76)], (200, 80, 30))),
            "green triangle": _shape(("fill", [(50, 18), (84, 78), (16, 78)], (60, 150, 40))),
            "yellow star": _shape(("fill", _star(5, 40, 17), (30, 200, 240))),
            "purple cross": _shape(
                (
                    "fill",
                    [
                        (38, 16),
                        (62, 16),
                        (62, 38),
                        (84, 38),
                        (84, 62),
                        (62, 62),
                        (62, 84),
                        (38, 84),
                        (38, 62),
                        (16, 62),
                        (16, 38),
                        (38, 38),
                    ],
                    (150, 40, 120),
                )
            ),
            "blue disc": _shape(("disc", [(50, 50, 30)], (200, 80, 30))),
        },
    ),
    Kind(
        "weather and arms",
        (PURPLE, GREY),
        {"sun": _SUN, "cloud": _CLOUD, "bolt": _BOLT, "drop": _DROP, "snow": _SNOW, "sword": _SWORD, "shield": _SHIELD},
    ),
)

EMBLEMS: tuple[Kind, ...] = (
    Kind("skull for 1", (WHITE, RED), {"skull": _SKULL} | {f"{n} pips": pips(n) for n in (2, 3, 4, 5, 6)}),
    Kind("star for 6", (BLACK, IVORY), {"star": _glyph("★")} | {f"{n} pips": pips(n) for n in (1, 2, 3, 4, 5)}),
    Kind("shield for 6", (BLUE, GREEN), {"shield": _SHIELD} | {f"{n} pips": pips(n) for n in (1, 2, 3, 4, 5)}),
)
"""Pips, and on one face the emblem of whoever gave the dice away: only that face is taught."""


def draw_face(kind: Kind, name: str, body: Colour) -> Picture:
    """The face as printed, FACE_PX square."""
    face = np.full((FACE_PX, FACE_PX, 3), body, np.uint8)
    kind.faces[name](face)
    return face
