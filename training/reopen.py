"""Turns exported networks back into weights one can train on: ``python -m training.reopen FOLDER SCENES OUT``.

The export folds each normalisation into its convolution. Here it is taken apart again, layer by layer, with the means and
spreads that drawn scenes have there, so that the networks say the same as before and learn as if never exported.
Writes ``OUT/detector.pt`` and ``OUT/crops.pt``.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from training.networks import CropReader, Detector
from training.samples import DetectorBatches
from training.train_crops import CropBatches

_USUAL_NORM = 0.58  # about what a fresh filter has: steps of the optimiser are then neither too large nor too small


def reopen(model: nn.Module, exported: Path, samples: Tensor) -> None:
    """Gives ``model`` the weights of the ONNX file; ``samples`` (n, 3, h, w) in -2..2 set the normalisations."""
    graph = onnx.load(str(exported)).graph
    arrays = {a.name: numpy_helper.to_array(a) for a in graph.initializer}
    folded = [n for n in graph.node if n.op_type in ("Conv", "Gemm")]
    # Modules run in the order of the exported nodes; a forward pass tells which is which.
    order: list[tuple[str, nn.Module]] = []
    names = {m: name for name, m in model.named_modules()}
    hooks = [
        m.register_forward_hook(lambda m, i, o: order.append((names[m], m)))
        for m in model.modules()
        if isinstance(m, nn.Conv2d | nn.Linear)
    ]
    model.eval()
    with torch.no_grad():
        model(samples[:1])
    for hook in hooks:
        hook.remove()
    if len(order) != len(folded):
        raise ValueError(f"{exported} has {len(folded)} layers of weights, the network {len(order)}")
    known: dict[nn.Module, Tensor] = {}
    for (_, module), node in zip(order, folded, strict=True):
        weight, bias = (torch.from_numpy(np.array(arrays[name])) for name in node.input[1:3])
        if module.weight.shape != weight.shape:  # type: ignore[union-attr]
            raise ValueError(f"{exported}: {node.name} has shape {tuple(weight.shape)}")
        module.weight.data.copy_(weight)  # type: ignore[union-attr,operator]
        if module.bias is not None:  # type: ignore[union-attr]
            module.bias.data.copy_(bias)  # type: ignore[union-attr,operator]
        else:
            known[module] = bias
    for parent in model.modules():
        children = list(parent.children()) if isinstance(parent, nn.Sequential) else []
        for layer, norm in pairwise(children):
            if isinstance(layer, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                _set(model, layer, norm, known[layer], samples)


def _set(model: nn.Module, layer: nn.Conv2d, norm: nn.BatchNorm2d, bias: Tensor, samples: Tensor) -> None:
    seen: list[Tensor] = []
    hook = layer.register_forward_hook(lambda m, i, o: seen.append(o))
    with torch.no_grad():
        norm.running_mean.zero_(), norm.running_var.fill_(1 - norm.eps)  # type: ignore[union-attr]
        norm.weight.fill_(1.0), norm.bias.copy_(bias)
        model(samples)
        hook.remove()
        size = layer.weight.flatten(1).norm(dim=1).clamp(min=1e-6)
        scale = _USUAL_NORM / size
        layer.weight.mul_(scale[:, None, None, None])
        mean, spread = seen[0].mean((0, 2, 3)) * scale, seen[0].var((0, 2, 3)) * scale**2
        norm.running_mean.copy_(mean), norm.running_var.copy_(spread)  # type: ignore[union-attr]
        root = (spread + norm.eps).sqrt()
        norm.weight.copy_(root / scale)
        norm.bias.copy_(bias + mean / scale)


def _scaled(batches: Any, count: int) -> Tensor:
    source = iter(batches)
    images = torch.cat([next(source)[0] for _ in range(count)])
    return (images.float() / 255 - 0.5) * 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="with detector.onnx and crops.onnx")
    parser.add_argument("scenes", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for model, name, batches in (
        (Detector(), "detector", DetectorBatches(options.scenes, 5, 16)),
        (CropReader(), "crops", CropBatches(options.scenes, 5, 64)),
    ):
        reopen(model, options.folder / f"{name}.onnx", _scaled(batches, 8))
        torch.save(model.state_dict(), options.out / f"{name}.pt")


if __name__ == "__main__":
    main()
