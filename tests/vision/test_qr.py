"""QR codes in pictures: drawn ones of every size that a pad needs, and as a phone sees them on a screen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import qrcode

from vision.operations import code_in
from vision.qr import code_in_pixels

LETTERS = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")


def drawn(text: str, module_px: int = 6) -> np.ndarray:
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=4)
    code.add_data(text)
    code.make(fit=True)
    bits = np.where(np.array(code.get_matrix()), 20, 235).astype(np.uint8)
    return np.kron(bits, np.ones((module_px, module_px), np.uint8))


def photographed(code: np.ndarray, degrees: float) -> np.ndarray:
    """Turned a little, from aside, not quite sharp, with noise."""
    chance = np.random.default_rng(5)
    side = int(code.shape[0] * 1.3)
    scene = np.full((side, side), 150, np.uint8)
    at = (side - code.shape[0]) // 2
    scene[at : at + code.shape[0], at : at + code.shape[1]] = code
    turned = cv2.warpAffine(
        scene, cv2.getRotationMatrix2D((side / 2, side / 2), degrees, 1), (side, side), borderValue=150
    )
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    seen = np.array([[side * 0.03, 0], [side * 0.98, side * 0.02], [side, side], [0, side * 0.97]], np.float32)
    aside = cv2.warpPerspective(turned, cv2.getPerspectiveTransform(corners, seen), (side, side), borderValue=150)
    blurred = cv2.GaussianBlur(aside, (0, 0), 1.2)
    noisy = np.clip(blurred + chance.normal(0, 6, blurred.shape), 0, 255).astype(np.uint8)
    return cv2.cvtColor(noisy, cv2.COLOR_GRAY2BGR)


@pytest.mark.parametrize("letters", [60, 400, 1000, 2500])
@pytest.mark.parametrize("degrees", [0, 4])
def test_a_code_is_read_from_a_photo(letters: int, degrees: float) -> None:
    chance = np.random.default_rng(letters)
    text = "HTTP://192.168.1.20:8000/PADS/FROM/PAD1" + "".join(chance.choice(LETTERS, letters))
    assert code_in_pixels(photographed(drawn(text), degrees)) == text


def test_a_picture_without_a_code_says_so() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    assert code_in_pixels(noise) is None
    _, png = cv2.imencode(".png", noise)
    assert code_in(png.tobytes()).text is None
