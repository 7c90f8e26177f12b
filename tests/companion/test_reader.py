"""Isolation: hang, crash and too many pictures at once cost an answer, never the table; the next picture is read."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.reader import Reader, ReaderError
from vision.reading import CardLesson, FaceLesson

STUB = '''
"""A worker that does what the picture says, speaking as vision.wire does, without OpenCV; it writes down what it was asked."""
import os, struct, sys, time
from pathlib import Path
from vision.wire import Answer, Failure, answer_of, read_frame, write_frame

out = sys.stdout.buffer
pid = float(os.getpid())
ANSWERS = {
    "dice": {"dice": [], "ms": pid},
    "cards": {"cards": [], "ms": pid},
    "teach_face": {"face": "meat", "pictures": 1, "value": 1, "colour": "white", "alike": ["heart"]},
    "teach_card": {"card": "red 4", "pictures": 2, "alike": []},
}

write_frame(out, Answer())
while (frame := read_frame(sys.stdin.buffer)) is not None:
    head, picture = frame
    with Path(sys.argv[1]).open("ab") as asked:
        asked.write(head + b"\\n")
    if picture == b"hang":
        time.sleep(600)
    if picture == b"crash":
        os._exit(9)
    if picture == b"half an answer":
        out.write(struct.pack(">II", 100, 0) + b"{")
        out.flush()
        os._exit(0)
    if picture == b"refuse":
        write_frame(out, Answer(error=Failure("unsupported_picture", "No.", "heic", {"a": 1})))
        continue
    if picture.startswith(b"wait for "):
        while not os.path.exists(picture[9:].decode()):
            time.sleep(0.01)
    do = head.partition(b'"do":"')[2].partition(b'"')[0].decode()
    write_frame(out, answer_of(ANSWERS[do]))
    if picture == b"leave afterwards":
        os._exit(0)
'''


def stub(folder: Path) -> list[str]:
    """The command of the worker above; what it is asked is written to ``folder/asked``."""
    (folder / "stub.py").write_text(textwrap.dedent(STUB))
    return [sys.executable, str(folder / "stub.py"), str(folder / "asked")]


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    made = Reader(stub(tmp_path), seconds_to_read=60, most_waiting=1)
    yield made
    made.close()


def test_one_worker_is_started_on_first_use_and_stays(reader: Reader, tmp_path: Path) -> None:
    first = reader.read_dice(b"dice", count=3, library=tmp_path)
    second = reader.read_cards(b"cards", tmp_path)
    assert first.ms == second.ms  # the number of the process
    assert reader.teach_face(b"face", tmp_path, "meat", 1) == FaceLesson("meat", 1, 1, "white", ("heart",))
    assert reader.teach_card(b"card", tmp_path, "red 4") == CardLesson("red 4", 2, ())
    folder = str(tmp_path)
    assert [json.loads(line) for line in (tmp_path / "asked").read_text().splitlines()] == [
        {"do": "dice", "count": 3, "library": folder},
        {"do": "cards", "library": folder},
        {"do": "teach_face", "library": folder, "name": "meat", "value": 1},
        {"do": "teach_card", "library": folder, "name": "red 4"},
    ]


@pytest.mark.parametrize("picture", [b"crash", b"half an answer"])
def test_a_crash_is_an_error_and_the_next_picture_is_read(reader: Reader, picture: bytes) -> None:
    before = reader.read_dice(b"dice").ms
    with pytest.raises(ReaderError) as refused:
        reader.read_dice(picture)
    assert (refused.value.code, refused.value.reason) == ("unreadable_picture", "crashed")
    assert reader.read_dice(b"dice").ms != before


def test_a_worker_that_ended_in_between_is_started_anew(reader: Reader) -> None:
    before = reader.read_dice(b"leave afterwards").ms
    assert reader.read_dice(b"dice").ms != before


def test_a_hang_ends_at_the_time_limit(reader: Reader, tmp_path: Path) -> None:
    hasty = Reader(stub(tmp_path), seconds_to_read=0.3)
    with pytest.raises(ReaderError, match="given up") as refused:
        hasty.read_dice(b"hang")
    assert (refused.value.code, refused.value.reason) == ("unreadable_picture", "time_limit")
    hasty.close()


def test_what_takes_long_gives_way_to_others_and_is_read_after_them(tmp_path: Path) -> None:
    """Somebody else's picture is read meanwhile, in another worker; alone, the long one is read to its end."""
    gate, who = tmp_path / "gate", threading.local()
    shared = Reader(stub(tmp_path), seconds_to_read=60, seconds_before_others=0.01, who=lambda: who.name)
    pids: dict[str, float] = {}

    def long() -> None:
        who.name = "10.0.0.66"
        pids["long"] = shared.read_dice(b"wait for " + str(gate).encode()).ms

    thread = threading.Thread(target=long)
    thread.start()
    try:
        while not (tmp_path / "asked").exists():
            thread.join(0.01)
        who.name = "10.0.0.9"
        pids["honest"] = shared.read_dice(b"dice").ms
        assert thread.is_alive(), "it is not refused"
    finally:
        gate.touch()
        thread.join(60)
    assert pids["long"] == pids["honest"], "what was begun again was asked of the worker after the one that was killed"
    shared.close()


def test_whoever_has_given_way_often_is_refused_as_busy(tmp_path: Path) -> None:
    """Two that both take long take turns, until one has tried often enough; then the other is read to its end."""
    gate, who, said = tmp_path / "gate", threading.local(), []
    shared = Reader(stub(tmp_path), seconds_to_read=60, seconds_before_others=0.01, who=lambda: who.name)

    def long(name: str) -> None:
        who.name = name
        try:
            shared.read_dice(b"wait for " + str(gate).encode())
            said.append("read")
        except ReaderError as refused:
            said.append(refused.code)
            gate.touch()

    threads = [threading.Thread(target=long, args=(f"10.0.0.{n}",)) for n in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert said == ["busy", "read"]
    shared.close()


def test_a_large_picture_to_a_worker_that_no_longer_listens_ends_too(tmp_path: Path) -> None:
    (tmp_path / "deaf.py").write_text(
        "import sys, time; from vision.wire import *; write_frame(sys.stdout.buffer, Answer()); time.sleep(600)"
    )
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
    read: list[float] = []
    errors: list[ReaderError] = []

    def ask() -> None:
        try:
            read.append(reader.read_dice(b"wait for " + str(gate).encode()).ms)
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
    assert reader.read_dice(Upload(b"dice")).dice == () and loaded == [1]


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
