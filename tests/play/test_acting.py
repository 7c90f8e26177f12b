"""Acting at a table: one transaction, one key, one reason for every refusal."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import pytest

from companion import play
from companion.core.text import plain
from companion.play import transfer


def cash(value: int, **more: Any) -> dict[str, Any]:
    return {"type": "cash", "value": value, **more}


def test_the_same_tap_sent_twice_counts_once(house: play.House, code: str) -> None:
    first = play.act(house, code, "d1", cash(14), "key-00001", seat=0)
    again = play.act(house, code, "d1", cash(99), "key-00001", seat=0)
    assert (first.seq, first.repeated) == (1, False)
    assert (again.seq, again.repeated) == (1, True)
    assert play.look(house, code).state.columns[0].cash == 14


@pytest.mark.parametrize(
    ("action", "seat", "code_field"),
    [
        pytest.param({"type": "cash", "value": 1000}, 0, ("bad_field", "action.value"), id="out of range"),
        pytest.param({"type": "cash", "value": "7"}, 0, ("bad_field", "action.value"), id="not a number"),
        pytest.param({"type": "cash"}, 0, ("bad_field", "action.value"), id="missing"),
        pytest.param({"type": "cash", "value": 1, "x": 1}, 0, ("bad_field", "action.x"), id="unknown key"),
        pytest.param({"type": "fly"}, 0, ("bad_field", "action.type"), id="unknown action"),
        pytest.param([], 0, ("bad_field", "action"), id="not an object"),
        pytest.param(cash(1), 2, ("bad_field", "seat"), id="no such seat"),
        pytest.param(cash(1), True, ("bad_field", "seat"), id="true is no seat"),
        pytest.param(cash(1), None, ("bad_field", "seat"), id="a sheet belongs to a seat"),
        pytest.param({"type": "end_actions"}, 0, ("illegal", "action.type"), id="not in this phase"),
        pytest.param(
            {"type": "coins", "company": "paris", "value": 1}, 0, ("bad_field", "action.company"), id="no such company"
        ),
        pytest.param(
            {"type": "coins", "company": "cairo", "value": 41}, None, ("bad_field", "action.value"), id="coins 0-40"
        ),
    ],
)
def test_a_refusal_names_the_field_and_loses_nothing(
    house: play.House, code: str, action: Any, seat: Any, code_field: tuple[str, str]
) -> None:
    with pytest.raises(play.Refused) as refused:
        play.act(house, code, "d1", action, "key-00001", seat=seat)
    assert (refused.value.code, refused.value.field) == code_field
    assert play.look(house, code).seq == 0


def test_two_phones_on_one_number_the_second_is_told_both_values(house: play.House, code: str) -> None:
    play.act(house, code, "d1", cash(5, was=0), "key-00001", seat=0)
    with pytest.raises(play.Refused) as refused:
        play.act(house, code, "d2", cash(7, was=0), "key-00002", seat=0)
    assert refused.value.code == "changed"
    said = dict(refused.value.text.params)
    assert (said["now"], said["was"], said["mine"]) == (5, 0, 7)
    play.act(house, code, "d2", cash(5, was=0), "key-00003", seat=0)
    assert play.look(house, code).state.columns[0].cash == 5


def test_two_phones_on_one_correction_the_second_is_told_too(house: play.House, code: str) -> None:
    """An action that sets a number may carry what the person saw; a correction is one."""
    correction = {"type": "correct", "counter": "coins:cairo"}
    play.act(house, code, "d1", correction | {"value": 5, "was": 0}, "key-00001")
    with pytest.raises(play.Refused) as refused:
        play.act(house, code, "d2", correction | {"value": 7, "was": 0}, "key-00002")
    assert (refused.value.code, refused.value.field) == ("changed", "action.value")
    play.act(house, code, "d2", correction | {"value": 5, "was": 0}, "key-00003")
    play.act(house, code, "d2", correction | {"value": 7, "was": 5}, "key-00004")
    play.amend(house, code, "d1", "amend-001", 1, correction | {"value": 6})
    assert play.look(house, code).state.coins == (0, 0, 0, 7)


def test_stale_when_the_table_is_elsewhere_by_now(house: play.House, code: str) -> None:
    play.act(house, code, "d1", cash(5), "key-00001", seat=0, base_seq=0)
    with pytest.raises(play.Refused) as refused:
        play.act(house, code, "d1", cash(6), "key-00002", seat=0, base_seq=0)
    assert refused.value.code == "stale"


def test_undo_redo_and_undo_to_here(house: play.House, code: str) -> None:
    for n in (1, 2, 3):
        play.act(house, code, "d1", cash(n), f"key-0000{n}", seat=0)
    assert play.undo(house, code, "d2", "undo-0001").seq == 4
    assert play.look(house, code).state.columns[0].cash == 2
    play.redo(house, code, "d2", "redo-0001")
    assert play.look(house, code).state.columns[0].cash == 3
    play.undo(house, code, "d2", "undo-0002", to=1)
    assert play.look(house, code).state.columns[0].cash == 1
    assert play.undo(house, code, "d2", "undo-0002", to=1).repeated
    play.act(house, code, "d1", cash(9), "key-00009", seat=0)
    with pytest.raises(play.Refused) as refused:
        play.redo(house, code, "d2", "redo-0002")
    assert refused.value.code == "nothing_to_redo"
    play.undo(house, code, "d2", "undo-0003", to=0)
    with pytest.raises(play.Refused) as refused:
        play.undo(house, code, "d2", "undo-0004")
    assert refused.value.code == "nothing_to_undo"
    assert play.look(house, code).state == play.look(house, code).game.setup(2)


def test_an_older_entry_is_corrected_where_it_stands(house: play.House, code: str) -> None:
    play.act(house, code, "d1", cash(1), "key-00001", seat=0)
    play.act(house, code, "d1", {"type": "cards_revealed"}, "key-00002")
    play.act(house, code, "d1", {"type": "end_actions"}, "key-00003", seat=0)
    play.amend(house, code, "d2", "amend-001", 1, cash(8))
    assert play.look(house, code).state.columns[0].cash == 8
    with pytest.raises(play.Refused) as refused:
        play.amend(house, code, "d2", "amend-002", 2, {"type": "start_player", "player": 1})
    assert (refused.value.code, refused.value.more) == ("later_step", {"at_seq": 3})
    play.undo(house, code, "d2", "undo-0001")
    assert play.look(house, code).state.columns[0].cash == 1
    play.undo(house, code, "d2", "undo-0002", to=0)
    with pytest.raises(play.Refused) as refused:
        play.amend(house, code, "d2", "amend-003", 1, cash(9))
    assert refused.value.code == "illegal"


def test_a_printed_number_corrected_where_it_stands_is_learnt_as_corrected(house: play.House) -> None:
    """A number of the box learnt at the table is written to the box profile, for later tables."""
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = play.open_table(house, "monkeys_on_the_moon", seats).code
    play.act(house, code, "d1", {"type": "track", "spaces": 12}, "key-00001")
    assert house.store.box("monkeys_on_the_moon") == {"track_length": 12}
    play.amend(house, code, "d2", "amend-001", 1, {"type": "track", "spaces": 21})
    assert house.store.box("monkeys_on_the_moon") == {"track_length": 21}
    with pytest.raises(play.Refused):
        play.amend(house, code, "d2", "amend-002", 1, {"type": "track", "spaces": 0})
    assert house.store.box("monkeys_on_the_moon") == {"track_length": 21}


def test_re_seating_keeps_everyones_points_and_is_one_undoable_step(house: play.House, code: str) -> None:
    """Lesson: adding, replacing, renaming or re-seating keeps everyone's points."""
    play.act(house, code, "d1", cash(5), "key-00001", seat=0)
    play.act(house, code, "d1", cash(7), "key-00002", seat=1)
    play.take_seat(house, code, "d1", 0)
    play.reseat(
        house,
        code,
        "d1",
        "seats-001",
        [
            {"name": "Bo", "color": "blue", "was": 1},
            {"name": "Cy", "color": "green"},
            {"name": "Anna", "color": "red", "was": 0},
        ],
    )
    found = play.look(house, code)
    assert found.names == ("Bo", "Cy", "Anna")
    assert [column.cash for column in found.state.columns] == [7, 0, 5]
    assert found.seat_of(house.store.device(code, "d1")) == 2
    play.undo(house, code, "d1", "undo-0001")
    found = play.look(house, code)
    assert found.names == ("Ann", "Bo")
    assert [column.cash for column in found.state.columns] == [5, 7]
    assert found.seat_of(house.store.device(code, "d1")) == 0


def test_in_the_middle_of_a_game_seats_are_renamed_not_moved(house: play.House, code: str) -> None:
    play.act(house, code, "d1", {"type": "cards_revealed"}, "key-00001")
    swapped = [{"name": "Bo", "color": "blue", "was": 1}, {"name": "Ann", "color": "red", "was": 0}]
    with pytest.raises(play.Refused) as refused:
        play.reseat(house, code, "d1", "seats-001", swapped)
    assert (refused.value.code, refused.value.field) == ("illegal", "seats")
    renamed = [{"name": "Anna", "color": "amber", "was": 0}, {"name": "Bo", "color": "blue", "was": 1}]
    play.reseat(house, code, "d1", "seats-002", renamed)
    assert play.look(house, code).names == ("Anna", "Bo")


def test_a_closed_table_says_so_and_is_opened_again(house: play.House, code: str) -> None:
    play.close_table(house, code)
    with pytest.raises(play.Refused) as refused:
        play.act(house, code, "d1", cash(1), "key-00001", seat=0)
    assert refused.value.code == "closed"
    play.reopen_table(house, code)
    assert play.act(house, code, "d1", cash(1), "key-00001", seat=0).seq == 1


def test_a_deleted_table_can_be_restored(house: play.House, code: str) -> None:
    play.delete_table(house, code)
    with pytest.raises(play.Refused) as refused:
        play.look(house, code)
    assert refused.value.code == "unknown_table"
    assert play.restore_table(house, code).seq == 0
    assert play.look(house, code).row.code == code


def test_export_and_import_give_back_the_same_state(house: play.House, code: str) -> None:
    play.act(house, code, "d1", cash(5), "key-00001", seat=0)
    play.act(house, code, "d2", cash(6), "key-00002", seat=0)
    play.undo(house, code, "d2", "undo-0001")
    play.reseat(
        house,
        code,
        "d1",
        "seats-001",
        [{"name": "X", "color": "red", "was": 0}, {"name": "Y", "color": "blue", "was": 1}],
    )
    exported = json.loads(transfer.dumps(play.export_table(play.look(house, code))))
    again = play.import_table(house, exported)
    assert again.code != code
    assert (again.state, again.names, again.seq) == (play.look(house, code).state, ("X", "Y"), 4)
    assert play.undo(house, again.code, "d1", "undo-0002").seq == 5
    assert play.export_csv(again).startswith("\ufeffname,rank,total,cash,mombasa")


ENTRY: dict[str, Any] = {
    "seq": 1,
    "at": "2026-01-01T20:00:00Z",
    "seat": 0,
    "device": 1,
    "via": "hand",
    "key": "key-00001",
    "change": "played",
    "of": None,
    "action": {"type": "cash", "value": 5},
}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        pytest.param({"format": "x"}, "format", id="another program's file"),
        pytest.param({"game": "chess"}, "game", id="a game nobody knows"),
        pytest.param({"code": "../../x"}, "code", id="a code that is none"),
        pytest.param({"events": [ENTRY | {"seq": 2}]}, "events[0].seq", id="a hole in the numbering"),
        pytest.param(
            {"events": [{"seq": 1, "at": "2026-01-01", "change": "played", "via": "hand", "device": 1, "action": {"type": "cash", "value": 10**9}, "seat": 0}]},
            "events",
            id="a number no pad can hold",
        ),
    ],
)  # fmt: skip
def test_an_import_that_is_not_right_is_refused_whole(
    house: play.House, code: str, change: dict[str, Any], path: str
) -> None:
    exported = play.export_table(play.look(house, code)) | change
    with pytest.raises(play.Refused) as refused:
        play.import_table(house, exported)
    assert refused.value.field == path
    assert len(house.store.tables()) == 1


SEATED = ENTRY | {"seq": 2, "change": "seated", "seat": None, "action": None, "key": "key-00002"}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        pytest.param({"device": 10**30}, "events[0].device", id="a device number no database holds"),
        pytest.param({"device": True}, "events[0].device", id="a device that is no number"),
        pytest.param({"of": 10**30}, "events[0].of", id="a play refers to nothing"),
        pytest.param({"change": "retracted", "seat": None, "action": None, "of": 1.5}, "events[0].of", id="half an entry"),
        pytest.param({"key": "short"}, "events[0].key", id="a key of 8 to 64 characters"),
        pytest.param({"key": "line\nbreak"}, "events[0].key", id="printable ASCII"),
        pytest.param({"seat": 6}, "events[0].seat", id="more seats than the box has"),
        pytest.param({"at": "0001-01-01T00:00:00Z"}, "events[0].at", id="a year that has no local time"),
        pytest.param({"at": 20260101}, "events[0].at", id="a time is written as text"),
        pytest.param({"change": "retracted", "seat": None, "of": 1}, "events[0].of", id="an entry cannot undo itself"),
    ],
)  # fmt: skip
def test_an_imported_entry_is_what_the_log_could_have_written(
    house: play.House, code: str, change: dict[str, Any], path: str
) -> None:
    exported = play.export_table(play.look(house, code)) | {"events": [ENTRY | change]}
    with pytest.raises(play.Refused) as refused:
        play.import_table(house, exported)
    assert (refused.value.code, refused.value.field) == ("bad_field", path)
    assert len(house.store.tables()) == 1


@pytest.mark.parametrize(
    ("seats", "path"),
    [
        pytest.param([("Ann", "red"), ("Ann", "blue")], "seats[1].name", id="a name twice"),
        pytest.param([("Ann", "red"), ("Bo", "pink")], "seats[1].color", id="a colour no page can draw"),
        pytest.param([("A" * 41, "red"), ("Bo", "blue")], "seats[0].name", id="a name over 40 letters"),
        pytest.param([("\0", "red"), ("Bo", "blue")], "seats[0].name", id="a name nobody can read"),
        pytest.param([("Ann", "red")], "seats", id="a table of one"),
    ],
)
def test_imported_seats_are_checked_like_typed_ones(
    house: play.House, code: str, seats: list[tuple[str, str]], path: str
) -> None:
    seated = SEATED | {"seats": [{"name": name, "color": color, "was": n} for n, (name, color) in enumerate(seats)]}
    exported = play.export_table(play.look(house, code)) | {"events": [ENTRY, seated]}
    with pytest.raises(play.Refused) as refused:
        play.import_table(house, exported)
    assert refused.value.field == f"events[1].{path}"


def test_imported_times_are_kept_as_the_log_writes_them(house: play.House, code: str) -> None:
    exported = play.export_table(play.look(house, code)) | {"opened_at": "2026-01-01", "closed_at": None}
    again = play.import_table(house, exported | {"events": [ENTRY | {"at": "2026-01-01T20:00:00+08:00"}]})
    assert again.row.opened_at == "2026-01-01T00:00:00.000Z"
    assert [event.at for event in again.events] == ["2026-01-01T12:00:00.000Z"]


def test_whatever_others_see_of_a_table_rings_its_doorbell(house: play.House, code: str) -> None:
    """Seats taken, left and freed are no entries of the log: without a ring the other phones would not be told."""
    changes: list[Callable[[], object]] = [
        lambda: play.take_seat(house, code, "d1", 0),
        lambda: play.leave_seat(house, code, "d1"),
        lambda: play.leave_seat(house, code, "d2", 1),
        lambda: play.act(house, code, "d1", cash(5), "ring-00001", seat=0),
        lambda: play.undo(house, code, "d1", "ring-00002"),
        lambda: play.redo(house, code, "d1", "ring-00003"),
        lambda: play.amend(house, code, "d1", "ring-00004", 1, cash(6)),
        lambda: play.close_table(house, code),
        lambda: play.reopen_table(house, code),
        lambda: play.delete_table(house, code),
    ]
    for change in changes:
        before = house.bell.rings(code)
        change()
        assert house.bell.rings(code) == before + 1


def test_forty_threads_leave_no_hole_and_nothing_twice(house: play.House, code: str) -> None:
    """Law: the sequence only grows; BEGIN IMMEDIATE never fails with "database is locked"."""
    failures: list[BaseException] = []

    def tap(name: int) -> None:
        try:
            for n in range(5):
                play.act(house, code, f"d{name}", cash(n), f"key-{name:02}-{n:02}", seat=name % 2)
        except (play.Refused, sqlite3.Error) as failure:
            failures.append(failure)
        finally:
            house.store.close()

    threads = [threading.Thread(target=tap, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert [event.seq for event in house.store.events(code)] == list(range(1, 41))


def test_remembered_names_are_offered_most_recent_first(house: play.House, code: str) -> None:
    play.open_table(house, "mombasa", [{"name": "Cy", "color": "green"}, {"name": "Ann", "color": "amber"}])
    assert [seat["name"] for seat in play.remembered_names(house)] == ["Cy", "Ann", "Bo"]


@pytest.mark.parametrize(
    ("game", "options", "counter", "seats", "points"),
    [
        pytest.param("mombasa", {}, "cash:{}", [1, 0, 2], [[7], [0], [0]], id="mombasa: reordered"),
        pytest.param("mombasa", {}, "cash:{}", [0, 2], [[0], [0]], id="mombasa: who was corrected has left"),
        pytest.param("mombasa", {}, "cash:{}", [0, None, 2, 1], [[0], [0], [0], [7]], id="mombasa: somebody came"),
        pytest.param(
            "lunchtime_battle", {"bookkeeping": "final"}, "symbols:{}:0:meat", [1, 0, 2], [[7, 0, 0], [0] * 3, [0] * 3],
            id="lunchtime_battle: reordered",
        ),
        pytest.param(
            "lunchtime_battle", {"bookkeeping": "final"}, "symbols:{}:0:meat", [2, 0], [[0] * 3, [0] * 3],
            id="lunchtime_battle: who was corrected has left",
        ),
    ],
)  # fmt: skip
def test_re_seating_moves_corrections_along(
    house: play.House, game: str, options: dict[str, Any], counter: str, seats: list[int | None], points: list[Any]
) -> None:
    """Lesson: re-seating keeps everyone's points, also those that a correction has set, and amended ones."""
    people = [("Ann", "red"), ("Bo", "blue"), ("Cy", "green"), ("Di", "amber")]
    code = play.open_table(house, game, [{"name": n, "color": c} for n, c in people[:3]], options).code
    correction = {"type": "correct", "counter": counter.format(1), "value": 7}
    play.act(house, code, "d1", correction, "key-00001")
    new = [
        {"name": people[3 if was is None else was][0], "color": people[3 if was is None else was][1], "was": was}
        for was in seats
    ]
    play.reseat(house, code, "d1", "seats-001", new)

    def shown() -> list[list[int]]:
        score = play.look(house, code).score
        assert score is not None
        lines = [[line.points for line in player.lines] for player in score.players]
        return [of[:1] if game == "mombasa" else of for of in lines]

    assert shown() == points
    if 1 in seats:
        here = seats.index(1)
        play.amend(house, code, "d1", "amend-001", 1, {**correction, "counter": counter.format(here), "value": 9})
        assert shown()[here][0] == 9
    play.undo(house, code, "d1", "undo-0001", to=1)
    assert [of[0] for of in shown()] == [0, 7, 0]


PEOPLE = [{"name": n, "color": c} for n, c in zip(("Ann", "Bo", "Cy", "Di", "Ed"), ("red", "blue", "green", "amber", "purple"), strict=True)]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "before", "now", "said"),
    [
        pytest.param({"not_hungry": True}, 5, 4, "Somebody is not hungry needs 5 to 6 players.", id="one leaves"),
        pytest.param({"two_hands": True}, 2, 3, "Two hands needs 2 players.", id="one comes"),
    ],
)
@pytest.mark.parametrize("bookkeeping", ["full", "final"])
def test_a_variant_that_another_number_of_players_cannot_use_keeps_the_number(
    house: play.House, bookkeeping: str, options: dict[str, Any], before: int, now: int, said: str
) -> None:
    """Refused: a variant that this number of players cannot use; the table stays as it was, and can be looked at."""
    code = play.open_table(house, "lunchtime_battle", PEOPLE[:before], {**options, "bookkeeping": bookkeeping}).code
    new = [{**seat, **({"was": at} if at < before else {})} for at, seat in enumerate(PEOPLE[:now])]
    with pytest.raises(play.Refused) as refused:
        play.reseat(house, code, "d1", "seats-001", new)
    assert (refused.value.code, refused.value.field) == ("illegal", "seats")
    assert plain(refused.value.text).startswith(said)
    assert play.look(house, code).score is not None
    assert len(play.look(house, code).names) == before


@pytest.mark.parametrize("game", ["lunchtime_battle", "monkeys_on_the_moon", "walking_on_the_moon"])
def test_who_leaves_a_sheet_leaves_the_others_as_complete_as_they_are(house: play.House, game: str) -> None:
    """Lesson: seats change in the middle; whoever took "complete" back is still waited for, and an export comes back."""
    house.store.set_box("monkeys_on_the_moon", {"rank_points": {"5": [3, 2], "6": [2, 1]}})
    house.store.set_box("walking_on_the_moon", {"star_points": [1, 3, 6, 10, 15, 21]})
    code = play.open_table(house, game, PEOPLE[:4], {"bookkeeping": "final"}).code
    if game == "monkeys_on_the_moon":
        tribes = ["red", "black", "green", "blue", "brown", "purple"]
        play.act(house, code, "d1", {"type": "ranking", "tribes": tribes}, "key-00000")
    for n, (seat, done) in enumerate([(0, True), (1, True), (2, True), (0, False)]):
        play.act(house, code, "d1", {"type": "sheet_complete", "done": done}, f"key-1000{n}", seat=seat)
    play.reseat(house, code, "d1", "seats-001", [{**PEOPLE[at], "was": at} for at in range(3)])
    found = play.look(house, code)
    assert found.game.outcome(found.state) is None
    assert found.game.active_seats(found.state) == {0}
    again = play.import_table(house, json.loads(transfer.dumps(play.export_table(found))))
    assert (again.state, again.names) == (found.state, found.names)
    play.act(house, code, "d1", {"type": "sheet_complete"}, "key-20000", seat=0)
    found = play.look(house, code)
    assert found.ending.complete == {0, 1, 2}
    assert not found.game.active_seats(found.state) - {0, 1, 2}
