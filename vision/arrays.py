"""The kinds of array that reading passes around, each under one name.

OpenCV says of what it returns only that it is an array: pictures and what is measured in them are told apart by name, and
only what is worked out here in double precision by its type as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[Any]
"""A picture, uint8: rows x columns (x 3, in OpenCV's order blue, green, red unless a name says otherwise)."""

Floats = NDArray[Any]
"""Anything measured, float32: corners (4 x 2), planes, descriptors, what a network answers."""

Numbers = NDArray[np.float64]
"""What is worked out in double precision: matrices, chances."""

AnyArray = NDArray[Any]
"""Masks, indices and the rest."""
