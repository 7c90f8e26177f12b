"""Plain names for the colours of dice."""

from __future__ import annotations

import numpy as np

from vision.faces.library import Body


def colour_name(body: Body) -> str:
    """A plain English name for a die's colour, given as OpenCV's 8-bit L, a, b."""
    light, green_red, blue_yellow = body[0] / 2.55, body[1] - 128, body[2] - 128
    strength = float(np.hypot(green_red, blue_yellow))
    if strength < (
        32 if light > 88 else 27 if light > 62 else 20 if light > 40 else 12 if light > 22 else 9
    ):  # a lamp dyes a white die this much
        return "white" if light > 60 else "grey" if light > 32 else "black"
    hue = float(np.degrees(np.arctan2(blue_yellow, green_red))) % 360
    if light > 72 and strength < 26 and 40 < hue < 115:
        return "white"  # ivory, or white under a warm lamp
    if hue < 12 or hue >= 345:
        return "pink" if light > 60 else "red"
    if hue < 48:
        return "red" if light < 62 and strength > 40 else "brown" if light < 50 else "orange"
    if hue < 75:
        return "orange" if strength > 45 and light > 50 else "brown"
    if hue < 110:
        return "yellow" if light > 55 else "brown"
    if hue < 195:
        return "green"
    return "blue" if hue < 305 else "purple"
