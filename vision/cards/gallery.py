"""The taught pictures in memory: descriptions to search, packed crops, and which of them look alike.

What is worked out from the crops is kept beside them in one file, so that a new process starts quickly.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import repeat

import cv2
import numpy as np

from vision.arrays import Floats
from vision.cards.alignment import slid
from vision.cards.descriptor import COLOURS, LENGTH, describe, thumbnail
from vision.cards.face import Face, Traits, square_corners
from vision.cards.features import FeatureIndex, Features, taught_features
from vision.cards.index import Indices
from vision.cards.ink import Inked, OtherInk, inked, other_ink
from vision.cards.lookalikes import UNLIKE_SLID, Lookalike, compare_faces
from vision.cards.parts import Parts
from vision.cards.ready import Ready
from vision.cards.shelf import CardShelf, Shelved, unpack
from vision.cards.verdicts import shown_patches
from vision.cards.worked_out import (
    features_of,
    listed_features,
    listed_lookalikes,
    lookalikes_of,
    read_worked_out,
    write_worked_out,
)

_LEAST_READY, _MOST_READY = 4, 24
_MOST_INKS = 96  # of 140 kB each: a board of twelve cards asks for most of a deck
_MOST_PAIRS = 768  # of look-alikes, of 20 kB each for patches and for inks
_MOST_NEW = 8  # pictures worked out in memory beside those there; of more, another process may know some
_UNSAVED = (
    0.06  # of the pictures may be new since the last writing: writing all at each lesson makes a deck take minutes
)
_NEIGHBOUR = 0.25
_MOST_FETCHED = 80
_MOST_NEIGHBOURS = 24


class Gallery:
    """All taught pictures, numbered; several may belong to one card. ``descriptors``: one unit row a picture."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.files: list[str] = []
        self.descriptors: Floats = np.zeros((0, LENGTH), np.float32)
        self.lookalikes: list[list[Lookalike]] = []
        self.features: list[Features] = []
        self._sizes: list[tuple[int, int]] = []
        self._index: FeatureIndex | None = None
        self._parts: Parts | None = None
        self._indices: Indices | None = None
        self._pale: bool | None = None
        self._unsaved = 0
        self._packed: list[bytes] = []
        self._traits: list[Traits | None] = []
        self._ready: Ready[int, Face] = Ready(_LEAST_READY)
        self._inks: Ready[int, Inked | None] = Ready(_MOST_INKS)
        self._other_inks: Ready[tuple[int, int], OtherInk | None] = Ready(_MOST_PAIRS)
        self._patches: Ready[tuple[int, int], tuple[Floats, ...]] = Ready(_MOST_PAIRS)

    def face(self, index: int) -> Face:
        """The face of one picture, ready to compare; half of them stay ready, at least 4 and at most 24, the last used."""
        self._ready.most = min(max(_LEAST_READY, len(self.names) // 2), _MOST_READY)
        return self._ready.get(index, lambda: self._unpacked(index))

    def _unpacked(self, index: int) -> Face:
        crop = unpack(self._packed[index])
        traits = self._traits[index]
        if traits is None:
            traits = self._traits[index] = Traits.of(crop)
        return Face(crop, traits)

    def traits(self, index: int) -> Traits:
        """What aligning at half size needs of one picture; worked out at its first use, then kept."""
        return self._traits[index] or self.face(index).traits

    def ink(self, index: int) -> Inked | None:
        """The ink of one picture; None for one with too little white. The last used stay ready."""
        return self._inks.get(index, lambda: inked(self.face(index).crop))

    def shown_patches(self, index: int, pair: Lookalike) -> tuple[Floats, ...]:
        """What a look-alike of picture ``index`` shows where the two differ. The last used stay ready."""
        return self._patches.get(
            (index, pair.other), lambda: shown_patches(self.face(index), self.face(pair.other), pair)
        )

    def other_ink(self, index: int, pair: Lookalike) -> OtherInk | None:
        """How the ink of a look-alike differs from that of picture ``index``; None where one of them has too little white."""

        def make() -> OtherInk | None:
            one, other = self.ink(index), self.ink(pair.other)
            return None if one is None or other is None else other_ink(one, other, pair.to_other)

        return self._other_inks.get((index, pair.other), make)

    @property
    def pale_fills(self) -> bool:
        """Whether two cards of the deck differ in nothing but the shade of a fill."""
        if self._pale is None:
            self._pale = any(
                pair.pale and self.names[pair.other] != self.names[index]
                for index, pairs in enumerate(self.lookalikes)
                for pair in pairs
            )
        return self._pale

    def size(self, index: int) -> tuple[int, int]:
        """Width and height of a face in pixels."""
        return self._sizes[index]

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """Width and height of every face in pixels."""
        return self._sizes

    @property
    def feature_index(self) -> FeatureIndex:
        """All features, to find cards without their outline; built again after pictures were added."""
        if self._index is None:
            self._index = FeatureIndex(self.features, self._sizes)
        return self._index

    @property
    def parts(self) -> Parts:
        """Small pictures of all faces, to read cards of which only a part shows; made anew after pictures were added."""
        if self._parts is None:
            self._parts = Parts([self.face(index) for index in range(len(self.names))])
        return self._parts

    @property
    def indices(self) -> Indices:
        """What stands in the corners of all faces, for decks with an index there; made anew after pictures were added."""
        if self._indices is None:
            self._indices = Indices(tuple(self.names), (unpack(packed) for packed in self._packed))
        return self._indices

    def add(self, name: str, file: str, packed: bytes) -> int:
        """Add one picture and work out its look-alikes among the others; returns its number."""
        index = len(self.names)
        self.names.append(name)
        self.files.append(file)
        self._packed.append(packed)
        self._traits.append(None)
        self.lookalikes.append([])
        face = self.face(index)
        self.features.append(taught_features(face.grey))
        self._sizes.append((face.width, face.height))
        self._index = self._parts = self._indices = self._pale = None
        self.descriptors = np.concatenate([self.descriptors, described_face(face)[None]])
        self._find_lookalikes(index)
        return index

    def without(self, names: Collection[str]) -> Gallery:
        """The same library as if the cards ``names`` had never been taught; packed pictures are shared."""
        return self._taking([(k, name) for k, name in enumerate(self.names) if name not in names])

    def _taking(self, entries: Sequence[tuple[int, str]]) -> Gallery:
        """A library of some of these pictures, each under the name given; nothing is worked out again."""
        taken = Gallery()
        stay = [k for k, _ in entries]
        number = {old: new for new, old in enumerate(stay)}
        taken.names = [name for _, name in entries]
        taken.files = [self.files[k] for k in stay]
        taken.descriptors = self.descriptors[stay]
        taken.features = [self.features[k] for k in stay]
        taken._sizes = [self._sizes[k] for k in stay]
        taken._packed = [self._packed[k] for k in stay]
        taken._traits = [self._traits[k] for k in stay]
        taken.lookalikes = [
            [replace(pair, other=number[pair.other]) for pair in self.lookalikes[k] if pair.other in number]
            for k in stay
        ]
        return taken

    def _find_lookalikes(self, index: int) -> None:
        one = self.face(index)
        _, upside_down = compare_faces(one, one, index, half_turn=True)
        if upside_down is not None:
            self.lookalikes[index].append(upside_down)
        turned = describe([thumbnail(one.crop, square_corners(one.width, one.height))])[0]
        tints = self.descriptors[:index, -COLOURS:]
        near: dict[int, tuple[float, int]] = {}
        for turn in (0, 2):
            alike = self.descriptors[:index] @ turned[turn]
            shown = one.traits.even_half if turn == 0 else np.ascontiguousarray(one.traits.even_half[::-1, ::-1])
            for other in (int(k) for k in np.argsort(-alike)[:_MOST_FETCHED] if alike[k] > _NEIGHBOUR):
                rough, _ = slid(self.traits(other).even_half, shown)
                if rough > UNLIKE_SLID:
                    # Colour once more: the few that are kept should be those of the same suit or tribe.
                    close = rough + float(alike[other]) + float(tints[other] @ turned[turn, -COLOURS:])
                    near[other] = max(near.get(other, (0.0, 0)), (close, turn))
        chosen = sorted(near, key=lambda other: -near[other][0])[:_MOST_NEIGHBOURS]
        for other, pair in zip(chosen, self._compared(one, chosen, [near[k][1] == 2 for k in chosen]), strict=True):
            if pair is not None:
                self.lookalikes[index].append(pair)
                self.lookalikes[other].append(pair.turned_round(index, one))

    def _compared(self, one: Face, others: list[int], turned: list[bool]) -> list[Lookalike | None]:
        """What each of some pictures differs by where it is a look-alike, on as many cores as OpenCV may use."""
        asked = repeat(one), [self.face(other) for other in others], others, turned
        if cv2.getNumThreads() < 2:
            return [pair for _, pair in map(compare_faces, *asked)]
        with ThreadPoolExecutor(cv2.getNumThreads()) as cores:
            return [pair for _, pair in cores.map(compare_faces, *asked)]

    @classmethod
    def load(cls, shelf: CardShelf, cards: dict[str, Shelved], before: Gallery | None = None) -> Gallery:
        """Read the pictures of ``cards``; what is missing of the worked-out file is worked out and written again.

        ``before``: the library as it was a moment ago, whose traits are taken over.
        """
        listed = [(name, file) for name, card in cards.items() for file in card.pictures]
        here = {file: k for k, file in enumerate(before.files)} if before is not None else {}
        new = [(name, file) for name, file in listed if file not in here]
        if before is not None and here and len(new) <= _MOST_NEW:
            gallery = before._taking([(here[file], name) for name, file in listed if file in here])
            for name, file in new:
                gallery.add(name, file, shelf.picture(file))
            gallery._unsaved = before._unsaved + len(new)
            if len(gallery.names) < len(before.names) or gallery._unsaved > len(gallery.names) * _UNSAVED:
                gallery.save(shelf)
            return gallery
        return cls._loaded(shelf, listed, before)

    @classmethod
    def _loaded(cls, shelf: CardShelf, listed: list[tuple[str, str]], before: Gallery | None) -> Gallery:
        gallery = cls()
        known = read_worked_out(shelf.folder)
        old = {str(file): row for row, file in enumerate(known["files"])} if known else {}
        listed.sort(key=lambda entry: entry[1] not in old)
        there = [(old[file], name, file) for name, file in listed if file in old]
        if there:
            rows = [row for row, _, _ in there]
            gallery.names, gallery.files = [name for _, name, _ in there], [file for _, _, file in there]
            gallery.descriptors = known["descriptors"][rows].astype(np.float32)
            gallery.features = features_of(known, rows)
            gallery.lookalikes = lookalikes_of(known, rows)
            gallery._sizes = [(int(width), int(height)) for width, height in known["sizes"][rows]]
            gallery._packed = [shelf.picture(file) for file in gallery.files]
            gallery._traits = [None] * len(there)
        if before is not None:
            ready = dict(zip(before.files, before._traits, strict=True))
            gallery._traits = [ready.get(file) for file in gallery.files]
        for name, file in listed[len(there) :]:
            gallery.add(name, file, shelf.picture(file))
        if len(there) != len(listed) or len(old) != len(listed):
            gallery.save(shelf)
        return gallery

    def write_down(self, shelf: CardShelf) -> None:
        """Write what was worked out since the last writing, if anything."""
        if self._unsaved:
            self.save(shelf)

    def save(self, shelf: CardShelf) -> None:
        """Write what was worked out; it is replaced in one step and may be lost without harm."""
        self._unsaved = 0
        shelf.folder.mkdir(parents=True, exist_ok=True)
        write_worked_out(
            shelf.folder,
            files=np.array(self.files, dtype=np.str_),
            descriptors=self.descriptors.astype(np.float16),
            sizes=np.array(self._sizes, np.int32).reshape(-1, 2),
            **listed_features(self.features),
            **listed_lookalikes(self.lookalikes),
        )


def described_face(face: Face) -> Floats:
    """The description of a face in its own upright position."""
    row: Floats = describe([thumbnail(face.crop, square_corners(face.width, face.height))])[0, 0]
    return row
