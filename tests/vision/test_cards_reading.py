"""Reading drawn cards on drawn tables: a hundred cards of five decks, look-alikes, unknown cards, covered corners."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from testkit.decks import DrawnCard, deck
from testkit.judging import judge
from testkit.tabletops import Photograph, photograph
from testkit.worn import evening, scan
from vision.cards.descriptor import describe, thumbnail
from vision.cards.face import Scene, face_size, to_picture
from vision.cards.gallery import Gallery
from vision.cards.match import Match
from vision.cards.outlines import Outline
from vision.cards.reader import Reader
from vision.cards.shelf import pack
from vision.cards.teaching import take_lesson

pytestmark = pytest.mark.usefixtures("one_thread")


def taught(cards: list[DrawnCard]) -> Reader:
    """A reader that was taught each card from one small photograph whose corners the owner placed."""
    gallery = Gallery()
    for number, card in enumerate(cards):
        shot = photograph([card], 700 + number, width=640, height=480, tilt_degrees=12, turn_degrees=10, glare=0)
        corners = shot.laid[0].corners
        width, height = face_size(corners)
        gallery.add(
            card.name, str(number), pack(Scene(shot.image).cut(to_picture(corners, width, height), width, height))
        )
    return Reader(gallery)


def scanned_reader(cards: list[DrawnCard]) -> Reader:
    """A reader that was taught each card from a flat scan that fills its picture."""
    gallery = Gallery()
    for number, card in enumerate(cards):
        gallery.add(card.name, str(number), pack(take_lesson(scan(card, number)).crop))
    return Reader(gallery)


@cache
def deck_reader(style: str, size: int) -> tuple[list[DrawnCard], Reader]:
    """A deck and a reader that knows all of it."""
    cards = deck(style, size, 33)
    return cards, taught(cards)


def read(reader: Reader, shot: Photograph) -> list[Match]:
    """The matches of a picture."""
    return reader.read(shot.image)[0]


@pytest.mark.parametrize(
    ("style", "size", "least_right"),
    [
        pytest.param("art", 20, 19, id="photo-like art", marks=pytest.mark.thorough),
        pytest.param("icons", 20, 18, id="flat icons and a number"),
        pytest.param("playing", 20, 18, id="near-identical: pips and corner indices"),
        pytest.param("trading", 20, 19, id="frame, art and text", marks=pytest.mark.thorough),
        pytest.param("digits", 20, 18, id="near-identical: the same painting, one digit differs"),
    ],
)
def test_twenty_cards_of_each_deck(style: str, size: int, least_right: int) -> None:
    """Four pictures of five cards, any turn, tilt up to 40 degrees, light and glare: right, and never wrong and sure."""
    cards, reader = deck_reader(style, size)
    rng = np.random.default_rng(5)
    right = wrong = 0
    for number in range(4):
        pick = rng.choice(size, 5, replace=False)
        shot = photograph([cards[k] for k in pick], 40 + number, glare=0.35)
        tally = judge(shot, read(reader, shot), frozenset(reader.gallery.names), frozenset())
        right += tally.known["right"]
        wrong += tally.known["wrong and sure"] + tally.stray
    assert wrong == 0
    assert right >= least_right


def test_worn_cards_under_a_lamp_taught_from_scans() -> None:
    """Another device's colours, worn edges, a bent card, coins and cards face down: mostly right, never wrong and sure."""
    cards = deck("trading", 12, 44)
    reader = scanned_reader(cards)
    right = wrong = 0
    for number, kind in enumerate(("desk", "cards down", "paper")):
        tally = judge(
            shot := evening(cards[4 * number : 4 * number + 4], 30 + number, kind=kind),
            read(reader, shot),
            frozenset(reader.gallery.names),
            frozenset(),
        )
        right += tally.known["right"]
        wrong += tally.known["wrong and sure"] + tally.stray
    assert wrong == 0
    assert right >= 8


@pytest.mark.parametrize("style", ["digits", "playing"])
def test_a_never_taught_look_alike_is_asked_about(style: str) -> None:
    """One card of each family taught, its sisters shown: the picture contradicts somewhere, so none is called sure."""
    cards = deck(style, 30 if style == "digits" else 24, 12)
    step = 5 if style == "digits" else 4
    reader = taught(cards[::step])
    others = [card for k, card in enumerate(cards) if k % step]
    sure = []
    for number in range(3):
        shot = photograph(others[number * 6 : number * 6 + 6], 60 + number, glare=0.2)
        sure += [match.name for match in read(reader, shot) if match.sure]
    assert sure == []


def test_a_small_sign_of_the_same_ink_is_not_settled_by_the_ink() -> None:
    """One suit of each rank taught: a spade is not surely the club of its rank, nor the other way round."""
    cards = deck("playing", 52, 405)
    reader = taught([cards[4 * rank + rank % 4] for rank in range(13)])
    named = {card.name: card for card in cards}
    for seed, shown in ((6, ("6 spades", "K clubs", "7 clubs")), (7, ("Q diamonds", "8 spades", "9 clubs"))):
        shot = photograph([named[name] for name in shown], seed, glare=0.2)
        assert not [match.name for match in read(reader, shot) if match.sure]


def test_cards_that_are_not_taught_stay_unknown() -> None:
    """Cards of a foreign deck get no name; most are still outlined, so that they can be taught on the spot."""
    _, reader = deck_reader("art", 20)
    foreign = deck("trading", 10, 99)
    outlined = 0
    for number in range(2):
        shot = photograph(foreign[number * 5 : number * 5 + 5], 80 + number, glare=0)
        matches, unknown = reader.read(shot.image)
        assert [match.name for match in matches if match.sure] == []
        outlined += len(unknown)
    assert outlined >= 6


def test_two_cards_that_cannot_be_told_apart_are_both_offered() -> None:
    """The same card taught under two names: not sure, both names, whichever comes first."""
    card = deck("art", 1, 3)[0]
    reader = taught([card, DrawnCard("its double", card.image), *deck("art", 4, 4)])
    matches = read(reader, photograph([card], 3, glare=0, fill=(0.4, 0.5)))
    assert len(matches) == 1
    assert not matches[0].sure
    assert {matches[0].name, *matches[0].rivals} == {card.name, "its double"}


def test_a_covered_corner_does_not_hide_a_card() -> None:
    """Cards laid over each other's corners: most are found, none wrong and sure."""
    cards, reader = deck_reader("art", 20)
    tallies = []
    for number in range(2):
        shot = photograph(cards[number * 6 : number * 6 + 6], 90 + number, overlap=True, glare=0)
        tallies.append(judge(shot, read(reader, shot), frozenset(reader.gallery.names), frozenset()))
    assert sum(t.known["wrong and sure"] + t.stray for t in tallies) == 0
    assert sum(t.known["missed"] for t in tallies) <= 2
    assert sum(t.known["right"] for t in tallies) >= 8


@pytest.mark.parametrize("seed", [527, 535])
def test_white_cards_in_a_heap_are_all_found(seed: int) -> None:
    """Eight white cards lie on each other, so that no outline is whole: one found by its features shows the way to the rest."""
    cards, reader = deck_reader("playing", 20)
    shot = photograph(cards[seed % 8 : seed % 8 + 8], seed, overlap=True, glare=0)
    tally = judge(shot, read(reader, shot), frozenset(reader.gallery.names), frozenset())
    assert tally.known["missed"] == 0
    assert tally.known["right"] >= 7
    assert tally.known["wrong and sure"] + tally.stray == 0


def test_the_outline_of_a_sleeve_leads_to_the_card_in_it() -> None:
    """A sleeve stands 3 mm over on every side: too far off for the picture to agree as it lies, near enough to be tracked."""
    cards, reader = deck_reader("trading", 20)
    named = 0
    for number, card in enumerate(cards[:10]):
        shot = photograph([card], 20 + number, glare=0, fill=(0.4, 0.6))
        corners = shot.laid[0].corners
        middle = corners.mean(axis=0)
        sleeve = (middle + (corners - middle) * np.float32(1.08)).astype(np.float32)
        alike = describe([thumbnail(shot.image, sleeve)])[0] @ reader.gallery.descriptors.T
        match = reader.identify(Scene(shot.image), Outline(sleeve, 1.0), alike, None)
        named += match is not None and match.name == card.name
    assert named >= 9


def test_corners_run_clockwise_from_the_cards_own_top_left() -> None:
    """Upside down and sideways cards: the first corner is the card's top left, not the picture's."""
    cards, reader = deck_reader("trading", 20)
    shot = photograph(cards[:4], 17, glare=0)
    found = {match.name: match.corners for match in read(reader, shot)}
    for laid in shot.laid:
        assert np.abs(found[laid.name] - laid.corners).max() < 15


@pytest.mark.parametrize("turn", [0, 180])
def test_a_card_almost_the_same_upside_down_is_read_the_right_way_round(turn: int) -> None:
    """9 of spades, 6 and 8 of hearts: only a pip or two tell which way up they lie; sure, and the corners say it."""
    cards = [card for card in deck("playing", 52, 8) if card.name in ("9 spades", "6 hearts", "8 hearts", "7 clubs")]
    reader = taught(cards)
    for number, card in enumerate(cards):
        shot = photograph([card], 70 + number, glare=0, fill=(0.5, 0.6), tilt_degrees=15)
        image, truth = shot.image, shot.laid[0].corners
        if turn:
            image = np.ascontiguousarray(image[::-1, ::-1])
            truth = np.array([image.shape[1] - 1, image.shape[0] - 1]) - truth
        match = next(iter(reader.read(image)[0]))
        assert match.name == card.name and match.sure
        assert np.abs(match.corners - truth).max() < 15


@pytest.mark.parametrize(
    "image",
    [
        pytest.param(np.zeros((480, 640, 3), np.uint8), id="black"),
        pytest.param(np.full((480, 640, 3), 255, np.uint8), id="white"),
        pytest.param(np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8), id="noise"),
        pytest.param(np.zeros((20, 2000, 3), np.uint8), id="a thin strip"),
        pytest.param(np.zeros((8, 8, 3), np.uint8), id="tiny"),
    ],
)
def test_pictures_without_cards_show_none(image: np.ndarray) -> None:
    """No card, no error."""
    _, reader = deck_reader("art", 20)
    matches, unknown = reader.read(image)
    assert matches == []
    assert unknown == []


def test_an_empty_library_knows_no_card() -> None:
    """Outlines are still found, to be taught."""
    shot = photograph(deck("trading", 3, 1), 5, glare=0, kind="cloth")
    matches, unknown = Reader(Gallery()).read(shot.image)
    assert matches == []
    assert len(unknown) == 3
