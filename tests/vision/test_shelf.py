"""Taught pictures on disk: whole after a crash, one change at a time, and folders of the first version still open."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from testkit.decks import deck
from vision.cards.error import CardError
from vision.cards.library import CardLibrary
from vision.cards.shelf import CardShelf, pack
from vision.faces.library import INDEX, FaceLibrary
from vision.faces.patch import PATCH_PX
from vision.picture_header import PictureError
from vision.shelf import LOCK, SECONDS_LEFT_OVER, Shelf, replace_file

CARD = cv2.resize(deck("art", 1, 4)[0].image, (183, 256), interpolation=cv2.INTER_AREA)
CUT = np.random.default_rng(3).integers(0, 255, (PATCH_PX, PATCH_PX, 3), np.uint8)


def shelf_in(folder: Path) -> Shelf:
    return Shelf(folder, "index.json", "pictures", ValueError)


def test_a_file_is_synced_before_it_takes_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a crash could leave the new name over empty blocks."""
    (tmp_path / "index.json").write_bytes(b"old")
    found: list[bytes] = []
    sync = os.fsync

    def synced(handle: int) -> None:
        found.append((tmp_path / "index.json").read_bytes())
        sync(handle)

    monkeypatch.setattr(os, "fsync", synced)
    replace_file(tmp_path / "index.json", b"new")
    assert found == ([b"old", b"new"] if os.name == "posix" else [b"old"])


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full."""
    (tmp_path / "index.json").write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(tmp_path / "index.json", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["index.json"]
    assert (tmp_path / "index.json").read_bytes() == b"old"


def test_a_picture_left_over_stays_a_minute_for_whoever_read_the_old_index(tmp_path: Path) -> None:
    shelf = shelf_in(tmp_path)
    kept, new, old = (shelf.add_picture(data, ".png") for data in (b"kept", b"new", b"old"))
    unfinished = tmp_path / "pictures" / ".x.part"
    unfinished.write_bytes(b"of a process that was killed")
    for path in (tmp_path / "pictures" / kept, tmp_path / "pictures" / old, unfinished):
        seconds = path.stat().st_mtime - SECONDS_LEFT_OVER - 1
        os.utime(path, (seconds, seconds))
    shelf.save({"format": 1}, {kept})
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == {kept, new}


def test_faces_taught_at_once_are_all_there(tmp_path: Path) -> None:
    """Four phones teach at the same moment: none overwrites what another has just taught."""

    def teach(phone: int) -> None:
        for number in range(5):
            with FaceLibrary.changing(tmp_path) as library:
                library.add(f"{phone}-{number}", [CUT], None)

    phones = [threading.Thread(target=teach, args=(phone,)) for phone in range(4)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(60)
    assert len(FaceLibrary.open(tmp_path).faces) == 20


HOLDER = """
import sys
from pathlib import Path
from typing import Any
from vision.shelf import Shelf
with Shelf(Path(sys.argv[1]), "index.json", "", ValueError).locked():
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_lock_of_another_program_is_waited_for_named_and_gone_with_it(tmp_path: Path) -> None:
    """What a killed program held is free at once: no lock to find and delete."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with (
            pytest.raises(ValueError, match=r"Another program is changing .* try again"),
            shelf_in(tmp_path).locked(0.1),
        ):
            pass
        holder.kill()
        holder.wait(30)
        with shelf_in(tmp_path).locked(5):
            pass
    finally:
        holder.kill()
        holder.communicate()


def test_a_refused_lesson_leaves_the_library_as_it_was(tmp_path: Path) -> None:
    with FaceLibrary.changing(tmp_path) as library:
        library.add("heart", [CUT], None)
    before = (tmp_path / INDEX).read_bytes()

    def add_and_fail() -> None:
        with FaceLibrary.changing(tmp_path) as library:
            library.add("star", [CUT], None)
            raise PictureError("unreadable_picture", "library_full", "full")

    with pytest.raises(PictureError):
        add_and_fail()
    assert (tmp_path / INDEX).read_bytes() == before


def test_faces_of_the_first_version_open_and_go_on(tmp_path: Path) -> None:
    """Pictures were named by their content then; they stay where they are."""
    (tmp_path / "3f2a3f2a3f2a3f2a3f2a.png").write_bytes(cv2.imencode(".png", CUT)[1].tobytes())
    entry: dict[str, Any] = {
        "name": "meat",
        "value": 1,
        "pictures": [{"files": ["3f2a3f2a3f2a3f2a3f2a.png"], "body": [212, 128, 131]}],
    }
    (tmp_path / INDEX).write_text(json.dumps({"format": 1, "faces": [entry]}), encoding="utf-8")
    with FaceLibrary.changing(tmp_path) as library:
        library.add("meat", [CUT], None)
    (face,) = FaceLibrary.open(tmp_path).faces
    assert (face.name, face.value) == ("meat", 1)
    assert face.pictures[0].files[0] == "3f2a3f2a3f2a3f2a3f2a.png"
    assert all(np.array_equal(picture.patches[0], CUT) for picture in face.pictures)
    assert json.loads((tmp_path / INDEX).read_text(encoding="utf-8"))["faces"][0]["pictures"][0] == entry["pictures"][0]


def test_cards_of_the_first_version_open_and_go_on(tmp_path: Path) -> None:
    """Also where a lock was left behind by a crash."""
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "0a1b.jpg").write_bytes(pack(CARD))
    cards = {"format": 1, "cards": {"紅 4": {"values": {"number": 4}, "pictures": ["0a1b.jpg"]}}}
    (tmp_path / "cards.json").write_text(json.dumps(cards, ensure_ascii=False), encoding="utf-8")
    (tmp_path / LOCK).touch()
    library = CardLibrary(tmp_path)
    library.set_values("紅 4", {"number": 5})
    again = CardLibrary(tmp_path)
    assert again.names() == ["紅 4"] and again.values("紅 4") == {"number": 5}
    assert again.pictures("紅 4")[0].shape == CARD.shape


def test_a_picture_that_is_missing_is_named(tmp_path: Path) -> None:
    cards = {"format": 1, "cards": {"x": {"values": {}, "pictures": ["gone.jpg"]}}}
    (tmp_path / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
    with pytest.raises(CardError, match=r"its picture gone\.jpg is missing") as refused:
        CardLibrary(tmp_path)
    assert refused.value.code == "bad_library"
    assert CardShelf(tmp_path).load()["x"].pictures == ("gone.jpg",)
