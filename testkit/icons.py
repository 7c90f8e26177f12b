"""Draws the icons of the home screen from the emblems: ``python -m testkit.icons`` after an emblem was changed.

An icon is the emblem on paper, small enough that whatever shape a phone cuts out of it leaves the emblem whole.
"""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

STATIC = Path(__file__).resolve().parent.parent / "static"
SIZES = (180, 192, 512)
SHARE = 0.74
"""How much of the icon's width the emblem has; phones keep a disc of 80 % at least."""


def icon(drawn: str, size: int) -> bytes:
    """A drawing (SVG with a view box) as PNG on paper, ``size`` pixels wide and high."""
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn)
    assert box is not None
    scale = 100 * SHARE / int(box[1])
    inner = drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")]
    edge = 50 * (1 - SHARE)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#fbf6ec"/>'
        f'<g transform="translate({edge} {edge}) scale({scale})">{inner}</g></svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def main() -> None:
    """Writes every icon."""
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    drawings = {
        "companion": STATIC / "icon.svg",
        **{path.stem: path for path in sorted((STATIC / "emblems").glob("*.svg"))},
    }
    for name, path in drawings.items():
        for size in SIZES:
            (folder / f"{name}-{size}.png").write_bytes(icon(path.read_text(encoding="utf-8"), size))


if __name__ == "__main__":
    main()
