"""What happens beside the game changes nothing of it: dice of the companion, the lot, the clock."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import play
from companion.core.beside import MOST_DICE, Thrown, throws
from companion.live import Doorbell
from companion.play import House
from companion.play.timing import LONGEST_S, clock_of
from companion.store import Store
from companion.web.ago import minutes

START = datetime(2026, 5, 1, 23, 50, tzinfo=UTC)


class Evening:
    """A house whose clock is moved by hand."""

    def __init__(self, folder: Path) -> None:
        self.now = START
        self.keys = 0
        self.house = House(Store(folder), Doorbell(), now=lambda: self.now, chance=random.Random(7))
        seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
        self.code = play.open_table(self.house, "mombasa", seats).code

    def key(self) -> str:
        self.keys += 1
        return f"beside-{self.keys}"

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def act(self, seat: int | None = None, **action: object) -> None:
        play.act(self.house, self.code, "phone", action, self.key(), seat=seat)

    @property
    def look(self) -> play.Look:
        return play.look(self.house, self.code)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_dice_and_lot_leave_the_game_as_it_was_and_stand_in_the_log(evening: Evening) -> None:
    before = evening.look.state
    play.throw(evening.house, evening.code, "phone", evening.key(), sides=6, count=5)
    play.throw(evening.house, evening.code, "phone", evening.key(), sides=20)
    play.draw_start(evening.house, evening.code, "phone", evening.key())
    found = evening.look
    assert found.state == before
    assert [event.via for event in found.events] == ["app"] * 3
    kinds = throws(entry.action for entry in found.table.entries)
    assert [(kind.sides, kind.dice) for kind in kinds] == [(6, 5), (20, 1)]
    play.undo(evening.house, evening.code, "phone", evening.key(), to=1)
    assert [kind.dice for kind in throws(entry.action for entry in evening.look.table.entries)] == [5]


@pytest.mark.parametrize(
    ("sides", "count", "field"),
    [
        pytest.param(1, 1, "sides", id="a die of one side"),
        pytest.param(101, 1, "sides", id="more sides than a die has"),
        pytest.param(6, 0, "count", id="no dice"),
        pytest.param(6, MOST_DICE + 1, "count", id="more than two hands hold"),
    ],
)
def test_dice_there_are_not_are_refused(evening: Evening, sides: int, count: int, field: str) -> None:
    with pytest.raises(play.Refused) as refused:
        play.throw(evening.house, evening.code, "phone", evening.key(), sides=sides, count=count)
    assert refused.value.field == field
    assert evening.look.seq == 0


@pytest.mark.parametrize(
    "action",
    [
        {"type": "thrown", "sides": 6, "dice": [6, 6, 6]},
        {"type": "start_drawn", "player": 0},
        {"type": "timed", "on": True},
    ],
)
def test_nobody_throws_the_companions_dice_by_hand(evening: Evening, action: dict[str, object]) -> None:
    with pytest.raises(play.Refused) as refused:
        play.act(evening.house, evening.code, "phone", action, evening.key())
    assert refused.value.code == "illegal"


def test_a_throw_that_was_made_is_not_corrected(evening: Evening) -> None:
    play.throw(evening.house, evening.code, "phone", evening.key(), sides=6, count=2)
    better = {"type": "thrown", "sides": 6, "dice": [6, 6]}
    with pytest.raises(play.Refused):
        play.amend(evening.house, evening.code, "phone", evening.key(), 1, better)


def test_the_lot_falls_only_on_who_is_here_and_on_all_of_them_alike(evening: Evening) -> None:
    play.away(evening.house, evening.code, "phone", evening.key(), 1)
    fell: Counter[int] = Counter()
    for _ in range(200):
        play.draw_start(evening.house, evening.code, "phone", evening.key())
        fell[evening.look.table.entries[-1].action.player] += 1  # type: ignore[attr-defined]
    assert set(fell) == {0, 2}
    assert min(fell.values()) > 60, "chance 1 in 10 million with a fair lot, and the seed is fixed"


def test_everything_beside_the_game_is_taken_along(evening: Evening, tmp_path: Path) -> None:
    play.throw(evening.house, evening.code, "phone", evening.key(), sides=8, count=3)
    play.draw_start(evening.house, evening.code, "phone", evening.key())
    play.keep_time(evening.house, evening.code, "phone", evening.key())
    other = House(Store(tmp_path / "other"), Doorbell())
    brought = play.import_table(other, play.export_table(evening.look))
    assert [e.action for e in brought.table.entries] == [e.action for e in evening.look.table.entries]


# The clock


def test_time_belongs_to_whose_turn_it_was_and_a_pause_to_nobody(evening: Evening) -> None:
    """From the action phase on Mombasa waits for one; before it for everybody. The evening goes past midnight."""
    evening.wait(500)  # before anybody asked for a clock
    play.keep_time(evening.house, evening.code, "phone", evening.key())
    evening.wait(60)
    evening.act(type="start_player", player=0)
    evening.wait(30)
    evening.act(type="cards_revealed")
    whose = [seat for seat in range(3) if seat in evening.look.active]
    evening.wait(45)
    evening.act(seat=whose[0], type="cash", value=5)
    clock = clock_of(evening.look.table)
    assert clock.on and clock.table == 60 + 30 + 45
    if len(whose) == 1:
        assert clock.seats[whose[0]] == 45 and clock.whose == whose[0]
    play.keep_time(evening.house, evening.code, "phone", evening.key(), on=False)
    evening.wait(1000)
    evening.act(seat=0, type="cash", value=6)
    stopped = clock_of(evening.look.table)
    assert not stopped.on and stopped.table == 60 + 30 + 45 and stopped.since == ""


@pytest.mark.parametrize("span", [-3600.0, LONGEST_S + 1], ids=["the clock was put back", "left over night"])
def test_what_was_no_time_at_the_table_counts_for_nobody(evening: Evening, span: float) -> None:
    play.keep_time(evening.house, evening.code, "phone", evening.key())
    evening.wait(span)
    evening.act(seat=0, type="cash", value=5)
    assert clock_of(evening.look.table).table == 0


def test_a_clock_is_started_once_and_stopped_once(evening: Evening) -> None:
    with pytest.raises(play.Refused):
        play.keep_time(evening.house, evening.code, "phone", evening.key(), on=False)
    play.keep_time(evening.house, evening.code, "phone", evening.key())
    with pytest.raises(play.Refused):
        play.keep_time(evening.house, evening.code, "phone", evening.key())


@given(spans=st.lists(st.floats(0.001, 3000), min_size=1, max_size=12))
@settings(max_examples=30, deadline=None)
def test_the_table_took_as_long_as_everybody_and_nobody_together(
    spans: list[float], tmp_path_factory: pytest.TempPathFactory
) -> None:
    evening = Evening(tmp_path_factory.mktemp("evening"))
    play.keep_time(evening.house, evening.code, "phone", evening.key())
    for index, span in enumerate(spans):
        evening.wait(span)
        evening.act(seat=index % 3, type="cash", value=index + 1)
    clock = clock_of(evening.look.table)
    times = [datetime.fromisoformat(event.at) for event in evening.look.events]
    assert clock.table == pytest.approx(sum((b - a).total_seconds() for a, b in pairwise(times)))
    assert sum(clock.seats) <= clock.table + 1e-6
    evening.house.store.close()


@given(sides=st.integers(2, 100), thrown=st.lists(st.integers(1, 100), max_size=60))
def test_counts_are_those_of_the_dice_and_expectation_is_even(sides: int, thrown: list[int]) -> None:
    dice = tuple(1 + side % sides for side in thrown)
    found = throws([Thrown(sides=sides, dice=dice)])
    assert [(kind.sides, kind.dice) for kind in found] == [(sides, len(dice))]
    assert dict(enumerate(found[0].counts, 1)) == {n: dice.count(n) for n in range(1, sides + 1)}
    assert found[0].expected * sides == pytest.approx(len(dice))
    assert found[0].usual[0] <= found[0].expected <= found[0].usual[1]


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (7.9, "0:07"), (60, "1:00"), (754, "12:34"), (3600, "1:00:00"), (5025, "1:23:45")],
)
def test_a_span_is_shown_as_on_a_clock(seconds: float, shown: str) -> None:
    assert minutes(seconds) == shown
