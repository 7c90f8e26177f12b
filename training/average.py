"""Averages the weights of trainings that started from each other: ``python -m training.average OUT.pt A.pt B.pt …``."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("parts", type=Path, nargs="+")
    options = parser.parse_args()
    parts = [torch.load(path) for path in options.parts]
    mean = {
        name: torch.stack([part[name] for part in parts]).mean(0) if value.dtype.is_floating_point else value
        for name, value in parts[-1].items()
    }
    torch.save(mean, options.out)


if __name__ == "__main__":
    main()
