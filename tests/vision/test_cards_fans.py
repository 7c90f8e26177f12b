"""Fans: the card on top tells where the next one lies, and so on downwards."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from testkit.decks import DrawnCard, deck
from testkit.tabletops import fanned
from vision.cards.fans import Step, outline_at, step_between
from vision.cards.gallery import Gallery
from vision.cards.reader import Reader
from vision.cards.shelf import pack

pytestmark = pytest.mark.usefixtures("one_thread")


@cache
def taught() -> tuple[list[DrawnCard], Reader]:
    """Twelve drawn cards; the reader knows all but the last."""
    cards, gallery = deck("trading", 12, 61), Gallery()
    for number, card in enumerate(cards[:-1]):
        gallery.add(card.name, str(number), pack(cv2.resize(card.image, (183, 256), interpolation=cv2.INTER_AREA)))
    return cards, Reader(gallery)


@pytest.mark.parametrize(
    ("turn", "shift"),
    [
        pytest.param(np.radians(8), (0.1, 0.01), id="a fan to the right"),
        pytest.param(np.radians(-12), (-0.14, 0.02), id="a fan to the left"),
        pytest.param(0.0, (0.2, 0.0), id="a row"),
    ],
)
def test_the_step_from_card_to_card_is_told_by_where_they_lie(turn: float, shift: tuple[float, float]) -> None:
    """Whichever way up the lower one lies; half of the step twice is the step."""
    leaning = np.array([[300.0, 40, 600], [-30, 280, 500], [0.02, -0.05, 1]])
    step = Step(turn, np.array(shift))
    lower = outline_at(leaning @ step.matrix, 0.7)
    for turned in (0, 2):
        found = step_between(leaning, np.roll(lower, turned, axis=0), 0.7)
        assert found is not None
        assert np.allclose(found.matrix, step.matrix, atol=1e-3)
    half = step.part(0.5, 0.0).matrix
    assert np.allclose(half @ half, step.matrix, atol=1e-6)


def test_cards_that_lie_apart_are_no_fan() -> None:
    """Neither a card beside the other nor one much smaller tells a step."""
    upright = np.array([[300.0, 0, 600], [0, 300, 500], [0, 0, 1]])
    assert step_between(upright, outline_at(upright @ Step(0.1, np.array([0.9, 0.0])).matrix, 0.7), 0.7) is None
    assert step_between(upright, outline_at(upright @ np.diag([0.6, 0.6, 1]), 0.7), 0.7) is None


def test_the_ten_cards_of_a_fan_are_named_in_one_picture() -> None:
    """Only the one on top is sure; the others are asked about with the right name first, and no other name comes up."""
    cards, reader = taught()
    fan = cards[:10]
    matches, unknown = reader.read(fanned(fan, 4, uneven=0.2, kind="cloth").image)
    assert sorted(match.name for match in matches) == sorted(card.name for card in fan)
    assert [match.name for match in matches if match.sure] == [fan[-1].name]
    assert unknown == []


def test_a_card_of_a_fan_that_nobody_taught_is_passed_over_and_counted() -> None:
    """It is asked about where it lies, and the cards below it are named all the same."""
    cards, reader = taught()
    fan = [*cards[:3], cards[-1], *cards[3:6]]
    shot = fanned(fan, 5, kind="cloth")
    matches, unknown = reader.read(shot.image)
    assert sorted(match.name for match in matches) == sorted(card.name for card in fan if card is not cards[-1])
    assert len(unknown) == 1
    assert float(np.abs(unknown[0].corners - shot.laid[3].corners).max()) < 30
