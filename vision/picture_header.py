"""What a picture file says about itself before anything is decoded: format, size, orientation. No OpenCV.

A decoder allocates what the header promises, so the promise is read first: a PNG of 400 kB can ask for gigabytes.
The EXIF orientation is read here for JPEG, PNG (``eXIf``) and WebP (``EXIF``) alike, so that it does not depend on
which of them the installed OpenCV happens to honour.

Sources: JPEG (ITU T.81, annex B), PNG (W3C, third edition), WebP container (RFC 9649), EXIF 2.32 (TIFF 6.0).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Format = Literal["jpeg", "png", "webp"]

JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Start-of-frame markers; C4, C8 and CC in the same range are tables."""
MOST_SCANS = 40
"""Each scan of a progressive picture is decoded over the whole of it; encoders write up to 14 of them. With its last
scan repeated 300 times, a picture of 300 kB took 8 seconds."""
STANDALONE_MARKERS = frozenset({0x01, *range(0xD0, 0xD9)})
ORIENTATION_TAG = 0x0112
HEIC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"})
AVIF_BRANDS = frozenset({b"avif", b"avis"})


class PictureError(Exception):
    """A picture that cannot be read. ``str()`` is one English sentence or two: what, why, what to do instead.

    ``code`` is ``unsupported_picture`` (a kind of file that is not read) or ``unreadable_picture`` (damaged, too big,
    not there). ``reason`` names the case and ``facts`` its numbers and names, for whoever words it in another language.
    """

    def __init__(self, code: str, reason: str, message: str, **facts: str | int) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Header:
    """``width`` and ``height`` in stored pixels, before ``orientation`` (EXIF, 1 to 8; 1 is upright) is applied."""

    format: Format
    width: int
    height: int
    orientation: int = 1


def read_header(data: bytes) -> Header:
    """Read format, size and orientation of a JPEG, PNG or WebP file.

    Raises PictureError: ``unsupported_picture`` for any other kind of file (told by its first bytes, whatever its name
    says), ``unreadable_picture`` when the header is cut off or makes no sense.
    """
    kind = _format(data)
    try:
        header = {"jpeg": _jpeg, "png": _png, "webp": _webp}[kind](data)
    except (struct.error, IndexError):
        raise _damaged() from None
    if header.width < 1 or header.height < 1:
        raise _damaged()
    return header


def _format(data: bytes) -> Format:
    if data[:3] == b"\xff\xd8\xff":
        return "jpeg"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if not data:
        raise PictureError("unreadable_picture", "empty", "The picture is empty. Take it again, or send it once more.")
    name = _other_format(data)
    if name == "HEIC":
        raise PictureError(
            "unsupported_picture",
            "heic",
            "This is a HEIC picture, which many iPhones make and which cannot be read here. Send it as JPEG: on the "
            "iPhone choose Settings, Camera, Formats, Most Compatible, and take it again.",
        )
    if name:
        raise PictureError(
            "unsupported_picture",
            "format",
            f"{name} pictures cannot be read here. Send a JPEG, PNG or WebP picture.",
            format=name,
        )
    raise PictureError(
        "unsupported_picture",
        "unknown",
        "This file is not a picture that can be read. Send a JPEG, PNG or WebP picture.",
    )


def _other_format(data: bytes) -> str | None:
    if data[4:8] == b"ftyp":
        brands = {data[8:12], *(data[i : i + 4] for i in range(16, min(_length(data[:4]), 256, len(data)), 4))}
        if brands & AVIF_BRANDS:
            return "AVIF"
        return "HEIC" if brands & HEIC_BRANDS else None
    starts = {
        b"GIF8": "GIF",
        b"BM": "BMP",
        b"II*\0": "TIFF",
        b"MM\0*": "TIFF",
        b"\xff\x0a": "JPEG XL",
        b"\0\0\0\x0cJXL ": "JPEG XL",
        b"\0\0\0\x0cjP  ": "JPEG 2000",
        b"%PDF": "PDF",
    }
    return next((name for start, name in starts.items() if data.startswith(start)), None)


def _length(four: bytes) -> int:
    return int.from_bytes(four, "big")


def _damaged() -> PictureError:
    return PictureError(
        "unreadable_picture", "damaged", "The picture is damaged or cut off. Take it again, or send it once more."
    )


def _jpeg(data: bytes) -> Header:
    orientation = 1
    at = 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:  # fill bytes may stand before a marker
            at += 1
        if data[at] != 0xFF:
            raise _damaged()
        marker = data[at + 1]
        if marker in STANDALONE_MARKERS:
            at += 2
            continue
        if marker in (0xD9, 0xDA):  # end of image, or the scan itself, before any frame header
            raise _damaged()
        (length,) = struct.unpack_from(">H", data, at + 2)
        if length < 2:
            raise _damaged()
        if marker in JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            # Within a scan an FF is followed by 00 or a restart marker, so these bytes are the start of one.
            if data.count(b"\xff\xda", at) > MOST_SCANS:
                raise PictureError(
                    "unreadable_picture",
                    "too_many_scans",
                    "The picture is stored in too many layers to be read. Take a new one, or send a screenshot of it.",
                )
            return Header("jpeg", width, height, orientation)
        if marker == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            orientation = _orientation(data[at + 10 : at + 2 + length])
        at += 2 + length


def _png(data: bytes) -> Header:
    if data[12:16] != b"IHDR":
        raise _damaged()
    width, height = struct.unpack_from(">II", data, 16)
    orientation = 1
    for name, start, length in _chunks(data, 8, big_endian=True):
        if name == b"eXIf":
            orientation = _orientation(data[start : start + length])
            break
    return Header("png", width, height, orientation)


def _webp(data: bytes) -> Header:
    size: tuple[int, int] | None = None
    orientation = 1
    for name, start, length in _chunks(data, 12, big_endian=False):
        if name == b"VP8X":
            size = (
                1 + int.from_bytes(data[start + 4 : start + 7], "little"),
                1 + int.from_bytes(data[start + 7 : start + 10], "little"),
            )
        elif name == b"VP8L" and size is None:
            (bits,) = struct.unpack_from("<I", data, start + 1)
            size = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        elif name == b"VP8 " and size is None:
            width, height = struct.unpack_from("<HH", data, start + 6)
            size = width & 0x3FFF, height & 0x3FFF
        elif name == b"EXIF":
            # Some writers keep JPEG's "Exif\0\0" before the directory, though the container's rule says not to.
            orientation = _orientation(data[start : start + length].removeprefix(b"Exif\0\0"))
    if size is None:
        raise _damaged()
    return Header("webp", *size, orientation)


def _chunks(data: bytes, at: int, *, big_endian: bool) -> Iterator[tuple[bytes, int, int]]:
    """Name, start of content and length of each chunk, in PNG (length before name, check behind) or RIFF order."""
    while at + 8 <= len(data):
        if big_endian:
            (length,), name = struct.unpack_from(">I", data, at), data[at + 4 : at + 8]
        else:
            name, (length,) = data[at : at + 4], struct.unpack_from("<I", data, at + 4)
        yield name, at + 8, length
        at += 8 + length + (4 if big_endian else length % 2)


def _orientation(tiff: bytes) -> int:
    """The orientation in an EXIF block, else 1: a bad tag must not cost the picture."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 1
    try:
        (directory,) = struct.unpack_from(order + "I", tiff, 4)
        (entries,) = struct.unpack_from(order + "H", tiff, directory)
        for entry in range(min(entries, 512)):
            tag, kind, _, value = struct.unpack_from(order + "HHIH", tiff, directory + 2 + 12 * entry)
            if tag == ORIENTATION_TAG:
                return value if kind == 3 and 1 <= value <= 8 else 1
    except struct.error:
        pass
    return 1
