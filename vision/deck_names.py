"""The names of a deck in a text file. It needs no OpenCV, so that a wrong file is told before that is loaded."""

from __future__ import annotations

from pathlib import Path

LONGEST = 40


def names_in(file: Path) -> list[str]:
    """The names of a list, one a line or with commas. Raises ValueError for what is no name or no text, OSError."""
    lines = file.read_text(encoding="utf-8-sig").splitlines()
    names = [name for line in lines for part in line.split(",") if (name := part.strip())]
    if unfit := [name for name in names if len(name) > LONGEST or not name.isprintable()]:
        raise ValueError(f"{unfit[0]!r} is no name of 1 to {LONGEST} characters")
    return names
