"""What may be typed behind ``python -m vision``: each a value of its kind, or one line that says what it may be.

Every function takes what was typed and raises `argparse.ArgumentTypeError`.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

from vision.tray import Tray

MOST_DICE = 40
LONGEST_NAME = 40
_PICTURES = (".jpeg", ".jpg", ".png", ".webp")


def tray(typed: str) -> Tray:
    """Left, top, width and height of a part of the picture in percent, or left and top of its four corners."""
    with suppress(ValueError):
        return Tray.of([float(part) for part in typed.split(",")])
    raise argparse.ArgumentTypeError(
        f"{typed!r} is not left,top,width,height of a part of the picture, 0 to 100 percent (nor left,top of its four "
        "corners); it takes at least a hundredth of it"
    )


def values(typed: str) -> frozenset[int]:
    """The values the dice have, each from 1 to 6."""
    with suppress(ValueError):
        found = frozenset(int(part) for part in typed.split(","))
        if found <= frozenset(range(1, 7)):
            return found
    raise argparse.ArgumentTypeError(f"{typed!r} is not a list of values from 1 to 6, such as 1,2,3")


def count(typed: str) -> int:
    """How many dice there are."""
    with suppress(ValueError):
        if 1 <= int(typed) <= MOST_DICE:
            return int(typed)
    raise argparse.ArgumentTypeError(f"{typed!r} is not a whole number from 1 to {MOST_DICE}")


def value(typed: str) -> int:
    """What a taught face counts for, 0 to 999."""
    with suppress(ValueError):
        if 0 <= int(typed) <= 999:
            return int(typed)
    raise argparse.ArgumentTypeError(f"{typed!r} is not a whole number from 0 to 999")


def folder(typed: str) -> Path:
    """A folder that is there."""
    if not Path(typed).is_dir():
        raise argparse.ArgumentTypeError(f"{typed!r} is not a folder; teach something first (enroll --library {typed})")
    return Path(typed)


def lesson(typed: str) -> tuple[str, Path]:
    """``NAME=IMAGE``: a name and the picture of it."""
    name, equals, file = typed.partition("=")
    name = name.strip()
    if not equals or not file or not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise argparse.ArgumentTypeError(f"{typed!r} is not NAME=IMAGE with a name of 1 to {LONGEST_NAME} characters")
    return name, Path(file)


def names(typed: str) -> list[str]:
    """The names in a file, in their order."""
    from vision.deck_names import names_in

    try:
        return names_in(Path(typed))
    except (OSError, ValueError) as problem:
        raise argparse.ArgumentTypeError(f"{typed!r} cannot be used: {problem}") from None


def row(typed: str) -> tuple[list[str], Path]:
    """``FACE,FACE=IMAGE``: the faces in a picture of several dice, from left to right."""
    listed, _, file = typed.partition("=")
    parts = [lesson(f"{name}={file}")[0] for name in listed.split(",")]
    if len(parts) > MOST_DICE:
        raise argparse.ArgumentTypeError(f"{typed!r} names more than {MOST_DICE} dice")
    return parts, Path(file)


def card_lessons(typed: str) -> list[tuple[str, Path]]:
    """One lesson, or one for each picture of a folder, named by its file without the ending; several names with commas."""
    if "=" in typed or not Path(typed).is_dir():
        listed, equals, file = typed.partition("=")
        for name in listed.split(","):
            lesson(f"{name}{equals}{file}")
        return [(listed, Path(file))]
    pictures = sorted(file for file in Path(typed).iterdir() if file.suffix.lower() in _PICTURES)
    if not pictures:
        raise argparse.ArgumentTypeError(f"{typed!r} holds no picture ({', '.join(_PICTURES)})")
    return [lesson(f"{file.stem.replace('=', ' ')}={file}") for file in pictures]
