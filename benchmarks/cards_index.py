"""How safe an index in the corner is: ``python3 -m benchmarks.cards_index [FOLDER] [--decks ...] [--every N]``.

Reads the scenes of ``benchmarks.cards_real`` with a deck in which one card was never taught as it is: its lesson was changed in
one thing, and the card that lent its rank or suit is left out too. Every card that the whole deck finds is read again with each
such sister in its place, in some with a disc over one of its corners in the picture. Prints how many sisters were called sure.
Names are rank and suit. Then half the deck is left out, another half for each scene: names called sure that are not there.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections import Counter
from collections.abc import Iterator

import cv2
import numpy as np

from benchmarks.cards_real import Count, Labelled, asked_decks, judge, picture_of, teach
from testkit.sisters import other_rank, other_suit, without_pip
from vision.arrays import Picture
from vision.cards.gallery import Gallery
from vision.cards.match import Match
from vision.cards.reader import Reader
from vision.cards.shelf import pack

_SAME_COLOUR = {"h": "d", "d": "h", "s": "c", "c": "s"}
_DISC = 0.32  # of a card's height, across
_UPPER, _LOWER = (0.09, 0.14), (0.91, 0.86)  # its middle over an index, of a card's width and height


def sisters_of(name: str, crops: dict[str, Picture]) -> Iterator[tuple[str, set[str], Picture]]:
    """What was changed, the cards left out for it, and the changed lesson of a card."""
    donors = sorted(other for other in crops if other != name and other[-1] == name[-1])
    suited = name[:-1] + _SAME_COLOUR.get(name[-1], "")
    pipless = without_pip(crops[name]) if name[:-1].isdigit() else None
    if donors:
        donor = donors[zlib.crc32(name.encode()) % len(donors)]
        yield "another rank", {donor}, other_rank(crops[name], crops[donor])
        yield "another rank in one corner", {donor}, other_rank(crops[name], crops[donor], both=False)
        if pipless is not None:
            yield "a pip less and another rank", {donor}, other_rank(pipless, crops[donor])
    if suited in crops:
        yield "another suit", {suited}, other_suit(crops[name], crops[suited])
    if pipless is not None:
        yield "a pip less", set(), pipless


def with_disc(picture: Picture, match: Match, size: tuple[int, int], middle: tuple[float, float]) -> Picture:
    """The picture with a brown disc on a card (its face is ``size`` wide and high)."""
    width, height = size
    around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    disc = np.stack([middle[0] * width + _DISC / 2 * height * np.cos(around),
                     middle[1] * height + _DISC / 2 * height * np.sin(around)], axis=1)  # fmt: skip
    laid = cv2.perspectiveTransform(disc[None].astype(np.float32), match.to_picture)[0]
    return cv2.fillPoly(picture.copy(), [np.round(laid).astype(np.int32)], (70, 90, 110))


def measure(gallery: Gallery, scenes: list[Labelled]) -> tuple[Counter[str], Counter[str]]:
    """How many sisters of each kind were looked for, and how many were called sure."""
    crops = {name: gallery.face(k).crop for k, name in enumerate(gallery.names)}
    readers: dict[str, dict[str, Reader]] = {}
    for name in crops:
        readers[name] = {}
        for kind, out, lesson in sisters_of(name, crops):
            changed = gallery.without({name, *out})
            changed.add(f"not {name}", name, pack(lesson))
            readers[name][kind] = Reader(changed)
    shown, sure = Counter[str](), Counter[str]()
    whole = Reader(gallery)
    for scene in scenes:
        picture = picture_of(scene.file)
        there = set(scene.cards)
        for match in whole.read(picture)[0]:
            if match.name not in there:
                continue
            there.remove(match.name)
            size = gallery.size(match.index)
            upper, lower = (with_disc(picture, match, size, middle) for middle in (_UPPER, _LOWER))
            for kind, reader in readers[match.name].items():
                looks = {kind: picture}
                if kind == "another rank in one corner":
                    looks |= {f"{kind}, that one covered": upper, f"{kind}, the other covered": lower}
                elif kind == "another rank":
                    looks |= {f"{kind}, a corner covered": lower}
                for label, look in looks.items():
                    fooled = any(m.sure and m.name == f"not {match.name}" for m in reader.read(look)[0])
                    shown[label] += 1
                    sure[label] += fooled
                    if fooled:
                        print(f"  {scene.file.name}: {match.name} with {label} called sure", flush=True)
    return shown, sure


def half_left_out(gallery: Gallery, scenes: list[Labelled]) -> tuple[int, int, int]:
    """Cards shown of which the lesson was left out with half of the deck, those still taught that are right, and names called
    sure that are not there."""
    names = sorted(set(gallery.names))
    out = right = wrong = 0
    for scene in scenes:
        rng = np.random.default_rng(zlib.crc32(scene.file.name.encode()))
        half = set(rng.choice(names, len(names) // 2, replace=False).tolist())
        left = gallery.without(half)
        told = judge(scene, Reader(left).read(picture_of(scene.file))[0], frozenset(left.names))
        out += sum(name in half for name in scene.cards)
        right, wrong = right + told["right"], wrong + told["wrong and sure"]
    return out, right, wrong


def main() -> int:
    """Read the options and print; 0 also where there are no photographs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    _, decks = asked_decks(parser, ["edje_bicycle"])
    cv2.setNumThreads(1)
    for deck, (lessons, scenes) in decks.items():
        gallery = teach(lessons, Count())
        shown, sure = measure(gallery, scenes)
        for label, number in shown.items():
            print(f"{deck}, {label}: {sure[label]} of {number} called sure", flush=True)
        out, right, wrong = half_left_out(gallery, scenes)
        print(f"{deck}, half left out: of {out} cards whose lesson was {wrong} called sure, {right} others right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
