"""Isolation: hang, crash and too many pictures at once cost an answer, never the table; the next picture is read."""

from __future__ import annotations

import io
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.reader import Reader, ReaderError

STUB = '''
"""A worker that does what the picture says, speaking the protocol of vision.worker without OpenCV."""
import json, os, struct, sys, time

def send(answer):
    sys.stdout.write(json.dumps(answer) + "\\n")
    sys.stdout.flush()

send({"ready": True})
while len(prefix := sys.stdin.buffer.read(4)) == 4:
    request = json.loads(sys.stdin.buffer.read(struct.unpack(">I", prefix)[0]))
    picture = sys.stdin.buffer.read(request["bytes"])
    if picture == b"hang":
        time.sleep(600)
    if picture == b"crash":
        os._exit(9)
    if picture == b"half an answer":
        sys.stdout.write('{"answer": {')
        sys.stdout.flush()
        os._exit(0)
    if picture == b"leave afterwards":
        send({"answer": {"pid": os.getpid()}})
        os._exit(0)
    if picture == b"refuse":
        send({"error": {"code": "unsupported_picture", "message": "No.", "reason": "heic", "facts": {"a": 1}}})
        continue
    if picture.startswith(b"wait for "):
        while not os.path.exists(picture[9:].decode()):
            time.sleep(0.01)
    send({"answer": {"pid": os.getpid(), "request": request}})
'''


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    (tmp_path / "stub.py").write_text(textwrap.dedent(STUB))
    made = Reader([sys.executable, str(tmp_path / "stub.py")], seconds_to_read=60, most_waiting=1)
    yield made
    made.close()


def test_one_worker_is_started_on_first_use_and_stays(reader: Reader, tmp_path: Path) -> None:
    first = reader.read_dice(b"dice", count=3, library=tmp_path)
    second = reader.read_cards(b"cards", tmp_path)
    assert first["pid"] == second["pid"]
    assert first["request"] == {"do": "dice", "count": 3, "library": str(tmp_path), "bytes": 4}
    assert second["request"]["do"] == "cards"
    lesson = reader.teach_face(b"face", tmp_path, "meat", 1)["request"]
    assert (lesson["do"], lesson["name"], lesson["value"]) == ("teach_face", "meat", 1)
    assert reader.teach_card(b"card", tmp_path, "red 4")["request"]["name"] == "red 4"


@pytest.mark.parametrize("picture", [b"crash", b"half an answer"])
def test_a_crash_is_an_error_and_the_next_picture_is_read(reader: Reader, picture: bytes) -> None:
    before = reader.read_dice(b"dice")["pid"]
    with pytest.raises(ReaderError) as refused:
        reader.read_dice(picture)
    assert (refused.value.code, refused.value.reason) == ("unreadable_picture", "crashed")
    assert reader.read_dice(b"dice")["pid"] != before


def test_a_worker_that_ended_in_between_is_started_anew(reader: Reader) -> None:
    before = reader.read_dice(b"leave afterwards")["pid"]
    assert reader.read_dice(b"dice")["pid"] != before


def test_a_hang_ends_at_the_time_limit(reader: Reader, tmp_path: Path) -> None:
    hasty = Reader([sys.executable, str(tmp_path / "stub.py")], seconds_to_read=0.3)
    with pytest.raises(ReaderError, match="given up") as refused:
        hasty.read_dice(b"hang")
    assert (refused.value.code, refused.value.reason) == ("unreadable_picture", "time_limit")
    hasty.close()


def test_a_large_picture_to_a_worker_that_no_longer_listens_ends_too(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text("import time; print('{\"ready\": true}', flush=True); time.sleep(600)")
    deaf = Reader([sys.executable, str(tmp_path / "deaf.py")], seconds_to_read=0.3)
    with pytest.raises(ReaderError) as refused:
        deaf.read_dice(b"x" * 5_000_000)
    assert refused.value.reason == "time_limit"
    deaf.close()


def test_a_refusal_of_the_picture_comes_through(reader: Reader) -> None:
    with pytest.raises(ReaderError, match=r"^No\.$") as refused:
        reader.read_dice(b"refuse")
    assert (refused.value.code, refused.value.reason, refused.value.facts) == ("unsupported_picture", "heic", {"a": 1})


def test_pictures_past_the_queue_are_told_to_come_back(reader: Reader, tmp_path: Path) -> None:
    """Never more than one at a time, one waits, the third is told so at once."""
    gate = tmp_path / "gate"
    read: list[int] = []
    errors: list[ReaderError] = []

    def ask() -> None:
        try:
            read.append(reader.read_dice(b"wait for " + str(gate).encode())["pid"])
        except ReaderError as refused:
            errors.append(refused)
            gate.touch()

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [error.code for error in errors] == ["busy"]
    assert len(read) == 2 and len(set(read)) == 1


def test_a_picture_past_the_queue_is_not_even_loaded(reader: Reader, tmp_path: Path) -> None:
    """Eighty phones at once cost no more memory than the few pictures that may wait."""
    gate = tmp_path / "gate"
    waiting = [threading.Thread(target=reader.read_dice, args=(b"wait for " + str(gate).encode(),)) for _ in range(2)]
    loaded: list[int] = []

    class Upload(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            loaded.append(1)
            return super().read(size)

    try:
        for thread in waiting:
            thread.start()
        while reader._places.acquire(blocking=False):
            reader._places.release()
        with pytest.raises(ReaderError, match="in a moment"):
            reader.read_dice(Upload(b"dice"))
        assert not loaded
    finally:
        gate.touch()
        for thread in waiting:
            thread.join(60)
    assert reader.read_dice(Upload(b"dice"))["request"]["bytes"] == 4


@pytest.mark.parametrize(
    "command",
    [
        pytest.param([sys.executable, "-c", "raise ImportError('no cv2')"], id="OpenCV cannot be loaded"),
        pytest.param(["/nonexistent/python", "worker"], id="the interpreter is gone"),
    ],
)
def test_without_vision_it_says_how_to_add_it(command: list[str]) -> None:
    with pytest.raises(ReaderError, match=r"boardgame-companion\[vision\]") as refused:
        Reader(command).read_dice(b"dice")
    assert refused.value.code == "no_vision"


def test_asking_whether_it_is_available_loads_no_opencv_here() -> None:
    probe = "import sys; from companion.reader import Reader; print(Reader().available(), 'cv2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=60, check=True)
    pytest.importorskip("cv2")
    assert done.stdout.split() == ["True", "False"]


def test_many_phones_that_ask_at_once_start_one_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading OpenCV six times over would stall a small machine."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    second, asked = threading.Event(), []

    def run(command: list[str], **given: object) -> subprocess.CompletedProcess[bytes]:
        asked.append(command)
        if len(asked) > 1:
            second.set()
        second.wait(0.3)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    reader = Reader()
    phones = [threading.Thread(target=reader.available) for _ in range(6)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(60)
    assert len(asked) == 1
    assert reader.available()


def test_a_machine_without_opencv_is_not_available(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not Reader().available()
