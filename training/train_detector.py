"""Trains the detector: ``python -m training.train_detector SCENES OUT.pt --minutes M [--start FROM.pt] [--photos ...]``."""

from __future__ import annotations

import argparse
import copy
import math
import time
from pathlib import Path
from typing import Any

import torch
import torch.distributed
from torch import Tensor, nn
from torch.nn import functional

from training.networks import EXTENT, FACES, HEAT, SIDE, Detector
from training.samples import DetectorBatches


def losses(output: Tensor, heat: Tensor, faces: Tensor, sizes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """CenterNet's focal loss on the heat, cross-entropy on the face, L1 on the logs of sizes; each per die."""
    output = output.float()
    logit = output[:, HEAT][:, 0]
    target, weight = heat[:, 0], heat[:, 1]
    chance = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    hit = (target > 0.999).float() * weight
    dice = hit.sum().clamp(min=4.0)
    found = -((1 - chance) ** 2) * torch.log(chance) * hit
    empty = -(chance**2) * torch.log(1 - chance) * (1 - target) ** 4 * weight * (1 - (target > 0.999).float())
    focal = (found.sum() + empty.sum()) / dice
    near = faces >= 0
    if not near.any():
        return focal, focal * 0, focal * 0
    logits = output[:, FACES].permute(0, 2, 3, 1)[near]
    share = sizes[:, 5][near]
    share = share / share.sum()
    value = (functional.cross_entropy(logits, faces[near], label_smoothing=0.02, reduction="none") * share).sum()
    side = ((output[:, SIDE][:, 0] - sizes[:, 1])[near].abs() * sizes[:, 0][near] * share).sum()
    extent = (((output[:, EXTENT] - sizes[:, 3:5]).abs().sum(1))[near] * sizes[:, 2][near] * share).sum()
    return focal, value, side + 0.5 * extent


def ease(step: float, total: float, top: float) -> float:
    """Learning rate: a short warm-up, then a half cosine to nearly zero; ``step`` and ``total`` in any one unit."""
    share = min(1.0, step / total)
    return top * min(1.0, share * 50 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6


class Together:
    """Several processes train copies on data of their own and average them every few steps (local SGD): on a busy
    machine two such processes waste less than two threads that wait for each other in every layer."""

    def __init__(self, rank: int, world: int, meeting: Path, every: int = 8) -> None:
        self.every, self.world = every, world
        torch.distributed.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=world)

    def average(self, model: nn.Module, enough: bool) -> bool:
        """Averages weights over the processes; True when any of them has had enough."""
        with torch.no_grad():
            parts = [p for p in model.state_dict().values() if p.dtype.is_floating_point]
            flat = torch.cat([p.reshape(-1) for p in parts] + [torch.tensor([float(enough)])])
            torch.distributed.all_reduce(flat)
            stop = bool(flat[-1] > 0)
            flat /= self.world
            at = 0
            for part in parts:
                part.copy_(flat[at : at + part.numel()].view_as(part))
                at += part.numel()
        return stop


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
    together: Together | None = None,
) -> None:
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    model = Detector()
    if start:
        model.load_state_dict(torch.load(start))
    mean = copy.deepcopy(model).eval()
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}], lr=rate
    )
    loader = torch.utils.data.DataLoader(
        DetectorBatches(folder, seed, batch, photos), batch_size=None, num_workers=1, prefetch_factor=6
    )
    begun = time.monotonic()
    running = torch.zeros(3)
    saved = 0.0
    for step, (images, heat, faces, sizes) in enumerate(loader):
        passed = (time.monotonic() - begun) / 60
        if together and step % together.every == together.every - 1:
            if together.average(model, passed > minutes):
                break
        elif not together and passed > minutes:
            break
        for group in optimiser.param_groups:
            group["lr"] = ease(passed, minutes, rate)
        x = (images.float() / 255 - 0.5) * 4
        with torch.autocast("cpu", torch.bfloat16):
            output = model(x)
        focal, value, size = losses(output, heat, faces, sizes)
        loss = focal + value + 0.5 * size
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
        running = running * 0.98 + 0.02 * torch.stack([focal, value, size]).detach()
        if step % 100 == 0:
            print(
                f"{passed:6.1f} min step {step:6d} focal {running[0]:.3f} face {running[1]:.3f} size {running[2]:.3f}",
                flush=True,
            )
        if passed - saved > 4:
            saved = passed
            torch.save(mean.state_dict(), out)
    torch.save(mean.state_dict(), out)
    if together:
        torch.distributed.destroy_process_group()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--rank", type=int, default=0)
    parser.add_argument("--world", type=int, default=1)
    parser.add_argument(
        "--meeting", type=Path, default=Path("meeting"), help="a file the processes of one training share"
    )
    options = parser.parse_args()
    together = Together(options.rank, options.world, options.meeting.resolve()) if options.world > 1 else None
    train(
        options.scenes,
        options.out,
        minutes=options.minutes,
        rate=options.rate,
        seed=options.seed + 100 * options.rank,
        batch=options.batch,
        start=options.start,
        threads=options.threads,
        together=together,
    )


if __name__ == "__main__":
    main()
