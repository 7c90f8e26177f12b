"""The two networks: ``Detector`` finds top faces at stride 4, ``CropReader`` looks at one face closely."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

HEAT, FACES, SIDE, EXTENT = slice(0, 1), slice(1, 8), slice(8, 9), slice(9, 11)
DETECTOR_OUTPUTS = 11
CROP_CLASSES = 8  # pips 1-6, another face, none


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


class Detector(nn.Module):
    """BGR in -2..2, sides a multiple of 32 -> 11 maps at stride 4: heat, 7 face logits, log(side / 32 px), and the
    logs of the top face's width and height over the side."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = _conv(3, 16, 2)
        self.down4 = nn.Sequential(_conv(16, 24, 2), Residual(24))
        self.down8 = nn.Sequential(_conv(24, 48, 2), Residual(48))
        self.down16 = nn.Sequential(_conv(48, 80, 2), Residual(80), Residual(80))
        self.down32 = nn.Sequential(_conv(80, 112, 2), Residual(112))
        self.side32 = nn.Conv2d(112, 80, 1)
        self.side16 = nn.Conv2d(80, 48, 1)
        self.side8 = nn.Conv2d(48, 32, 1)
        self.side4 = nn.Conv2d(24, 32, 1)
        self.merge16 = _conv(80, 80)
        self.merge8 = _conv(48, 48)
        self.head = nn.Sequential(_conv(32, 32), nn.Conv2d(32, DETECTOR_OUTPUTS, 1))
        with torch.no_grad():
            last = self.head[1]
            last.bias.zero_()
            last.bias[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        x4 = self.down4(self.stem(x))
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        x32 = self.down32(x16)
        y16 = self.merge16(
            functional.relu(x16 + functional.interpolate(self.side32(x32), scale_factor=2.0, mode="nearest"))
        )
        y8 = self.merge8(
            functional.relu(x8 + functional.interpolate(self.side16(y16), scale_factor=2.0, mode="nearest"))
        )
        y4 = functional.relu(self.side4(x4) + functional.interpolate(self.side8(y8), scale_factor=2.0, mode="nearest"))
        return self.head(y4)


class CropReader(nn.Module):
    """A 64 px BGR cut (-2..2) of 1.45 sides around a top face's centre -> 8 logits (see ``CROP_CLASSES``)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 24, 2),
            Residual(24),
            _conv(24, 48, 2),
            Residual(48),
            _conv(48, 96, 2),
            Residual(96),
            _conv(96, 128, 2),
            Residual(128),
        )
        self.last = nn.Linear(128 * 4, CROP_CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        y = self.body(x)
        return (
            self.last(functional.adaptive_avg_pool2d(y, 2).flatten(1))
            if not torch.onnx.is_in_onnx_export()
            else self.last(functional.avg_pool2d(y, 2).flatten(1))
        )
