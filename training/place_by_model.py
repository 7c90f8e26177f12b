"""Finds where the labelled dice lie in photos without boxes: ``python -m training.place_by_model FOLDER places.json``.

Run with models that never saw a photo. A picture's dice are placed when the values of the best finds are exactly the
labelled ones; the others stay without places and are not used for training.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2

from training.photos import KIMBLE, read_labels
from vision.dice import candidates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    places = {}
    for photo in read_labels(options.folder):
        if photo.boxes or photo.file in KIMBLE:
            continue
        found = candidates(cv2.imread(str(options.folder / photo.file)))[: len(photo.values)]
        if sorted(c.value for c in found) == photo.values and min(c.score for c in found) > 0.15:
            places[photo.file] = [
                [c.value, round(c.centre[0], 1), round(c.centre[1], 1), round(c.side, 1)] for c in found
            ]
        else:
            print(photo.file, photo.values, [(c.value, round(c.score, 2)) for c in found])
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(dice)}" for name, dice in places.items())
    options.out.write_text(f"{{\n{rows}\n}}\n")
    print(len(places), "placed")


if __name__ == "__main__":
    main()
