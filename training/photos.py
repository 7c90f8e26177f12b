"""Real photos with labels, in the form the training uses: ``load(folder)`` reads a folder with a ``labels.csv``.

Sources box different things: matteop65 the pips of the top face (a '1' is boxed pip-sized), N3VERS4YDIE and Epanemu
the whole die. Here every row is turned to the centre of the top face and the side of the die. DamianTab and viljamip
have no boxes: viljamip's eleven dice were placed by hand, DamianTab's come from ``place_by_model``.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.samples import Picture

# Centres of the die under the dome, by eye in the 1280 px pictures.
KIMBLE = {
    "viljamip_001.jpg": (625, 351),
    "viljamip_002.jpg": (656, 329),
    "viljamip_003.jpg": (601, 366),
    "viljamip_004.jpg": (649, 343),
    "viljamip_005.jpg": (559, 349),
    "viljamip_006.jpg": (634, 316),
    "viljamip_007.jpg": (631, 329),
    "viljamip_008.jpg": (708, 354),
    "viljamip_009.jpg": (598, 331),
    "viljamip_010.jpg": (683, 310),
    "viljamip_011.jpg": (651, 354),
}
KIMBLE_SIDE = 27.0
# What to change in labels.csv before use, with the reason; {file: (values, why)}. The file's own corrections suffice so far.
OVERRIDES: dict[str, tuple[str, str]] = {}


@dataclass
class Photo:
    file: str
    source: str
    difficulty: str
    values: list[int]
    boxes: list[tuple[int, float, float, float, float]]


def read_labels(folder: Path) -> list[Photo]:
    photos = []
    with (folder / "labels.csv").open(newline="", encoding="utf-8-sig") as lines:
        for row in csv.DictReader(lines):
            values = OVERRIDES.get(row["file"], (row["values"], ""))[0]
            boxes = [tuple(box) for box in json.loads(row.get("boxes") or "[]")]
            photos.append(
                Photo(
                    row["file"],
                    row.get("source", ""),
                    row.get("difficulty", ""),
                    sorted(int(v) for v in values.split()),
                    boxes,
                )
            )
    return photos


def load(folder: Path, places: Path, without: str = "") -> dict[str, list[Picture]]:
    """Pictures by source, without the sources whose names begin with one in ``without`` (comma between); N3VERS4YDIE's drum and tray apart."""
    known = json.loads(places.read_text()) if places.exists() else {}
    found: dict[str, list[Picture]] = {}
    for photo in read_labels(folder):
        if any(photo.source.lower().startswith(name) for name in without.lower().split(",") if name):
            continue
        picture = to_picture(folder, photo, known.get(photo.file))
        if picture is not None:
            name = photo.source.split("/")[0]
            if name == "N3VERS4YDIE" and photo.file >= "n3vers4ydie_099":
                name += " tray"
            found.setdefault(name, []).append(picture)
    return found


def to_picture(folder: Path, photo: Photo, places: list[list[float]] | None = None) -> Picture | None:
    """None where places are not known; ``places``: rows of value, x, y, side for a photo without boxes."""
    image = cv2.imread(str(folder / photo.file))
    rows = []
    owner = photo.source.split("/")[0]
    largest = max((max(b[3], b[4]) for b in photo.boxes), default=0.0)
    for value, x, y, w, h in photo.boxes:
        if owner == "matteop65":
            centre, side = (x + w / 2, y + h / 2), 1.35 * largest
            if value == 1 and largest < 25:  # only pip-sized boxes: a die of that camera is about this large
                side = 55.0
        elif owner == "Epanemu":
            centre, side = (x + w / 2, y + 0.38 * h), 0.8 * (w * h) ** 0.5
        else:
            centre, side = (x + w / 2, y + h / 2), 0.8 * (w * h) ** 0.5
        rows.append([*centre, side, side, side, value - 1, 1.0, -1, -1])
    if photo.file in KIMBLE:
        rows.append([*KIMBLE[photo.file], KIMBLE_SIDE, KIMBLE_SIDE, KIMBLE_SIDE, photo.values[0] - 1, 1.0, -1, -1])
    for value, x, y, side in places or []:
        rows.append([x, y, side, side, side, value - 1, 1.0, -1, -1])
    if not rows:
        return None
    whole = len(rows) == len(photo.values)
    empty = 0.3 if owner == "N3VERS4YDIE" else 1.0
    return Picture(
        image,
        np.array(rows, np.float32),
        extent=False,
        empty=empty if whole else 0.0,
        size_weight=0.3 if owner == "matteop65" else 0.7,
    )
