"""A short video in which cards are turned one by one: the stillest, sharpest frame of each new card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Picture
from vision.cards.error import CardError
from vision.cards.rows import seen_twice
from vision.cards.teaching import Lesson, edge_steepness, take_lesson

_LONG_PX = 1280  # what teaching needs
_SMALL_PX = 160  # what movement is seen in
_MOVES = 2.5  # mean difference of brightness (0 to 255) between two frames: the noise of a still camera is 0.5 to 1.5
_STILL_FRAMES = 4  # that a card must lie still: an eighth of a second
_BEST_OF = 4  # frames of a rest, the stillest, of which the sharpest is taken


def frames_of(path: Path) -> Iterator[Picture]:
    """The frames of a video file (BGR), 1,280 px at most. Raises CardError ``no_video`` for what cannot be played."""
    video = cv2.VideoCapture(str(path))
    try:
        there, frame = video.read()
        if not there:
            raise CardError(
                "no_video", "This video cannot be played; save it as MP4 (H.264), or take pictures instead."
            )
        while there:
            scale = min(1.0, _LONG_PX / max(frame.shape))
            yield cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else frame
            there, frame = video.read()
    finally:
        video.release()


def turned_cards(frames: Iterable[Picture]) -> list[Lesson]:
    """Each new card that lay still in a video, in the order they were turned up; the same one twice in a row is one.

    A rest in which no card can be cut out (a hand, the empty table) is passed over.
    """
    lessons: list[Lesson] = []
    for frame in still_frames(frames):
        try:
            lesson = take_lesson(frame)
        except CardError:
            continue
        if not lessons or not seen_twice([lessons[-1].crop, lesson.crop]):
            lessons.append(lesson)
    return lessons


def still_frames(frames: Iterable[Picture]) -> Iterator[Picture]:
    """The sharpest of the stillest frames of every rest."""
    rest: list[tuple[float, Picture]] = []
    rested, before = 0, None
    for frame in frames:
        scale = min(1.0, _SMALL_PX / max(frame.shape))
        small = cv2.resize(
            cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
        )
        moved = 255.0 if before is None else float(np.abs(small.astype(np.int16) - before).mean())
        before = small.astype(np.int16)
        if moved < _MOVES:
            rested += 1
            rest = sorted([*rest, (moved, frame)], key=lambda seen: seen[0])[:_BEST_OF]
            continue
        if rested >= _STILL_FRAMES:
            yield _sharpest(rest)
        rest, rested = [], 0
    if rested >= _STILL_FRAMES:
        yield _sharpest(rest)


def _sharpest(rest: list[tuple[float, Picture]]) -> Picture:
    return max((frame for _, frame in rest), key=edge_steepness)
