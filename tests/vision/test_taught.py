"""What was taught is listed, renamed, removed, taken along and brought in, by command; cards and faces alike."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from testkit.decks import deck
from vision import changing_taught, taught
from vision.__main__ import main
from vision.cards.library import MOST_CARDS, CardLibrary
from vision.cards.shelf import CardShelf, Shelved
from vision.faces.library import MOST_FACES, FaceLibrary
from vision.faces.patch import PATCH_PX
from vision.picture_header import PictureError
from vision.taught import BadLibrary, Kind

KINDS: tuple[Kind, ...] = ("cards", "faces")


def cut(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 255, (PATCH_PX, PATCH_PX, 3), np.uint8)


def teach(kind: Kind, folder: Path, *names: str, seed: int = 0) -> None:
    """A picture for each name; other ones with another ``seed``."""
    if kind == "faces":
        with FaceLibrary.changing(folder) as library:
            for index, name in enumerate(names):
                library.add(name, [cut(100 * seed + index)], index + 1)
        return
    cards = deck("art", 8, 4)
    library_of_cards = CardLibrary(folder)
    for index, name in enumerate(names):
        library_of_cards.enroll(name, cv2.resize(cards[4 * seed + index].image, (360, 504)))


def names_in(kind: Kind, folder: Path) -> list[str]:
    return [one.name for one in taught.listed(kind, folder)]


@pytest.mark.parametrize("kind", KINDS)
def test_listed_renamed_removed(kind: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    teach(kind, tmp_path, "ant", "bee", "cow")
    assert main([kind, "list", "--library", str(tmp_path), "--json"]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert first == {"name": "ant", "pictures": 1, "value": 1 if kind == "faces" else None}
    assert main([kind, "rename", "--library", str(tmp_path), "bee", "wasp"]) == 0
    assert names_in(kind, tmp_path) == ["ant", "wasp", "cow"], "its place in the order stays"
    assert main([kind, "rename", "--library", str(tmp_path), "ant", "cow"]) == 1
    assert "cow" in capsys.readouterr().err
    assert main([kind, "remove", "--library", str(tmp_path), "ant", "dog"]) == 1
    assert "dog" in capsys.readouterr().err
    assert names_in(kind, tmp_path) == ["ant", "wasp", "cow"], "all of the named, or none"
    assert main([kind, "remove", "--library", str(tmp_path), "ant", "cow"]) == 0
    assert names_in(kind, tmp_path) == ["wasp"]


@pytest.mark.parametrize("kind", KINDS)
def test_taken_along_and_brought_in_twice(kind: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "taught.zip"
    teach(kind, here, "ant", "bee")
    teach(kind, there, "bee", "cow", seed=1)
    assert main([kind, "export", "--library", str(here), str(file)]) == 0
    assert main([kind, "import", "--library", str(there), str(file)]) == 0
    assert "ant: new" in capsys.readouterr().out
    assert {one.name: one.pictures for one in taught.listed(kind, there)} == {"bee": 2, "cow": 1, "ant": 1}
    assert main([kind, "import", "--library", str(there), str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == ["ant: unchanged", "bee: unchanged"]
    for one in taught.listed(kind, there):
        for name in one.files:
            assert taught.picture(kind, there, name), "every picture named is there"
    with file.open("rb") as packed:
        assert taught.kind_of(packed) == kind


def bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for index in ("index.json", "cards.json"):
            archive.writestr(index, json.dumps({"format": 1, "faces": [], "cards": {}}))
        archive.writestr("large.png", bytes(300_000_000))
    return packed.getvalue()


def foreign(text: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("index.json", text)
        archive.writestr("cards.json", text)
        archive.writestr("../outside.png", b"x")
    return packed.getvalue()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "packed",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"PK\x03\x04 but no more", id="cut off"),
        pytest.param(bomb(), id="300 MB packed small"),
        pytest.param(foreign("{"), id="an index that is no JSON"),
        pytest.param(foreign('{"format": 7}'), id="another format"),
        pytest.param(
            foreign('{"format": 1, "faces": [{"name": "x", "value": 1, "pictures": [{"files": ["../a"], "body": [1, 2, 3]}]}],'
                    ' "cards": {"x": {"values": {}, "pictures": ["../../a.jpg"]}}}'),
            id="a picture outside the folder",
        ),
    ],
)  # fmt: skip
def test_a_file_that_is_no_library_changes_nothing(kind: Kind, packed: bytes, tmp_path: Path) -> None:
    folder, file = tmp_path / "library", tmp_path / "file.zip"
    teach(kind, folder, "ant")
    file.write_bytes(packed)
    with pytest.raises(PictureError):
        changing_taught.import_(kind, folder, file)
    assert names_in(kind, folder) == ["ant"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file.zip", "library"]


def test_a_library_holds_only_so_many(tmp_path: Path) -> None:
    cards, faces = tmp_path / "cards", tmp_path / "faces"
    with FaceLibrary.changing(faces) as library:
        for number in range(MOST_FACES):
            library.add(f"face {number}", [cut(1)], None)
    CardShelf(cards).keep({f"card {number}": Shelved({}, ()) for number in range(MOST_CARDS)})
    teach("faces", tmp_path / "more faces", "one more")
    teach("cards", tmp_path / "more cards", "one more")
    for kind, full in (("cards", cards), ("faces", faces)):
        file = tmp_path / f"{kind}.zip"
        with file.open("wb") as sink:
            taught.export(kind, tmp_path / f"more {kind}", sink)  # type: ignore[arg-type]
        with pytest.raises(PictureError) as refused:
            changing_taught.import_(kind, full, file)  # type: ignore[arg-type]
        assert refused.value.reason == "library_full"


def exported(kind: Kind, name: str, pictures: list[str], value: object = 1) -> bytes:
    """A library of one entry, whose picture is there for every name it is called by."""
    crop = cv2.imencode(".jpg" if kind == "cards" else ".png", cut(7))[1].tobytes()
    index = (
        {"format": 1, "cards": {name: {"values": {}, "pictures": pictures}}}
        if kind == "cards"
        else {
            "format": 1,
            "faces": [
                {"name": name, "value": value, "pictures": [{"files": [f], "body": [1, 2, 3]} for f in pictures]}
            ],
        }
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(taught.INDEX[kind], json.dumps(index))
        for picture in set(pictures):
            archive.writestr(f"{taught.PICTURES[kind]}/{picture}".lstrip("/"), crop)
    return packed.getvalue()


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_named_a_thousand_times_is_kept_once(kind: Kind, tmp_path: Path) -> None:
    """A file made to harm filled the disk and left a library that took longer to open than any time limit."""
    file = tmp_path / "file.zip"
    file.write_bytes(exported(kind, "ant", ["a.jpg" if kind == "cards" else "a.png"] * 1000))
    changing_taught.import_(kind, tmp_path / "library", file)
    assert [(one.name, one.pictures) for one in taught.listed(kind, tmp_path / "library")] == [("ant", 1)]
    assert len([*(tmp_path / "library").rglob("*.jpg"), *(tmp_path / "library").rglob("*.png")]) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_taught_here_makes_no_room_for_what_comes(kind: Kind, tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "file.zip"
    teach(kind, there, "ant", seed=1)
    with file.open("wb") as sink:
        taught.export(kind, there, sink)
    for _ in range(12):
        teach(kind, here, "ant")
    before = taught.listed(kind, here)
    assert before[0].pictures == 12
    assert changing_taught.import_(kind, here, file).unchanged == ("ant",)
    assert taught.listed(kind, here) == before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "two\nlines", "turned \u202e round", "nul\0"])
def test_a_name_that_is_none_is_not_brought_in(kind: Kind, name: str, tmp_path: Path) -> None:
    file = tmp_path / "file.zip"
    file.write_bytes(exported(kind, name, ["a.jpg"]))
    with pytest.raises(PictureError) as refused:
        changing_taught.import_(kind, tmp_path / "library", file)
    assert refused.value.reason == "bad_library"
    assert taught.listed(kind, tmp_path / "library") == []


@pytest.mark.parametrize("value", [10**300, 1.5, "2"])
def test_a_value_that_no_die_has_is_not_brought_in(value: object, tmp_path: Path) -> None:
    file = tmp_path / "file.zip"
    file.write_bytes(exported("faces", "ant", ["a.png"], value))
    with pytest.raises(PictureError):
        changing_taught.import_("faces", tmp_path / "library", file)


def test_a_damaged_index_is_told_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text("[1, 2")
    with pytest.raises(BadLibrary):
        taught.listed("cards", tmp_path)
    assert main(["cards", "list", "--library", str(tmp_path)]) == 1


def test_what_only_looks_loads_no_opencv(tmp_path: Path) -> None:
    """The companion lists what was taught, in the process that answers phones."""
    probe = (
        "import sys; from pathlib import Path; from vision import taught; taught.listed('faces', Path(sys.argv[1])); "
        "print(sorted({'cv2', 'numpy', 'filelock'} & set(sys.modules)))"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", probe, str(tmp_path)], capture_output=True, text=True, cwd=root, check=True
    )
    assert done.stdout.strip() == "[]"
