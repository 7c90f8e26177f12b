"""Writes drawn scenes in shards: ``python -m training.shards OUT --seed N --shards K [--photos DIR]``.

A shard is an .npz of 256 scenes: ``images`` (n, 320, 320, 3) uint8 BGR, ``truth`` (rows of ``scenes.TRUTH``) and
``owner`` (which image a row belongs to). Scene i of seed s is drawn from ``default_rng((s, i))``, so any one can be
drawn again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from training.scenes import draw_scene

PER_SHARD = 256


def write_shard(out: Path, seed: int, number: int, photos: list[np.ndarray], size: int = 320) -> Path:
    images, truths, owners = [], [], []
    for index in range(PER_SHARD):
        rng = np.random.default_rng((seed, number * PER_SHARD + index))
        image, truth = draw_scene(rng, size, photos)
        images.append(image)
        truths.append(truth)
        owners.append(np.full(len(truth), index, np.int32))
    path = out / f"scenes-{seed:03d}-{number:05d}.npz"
    waiting = path.with_suffix(".part.npz")
    np.savez(waiting, images=np.stack(images), truth=np.concatenate(truths), owner=np.concatenate(owners))
    waiting.rename(path)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--photos", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    photos = (
        [image for path in sorted(options.photos.glob("*.png")) if (image := cv2.imread(str(path))) is not None]
        if options.photos
        else []
    )
    for number in range(options.first, options.first + options.shards):
        print(write_shard(options.out, options.seed, number, photos), flush=True)


if __name__ == "__main__":
    main()
