"""Fits how sure a find is, on readings of sources left out of training: ``python -m training.calibrate PHOTOS OUT.json
MODELS=SOURCE,SOURCE ...`` where each MODELS is a folder of exported networks that never saw the sources named after it.

Prints, for several limits, what each source would give when the fit itself leaves that source out too.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from testkit.labels import Label, pair, read_labels
from vision import detector
from vision.certainty import Evidence, chance_of
from vision.passes import find_all
from vision.reading import Box, Die
from vision.weighing import crops_of, evidence_of

Array = np.ndarray[Any, Any]


@dataclass
class Read:
    """The finds of one picture, with their truth."""

    label: Label
    evidence: Evidence
    values: Array
    other: Array
    exists: Array
    right: Array


def read_all(folder: Path, models: Path, sources: list[str]) -> list[Read]:
    detector.MODELS = models
    detector._network.cache_clear()
    found = []
    for label in read_labels(folder):
        if not any(label.source.lower().startswith(s) for s in sources):
            continue
        image = cv2.imread(str(folder / label.file))
        peaks = find_all(image)
        looks = detector.read_crops(crops_of(image, peaks))
        evidence, mixed = evidence_of(peaks, looks)
        guesses = mixed[:, :6].argmax(1) + 1
        strength = evidence.heat * evidence.trust * evidence.there**0.33
        drawn = [
            Die(
                None, int(guesses[i]), float(strength[i]), Box(p.x - p.width / 2, p.y - p.height / 2, p.width, p.height)
            )
            for i, p in enumerate(peaks)
        ]
        meant = pair(drawn, label)
        exists = np.array([m is not None for m in meant], float)
        right = np.array([m == d.guess for m, d in zip(meant, drawn, strict=True)], float)
        found.append(Read(label, evidence, guesses, mixed[:, 6], exists, right))
    return found


def in_tray(label: Label) -> bool:
    return label.source == "N3VERS4YDIE" and label.file >= "n3vers4ydie_099"


def fit(features: Array, truth: Array, weight: Array, calm: float = 0.5, steps: int = 30) -> Array:
    """Logistic regression by Newton's method with a small penalty."""
    rows = np.c_[np.ones(len(features)), features]
    weights = np.zeros(rows.shape[1])
    for _ in range(steps):
        chance = chance_of(weights, features)
        slope = rows.T @ (weight * (truth - chance)) - calm * np.r_[0, weights[1:]]
        bend = (rows * (weight * chance * (1 - chance))[:, None]).T @ rows + calm * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def fit_both(reads: list[Read]) -> tuple[Array, Array]:
    """A picture with very many finds does not count for more than a dozen.

    The grey tray of N3VERS4YDIE is left out: most of its dark dice show no pip that an eye could count, and fitted on
    them, faint finds on every other table were believed too.
    """
    full = [r for r in reads if len(r.values) and not in_tray(r.label)]
    features = np.concatenate([r.evidence.exists_features() for r in full])
    values = np.concatenate([r.evidence.right_features() for r in full])
    exists = np.concatenate([r.exists for r in full])
    right = np.concatenate([r.right for r in full])
    other = np.concatenate([r.other for r in full])
    weight = np.concatenate([np.full(len(r.values), min(1.0, 12 / len(r.values))) for r in full])
    pips = other < 0.5
    dice_only = (exists > 0) & pips
    return fit(features[pips], exists[pips], weight[pips]), fit(
        values[dice_only], right[dice_only], np.ones(int(dice_only.sum()))
    )


def tally(reads: list[Read], exists: Array, right: Array, shown_at: float, sure_at: float) -> dict[str, list[int]]:
    """By source and difficulty: pictures, right, dice, wrong and sure, unsure, claimed but wrong."""
    out: dict[str, list[int]] = {}
    for r in reads:
        there = chance_of(exists, r.evidence.exists_features()) if len(r.values) else np.zeros(0)
        value = chance_of(right, r.evidence.right_features()) if len(r.values) else np.zeros(0)
        shown = (there >= shown_at) & (r.other < 0.5)
        sure = shown & (there * value >= sure_at)
        told, meant = Counter(r.values[sure].tolist()), Counter(r.label.values)
        unsure = int((shown & ~sure).sum())
        good = told == meant and unsure == 0
        row = [
            1,
            int(good),
            len(r.label.values),
            sum((told - meant).values()),
            unsure,
            int(not good and unsure == 0 and bool(told)),
        ]
        tray = " tray" if in_tray(r.label) else ""
        for name in (r.label.group, r.label.source + tray, "all"):
            out[name] = [a + b for a, b in zip(out.get(name, [0] * 6), row, strict=True)]
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("folds", nargs="+")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reads: list[Read] = []
    for fold in options.folds:
        models, _, sources = fold.partition("=")
        reads += read_all(options.photos, Path(models), sources.split(","))
    sources = sorted({r.label.source for r in reads})
    apart = {s: fit_both([r for r in reads if r.label.source != s] or reads) for s in sources}
    for shown_at in (0.4, 0.5, 0.6, 0.7):
        for sure_at in (0.6, 0.7, 0.75, 0.8, 0.85, 0.9):
            total: dict[str, list[int]] = {}
            for source in sources:
                for name, row in tally(
                    [r for r in reads if r.label.source == source], *apart[source], shown_at, sure_at
                ).items():
                    total[name] = [a + b for a, b in zip(total.get(name, [0] * 6), row, strict=True)]
            told = " | ".join(
                f"{name[:12]} {100 * t[1] / t[0]:.1f} w&s {100 * t[3] / max(1, t[2]):.1f} unsure {100 * t[4] / max(1, t[2]):.0f} claimed {100 * t[5] / t[0]:.0f}"
                for name, t in sorted(total.items())
            )
            print(f"shown {shown_at} sure {sure_at}: {told}", flush=True)
    exists, right = fit_both(reads)
    options.out.write_text(
        json.dumps({"exists": exists.round(4).tolist(), "right": right.round(4).tolist()}, indent=1) + "\n"
    )


if __name__ == "__main__":
    main()
