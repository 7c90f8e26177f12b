"""How well taught faces are read: ``python -m benchmarks.faces [--pictures N] [--lessons 1 2 3] [--seed S] [--hard]``.

For each of ten kinds of dice, and three with pips and one emblem, the faces are taught from drawn pictures of one die
each (one to three a face), then scenes of one to six dice are read: other tables, light, turns and tilts up to 40 degrees, a fifth with dice touching
(given apart, as "touching": black dice side against side at a slant are hard for people too). ``--hard``: four to eight
small dice (38 to 70 px), seen at 25 to 48 degrees, touching in every second scene.
Some dice are of another kind that was not taught ("strangers"). A die is right when it is sure of the face on top;
wrong and sure when it is sure of anything else, counting strangers, side faces and places without a die. ``ms``:
processor time for one picture, median, with one thread.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from testkit.face_dice import COLOUR_NAMES, EMBLEMS, KINDS, Kind
from testkit.face_scene import Placed, View, scene
from vision.arrays import Picture
from vision.faces.lesson import teach
from vision.faces.library import FaceLibrary
from vision.faces.reader import read_dice_and_faces
from vision.picture_header import PictureError
from vision.reading import Die

ALL_KINDS = (*KINDS, *EMBLEMS)


@dataclass
class Score:
    """What came out for one kind, or all."""

    dice: int = 0
    right: int = 0
    unsure: int = 0
    missed: int = 0
    wrong: int = 0
    strangers: int = 0
    lessons_refused: int = 0
    colours: int = 0
    colours_right: int = 0
    ms: list[float] = field(default_factory=list)
    mistakes: Counter[str] = field(default_factory=Counter)

    def add(self, other: Score) -> None:
        for name in (
            "dice",
            "right",
            "unsure",
            "missed",
            "wrong",
            "strangers",
            "lessons_refused",
            "colours",
            "colours_right",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.ms += other.ms
        self.mistakes += other.mistakes

    def line(self, title: str) -> str:
        every = max(1, self.dice)
        return (
            f"{title:18}{self.dice:5}{100 * self.right / every:9.1f}{100 * self.wrong / max(1, self.dice + self.strangers):12.2f}"
            f"{100 * self.unsure / every:9.1f}{100 * self.missed / every:9.1f}{100 * self.colours_right / max(1, self.colours):9.1f}"
            f"{np.median(self.ms) if self.ms else 0:7.0f}"
        )


HEADING = (
    f"{'kind':18}{'dice':>5}{'right %':>9}{'wrong+sure%':>12}{'unsure %':>9}{'missed %':>9}{'colour %':>9}{'ms':>7}"
)


def taught(random: np.random.Generator, kind: Kind, lessons: int, score: Score) -> FaceLibrary:
    """A library of the kind's faces; pips are not taught. A refused picture is taken again, as a person would."""
    library = FaceLibrary(Path())
    for name in kind.faces:
        if name.endswith(" pips"):
            continue
        for body in kind.bodies:
            for _ in range(lessons):
                for _ in range(4):
                    picture, _ = scene(
                        random, [(kind, name, body)], View(random.uniform(0, 20), random.uniform(100, 220))
                    )
                    try:
                        teach(library, name, picture)
                        break
                    except PictureError:
                        score.lessons_refused += 1
    return library


def read_scene(
    random: np.random.Generator,
    kind: Kind,
    library: FaceLibrary,
    score: Score,
    touching: bool = False,
    hard: bool = False,
) -> tuple[Picture, list[Placed], tuple[Die, ...]]:
    """Draw a scene of the kind, read it, and add to the score."""
    names = list(kind.faces)
    dice = [
        (kind, str(random.choice(names)), kind.bodies[random.integers(len(kind.bodies))])
        for _ in range(random.integers(4, 9) if hard else random.integers(1, 7))
    ]
    if len(dice) > 1 and random.random() < 0.3:
        other = KINDS[(ALL_KINDS.index(kind) + int(random.integers(1, len(KINDS)))) % len(KINDS)]
        dice[0] = (other, str(random.choice(list(other.faces))), other.bodies[0])
    seen = (
        (random.uniform(25, 48), random.uniform(38, 70)) if hard else (random.uniform(0, 40), random.uniform(45, 100))
    )
    picture, placed = scene(random, dice, View(*seen, touching))
    started = time.process_time()
    reading = read_dice_and_faces(picture, library)
    score.ms.append((time.process_time() - started) * 1000)
    judge(kind, placed, reading.dice, score)
    return picture, placed, reading.dice


def judge(kind: Kind, placed: list[Placed], found: tuple[Die, ...], score: Score) -> None:
    """Compare what was found with what lies there; each die of the reading belongs to at most one of the scene."""
    left = list(found)
    for die in placed:
        seen = next((other for other in left if _on_top(die, other)), None)
        if seen is not None:
            left.remove(seen)
        known = die.kind is kind
        score.dice += known
        score.strangers += not known
        pips = die.face.removesuffix(" pips") if die.face.endswith(" pips") else None
        if seen is None:
            score.missed += known
            continue
        shown = (seen.face or str(seen.value)) if seen.sure else None
        if shown is None:
            score.unsure += known
        elif shown == (pips or die.face) and (known or pips):
            score.right += known
        elif known or seen.face:
            score.wrong += 1
            score.mistakes[f"{die.face} read as {shown}"] += 1
        if known and seen.face and die.body in COLOUR_NAMES:
            score.colours += 1
            score.colours_right += seen.colour == COLOUR_NAMES[die.body]
    for other in left:
        if other.face:
            score.wrong += 1
            score.mistakes[f"nothing read as {other.face}"] += 1


def _on_top(die: Placed, seen: Die) -> bool:
    middle = (seen.box.x + seen.box.w / 2, seen.box.y + seen.box.h / 2)
    return cv2.pointPolygonTest(die.corners.astype(np.float32), middle, False) >= 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=12, help="scenes a kind")
    parser.add_argument("--lessons", type=int, nargs="+", default=[1, 2, 3], help="pictures a face")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", default=[kind.name for kind in ALL_KINDS])
    parser.add_argument("--hard", action="store_true", help="small dice, steep views, clusters")
    parser.add_argument("--keep", type=Path, help="folder for the pictures that went wrong")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for lessons in asked.lessons:
        print(f"\n{lessons} picture{'s' if lessons > 1 else ''} a face\n{HEADING}", flush=True)
        whole, apart, touching = Score(), Score(), Score()
        for kind in ALL_KINDS:
            if kind.name not in asked.kinds:
                continue
            random = np.random.default_rng([asked.seed, lessons, ALL_KINDS.index(kind)])
            score = Score()
            library = taught(random, kind, lessons, score)
            for number in range(asked.pictures):
                one = Score()
                touches = number % (2 if asked.hard else 5) == (1 if asked.hard else 4)
                picture, placed, found = read_scene(random, kind, library, one, touches, asked.hard)
                if asked.keep and (one.right < one.dice or one.wrong):
                    _keep(asked.keep / f"{kind.name}-{lessons}-{number}.jpg", picture, placed, found)
                (touching if touches else apart).add(one)
                score.add(one)
            whole.add(score)
            print(score.line(kind.name), flush=True)
        for title, some in (("apart", apart), ("touching", touching), ("all", whole)):
            print(some.line(title))
        print(f"lessons refused: {whole.lessons_refused}")
        for mistake, times in whole.mistakes.most_common():
            print(f"  {times} x {mistake}")


def _keep(path: Path, picture: Picture, placed: list[Placed], found: tuple[Die, ...]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn = picture.copy()
    for die in placed:
        cv2.polylines(drawn, [die.corners.round().astype(np.int32)], True, (0, 255, 0), 1)
    for seen in found:
        box = seen.box
        cv2.rectangle(
            drawn, (round(box.x), round(box.y)), (round(box.x + box.w), round(box.y + box.h)), (255, 0, 255), 1
        )
        label = f"{seen.face or seen.value or '?'} ({seen.guess_face or seen.guess}) {seen.confidence:.2f}"
        cv2.putText(drawn, label, (round(box.x), round(box.y) - 3), (255, 0, 255), cv2.FontFace("uni"), 14)
    cv2.imwrite(str(path), drawn)


if __name__ == "__main__":
    main()
