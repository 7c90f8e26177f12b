"""The commands of ``python -m vision``: exact JSON, exit statuses, one line for every failure, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.reader import Reader
from testkit.decks import deck
from testkit.face_dice import KINDS
from testkit.face_scene import View, scene
from testkit.tabletops import photograph
from testkit.worn import scan
from vision import operations
from vision.__main__ import main
from vision.dice import Inside
from vision.reading import Box, Card, CardReading, DiceReading, Die

ROOT = Path(__file__).resolve().parents[2]
SUITS = next(kind for kind in KINDS if kind.name == "suits")


def height_of(file: Path | str) -> int:
    """How many pixels high the picture in a file is."""
    picture = cv2.imread(str(file))
    assert picture is not None
    return int(picture.shape[0])


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "vision", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def picture(path: Path, faces: list[str], seed: int = 3, tilt: float = 8.0) -> Path:
    drawn, _ = scene(np.random.default_rng(seed), [(SUITS, face, SUITS.bodies[0]) for face in faces], View(tilt, 110))
    cv2.imwrite(str(path), drawn)
    return path


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers that answer at once: what is tested here is the command around them."""

    def dice(pixels: np.ndarray, count: int | None, inside: Inside | None) -> DiceReading:
        dice = (Die(5, 5, 0.98, Box(1, 2, 3, 4)), Die(None, 2, 0.4, Box(10, 2, 3, 4)))
        return DiceReading(dice, ms=1.0, count=count)

    class Cards:
        def __init__(self, folder: Path) -> None:
            pass

        def read(self, pixels: np.ndarray) -> CardReading:
            corners = ((1.0, 2.0), (3.0, 2.0), (3.0, 5.0), (1.0, 5.0))
            return CardReading((Card(None, 0.5, corners, ("red 4", "red 5")),), ms=1.0)

    monkeypatch.setattr(operations, "read_dice", dice)
    monkeypatch.setattr(operations, "_cards", Cards)


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "a.jpg"), np.full((60, 80, 3), 128, np.uint8))
    return tmp_path / "a.jpg"


@pytest.mark.usefixtures("stand_in")
def test_a_reading_is_one_json_object_a_line(plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", str(plain), str(plain), "--json", "--count", "2"]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert list(first) == ["file", "dice", "total", "unsure", "ms"]
    assert first["file"] == second["file"] == str(plain)
    assert first["dice"][0] == {"value": 5, "guess": 5, "face": None, "confidence": 0.98, "box": [1, 2, 3, 4]}
    assert first["dice"][1]["value"] is None
    assert (first["total"], first["unsure"]) == (5, True)


@pytest.mark.usefixtures("stand_in")
def test_without_json_a_person_can_read_it(plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", str(plain)]) == 0
    assert capsys.readouterr().out == f"{plain}: 5 ?(2) = 5, not sure\n"


@pytest.mark.usefixtures("stand_in")
def test_two_pictures_of_one_throw_are_one_reading(plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "--same", str(plain), str(plain), "--json"]) == 0
    (one,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [die["value"] for die in one["dice"]] == [5, None]


@pytest.mark.usefixtures("stand_in")
def test_dice_are_read_in_the_tray_and_only_their_values_are_sure(
    plain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dice", str(plain), "--tray", "25,50,50,50", "--values", "1,2,3", "--json"]) == 0
    (one,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [(die["value"], die["guess"]) for die in one["dice"]] == [(None, 5), (None, 2)]
    assert one["dice"][0]["box"] == [1 + 16, 2 + 27, 3, 4], "a margin is looked at as well"
    assert (one["tray"], one["outside"]) == ("inside", 0)


@pytest.mark.usefixtures("stand_in")
def test_cards_that_cannot_be_told_apart_are_both_named(plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "read", "--library", str(plain.parent), str(plain), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["file", "cards", "ms"]
    assert found["cards"] == [
        {
            "name": None,
            "confidence": 0.5,
            "corners": [[1, 2], [3, 2], [3, 5], [1, 5]],
            "alternatives": ["red 4", "red 5"],
        }
    ]


@pytest.mark.usefixtures("stand_in")
def test_among_several_a_bad_picture_costs_only_itself(plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heic = plain.with_name("b.heic")
    heic.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    missing = plain.with_name("none.jpg")
    assert main(["dice", str(heic), str(missing), str(plain), "--json"]) == 1
    captured = capsys.readouterr()
    bad, gone, good = (json.loads(line) for line in captured.out.splitlines())
    assert list(bad) == ["file", "error"] and list(bad["error"]) == ["code", "message"]
    assert (bad["file"], bad["error"]["code"]) == (str(heic), "unsupported_picture") and "HEIC" in bad["error"][
        "message"
    ]
    assert gone["error"]["code"] == "unreadable_picture"
    assert good["total"] == 5
    assert captured.err == ""


def test_a_bad_picture_alone_is_one_line_and_status_1(tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    whole = cv2.imencode(".png", np.zeros((50, 50, 3), np.uint8))[1].tobytes()
    broken.write_bytes(whole[:-30])  # libpng complains about this one by itself
    done = run("dice", broken)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "damaged" in done.stderr and "libpng" not in done.stderr


def test_what_fails_inside_is_one_line_too(
    plain: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never a traceback."""

    def stumble(pixels: np.ndarray, count: int | None, inside: Inside | None) -> DiceReading:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(operations, "read_dice", stumble)
    assert main(["dice", str(plain), "--json"]) == 1
    assert capsys.readouterr().err == "RuntimeError: two lines\n"


BAD_ARGUMENTS = [
    ("no command", [], "COMMAND"),
    ("a command there is not", ["cats"], "dice"),
    ("no picture", ["dice"], "IMAGE"),
    ("count past the range", ["dice", "a.jpg", "--count", "41"], "--count: '41' is not a whole number from 1 to 40"),
    ("tray beyond the picture", ["dice", "a.jpg", "--tray", "50,0,60,100"], "--tray"),
    ("tray that is a speck", ["dice", "a.jpg", "--tray", "50,50,5,5"], "at least a hundredth"),
    ("tray of three numbers", ["watch", "0", "--tray", "0,0,50"], "--tray"),
    ("values no die of pips has", ["dice", "a.jpg", "--values", "0,7"], "--values"),
    ("count that is no number", ["dice", "a.jpg", "--count", "two"], "--count"),
    ("a library that is not there", ["dice", "a.jpg", "--library", "none"], "--library: 'none' is not a folder"),
    (
        "a lesson without a name",
        ["faces", "enroll", "--library", "x", "a.jpg"],
        "FACE=IMAGE: 'a.jpg' is not NAME=IMAGE",
    ),
    ("a lesson with an empty name", ["faces", "enroll", "--library", "x", " =a.jpg"], "1 to 40 characters"),
    (
        "a row with a nameless die",
        ["faces", "enroll", "--library", "x", "--row", "meat,,fish=a.jpg"],
        "1 to 40 characters",
    ),
    ("no lesson at all", ["faces", "enroll", "--library", "x"], "FACE=IMAGE"),
    ("a lesson without a library", ["faces", "enroll", "meat=a.jpg"], "--library"),
    ("cards without a library", ["cards", "read", "a.jpg"], "--library"),
    ("a folder without pictures of cards", ["cards", "enroll", "--library", "x", "."], "'.' holds no picture (.jpeg"),
    ("a source that is none", ["watch", "no such thing"], "SOURCE: 'no such thing' is neither a webcam index"),
]


@pytest.mark.parametrize(("arguments", "says"), [pytest.param(*row[1:], id=row[0]) for row in BAD_ARGUMENTS])
def test_bad_arguments_are_named_in_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One line on standard error naming the field and the allowed values, exit status 2."""
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert says in captured.err and captured.err.count("\n") == 1 and captured.out == ""


def test_a_taught_face_is_read_by_its_name(tmp_path: Path) -> None:
    """Teach, read as JSON, watch a folder: the whole way, in processes of their own."""
    library = tmp_path / "library"
    lessons = [
        f"{face}={picture(tmp_path / f'{face}.jpg', [face], seed)}"
        for seed, face in enumerate(("heart", "club", "question"))
    ]
    taught = run("faces", "enroll", "--library", library, "--value", "1", *lessons)
    assert (taught.returncode, taught.stderr) == (0, "")
    assert taught.stdout.splitlines()[0] == "heart: 1 taught (white)"
    (tmp_path / "throws").mkdir()
    throw = picture(tmp_path / "throws" / "1.jpg", ["club"], seed=11)
    done = run("dice", "--library", library, "--json", throw)
    assert (done.returncode, done.stderr) == (0, "")
    (die,) = json.loads(done.stdout)["dice"]
    assert (die["face"], die["value"], die["colour"]) == ("club", 1, "white")
    watched = run("watch", throw.parent, "--library", library, "--json")
    reading = json.loads(watched.stdout)
    assert watched.returncode == 0 and reading["dice"][0]["face"] == "club" and reading["at"] >= 0


def test_all_faces_of_a_die_are_taught_by_one_photo_of_six_dice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row of dice, each with another face up; the one with pips is passed over."""
    foods = next(kind for kind in KINDS if kind.name == "foods and pips")
    faces = ["meat", "mushroom", "4 pips", "potion"]
    drawn, placed = scene(np.random.default_rng(6), [(foods, face, foods.bodies[0]) for face in faces], View(8, 100))
    cv2.imwrite(str(tmp_path / "row.jpg"), drawn)
    names = [die.face for die in sorted(placed, key=lambda die: float(die.corners[:, 0].mean()))]
    row = ",".join("-" if name.endswith("pips") else name for name in names)
    library = str(tmp_path / "library")
    assert main(["faces", "enroll", "--library", library, "--row", f"{row}={tmp_path / 'row.jpg'}"]) == 0
    assert {line.split(":")[0] for line in capsys.readouterr().out.splitlines()} == {"meat", "mushroom", "potion"}
    for seed, face in enumerate(("meat", "mushroom", "potion"), 20):
        thrown, _ = scene(np.random.default_rng(seed), [(foods, face, foods.bodies[0])], View(20, 90))
        cv2.imwrite(str(tmp_path / "one.jpg"), thrown)
        assert main(["dice", "--library", library, "--json", str(tmp_path / "one.jpg")]) == 0
        assert [die["face"] for die in json.loads(capsys.readouterr().out)["dice"]] == [face]
    assert main(["faces", "enroll", "--library", library, "--row", f"meat,potion={tmp_path / 'row.jpg'}"]) == 1
    assert "2 faces were named, but 4 dice" in capsys.readouterr().err
    heap, _ = scene(np.random.default_rng(5), [(foods, face, foods.bodies[0]) for face in faces], View(8, 110))
    cv2.imwrite(str(tmp_path / "heap.jpg"), heap)
    assert main(["faces", "enroll", "--library", library, "--row", f"a,b,c,d={tmp_path / 'heap.jpg'}"]) == 1
    assert "do not lie in a row" in capsys.readouterr().err


def test_a_folder_of_scans_teaches_each_card_by_its_file_name(tmp_path: Path) -> None:
    """Pictures already cut to the card and one photograph of a card on a table, all in one folder."""
    cards = deck("trading", 3, 21)
    (tmp_path / "scans").mkdir()
    for number, card in enumerate(cards[:2]):
        cv2.imwrite(str(tmp_path / "scans" / f"{card.name}.png"), scan(card, number))
    photo = photograph([cards[2]], 2, tilt_degrees=8, turn_degrees=8, glare=0, kind="cloth", fill=(0.6, 0.7))
    cv2.imwrite(str(tmp_path / "scans" / f"{cards[2].name}.jpg"), photo.image)
    (tmp_path / "scans" / "notes.txt").write_text("not a picture")
    taught = run("cards", "enroll", "--library", tmp_path / "library", tmp_path / "scans")
    assert (taught.returncode, taught.stderr) == (0, "")
    assert taught.stdout.splitlines() == [f"{card.name}: 1 taught" for card in cards]
    shot = photograph(cards, 8, tilt_degrees=20, glare=0, kind="cloth")
    cv2.imwrite(str(tmp_path / "table.png"), shot.image)
    done = run("cards", "read", "--library", tmp_path / "library", "--json", tmp_path / "table.png")
    assert sorted(card["name"] for card in json.loads(done.stdout)["cards"]) == [card.name for card in cards]


def test_the_companion_reads_and_learns_through_the_worker(tmp_path: Path) -> None:
    reader = Reader(seconds_to_read=60)
    try:
        lesson = reader.teach_face(
            picture(tmp_path / "a.jpg", ["heart"]).read_bytes(), tmp_path / "library", "heart", 1
        )
        assert (lesson.face, lesson.pictures, lesson.value, lesson.alike) == ("heart", 1, 1, ())
        found = reader.read_dice(picture(tmp_path / "b.jpg", ["heart"], 12).read_bytes(), 1, tmp_path / "library")
        assert found.dice[0].face == "heart" and not found.unsure
    finally:
        reader.close()


def test_teaching_cards_tells_where_each_lay_and_shows_the_cut(tmp_path: Path) -> None:
    """A line for every file: corners and a picture of what was cut out, or why it was refused; the others go on."""
    from testkit.decks import deck
    from testkit.tabletops import photograph

    cards = deck("trading", 2, 21)
    shot = photograph([cards[0]], 2, tilt_degrees=8, turn_degrees=8, glare=0, kind="cloth", fill=(0.6, 0.7))
    cv2.imwrite(str(tmp_path / "card.png"), shot.image)
    cv2.imwrite(str(tmp_path / "table.png"), np.full((960, 1280, 3), 90, np.uint8))
    looked = run(
        "cards", "enroll", "--library", tmp_path / "library", "--look", tmp_path / "cuts", f"A={tmp_path / 'card.png'}"
    )
    assert (looked.returncode, looked.stderr) == (0, "")
    assert height_of(tmp_path / "cuts" / "A.jpg") == 256
    assert not (tmp_path / "library").exists(), "a look teaches nothing"
    lessons = [f"A={tmp_path / 'card.png'}", f"B={tmp_path / 'table.png'}"]
    taught = run("cards", "enroll", "--library", tmp_path / "library", "--json", *lessons)
    assert taught.returncode == 1
    kept, refused = (json.loads(line) for line in taught.stdout.splitlines())
    assert list(kept) == ["name", "file", "corners", "preview", "alike", "unlike"]
    assert np.abs(np.array(kept["corners"]) - shot.laid[0].corners).max() < 25
    assert height_of(kept["preview"]) == 256
    assert refused["file"] == str(tmp_path / "table.png") and refused["error"]["message"].startswith("No card outline")


def test_cards_in_rows_are_taught_from_one_picture_by_their_names_in_order(tmp_path: Path) -> None:
    """Two rows of two; with a name too few nothing is taught."""
    from testkit.decks import deck
    from testkit.tabletops import photograph

    shot = photograph(deck("trading", 4, 21), 3, turn_degrees=2, tilt_degrees=8, pan_degrees=8, glare=0, kind="cloth")
    cv2.imwrite(str(tmp_path / "rows.png"), shot.image)
    few = run("cards", "enroll", "--library", tmp_path / "library", "--rows", f"A,B,C={tmp_path / 'rows.png'}")
    assert few.returncode == 1 and "4 cards to be seen in it and 3 names" in few.stderr
    assert not (tmp_path / "library" / "cards.json").exists()
    taught = run("cards", "enroll", "--library", tmp_path / "library", "--rows", f"A,B,C,D={tmp_path / 'rows.png'}")
    assert taught.stdout.splitlines() == [f"{name}: 1 taught" for name in "ABCD"]
