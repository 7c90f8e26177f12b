"""A table is taken along as it is: whatever it came to, by whichever version, is read again and can be put right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion import play
from companion.core.text import plain
from companion.play import transfer

GOLDEN = sorted((Path(__file__).parents[1] / "games" / "golden").glob("*.json"))
COLORS = ("red", "blue", "green", "amber", "purple", "slate")


def brought_along(house: play.House, code: str) -> play.Look:
    """The table again, from its own export; its state is the same."""
    found = play.look(house, code)
    again = play.import_table(house, json.loads(transfer.dumps(play.export_table(found))))
    assert (again.state, again.names, again.seq) == (found.state, found.names, found.seq)
    return again


def exported(house: play.House, game: str, names: tuple[str, ...], plays: list[Any], **more: Any) -> dict[str, Any]:
    """A file of a table at which this was played."""
    seats = [{"name": name, "color": color} for name, color in zip(names, COLORS, strict=False)]
    empty = play.export_table(play.open_table(house, game, seats))
    events = [
        {"seq": seq, "at": "2026-01-01T20:00:00Z", "device": 1, "via": "hand", "change": "played"} | entry
        for seq, entry in enumerate(plays, 1)
    ]
    options = empty["options"] | more.pop("options", {})
    return json.loads(json.dumps(empty | more | {"options": options, "events": events}))  # type: ignore[no-any-return]


def test_somebody_who_comes_back_although_that_she_left_was_taken_out(house: play.House, code: str) -> None:
    """One older entry is taken out alone: "Bo is away" goes, "Bo is back" stays, and the table can be taken along."""
    play.away(house, code, "d1", "bo-leaves", 1)
    play.away(house, code, "d1", "bo-is-back", 1, False)
    play.retract(house, code, "d1", "never-left", 1)
    brought_along(house, code)


def test_somebody_who_left_twice(house: play.House, code: str) -> None:
    """Taken out in the middle: "Bo is back" goes, and Bo is away twice."""
    play.away(house, code, "d1", "bo-leaves", 1)
    play.away(house, code, "d1", "bo-is-back", 1, False)
    play.away(house, code, "d1", "bo-leaves-2", 1)
    play.retract(house, code, "d1", "was-never-back", 2)
    assert brought_along(house, code).away == {1}


LAID_TWICE: list[dict[str, Any]] = [
    {"seat": None, "action": {"type": "start_player", "player": 0}},
    {"seat": 0, "action": {"type": "roll", "dice": [2]}},
    {"seat": 0, "action": {"type": "lay", "hunger": 1, "foods": {"meat": 1}, "name": "Bear"}},
    {"seat": 1, "action": {"type": "lay", "hunger": 1, "foods": {"meat": 1}, "name": "bear"}},
]
"""Two monsters of one name, as an older version took them."""


def test_what_an_older_version_took_is_taken_along_and_put_right(house: play.House) -> None:
    """A new check is never asked of what a log already holds: neither by an import nor where an older entry changes."""
    found = play.import_table(house, exported(house, "lunchtime_battle", ("Ann", "Bo"), LAID_TWICE))
    assert [entry.event.seq for entry in found.table.entries] == [1, 2, 3, 4]
    play.amend(house, found.code, "d1", "other-roll", 2, {"type": "roll", "dice": [3]})
    assert len(brought_along(house, found.code).table.entries) == 4


def test_what_fitted_before_still_has_to(house: play.House) -> None:
    """One named monster lies once: an amendment that makes a second one of the same name is refused with the entry."""
    plays = [
        *LAID_TWICE[:3],
        LAID_TWICE[3] | {"action": {"type": "lay", "hunger": 1, "foods": {"meat": 1}, "name": "Cat"}},
    ]
    found = play.import_table(house, exported(house, "lunchtime_battle", ("Ann", "Bo"), plays))
    with pytest.raises(play.Refused) as refused:
        play.amend(
            house, found.code, "d1", "a-cat-too", 3, {"type": "lay", "hunger": 1, "foods": {"meat": 1}, "name": "Cat"}
        )
    assert (refused.value.code, refused.value.more) == ("later_step", {"at_seq": 4})


def test_an_import_that_does_not_fit_speaks_of_people(house: play.House) -> None:
    """Nobody knows who seat 1 is: a refusal has names."""
    plays = [{"seat": 0, "action": {"type": "cash", "value": 1}}]
    gone = {"change": "away", "seat": 1, "away": True}
    with pytest.raises(play.Refused) as refused:
        play.import_table(house, exported(house, "mombasa", ("Ann", "Bo"), [*plays, gone, gone | {"seat": 0}]))
    assert "Ann is the last one at the table" in plain(refused.value.text)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_whole_evenings_of_the_first_version_are_taken_along(house: play.House, file: Path) -> None:
    """Every stored evening is read, can be undone and redone, and is taken along again; amended alike, it stays so."""
    stored = json.loads(file.read_text("utf-8"))
    plays = [{"seat": entry["seat"], "action": entry["action"]} for entry in stored["plays"]]
    names = tuple(stored["names"])
    data = exported(house, stored["game"], names, plays, options=stored["options"], box=stored["box"])
    found = play.import_table(house, data)
    state = found.state
    for n in range(5):
        play.undo(house, found.code, "d1", f"undo-{n:04}")
    for n in range(5):
        play.redo(house, found.code, "d1", f"redo-{n:04}")
    assert play.look(house, found.code).state == state
    for seq in (1, len(plays) // 2, len(plays)):
        play.amend(house, found.code, "d1", f"as-it-was-{seq:04}", seq, plays[seq - 1]["action"])
    assert play.look(house, found.code).state == state
    brought_along(house, found.code)
