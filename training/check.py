"""How drawn tables are read that no training has seen: ``python -m training.check [--scenes N] [--cloths N] [--boards N]``.

Scenes of one to six dice, all of whose tops show pips and are seen whole; cloths with lint, clips and glasses on them and
printed boards, both without any die. Other seeds than any training's.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator

import cv2
import numpy as np

from training.scenes import ICON, draw_scene
from training.traps import drawn_boards, drawn_cloths
from vision.dice import read_dice

SEED = 990_001


def scenes(count: int) -> Iterator[tuple[np.ndarray, list[int]]]:
    """Pictures of 400 px with the values that lie in them, of dice between 18 and 110 px."""
    for index in range(count):
        side = math.exp(np.random.default_rng(index).uniform(math.log(18), math.log(110)))
        image, truth = draw_scene(np.random.default_rng((SEED + 1, index)), 400, count=1 + index % 6, side_px=side)
        if len(truth) and not ((truth[:, 6] < 0.7) | (truth[:, 5] >= ICON)).any():
            yield image, sorted(int(face) + 1 for face in truth[:, 5])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--cloths", type=int, default=150)
    parser.add_argument("--boards", type=int, default=90)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    right = total = wrong = 0
    for image, values in scenes(options.scenes):
        dice = read_dice(image).dice
        told = sorted(die.value for die in dice if die.value is not None)
        right += told == values and len(told) == len(dice)
        wrong += sum(told.count(v) > values.count(v) for v in set(told))
        total += 1
    print(f"scenes: {right} of {total} right, {wrong} values wrong and sure")
    for name, pictures in (
        ("cloths", drawn_cloths(options.cloths, SEED)),
        ("boards", drawn_boards(options.boards, SEED)),
    ):
        shown = [read_dice(picture.image).dice for picture in pictures]
        sure = sum(any(die.sure for die in dice) for dice in shown)
        asked = sum(bool(dice) and not any(die.sure for die in dice) for dice in shown)
        print(f"{name} without dice: {sure} of {len(shown)} pictures with a sure die, {asked} asked about")


if __name__ == "__main__":
    main()
