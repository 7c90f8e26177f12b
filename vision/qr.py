"""QR codes, read by OpenCV's own detectors: the one that is good at dense codes first, then the one for small ones.

A code that fills a photo is finer than what the detectors were made for, so the picture is tried at several sizes.
"""

from __future__ import annotations

import cv2

from vision.arrays import Picture

_LONG_SIDES = (1600, 1000, 2400, 700)
"""Pixels of the long side, in the order of trying; a picture is made larger at most threefold."""


def code_in_pixels(pixels: Picture) -> str | None:
    """What stands in the QR code of a picture (BGR), None where none can be read."""
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    longest = max(gray.shape)
    for side in _LONG_SIDES:
        scale = side / longest
        if scale > 3:
            continue
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        sized = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=way)
        for detector in (cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector()):
            try:
                text, _, _ = detector.detectAndDecode(sized)
            except cv2.error:
                continue
            if text:
                return str(text)
    return None
