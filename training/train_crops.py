"""Trains the crop reader: ``python -m training.train_crops SCENES OUT.pt --steps N [--start FROM.pt]``.

Prints the loss and the share of crops told right.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.loop import Plan
from training.loop import train as train_along
from training.networks import CropReader
from training.samples import Picture, Pool, recolour, thin_colour, warp
from vision.detector import CROP_PX, cut

Chance = np.random.Generator
NONE = 7


def shaped(rng: Chance, image: np.ndarray[Any, Any], x: float, y: float, side: float) -> np.ndarray[Any, Any]:
    """A crop as the reader is given it, at times turned, widened or sheared, or from few pixels."""
    crop = cut(image, x, y, side)
    if rng.random() < 0.5:
        wide = cut(image, x, y, 2 * side, 2 * CROP_PX)
        matrix = np.zeros((2, 3))
        matrix[:, :2] = warp(rng, math.pi if rng.random() < 0.4 else 0.12)
        matrix[:, 2] = CROP_PX / 2 - matrix[:, :2] @ np.array([CROP_PX, CROP_PX])
        crop = cv2.warpAffine(wide, matrix, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.15:
        few = int(rng.integers(14, 36))
        small = cv2.resize(crop, (few, few), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.6:
            small = thin_colour(rng, small, (40, 95))
        crop = cv2.resize(small, (CROP_PX, CROP_PX), interpolation=cv2.INTER_LINEAR)
    return crop


def crop_of(rng: Chance, picture: Picture) -> tuple[np.ndarray[Any, Any], int] | None:
    """One crop and its class: a top face (a little off, as detections are), or something that is none."""
    truth = picture.truth
    height, width = picture.image.shape[:2]
    kind = rng.random()
    if picture.traps is not None and len(picture.traps) and rng.random() < (0.3 if len(truth) else 0.8):
        x, y, side = (float(v) for v in picture.traps[int(rng.integers(0, len(picture.traps)))])
        spread = rng.normal(0, 0.06, 2) * side
        return shaped(rng, picture.image, x + spread[0], y + spread[1], side * math.exp(rng.normal(0, 0.13))), NONE
    if len(truth):
        row = truth[int(rng.integers(0, len(truth)))]
        x, y, side, face, seen = float(row[0]), float(row[1]), float(row[2]), int(row[5]), float(row[6])
        if kind < 0.62:
            if (
                seen < 0.7
                or side < 9
                or not (0.25 * side < x < width - 0.25 * side and 0.25 * side < y < height - 0.25 * side)
            ):
                return None
            spread = rng.normal(0, 0.06, 2) * side
            scale = math.exp(float(np.clip(rng.normal(0, 0.13), -0.35, 0.35)))
            return shaped(rng, picture.image, x + spread[0], y + spread[1], side * scale), face
        if picture.empty < 1 and kind > 0.86:
            return None
        if kind < 0.76 and row[7] >= 0:
            x, y = float(row[7]), float(row[8])
            side *= math.exp(rng.normal(0, 0.2))
        elif kind < 0.82:
            way, reach = rng.uniform(0, 2 * math.pi), side * rng.uniform(0.42, 1.1)
            x, y = x + reach * math.cos(way), y + reach * math.sin(way)
            side *= math.exp(rng.normal(0, 0.25))
        elif kind < 0.86:  # a pip or a corner of the face taken for a whole die
            x, y = x + rng.uniform(-0.3, 0.3) * side, y + rng.uniform(-0.3, 0.3) * side
            side *= rng.uniform(0.18, 0.4)
        else:
            x, y = rng.uniform(0, width), rng.uniform(0, height)
            side = math.exp(rng.uniform(math.log(11), math.log(150)))
        # Nothing labelled may lie in the middle of a crop that is called empty.
        for other in truth:
            if math.hypot(x - other[0], y - other[1]) < 0.4 * float(other[2]) and 0.45 < side / float(other[2]) < 2.2:
                return None
    else:
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        side = math.exp(rng.uniform(math.log(11), math.log(min(150, min(height, width)))))
    return shaped(rng, picture.image, x, y, side), NONE


class CropBatches(torch.utils.data.IterableDataset[Any]):
    def __init__(
        self, folder: Path, seed: int, batch: int, photos: list[tuple[list[Picture], float]] | None = None
    ) -> None:
        self.folder, self.seed, self.batch, self.photos = folder, seed, batch, photos or []

    def __iter__(self) -> Iterator[Any]:
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng((self.seed, worker.id if worker else 0))
        cv2.setNumThreads(1)
        pool = Pool(self.folder, rng, keep=400)
        shares = np.cumsum([share for _, share in self.photos])
        while True:
            crops, labels = [], []
            while len(crops) < self.batch:
                kind = int(np.searchsorted(shares, rng.random(), side="right")) if len(shares) else 0
                photo = kind < len(self.photos)
                picture = (
                    self.photos[kind][0][int(rng.integers(0, len(self.photos[kind][0])))] if photo else pool.sample()
                )
                for _ in range(1 if photo else 3):
                    found = crop_of(rng, picture)
                    if found is None or len(crops) >= self.batch:
                        continue
                    crop = recolour(rng, found[0], strong=photo)
                    if rng.random() < 0.5:
                        crop = crop[:, ::-1]
                    crops.append(crop.transpose(2, 0, 1))
                    labels.append(found[1])
            yield torch.from_numpy(np.stack(crops)), torch.tensor(labels)


def _loss(logits: Tensor, truth: tuple[Tensor, ...]) -> tuple[Tensor, Tensor]:
    labels = truth[0]
    loss = functional.cross_entropy(logits, labels, label_smoothing=0.03)
    return loss, torch.stack([loss, (logits.argmax(1) == labels).float().mean()])


def train(folder: Path, out: Path, plan: Plan, start: Path | None = None) -> None:
    """Trains a crop reader on the scenes of ``folder`` and the plan's photos; weights go to ``out``."""
    batches = CropBatches(folder, plan.seed, plan.batch, plan.photos)
    train_along(CropReader(), batches, _loss, out, plan, start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path)
    options = parser.parse_args()
    plan = Plan(options.steps, options.batch, options.rate, options.seed, threads=options.threads)
    train(options.scenes, options.out, plan, options.start)


if __name__ == "__main__":
    main()
