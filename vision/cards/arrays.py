"""The kinds of array the card reader passes around; OpenCV does not say more about what it returns."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

Picture = NDArray[Any]
"""A picture, uint8, rows x columns (x 3, BGR unless a name says otherwise)."""

Floats = NDArray[Any]
"""Anything measured, float32: corners (4 x 2), planes, descriptors."""

AnyArray = NDArray[Any]
