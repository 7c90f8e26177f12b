"""Cards that nobody taught and that differ from a taught one in one thing: another rank, another colour, another shading.

Each is laid on a table before a reader that knows its sister: the picture contradicts somewhere, so none may be called sure.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from testkit.decks import DrawnCard, deck
from testkit.figures import figures
from testkit.sisters import coloured, other_hue, other_rank
from testkit.tabletops import photograph
from vision.arrays import Picture
from vision.cards.face import Scene, face_size, to_picture
from vision.cards.gallery import Gallery
from vision.cards.reader import Reader
from vision.cards.shelf import pack

pytestmark = pytest.mark.usefixtures("one_thread")


def crop_of(card: DrawnCard, seed: int) -> Picture:
    """A card as it is taught: cut out of a photograph of it."""
    shot = photograph([card], seed, width=640, height=480, tilt_degrees=12, turn_degrees=10, glare=0)
    corners = shot.laid[0].corners
    width, height = face_size(corners)
    return Scene(shot.image).cut(to_picture(corners, width, height), width, height)


def knowing(crops: dict[str, Picture]) -> Reader:
    """A reader that was taught these crops."""
    gallery = Gallery()
    for name, crop in crops.items():
        gallery.add(name, name, pack(crop))
    return Reader(gallery)


def sure_in(reader: Reader, cards: list[DrawnCard], seed: int) -> list[str]:
    """The names called sure in a picture of the cards."""
    shot = photograph(cards, seed, glare=0.2, tilt_degrees=25)
    return [match.name for match in reader.read(shot.image)[0] if match.sure]


@pytest.mark.parametrize("style", ["playing", "corners"])
def test_a_card_with_another_rank_in_its_corners_is_asked_about(style: str) -> None:
    """Ten of hearts on the table, taught is one with nine in its corners: every picture is asked about."""
    cards = deck(style, 52, 71)[2::9]
    crops = [crop_of(card, 800 + k) for k, card in enumerate(cards)]
    fooled, own = [], 0
    for k, card in enumerate(cards):
        own += sure_in(knowing({card.name: crops[k]}), [card], 600 + k) == [card.name]
        sister = other_rank(crops[k], crops[(k + 2) % len(crops)])
        fooled += sure_in(knowing({f"sister of {card.name}": sister}), [card], 600 + k)
    assert fooled == []
    assert own >= len(cards) - 1, "and the card itself is read"


@pytest.mark.parametrize(
    ("style", "degrees"),
    [
        pytest.param("playing", 120, id="hearts and diamonds, but green"),
        pytest.param("corners", 180, id="hearts and diamonds, but cyan"),
        pytest.param("icons", 120, id="flat icons of another tribe's colour"),
        pytest.param("trading", 120, id="a trading card reprinted in other colours"),
        pytest.param("figures", 120, id="one to three figures, red for green"),
    ],
)
def test_a_card_in_another_colour_is_asked_about(style: str, degrees: float) -> None:
    """The same drawing in another ink: lending it the tones of the picture must not make it the same card."""
    cards = figures()[::14] if style == "figures" else deck(style, 52, 71)[1:40:6]
    cards = [card for card in cards if float(coloured(card.image).mean()) > 0.02]  # black and brown have no other hue
    assert len(cards) >= 3
    fooled, own = [], 0
    for k, card in enumerate(cards):
        crop = crop_of(card, 830 + k)
        own += sure_in(knowing({card.name: crop}), [card], 640 + k) == [card.name]
        fooled += sure_in(knowing({f"sister of {card.name}": other_hue(crop, degrees)}), [card], 640 + k)
    assert fooled == []
    assert own >= len(cards) - 1, "and the card itself is read"


@cache
def figure_crops() -> dict[str, Picture]:
    """Every card of the deck of figures with two or three red and purple ones, cut out of its own photograph."""
    cards = [card for card in figures() if card.name[0] in "23" and "green" not in card.name]
    return {card.name: crop_of(card, 860 + k) for k, card in enumerate(cards)}


@pytest.mark.parametrize("left_out", ["hollow", "striped", "solid"])
def test_figures_whose_shading_was_never_taught_are_asked_about(left_out: str) -> None:
    """Hollow taken for striped and the other way round is the mistake people make under a lamp, too."""
    crops = figure_crops()
    reader = knowing({name: crop for name, crop in crops.items() if left_out not in name})
    strange = [card for card in figures() if card.name in crops and left_out in card.name]
    sure = [name for k in range(0, len(strange), 4) for name in sure_in(reader, strange[k : k + 4], 660 + k)]
    assert sure == []


def test_figures_are_told_apart_when_all_are_taught() -> None:
    """Number, colour, shading and shape: mostly right, never wrong and sure."""
    crops = figure_crops()
    reader = knowing(crops)
    shown = [card for card in figures() if card.name in crops]
    rng = np.random.default_rng(4)
    right = 0
    for seed in range(690, 694):
        cards = [shown[k] for k in rng.choice(len(shown), 5, replace=False)]
        sure = sure_in(reader, cards, seed)
        assert set(sure) <= {card.name for card in cards}
        right += len(sure)
    assert right >= 16
