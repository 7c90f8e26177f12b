"""The command that teaches a whole deck: names in order for the cards of pictures, PDF pages or videos; all are looked at
before any is taught."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision import operations
from vision.cards.error import CardError
from vision.cards.rows import RowCut, numbered_crops, seen_twice
from vision.image import encode_jpeg
from vision.picture_header import PictureError
from vision.sources import cards_of
from vision.teaching_cards import show_progress

PASSED_OVER = "-"


@dataclass(frozen=True, slots=True)
class Found:
    """A card of the deck that is being taught: its number, from 1, through all files."""

    number: int
    file: Path
    cut: RowCut


def teach_deck(
    files: Sequence[Path], names: Sequence[str], library: Path, *, look: Path | None, sure: bool, as_json: bool
) -> int:
    """Teach the cards of the files by their names in order, "-" for one to leave out; the exit status.

    Nothing is taught where the numbers do not match, or, unless ``sure``, where two names are given to pictures that look
    the same or one name to pictures that do not. ``look``: a folder where the cards are written, numbered, instead.
    """
    found: list[Found] = []
    status = 0
    for file in files:
        try:
            found += [Found(len(found) + 1 + k, file, cut) for k, cut in enumerate(cards_of(file))]
        except (CardError, PictureError) as refused:
            status = 1
            message = refused.message if isinstance(refused, CardError) else str(refused)
            _line(
                {"file": str(file), "error": {"code": "unreadable_picture", "message": message}},
                f"{file}: {message}",
                as_json,
            )
    if status:
        return status
    if look is not None:
        _write(found, look)
        print(f"{len(found)} cards written to {look}, nothing taught")
        return 0
    if len(names) != len(found):
        print(f"There are {len(found)} cards to be seen and {len(names)} names given; - leaves a card out. Nothing was taught; "
              "--look DIR shows which card has which number.", file=sys.stderr)  # fmt: skip
        return 1
    doubts = _doubts(found, names)
    for number, said in doubts:
        _line({"number": number, "question": said}, f"{number}: {said}", as_json)
    if doubts and not sure:
        print("Nothing was taught: change the names, or add --sure where they are right.", file=sys.stderr)
        return 1
    return _keep(found, names, library, as_json)


def _doubts(found: Sequence[Found], names: Sequence[str]) -> list[tuple[int, str]]:
    """What is asked before anything is taught: seen twice, one name? two names, the same picture?"""
    there = [card for card in found if card.cut.lesson is not None]
    twice = seen_twice([card.cut.lesson.crop for card in there if card.cut.lesson is not None])
    twin = {there[k].number: there[first].number for k, first in twice.items()}
    first_of: dict[str, int] = {}
    doubts = []
    for card, name in zip(found, names, strict=True):
        other = twin.get(card.number)
        if name == PASSED_OVER or card.cut.lesson is None:
            continue
        first = first_of.setdefault(name, card.number)
        if other is not None and names[other - 1] not in (name, PASSED_OVER):
            doubts.append(
                (card.number, f"{name} looks the same as number {other}, {names[other - 1]}: one card, one name?")
            )
        elif first not in (card.number, other):
            doubts.append((card.number, f"{name} is number {first} too and looks different: two pictures of one card?"))
    return doubts


def _keep(found: Sequence[Found], names: Sequence[str], library: Path, as_json: bool) -> int:
    status = 0
    show = show_progress(len(found))
    try:
        for card, name in zip(found, names, strict=True):
            show(card.number)
            if name == PASSED_OVER:
                continue
            if card.cut.lesson is None:
                status = 1
                error = {"code": "unreadable_picture", "message": card.cut.why}
                _line({"file": str(card.file), "number": card.number, "error": error},
                      f"{card.number} {name}: not taught. {card.cut.why}", as_json)  # fmt: skip
                continue
            lesson = operations.teach_card(encode_jpeg(card.cut.lesson.crop, 95), library, name, whole=True)
            alike = [other for other in lesson.alike if other != name]
            said = f"; looks the same as {', '.join(alike)}" if alike else ""
            told = {
                "name": name,
                "file": str(card.file),
                "number": card.number,
                "preview": lesson.preview,
                "alike": alike,
            }
            _line(told, f"{card.number} {name}: {lesson.pictures} taught{said}", as_json)
    finally:
        operations.write_down_cards(library)
    return status


def _write(found: Sequence[Found], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for card in found:
        if card.cut.lesson is not None:
            (folder / f"{card.number:03d}.jpg").write_bytes(encode_jpeg(card.cut.lesson.crop, 92))
    (folder / "all.jpg").write_bytes(encode_jpeg(numbered_crops([card.cut for card in found]), 85))


def _line(told: dict[str, Any], text: str, as_json: bool) -> None:
    print(json.dumps(told, ensure_ascii=False) if as_json else text, flush=True)
