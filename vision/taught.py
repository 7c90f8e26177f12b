"""What was taught, by name, without OpenCV: for lists, for taking it along, and for the pictures that show it.

Changing it, which looks into pictures, is `vision.changing_taught`.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

from vision.shelf import Shelf

Kind = Literal["cards", "faces"]

INDEX: dict[Kind, str] = {"cards": "cards.json", "faces": "index.json"}
PICTURES: dict[Kind, str] = {"cards": "pictures", "faces": ""}


class BadLibrary(Exception):
    """A folder or a file holds no library that can be used; ``str()`` says why, in English."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A card or a face by its name. ``files``: its pictures, oldest first; ``value``: what a face counts for."""

    name: str
    files: tuple[str, ...]
    pictures: int
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: names that are new, names that got more pictures, names that were there already."""

    added: tuple[str, ...] = ()
    extended: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()


def listed(kind: Kind, folder: Path) -> list[Taught]:
    """Everything taught in a folder, in the order it was; empty where there is none. Raises BadLibrary."""
    text = _shelf(kind, folder).index()
    try:
        return [] if text is None else list(_entries(kind, json.loads(text)))
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise BadLibrary(f"The library {folder} cannot be used: its index cannot be read.") from problem


def picture(kind: Kind, folder: Path, file: str) -> bytes | None:
    """A picture of something taught, JPEG of a card, PNG of a face; None where nothing taught has it. Raises BadLibrary."""
    if not any(file in taught.files for taught in listed(kind, folder)):
        return None
    return _shelf(kind, folder).picture(file)


def export(kind: Kind, folder: Path, sink: IO[bytes]) -> int:
    """Write everything taught in a folder as one zip file; answers with how many names it holds. Raises BadLibrary."""
    shelf = _shelf(kind, folder)
    with shelf.locked():
        text, taught = shelf.index(), listed(kind, folder)
        with zipfile.ZipFile(sink, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(INDEX[kind], text or _nothing(kind))
            for file in sorted({file for one in taught for file in one.files}):
                archive.writestr(f"{PICTURES[kind]}/{file}".lstrip("/"), shelf.picture(file))
    return len(taught)


def kind_of(library: IO[bytes]) -> Kind:
    """Whether an exported library, a zip file, holds cards or faces. Raises BadLibrary."""
    try:
        with zipfile.ZipFile(library) as archive:
            names = set(archive.namelist())
    except (OSError, ValueError, zipfile.BadZipFile) as problem:
        raise BadLibrary("This file is no exported library of cards or faces.") from problem
    for kind, index in INDEX.items():
        if index in names:
            return kind
    raise BadLibrary("This file is no exported library of cards or faces.")


def _entries(kind: Kind, index: dict[str, Any]) -> Iterator[Taught]:
    if kind == "cards":
        for name, card in index["cards"].items():
            files = tuple(map(str, card["pictures"]))
            yield Taught(str(name), files, len(files))
        return
    for face in index["faces"]:
        files = tuple(str(file) for picture in face["pictures"] for file in picture["files"])
        yield Taught(str(face["name"]), files, len(face["pictures"]), face["value"])


def _nothing(kind: Kind) -> str:
    return json.dumps({"format": 1, kind: {} if kind == "cards" else []})


def _shelf(kind: Kind, folder: Path) -> Shelf:
    return Shelf(folder, INDEX[kind], PICTURES[kind], BadLibrary)
