"""Trains the detector: ``python -m training.train_detector SCENES OUT.pt --steps N [--start FROM.pt]``.

Prints the losses of heat, face and size.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from training.loop import Plan
from training.loop import train as train_along
from training.networks import EXTENT, FACES, HEAT, SIDE, Detector
from training.samples import DetectorBatches


def losses(output: Tensor, heat: Tensor, faces: Tensor, sizes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """CenterNet's focal loss on the heat, cross-entropy on the face, L1 on the logs of sizes; each per die."""
    logit = output[:, HEAT][:, 0]
    target, weight = heat[:, 0], heat[:, 1]
    chance = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    hit = (target > 0.999).float() * weight
    dice = hit.sum().clamp(min=4.0)
    found = -((1 - chance) ** 2) * torch.log(chance) * hit
    empty = -(chance**2) * torch.log(1 - chance) * (1 - target) ** 4 * weight * (1 - (target > 0.999).float())
    focal = (found.sum() + empty.sum()) / dice
    near = sizes[:, 5] > 0
    if not near.any():
        return focal, focal * 0, focal * 0
    logits = output[:, FACES].permute(0, 2, 3, 1)[near]
    share = sizes[:, 5][near]
    share = share / share.sum()
    told = faces[near]  # -1 where a die is too small to be read
    unlike = functional.cross_entropy(logits, told.clamp(min=0), label_smoothing=0.02, reduction="none")
    value = (unlike * share * (told >= 0)).sum()
    side = ((output[:, SIDE][:, 0] - sizes[:, 1])[near].abs() * sizes[:, 0][near] * share).sum()
    extent = (((output[:, EXTENT] - sizes[:, 3:5]).abs().sum(1))[near] * sizes[:, 2][near] * share).sum()
    return focal, value, side + 0.5 * extent


def _loss(output: Tensor, truth: tuple[Tensor, ...]) -> tuple[Tensor, Tensor]:
    focal, value, size = losses(output, *truth)
    return focal + value + 0.5 * size, torch.stack([focal, value, size])


def train(folder: Path, out: Path, plan: Plan, start: Path | None = None) -> None:
    """Trains a detector on the scenes of ``folder`` and the plan's photos; weights go to ``out``."""
    batches = DetectorBatches(folder, plan.seed, plan.batch, plan.photos)
    train_along(Detector(), batches, _loss, out, plan, start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path)
    options = parser.parse_args()
    plan = Plan(options.steps, options.batch, options.rate, options.seed, threads=options.threads)
    train(options.scenes, options.out, plan, options.start)


if __name__ == "__main__":
    main()
