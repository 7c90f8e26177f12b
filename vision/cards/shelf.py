"""A card library on disk: a `vision.shelf`, and one file to pass it on.

``cards.json`` names the cards, their values and picture files; ``pictures/`` holds the crops. ``worked-out.npz`` beside
them can be deleted at any time: it is worked out again from the pictures.
"""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Picture
from vision.cards.error import CardError
from vision.shelf import Shelf, can_be_a_name

FORMAT = 1
_LARGEST_MEMBER = 4_000_000
MOST_MEMBERS = 20_000
MOST_BYTES = 200_000_000
"""Of an exported library unpacked: 1,000 cards of twelve pictures come to half of it."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """One card on disk: the game's values (JSON) and its picture files, oldest first."""

    values: dict[str, Any]
    pictures: tuple[str, ...]


class CardShelf(Shelf):
    """The folder of a card library; it need not exist before the first card is written."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "cards.json", "pictures", lambda why: CardError("bad_library", why))

    def load(self) -> dict[str, Shelved]:
        """All cards by name. Raises CardError ``bad_library`` when the folder holds something else."""
        text = self.index()
        return {} if text is None else _parsed(text, str(self.folder / "cards.json"))

    def keep(self, cards: Mapping[str, Shelved]) -> None:
        """Replace the list of cards in one step, then drop picture files no card names any more."""
        self.save(_listed(cards), {file for card in cards.values() for file in card.pictures})

    def export(self, file: Path) -> None:
        """Write the whole library into one file (a zip of cards.json and its pictures)."""
        cards = self.load()
        new = file.with_name(f"{file.name}.{os.getpid()}.new")
        with zipfile.ZipFile(new, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr("cards.json", json.dumps(_listed(cards), ensure_ascii=False, indent=1))
            for card in cards.values():
                for picture in card.pictures:
                    archive.writestr(f"pictures/{picture}", self.picture(picture))
        new.replace(file)


def opened_export(file: Path) -> tuple[dict[str, Shelved], dict[str, bytes]]:
    """Read an exported library: its cards and each picture file's packed crop. Raises CardError ``bad_library``,
    never half a result."""
    try:
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
            sizes = [member.file_size for member in members]
            if len(sizes) > MOST_MEMBERS or max(sizes, default=0) > _LARGEST_MEMBER or sum(sizes) > MOST_BYTES:
                raise _too_large(file)
            cards = _parsed(archive.read("cards.json").decode("utf-8"), str(file))
            if sum(len(card.pictures) for card in cards.values()) > MOST_MEMBERS:
                raise _too_large(file)
            if not all(map(can_be_a_name, cards)):
                raise CardError("bad_library", f"{file} has a card whose name is none.")
            packed = {p: archive.read(f"pictures/{p}") for card in cards.values() for p in card.pictures}
    except (OSError, KeyError, ValueError, RuntimeError, zlib.error, zipfile.BadZipFile) as problem:
        raise CardError("bad_library", f"{file} is not an exported card library: {problem}") from problem
    for crop in packed.values():
        unpack(crop)
    return cards, packed


def _too_large(file: Path) -> CardError:
    return CardError("bad_library", f"{file} is too large to be a card library.")


def pack(crop: Picture) -> bytes:
    """A crop as JPEG, fine enough for comparing, colours at full resolution."""
    done, packed = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, 95, cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
                                               cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444])  # fmt: skip
    if not done:
        raise CardError("bad_library", "The picture could not be written.")
    return packed.tobytes()


def unpack(packed: bytes) -> Picture:
    """The crop of a JPEG, BGR. Raises CardError ``bad_library`` when it is damaged or larger than a crop can be."""
    crop = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR) if packed else None
    if crop is None or max(crop.shape) > 1024 or min(crop.shape[:2]) < 16:
        raise CardError("bad_library", "A picture of the library is damaged.")
    return crop


def _listed(cards: Mapping[str, Shelved]) -> dict[str, Any]:
    """What cards.json holds."""
    body = {name: {"values": card.values, "pictures": list(card.pictures)} for name, card in cards.items()}
    return {"format": FORMAT, "cards": body}


def _parsed(text: str, source: str) -> dict[str, Shelved]:
    try:
        body = json.loads(text)
        if body["format"] != FORMAT:
            raise CardError("bad_library", f"{source} was written by another version (format {body['format']}).")
        cards = {}
        for name, card in body["cards"].items():
            files = tuple(str(file) for file in card["pictures"])
            if any(Path(file).name != file or not file.endswith(".jpg") for file in files) or not isinstance(
                card["values"], dict
            ):
                raise CardError("bad_library", f"{source}: the card {name!r} is damaged.")
            cards[str(name)] = Shelved(card["values"], files)
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        if isinstance(problem, CardError):
            raise
        raise CardError("bad_library", f"{source} is not a card library.") from problem
    return cards
