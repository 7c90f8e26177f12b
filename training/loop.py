"""The training both networks share: AdamW along a half cosine, clipped gradients, a running mean of the weights."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn


@dataclass(frozen=True)
class Plan:
    """How long and how fast: ``steps`` batches of ``batch`` samples, ``rate`` the largest learning rate; ``seed`` fixes
    the order of batches. ``photos``: lists of pictures with their share of a batch; the rest is drawn scenes. ``minutes``:
    where the machine is shared, the rate falls with the clock if that is ahead of the steps, and training ends in time."""

    steps: int
    batch: int
    rate: float
    seed: int
    photos: Any = None
    threads: int = 1
    minutes: float = math.inf


def ease(share: float, top: float) -> float:
    """Learning rate after ``share`` (0..1) of the steps: a short warm-up, then a half cosine to nearly zero."""
    return top * min(1.0, share * 50 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6


def train(
    model: nn.Module,
    batches: torch.utils.data.IterableDataset[Any],
    loss_of: Callable[[Tensor, tuple[Tensor, ...]], tuple[Tensor, Tensor]],
    out: Path,
    plan: Plan,
    start: Path | None = None,
) -> None:
    """Trains ``model`` and writes the mean of its weights to ``out``, now and then and at the end.

    ``batches`` gives uint8 pictures (n, 3, h, w) and what belongs to them; ``loss_of`` takes the model's output and the
    latter and gives the loss and a few numbers to print.
    """
    torch.manual_seed(plan.seed)
    torch.set_num_threads(plan.threads)
    if start:
        model.load_state_dict(torch.load(start))
    model = model.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    mean = copy.deepcopy(model).eval()
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}], lr=plan.rate
    )
    loader = iter(torch.utils.data.DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=6))
    half = torch.backends.cpu.get_cpu_capability().startswith(
        "AVX512"
    )  # elsewhere bfloat16 is emulated, eight times slower
    begun = time.monotonic()
    shown: Tensor | None = None
    for step in range(plan.steps):
        share = max(step / plan.steps, (time.monotonic() - begun) / 60 / plan.minutes)
        if share >= 1:
            break
        images, *truth = next(loader)
        for group in optimiser.param_groups:
            group["lr"] = ease(share, plan.rate)
        x = ((images.float() / 255 - 0.5) * 4).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            output = model(x)
        loss, told = loss_of(output.float(), tuple(truth))
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
        shown = told.detach() if shown is None else shown * 0.98 + 0.02 * told.detach()
        if step % 200 == 0:
            numbers = " ".join(f"{float(v):.3f}" for v in shown)
            print(f"{(time.monotonic() - begun) / 60:6.1f} min step {step:6d} {numbers}", flush=True)
        if step % 1000 == 999:
            torch.save(mean.state_dict(), out)
    torch.save(mean.state_dict(), out)
