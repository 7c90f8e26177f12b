"""Writes the trained networks for OpenCV: ``python -m training.export DETECTOR.pt CROPS.pt FOLDER``."""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path

import torch
from torch import nn

from training.networks import CropReader, Detector


def write(model: nn.Module, weights: Path, out: Path, sample: torch.Tensor, axes: dict[int, str]) -> None:
    """Opset 13 without the new exporter: what OpenCV's classic engine reads; sizes along ``axes`` stay free."""
    model.load_state_dict(torch.load(weights))
    model.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model,
            (sample,),
            str(out),
            opset_version=13,
            input_names=["picture"],
            output_names=["maps"],
            dynamic_axes={"picture": axes, "maps": axes},
            dynamo=False,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("detector", type=Path)
    parser.add_argument("crops", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    write(
        Detector(),
        options.detector,
        options.folder / "detector.onnx",
        torch.zeros(1, 3, 256, 256),
        {2: "height", 3: "width"},
    )
    write(CropReader(), options.crops, options.folder / "crops.onnx", torch.zeros(2, 3, 64, 64), {0: "count"})


if __name__ == "__main__":
    main()
