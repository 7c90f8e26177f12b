"""The commands of ``python -m vision``: read dice and cards in pictures, teach faces and cards, watch a camera.

Exit status: 0; 2 for arguments that make no sense, with one line on standard error naming the argument and what it may
be; 1 for any other failure, with one line. One of several pictures that cannot be read costs only itself.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from vision import arguments, taught_commands
from vision.picture_header import PictureError
from vision.reading import CardReading, DiceReading, FaceLesson, reading_json
from vision.taught import BadLibrary

Reading = TypeVar("Reading", DiceReading, CardReading)

NO_VISION = (
    "Reading pictures needs OpenCV, which is missing here. Add it with: pip install 'boardgame-companion[vision]'"
)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(typed: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status. ``typed``: the arguments, those of the process if None."""
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # names of faces in any script, on any terminal
    # Read when numpy is loaded: on small matrices its threads only spin.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        asked = _parser().parse_args(typed)
    except SystemExit as ended:  # argparse ends the process itself
        return ended.code if isinstance(ended.code, int) else 1
    try:
        status: int = asked.run(asked)
    except ImportError as missing:
        absent = (missing.name or "").partition(".")[0] in ("cv2", "numpy", "filelock")
        return _fail(NO_VISION if absent else f"ImportError: {missing}")
    except (PictureError, BadLibrary) as refused:
        return _fail(str(refused))
    except KeyboardInterrupt:
        return 130
    except Exception as problem:  # whoever scripts this gets a line and a status, never a traceback
        return _fail(f"{type(problem).__name__}: {problem}")
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m vision", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    dice = commands.add_parser("dice", help="read dice in still pictures")
    dice.add_argument("images", nargs="+", metavar="IMAGE", type=Path)
    dice.add_argument("--count", type=arguments.count, help=f"how many dice there are, 1 to {arguments.MOST_DICE}")
    dice.add_argument("--library", type=arguments.folder, metavar="DIR", help="folder of taught faces")
    _add_knowledge(dice)
    dice.add_argument("--same", action="store_true", help="all pictures show one throw: they agree or the reading asks")
    dice.add_argument("--json", action="store_true", help="one JSON object per line per picture")
    dice.set_defaults(run=_read_dice)

    faces = commands.add_parser("faces", help="teach die faces").add_subparsers(required=True, metavar="COMMAND")
    taught_commands.add(faces, "faces", arguments.folder)
    enroll = faces.add_parser("enroll", help="teach faces; the same name again adds a picture")
    enroll.add_argument(
        "--library", type=Path, required=True, metavar="DIR", help="folder of taught faces; made if new"
    )
    enroll.add_argument(
        "--value", type=arguments.value, help="the number these faces count for (a face named by digits: those)"
    )
    enroll.add_argument(
        "--row",
        action="append",
        default=[],
        type=arguments.row,
        metavar="FACE,FACE=IMAGE",
        help="a picture of several dice, their faces named from left to right; - passes one over",
    )
    enroll.add_argument("lessons", nargs="*", metavar="FACE=IMAGE", type=arguments.lesson)
    enroll.set_defaults(run=_teach_faces)

    cards = commands.add_parser("cards", help="teach and read cards").add_subparsers(required=True, metavar="COMMAND")
    taught_commands.add(cards, "cards", arguments.folder)
    enroll = cards.add_parser("enroll", help="teach cards; the same name again adds a picture")
    enroll.add_argument(
        "--library", type=Path, required=True, metavar="DIR", help="folder of taught cards; made if new"
    )
    enroll.add_argument(
        "lessons",
        nargs="+",
        metavar="NAME=IMAGE",
        type=arguments.card_lessons,
        help="a picture of one card, or a folder: each picture in it is named by its file",
    )
    enroll.add_argument("--json", action="store_true", help="one JSON object per line per card: corners and preview")
    enroll.add_argument(
        "--rows", action="store_true", help="each picture shows several cards in rows: NAME,NAME,...=IMAGE"
    )
    enroll.add_argument(
        "--look", type=Path, metavar="DIR", help="only write what would be cut out to DIR; teach nothing"
    )
    enroll.set_defaults(run=_teach_cards)
    whole = cards.add_parser(
        "enroll-deck", help="teach many cards by a list of names: pictures of rows, PDF pages, videos"
    )
    whole.add_argument("--library", type=Path, required=True, metavar="DIR", help="folder of taught cards; made if new")
    whole.add_argument(
        "--names-file",
        type=arguments.names,
        default=[],
        metavar="FILE",
        help="names in order, one a line or with commas; - leaves one out",
    )
    whole.add_argument(
        "files", nargs="+", metavar="FILE", type=Path, help="cards in rows (picture, PDF), or turned one by one (video)"
    )
    whole.add_argument("--look", type=Path, metavar="DIR", help="only write the cards, numbered, to DIR; teach nothing")
    whole.add_argument("--sure", action="store_true", help="the names are right, also where pictures look the same")
    whole.add_argument("--json", action="store_true", help="one JSON object per line per card")
    whole.set_defaults(run=_teach_deck)
    read = cards.add_parser("read", help="recognise taught cards in still pictures")
    read.add_argument("images", nargs="+", metavar="IMAGE", type=Path)
    read.add_argument("--library", type=arguments.folder, required=True, metavar="DIR", help="folder of taught cards")
    read.add_argument("--json", action="store_true", help="one JSON object per line per picture")
    read.set_defaults(run=_read_cards)

    watch = commands.add_parser("watch", help="print a reading each time the dice come to rest")
    watch.add_argument(
        "source", metavar="SOURCE", help="a webcam index, a video file, an address, a folder of pictures"
    )
    watch.add_argument("--count", type=arguments.count, help=f"how many dice there are, 1 to {arguments.MOST_DICE}")
    watch.add_argument("--library", type=arguments.folder, metavar="DIR", help="folder of taught faces")
    _add_knowledge(watch)
    watch.add_argument("--json", action="store_true", help="one JSON object per line per reading")
    watch.add_argument("--preview", action="store_true", help="answer questions on standard input (for the companion)")
    watch.set_defaults(run=_watch)

    worker = commands.add_parser("worker", help="read pictures from standard input (for the companion)")
    worker.set_defaults(run=_work)
    return parser


def _add_knowledge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tray",
        type=arguments.tray,
        metavar="L,T,W,H",
        help="read only there: left, top, width, height in percent of the picture; or left, top of its four corners",
    )
    parser.add_argument(
        "--values", type=arguments.values, metavar="V,V", help="the values the dice have; others are not sure"
    )


def _read_dice(asked: argparse.Namespace) -> int:
    from vision.operations import dice_in

    def read(data: bytes) -> DiceReading:
        return dice_in(data, count=asked.count, library=asked.library, tray=asked.tray, values=asked.values)

    if asked.same:
        return _read_same(asked.images, read, as_json=asked.json)
    return _read_each(asked.images, read, _dice_text, as_json=asked.json)


def _read_same(images: Sequence[Path], read: Callable[[bytes], DiceReading], *, as_json: bool) -> int:
    """One reading of all pictures; the boxes are those of the first that could be read."""
    from vision.expected import agreed

    readings: list[tuple[Path, DiceReading]] = []

    def take(image: Path, data: bytes) -> None:
        readings.append((image, read(data)))

    status = _each(((image, take) for image in images), alone=len(images) == 1, as_json=as_json)
    if readings:
        one, file = agreed([reading for _, reading in readings]), str(readings[0][0])
        _print_json({"file": file, **reading_json(one)}) if as_json else _print(f"{file}: {_dice_text(one)}")
    return status


def _read_cards(asked: argparse.Namespace) -> int:
    from vision.operations import cards_in

    def read(data: bytes) -> CardReading:
        return cards_in(data, asked.library)

    return _read_each(asked.images, read, _cards_text, as_json=asked.json)


def _read_each(
    images: Sequence[Path], read: Callable[[bytes], Reading], text: Callable[[Reading], str], *, as_json: bool
) -> int:
    def report(image: Path, data: bytes) -> None:
        reading = read(data)
        _print_json({"file": str(image), **reading_json(reading)}) if as_json else _print(f"{image}: {text(reading)}")

    return _each(((image, report) for image in images), alone=len(images) == 1, as_json=as_json)


def _teach_faces(asked: argparse.Namespace) -> int:
    from vision.operations import teach_face, teach_faces

    def teacher(names: Sequence[str]) -> Callable[[Path, bytes], None]:
        def teach(image: Path, data: bytes) -> None:
            lessons: tuple[FaceLesson, ...]
            if len(names) == 1:
                lessons = (teach_face(data, asked.library, names[0], asked.value),)
            else:
                lessons = teach_faces(data, asked.library, names, asked.value).lessons
            for lesson in lessons:
                alike = f"; looks the same as {', '.join(lesson.alike)}" if lesson.alike else ""
                _print(f"{lesson.face}: {lesson.pictures} taught ({lesson.colour}){alike}")

        return teach

    work = [([name], image) for name, image in asked.lessons] + asked.row
    if not work:
        print("python -m vision faces enroll: name a picture: FACE=IMAGE, or --row FACE,FACE=IMAGE", file=sys.stderr)
        return 2
    return _each(((image, teacher(names)) for names, image in work), alone=len(work) == 1, as_json=False)


def _teach_cards(asked: argparse.Namespace) -> int:
    from vision.teaching_cards import teach_cards

    lessons = [lesson for some in asked.lessons for lesson in some]
    if asked.rows and asked.look:
        return _fail("--look shows single cards; leave --rows out")
    return teach_cards(lessons, asked.library, rows=asked.rows, look=asked.look, as_json=asked.json)


def _teach_deck(asked: argparse.Namespace) -> int:
    from vision.teaching_decks import teach_deck

    return teach_deck(
        asked.files, asked.names_file, asked.library, look=asked.look, sure=asked.sure, as_json=asked.json
    )


def _each(work: Iterable[tuple[Path, Callable[[Path, bytes], None]]], *, alone: bool, as_json: bool) -> int:
    """Do each piece of work with the bytes of its picture; a bad picture is reported and the others go on."""
    from vision.image import read_picture_file

    status = 0
    for image, do in work:
        try:
            do(image, read_picture_file(image))
        except PictureError as refused:
            status = 1
            if alone:
                _fail(f"{image}: {refused}")
            if not alone or as_json:
                _print_json({"file": str(image), "error": {"code": refused.code, "message": str(refused)}})
    return status


def _watch(asked: argparse.Namespace) -> int:
    from vision.arrays import Picture
    from vision.operations import dice_in_pixels
    from vision.watching import Known, watch

    known = Known(asked.library, asked.tray)

    def read(pixels: Picture) -> DiceReading:
        return dice_in_pixels(pixels, count=asked.count, library=known.library, tray=known.tray, values=asked.values)

    def report(reading: DiceReading, at: float) -> None:
        _print(f"{at:.1f} s: {_dice_text(reading)}")

    as_json = asked.json or asked.preview
    return watch(asked.source, read, known, None if as_json else report, with_preview=asked.preview)


def _work(asked: argparse.Namespace) -> int:
    from vision import worker

    return worker.main()


def _dice_text(reading: DiceReading) -> str:
    shown = [
        str(die.face or die.value) if die.sure else f"?({die.guess_face or die.guess or ''})" for die in reading.dice
    ]
    return f"{' '.join(shown) or 'no dice'} = {reading.total}{', not sure' if reading.unsure else ''}"


def _cards_text(reading: CardReading) -> str:
    return ", ".join(card.name or f"?({' / '.join(card.alternatives)})" for card in reading.cards) or "no cards"


def _print_json(found: dict[str, Any]) -> None:
    _print(json.dumps(found, ensure_ascii=False))


def _print(line: str) -> None:
    print(line, flush=True)


def _fail(line: str) -> int:
    print(" ".join(line.split()), file=sys.stderr)
    return 1


def _silence_native_code() -> None:
    """Keep what libpng and libjpeg print about damaged files away from our one line on standard error."""
    ours = os.fdopen(os.dup(sys.stderr.fileno()), "w", encoding="utf-8", errors="replace", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    sys.stderr = ours


if __name__ == "__main__":
    with suppress(OSError, AttributeError):
        _silence_native_code()
    sys.exit(main())
