"""The index in two corners of a playing card: where it is seen, what lies elsewhere on the card does not matter."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from testkit.decks import deck
from testkit.figures import figures
from testkit.sisters import other_rank, other_suit
from testkit.tabletops import photograph
from vision.arrays import Picture
from vision.cards.agreement import compare
from vision.cards.face import Face, Traits, lab_planes
from vision.cards.gallery import Gallery
from vision.cards.index import Indices, Place
from vision.cards.ink import inked
from vision.cards.reader import Reader
from vision.cards.shelf import pack

pytestmark = pytest.mark.usefixtures("one_thread")
WIDE, HIGH = 183, 256
NINE, QUEEN = "9 hearts", "Q clubs"


@cache
def crops_of(style: str, number: int) -> dict[str, Picture]:
    """The first cards of a deck as flat scans show them, by name."""
    cards = figures()[:number] if style == "figures" else deck(style, number, 71)
    return {card.name: cv2.resize(card.image, (WIDE, HIGH), interpolation=cv2.INTER_AREA) for card in cards}


def hearts_and_clubs() -> dict[str, Picture]:
    """Ace to king of both: 26 cards whose indices differ in rank or colour."""
    return {name: crop for name, crop in crops_of("playing", 52).items() if name.endswith(("hearts", "clubs"))}


def indices_of(crops: dict[str, Picture]) -> Indices:
    return Indices(list(crops), crops.values())


@cache
def taught() -> Indices:
    return indices_of(hearts_and_clubs())


def seen(crop: Picture, px: int = 200) -> Picture:
    """The card as a dull photograph of ``px`` along its longer side shows it, laid over its face."""
    rng = np.random.default_rng(5)
    small = cv2.resize(crop, (round(px * WIDE / HIGH), px), interpolation=cv2.INTER_AREA).astype(np.float32)
    dull = np.clip(small * 0.8 + 12 + rng.normal(0, 3, small.shape), 0, 255).astype(np.uint8)
    return cv2.resize(dull, (WIDE, HIGH), interpolation=cv2.INTER_LINEAR)


def place(face: Face, picture: Picture, px: int = 200, hidden: Picture | None = None) -> Place:
    return Place(np.diag([px / HIGH, px / HIGH, 1.0]), compare(face, lab_planes(picture), hidden), hidden)


def asked(name: str) -> tuple[int, Face]:
    """A card's number and face."""
    crop = hearts_and_clubs()[name]
    return list(hearts_and_clubs()).index(name), Face(crop, Traits.of(crop))


def upon(crop: Picture, x: float, y: float, reach: float = 0.13) -> Picture:
    """The card with a brown disc on it, ``x`` and ``y`` of its width and height from its top left."""
    middle = round(x * WIDE), round(y * HIGH)
    return cv2.circle(crop.copy(), middle, round(reach * HIGH), (70, 90, 110), -1, cv2.LINE_AA)


@pytest.mark.parametrize(
    ("style", "number", "expected"),
    [
        pytest.param("playing", 52, 52, id="playing cards have indices"),
        pytest.param("playing", 15, 0, id="so few cards do not tell"),
        pytest.param("corners", 20, 20, id="an index in all four corners"),
        pytest.param("trading", 20, 0, id="trading cards have none"),
        pytest.param("digits", 20, 0, id="a digit that stands upright in both corners is none"),
        pytest.param("art", 20, 0, id="paintings have none"),
        pytest.param("figures", 20, 0, id="blank corners are none"),
    ],
)
def test_a_deck_has_indices_where_two_corners_show_the_same(style: str, number: int, expected: int) -> None:
    assert len(indices_of(crops_of(style, number)).with_index) == expected


def test_a_card_with_another_rank_in_one_corner_has_no_index() -> None:
    crops = dict(hearts_and_clubs())
    crops[NINE] = other_rank(crops[NINE], crops["A hearts"], both=False)
    assert [list(crops)[k] for k in range(26) if k not in indices_of(crops).with_index] == [NINE]


@pytest.mark.parametrize(
    ("name", "what", "expected"),
    [
        (NINE, "as it is", True),
        (QUEEN, "as it is", True),
        (NINE, "a finger from the side", True),
        (NINE, "a coin in the middle", False),
        (NINE, "a coin on an index", True),
        (NINE, "a coin on both", False),
        (NINE, "an index hidden by a card", True),
        (NINE, "both hidden", False),
        (NINE, "a small picture", False),
        (NINE, "another rank", False),
        (QUEEN, "another rank", False),
        (NINE, "another rank and a coin on an index", False),
        (NINE, "another suit", False),
        (NINE, "in black", False),
        (QUEEN, "in red", False),
    ],
)
def test_an_index_is_shown(name: str, what: str, expected: bool) -> None:
    crops = crops_of("playing", 52)
    crop, hidden, px = crops[name], None, 200
    if "another rank" in what:
        crop = other_rank(crop, crops["6 hearts" if name == NINE else "K clubs"])
    elif what == "another suit":
        crop = other_suit(crop, crops["9 diamonds"])
    elif what == "in black":
        crop = cv2.cvtColor(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    elif what == "in red":
        crop = np.dstack([crop[..., 0], crop[..., 0], np.maximum(crop[..., 2], 190)])
    elif "hidden" in what:
        hidden = np.zeros((HIGH, WIDE), np.uint8)
        hidden[:40] = 1
        hidden[-40:] = what == "both hidden"
    elif what == "a small picture":
        px = 80
    if what == "a finger from the side":
        crop = upon(crop, 0.98, 0.5, 0.2)
    elif what == "a coin in the middle":
        crop = upon(crop, 0.5, 0.5)
    elif "coin" in what:
        crop = upon(crop, 0.09, 0.12)
        crop = upon(crop, 0.91, 0.88) if "both" in what else crop
    index, face = asked(name)
    assert taught().shown(index, face, inked(face.crop), place(face, seen(crop, px), px, hidden)) is expected


@pytest.mark.parametrize(
    ("what", "expected"),
    [("as it is", False), ("a coin on both", False), ("another rank", True), ("another rank in one corner", False)],
)
def test_another_cards_index_contradicts(what: str, expected: bool) -> None:
    crop = hearts_and_clubs()[QUEEN]
    if what.startswith("another rank"):
        crop = other_rank(crop, hearts_and_clubs()["A clubs"], both="one" not in what)
    elif "coin" in what:
        crop = upon(upon(crop, 0.09, 0.12), 0.91, 0.88)
    index, face = asked(QUEEN)
    assert taught().contradicted(index, face, place(face, seen(crop))) is expected


def sure_with_a_hand(crops: dict[str, Picture]) -> list[str]:
    """The names called sure in a photograph of the nine of hearts with a hand on its right side, by a reader that was taught ``crops``."""
    gallery = Gallery()
    for name, crop in crops.items():
        gallery.add(name, name, pack(crop))
    card = next(card for card in deck("playing", 52, 71) if card.name == NINE)
    shot = photograph([card], 4, width=640, height=480, tilt_degrees=10, turn_degrees=10, glare=0)
    side = shot.laid[0].corners[1:3].mean(axis=0)
    cv2.circle(shot.image, np.round(side).astype(int).tolist(), 45, (70, 90, 110), -1, cv2.LINE_AA)
    return [match.name for match in Reader(gallery).read(shot.image)[0] if match.sure]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        pytest.param({}, [NINE], id="a hand does not matter where an index is seen"),
        pytest.param({"K clubs": None}, [], id="fifteen cards do not tell that the deck has indices"),
        pytest.param({NINE: "A hearts"}, [], id="of a rank that nobody taught it does"),
    ],
)
def test_a_card_with_a_hand_on_it(changed: dict[str, str | None], expected: list[str]) -> None:
    crops = {name: hearts_and_clubs()[name] for name in list(hearts_and_clubs())[10:]}
    for name, donor in changed.items():
        crop = crops.pop(name)
        if donor is not None:
            crops[f"not {name}"] = other_rank(crop, crops_of("playing", 52)[donor])
    assert sure_with_a_hand(crops) == expected
