"""The QR code in the terminal leads where it should."""

from __future__ import annotations

import pytest

from companion.terminal import painted, qr_text

PIXELS = 8
"""Of one module in the drawn picture."""

LIGHT = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}


def drawn(text: str, ink: int, paper: int) -> object:
    """The text as a terminal shows it: each character is two squares, one above the other, in ink on paper."""
    import numpy as np

    lines = text.splitlines()
    rows = [[LIGHT[letter][half] for letter in line] for line in lines for half in (0, 1)]
    picture = np.full((len(rows) + 8, len(rows[0]) + 8), paper, np.uint8)
    picture[4:-4, 4:-4] = np.where(np.array(rows), ink, paper)
    return np.kron(picture, np.ones((PIXELS, PIXELS), np.uint8))


@pytest.mark.parametrize("address", ["http://192.168.1.23:8000/", "http://10.0.0.7:8001/t/ABC234", "http://1.2.3.4/"])
def test_the_text_drawn_as_a_picture_is_decoded(address: str) -> None:
    """OpenCV's detector reads the address off the drawn text, on a terminal with a dark background."""
    cv2 = pytest.importorskip("cv2", reason="the camera part is optional")
    text = qr_text(address)
    assert len({len(line) for line in text.splitlines()}) == 1
    assert max(map(len, text.splitlines())) < 80
    found, _, _ = cv2.QRCodeDetector().detectAndDecode(drawn(text, ink=230, paper=20))
    assert found == address


def test_a_light_terminal_shows_it_the_right_way_round() -> None:
    """With colours, every line says white on black and takes it back; the characters stay the same."""
    text = qr_text("http://192.168.1.23:8000/")
    for line, plain in zip(painted(text).splitlines(), text.splitlines(), strict=True):
        assert line == f"\x1b[38;5;255;48;5;16m{plain}\x1b[0m"
