"""Turns scenes and photos into batches: geometric and colour changes, then the maps the detector learns from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

Array = np.ndarray[Any, Any]
Chance = np.random.Generator
SIZE, STRIDE = 192, 4
CELLS = SIZE // STRIDE
LEAST_SIDE_PX = 5.5  # smaller dice are neither there nor not there
LEAST_READ_PX = 8.0  # the detector points at dice down to here, and says what they show from here on


@dataclass
class Picture:
    """One picture and its dice. ``truth`` as in ``scenes.TRUTH``; ``extent``: are top-face widths and heights known;
    ``empty``: how much background counts (below 1 where dice may be unlabelled); ``traps``: x, y, side of what an
    earlier detector took for dice and is none."""

    image: Array
    truth: Array
    extent: bool = True
    empty: float = 1.0
    size_weight: float = 1.0
    traps: Array | None = None


class Pool:
    """Scenes of some shards in memory; a shard is exchanged after every ``keep`` samples."""

    def __init__(self, folder: Path, rng: Chance, shards: int = 12, keep: int = 300) -> None:
        self.folder, self.rng, self.limit, self.keep, self.taken = folder, rng, shards, keep, 0
        self.shards: list[tuple[Array, Array, Array]] = []

    def _load(self) -> tuple[Array, Array, Array]:
        paths = [p for p in sorted(self.folder.glob("scenes-*.npz")) if ".part" not in p.name]
        with np.load(paths[int(self.rng.integers(0, len(paths)))]) as data:
            return data["images"], data["truth"], data["owner"]

    def sample(self) -> Picture:
        if len(self.shards) < self.limit and (not self.shards or self.taken % 8 == 0):
            self.shards.append(self._load())
        elif self.taken % self.keep == 0:
            self.shards[int(self.rng.integers(0, len(self.shards)))] = self._load()
        self.taken += 1
        images, truth, owner = self.shards[int(self.rng.integers(0, len(self.shards)))]
        index = int(self.rng.integers(0, len(images)))
        return Picture(images[index], truth[owner == index])


def warp(rng: Chance, turn: float) -> Array:
    """A 2x2 change of shape: mirrored or not, turned by about ``turn`` radians, and, as cameras without square pixels and
    slanted views have it, widened by 0.75 to 1.33 and sheared; the area stays."""
    wide = math.exp(rng.uniform(-0.29, 0.29) if rng.random() < 0.45 else rng.normal(0, 0.05)) ** 0.5
    lean = rng.normal(0, 0.1) if rng.random() < 0.3 else 0.0
    angle = rng.normal(0, turn)
    c, s = math.cos(angle), math.sin(angle)
    mirrored = np.diag([-1.0 if rng.random() < 0.5 else 1.0, 1.0])
    return np.asarray(np.array([[wide, lean], [0, 1 / wide]]) @ np.array([[c, -s], [s, c]]) @ mirrored)


def place(rng: Chance, picture: Picture, size: int = SIZE, photo: bool = False) -> tuple[Array, Array]:
    """A ``size`` px cut of the picture, turned, mirrored and scaled a little; the truth goes with it."""
    height, width = picture.image.shape[:2]
    truth = picture.truth.copy()
    if photo:
        sides = truth[:, 2]
        if len(sides):
            goal = math.exp(rng.uniform(math.log(8), math.log(120)))
            scale = goal / float(np.median(sides))
            anchor = truth[int(rng.integers(0, len(truth))), :2] + rng.uniform(-0.42, 0.42, 2) * size / scale
            if rng.random() < 0.15:
                anchor = rng.uniform(0, 1, 2) * (width, height)
        else:
            scale = math.exp(
                rng.uniform(math.log(size / max(width, height) * 0.8), math.log(size / min(width, height) * 3.5))
            )
            anchor = rng.uniform(0, 1, 2) * (width, height)
        shrink = scale
        image = picture.image
        if scale < 0.7:  # area filter first: warpAffine alone would alias
            shrink = 1.0
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            ratio = np.array([image.shape[1] / width, image.shape[0] / height], np.float32)
            truth[:, :2] = truth[:, :2] * ratio
            anchor = anchor * ratio
            truth[:, 2:5] *= scale
            scale = 1.0
        scale = shrink
    else:
        image = picture.image
        scale = math.exp(rng.uniform(math.log(0.6), math.log(1.3)))
        slack = max(0.0, width - size / scale)
        anchor = np.array([width / 2, height / 2]) + rng.uniform(-0.5, 0.5, 2) * slack
        if len(truth) and rng.random() < 0.6:
            anchor = truth[int(rng.integers(0, len(truth))), :2] + rng.uniform(-0.4, 0.4, 2) * size / scale
    matrix = np.zeros((2, 3))
    matrix[:, :2] = warp(rng, math.radians(6)) * scale
    matrix[:, 2] = size / 2 - matrix[:, :2] @ anchor
    border = cv2.BORDER_REFLECT_101 if rng.random() < 0.3 else cv2.BORDER_CONSTANT
    fill = tuple(float(v) for v in rng.uniform(0, 255, 3)) if rng.random() < 0.3 else (127.0, 127.0, 127.0)
    cut = cv2.warpAffine(
        image,
        matrix,
        (size, size),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT if len(truth) else border,
        borderValue=fill,
    )
    if len(truth):
        truth[:, :2] = truth[:, :2] @ matrix[:, :2].T + matrix[:, 2]
        beside = truth[:, 7] >= 0
        truth[beside, 7:9] = truth[beside, 7:9] @ matrix[:, :2].T + matrix[:, 2]
        truth[:, 2] *= math.sqrt(abs(np.linalg.det(matrix[:, :2])))
        truth[:, 3] *= float(np.hypot(*matrix[:, 0]))
        truth[:, 4] *= float(np.hypot(*matrix[:, 1]))
    return cut, truth


def recolour(rng: Chance, cut: Array, strong: bool = False) -> Array:
    """Colour, contrast and (for photos) blur, noise and JPEG changes; uint8 in and out."""
    if rng.random() < 0.09:
        cut = 255 - cut
    kind = rng.random()
    if kind < 0.12:
        cut = cv2.cvtColor(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    elif kind < 0.35:
        hsv = cv2.cvtColor(cut, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(np.int32) + int(rng.integers(0, 180))) % 180
        cut = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    elif kind < 0.45:
        cut = np.ascontiguousarray(cut[..., rng.permutation(3)])
    elif kind < 0.55:  # one channel for all: pips in the colour's neighbour show in some channel only
        cut = np.repeat(cut[..., int(rng.integers(0, 3)), None], 3, axis=2)
    if rng.random() < 0.5:
        cut = cv2.convertScaleAbs(cut, alpha=rng.uniform(0.6, 1.3), beta=rng.uniform(-10, 30))
    if rng.random() < 0.12:  # sharpened, as cheap cameras do
        soft = cv2.GaussianBlur(cut, (0, 0), rng.uniform(0.7, 1.6))
        amount = rng.uniform(0.5, 2.0)
        cut = cv2.addWeighted(cut, 1 + amount, soft, -amount, 0)
    if rng.random() < 0.12:
        cut = thin_colour(rng, cut)
    if strong:
        if rng.random() < 0.3:
            table = (255 * (np.arange(256) / 255.0) ** rng.uniform(0.6, 1.7)).astype(np.uint8)
            cut = cv2.LUT(cut, table)
        if rng.random() < 0.25:
            cut = cv2.GaussianBlur(cut, (0, 0), rng.uniform(0.4, 1.3))
        if rng.random() < 0.3:
            cut = np.clip(cut + rng.normal(0, rng.uniform(1, 10), cut.shape), 0, 255).astype(np.uint8)
        if rng.random() < 0.3:
            code = cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))])[1]
            cut = cv2.imdecode(code, cv2.IMREAD_COLOR)
    return cut


def thin_colour(rng: Chance, cut: Array, quality: tuple[int, int] = (25, 85)) -> Array:
    """Through a JPEG that keeps a quarter of the colour's samples."""
    how = [
        cv2.IMWRITE_JPEG_QUALITY,
        int(rng.integers(*quality)),
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    ]
    return cv2.imdecode(cv2.imencode(".jpg", cut, how)[1], cv2.IMREAD_COLOR)


def detector_maps(truth: Array, picture: Picture, cells: int = CELLS) -> tuple[Array, Array, Array]:
    """Heat (target, weight), class per cell (-1: none), and size targets (weight, log side,
    weight, log width, log height over the side), last one over the root of the number of cells of the die."""
    heat = np.zeros((2, cells, cells), np.float32)
    heat[1] = picture.empty
    faces = np.full((cells, cells), -1, np.int64)
    sizes = np.zeros((6, cells, cells), np.float32)
    for row in truth:
        x, y, side, width, height, face, seen = row[:7]
        cx, cy = x / STRIDE - 0.5, y / STRIDE - 0.5
        sigma = max(0.7, 0.11 * side / STRIDE)
        reach = max(3 * sigma, 0.5 * side / STRIDE if seen < 0.7 else 0)
        x0, x1 = max(0, int(cx - reach)), min(cells, int(cx + reach) + 2)
        y0, y1 = max(0, int(cy - reach)), min(cells, int(cy + reach) + 2)
        if x0 >= x1 or y0 >= y1:
            continue
        gy, gx = np.mgrid[y0:y1, x0:x1]
        bump = np.exp(-((gx - cx) ** 2 + (gy - cy) ** 2) / (2 * sigma * sigma)).astype(np.float32)
        inside = min(1.0, max(0.0, (min(x + width / 2, cells * STRIDE) - max(x - width / 2, 0)) / max(width, 1)))
        inside *= min(1.0, max(0.0, (min(y + height / 2, cells * STRIDE) - max(y - height / 2, 0)) / max(height, 1)))
        area = (slice(y0, y1), slice(x0, x1))
        if seen < 0.7 or inside < 0.88 or side < LEAST_SIDE_PX:
            if seen * inside > 0.25 or seen < 0:
                heat[1][area] = np.where(bump > 0.05, 0.0, heat[1][area])
            continue
        better = bump > heat[0][area]
        peak = 0 <= round(float(cx)) < cells and 0 <= round(float(cy)) < cells
        if peak:
            bump[min(max(round(float(cy)) - y0, 0), y1 - y0 - 1), min(max(round(float(cx)) - x0, 0), x1 - x0 - 1)] = 1.0
        heat[0][area] = np.maximum(heat[0][area], bump)
        heat[1][area] = np.where(bump > 0.3, 1.0, heat[1][area])
        near = better & (bump > 0.45)
        faces[area] = np.where(near, int(face) if side >= LEAST_READ_PX else -1, faces[area])
        known = 1.0 if picture.extent else 0.0
        for k, value in enumerate(
            (
                picture.size_weight,
                math.log(side / 32.0),
                known,
                math.log(max(width, 1) / side),
                math.log(max(height, 1) / side),
                1 / math.sqrt(max(1, int(near.sum()))),
            )
        ):
            sizes[k][area] = np.where(near, value, sizes[k][area])
    return heat, faces, sizes


class DetectorBatches(torch.utils.data.IterableDataset[Any]):
    """Endless batches. ``photos``: lists of pictures with their share of the batch; the rest is drawn scenes."""

    def __init__(
        self, folder: Path, seed: int, batch: int, photos: list[tuple[list[Picture], float]] | None = None
    ) -> None:
        self.folder, self.seed, self.batch, self.photos = folder, seed, batch, photos or []

    def __iter__(self) -> Iterator[Any]:
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng((self.seed, worker.id if worker else 0))
        cv2.setNumThreads(1)
        pool = Pool(self.folder, rng)
        shares = np.array([share for _, share in self.photos])
        while True:
            items = []
            for _ in range(self.batch):
                kind = int(np.searchsorted(np.cumsum(shares), rng.random(), side="right")) if len(shares) else 0
                photo = kind < len(self.photos)
                picture = (
                    self.photos[kind][0][int(rng.integers(0, len(self.photos[kind][0])))] if photo else pool.sample()
                )
                cut, truth = place(rng, picture, photo=photo)
                items.append((recolour(rng, cut, strong=photo).transpose(2, 0, 1), *detector_maps(truth, picture)))
            yield tuple(torch.from_numpy(np.stack(part)) for part in zip(*items, strict=True))
