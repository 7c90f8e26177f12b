"""Ten kinds of icon dice and pictures of them, drawn here: no real pictures of such dice come with the project.

A scene is a table seen by a tilted camera with a few dice on it: rounded cubes in perspective, each face shaded by its
direction to the lamp, soft shadows, a textured table, uneven coloured light, blur, noise, JPEG. Everything follows from
the random generator that is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
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
    faces: dict[str, Callable[[Pixels], None]]


def _ink(face: Pixels, dark: Colour = (30, 25, 25), light: Colour = (245, 245, 245)) -> Colour:
    return dark if face[0, 0].mean() > 110 else light


def _glyph(text: str, *, weight: int = 400, size: int = 88, ink: Colour | None = None) -> Callable[[Pixels], None]:
    font = cv2.FontFace("uni")

    def draw(face: Pixels) -> None:
        colour = ink or _ink(face)
        x, y, w, h = cv2.getTextSize((0, 0), text, (0, 0), font, size, weight)
        scale = min(1.0, 0.74 * FACE_PX / max(w, h))
        x, y, w, h = cv2.getTextSize((0, 0), text, (0, 0), font, round(size * scale), weight)
        corner = ((FACE_PX - w) // 2 - x, (FACE_PX - h) // 2 - y)
        cv2.putText(face, text, corner, colour, font, round(size * scale), weight)

    return draw


def _shape(*parts: tuple[str, Sequence[Sequence[float]], Colour | None]) -> Callable[[Pixels], None]:
    """Draws polygons (``fill``), circles (``disc``: x, y, radius) and lines (``line``) in hundredths of the face."""

    def draw(face: Pixels) -> None:
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


def pips(count: int) -> Callable[[Pixels], None]:
    """The ordinary face with ``count`` pips."""
    places = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}[count]
    spots = {
        "abcdefghi"[row * 3 + column]: (26 + 24 * column, 26 + 24 * row) for row in range(3) for column in range(3)
    }

    def draw(face: Pixels) -> None:
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


def draw_face(kind: Kind, name: str, body: Colour) -> Pixels:
    """The face as printed, FACE_PX square."""
    face = np.full((FACE_PX, FACE_PX, 3), body, np.uint8)
    kind.faces[name](face)
    return face


@dataclass(frozen=True)
class Placed:
    """A die of a scene: what its top shows, and that top face's corners in pixels of the picture (four (x, y))."""

    kind: Kind
    face: str
    body: Colour
    corners: NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """How a scene is seen. ``tilt`` in degrees from straight above; ``side_px``: about how long a die's side is.

    ``touching``: the dice lie side against side, all turned alike, instead of scattered.
    """

    tilt: float
    side_px: float
    touching: bool = False
    width: int = 960
    height: int = 720


def scene(
    random: np.random.Generator, dice: Sequence[tuple[Kind, str, Colour]], view: View
) -> tuple[Pixels, list[Placed]]:
    """A picture (BGR) of these dice, scattered or touching, and where their top faces are."""
    tilt = np.radians(view.tilt)
    focal = random.uniform(1.0, 2.0) * view.width
    distance = focal / view.side_px
    # World: x right, y away from the camera's foot, z up, in die sides. Camera: x right, y down, z forward.
    turn = np.array([[1, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])

    def project(points: NDArray[np.float64]) -> NDArray[np.float64]:
        seen = points @ turn.T + (0, 0, distance)
        flat: NDArray[np.float64] = focal * seen[:, :2] / seen[:, 2:] + (view.width / 2, view.height / 2)
        return flat

    lamp = np.array([random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7), 1.0])
    lamp /= np.linalg.norm(lamp)
    picture = _table(random, view).astype(np.float32)
    spots = _places(random, len(dice), view, distance)
    cubes = [_cube(x, y, yaw) for x, y, yaw in spots]

    shade = np.ones(picture.shape[:2], np.float32)
    for corners in cubes:
        reach = corners[:, 2:] * lamp / lamp[2]
        cv2.fillConvexPoly(shade, _hull(project(corners - reach)), random.uniform(0.45, 0.7), cv2.LINE_AA)
    picture *= cv2.GaussianBlur(shade, (0, 0), view.side_px * random.uniform(0.04, 0.15))[..., None]

    placed: list[Placed] = [Placed(*die, corners=project(cube[4:])) for die, cube in zip(dice, cubes, strict=True)]
    camera = np.linalg.solve(turn, np.array([0, 0, -distance]))
    rounding = random.uniform(0.04, 0.12)
    for index in sorted(range(len(dice)), key=lambda i: -float(np.linalg.norm(cubes[i].mean(0) - camera))):
        _draw_die(random, picture, dice[index], cubes[index], project, camera, lamp, rounding, view.side_px)
    return _photograph(random, picture), placed


def _cube(x: float, y: float, yaw: float) -> NDArray[np.float64]:
    """Eight corners: the lower four, then the upper four, counter-clockwise seen from above."""
    square = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
    turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    flat = square @ turn.T + (x, y)
    return np.vstack([np.column_stack([flat, np.full(4, z)]) for z in (0.0, 1.0)])


def _places(random: np.random.Generator, count: int, view: View, distance: float) -> list[tuple[float, float, float]]:
    # A die reaches up to 0.9 sides from its middle; it must not be cut off by the edge.
    wide = max(0.1, 0.9 * (0.5 * view.width / view.side_px - 1))
    deep = max(0.1, 0.8 * (0.5 * view.height / view.side_px / max(0.6, np.cos(np.radians(view.tilt))) - 1))
    touching = count > 1 and view.touching
    yaw = random.uniform(0, 2 * np.pi)
    spots: list[tuple[float, float, float]] = []
    for _ in range(2000):
        if len(spots) == count:
            break
        if touching and spots:
            x, y, _ = spots[random.integers(len(spots))]
            side = yaw + random.integers(4) * np.pi / 2
            gap = 1 + random.uniform(0.0, 0.06)
            spot = (x + gap * np.cos(side), y + gap * np.sin(side), yaw)
            apart = 0.99
        else:
            spot = (
                random.uniform(-wide, wide),
                random.uniform(-deep, deep),
                yaw if touching else random.uniform(0, 2 * np.pi),
            )
            apart = 1.5
        inside = abs(spot[0]) <= wide and abs(spot[1]) <= deep
        if inside and all((spot[0] - x) ** 2 + (spot[1] - y) ** 2 >= apart**2 for x, y, _ in spots):
            spots.append(spot)
    if len(spots) < count:
        raise ValueError(f"{count} dice of {view.side_px:.0f} px have no room")
    return spots


def _draw_die(
    random: np.random.Generator,
    picture: NDArray[np.float32],
    die: tuple[Kind, str, Colour],
    corners: NDArray[np.float64],
    project: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    camera: NDArray[np.float64],
    lamp: NDArray[np.float64],
    rounding: float,
    side_px: float,
) -> None:
    kind, top, body = die
    centre = corners.mean(0)
    # Only the part of the picture around the die is touched.
    outline = project(corners)
    left, upper = np.maximum(0, np.floor(outline.min(0) - 4)).astype(int)
    right, lower = np.minimum(picture.shape[1::-1], np.ceil(outline.max(0) + 5)).astype(int)
    part = picture[upper:lower, left:right]
    height, width = part.shape[:2]
    origin = np.array([left, upper], np.float64)
    # The silhouette: the cube made smaller by the rounding, then grown by it in the picture.
    small = _hull(project(centre + (corners - centre) * (1 - 2 * rounding)) - origin)
    cover = np.zeros((height, width), np.float32)
    cv2.polylines(cover, [small], True, 1.0, max(1, round(2 * rounding * side_px)), cv2.LINE_AA)
    cv2.fillConvexPoly(cover, small, 1.0)
    part *= 1 - cover[..., None]
    part += cover[..., None] * np.array(body, np.float32) * (0.55 + 0.25 * lamp[2])

    others = [name for name in kind.faces if name != top]
    sides = [others[i] for i in random.permutation(len(others))]
    faces = [([4, 5, 6, 7], top)] + [
        ([4 + (i + 1) % 4, 4 + i, i, (i + 1) % 4], sides[i % len(sides)]) for i in range(4)
    ]
    for order, name in faces:
        quad = corners[order]
        outwards = quad.mean(0) - centre
        if outwards @ (camera - quad.mean(0)) <= 0.01:
            continue
        light = 0.45 + 0.6 * max(0.0, 2 * float(outwards @ lamp))
        texture = draw_face(kind, name, body)
        margin = round(rounding * FACE_PX * 0.8)
        mask = np.zeros((FACE_PX, FACE_PX), np.float32)
        cv2.rectangle(mask, (margin, margin), (FACE_PX - 1 - margin, FACE_PX - 1 - margin), 1.0, -1)
        mask = cv2.GaussianBlur(mask, (0, 0), margin * 0.5 + 0.5)
        square = np.array([[0, 0], [FACE_PX, 0], [FACE_PX, FACE_PX], [0, FACE_PX]], np.float32)
        # Warped at twice the size and averaged, so that small faces do not alias.
        double = np.diag([2.0, 2.0, 1.0]) @ cv2.getPerspectiveTransform(
            square, (project(quad) - origin).astype(np.float32)
        )
        size = (2 * width, 2 * height)
        ink = cv2.warpPerspective(texture.astype(np.float32), double, size, borderMode=cv2.BORDER_REPLICATE)
        ink = cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA)
        alpha = cv2.resize(cv2.warpPerspective(mask, double, size), (width, height), interpolation=cv2.INTER_AREA)[
            ..., None
        ]
        part *= 1 - alpha
        part += alpha * ink * light


def _hull(points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.asarray(cv2.convexHull(points.round().astype(np.int32)), np.int32)


def _table(random: np.random.Generator, view: View) -> Pixels:
    shape = (view.height, view.width)
    base = random.uniform(40, 210, 3) * 0.4 + random.uniform(40, 210) * 0.6
    kind = random.choice(["plain", "felt", "wood", "cloth"])
    strength = random.uniform(4, 14)
    if kind == "felt":
        pattern = cv2.GaussianBlur(random.normal(0, 1, shape), (0, 0), 1.2) * 2
    elif kind == "wood":
        rows = np.cumsum(random.normal(0, 1, view.height)) * 0.6
        pattern = np.sin(rows[:, None] + 0.5 * np.sin(np.arange(view.width) / random.uniform(60, 160))[None]) * 1.2
    elif kind == "cloth":
        period = random.uniform(20, 60)
        pattern = (
            np.sign(np.sin(np.arange(view.width) / period))[None]
            + np.sign(np.sin(np.arange(view.height) / period))[:, None]
        )
    else:
        pattern = cv2.GaussianBlur(random.normal(0, 1, shape), (0, 0), 30) * 12
    return np.clip(base + strength * pattern[..., None] * random.uniform(0.7, 1.3, 3), 0, 255).astype(np.uint8)


def _photograph(random: np.random.Generator, picture: NDArray[np.float32]) -> Pixels:
    height, width = picture.shape[:2]
    across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    angle = random.uniform(0, 2 * np.pi)
    light = random.uniform(0.75, 1.1) * (1 + random.uniform(0, 0.25) * (across * np.cos(angle) + down * np.sin(angle)))
    seen = picture * light[..., None] * random.uniform(0.88, 1.12, 3)
    seen = cv2.GaussianBlur(seen, (0, 0), random.uniform(0.4, 1.3))
    seen = 255 * (np.clip(seen, 0, 255) / 255) ** random.uniform(0.8, 1.2) + random.normal(
        0, random.uniform(1, 5), picture.shape
    )
    coded = cv2.imencode(
        ".jpg", np.clip(seen, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(70, 96))]
    )[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
