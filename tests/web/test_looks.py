"""Colours that everybody can tell and read, in both themes, from the stylesheet itself."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.resources import static_path

CSS = (static_path() / "companion.css").read_text(encoding="utf-8")
SEATS = ("red", "blue", "green", "amber", "purple", "slate")
GROUNDS = ("paper", "card", "shade")


def tokens(theme: str) -> dict[str, str]:
    """The colours of a theme; what dark does not name stays as in light."""
    light, dark = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)[:2]
    found = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", light))
    return found if theme == "light" else {**found, **dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", dark))}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(two)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


PAIRS = [
    *((seat, ground, 4.5) for seat in SEATS for ground in ("paper", "card")),
    *(("on-seat", seat, 4.5) for seat in SEATS),
    *((text, ground, 4.5) for text in ("ink", "soft") for ground in GROUNDS),
    *((text, ground, 4.5) for text in ("accent", "warn", "good") for ground in ("paper", "card")),
    ("on-accent", "accent", 4.5),
    *(("edge", ground, 3.0) for ground in ("paper", "card")),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("front", "back", "least"), PAIRS, ids=[f"{front} on {back}" for front, back, _ in PAIRS])
def test_contrast(theme: str, front: str, back: str, least: float) -> None:
    """4.5 for everything read, seat colours included; 3 for the borders of what can be touched."""
    colours = tokens(theme)
    assert contrast(colours[front], colours[back]) >= least


def test_fast_taps_do_not_zoom() -> None:
    """`touch-action: manipulation` on the page, so that it holds for every control in it."""
    (body,) = re.findall(r"^body \{(.*?)\}", CSS, re.DOTALL | re.MULTILINE)
    assert "touch-action: manipulation" in body


def test_pages_may_be_enlarged(client: FlaskClient) -> None:
    """No page forbids what people with weak eyes need."""
    for path in ("/", "/new", "/host", "/join"):
        page = client.get(path).get_data(as_text=True)
        (viewport,) = re.findall(r'name="viewport" content="([^"]*)"', page)
        assert "user-scalable" not in viewport
        assert "maximum-scale" not in viewport


def test_nothing_is_smaller_than_12_and_a_half_pixels() -> None:
    """The least size of letters, in every stylesheet."""
    for sheet in static_path().rglob("*.css"):
        for size, unit in re.findall(r"font(?:-size)?:\s*([\d.]+)(rem|px)", sheet.read_text(encoding="utf-8")):
            assert float(size) * (16 if unit == "rem" else 1) >= 12.5, (sheet.name, size, unit)
