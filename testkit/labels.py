"""Pictures of dice with their truth: folders with a ``labels.csv``, and which labelled value a die that was read stands for.

``labels.csv`` needs ``file`` and ``values`` ("1 4 4"); ``difficulty``, ``source`` and ``boxes`` (JSON rows of value, x, y,
width, height) are used where given.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from vision.reading import Box, Die


@dataclass
class Label:
    """One picture of a labelled folder: its values in order, and what else its row says.

    ``group``: its difficulty ("all" where none is given); ``source``: the first part of its source; ``boxes``: each die's
    value and box, in pixels of the picture, or none.
    """

    file: str
    values: list[int]
    group: str
    source: str
    boxes: list[tuple[int, Box]]


def read_labels(folder: Path) -> list[Label]:
    """The rows of a folder's ``labels.csv``, in their order."""
    labels = []
    with (folder / "labels.csv").open(newline="", encoding="utf-8-sig") as lines:
        for row in csv.DictReader(lines):
            boxes = [(int(b[0]), Box(*(float(v) for v in b[1:5]))) for b in json.loads(row.get("boxes") or "[]")]
            values = sorted(int(v) for v in row["values"].split())
            labels.append(
                Label(
                    row["file"], values, row.get("difficulty") or "all", (row.get("source") or "").split("/")[0], boxes
                )
            )
    return labels


def _holds(box: Box, other: Box) -> bool:
    x, y = other.x + other.w / 2, other.y + other.h / 2
    return box.x <= x <= box.x + box.w and box.y <= y <= box.y + box.h


def pair(dice: list[Die], label: Label) -> list[int | None]:
    """The labelled value each die stands for, None for a die that is not among the labelled ones.

    By boxes where every die has one (a centre inside the other's box, best confidence first), else by value.
    """
    found: list[int | None] = [None] * len(dice)
    order = sorted(range(len(dice)), key=lambda i: -dice[i].confidence)
    if len(label.boxes) == len(label.values):
        free = list(label.boxes)
        for i in order:
            fits = [b for b in free if _holds(b[1], dice[i].box) or _holds(dice[i].box, b[1])]
            if fits:
                near = min(
                    fits,
                    key=lambda b: (
                        abs(b[1].x + b[1].w / 2 - dice[i].box.x - dice[i].box.w / 2)
                        + abs(b[1].y + b[1].h / 2 - dice[i].box.y - dice[i].box.h / 2)
                    ),
                )
                free.remove(near)
                found[i] = near[0]
        return found
    left = Counter(label.values)
    for i in order:
        guess = dice[i].guess
        if guess is not None and left[guess] > 0:
            left[guess] -= 1
            found[i] = guess
    return found
