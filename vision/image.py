"""Turn the bytes of a picture into pixels: checked first, turned upright, and no larger than reading needs.

Pixels are numpy arrays of shape (height, width, 3), uint8, in OpenCV's order blue, green, red.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

MOST_BYTES = 20_000_000
MOST_PIXELS = 50_000_000

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))  # read by OpenCV once, when it is loaded

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from vision.arrays import Picture  # noqa: E402
from vision.picture_header import Header, PictureError, read_header  # noqa: E402
from vision.reading import Box, CardReading, DiceReading  # noqa: E402

Reading = TypeVar("Reading", DiceReading, CardReading)

LEAST_LONG_SIDE = 1280
"""A picture is halved while its long side stays at least this long: phones send 4000 px, dice need 1280."""

_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}

_TURNS: dict[int, tuple[int | None, int | None]] = {
    1: (None, None),
    2: (None, 1),
    3: (cv2.ROTATE_180, None),
    4: (None, 0),
    5: (cv2.ROTATE_90_CLOCKWISE, 1),
    6: (cv2.ROTATE_90_CLOCKWISE, None),
    7: (cv2.ROTATE_90_COUNTERCLOCKWISE, 1),
    8: (cv2.ROTATE_90_COUNTERCLOCKWISE, None),
}
"""EXIF orientation -> how to turn, then the axis to mirror (1: left and right change places)."""


@dataclass(frozen=True, slots=True, eq=False)
class Decoded:
    """Upright pixels (BGR), perhaps smaller than the picture that came in, which was ``width`` x ``height`` upright."""

    pixels: Picture
    width: int
    height: int

    def in_input_pixels(self, reading: Reading) -> Reading:
        """The same reading with its boxes and corners in pixels of the picture that came in, inside its edges."""
        across = self.width / self.pixels.shape[1]
        down = self.height / self.pixels.shape[0]
        if isinstance(reading, CardReading):
            return replace(
                reading,
                cards=tuple(
                    replace(
                        card,
                        corners=(
                            (card.corners[0][0] * across, card.corners[0][1] * down),
                            (card.corners[1][0] * across, card.corners[1][1] * down),
                            (card.corners[2][0] * across, card.corners[2][1] * down),
                            (card.corners[3][0] * across, card.corners[3][1] * down),
                        ),
                    )
                    for card in reading.cards
                ),
            )
        return replace(reading, dice=tuple(replace(die, box=self._box(die.box, across, down)) for die in reading.dice))

    def _box(self, box: Box, across: float, down: float) -> Box:
        left, top = max(0.0, box.x * across), max(0.0, box.y * down)
        right = min(float(self.width), (box.x + box.w) * across)
        bottom = min(float(self.height), (box.y + box.h) * down)
        return Box(left, top, max(0.0, right - left), max(0.0, bottom - top))


def load_picture(path: Path, *, least_long_side: int = LEAST_LONG_SIDE) -> Decoded:
    """Decode a picture file. Raises PictureError as `decode_picture` and `read_picture_file` do."""
    return decode_picture(read_picture_file(path), least_long_side=least_long_side)


def read_picture_file(path: Path) -> bytes:
    """The bytes of a picture file. Raises PictureError when it cannot be opened or has more than 20 MB."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise _too_many_bytes()
        return path.read_bytes()
    except OSError as problem:
        why = problem.strerror or "it cannot be opened"
        raise PictureError(
            "unreadable_picture", "file", f"The file cannot be read ({why}). Check its name.", file=str(path)
        ) from None


def decode_picture(data: bytes, *, least_long_side: int = LEAST_LONG_SIDE) -> Decoded:
    """Decode a JPEG, PNG or WebP picture, upright by its EXIF orientation.

    A large picture is decoded at 1/2, 1/4 or 1/8 as long as its long side keeps ``least_long_side`` pixels; a
    huge number decodes none reduced. Raises PictureError: ``unsupported_picture`` for other kinds of files,
    ``unreadable_picture`` for damaged ones, more than 20 MB, or more than 50 million pixels (by the header,
    before anything is allocated).
    """
    if len(data) > MOST_BYTES:
        raise _too_many_bytes()
    header = read_header(data)
    if header.width * header.height > MOST_PIXELS:
        raise PictureError(
            "unreadable_picture",
            "too_many_pixels",
            f"The picture has {header.width} x {header.height} pixels; at most {MOST_PIXELS // 1_000_000} million are "
            "read. Send a smaller one.",
            width=header.width,
            height=header.height,
            most=MOST_PIXELS,
        )
    pixels = _upright(_decode(data, header, _reduction(header, least_long_side)), header.orientation)
    turned = header.orientation >= 5
    return Decoded(
        pixels=pixels,
        width=header.height if turned else header.width,
        height=header.width if turned else header.height,
    )


def encode_jpeg(pixels: Picture, quality: int = 80) -> bytes:
    """The pixels (BGR) as the bytes of a JPEG file."""
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _reduction(header: Header, least_long_side: int) -> int:
    longest = max(header.width, header.height)
    return max(factor for factor in _REDUCED if factor == 1 or longest // factor >= least_long_side)


def _decode(data: bytes, header: Header, factor: int) -> Picture:
    jpeg = header.format == "jpeg"  # libjpeg skips the work; the others are decoded whole and averaged
    flags = (_REDUCED[factor] if jpeg else cv2.IMREAD_COLOR) | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except (cv2.error, MemoryError):
        pixels = None
    if pixels is None:
        raise PictureError(
            "unreadable_picture", "damaged", "The picture is damaged or cut off. Take it again, or send it once more."
        )
    if factor > 1 and not jpeg:
        height, width = pixels.shape[:2]
        size = (max(1, width // factor), max(1, height // factor))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(pixels, dtype=np.uint8)


def _upright(pixels: Picture, orientation: int) -> Picture:
    turn, mirror = _TURNS[orientation]
    turned = pixels if turn is None else cv2.rotate(pixels, turn)
    flipped = turned if mirror is None else cv2.flip(turned, mirror)
    return np.ascontiguousarray(flipped, dtype=np.uint8)


def _too_many_bytes() -> PictureError:
    return PictureError(
        "unreadable_picture",
        "too_many_bytes",
        f"The picture is larger than {MOST_BYTES // 1_000_000} MB. Send a smaller one.",
        most=MOST_BYTES,
    )
