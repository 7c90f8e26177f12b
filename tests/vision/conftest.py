"""What the tests of cards read with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """OpenCV as the worker reads: with one thread."""
    import cv2  # where it is missing, other tests of this folder still run

    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)
