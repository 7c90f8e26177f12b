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
