"""Draws one picture of dice with exact ground truth: camera, dice in many styles, light, shadows, lens and noise.

The truth of a scene is an array with one row a die, columns ``TRUTH``: centre of the top face (pixels), side of the
die there (pixels), width and height of the top face's upright box, class (0-5 pips 1-6, 6 another face), share of
the top face that is seen (not hidden, not outside the picture), and the centre of the best-seen side face (-1 where there is none).
"""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from training import effects, grounds, styles
from training.glyphs import glyphs
from training.raycast import COLUMN, OVER_PIPS, draw_die

Array = np.ndarray[Any, Any]
Chance = np.random.Generator
TRUTH = ("x", "y", "side", "width", "height", "face", "seen", "side_x", "side_y")
ICON = 6


class Camera:
    """A pinhole looking at the table plane z = 0; lengths in die sides."""

    def __init__(self, rng: Chance, size: int, side_px: float) -> None:
        self.size = size
        kind = rng.random()
        low, high = ((0, 12), (8, 30), (28, 48), (45, 62))[
            0 if kind < 0.3 else 1 if kind < 0.55 else 2 if kind < 0.86 else 3
        ]
        tilt = math.radians(rng.uniform(low, high))
        roll = rng.uniform(0, 2 * math.pi) if tilt < math.radians(15) else rng.normal(0, math.radians(8))
        self.focal = size * math.exp(rng.uniform(math.log(0.95), math.log(5.0)))
        distance = max(self.focal / side_px, 2.5)
        forward = np.array([0.0, math.sin(tilt), -math.cos(tilt)])
        right = np.array([1.0, 0.0, 0.0])
        down = np.cross(forward, right)
        c, s = math.cos(roll), math.sin(roll)
        self.right, self.down, self.forward = c * right + s * down, c * down - s * right, forward
        self.place = -forward * distance
        self.middle = size / 2 + rng.uniform(-0.3, 0.3, 2) * size
        self.tilt = tilt

    def project(self, points: Array) -> Array:
        q = points - self.place
        depth = np.maximum(q @ self.forward, 1e-3)
        return np.stack(
            [
                self.middle[0] + self.focal * (q @ self.right) / depth,
                self.middle[1] + self.focal * (q @ self.down) / depth,
            ],
            -1,
        )

    def depth(self, point: Array) -> float:
        return float((point - self.place) @ self.forward)

    def rays(self) -> Array:
        """3x3: pixel (u, v, 1) to a world direction."""
        turn = np.stack([self.right, self.down, self.forward], 1)
        return turn @ np.array(
            [
                [1 / self.focal, 0, -self.middle[0] / self.focal],
                [0, 1 / self.focal, -self.middle[1] / self.focal],
                [0, 0, 1],
            ]
        )

    def on_table(self, pixel: Array) -> Array | None:
        ray = self.rays() @ np.array([pixel[0], pixel[1], 1.0])
        if ray[2] > -0.08:
            return None
        return (self.place - ray * self.place[2] / ray[2])[:2]


def _places(rng: Chance, camera: Camera, sizes: list[float], count: int) -> list[tuple[Array, float, float]]:
    """Where dice stand: (x, y), turn and size each; scattered, in a heap, or touching."""
    mode = rng.random()
    lined = rng.uniform(0, math.pi / 2)
    found: list[tuple[Array, float, float]] = []
    margin = 0.04 * camera.size
    heart = camera.on_table(rng.uniform(0.3, 0.7, 2) * camera.size)
    for _ in range(count):
        size = float(rng.choice(sizes))
        for _ in range(14):
            turn = lined if mode > 0.75 and rng.random() < 0.75 else rng.uniform(0, math.pi / 2)
            if mode < 0.45 or not found:
                spot = camera.on_table(rng.uniform(margin, camera.size - margin, 2)) if mode < 0.45 else heart
                if spot is None:
                    continue
            else:
                near = found[int(rng.integers(0, len(found)))]
                if mode > 0.75 and turn == near[1]:
                    way = turn + math.pi / 2 * rng.integers(0, 4)
                    gap = (size + near[2]) / 2 * rng.uniform(1.0, 1.06)
                    slide = rng.uniform(-0.4, 0.4) if rng.random() < 0.5 else 0.0
                    spot = (
                        near[0]
                        + gap * np.array([math.cos(way), math.sin(way)])
                        + slide * np.array([-math.sin(way), math.cos(way)])
                    )
                else:
                    way = rng.uniform(0, 2 * math.pi)
                    reach = rng.uniform(1.1, 1.5) if mode > 0.75 else rng.uniform(1.2, 3.0)
                    spot = near[0] + (size + near[2]) / 2 * reach * np.array([math.cos(way), math.sin(way)])
            free = True
            for other, other_turn, other_size in found:
                away = spot - other
                need = (size + other_size) / 2
                if turn == other_turn:
                    c, s = math.cos(turn), math.sin(turn)
                    gap = max(abs(c * away[0] + s * away[1]), abs(c * away[1] - s * away[0])) / need
                    free = gap > 0.99
                else:
                    free = float(np.hypot(*away)) / need > 1.12
                if not free:
                    break
            if free:
                found.append((np.asarray(spot), turn, size))
                break
    return found


def draw_scene(
    rng: Chance,
    size: int = 320,
    photos: list[Any] | None = None,
    side_px: float | None = None,
    count: int | None = None,
    plain: bool = False,
) -> tuple[Array, Array]:
    """A BGR uint8 square picture and its truth (see the module). ``plain``: no blur, noise or other harm."""
    if side_px is None:
        few = rng.random() < 0.2  # dice of few pixels are the hardest to tell from what is printed on boards
        side_px = math.exp(rng.uniform(math.log(10), math.log(24 if few else 150)))
    camera = Camera(rng, size, side_px)
    if count is None:
        room = (size / side_px) ** 2 * 0.35
        kind = rng.random()
        count = (
            0
            if kind < 0.04
            else int(rng.integers(1, 7))
            if kind < 0.55
            else int(rng.integers(4, 14))
            if kind < 0.82
            else int(rng.integers(12, 34))
        )
        count = min(count, max(1, int(room))) if count else 0
    base = grounds.ground(rng, size, side_px, photos or [])
    if camera.tilt > 0.2 and rng.random() < 0.8:  # lay the ground onto the table
        far = camera.project(np.array([[-9.0, -9, 0], [9, -9, 0], [9, 9, 0], [-9, 9, 0]]) * size / side_px / 14)
        turn = cv2.getPerspectiveTransform(
            np.float32([[0, 0], [size, 0], [size, size], [0, size]]), far.astype(np.float32)
        )
        base = cv2.warpPerspective(base, turn, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    image = np.ascontiguousarray(base, np.float32)
    # light
    up = rng.uniform(0.35, 1.3)
    way = rng.uniform(0, 2 * math.pi)
    light = np.array([math.cos(way), math.sin(way), up * 1.4])
    light /= np.linalg.norm(light)
    sun = rng.uniform(0.25, 0.95)
    ambient = max(0.1, rng.uniform(0.85, 1.15) - sun * light[2])
    tint = np.clip(1 + rng.normal(0, 0.06, 3), 0.7, 1.3)
    window = rng.normal(0, 1, 3)
    window[2] = abs(window[2]) + 0.5
    window /= np.linalg.norm(window)
    kinds = [styles.style(rng) for _ in range(int(rng.choice([1, 1, 1, 2, 3, 5, 8])))]
    sizes = [1.0] if rng.random() < 0.7 else list(rng.uniform(0.65, 1.5, 3))
    if rng.random() < 0.15:  # dice that hardly stand out from the table
        image = image * 0.35 + np.asarray(kinds[0]["par"][2:5], np.float32) * np.float32(rng.uniform(0.5, 0.75))
    places = _places(rng, camera, sizes, count)
    image = _shadows(rng, image, camera, places, light, sun)
    order = sorted(places, key=lambda p: -camera.depth(np.array([*p[0], p[2] / 2])))
    atlas = glyphs(rng) if any(s["icons"] or s["lettered"] for s in kinds) else np.zeros((1, 40, 40), np.float32)
    ids = np.zeros((size, size), np.int32)
    rays = camera.rays()
    rows = []
    for number, (spot, turn, scale) in enumerate(order, 1):
        style = kinds[int(rng.integers(0, len(kinds)))]
        half = scale / 2
        c, s = math.cos(turn), math.sin(turn)
        local = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        if rng.random() < 0.04:  # cocked a little
            lean = rng.normal(0, 0.07, 2)
            local = np.array([[1, 0, lean[0]], [0, 1, lean[1]], [-lean[0], -lean[1], 1]]) @ local
            local = np.linalg.qr(local.T)[0].T * np.sign(np.diag(np.linalg.qr(local.T)[1]))[:, None]
        centre = np.array([*spot, half])
        if camera.depth(centre) < 1.2 * scale:
            continue
        par = style["par"].copy()
        lit = local @ light
        par[17:20], par[20], par[21], par[22] = lit, sun, ambient, rng.uniform(0, 0.12)
        par[25:28] = local @ window
        corners = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float) * half
        flat = camera.project(corners @ local + centre)
        low, high = np.floor(flat.min(0)).astype(int) - 2, np.ceil(flat.max(0)).astype(int) + 3
        bounds = np.array([max(0, low[0]), max(0, low[1]), min(size, high[0]), min(size, high[1])])
        if bounds[2] <= bounds[0] or bounds[3] <= bounds[1]:
            continue
        side = camera.focal / camera.depth(np.array([*spot, scale])) * scale
        par[COLUMN["supersample"]] = 3 if side < 26 else 2 if side < 110 else 1
        values, pips, counts, radii, colours, textures = styles.faces(rng, style)
        drawn = draw_die(
            image,
            ids,
            number,
            local @ rays,
            local @ (camera.place - centre) / half,
            bounds,
            par,
            pips,
            counts,
            radii,
            colours * tint,
            textures,
            atlas,
        )
        top = camera.project(np.array([[-1.0, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]) * half @ local + centre)
        middle = camera.project(np.array([[0.0, 0, 1]]) * half @ local + centre)[0]
        facing = (local @ (camera.place - centre))[:2] / half
        axis = int(abs(facing[1]) > abs(facing[0]))
        out = np.zeros(3)
        out[axis] = np.sign(facing[axis])
        beside = (
            camera.project(out[None] * half @ local + centre)[0] if abs(facing[axis]) > 1.3 else np.array([-1.0, -1])
        )
        face = ICON if 0 <= textures[4] < OVER_PIPS else values[4] - 1
        extent = top.max(0) - top.min(0)
        framed = np.minimum(top.max(0), size) - np.maximum(top.min(0), 0)
        inside = float(np.prod(np.clip(framed / np.maximum(extent, 1e-6), 0, 1)))
        rows.append(
            [middle[0], middle[1], side, extent[0], extent[1], face, inside, beside[0], beside[1], number, drawn]
        )
    truth = np.zeros((0, len(TRUTH)), np.float32)
    if rows:
        seen = np.bincount(np.maximum(ids.ravel(), 0), minlength=len(order) + 1)
        for row in rows:
            drawn, number = int(row.pop()), int(row.pop())
            row[6] *= min(1.0, seen[number] / max(drawn, 1))
        truth = np.array(rows, np.float32)
    if not plain:
        image = effects.harm(rng, image * tint.astype(np.float32), side_px)
    return (np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8), truth


def _shadows(
    rng: Chance, image: Array, camera: Camera, places: list[tuple[Array, float, float]], light: Array, sun: float
) -> Array:
    """Soft cast shadows and the dark line where a die touches the table."""
    size = camera.size
    cast, contact = np.full((size, size), 255, np.uint8), np.full((size, size), 255, np.uint8)
    for spot, turn, scale in places:
        c, s = math.cos(turn), math.sin(turn)
        base = (
            np.array([[i * c - j * s, i * s + j * c] for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            * scale
            / 2
            * 0.94
            + spot
        )
        lifted = base - light[:2] / light[2] * scale
        ring = np.array([[*p, 0.0] for p in (*base, *lifted)])
        if min(camera.depth(p) for p in ring) < 0.5:
            continue
        hull = cv2.convexHull(camera.project(ring).astype(np.float32)).astype(np.int32)
        cv2.fillConvexPoly(cast, hull, 0.0, cv2.LINE_AA)
        cv2.fillConvexPoly(
            contact, cv2.convexHull(camera.project(ring[:4]).astype(np.float32)).astype(np.int32), 0.0, cv2.LINE_AA
        )
    side = max(3.0, camera.focal / max(1.0, float(np.linalg.norm(camera.place))))
    cast, contact = cast.astype(np.float32) / 255, contact.astype(np.float32) / 255
    strength = np.clip(sun * rng.uniform(0.4, 1.1), 0, 0.85)
    cast = cv2.GaussianBlur(cast, (0, 0), max(0.6, side * rng.choice([0.03, 0.08, 0.16, 0.3])))
    contact = cv2.GaussianBlur(contact, (0, 0), max(0.6, side * 0.07))
    shade = (1 - strength * (1 - cast)) * (1 - rng.uniform(0.1, 0.6) * (1 - contact))
    return np.ascontiguousarray(image * shade[..., None], np.float32)
