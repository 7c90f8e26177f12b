"""What a file says of itself is read from any bytes there can be: a header or a refusal, never anything else."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.picture_header import Header, PictureError, read_header

STARTS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\x00\x00\x00\x00WEBP", b"\0\0\0\x18ftyp", b"II*\0", b"")


def written(suffix: str) -> bytes:
    return bytes(cv2.imencode(suffix, np.full((40, 60, 3), 90, np.uint8))[1].tobytes())


WHOLE = {suffix: written(suffix) for suffix in (".jpg", ".png", ".webp")}


def answer(data: bytes) -> Header | str:
    try:
        return read_header(data)
    except PictureError as refused:
        return refused.code


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(STARTS), st.binary(max_size=400))
def test_any_bytes_behind_the_first_of_a_format(start: bytes, rest: bytes) -> None:
    found = answer(start + rest)
    assert isinstance(found, Header) or found in ("unsupported_picture", "unreadable_picture")


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_real_picture_with_some_bytes_changed_or_cut_off(data: st.DataObject) -> None:
    picture = bytearray(WHOLE[data.draw(st.sampled_from(sorted(WHOLE)))])
    for _ in range(data.draw(st.integers(1, 6))):
        picture[data.draw(st.integers(0, len(picture) - 1))] = data.draw(st.integers(0, 255))
    found = answer(bytes(picture[: data.draw(st.integers(0, len(picture)))]))
    assert isinstance(found, Header) or found in ("unsupported_picture", "unreadable_picture")


@pytest.mark.parametrize("suffix", sorted(WHOLE))
def test_unchanged_they_are_read(suffix: str) -> None:
    assert answer(WHOLE[suffix]) == Header(suffix[1:].replace("jpg", "jpeg"), 60, 40)  # type: ignore[arg-type]
