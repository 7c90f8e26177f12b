"""The command that teaches cards: a line for each, also for each that is refused; a bar while many are taught."""

from __future__ import annotations

import base64
import json
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from vision import operations
from vision.image import read_picture_file
from vision.picture_header import PictureError
from vision.reading import CardLesson

_BAR = 30  # characters
_AHEAD = 8  # pictures cut before their turn
_MANY = 5  # lessons of which a bar tells how far they are


def teach_cards(
    lessons: Sequence[tuple[str, Path]], library: Path, *, rows: bool, look: Path | None, as_json: bool
) -> int:
    """Teach every lesson, name and picture file; the exit status, 1 when one was refused. Prints a line for each.

    ``rows``: the name is several with commas, of the cards that lie in rows in the picture. ``look``: a folder where what
    would be cut out is written instead of teaching it.
    """
    status = 0
    show = show_progress(len(lessons))
    alone = not rows and look is None
    cuts = _cut_ahead([file for _, file in lessons] if alone else [])
    try:
        for number, (name, file) in enumerate(lessons):
            try:
                if alone:
                    _say(name, file, operations.keep_card(next(cuts)(), library, name), as_json=as_json)
                else:
                    for taught, lesson in _lessons(name, read_picture_file(file), library, look):
                        _say(taught, file, lesson, as_json=as_json)
            except PictureError as refused:
                status = 1
                _refuse(file, refused, alone=len(lessons) == 1, as_json=as_json)
            show(number + 1)
    finally:
        if look is None and library.is_dir():
            operations.write_down_cards(library)
    return status


def _cut_ahead(files: Sequence[Path]) -> Iterator[Callable[[], operations.CutCard]]:
    """For each file what waits for its card, or raises why there is none; other cores cut while one is being taught."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as cores:
        left = iter(files)
        coming = deque(cores.submit(_cut, file) for file in islice(left, _AHEAD))
        while coming:
            cut = coming.popleft()
            coming.extend(cores.submit(_cut, file) for file in islice(left, 1))
            yield cut.result


def _cut(file: Path) -> operations.CutCard:
    return operations.cut_card(read_picture_file(file))


def _lessons(name: str, data: bytes, library: Path, look: Path | None) -> Iterator[tuple[str, CardLesson]]:
    if look is not None:
        cut, file = operations.look_at_card(data, library), look / f"{name}.jpg"
        look.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(cut.jpeg))
        yield name, CardLesson(name, 0, cut.alike, cut.corners, str(file), cut.unlike)
        return
    names = [each.strip() for each in name.split(",")]
    places = operations.cards_in_rows(data, library)
    if len(places) != len(names):
        raise PictureError(
            "unreadable_picture",
            "other_count",
            f"There are {len(places)} cards to be seen in it and {len(names)} names given. Lay them apart in rows,"
            " or name just those.",
        )
    for each, corners in zip(names, places, strict=True):
        yield each, operations.teach_card(data, library, each, corners)


def _say(name: str, file: Path, lesson: CardLesson, *, as_json: bool) -> None:
    if as_json:
        line: dict[str, Any] = {"name": name, "file": str(file)}
        line["corners"] = [[round(x, 1), round(y, 1)] for x, y in lesson.corners]
        line["preview"] = lesson.preview
        line["alike"] = list(lesson.alike)
        line["unlike"] = lesson.unlike
        print(json.dumps(line, ensure_ascii=False), flush=True)
        return
    unlike = f"; shaped unlike the other cards, look at {lesson.preview}" if lesson.unlike else ""
    if not lesson.pictures:
        print(f"{name}: cut out to {lesson.preview}, nothing taught{unlike}", flush=True)
        return
    alike = f"; looks the same as {', '.join(lesson.alike)}" if lesson.alike else ""
    print(f"{name}: {lesson.pictures} taught{alike}{unlike}", flush=True)


def _refuse(file: Path, refused: PictureError, *, alone: bool, as_json: bool) -> None:
    if alone and not as_json:
        print(" ".join(f"{file}: {refused}".split()), file=sys.stderr)
        return
    error = {"code": refused.code, "message": str(refused)}
    print(json.dumps({"file": str(file), "error": error}, ensure_ascii=False), flush=True)


def show_progress(all_of_them: int) -> Callable[[int], None]:
    """A bar on standard error, where somebody looks at it, told how many are done; the seconds left are counted from now."""
    started = time.monotonic()

    def show(done: int) -> None:
        if all_of_them < _MANY or not sys.stderr.isatty():
            return
        full = round(_BAR * done / all_of_them)
        left = (time.monotonic() - started) / done * (all_of_them - done)
        end = "\n" if done == all_of_them else ""
        bar = f"\r[{'#' * full}{'.' * (_BAR - full)}] {done}/{all_of_them}, {left:.0f} s left "
        print(bar, end=end, file=sys.stderr, flush=True)

    return show
