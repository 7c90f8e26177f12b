"""Measures the dice reader on any folder with a ``labels.csv``: ``python -m benchmarks.dice FOLDER [--every N] [--json]``.

``labels.csv`` needs ``file`` and ``values`` ("1 4 4"); ``difficulty``, ``source`` and ``boxes`` (JSON rows of value, x,
y, width, height) are used where given. Printed by difficulty and by source: pictures read right (the sure values are
exactly the labelled ones and no die is null), dice read right, wrong and sure dice (values that are not among the
labelled ones; then, more strictly, also values that stand on another die than theirs), unsure dice, pictures claimed
but wrong; then how often a die is right by confidence in ten steps. Milliseconds are processor time on one core (decoded
picture in, reading out), which other work on the machine disturbs least. ``--change`` and ``--laid`` measure the photos as
another camera would give them, ``--close`` one die of each that fills the picture (`benchmarks.changed_photos`); ``--count`` tells the reader how many dice there are.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2

from benchmarks.changed_photos import CHANGES, close_up, laid
from testkit.labels import Label, pair, read_labels
from vision.dice import read_dice
from vision.image import Decoded, load_picture
from vision.picture_header import PictureError
from vision.reading import Die


@dataclass
class Tally:
    """Counts over the pictures of one group."""

    pictures: int = 0
    right: int = 0
    dice: int = 0
    dice_right: int = 0
    wrong_sure: int = 0
    misplaced_sure: int = 0
    unsure: int = 0
    claimed_wrong: int = 0
    ms: list[float] = field(default_factory=list)

    def line(self, name: str) -> str:
        dice, pictures = max(1, self.dice), max(1, self.pictures)
        return (
            f"{name:38.38s} {self.pictures:5d} {100 * self.right / pictures:6.1f} {self.dice:6d} {100 * self.dice_right / dice:6.1f} "
            f"{100 * self.wrong_sure / dice:6.2f} {100 * self.misplaced_sure / dice:7.2f} {100 * self.unsure / dice:7.2f} {100 * self.claimed_wrong / pictures:8.1f} "
            f"{statistics.median(self.ms or [0]):7.1f} {max(self.ms or [0]):7.1f}"
        )


HEAD = f"{'':38s} {'n':>5s} {'right%':>6s} {'dice':>6s} {'right%':>6s} {'w&s%':>6s} {'placed%':>7s} {'unsure%':>7s} {'claimed-':>8s} {'ms med':>7s} {'max':>7s}"


def measure(tally: Tally, dice: list[Die], label: Label, steps: dict[int, list[int]]) -> None:
    sure = [d.value for d in dice if d.value is not None]
    right = sorted(sure) == label.values and len(sure) == len(dice)
    meant = pair(dice, label)
    tally.pictures += 1
    tally.right += right
    tally.dice += len(label.values)
    tally.wrong_sure += sum((Counter(sure) - Counter(label.values)).values())
    tally.claimed_wrong += not right and len(sure) == len(dice) and bool(dice)
    for die, value in zip(dice, meant, strict=True):
        steps.setdefault(min(9, int(die.confidence * 10)), []).append(int(die.guess == value))
        if die.value is None:
            tally.unsure += 1
        elif die.value == value:
            tally.dice_right += 1
        else:
            tally.misplaced_sure += 1


LEAST_BOX_PX = 40
"""Of a die that is looked at alone: smaller ones are mush."""


def run(
    folder: Path,
    every: int = 1,
    match: str = "",
    change: str = "",
    crops: bool = False,
    counted: bool = False,
    close: bool = False,
) -> dict[str, Any]:
    cv2.setNumThreads(1)
    begun = time.perf_counter()
    labels = [label for label in read_labels(folder) if match in label.file][::every]
    if close:
        labels = [one for number, label in enumerate(labels) if (one := _alone(label, number))]
    groups: dict[str, Tally] = {}
    steps: dict[int, list[int]] = {}
    wrong: list[str] = []
    first_ms = 0.0
    for number, label in enumerate(labels):
        try:
            picture = load_picture(folder / label.file)
        except PictureError as problem:
            print(f"{label.file}: {problem}", file=sys.stderr)
            continue
        if crops:
            table = laid(picture.pixels, number)
            picture = Decoded(table, table.shape[1], table.shape[0])
        if close:
            shown = close_up(picture.pixels, label.boxes[0][1])
            picture, label = Decoded(shown, shown.shape[1], shown.shape[0]), replace(label, boxes=[])
        if change:
            picture = replace(picture, pixels=CHANGES[change](picture.pixels))
        started = time.process_time()
        reading = picture.in_input_pixels(read_dice(picture.pixels, len(label.values) if counted else None))
        spent_ms = (time.process_time() - started) * 1000
        if not first_ms:
            first_ms = (time.perf_counter() - begun) * 1000
        dice = list(reading.dice)
        names = ("all", label.group, f"{label.group} {label.source}", f"{label.source}")
        for name in dict.fromkeys(n.strip() for n in names):
            tally = groups.setdefault(name, Tally())
            measure(tally, dice, label, steps if name == "all" else {})
            tally.ms.append(spent_ms)
        values = sorted(d.value for d in dice if d.value is not None)
        if values != label.values or len(values) != len(dice):
            told = " ".join(f"{d.guess}{'' if d.sure else '?'}" for d in dice)
            wrong.append(f"{label.file}: labelled {' '.join(map(str, label.values))}, read {told or 'nothing'}")
    return {"groups": groups, "steps": steps, "wrong": wrong, "first_ms": first_ms}


def _alone(label: Label, number: int) -> Label | None:
    """The label of one of its dice that has a box, each time another; None where that die is small."""
    if not label.boxes:
        return None
    value, box = label.boxes[number % len(label.boxes)]
    return replace(label, values=[value], boxes=[(value, box)]) if min(box.w, box.h) >= LEAST_BOX_PX else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only every Nth picture")
    parser.add_argument("--match", default="", help="only files whose name holds this")
    parser.add_argument("--change", default="", choices=sorted(CHANGES), help="as another camera would give them")
    parser.add_argument(
        "--laid", action="store_true", help="the pictures are crops of single dice: lay each on a table"
    )
    parser.add_argument(
        "--close", action="store_true", help="one die of each picture alone (labels with boxes of dice)"
    )
    parser.add_argument("--count", action="store_true", help="tell the reader how many dice there are")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--wrong", action="store_true", help="list the pictures that were not read right")
    options = parser.parse_args()
    result = run(
        options.folder,
        options.every,
        options.match,
        options.change,
        crops=options.laid,
        counted=options.count,
        close=options.close,
    )
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if options.json:
        groups = {
            name: {k: v for k, v in vars(t).items() if k != "ms"} | {"ms": statistics.median(t.ms)}
            for name, t in result["groups"].items()
        }
        print(
            json.dumps(
                {
                    "groups": groups,
                    "steps": {k: [len(v), sum(v)] for k, v in sorted(result["steps"].items())},
                    "wrong": result["wrong"],
                    "first_ms": result["first_ms"],
                    "rss_mb": peak_mb,
                }
            )
        )
        return
    print(HEAD)
    for name, tally in sorted(result["groups"].items()):
        print(tally.line(name))
    print("\nconfidence    dice  right%")
    for step in range(10):
        seen = result["steps"].get(step, [])
        print(
            f"{step / 10:.1f} - {step / 10 + 0.1:.1f} {len(seen):7d} {100 * sum(seen) / len(seen) if seen else 0:7.1f}"
        )
    print(f"\nfirst picture after {result['first_ms']:.0f} ms (models loaded), peak memory {peak_mb:.0f} MB")
    if options.wrong:
        print("\n".join(result["wrong"]))


if __name__ == "__main__":
    main()
