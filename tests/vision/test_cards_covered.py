"""Cards of which a strip or a corner shows: fans, tricks, a card half under a book, one that leaves the picture."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from testkit.decks import DrawnCard, deck
from testkit.figures import figures
from testkit.tabletops import CARD_MM, lay, photograph, table
from vision.arrays import Floats, Picture
from vision.cards.face import Scene, face_size, square_corners, to_picture
from vision.cards.gallery import Gallery
from vision.cards.ink import inked
from vision.cards.match import Match
from vision.cards.parts import Parts, standing
from vision.cards.reader import Reader
from vision.cards.shelf import pack

pytestmark = pytest.mark.usefixtures("one_thread")

SIZE = (960, 720)


@cache
def taught() -> tuple[list[DrawnCard], Reader]:
    """Ten cards with rank and suit in two corners, each taught from a photograph, and a reader that knows them."""
    cards, gallery = deck("playing", 52, 71)[2::5][:10], Gallery()
    for number, card in enumerate(cards):
        shot = photograph([card], 900 + number, width=640, height=480, tilt_degrees=8, turn_degrees=8, glare=0)
        corners = shot.laid[0].corners
        width, height = face_size(corners)
        gallery.add(
            card.name, str(number), pack(Scene(shot.image).cut(to_picture(corners, width, height), width, height))
        )
    return cards, Reader(gallery)


def outline(x: float, y: float, degrees: float, tall: float = 300) -> Floats:
    """The corners of a card around a middle, turned about it."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * tall / 2 * np.array([CARD_MM[0] / CARD_MM[1], 1])
    turn = np.radians(degrees)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    turned: Floats = (half @ spin + [x, y]).astype(np.float32)
    return turned


def scene(laid: list[tuple[DrawnCard, Floats]], seed: int, book: Floats | None = None) -> Picture:
    """Cards laid one upon the other on a table of cloth, then a book over them, seen with a little blur and noise."""
    rng = np.random.default_rng(seed)
    image = table(rng, "cloth", *SIZE)
    for card, corners in laid:
        lay(image, card.image, corners, rng, sleeve=False)
    if book is not None:
        cv2.fillPoly(image, [np.round(book).astype(np.int32)], (96, 62, 38), cv2.LINE_AA)
    image = cv2.GaussianBlur(image, (0, 0), 0.8) + rng.normal(0, 3, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def first_names(matches: list[Match]) -> list[str]:
    """What each match is or asks about first."""
    return [match.name for match in matches]


@pytest.mark.parametrize(
    ("turns", "step"),
    [
        pytest.param((0, 0, 0), 62, id="a row that shows a strip of each"),
        pytest.param((-14, 0, 14), 75, id="a fan"),
        pytest.param((180, 180, 180), 66, id="a row upside down"),
    ],
)
def test_the_cards_of_a_fan_are_named_by_the_strip_that_shows(turns: tuple[int, ...], step: int) -> None:
    """Three of each: the top one is sure, the others sure or asked about with the right name first; none is wrong and sure."""
    cards, reader = taught()
    first = wrong = 0
    for seed in (1, 2):
        pick = np.random.default_rng(seed).choice(len(cards), 3, replace=False)
        # What lies lower shows the side with its index: the upper cards are laid to the right of it.
        places = [outline(330 + step * k, 360 + 8 * k, turns[k]) for k in range(3)]
        fan = [(cards[int(k)], place) for k, place in zip(pick, places, strict=True)]
        matches = reader.read(scene(fan, 50 + seed))[0]
        names = [card.name for card, _ in fan]
        first += len(set(names) & set(first_names(matches)))
        wrong += sum(match.sure and match.name not in names for match in matches)
        assert names[-1] in [match.name for match in matches if match.sure]
    assert wrong == 0
    assert first >= 5, "of six"


@pytest.mark.parametrize("along", [True, False], ids=["a long side shows", "a short side shows"])
def test_a_card_half_under_a_book_is_asked_about_by_its_name(along: bool) -> None:
    """No other card tells its size; the corners that peek out do. It is never called sure, for half of it is hidden."""
    cards, reader = taught()
    named, sure = 0, []
    for number in range(4):
        card = cards[2 * number]
        place = outline(420, 360, 4 * number - 8)
        book = np.array(
            [[430, 40], [900, 30], [910, 700], [430, 690]] if along else [[60, 360], [900, 350], [890, 700], [50, 690]]
        )
        matches = reader.read(scene([(card, place)], 80 + number, book))[0]
        named += card.name in first_names(matches)
        sure += [match.name for match in matches if match.sure]
    assert sure == []
    assert named >= 3, "of four"


def test_half_a_card_that_nobody_taught_is_not_called_sure() -> None:
    """A strip of a foreign card beside a known one: nothing of it is sure."""
    cards, reader = taught()
    for number, strange in enumerate(deck("trading", 3, 99)):
        laid = [(strange, outline(330, 350, 0)), (cards[number], outline(420, 360, 3))]
        matches = reader.read(scene(laid, 70 + number))[0]
        assert {match.name for match in matches if match.sure} <= {cards[number].name}


def test_a_part_is_compared_with_the_same_part_of_every_face() -> None:
    """What covers a card counts for nothing: the left third of each, the rest black, is most like its own face."""
    cards, reader = taught()
    gallery = reader.gallery
    faces = [gallery.face(k) for k in range(len(cards))]
    parts = Parts(faces)
    for number, face in enumerate(faces):
        crop, cover = face.crop.copy(), np.zeros(face.crop.shape[:2], np.uint8)
        crop[:, face.width // 3 :], cover[:, face.width // 3 :] = 0, 1
        corners = standing(square_corners(face.width, face.height))
        alike = parts.alike(Scene(crop), [corners], cover)
        assert [int(k) for k in np.unravel_index(int(alike.argmax()), alike.shape)] == [0, 0, number]
        nothing = parts.alike(Scene(crop), [corners], np.ones_like(cover))
        assert float(np.abs(nothing).max()) == 0, "of a card that is wholly covered nothing is said"


def test_a_fill_counts_where_a_card_is_a_figure_and_not_inside_a_framed_painting() -> None:
    """Hollow and striped figures have fills to be followed; the white fields of a court card beside its frame have none."""
    hollow = [card for card in figures() if "hollow" in card.name][::6]
    assert all((ink := inked(_face(card.image))) is not None and ink.fills for card in hollow)
    court = _face(hollow[0].image)
    court[:] = (236, 238, 240)
    cv2.rectangle(court, (30, 34), (152, 221), (40, 30, 190), -1)
    for left, top in ((34, 60), (128, 110), (34, 170)):
        cv2.rectangle(court, (left, top), (left + 20, top + 40), (236, 238, 240), -1)
    ink = inked(court)
    assert ink is not None and ink.fills == ()


def _face(image: Picture) -> Picture:
    return cv2.resize(image, (183, 256), interpolation=cv2.INTER_AREA)
