"""The log and its fold: what counts, what is kept, what one more event changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.away import SetAway
from companion.core.codec import action_from_json
from companion.core.correction import Correct
from companion.core.log import (
    Amended,
    Change,
    Event,
    Played,
    Retracted,
    Seated,
    Sitting,
    Table,
    accepted,
    extended,
    fold,
    moved_seat,
    opened,
    to_restore,
    to_retract,
)
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.mombasa import Mombasa
from tests.games.pebbles import Pebbles, State

GAME = Pebbles()
ANN_BO = (Sitting("Ann", "red"), Sitting("Bo", "blue"))
Make = Callable[..., Table[State]]


def pick_up(pebbles: int, seat: int = 0) -> Played:
    return Played(Seat(seat), action_from_json(GAME, {"type": "pick_up", "pebbles": pebbles}))


def amended(of: int, pebbles: int) -> Amended:
    return Amended(of, action_from_json(GAME, {"type": "pick_up", "pebbles": pebbles}))


def event(seq: int, change: Change) -> Event:
    return Event(seq, "2026-01-01T00:00:00Z", 1, "hand", None, change)


def table_of(*changes: Change) -> Table[State]:
    return fold(GAME, ANN_BO, [event(seq, change) for seq, change in enumerate(changes, 1)])


@pytest.mark.parametrize(
    ("changes", "piles", "undone"),
    [
        pytest.param([], (0, 0), set(), id="nothing entered"),
        pytest.param([pick_up(3), pick_up(4, 1)], (3, 4), set(), id="every play counts"),
        pytest.param([pick_up(3), Retracted(1)], (0, 0), {1}, id="a play that is retracted does not"),
        pytest.param(
            [pick_up(3), Retracted(1), Retracted(2)], (3, 0), {2}, id="retracting a retraction brings it back"
        ),
        pytest.param([pick_up(3), pick_up(4), Retracted(1)], (4, 0), {1}, id="one in the middle alone"),
        pytest.param([pick_up(3), amended(1, 5), pick_up(1)], (6, 0), set(), id="amended where it stands"),
        pytest.param([pick_up(3), amended(1, 5), amended(1, 7)], (7, 0), set(), id="the newest amendment counts"),
        pytest.param(
            [pick_up(3), amended(1, 5), amended(1, 7), Retracted(3)], (5, 0), {3}, id="else the one before it"
        ),
        pytest.param([pick_up(3), amended(1, 5), Retracted(1)], (0, 0), {1}, id="an amended play that is undone"),
    ],
)
def test_what_counts(changes: list[Change], piles: tuple[int, ...], undone: set[int]) -> None:
    table = table_of(*changes)
    assert (table.state.piles, set(table.undone), table.seq) == (piles, undone, len(changes))
    assert len(table.entries) == len({e.event.seq for e in table.entries})


def test_each_entry_keeps_the_state_before_it_and_what_it_said() -> None:
    table = table_of(pick_up(3), pick_up(4, 1))
    assert [entry.before.piles for entry in table.entries] == [(0, 0), (3, 0)]
    assert [plain(entry.telling[0].text, table.names) for entry in table.entries] == [
        "Ann picks up 3 pebbles.",
        "Bo picks up 4 pebbles.",
    ]
    assert table.entries[1].values == {"pebbles": 4}
    assert table.entry(2) is table.entries[1]


def test_what_came_before_a_change_is_not_worked_out_again() -> None:
    """One more entry, an undo and an amendment keep the entries before them as they are, not equal ones."""
    table = table_of(pick_up(1), pick_up(2), pick_up(3))
    longer = extended(table, event(4, pick_up(4)))
    assert all(a is b for a, b in zip(table.entries, longer.entries, strict=False))
    shorter = extended(longer, event(5, Retracted(4)))
    assert shorter.entries == table.entries
    assert shorter.state is longer.entries[-1].before
    corrected = extended(table, event(4, amended(2, 9)))
    assert corrected.entries[0] is table.entries[0]
    assert (corrected.entries[1].before, corrected.state.piles) == (table.entries[1].before, (13, 0))


def test_what_comes_after_a_change_is_not_worked_out_again_once_all_is_as_it_was() -> None:
    """The pile is set to 7 later: what was picked up before that is put right, and changes nothing from there on."""
    set_to_7 = Played(None, Correct(counter="pile:0", value=7))
    table = table_of(pick_up(1), pick_up(2), set_to_7, pick_up(3), pick_up(4, 1))
    for change, kept in ((amended(1, 5), 2), (Retracted(2), 2), (amended(4, 6), 0)):
        after = extended(table, event(6, change))
        assert after == fold(GAME, ANN_BO, after.events)
        assert sum(any(entry is old for old in table.entries[3:]) for entry in after.entries[-2:]) == kept


def test_a_seating_moves_entries_and_devices_along() -> None:
    swapped = Seated((Sitting("Bo", "blue", 1), Sitting("Cy", "green"), Sitting("Ann", "red", 0)))
    table = table_of(pick_up(3), swapped, pick_up(1, 1))
    assert table.state.piles == (0, 1, 3)
    assert [moved_seat(table, seat, 1) for seat in (0, 1)] == [2, 0]
    assert moved_seat(table, 1, 2) == 1
    left = extended(table, event(4, Seated((Sitting("Bo", "blue", 0), Sitting("Cy", "green", 1)))))
    assert (left.state.piles, moved_seat(left, 0, 1)) == ((0, 1), None)
    assert extended(left, event(5, Retracted(4))).state == table.state


def test_undo_and_redo_take_the_newest_that_counts() -> None:
    table = table_of(pick_up(1), pick_up(2), amended(1, 5))
    assert to_retract(table) == (3,)
    assert to_retract(table, 1) == (3, 2)
    assert to_retract(table, 0) == (3, 2, 1)
    assert to_restore(table) is None
    undone = extended(table, event(4, Retracted(3)))
    assert (to_retract(undone), to_restore(undone)) == ((2,), 4)
    assert to_restore(extended(undone, event(5, pick_up(1)))) is None
    assert to_retract(opened(GAME, ANN_BO)) == ()


@pytest.mark.parametrize(
    ("change", "code", "more"),
    [
        pytest.param(pick_up(99), "bad_field", {}, id="not possible now"),
        pytest.param(amended(1, 100), "bad_field", {}, id="an amendment that does not fit itself"),
        pytest.param(amended(1, 50), "later_step", {"at_seq": 2}, id="one after which a later entry no longer fits"),
        pytest.param(amended(9, 1), "illegal", {}, id="of an entry that is not there"),
    ],
)
def test_what_is_asked_for_now_must_fit_with_all_that_follows(change: Change, code: str, more: dict[str, int]) -> None:
    table = table_of(pick_up(40), pick_up(50))
    with pytest.raises(Refused) as refused:
        accepted(table, event(3, change))
    assert (refused.value.code, dict(refused.value.more)) == (code, more)


def test_what_no_longer_counts_cannot_be_corrected() -> None:
    table = table_of(pick_up(1), Retracted(1))
    with pytest.raises(Refused, match="illegal"):
        accepted(table, event(3, amended(1, 2)))
    with pytest.raises(Refused, match="illegal"):
        table.entry(1)


def test_a_log_in_one_go_or_event_by_event_is_the_same_table() -> None:
    changes: list[Change] = [
        pick_up(3),
        pick_up(4, 1),
        Retracted(1),
        Retracted(3),
        amended(2, 6),
        Retracted(2),
        pick_up(1),
    ]
    table: Table[Any] = opened(GAME, ANN_BO)
    for seq, change in enumerate(changes, 1):
        table = extended(table, event(seq, change))
        assert table == table_of(*changes[:seq])


def away(seat: int, gone: bool = True) -> Played:
    return Played(None, SetAway(player=seat, away=gone))


def test_taking_an_entry_out_leaves_nobody_without_a_table() -> None:
    """An older "is back" taken out alone would leave everybody away: refused, naming the entry that no longer fits."""
    seats = (Sitting("Ann", "red"), Sitting("Bo", "blue"))
    table: Table[Any] = fold(Mombasa(), seats, [event(1, away(0)), event(2, away(0, False)), event(3, away(1))])
    with pytest.raises(Refused) as refused:
        accepted(table, event(4, Retracted(2)))
    assert (refused.value.code, dict(refused.value.more)) == ("later_step", {"at_seq": 3})
    assert accepted(table, event(4, Retracted(1))).state.away == {1}
