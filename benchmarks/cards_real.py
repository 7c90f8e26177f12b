"""How well cards are read in real photographs: ``python3 -m benchmarks.cards_real [FOLDER] [--decks ...] [--crops FOLDER]``.

``FOLDER`` (default: ``shared/photos/cards`` beside the checkout) holds ``labels.csv`` with ``deck, file, role (teach | scene),
cards (names, separated by |), difficulty, note`` and the pictures. Each deck is taught from its lessons exactly as the product
teaches, then every scene is read twice: with the whole deck taught, and with the lessons of its own cards taken out. Prints by
deck: lessons refused; cards right, asked with the right name first, asked with another, missed, wrong and sure; how many cards
were called sure although their own lesson was left out; milliseconds a picture. Only names are known of a scene, no places: a
sure name that is not in the picture, or there more often than it lies there, is wrong and sure.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from testkit.sisters import coloured, other_hue, other_rank
from vision.arrays import Picture
from vision.cards.error import CardError
from vision.cards.gallery import Gallery
from vision.cards.match import Match
from vision.cards.reader import Reader
from vision.cards.shelf import pack
from vision.cards.teaching import take_lesson
from vision.image import decode_picture, read_picture_file

PHOTOS = Path(__file__).resolve().parents[2] / "shared" / "photos" / "cards"


@dataclass(frozen=True, slots=True)
class Labelled:
    """One photograph: its file, the names of the cards to be seen in it, and how hard it is said to be."""

    file: Path
    cards: tuple[str, ...]
    difficulty: str


@dataclass
class Count:
    """What became of the cards of a deck; ``left_out``: cards shown whose own lesson was taken out, and those called sure."""

    refused: list[str] = field(default_factory=list)
    cards: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)


def decks_of(folder: Path) -> dict[str, tuple[list[Labelled], list[Labelled]]]:
    """The lessons and the scenes of each deck that ``labels.csv`` lists, in its order."""
    decks: dict[str, tuple[list[Labelled], list[Labelled]]] = defaultdict(lambda: ([], []))
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as listed:
        for row in csv.DictReader(listed):
            names = tuple(row["cards"].split("|")) if row["cards"] else ()
            decks[row["deck"]][row["role"] == "scene"].append(Labelled(folder / row["file"], names, row["difficulty"]))
    return dict(decks)


def picture_of(file: Path) -> Picture:
    """A picture (BGR) as the product decodes it."""
    return decode_picture(read_picture_file(file)).pixels


def teach(lessons: Sequence[Labelled], count: Count, crops: Path | None = None) -> Gallery:
    """Teach each lesson; those refused are noted. ``crops``: where the pieces cut out are written, to be looked at."""
    gallery = Gallery()
    for lesson in lessons:
        try:
            taken = take_lesson(picture_of(lesson.file))
        except CardError as refused:
            count.refused.append(f"{lesson.file.name}: {refused.code}")
            continue
        gallery.add(lesson.cards[0], lesson.file.name, pack(taken.crop))
        if crops is not None:
            crops.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(crops / f"{lesson.file.stem}.png"), taken.crop)
    return gallery


def judge(scene: Labelled, matches: Sequence[Match], taught: frozenset[str]) -> Counter[str]:
    """What became of each card of a scene that was taught, and sure names that are not in it."""
    told: Counter[str] = Counter()
    there = Counter(scene.cards)
    known = Counter(name for name in scene.cards if name in taught)
    for match in (m for m in matches if m.sure):
        if there[match.name] > 0:
            there[match.name] -= 1
            known[match.name] -= 1
            told["right"] += 1
        else:
            told["wrong and sure"] += 1
    asked = [m for m in matches if not m.sure]
    for match in asked:
        if known[match.name] > 0:
            known[match.name] -= 1
            told["asked, right first"] += 1
    for match in asked:
        for rival in match.rivals:
            if known[rival] > 0:
                known[rival] -= 1
                told["asked, right among them"] += 1
                break
    told["missed"] = sum((+known).values())
    return told


def measure(lessons: Sequence[Labelled], scenes: Sequence[Labelled], crops: Path | None, verbose: bool) -> Count:
    """Teach a deck and read its scenes, with and without the lessons of the cards they show."""
    count = Count()
    gallery = teach(lessons, count, crops)
    taught = frozenset(gallery.names)
    reader = Reader(gallery)
    for scene in scenes:
        picture = picture_of(scene.file)
        started = time.process_time()
        matches, _ = reader.read(picture)
        count.ms.append((time.process_time() - started) * 1000)
        told = judge(scene, matches, taught)
        count.cards += told
        own = taught & frozenset(scene.cards)
        left, _ = Reader(gallery.without(own)).read(picture)
        strange = judge(scene, left, taught - own)["wrong and sure"]
        count.left_out += Counter({"shown": sum(name in own for name in scene.cards), "sure": strange})
        if verbose or told["wrong and sure"] or strange:
            said = [f"{m.name}{'' if m.sure else '?'}" for m in matches]
            sure = [m.name for m in left if m.sure]
            print(f"  {scene.file.name}: {'|'.join(scene.cards)} read as {' '.join(said)}; left out {' '.join(sure)}")
    return count


def alone(name: str, file: str, crop: Picture) -> Reader:
    """A reader that was taught one card only, so that no look-alike can object."""
    gallery = Gallery()
    gallery.add(name, file, pack(crop))
    return Reader(gallery)


def sisters(scenes: Sequence[Labelled], make: Callable[[str], Picture | None],
            crops: dict[str, Picture]) -> Counter[str]:  # fmt: skip
    """Read every card of the scenes by its own lesson alone, then by its sister's alone (``make``: from its name; None: it
    has none): how many are called sure. A sister that is called sure is a mistake."""
    told: Counter[str] = Counter()
    false = {name: make(name) for name in crops}
    for scene in scenes:
        picture = picture_of(scene.file)
        for name in dict.fromkeys(scene.cards):
            sister = false.get(name)
            if sister is None:
                continue
            told["places"] += 1
            told["own sure"] += any(m.sure for m in alone(name, name, crops[name]).read(picture)[0])
            fooled = any(m.sure for m in alone(name, f"not {name}", sister).read(picture)[0])
            told["sister sure"] += fooled
            if fooled:
                print(f"  {scene.file.name}: the sister of {name} called sure")
    return told


def sister_tables(deck: str, lessons: Sequence[Labelled], scenes: Sequence[Labelled]) -> None:
    """Print how safe a deck is from cards that nobody taught: another rank in the corners (playing cards, named rank and
    suit), another colour."""
    crops = {}
    for lesson in lessons:
        with suppress(CardError):
            crops[lesson.cards[0]] = take_lesson(picture_of(lesson.file)).crop

    def ranked(name: str) -> Picture | None:
        donors = [other for other in crops if other != name and other[-1] == name[-1] and len(other) <= 3]
        return other_rank(crops[name], crops[donors[len(name) % len(donors)]]) if donors and len(name) <= 3 else None

    def recoloured(name: str) -> Picture | None:
        return other_hue(crops[name], 120) if float(coloured(crops[name]).mean()) > 0.02 else None

    for label, make in (("another rank", ranked), ("another colour", recoloured)):
        told = sisters(scenes, make, crops)
        if told["places"]:
            print(f"{deck}, {label}: of {told['places']} places sure by the own lesson {told['own sure']}, by a sister's"
                  f" {told['sister sure']}", flush=True)  # fmt: skip


_TOLD = ("right", "asked, right first", "asked, right among them", "missed")
_HEAD = "deck (lessons, refused)      cards   right   asked first/among   missed   wrong+sure   left out: sure   ms median / 90 %"


def report(deck: str, lessons: int, count: Count) -> None:
    """Print one line."""
    shown = sum(count.cards[what] for what in _TOLD)
    right, first, among, missed = (f"{count.cards[what]:4d}" for what in _TOLD)
    share = 100 * count.cards["right"] / max(1, shown)
    middle, slow = (np.percentile(count.ms, p) for p in (50, 90)) if count.ms else (0.0, 0.0)
    print(f"{deck[:20]:20s} ({lessons}, {len(count.refused)})   {shown:5d}   {right} {share:3.0f}%   {first} / {among}   {missed}"
          f"   {count.cards['wrong and sure']:4d}   {count.left_out['sure']:4d} of {count.left_out['shown']:4d}"
          f"   {middle:5.0f} / {slow:5.0f}", flush=True)  # fmt: skip
    for line in count.refused:
        print(f"  refused {line}")


def asked_decks(
    parser: argparse.ArgumentParser, only: Sequence[str] = ()
) -> tuple[argparse.Namespace, dict[str, tuple[list[Labelled], list[Labelled]]]]:
    """Read the options, with those that say what is read; and lessons and scenes of the decks asked for, none, and a word,
    where there are no photographs. ``only``: the decks where none are named, all if empty."""
    parser.add_argument("folder", nargs="?", type=Path, default=PHOTOS, help="labels.csv and the pictures")
    parser.add_argument("--decks", nargs="*", default=only, help="only these decks")
    parser.add_argument("--every", type=int, default=1, help="read only every n-th scene")
    options = parser.parse_args()
    if not (options.folder / "labels.csv").is_file():
        print(f"There are no photographs of cards in {options.folder}: nothing was measured.")
        return options, {}
    decks = decks_of(options.folder).items()
    return options, {
        deck: (lessons, scenes[:: options.every])
        for deck, (lessons, scenes) in decks
        if not options.decks or deck in options.decks
    }


def main() -> int:
    """Read the options and print the table; 0 also where there are no photographs to measure on."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--crops", type=Path, help="write what the lessons were cut to here")
    parser.add_argument("--verbose", action="store_true", help="a line for every scene, not only for mistakes")
    parser.add_argument("--sisters", action="store_true", help="sisters that nobody taught, instead")
    options, decks = asked_decks(parser)
    cv2.setNumThreads(1)
    if decks and not options.sisters:
        print(_HEAD)
    for deck, (lessons, scenes) in decks.items():
        if options.sisters:
            sister_tables(deck, lessons, scenes)
            continue
        crops = options.crops / deck if options.crops else None
        report(deck, len(lessons), measure(lessons, scenes, crops, options.verbose))
    return 0


if __name__ == "__main__":
    sys.exit(main())
