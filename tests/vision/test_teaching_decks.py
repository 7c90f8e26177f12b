"""A whole deck by command: names in order for the cards of pictures, of PDF pages, of a video in which they are turned."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from testkit.decks import deck
from testkit.sheets import sheet
from vision.__main__ import main
from vision.cards.library import CardLibrary
from vision.cards.turning import still_frames, turned_cards

CARDS = deck("trading", 5, 5)


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """Four cards in two rows, the second and the last of them the same."""
    shot = sheet([*CARDS[:3], CARDS[1]], 3, columns=2, ground="wood", width=1000, height=1200)
    cv2.imwrite(str(tmp_path / "rows.jpg"), shot.image)
    return tmp_path / "rows.jpg"


def taught(picture: Path, names: str, *more: str) -> int:
    """The command's status; the list is written beside the picture."""
    (picture.parent / "names.txt").write_text(names, encoding="utf-8")
    library, listed = str(picture.parent / "library"), str(picture.parent / "names.txt")
    return main(["cards", "enroll-deck", "--library", library, "--names-file", listed, *more, str(picture)])


def test_names_in_order_teach_every_card_and_a_dash_leaves_one_out(
    rows: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert taught(rows, "ant\nbee\n-\nbee\n") == 0
    assert capsys.readouterr().out.splitlines() == ["1 ant: 1 taught", "2 bee: 1 taught", "4 bee: 2 taught"]
    assert CardLibrary(rows.parent / "library").names() == ["ant", "bee"]


@pytest.mark.parametrize(
    ("names", "says"),
    [
        pytest.param("ant, bee, cat", "There are 4 cards to be seen and 3 names given", id="a name too few"),
        pytest.param("ant, bee, cat, dog", "dog looks the same as number 2, bee: one card, one name?", id="seen twice"),
        pytest.param("ant, ant, cat, ant", "ant is number 1 too and looks different", id="one name, two pictures"),
    ],
)
def test_what_is_doubtful_is_asked_and_nothing_is_taught(
    rows: Path, names: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert taught(rows, names) == 1
    said = capsys.readouterr()
    assert says in said.out + said.err and "othing was taught" in said.err
    assert not (rows.parent / "library").exists()


def test_who_is_sure_is_believed_and_json_tells_each_card(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert taught(rows, "ant, bee, cat, dog", "--sure", "--json") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert "question" in lines[0]
    assert [(line["number"], line["name"]) for line in lines[1:]] == [(1, "ant"), (2, "bee"), (3, "cat"), (4, "dog")]
    assert lines[4]["alike"] == ["bee"]


def test_a_look_shows_which_card_has_which_number(rows: Path) -> None:
    assert taught(rows, "", "--look", str(rows.parent / "cuts")) == 0
    assert sorted(file.name for file in (rows.parent / "cuts").iterdir()) == [
        *(f"00{n}.jpg" for n in range(1, 5)),
        "all.jpg",
    ]
    assert not (rows.parent / "library").exists()


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        pytest.param("a.mp4", b"no video", "This video cannot be played", id="no video"),
        pytest.param("a.jpg", b"no picture", "not a picture", id="no picture"),
        pytest.param("none.png", None, "cannot be read", id="a file that is not there"),
    ],
)
def test_a_file_that_shows_nothing_is_told_in_a_line(
    tmp_path: Path, name: str, content: bytes | None, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert taught(tmp_path / name, "ant") == 1
    said = capsys.readouterr().out
    assert says in said and said.count("\n") == 1


def test_a_list_with_a_name_that_is_none_is_told_before_anything_else(
    rows: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert taught(rows, "x" * 41) == 2
    assert "is no name of 1 to 40 characters" in capsys.readouterr().err


def turning(cards: list[int], still: int = 6, moving: int = 3) -> Iterator[np.ndarray]:
    """Frames of cards laid down one after the other: each rests, then a blurred hand goes over it."""
    rng = np.random.default_rng(5)
    for number in cards:
        shot = sheet(
            [CARDS[number]], 30 + number, columns=1, ground="wood", width=480, height=640, slant_degrees=1
        ).image
        for _ in range(still):
            yield np.clip(shot + rng.normal(0, 1.5, shot.shape), 0, 255).astype(np.uint8)
        for step in range(moving):
            frame = cv2.GaussianBlur(shot, (0, 0), 6)
            cv2.circle(frame, (120 + 120 * step, 320), 170, (120, 150, 200), -1)
            yield frame


def test_each_card_that_is_turned_up_is_found_once_in_order() -> None:
    """The same card lying on after a hand went over it is no new card; one that never rests is passed over."""
    lessons = turned_cards(turning([0, 1, 1, 2]))
    assert len(lessons) == 3
    assert len(list(still_frames(turning([0, 1], still=2)))) == 0


def test_a_video_file_teaches_its_cards_by_names_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    video = cv2.VideoWriter(str(tmp_path / "deck.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 30, (480, 640))
    for frame in turning([3, 4]):
        video.write(frame)
    video.release()
    assert taught(tmp_path / "deck.avi", "ant\nbee") == 0
    assert capsys.readouterr().out.splitlines() == ["1 ant: 1 taught", "2 bee: 1 taught"]


def test_the_pages_of_a_pdf_teach_their_cards(rows: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdfium = pytest.importorskip("pypdfium2", reason="an extra of its own: pip install 'boardgame-companion[pdf]'")
    document = pdfium.PdfDocument.new()
    picture = pdfium.PdfImage.new(document)
    picture.load_jpeg(str(rows))
    picture.set_matrix(pdfium.PdfMatrix().scale(500, 600))
    page = document.new_page(500, 600)
    page.insert_obj(picture)
    page.gen_content()
    document.save(str(rows.parent / "deck.pdf"))
    document.close()
    assert taught(rows.parent / "deck.pdf", "ant, bee, cat, bee") == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == ["1 ant", "2 bee", "3 cat", "4 bee"]


def test_without_the_reader_of_pdf_it_is_said_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    assert taught(tmp_path / "a.pdf", "ant") == 1
    said = capsys.readouterr().out
    assert "boardgame-companion[pdf]" in said and "save the pages as PNG" in said
