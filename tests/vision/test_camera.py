"""One proposal per throw, from the newest frame, whatever happens to the camera.

The reader here is a stand-in: each bright square is a die, its brightness its value. What is tested is when it is asked
and what becomes of its answers.
"""

from __future__ import annotations

import base64
import http.server
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.camera import Frame, LiveSource, SourceError, open_source
from vision.dice import Inside
from vision.expected import read_in_tray
from vision.image import decode_picture, encode_jpeg
from vision.reading import Box, DiceReading, Die
from vision.resting import MOST_READS, Stillness, Throws
from vision.tray import Tray
from vision.watching import Known, Watch, preview

Spot = tuple[int, int, int]
"""Left, top, value."""
SIDE = 30


def table(*spots: Spot, noise: int = 0, light: float = 1.0) -> Picture:
    pixels = np.full((240, 320, 3), 60.0)
    for left, top, value in spots:
        pixels[top : top + SIDE, left : left + SIDE] = 100 + 20 * value
    pixels = pixels * light + np.random.default_rng(noise).normal(0, 2 if noise else 0, pixels.shape)
    return np.clip(pixels, 0, 255).astype(np.uint8)


def read(pixels: Picture) -> DiceReading:
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    contours, _ = cv2.findContours((grey > 90).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    dice = []
    for x, y, w, h in sorted(tuple(cv2.boundingRect(contour)) for contour in contours):
        value = round((float(grey[y + h // 2, x + w // 2]) - 100) / 20)
        dice.append(Die(value, value, 0.9, Box(x, y, w, h)))
    return DiceReading(tuple(dice), ms=1.0)


class Script:
    """A source that plays what it is given, 20 frames a second."""

    def __init__(self, pictures: list[Picture]) -> None:
        self.pictures = pictures

    def frames(self) -> Iterator[Frame]:
        for index, pixels in enumerate(self.pictures):
            yield Frame(pixels, index / 20)

    def close(self) -> None:
        pass


def rest(*spots: Spot, frames: int = 20) -> list[Picture]:
    return [table(*spots, noise=index + 1) for index in range(frames)]


def roll(*ends: Spot, frames: int = 12) -> list[Picture]:
    """Each die comes in from the left edge and slows down."""
    steps = [1 - (1 - (i + 1) / frames) ** 2 for i in range(frames)]
    return [table(*((int(x * s), y, 1 + i % 6) for x, y, _ in ends)) for i, s in enumerate(steps)]


def hand(*spots: Spot) -> list[Picture]:
    """Something dark passes over the dice."""
    pictures = [table(*spots) for _ in range(8)]
    for index, picture in enumerate(pictures):
        picture[:, 40 * index : 40 * index + 60] = 20
    return pictures


def proposals(pictures: list[Picture], reader: Callable[[Picture], DiceReading] = read) -> list[list[int | None]]:
    found: list[list[int | None]] = []
    Watch(Script(pictures), reader, lambda it, at: found.append([d.value for d in it.dice]), lambda it: None).run()
    return found


A, B, C = (60, 60, 3), (160, 120, 5), (240, 60, 2)

FILMS: list[tuple[str, list[Picture], list[list[int | None]]]] = [
    ("dice that lie there from the start are one throw", rest(A, B), [[3, 5]]),
    ("a throw is proposed once, however long it lies", rest() + roll(A, B) + rest(A, B, frames=80), [[3, 5]]),
    ("nothing is proposed while dice roll", roll(A, B, frames=40), []),
    ("an empty table is no throw", rest(frames=40), []),
    ("a hand passes over: the same throw", rest(A, B) + hand(A, B) + rest(A, B), [[3, 5]]),
    ("the lamp is switched on: the same throw", rest(A, B) + [table(A, B, light=1.02)] * 30, [[3, 5]]),
    ("dice are picked up: no new throw", rest(A, B) + hand(A, B) + rest(A), [[3, 5]]),
    ("one die is thrown again: a new throw", rest(A, B) + roll(B) + rest(A, C), [[3, 5], [3, 2]]),
    ("the same number elsewhere: a new throw", rest(A) + hand(A) + rest((180, 150, 3)), [[3], [3]]),
    ("another number in the same place: a new throw", rest(A) + hand(A) + rest((60, 60, 6)), [[3], [6]]),
    ("taken up and thrown to the same place: a new throw", rest(A) + hand(A) + rest() + roll(A) + rest(A), [[3], [3]]),
    ("two throws, two proposals", roll(A) + rest(A) + roll(B) + rest(B), [[3], [5]]),
    ("not at rest long enough to be sure", rest() + rest(A, frames=5) + roll(B) + rest(B), [[5]]),
]


@pytest.mark.parametrize(("film", "expected"), [pytest.param(*row[1:], id=row[0]) for row in FILMS])
def test_one_proposal_per_throw(film: list[Picture], expected: list[list[int | None]]) -> None:
    assert proposals(film) == expected


def test_dice_that_read_differently_are_proposed_as_unsure() -> None:
    """Reading stable over several frames: what keeps changing is not guessed."""
    calls: list[int] = []

    def flicker(pixels: Picture) -> DiceReading:
        calls.append(1)
        steady, shaky = read(pixels).dice
        value = 5 if len(calls) % 2 else 6
        return DiceReading((steady, Die(value, value, 0.6, shaky.box)), ms=1.0)

    assert proposals(rest(A, B, frames=60), flicker) == [[3, None]]
    assert len(calls) == MOST_READS


def test_a_die_seen_in_few_frames_only_does_not_count() -> None:
    throws = Throws()
    both = DiceReading((Die(3, 3, 0.9, Box(0, 0, 9, 9)), Die(5, 5, 0.9, Box(50, 0, 9, 9))), ms=1.0)
    one = DiceReading(both.dice[:1], ms=1.0)
    found = [throws.read(both if index % 4 == 0 else one) for index in range(3)]
    assert found == [None, None, None]
    assert throws.read(one) == one and not throws.wants_reading


@pytest.mark.parametrize(
    ("change", "moves"),
    [
        pytest.param(table(A, noise=7), False, id="noise of the camera"),
        pytest.param(table(A, noise=7, light=1.15), False, id="the exposure adapts"),
        pytest.param(table((63, 60, 3), noise=7), True, id="a die slides by a tenth of its side"),
        pytest.param(table((60, 60, 4), noise=7), True, id="a die turns on the spot"),
        pytest.param(table(A, (5, 200, 2), noise=7), True, id="something comes in at the edge"),
    ],
)
def test_what_counts_as_movement(change: Picture, moves: bool) -> None:
    stillness = Stillness()
    assert stillness.seconds_still(table(A, noise=1), 0.0) == 0
    assert stillness.seconds_still(table(A, noise=2), 0.1) == 0
    assert stillness.seconds_still(table(A, noise=3), 0.2) == pytest.approx(0.1)
    assert stillness.seconds_still(change, 0.3) == (0 if moves else pytest.approx(0.2))


class Camera:
    """Stands for ``cv2.VideoCapture``: numbered frames, and a plug."""

    def __init__(self) -> None:
        self.plugged = True
        self.count = 0
        self.opened = 0

    def open(self) -> Camera:
        self.opened += 1
        return self

    def isOpened(self) -> bool:
        return self.plugged

    def read(self) -> tuple[bool, Any]:
        time.sleep(0.002)
        self.count += 1
        return self.plugged, np.full((4, 4, 3), self.count % 250, np.uint8) if self.plugged else None

    def release(self) -> None:
        pass


def test_only_the_newest_frame_is_handed_over() -> None:
    """A webcam hands over frames from a buffer: use the newest."""
    camera = Camera()
    source = LiveSource("camera", camera.open)
    frames = source.frames()
    next(frames)
    before = camera.count
    while camera.count < before + 20:  # reading takes its time; the camera goes on
        time.sleep(0.002)
    newest = next(frames).pixels[0, 0, 0]
    assert newest >= before + 19
    source.close()
    assert list(frames) == []


def test_unplugging_and_replugging_survive() -> None:
    camera = Camera()
    told: list[bool] = []
    lost, back = threading.Event(), threading.Event()

    def connection(connected: bool) -> None:
        told.append(connected)
        (back if len(told) == 3 else lost if not connected else threading.Event()).set()

    source = LiveSource("camera", camera.open, seconds_between_tries=0.01)
    source.on_connection = connection
    frames = source.frames()
    next(frames)
    camera.plugged = False
    assert lost.wait(30)
    camera.plugged = True
    assert back.wait(30)
    assert next(frames).pixels.shape == (4, 4, 3)
    source.close()
    assert list(frames) == [] and told == [True, False, True, False] and camera.opened >= 2


def test_a_camera_that_is_not_there_is_refused_or_waited_for() -> None:
    camera = Camera()
    camera.plugged = False
    with pytest.raises(SourceError, match="camera 7 cannot be opened"):
        next(LiveSource("camera 7", camera.open, seconds_between_tries=0.01).frames())
    patient = LiveSource("camera 7", camera.open, seconds_between_tries=0.01, patient=True)
    threading.Timer(0.05, lambda: setattr(camera, "plugged", True)).start()
    assert next(patient.frames()).pixels.shape == (4, 4, 3)
    patient.close()


def film(path: Path, pictures: list[Picture]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (320, 240))
    assert writer.isOpened()
    for picture in pictures:
        writer.write(picture)
    writer.release()
    return path


def test_a_video_of_a_throw_gives_exactly_one_proposal(tmp_path: Path) -> None:
    found: list[tuple[list[int | None], float]] = []
    source = open_source(str(film(tmp_path / "throw.avi", rest() + roll(A, B) + rest(A, B, frames=40))))
    Watch(source, read, lambda it, at: found.append(([d.value for d in it.dice], at)), lambda it: None).run()
    assert [values for values, _ in found] == [[3, 5]]
    assert 1.6 < found[0][1] < 3.5  # the dice lie still from 32 / 20 s on


def test_a_folder_of_pictures_gives_a_reading_each(tmp_path: Path) -> None:
    for name, spots in (("1.jpg", (A,)), ("2.png", (A, B)), ("3.webp", ()), ("4.JPG", (C,))):
        cv2.imwrite(str(tmp_path / name), table(*spots))
    (tmp_path / "5.jpg").write_bytes(b"broken")
    (tmp_path / "notes.txt").write_text("not a picture")
    found: list[list[int | None]] = []
    source = open_source(str(tmp_path))
    Watch(source, read, lambda it, at: found.append([d.value for d in it.dice]), lambda it: None).run()
    assert found == [[3], [3, 5], [2]]
    assert [file.name for file, _ in getattr(source, "refused", [])] == ["5.jpg"]


@pytest.mark.parametrize("kind", ["video", "folder"])
def test_played_as_a_camera_a_file_stays_on_its_last_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Whoever watches would start an ended camera anew, and the same throw would be proposed again."""
    monkeypatch.setattr("vision.camera.SECONDS_A_PICTURE", 0.01)
    if kind == "video":
        source = open_source(str(film(tmp_path / "throw.avi", rest(A, frames=16))), in_real_time=True)
    else:
        cv2.imwrite(str(tmp_path / "1.png"), table(A))
        source = open_source(str(tmp_path), in_real_time=True)
    found: list[float] = []
    told: list[dict[str, Any]] = []

    class Long:
        def frames(self) -> Iterator[Frame]:
            for frame in source.frames():
                yield frame
                if frame.at > 1.6:
                    seen.ask({"read": True})
                if frame.at > 2.0:
                    source.close()

        def close(self) -> None:
            source.close()

    seen = Watch(Long(), read, lambda it, at: found.append(at), told.append)
    seen.run()
    assert len(found) == 1
    assert told and told[-1]["asked"] and len(told[-1]["dice"]) == 1


@pytest.mark.parametrize("name", ["no such file.mp4", "-1", "camera"])
def test_a_source_that_makes_no_sense_names_what_may_stand_there(name: str) -> None:
    with pytest.raises(SourceError, match="webcam index, nor a video file, an address or a folder") as refused:
        open_source(name)
    assert refused.value.usage


def test_an_empty_folder_and_a_file_that_is_no_video_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no JPEG, PNG or WebP"):
        next(open_source(str(tmp_path)).frames())
    (tmp_path / "film.mp4").write_bytes(b"not a film")
    with pytest.raises(SourceError, match="not a video"):
        next(open_source(str(tmp_path / "film.mp4")).frames())


class Stream(http.server.BaseHTTPRequestHandler):
    """An MJPEG camera: a few pictures, then the connection breaks off."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        picture = encode_jpeg(table(A))
        head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(picture)
        try:
            for _ in range(12):
                self.wfile.write(head + picture + b"\r\n")
        except OSError:
            pass

    def log_message(self, *args: object) -> None:
        pass


def test_an_mjpeg_address_is_watched_and_opened_again_when_it_breaks_off() -> None:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    from vision.camera import _address

    address = f"http://127.0.0.1:{server.server_port}/video.mjpg"
    told: list[bool] = []
    again = threading.Event()

    def connection(connected: bool) -> None:
        told.append(connected)
        if told.count(True) == 2:
            again.set()

    source = LiveSource(address, lambda: _address(address), seconds_between_tries=0.01)
    source.on_connection = connection
    frames = source.frames()
    assert [die.value for die in read(next(frames).pixels).dice] == [3]
    assert again.wait(60)
    source.close()
    assert list(frames) == []
    server.shutdown()
    server.server_close()


def test_previews_come_only_while_somebody_looks_and_ten_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Preview with boxes: no more than 10 frames a second, only while somebody looks."""
    clock = [0.0]
    monkeypatch.setattr("vision.watching.time.monotonic", lambda: clock[0])
    told: list[tuple[float, dict[str, Any]]] = []

    class Ticking(Script):
        def frames(self) -> Iterator[Frame]:
            for index, frame in enumerate(super().frames()):
                clock[0] = index / 20
                if index == 40:
                    seen.ask({"look": 1.01})
                yield frame

    seen = Watch(Ticking(rest(A, frames=100)), read, lambda it, at: None, lambda it: told.append((clock[0], it)))
    seen.run()
    times = [at for at, _ in told]
    assert times[0] == 2.0 and times[-1] <= 3.01 and 8 <= len(times) <= 11
    picture = decode_picture(base64.b64decode(told[0][1]["preview"])).pixels
    blue, green, red = (int(v) for v in picture[A[1], A[0] + SIDE // 2])
    assert green > blue + 40 and green > red + 40  # the box around the sure die


def test_a_reading_is_given_at_once_when_asked_for() -> None:
    told: list[dict[str, Any]] = []
    seen = Watch(Script(roll(A, frames=4)), read, lambda it, at: None, told.append)
    seen.ask({"read": True})
    seen.run()
    assert len(told) == 1 and told[0]["asked"] is True and len(told[0]["dice"]) == 1


def asked_of(reader: Callable[[Picture], DiceReading], pictures: list[Picture]) -> dict[str, Any]:
    """The one answer to somebody who asks at the sixth picture."""
    told: list[dict[str, Any]] = []

    class Asking(Script):
        def frames(self) -> Iterator[Frame]:
            for index, frame in enumerate(super().frames()):
                if index == 5:
                    seen.ask({"read": True})
                yield frame

    seen = Watch(Asking(pictures), reader, lambda it, at: None, told.append)
    seen.run()
    (answer,) = told
    return answer


@pytest.mark.parametrize(
    ("name", "shown", "values"),
    [
        ("three frames agree", [(3, 5), (3, 5), (3, 5), (3, 5)], [3, 5]),
        ("one of them contradicts", [(3, 5), (3, 5), (3, 6), (3, 5)], [3, None]),
        ("one of them is not sure", [(3, 5), (3, 5), (3, None), (3, 5)], [3, None]),
        ("one of them does not see it", [(3, 5), (3, 5), (3,), (3, 5)], [3, None]),
        ("only one of them sees it", [(3,), (3, 5), (3,), (3,)], [3, None]),
    ],
)
def test_frames_agree_or_whoever_asked_is_asked(
    name: str, shown: list[tuple[int | None, ...]], values: list[int | None]
) -> None:
    frames = iter(shown)

    def told(pixels: Picture) -> DiceReading:
        dice = [Die(value, 5, 0.9, Box(60.0 * at, 0, 30, 30)) for at, value in enumerate(next(frames))]
        return DiceReading(tuple(dice), ms=1.0)

    answer = asked_of(told, rest(A, B, frames=8))
    assert [die["value"] for die in answer["dice"]] == values, name


def test_dice_that_still_roll_are_all_asked_about() -> None:
    answer = asked_of(read, roll(A, frames=12))
    assert [die["value"] for die in answer["dice"]] == [None]


def test_faces_and_tray_can_be_changed_while_watching(tmp_path: Path) -> None:
    """One camera serves several tables, and each game has its own taught faces; what makes no sense changes nothing."""
    known, used = Known(), []

    def note(pixels: Picture) -> DiceReading:
        used.append((known.library, known.tray))
        return read(pixels)

    for question in (
        {"library": str(tmp_path), "read": True},
        {"library": "no such folder"},
        {"tray": [0, 0, 90, 0, 90, 90, 0, 90], "shape": 4 / 3, "read": True},
        {"tray": [0, 0, 900, 0]},
        {"tray": None, "read": True},
    ):
        seen = Watch(Script(rest(A, frames=1)), note, lambda it, at: None, lambda it: None, known)
        seen.ask(question)
        seen.run()
    tray = Tray.of((0, 0, 90, 90), 4 / 3)
    assert used == [(tmp_path, None), (None, tray), (None, None)]


def test_a_throw_in_the_tray_is_proposed_without_what_lies_beside_it() -> None:
    def in_tray(pixels: Picture) -> DiceReading:
        return read_in_tray(pixels, Tray.of((0, 0, 45, 45)), lambda part, inside: kept(read(part), inside))

    def kept(reading: DiceReading, inside: Inside | None) -> DiceReading:
        return replace(reading, dice=tuple(d for d in reading.dice if not inside or inside(d.box.x, d.box.y)))

    assert proposals(roll(A, B) + rest(A, B), in_tray) == [[3]]


def test_a_still_picture_has_nothing_drawn_in_it_and_says_how_large_the_frame_is() -> None:
    told: list[dict[str, Any]] = []
    known = Known(tray=Tray.of((10, 10, 50, 50)))
    seen = Watch(Script([table()]), read, lambda it, at: None, told.append, known)
    seen.ask({"still": True})
    seen.run()
    (answer,) = told
    assert (answer["width"], answer["height"]) == (320, 240)
    assert np.ptp(decode_picture(base64.b64decode(answer["still"])).pixels) < 12


def test_the_preview_shows_the_tray_unless_the_picture_has_another_shape() -> None:
    tray = Tray.of((25, 25, 50, 50), 4 / 3)
    shown = preview(np.zeros((480, 640, 3), np.uint8), (), tray)
    assert shown[120, 300].min() > 200 and shown[240, 320].max() == 0
    assert preview(np.zeros((360, 640, 3), np.uint8), (), tray).max() == 0


def test_the_preview_is_scaled_and_marks_unsure_dice_otherwise() -> None:
    dice = (Die(3, 3, 0.9, Box(100, 100, 200, 200)), Die(None, 2, 0.3, Box(600, 100, 200, 200)))
    drawn = preview(np.zeros((960, 1280, 3), np.uint8), dice)
    assert drawn.shape == (480, 640, 3)
    sure, unsure = drawn[100, 50].tolist(), drawn[100, 300].tolist()
    assert sure[1] > sure[2] and unsure[2] > unsure[1]
