"""The owner's cards: taught one by one, kept in a folder, recognised in pictures."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.error import CardError
from vision.cards.gallery import Gallery
from vision.cards.match import Match
from vision.cards.outlines import Outline, upright
from vision.cards.reader import Reader
from vision.cards.rows import RowCut, cards_in_rows, cut_rows
from vision.cards.shelf import CardShelf, Shelved, opened_export, pack, unpack
from vision.cards.teaching import Lesson, take_lesson, unlike_deck
from vision.reading import Card, CardReading, Point
from vision.taught import Imported

_LONGEST_NAME = 80
MOST_CARDS = 1000
MOST_PICTURES = 12
"""Of one card; one more takes the place of the oldest."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """What teaching a card did. ``looks_like``: cards taught under other names that this picture also fits, best first
    (probably the same card again, or one that cannot be told apart); ``corners``: where the card lay in the picture;
    ``preview``: the file of what was cut out and kept; ``unlike``: it has another shape than the other cards, so that the
    cut is probably wrong."""

    name: str
    pictures: int
    looks_like: tuple[str, ...]
    corners: tuple[Point, Point, Point, Point]
    preview: Path
    unlike: bool


class CardLibrary:
    """A folder of taught cards. Several processes may use it; each sees the others' changes at its next call."""

    def __init__(self, path: str | Path) -> None:
        """``path``: the folder; it is made when the first card is taught. Raises CardError ``bad_library`` if it is
        something else."""
        self._shelf = CardShelf(Path(path))
        self._cards: dict[str, Shelved] = {}
        self._gallery = Gallery()
        self._stamp = -1
        self._refresh()

    def names(self) -> list[str]:
        """The names of all cards, in the order they were taught."""
        self._refresh()
        return list(self._cards)

    def values(self, name: str) -> dict[str, Any]:
        """The game's values of a card, as given when it was taught. Raises CardError ``unknown_name``."""
        self._refresh()
        return dict(self._known(name).values)

    def pictures(self, name: str) -> list[Picture]:
        """The crops of a card (BGR, longer side 256), oldest first. Raises CardError ``unknown_name``."""
        self._refresh()
        return [unpack(self._shelf.picture(file)) for file in self._known(name).pictures]

    def enroll(
        self,
        name: str,
        image: Picture,
        values: dict[str, Any] | None = None,
        corners: Sequence[Point] | None = None,
        retake: bool = False,
    ) -> Enrolled:
        """Teach a card from a picture of it (BGR): a photograph of the card on a table, or the card filling the picture.

        The same name again adds a picture, with ``retake`` replaces those there. ``values`` (JSON) replace the old ones
        when given. ``corners``: clockwise from the card's own top left, when the owner dragged them. Raises CardError
        with ``no_card frame cut_off too_small blurred overexposed bad_name``; the library is then unchanged.
        """
        _checked_name(name)
        lesson = take_lesson(image, None if corners is None else np.array(corners, np.float32).reshape(4, 2))
        return self.keep(name, lesson, values, retake)

    def keep(self, name: str, lesson: Lesson, values: dict[str, Any] | None = None, retake: bool = False) -> Enrolled:
        """Teach a card that was cut out already, as ``enroll`` does. Raises CardError ``bad_name``."""
        name = _checked_name(name)

        def change(cards: dict[str, Shelved]) -> None:
            _check_room({name, *cards})
            old = cards.get(name, Shelved({}, ()))
            file = self._shelf.add_picture(pack(lesson.crop), ".jpg")
            kept = () if retake else old.pictures[1 - MOST_PICTURES :]
            cards[name] = Shelved(old.values if values is None else dict(values), (*kept, file))

        self._refresh()
        like = tuple(other for other in Reader(self._gallery).fitting(lesson.crop) if other != name)
        unlike = unlike_deck(lesson.crop, self._gallery.sizes)
        self._change(change)
        files = self._cards[name].pictures
        return Enrolled(name, len(files), like, _points(lesson.corners), self._shelf.picture_file(files[-1]), unlike)

    def look(self, image: Picture) -> tuple[Picture, tuple[Point, ...], tuple[str, ...], bool]:
        """What ``enroll`` would cut out of a picture (BGR, longer side 256), from where, the taught cards that it fits, and
        whether it has another shape than they; nothing is kept. Raises CardError as it does."""
        lesson = take_lesson(image)
        self._refresh()
        like = Reader(self._gallery).fitting(lesson.crop)
        return lesson.crop, _points(lesson.corners), like, unlike_deck(lesson.crop, self._gallery.sizes)

    def write_down(self) -> None:
        """Write what was worked out of the newest cards, so that another process starts quickly."""
        self._gallery.write_down(self._shelf)

    def remove(self, name: str) -> None:
        """Forget a card and its pictures. Raises CardError ``unknown_name``."""

        def change(cards: dict[str, Shelved]) -> None:
            self._known(name, cards)
            del cards[name]

        self._change(change)

    def rename(self, old: str, new: str) -> None:
        """Give a card another name; its place in the order stays. Raises CardError ``unknown_name taken_name
        bad_name``."""
        new = _checked_name(new)

        def change(cards: dict[str, Shelved]) -> None:
            self._known(old, cards)
            if new != old and new in cards:
                raise CardError(
                    "taken_name", f"There is a card named {new!r} already; remove it first or choose another name."
                )
            renamed = [(new if name == old else name, card) for name, card in cards.items()]
            cards.clear()
            cards.update(renamed)

        self._change(change)

    def set_values(self, name: str, values: dict[str, Any]) -> None:
        """Replace the game's values of a card (JSON). Raises CardError ``unknown_name``."""

        def change(cards: dict[str, Shelved]) -> None:
            cards[name] = Shelved(dict(values), self._known(name, cards).pictures)

        self._change(change)

    def read(self, image: Picture) -> CardReading:
        """Recognise the taught cards in a picture (BGR): cards from left to right, unknown ones with the name None."""
        started = time.perf_counter()
        self._refresh()
        matches, unknown = Reader(self._gallery).read(image)
        cards = [_card(match) for match in matches] + [_unknown_card(outline) for outline in unknown]
        cards.sort(key=lambda card: sum(x for x, _ in card.corners))
        return CardReading(tuple(cards), (time.perf_counter() - started) * 1000)

    def cards_in_rows(self, image: Picture) -> list[tuple[Point, Point, Point, Point]]:
        """Where the cards of a picture of several in rows lie, row by row: corners to ``enroll`` each with. Raises
        CardError ``no_card``."""
        return [_points(corners) for corners in cards_in_rows(image)]

    def look_at_rows(self, image: Picture) -> list[tuple[RowCut, tuple[str, ...], bool]]:
        """What can be taught of a picture of several cards (BGR), row by row: each cut, the taught cards that it fits, and
        whether it has another shape than they; nothing is kept. Raises CardError ``no_card``."""
        cuts = cut_rows(image)
        self._refresh()
        reader, sizes = Reader(self._gallery), self._gallery.sizes
        looked = []
        for cut in cuts:
            crop = None if cut.lesson is None else cut.lesson.crop
            like = () if crop is None else reader.fitting(crop)
            looked.append((cut, like, crop is not None and unlike_deck(crop, sizes)))
        return looked

    def export(self, file: str | Path) -> None:
        """Write the whole library into one file."""
        self._shelf.export(Path(file))

    def import_(self, file: str | Path) -> Imported:
        """Add the cards of an exported library; nothing taught here is lost: where a card has all its pictures, none is
        added. Raises CardError ``bad_library``, changing nothing."""
        coming, packed = opened_export(Path(file))
        added: list[str] = []
        extended: list[str] = []
        unchanged: list[str] = []

        def change(cards: dict[str, Shelved]) -> None:
            _check_room({*coming, *cards})
            for name, card in coming.items():
                old = cards.get(name)
                here = set() if old is None else {self._shelf.picture(f) for f in old.pictures}
                room = MOST_PICTURES - len(old.pictures if old is not None else ())
                new = [crop for crop in dict.fromkeys(packed[f] for f in card.pictures) if crop not in here]
                files = tuple(self._shelf.add_picture(crop, ".jpg") for crop in new[: max(0, room)])
                if old is None:
                    added.append(name)
                    cards[name] = Shelved(card.values, files)
                else:
                    (extended if files else unchanged).append(name)
                    cards[name] = Shelved(old.values or card.values, (*old.pictures, *files))

        self._change(change)
        return Imported(tuple(added), tuple(extended), tuple(unchanged))

    def _change(self, change: Callable[[dict[str, Shelved]], None]) -> None:
        with self._shelf.locked():
            cards = self._shelf.load()
            change(cards)
            self._shelf.keep(cards)
        self._refresh()

    def _refresh(self) -> None:
        stamp = self._shelf.stamp()
        if stamp == self._stamp:
            return
        self._cards = self._shelf.load()
        self._gallery = Gallery.load(self._shelf, self._cards, self._gallery)
        self._stamp = stamp

    def _known(self, name: str, cards: dict[str, Shelved] | None = None) -> Shelved:
        cards = self._cards if cards is None else cards
        if name not in cards:
            raise CardError("unknown_name", f"There is no card named {name!r}.")
        return cards[name]


def _check_room(names: set[str]) -> None:
    if len(names) > MOST_CARDS:
        raise CardError("library_full", f"A library holds at most {MOST_CARDS} cards.")


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        raise CardError("bad_name", f"A card's name has 1 to {_LONGEST_NAME} characters.")
    return name


def _points(corners: Floats) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def _card(match: Match) -> Card:
    if match.sure:
        return Card(match.name, match.confidence, _points(match.corners))
    return Card(
        None, match.confidence, _points(match.corners), (match.name, *(r for r in match.rivals if r != match.name))
    )


def _unknown_card(outline: Outline) -> Card:
    return Card(None, 0.0, _points(upright(outline.corners)))
