"""How well a fan of cards is read: ``python -m benchmarks.fans [--fans N] [--cards N] [--taught N] [--decks ...] [--uneven SHARE]``.

Draws a deck, teaches ``--taught`` of its cards from one photograph each, lays ``--cards`` of them as a fan (``testkit.tabletops.fanned``)
and takes three pictures of them, each fanned anew, from elsewhere and in another light. Prints deck by deck, of the cards in all fans: how many are
named first in one picture, how many of them surely; other names (of no card there, or twice of one), surely too; how many are named
in one, two or three pictures put together, how many other names that leaves, and seconds of processor time a picture.
``--each``: one line a fan too. ``--ring``: the same of cards that lie apart in a ring, each turned to its own player.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np

from benchmarks.cards import DECKS, teach
from testkit.decks import DrawnCard, deck
from testkit.tabletops import Photograph, fanned, ringed
from vision.cards.match import Match
from vision.cards.reader import Reader

PICTURES = 3
SIZES = {"1280 x 960": (1280, 960, 1.0), "12 megapixels": (4000, 3000, 3.125)}


class Fans:
    """What became of the cards of several fans, each seen in some pictures."""

    def __init__(self) -> None:
        self.shown = self.first = self.sure = self.other = self.other_sure = 0
        self.seconds: list[float] = []
        self.together = np.zeros((PICTURES, 2), int)

    def add(self, names: Sequence[str], readings: Sequence[Sequence[Match]]) -> list[int]:
        """Count a fan of these cards; the names found in each picture."""
        self.shown += len(names)
        found: set[str] = set()
        others: set[str] = set()
        each = []
        for number, matches in enumerate(readings):
            first, sure = Counter(m.name for m in matches), Counter(m.name for m in matches if m.sure)
            right = [name for name in first if name in names]
            each.append(len(right))
            found.update(right)
            others.update(name for name in first if name not in names)
            self.together[number] += len(found), len(others)
            self.first += len(right)
            self.sure += sum(name in sure for name in right)
            self.other += len(matches) - len(right)
            self.other_sure += sum(n for name, n in sure.items() if name not in names)
        return each

    def line(self, label: str) -> str:
        """One line of the table."""
        seen = self.shown * PICTURES
        together = "  ".join(f"{100 * right / self.shown:5.1f}% +{other}" for right, other in self.together.tolist())
        return (
            f"{label:26s} {100 * self.first / seen:5.1f}%  {100 * self.sure / seen:5.1f}%  {self.other:4d} {self.other_sure:3d}"
            f"    {together}    {np.median(self.seconds):5.2f} / {max(self.seconds):5.2f}"
        )


_HEAD = "deck (taught)          named first   surely  others, surely   in one, two, three pictures (+ other names)   seconds, most"


def read_fans(
    cards: Sequence[DrawnCard], label: str, options: argparse.Namespace, size: tuple[int, int, float]
) -> Fans:
    """Print the line of one deck at one size of picture."""
    gallery, _ = teach(cards, options.seed)
    reader, fans = Reader(gallery), Fans()
    width, height, larger = size
    for number in range(options.fans):
        seed = 1000 * options.seed + 10 * number
        pick = np.random.default_rng(seed).choice(len(cards), options.cards, replace=False)
        laid = [cards[k] for k in pick]
        readings = []
        for k in range(PICTURES):
            shot = _shot(laid, seed + k, options, (width, height), options.tall * larger)
            shrink = min(1.0, 1600 / max(shot.image.shape))  # as the page does before it sends a picture
            image = cv2.resize(shot.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
            started = time.process_time()
            readings.append(reader.read(image)[0])
            fans.seconds.append(time.process_time() - started)
        each = fans.add([card.name for card in laid], readings)
        if options.each:
            print(f"  {number}: {each}", flush=True)
    print(fans.line(label), flush=True)
    return fans


def _shot(
    cards: Sequence[DrawnCard], seed: int, options: argparse.Namespace, size: tuple[int, int], tall: float
) -> Photograph:
    if options.ring:
        return ringed(cards, seed, width=size[0], height=size[1])
    return fanned(cards, seed, width=size[0], height=size[1], tall=tall, degrees=options.degrees, uneven=options.uneven)


def main() -> None:
    """Read the options and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fans", type=int, default=7, help="fans a deck (default 7)")
    parser.add_argument("--cards", type=int, default=10, help="cards a fan (default 10)")
    parser.add_argument("--taught", type=int, default=40, help="cards taught of each deck (default 40)")
    parser.add_argument("--decks", nargs="*", default=["trading", "playing", "icons", "art"], choices=list(DECKS))
    parser.add_argument("--degrees", type=float, default=8, help="from card to card (default 8)")
    parser.add_argument("--uneven", type=float, default=0, help="share by which that varies (default 0)")
    parser.add_argument("--tall", type=float, default=420, help="pixels that a card is high, of 960 (default 420)")
    parser.add_argument("--ring", action="store_true", help="cards that lie apart, as in a ring, in place of a fan")
    parser.add_argument("--sizes", nargs="*", default=["1280 x 960"], choices=list(SIZES), help="of the pictures taken")
    parser.add_argument("--each", action="store_true", help="print a line for each fan too")
    parser.add_argument("--seed", type=int, default=500)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for size in options.sizes:
        print(f"{size}\n{_HEAD}")
        for style in options.decks:
            cards = deck(style, options.taught, options.seed)
            read_fans(cards, f"{style} ({len(cards)})", options, SIZES[size])


if __name__ == "__main__":
    main()
