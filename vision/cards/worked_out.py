"""What was worked out of a library's pictures, in one file beside them, so that a new process starts quickly.

It may be lost or be of an older version without harm: then it is worked out again.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.arrays import AnyArray
from vision.cards.descriptor import LENGTH
from vision.cards.features import Features
from vision.cards.lookalikes import Lookalike, Patch

_VERSION = 6
_FILE = "worked-out.npz"

WorkedOut = dict[str, AnyArray]
"""Arrays by name; row k of ``files``, ``descriptors`` and ``sizes`` is of picture k."""


def read_worked_out(folder: Path) -> WorkedOut:
    """What the file of a library's folder holds; nothing when there is none that can be used."""
    try:
        with np.load(folder / _FILE, allow_pickle=False) as stored:
            known = {key: stored[key] for key in stored.files}
        if int(known["version"]) == _VERSION and known["descriptors"].shape == (len(known["files"]), LENGTH):
            return known
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        pass  # worked out again
    return {}


def write_worked_out(folder: Path, **arrays: AnyArray) -> None:
    """Replace the file in one step."""
    new = folder / f"worked-out.{os.getpid()}.new"
    with new.open("wb") as out:
        np.savez(out, version=np.array(_VERSION), **arrays)  # type: ignore[arg-type]  # none is named allow_pickle
    new.replace(folder / _FILE)


def listed_features(features: Sequence[Features]) -> WorkedOut:
    """The features of all pictures in three arrays."""
    return {
        "feature_counts": np.array([len(f.codes) for f in features], np.int32),
        "points": np.concatenate([f.points for f in features] or [np.zeros((0, 4), np.float32)]),
        "codes": np.concatenate([f.codes for f in features] or [np.zeros((0, 4), np.uint64)]),
    }


def features_of(known: WorkedOut, rows: Sequence[int]) -> list[Features]:
    """The features of some of the pictures."""
    counts = known["feature_counts"]
    ends = np.cumsum(counts)
    places = [slice(int(ends[row] - counts[row]), int(ends[row])) for row in rows]
    return [Features(known["points"][place], known["codes"][place]) for place in places]


def listed_lookalikes(lookalikes: Sequence[Sequence[Lookalike]]) -> WorkedOut:
    """The look-alikes of all pictures in four arrays, the patches with the number of their pair."""
    pairs = [(one, pair) for one, others in enumerate(lookalikes) for pair in others]
    patches = [
        (number, p.x, p.y, p.w, p.h, p.alike, p.weight) for number, (_, pair) in enumerate(pairs) for p in pair.patches
    ]
    return {
        "pairs": np.array([(one, pair.other) for one, pair in pairs], np.int32).reshape(-1, 2),
        "pale": np.array([pair.pale for _, pair in pairs], np.bool_),
        "homographies": np.array([pair.to_other for _, pair in pairs], np.float64).reshape(-1, 9),
        "patches": np.array(patches, np.float32).reshape(-1, 7),
    }


def lookalikes_of(known: WorkedOut, rows: Sequence[int]) -> list[list[Lookalike]]:
    """The look-alikes of some of the pictures among each other, numbered as in ``rows``."""
    number = {row: k for k, row in enumerate(rows)}
    patches: dict[int, list[Patch]] = {}
    for row in known["patches"]:
        patches.setdefault(int(row[0]), []).append(_patch(row))
    found: list[list[Lookalike]] = [[] for _ in rows]
    for k, (one, other) in enumerate(known["pairs"]):
        if int(one) in number and int(other) in number:
            to_other, pale = known["homographies"][k].reshape(3, 3), bool(known["pale"][k])
            pair = Lookalike(number[int(other)], to_other, tuple(patches.get(k, ())), pale)
            found[number[int(one)]].append(pair)
    return found


def _patch(row: AnyArray) -> Patch:
    x, y, w, h = (int(v) for v in row[1:5])
    return Patch(x, y, w, h, float(row[5]), float(row[6]))
