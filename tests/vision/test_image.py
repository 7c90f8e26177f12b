"""Pictures come in from phones: other formats, turned, damaged, enormous. Each is read upright or refused."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.image import MOST_BYTES, Decoded, decode_picture, encode_jpeg, load_picture
from vision.picture_header import MOST_SCANS, PictureError, read_header
from vision.reading import Box, Card, CardReading, DiceReading, Die

Encode = Callable[[Picture, int | None], bytes]


def exif(orientation: int, order: str = ">") -> bytes:
    mark = b"MM" if order == ">" else b"II"
    return mark + struct.pack(order + "HIHHHIHHI", 42, 8, 1, 0x0112, 3, 1, orientation, 0, 0)


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def jpeg(pixels: Picture, orientation: int | None = None) -> bytes:
    data = encode_jpeg(pixels, 95)
    if orientation is None:
        return data
    block = b"Exif\0\0" + exif(orientation, "<")
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]


def png(pixels: Picture, orientation: int | None = None) -> bytes:
    data = cv2.imencode(".png", pixels)[1].tobytes()
    return data if orientation is None else data[:33] + chunk(b"eXIf", exif(orientation)) + data[33:]


def webp(pixels: Picture, orientation: int | None = None) -> bytes:
    data = cv2.imencode(".webp", pixels, [cv2.IMWRITE_WEBP_QUALITY, 95])[1].tobytes()
    if orientation is None:
        return data
    height, width = pixels.shape[:2]
    flags = struct.pack("<I", 0x08) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    block = exif(orientation)
    body = b"WEBPVP8X" + struct.pack("<I", 10) + flags + data[12:] + b"EXIF" + struct.pack("<I", len(block)) + block
    return b"RIFF" + struct.pack("<I", len(body)) + body


FORMATS: dict[str, Encode] = {"JPEG": jpeg, "PNG": png, "WebP": webp}


def signpost() -> Picture:
    """96 x 64, top left red, top right green, bottom left blue, bottom right white."""
    pixels = np.full((64, 96, 3), 255, np.uint8)
    pixels[:32, :48] = (0, 0, 255)
    pixels[:32, 48:] = (0, 255, 0)
    pixels[32:, :48] = (255, 0, 0)
    return pixels


def corners(pixels: Picture) -> str:
    """The colours of the four quarters: top left, top right, bottom left, bottom right."""
    height, width = pixels.shape[:2]
    places = [(1, 1), (1, 3), (3, 1), (3, 3)]
    names = ""
    for down, across in places:
        blue, green, red = (int(v) > 128 for v in pixels[height * down // 4, width * across // 4])
        names += {(False, False, True): "r", (False, True, False): "g", (True, False, False): "b"}.get(
            (blue, green, red), "w"
        )
    return names


# EXIF 2.32, tag Orientation: where row 0 and column 0 of what is stored belong. Stored: the inverse.
STORED = {
    1: lambda p: p,
    2: lambda p: p[:, ::-1],
    3: lambda p: p[::-1, ::-1],
    4: lambda p: p[::-1],
    5: lambda p: p.transpose(1, 0, 2),
    6: lambda p: np.rot90(p, 1),
    7: lambda p: np.rot90(p, 2).transpose(1, 0, 2),
    8: lambda p: np.rot90(p, -1),
}


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("name", FORMATS)
def test_a_turned_picture_is_read_upright(name: str, orientation: int) -> None:
    """EXIF orientation honoured, in every format that is read."""
    stored = np.ascontiguousarray(STORED[orientation](signpost()))
    picture = decode_picture(FORMATS[name](stored, orientation))
    assert corners(picture.pixels) == "rgbw"
    assert (picture.width, picture.height) == (96, 64)


@pytest.mark.parametrize("name", FORMATS)
def test_a_picture_without_orientation_is_left_as_it_is(name: str) -> None:
    """A nonsense orientation must not cost the picture either."""
    assert corners(decode_picture(FORMATS[name](signpost(), None)).pixels) == "rgbw"
    assert corners(decode_picture(FORMATS[name](signpost(), 77)).pixels) == "rgbw"


LOSSLESS = cv2.imencode(".webp", signpost(), [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
PROGRESSIVE = cv2.imencode(".jpg", signpost(), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
SIXTEEN_BIT = cv2.imencode(".png", signpost().astype(np.uint16) * 257)[1].tobytes()
GREY = cv2.imencode(".jpg", signpost()[:, :, 0])[1].tobytes()


@pytest.mark.parametrize(
    ("data", "seen"),
    [
        pytest.param(LOSSLESS, "rgbw", id="WebP without loss"),
        pytest.param(PROGRESSIVE, "rgbw", id="progressive JPEG"),
        pytest.param(SIXTEEN_BIT, "rgbw", id="PNG of 16 bits"),
        pytest.param(PROGRESSIVE + b"\0" * 5000 + b"motion photo", "rgbw", id="JPEG with a film behind it"),
        pytest.param(PROGRESSIVE[:2] + b"\xff\xff\xff" + PROGRESSIVE[2:], "rgbw", id="fill bytes before a marker"),
    ],
)
def test_kinds_of_files_phones_send(data: bytes, seen: str) -> None:
    picture = decode_picture(data)
    assert corners(picture.pixels) == seen
    assert picture.pixels.dtype == np.uint8 and picture.pixels.shape == (64, 96, 3)


def test_grey_pictures_have_three_channels_all_the_same() -> None:
    assert decode_picture(GREY).pixels.shape == (64, 96, 3)


def bomb_png() -> bytes:
    """30,000 x 30,000 pixels of one bit in a small file."""
    header = struct.pack(">IIBBBBB", 30_000, 30_000, 1, 0, 0, 0, 0)
    body = zlib.compress(b"\0" * 100_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


REFUSED = [
    ("HEIC is named, with the way out", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "unsupported_picture", "HEIC"),
    ("HEIC by a compatible brand only", b"\0\0\0\x1cftypmif1\0\0\0\0xxxxheixmiaf", "unsupported_picture", "HEIC"),
    ("AVIF", b"\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf", "unsupported_picture", "AVIF"),
    ("GIF", b"GIF89a" + b"\0" * 40, "unsupported_picture", "GIF"),
    ("BMP", b"BM" + b"\0" * 40, "unsupported_picture", "BMP"),
    ("TIFF", b"II*\0" + b"\0" * 40, "unsupported_picture", "TIFF"),
    ("a film", b"\0\0\0\x18ftypisom\0\0\0\0mp42isom", "unsupported_picture", "not a picture"),
    ("a text", b"hello there, this is no picture", "unsupported_picture", "not a picture"),
    ("nothing at all", b"", "unreadable_picture", "empty"),
    ("more than 20 MB", b"\xff\xd8\xff" + b"\0" * MOST_BYTES, "unreadable_picture", "20 MB"),
    ("more than 50 million pixels by the header", bomb_png(), "unreadable_picture", "30000 x 30000"),
    ("a JPEG that ends in its header", jpeg(signpost())[:40], "unreadable_picture", "cut off"),
    ("a JPEG without a frame", b"\xff\xd8\xff\xd9", "unreadable_picture", "cut off"),
    ("a JPEG marker of length 0", b"\xff\xd8\xff\xe0\0\0" + b"\0" * 40, "unreadable_picture", "cut off"),
    ("a JPEG of no width", jpeg(signpost()).replace(b"\0\x40\0\x60", b"\0\x40\0\0"), "unreadable_picture", "cut off"),
    (
        "half a JPEG",
        jpeg(np.random.default_rng(1).integers(0, 255, (64, 96, 3), np.uint8))[:6000],
        "unreadable_picture",
        "cut off",
    ),
    ("half a PNG", png(signpost())[:-40], "unreadable_picture", "cut off"),
    ("half a WebP", webp(signpost())[:-40], "unreadable_picture", "cut off"),
    ("a WebP without a picture", b"RIFF\x0c\0\0\0WEBPEXIF\0\0\0\0", "unreadable_picture", "cut off"),
    (
        "a PNG whose first chunk is another",
        b"\x89PNG\r\n\x1a\n" + chunk(b"tEXt", b"x" * 20),
        "unreadable_picture",
        "cut off",
    ),
]


@pytest.mark.parametrize(("data", "code", "says"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_what_cannot_be_read_is_refused_with_a_reason(data: bytes, code: str, says: str) -> None:
    with pytest.raises(PictureError) as refusal:
        decode_picture(data)
    assert refusal.value.code == code
    assert says in str(refusal.value)
    assert refusal.value.reason and "\n" not in str(refusal.value)


def test_every_cut_of_a_header_is_refused_or_read() -> None:
    """No cut, wherever it falls, gives anything but a header or a PictureError."""
    for encode in FORMATS.values():
        data = encode(signpost(), 6)
        for end in range(min(len(data), 400)):
            try:
                read_header(data[:end])
            except PictureError:
                continue


@pytest.mark.parametrize(
    ("width", "height", "read_width"),
    [(4000, 3000, 2000), (3000, 4000, 1500), (2560, 100, 1280), (2559, 100, 2559), (1280, 960, 1280), (60, 40, 60)],
)
@pytest.mark.parametrize("encode", [jpeg, png])
def test_large_pictures_are_read_at_a_fraction(encode: Encode, width: int, height: int, read_width: int) -> None:
    """12-megapixel pictures: decoded reduced; the size of what came in is kept for the boxes."""
    picture = decode_picture(encode(np.zeros((height, width, 3), np.uint8), None))
    assert picture.pixels.shape[1] == read_width
    assert (picture.width, picture.height) == (width, height)


def test_boxes_come_back_in_pixels_of_the_picture_that_came_in() -> None:
    picture = Decoded(np.zeros((750, 1000, 3), np.uint8), width=4000, height=3000)
    dice = DiceReading((Die(5, 5, 0.9, Box(100, 50, 20, 30)), Die(1, 1, 0.9, Box(-5, 740, 20, 30))), ms=1.0, count=2)
    cards = CardReading((Card("ace", 0.9, ((1, 2), (11, 2), (11, 22), (1, 22))),), ms=1.0)
    assert [die.box for die in picture.in_input_pixels(dice).dice] == [Box(400, 200, 80, 120), Box(0, 2960, 60, 40)]
    assert picture.in_input_pixels(dice).count == 2
    assert picture.in_input_pixels(cards).cards[0].corners == ((4, 8), (44, 8), (44, 88), (4, 88))


def test_a_file_is_read_and_a_missing_one_named(tmp_path: Path) -> None:
    (tmp_path / "dice.jpeg").write_bytes(png(signpost(), 3))  # the name does not decide, the content does
    assert corners(load_picture(tmp_path / "dice.jpeg").pixels) == "wbgr"
    for missing in (tmp_path / "none.jpg", tmp_path):
        with pytest.raises(PictureError, match="cannot be read") as refusal:
            load_picture(missing)
        assert refusal.value.code == "unreadable_picture"
        assert refusal.value.facts == {"file": str(missing)}


def test_a_picture_of_hundreds_of_scans_is_refused_before_it_is_decoded() -> None:
    """A progressive JPEG whose last scan is there 300 times cost eight seconds; an ordinary one is read."""
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), dtype=np.uint8)
    ok, encoded = cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    assert ok
    content = encoded.tobytes()
    assert 5 < content.count(b"\xff\xda") < MOST_SCANS
    assert read_header(content).width == 64
    last = content.rindex(b"\xff\xda")
    many = content[:-2] + content[last:-2] * 300 + content[-2:]
    with pytest.raises(PictureError) as refused:
        read_header(many)
    assert refused.value.reason == "too_many_scans"
