"""What was exported can be imported, however long it is and however often people changed places."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from typing import Any

import pytest

from companion import play
from companion.core.log import fold
from companion.play import looking, requests


def played(house: play.House, code: str, entries: int) -> dict[str, Any]:
    """The export of a table with so many entries."""
    exported = play.export_any(house, play.row_of(house, code))
    exported["events"] = [
        {
            "seq": seq,
            "at": "2026-05-01T19:30:00.000Z",
            "seat": seq % 2,
            "device": 1,
            "via": "hand",
            "key": f"key-{seq:07}",
            "change": "played",
            "of": None,
            "action": {"type": "cash", "value": seq % 900},
        }
        for seq in range(1, entries + 1)
    ]
    return exported


def test_a_log_of_12000_entries_comes_in_and_goes_out_again(house: play.House, code: str) -> None:
    """Measured at 1.6 s for 10,000; the time of this thread counts, with room for a slower machine."""
    exported = played(house, code, 12_000)
    started = time.thread_time()
    brought = play.import_table(house, exported)
    assert time.thread_time() - started < 12
    assert brought.seq == 12_000
    again = play.export_any(house, play.row_of(house, brought.code))
    assert again["events"] == exported["events"]


def test_people_who_came_and_left_40_times_are_no_hindrance(house: play.House, code: str) -> None:
    # Before the first entry of a game seats may move as often as people like.
    for turn in range(40):
        names = ("Ann", "Bo") if turn % 2 else ("Ann", "Bo", "Cy")
        seats = [{"name": name, "was": place if place < 2 else None} for place, name in enumerate(names)]
        play.reseat(house, code, "device", f"key-seats-{turn:03}", seats)
    play.act(house, code, "device", {"type": "cash", "value": 5}, "key-cash-1", seat=0)
    exported = play.export_any(house, play.row_of(house, code))
    assert play.import_table(house, exported).seq == 41


@pytest.mark.parametrize("name", ["a;=HYPERLINK(1);", "c；＝1"])
def test_a_name_is_no_formula_in_a_spreadsheet_that_parts_cells_otherwise(house: play.House, name: str) -> None:
    """Where a semicolon ends a cell, quotation marks keep the name together."""
    code = play.open_table(house, "mombasa", [{"name": name}, {"name": "Bo"}]).code
    lines = play.export_csv(play.look(house, code)).split("\r\n")
    kept = play.look(house, code).names[0]
    assert lines[1].startswith(f'"{kept}",')
    assert lines[2].startswith("Bo,")


def test_what_steers_a_terminal_or_turns_the_reading_direction_is_no_part_of_an_entry(
    house: play.House, code: str
) -> None:
    """A reason is shown in the history and in exports; joiners, which hold letters together, stay."""
    family = "\N{WOMAN}\u200d\N{GIRL}"
    action = {"type": "correct", "counter": "round", "value": 2, "reason": f"a\x00b\x1b[2J\u202ec\x9b {family}\nd"}
    offered = [offer for offer in play.look(house, code).offers(None) if offer.type == "correct"]
    assert offered
    counters = [counter.key for counter in play.look(house, code).counters]
    action["counter"] = counters[0]
    play.act(house, code, "device", action, "key-00001", seat=None)
    assert house.store.events(code)[-1].body["reason"] == f"ab[2Jc {family} d"


def test_who_was_said_to_be_away_twice_hinders_no_import(house: play.House, code: str) -> None:
    """Away, back, away again; then the entry between is taken out alone: the log goes on, and so does its export."""
    for number, away in enumerate((True, False, True), 1):
        play.change(house, code, "device", requests.Away, {"seat": 1, "away": away, "key": f"key-away-{number}"})
    play.change(house, code, "device", requests.Retract, {"seq": 2, "key": "key-retract"})
    exported = play.export_any(house, play.row_of(house, code))
    assert play.import_table(house, exported).seq == 4


def test_what_is_garbage_when_a_log_is_folded_goes_and_does_not_stay_for_good(
    house: play.House, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages leave circles behind; those that were there at a fold were kept as if they were part of the table."""

    class Page:
        itself: Page

    gc.disable()
    try:
        page = Page()
        page.itself = page
        left = weakref.ref(page)
        del page
        monkeypatch.setattr(looking, "MANY_OBJECTS", 0)
        house.looks.clear()
        play.look(house, code)
        assert gc.get_freeze_count()
    finally:
        gc.enable()
    gc.collect()
    assert left() is None


def test_twelve_phones_that_look_at_once_have_the_log_folded_once(
    house: play.House, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them arrive while the first is still folding."""
    folds: list[int] = []
    inside, go_on = threading.Event(), threading.Event()

    def slow(*log: Any) -> Any:
        folds.append(1)
        inside.set()
        assert go_on.wait(60)
        return fold(*log)

    monkeypatch.setattr("companion.play.looking.fold", slow)
    house.looks.clear()
    found: list[int] = []

    def look() -> None:
        found.append(play.look(house, code).seq)
        house.store.close()

    phones = [threading.Thread(target=look) for _ in range(12)]
    for phone in phones:
        phone.start()
    assert inside.wait(60)
    go_on.set()
    for phone in phones:
        phone.join(60)
    assert len(found) == 12
    assert len(folds) == 1
