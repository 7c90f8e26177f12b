"""How well cards are read: ``python3 -m benchmarks.cards [--cards N] [--decks ...] [--evening N] [--sizes ...] [--printed FOLDER]``.

Draws decks, teaches each card from one photograph of it, lays known and unknown cards on drawn tables (1-12 cards, any
turn, tilt up to 40 degrees, light, colour cast, blur, glare in a third, sleeves, every fourth picture with overlaps) and
prints, deck by deck: right, asked, missed, wrong and sure; unknown cards rejected. Then the same for cards taught from flat
scans and seen worn, bent and under a lamp by a poor webcam (``testkit.worn``), each scene also with its own cards taken
out of the library; never-taught look-alikes called sure; milliseconds for a 1280 x 960 picture with five cards and memory per
card by library size, on one core. ``--teach N``: how long teaching N photographs takes, and nothing else.
"""

from __future__ import annotations

import argparse
import pickle
import time
import tracemalloc
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from testkit.decks import DrawnCard, deck, printed_deck
from testkit.judging import Tally, judge
from testkit.tabletops import Photograph, photograph, portrait
from testkit.worn import evening, scan
from vision.cards.error import CardError
from vision.cards.gallery import Gallery
from vision.cards.reader import Reader
from vision.cards.shelf import pack
from vision.cards.teaching import take_lesson

DECKS = {"art": 100, "icons": 72, "playing": 52, "corners": 52, "trading": 200, "digits": 50}
_TAUGHT = ("trading", "playing", "icons", "art")
EVENING = {"playing": 52, "corners": 52, "trading": 60, "icons": 72}


def teach(cards: Sequence[DrawnCard], seed: int) -> tuple[Gallery, int]:
    """Teach each card from one photograph; returns the gallery and how often the corners had to be given by hand."""
    gallery, by_hand = Gallery(), 0
    for number, card in enumerate(cards):
        shot = portrait(card, seed * 1000 + number)
        truth = shot.laid[0].corners
        try:
            lesson = take_lesson(shot.image)
            if np.abs(lesson.corners - truth).max() > 0.08 * np.linalg.norm(truth[0] - truth[2]):
                raise CardError("no_card", "found something else")
        except CardError:
            by_hand += 1
            lesson = take_lesson(shot.image, truth)
        gallery.add(card.name, str(number), pack(lesson.crop))
    return gallery, by_hand


def show(gallery: Gallery, cards: Sequence[DrawnCard], lookalikes: frozenset[str], amount: int, seed: int,
         take: Callable[..., Photograph] = photograph) -> Tally:  # fmt: skip
    """Show about ``amount`` cards drawn from ``cards``, one to twelve in a picture made by ``take``."""
    reader, rng, tally = Reader(gallery), np.random.default_rng(seed), Tally()
    taught = frozenset(gallery.names)
    shown, number = 0, 0
    while shown < amount:
        pick = rng.choice(len(cards), min(int(rng.integers(1, 13)), len(cards), amount - shown), replace=False)
        shot = take([cards[k] for k in pick], seed * 1000 + number, overlap=number % 4 == 3)
        started = time.process_time()
        matches, _ = reader.read(shot.image)
        tally.ms.append((time.process_time() - started) * 1000)
        tally.add(judge(shot, matches, taught, lookalikes))
        shown, number = shown + len(pick), number + 1
    return tally


def scanned(cards: Sequence[DrawnCard], seed: int, gallery: Gallery | None = None) -> Gallery:
    """Teach each card from a flat scan that fills its picture; those that ``gallery`` knows already are left out."""
    gallery = gallery or Gallery()
    for number in range(len(gallery.names), len(cards)):
        lesson = take_lesson(scan(cards[number], seed * 1000 + number))
        gallery.add(cards[number].name, str(number), pack(lesson.crop))
    return gallery


def deck_table(styles: Sequence[str], amount: int, seed: int) -> Tally:
    """Print one line a deck: known cards of the deck, and cards of another deck of the same style that is not taught."""
    whole = Tally()
    print(_HEAD)
    for style in styles:
        cards = deck(style, DECKS[style], seed)
        gallery, by_hand = teach(cards, seed)
        tally = show(gallery, cards, frozenset(), amount, seed)
        strange = deck("art" if style in ("playing", "corners", "icons") else style, 60, seed + 77)
        foreign = [DrawnCard(f"unknown {card.name}", card.image) for card in strange]
        tally.add(show(gallery, foreign, frozenset(), amount // 5, seed + 1))
        _line(f"{style} ({len(cards)}, {by_hand})", tally)
        whole.add(tally)
    _line("all", whole)
    return whole


def evening_table(styles: Sequence[str], amount: int, seed: int) -> Tally:
    """Print one line a deck for worn cards by webcam, taught from scans: known cards, then the other half of the deck shown
    to a library that was not taught it."""
    whole = Tally()
    print("\nworn cards on cluttered tables by a poor webcam, taught from scans\n" + _HEAD)
    for style in styles:
        cards = deck(style, EVENING[style], seed)
        half = len(cards) // 2
        gallery = scanned(cards[:half], seed)
        tally = show(gallery, cards[half:], frozenset(), amount // 3, seed + 1, evening)
        scanned(cards, seed, gallery)
        tally.add(show(gallery, cards, frozenset(), amount, seed, evening))
        _line(f"{style} ({len(cards)})", tally)
        whole.add(tally)
    _line("all", whole)
    return whole


def printed_table(folder: Path, amount: int, seed: int) -> Tally:
    """Print four lines for a deck somebody printed: taught from a photograph a card, from scans, worn cards by webcam, and
    every other card shown to a library that was taught the rest."""
    cards = printed_deck(folder)
    whole = Tally()
    print(f"\n{folder.name}: {len(cards)} cards\n" + _HEAD)
    photographed, by_hand = teach(cards, seed)
    flat = scanned(cards, seed)
    for label, gallery, shown, of, take in (
        (f"photographed ({by_hand})", photographed, cards, amount, photograph),
        ("scanned", flat, cards, amount, photograph),
        ("scanned, worn, webcam", flat, cards, amount, evening),
        ("half of them taught", scanned(cards[::2], seed), cards[1::2], amount // 2, photograph),
    ):
        tally = show(gallery, shown, frozenset(), of, seed, take)
        _line(label, tally)
        whole.add(tally)
    return whole


_HEAD = "deck (taught, by hand)      right  asked(right/other)  missed  wrong+sure  stray   unknown rejected"


def _line(label: str, tally: Tally) -> None:
    total, unknown = sum(tally.known.values()), sum(tally.unknown.values())

    def share(what: str) -> str:
        return f"{100 * tally.known[what] / max(1, total):5.1f}%"

    print(f"{label:26s} {share('right')}  {share('asked, right first')}/{share('asked, other first')}     {share('missed')}"
          f"  {share('wrong and sure')}     {tally.stray:3d}    {tally.unknown['rejected']}/{unknown}   of {total}", flush=True)  # fmt: skip


def lookalike_table(amount: int, seed: int) -> None:
    """Teach one card of each family and show its untaught sisters: none may be called sure (at most 1 in 50)."""
    print("\nnever-taught look-alikes beside a single taught card")
    for style, size, taught in (
        ("digits", 150, [k for k in range(150) if k % 5 == 0]),
        ("icons", 72, list(range(8))),
        ("playing", 52, [4 * rank + rank % 4 for rank in range(13)]),
    ):
        cards = deck(style, size, seed + 5)
        gallery, _ = teach([cards[k] for k in taught], seed + 5)
        others = [card for k, card in enumerate(cards) if k not in set(taught)]
        names = frozenset(card.name for card in others)
        tally = show(gallery, others, names, amount, seed + 6)
        tally.add(show(gallery, [cards[k] for k in taught], names, amount // 2, seed + 7))
        total, own = sum(tally.lookalike.values()), sum(tally.known.values())
        print(
            f"{style:10s} called sure {tally.lookalike['sure']} of {total}; the taught ones right {tally.known['right']} of {own}",
            flush=True,
        )


def time_table(sizes: Sequence[int], seed: int) -> None:
    """Print milliseconds for five cards in a 1280 x 960 picture, and memory per card, by library size.

    Taught from the drawings themselves. The pictures are the same for all sizes; their cards are among the first ten taught.
    Held is what the library keeps in memory after those readings, faces kept ready included.
    """
    print("\ntaught   ms median / 90 %   right   MB held   MB a card")
    cards = deck("art", max(sizes), seed)
    rng = np.random.default_rng(seed)
    shots = [photograph([cards[k] for k in rng.choice(10, 5, replace=False)], seed + n) for n in range(10)]
    gallery = Gallery()
    for size in sorted(sizes):
        for number in range(len(gallery.names), size):
            crop = cv2.resize(cards[number].image, (183, 256), interpolation=cv2.INTER_AREA)
            gallery.add(cards[number].name, str(number), pack(crop))
        reader = Reader(gallery)
        reader.read(shots[0].image)
        times, right = [], 0
        for shot in shots:
            started = time.process_time()
            matches, _ = reader.read(shot.image)
            times.append((time.process_time() - started) * 1000)
            right += judge(shot, matches, frozenset(gallery.names), frozenset()).known["right"]
        held = held_bytes(gallery) / 1e6
        print(f"{size:5d}    {np.median(times):6.0f} / {np.percentile(times, 90):4.0f}    {right:3d}/50   {held:6.1f}   {held / size:6.3f}", flush=True)  # fmt: skip


def teaching_table(amount: int, seed: int) -> None:
    """Print what teaching ``amount`` photographs of four drawn decks takes, in seconds of processor time and in all."""
    cards = [card for style in _TAUGHT for card in deck(style, amount // len(_TAUGHT), seed)]
    pictures = [portrait(card, seed * 1000 + number) for number, card in enumerate(cards)]
    gallery, spent = Gallery(), dict.fromkeys(("outline", "taught already?", "look-alikes"), 0.0)
    began = time.perf_counter()
    for number, (card, shot) in enumerate(zip(cards, pictures, strict=True)):
        times = [time.process_time()]
        try:
            lesson = take_lesson(shot.image)
        except CardError:
            lesson = take_lesson(shot.image, shot.laid[0].corners)
        times.append(time.process_time())
        Reader(gallery).fitting(lesson.crop)
        times.append(time.process_time())
        gallery.add(card.name, str(number), pack(lesson.crop))
        times.append(time.process_time())
        for what, (start, end) in zip(spent, pairwise(times), strict=True):
            spent[what] += end - start
    parts = ", ".join(f"{what} {seconds:.1f}" for what, seconds in spent.items())
    pairs = sum(map(len, gallery.lookalikes))
    print(f"\n{len(cards)} taught: {sum(spent.values()):.1f} s of processor time ({parts}), {time.perf_counter() - began:.1f} s in"
          f" all on {cv2.getNumThreads()} cores; {pairs} look-alikes", flush=True)  # fmt: skip


def held_bytes(gallery: Gallery) -> int:
    """The memory a copy of the library takes, with everything it has worked out so far."""
    packed = pickle.dumps(gallery)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    copy = pickle.loads(packed)
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    del copy
    return held


def main() -> None:
    """Read the options and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=2000, help="cards shown over all decks (default 2000)")
    parser.add_argument("--decks", nargs="*", default=list(DECKS), choices=list(DECKS))
    parser.add_argument("--sizes", nargs="*", type=int, default=[10, 50, 200, 1000], help="library sizes timed")
    parser.add_argument("--lookalikes", type=int, default=100, help="look-alikes shown per deck")
    parser.add_argument(
        "--evening", type=int, default=400, help="worn cards shown over all decks by webcam (default 400)"
    )
    parser.add_argument("--tiny", type=int, default=80, help="cards with a tiny digit shown (default 80)")
    parser.add_argument("--printed", type=Path, help="a folder with pictures of whole cards, one a file: measured too")
    parser.add_argument("--teach", type=int, default=0, help="only time how long teaching so many photographs takes")
    parser.add_argument("--cores", type=int, default=1, help="that teaching may use (default 1)")
    parser.add_argument("--seed", type=int, default=400)
    options = parser.parse_args()
    if options.teach:
        cv2.setNumThreads(options.cores)
        teaching_table(options.teach, options.seed)
        return
    cv2.setNumThreads(1)
    if options.decks and options.cards:
        deck_table(options.decks, options.cards // len(options.decks), options.seed)
    if options.evening:
        chosen = [style for style in EVENING if style in options.decks]
        evening_table(chosen, options.evening // max(1, len(chosen)), options.seed + 20)
    if options.printed:
        printed_table(options.printed, 120, options.seed)
    if options.tiny:
        print("\ndigits of 4.3 % of the card's height, one a card\n" + _HEAD)
        cards = deck("tiny", 40, options.seed)
        gallery, by_hand = teach(cards, options.seed)
        _line(f"tiny (40, {by_hand})", show(gallery, cards, frozenset(), options.tiny, options.seed))
    if options.lookalikes:
        lookalike_table(options.lookalikes, options.seed)
    if options.sizes:
        time_table(options.sizes, options.seed)


if __name__ == "__main__":
    main()
