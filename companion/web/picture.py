"""The picture one sends around: 1080 x 1350, drawn as SVG and turned into a PNG here, without a browser and without internet.

Letters come from the fonts of this computer. Where one of them is in no font there, nothing is drawn: a picture with boxes in
place of a name is none. The library draws a letter that no font has as nothing at all, or as the sign for it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from unicodedata import combining, east_asian_width

from companion.core.refusal import Refused
from companion.core.text import T, Text

WIDTH, HEIGHT = 1080, 1350
WORDS = (
    "Noto Sans TC",
    "Noto Sans CJK TC",
    "PingFang TC",
    "Microsoft JhengHei",
    "WenQuanYi Zen Hei",
    "Segoe UI",
    "Helvetica Neue",
    "Liberation Sans",
    "DejaVu Sans",
    "Roboto",
    "Arial",
)
FIGURES = (
    "Noto Serif TC",
    "Noto Serif CJK TC",
    "Songti TC",
    "Georgia",
    "Liberation Serif",
    "DejaVu Serif",
    "Times New Roman",
    *WORDS,
)
NEVER_A_LETTER = "\U0010fffd"
"""A code that no font gives a shape; drawn, it is the sign for what is missing, or nothing."""


PICTURES_KEPT = 8
"""Of the newest tables whose picture was asked for, each about 150 kB: drawing one takes up to seconds."""


def png_of(svg: str) -> bytes:
    """An SVG as a PNG, drawn once however many phones ask for it; raises Refused where this computer cannot draw, or has no font for a letter in it."""
    _check_letters(_letters(svg))
    return _picture(svg)


def fault(*texts: str) -> Text | None:
    """Why this computer could draw no picture with these texts; None where it can."""
    try:
        _check_letters("".join(texts).replace(" ", ""))
    except Refused as problem:
        return problem.text
    return None


def _check_letters(letters: str) -> None:
    missing = "".join(letter for letter in dict.fromkeys(letters) if not has_letter(letter))
    if missing:
        raise Refused(
            "no_font",
            None,
            T(
                "The companion's computer has no font for {letters}, so the picture would show boxes. Install one there "
                "(on a Raspberry Pi: sudo apt install fonts-noto-cjk) and start the companion again. Printing works "
                "without.",
                letters=missing[:12],
            ),
        )


def _drawn(svg: str) -> bytes:
    try:
        import resvg_py
    except ImportError as problem:
        raise Refused(
            "no_font", None, T("The companion's computer cannot draw pictures. Printing works without.")
        ) from problem
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


_picture = lru_cache(maxsize=PICTURES_KEPT)(_drawn)


def _letters(svg: str) -> str:
    """Every letter that an SVG writes."""
    return "".join(
        letter
        for letter in re.sub(r"<style.*?</style>|<[^>]*>|&\w+;|\s", "", svg, flags=re.DOTALL)
        if not combining(letter)
    )


@lru_cache(maxsize=4096)
def has_letter(letter: str) -> bool:
    """Whether some font of this computer has a letter: it looks like neither nothing nor what is missing."""
    if letter in "\u200d\ufe0f\ufe0e":
        return True  # joins or chooses, and has no shape of its own
    return _shape(letter) not in (_shape(""), _shape(NEVER_A_LETTER))


@lru_cache(maxsize=4096)
def _shape(letter: str) -> bytes:
    families = ", ".join(f"'{family}'" for family in WORDS)
    return _drawn(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
        f'<text x="4" y="32" font-size="30" font-family="{families}">{escape(letter)}</text></svg>'
    )


def breadth(text: str) -> float:
    """How long a text is about, in heights of its letters; a Chinese letter is as wide as it is high."""
    return sum(1.0 if east_asian_width(letter) in "WF" else 0.62 for letter in text)


def fitted(text: str, size: float, room: float) -> float:
    """The size in which a text fits into ``room``, at most ``size``."""
    return round(min(size, room / max(1.0, breadth(text))), 1)


def broken(text: str, size: float, room: float, most: int = 3) -> list[str]:
    """A text in at most so many lines of this room; between words, or where a Chinese letter stands."""
    lines, line = [], ""
    for piece in re.findall(r"[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+", text):
        if line and breadth((line + piece).rstrip()) * size > room and piece not in "，。：；！？、」）":
            lines.append(line.rstrip())
            line = ""
        line += piece
    lines.append(line.rstrip())
    if len(lines) > most:
        lines[most - 1] = lines[most - 1][:-1] + "…"
    return lines[:most]
