"""A phone's next tap, sent before its first one was answered: both saw the same table."""

from __future__ import annotations

from typing import Any

import pytest

from companion import play

REVEALED = {"type": "cards_revealed"}
END = {"type": "end_actions"}
Tap = tuple[str, Any]
"""Which button: an action of seat 0, or the name of a use case and what it carries."""


def tapped(house: play.House, code: str, device: str, n: int, tap: Tap, seen: int) -> None:
    kind, what = tap
    key = f"quick-tap-{n}"
    if kind == "act":
        play.act(house, code, device, what, key, seat=0 if what == END else None, seen=seen)
    elif kind == "throw":
        play.throw(house, code, device, key, *what, seen=seen)
    else:
        getattr(play, kind)(house, code, device, key, seen=seen)


ENDS: Tap = ("act", END)
UNDO: Tap = ("undo", None)
REDO: Tap = ("redo", None)
OTHERS = "d2"


@pytest.mark.parametrize(
    ("taps", "refused", "changes"),
    [
        pytest.param([ENDS, ENDS], {1: "again"}, ["played"], id="the same button is one tap"),
        pytest.param([ENDS, UNDO], {}, ["played", "undone"], id="undo takes back what has just landed"),
        pytest.param(
            [ENDS, UNDO, UNDO], {2: "again"}, ["played", "undone"], id="and a double tap on it takes back one"
        ),
        pytest.param([ENDS, ENDS, UNDO], {1: "again"}, ["played", "undone"], id="a double tap, then undo"),
        pytest.param([ENDS, UNDO, ENDS], {}, ["played", "undone", "played"], id="taken back and ended after all"),
        pytest.param([UNDO, REDO], {}, ["undone", "redone"], id="redo brings back what undo has just taken"),
        pytest.param([UNDO, REDO, REDO], {2: "again"}, ["undone", "redone"], id="once"),
        pytest.param([UNDO, REDO, UNDO], {}, ["undone", "redone", "undone"], id="and undo takes it again"),
        pytest.param([ENDS, REDO], {1: "nothing_to_redo"}, ["played"], id="after an entry there is nothing to redo"),
        pytest.param([("throw", (6, 2)), ("throw", (6, 2))], {1: "again"}, ["played"], id="dice thrown once"),
        pytest.param(
            [("throw", (6, 2)), ("throw", (20, 1))], {}, ["played", "played"], id="other dice are another throw"
        ),
        pytest.param([("draw_start", None), UNDO], {}, ["played", "undone"], id="a lot is taken back"),
        pytest.param([ENDS, ("act", REVEALED)], {1: "illegal"}, ["played"], id="what is not offered any more says so"),
    ],
)
def test_the_next_tap_of_the_same_phone_is_done_or_refused_with_a_word(
    house: play.House, code: str, taps: list[Tap], refused: dict[int, str], changes: list[str]
) -> None:
    """Never dropped in silence but where it is the same button: a double tap."""
    play.act(house, code, "d1", REVEALED, "cards-turned")
    for n, tap in enumerate(taps):
        if n in refused:
            with pytest.raises(play.Refused) as problem:
                tapped(house, code, "d1", n, tap, seen=1)
            assert refused[n] == ("again" if problem.value.more.get("again") else problem.value.code)
        else:
            tapped(house, code, "d1", n, tap, seen=1)
    assert [kind_of(house, code, event) for event in play.look(house, code).events[1:]] == changes


def kind_of(house: play.House, code: str, event: Any) -> str:
    of = getattr(event.change, "of", None)
    if of is None:
        return "played"
    return "redone" if hasattr(play.look(house, code).events[of - 1].change, "of") else "undone"


@pytest.mark.parametrize("tap", [UNDO, REDO, ENDS, ("throw", (6, 2))], ids=["undo", "redo", "entry", "throw"])
def test_what_another_phone_did_meanwhile_is_never_taken_back_or_done_twice(
    house: play.House, code: str, tap: Tap
) -> None:
    play.act(house, code, "d1", REVEALED, "cards-turned")
    play.undo(house, code, "d1", "undone-once")
    play.redo(house, code, "d1", "redone-once")
    tapped(house, code, OTHERS, 0, ("throw", (6, 1)) if tap[0] in ("undo", "redo") else tap, seen=3)
    with pytest.raises(play.Refused) as problem:
        tapped(house, code, "d1", 1, tap, seen=3)
    assert (problem.value.code, problem.value.more) == ("stale", {"by": 2, "seq": 4})
    assert "was quicker" in problem.value.text.template


def test_another_choice_of_the_same_kind_is_carried_out_where_it_is_still_possible(house: play.House) -> None:
    """Two dice to reroll, tapped one after the other: both were meant."""
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = play.open_table(house, "mombasa", seats).code
    for n, value in enumerate((5, 5, 6)):
        cash = {"type": "cash", "value": value}
        if n == 1:
            with pytest.raises(play.Refused) as problem:
                play.act(house, code, "d1", cash, f"quick-cash-{n}", seat=0, seen=0)
            assert problem.value.more == {"by": 1, "seq": 1, "again": True}
        else:
            play.act(house, code, "d1", cash, f"quick-cash-{n}", seat=0, seen=0)
    assert play.look(house, code).state.columns[0].cash == 6
