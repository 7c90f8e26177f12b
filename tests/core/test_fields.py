"""What a field answers to a value out of its range."""

from __future__ import annotations

import pytest

from companion.core.fields import Cards, Counts, Several
from companion.core.text import T
from companion.words import Words

KEYS = tuple((key, T(key)) for key in "abcd")
WHAT = T("Dice")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        pytest.param(Several("f", WHAT, KEYS, 2, 2), ["a"], "Dice: choose 2, not 1.", id="exactly so many"),
        pytest.param(Several("f", WHAT, KEYS, 4), ["a"], "Dice: choose 4, not 1.", id="all there are"),
        pytest.param(Several("f", WHAT, KEYS, 1, 3), [], "Dice: choose 1 to 3.", id="a range"),
        pytest.param(Several("f", WHAT, KEYS, 1, 3), ["b", "c"], None, id="within"),
        pytest.param(Counts("f", WHAT, KEYS, (3,) * 4, (2, 2)), {"a": 3}, "Dice: 2 in all, not 3.", id="a total"),
        pytest.param(Counts("f", WHAT, KEYS, (3,) * 4, (1, 2)), {"a": 3}, "Dice: 1 to 2 in all.", id="a total's range"),
        pytest.param(Cards("f", WHAT, "junk", 1, 1), [], "Dice: 1 card is needed.", id="one card"),
        pytest.param(Cards("f", WHAT, "junk", 2, 2), [], "Dice: 2 cards are needed.", id="so many cards"),
        pytest.param(Cards("f", WHAT, "junk", 1, 2), [], "Dice: 1 to 2 cards.", id="a range of cards"),
    ],
)
def test_how_many_are_wanted(field: Several | Counts | Cards, value: object, said: str | None) -> None:
    """Never "4 to 4"."""
    problem = field.check(value)
    assert (problem and Words("en").say(problem)) == said
