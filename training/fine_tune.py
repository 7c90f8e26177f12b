"""The last training, on photos and scenes mixed: ``python -m training.fine_tune SCENES PHOTOS OUT --detector D.pt --crops C.pt``.

``--without SOURCE`` leaves a source's photos out entirely, which is how an unseen table is measured. Writes
``OUT/detector.pt`` and ``OUT/crops.pt``. Traps are found with the models in ``vision/models``.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training import train_crops, train_detector
from training.loop import Plan
from training.photos import load
from training.samples import Picture
from training.singles import single_dice
from training.traps import drawn_boards, drawn_cloths, set_traps


def shares(pictures: dict[str, list[Picture]], total: float) -> list[tuple[list[Picture], float]]:
    """Each source's share of a batch goes with the root of its number of pictures."""
    weights = {name: len(some) ** 0.5 for name, some in pictures.items() if some}
    whole = sum(weights.values()) or 1.0
    return [(pictures[name], total * weight / whole) for name, weight in weights.items()]


def empty_pictures(folder: Path | None) -> list[Picture]:
    """Photos without any die, cut at random scales."""
    if folder is None:
        return []
    nothing = np.zeros((0, 9), np.float32)
    return [
        Picture(image, nothing) for path in sorted(folder.glob("*.png")) if (image := cv2.imread(str(path))) is not None
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--detector", type=Path, required=True)
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--without", default="")
    parser.add_argument("--places", type=Path, default=Path(__file__).parent / "places.json")
    parser.add_argument("--empty", type=Path, help="a folder of .png photos without dice")
    parser.add_argument("--singles", type=Path, help="a folder with labels.csv whose pictures are crops of single dice")
    parser.add_argument("--boards", type=int, default=240, help="how many drawn boards without dice to mix in")
    parser.add_argument("--cloths", type=int, default=360, help="how many drawn tables without dice to mix in")
    parser.add_argument("--bare", type=float, default=0.13, help="share of those drawn boards and tables in a batch")
    parser.add_argument("--steps", type=int, default=3_000, help="for the detector")
    parser.add_argument("--crop-steps", type=int, default=1_500)
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--real", type=float, default=0.42)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="at most so long for each network")
    options = parser.parse_args()
    cv2.setNumThreads(1)  # before any work: OpenCV's own threads do not survive the fork of the batch workers
    options.out.mkdir(parents=True, exist_ok=True)
    real = load(options.photos, options.places, options.without)
    print({name: len(some) for name, some in real.items()}, flush=True)
    mixed: Any = shares(real, options.real)
    nothing = empty_pictures(options.empty)
    boards = drawn_boards(options.boards, options.seed) + drawn_cloths(options.cloths, options.seed)
    if nothing:
        mixed.append((nothing, 0.06))
    if boards:
        mixed.append((boards, options.bare))
    if options.singles:
        mixed.append((single_dice(options.singles), 0.06))
    plan = Plan(options.steps, 16, options.rate, options.seed, mixed, options.threads, options.minutes)
    if options.steps:
        train_detector.train(options.scenes, options.out / "detector.pt", plan, options.detector)
    if options.crop_steps:
        print("traps:", set_traps([p for some in real.values() for p in some] + nothing[::2] + boards), flush=True)
        plan = replace(plan, steps=options.crop_steps, batch=64)
        train_crops.train(options.scenes, options.out / "crops.pt", plan, options.crops)


if __name__ == "__main__":
    main()
