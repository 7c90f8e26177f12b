"""Trains the crop reader: ``python -m training.train_crops SCENES OUT.pt --minutes M [--start FROM.pt]``."""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.nn import functional

from training.networks import CropReader
from training.samples import Picture, Pool, recolour
from training.train_detector import ease
from vision.detector import cut

Chance = np.random.Generator
NONE = 7


def crop_of(rng: Chance, picture: Picture) -> tuple[np.ndarray[Any, Any], int] | None:
    """One crop and its class: a top face (a little off, as detections are), or something that is none."""
    truth = picture.truth
    height, width = picture.image.shape[:2]
    kind = rng.random()
    if picture.traps is not None and len(picture.traps) and rng.random() < (0.3 if len(truth) else 0.8):
        x, y, side = (float(v) for v in picture.traps[int(rng.integers(0, len(picture.traps)))])
        spread = rng.normal(0, 0.06, 2) * side
        return cut(picture.image, x + spread[0], y + spread[1], side * math.exp(rng.normal(0, 0.13))), NONE
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
            return cut(picture.image, x + spread[0], y + spread[1], side * scale), face
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
    return cut(picture.image, x, y, side), NONE


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


def train(
    folder: Path,
    out: Path,
    *,
    minutes: float,
    rate: float,
    seed: int,
    batch: int,
    start: Path | None = None,
    photos: Any = None,
    threads: int = 2,
) -> None:
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    model = CropReader()
    if start:
        model.load_state_dict(torch.load(start))
    mean = copy.deepcopy(model).eval()
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.02)
    loader = torch.utils.data.DataLoader(
        CropBatches(folder, seed, batch, photos), batch_size=None, num_workers=1, prefetch_factor=6
    )
    begun = time.monotonic()
    running, right = 0.0, 0.0
    for step, (images, labels) in enumerate(loader):
        passed = (time.monotonic() - begun) / 60
        if passed > minutes:
            break
        for group in optimiser.param_groups:
            group["lr"] = ease(passed, minutes, rate)
        x = (images.float() / 255 - 0.5) * 4
        with torch.autocast("cpu", torch.bfloat16):
            logits = model(x)
        logits = logits.float()
        loss = functional.cross_entropy(logits, labels, label_smoothing=0.03)
        if not torch.isfinite(loss):
            continue
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        with torch.no_grad():
            keep = min(0.998, (step + 1) / (step + 20))
            for a, b in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
                if a.dtype.is_floating_point:
                    a.lerp_(b, 1 - keep)
                else:
                    a.copy_(b)
        running = 0.98 * running + 0.02 * float(loss.detach())
        right = 0.98 * right + 0.02 * float((logits.argmax(1) == labels).float().mean())
        if step % 100 == 0:
            print(f"{passed:6.1f} min step {step:6d} loss {running:.3f} right {right:.3f}", flush=True)
        if step % 1000 == 999:
            torch.save(mean.state_dict(), out)
    torch.save(mean.state_dict(), out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path)
    options = parser.parse_args()
    train(
        options.scenes,
        options.out,
        minutes=options.minutes,
        rate=options.rate,
        seed=options.seed,
        batch=options.batch,
        start=options.start,
        threads=options.threads,
    )


if __name__ == "__main__":
    main()
