"""What Mombasa's big screen draws: coins still on the round track, shares beside each product, who leads by how much."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.text import Seat, plain
from companion.games.mombasa.board import FAN, board_of, now
from companion.games.mombasa.game import Mombasa
from companion.games.mombasa.state import Phase, State


def state(players: int = 4, **changed: object) -> State:
    fresh = Mombasa().setup(players)
    return replace(fresh, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("players", "round_now", "phase", "coins"),
    [
        pytest.param(4, 1, "planning", [0, 2, 2, 2, 2, 2, 2], id="4 players 2 each"),
        pytest.param(2, 1, "action", [0, 1, 1, 1, 1, 1, 1], id="2 players 1 each"),
        pytest.param(3, 1, "action", [0, 2, 1, 2, 1, 2, 1], id="3 players 2 on spaces 2, 4, 6 and 1 on 3, 5, 7"),
        pytest.param(4, 5, "action", [0, 0, 0, 0, 0, 2, 2], id="those of the rounds played have dropped"),
        pytest.param(4, 7, "scoring", [0, 0, 0, 0, 0, 0, 0], id="after round 7 none is left"),
    ],
)
def test_the_coins_that_still_lie_on_round_spaces(players: int, round_now: int, phase: Phase, coins: list[int]) -> None:
    track = board_of(state(players, round=round_now, phase=phase)).track
    assert [space.coins for space in track] == coins
    assert [space.number for space in track if space.when == "now"] == ([] if phase == "scoring" else [round_now])


def test_in_the_preparation_the_coins_of_the_next_space_drop() -> None:
    track = board_of(state(round=2, phase="preparing")).track
    assert [space.number for space in track if space.drops] == [3]


def test_a_product_with_its_coins_and_shares() -> None:
    """coins uncovered at its headquarters x shares; bold is the most in its row, zero is never bold."""
    now_ = state(2).with_coins("saint_louis", 17).with_number(1, "track", "saint_louis", 6)
    now_ = now_.with_number(1, "cards", "saint_louis", 1).with_number(0, "cash", None, 9)
    board = board_of(now_)
    rows = {row.key: row for row in board.rows}
    assert list(rows) == ["cash", "mombasa", "cape_town", "saint_louis", "cairo", "diamonds", "bookkeeping"]
    louis = rows["saint_louis"]
    assert (louis.coins, louis.fan) == (17, FAN)
    assert [(cell.points, cell.shares, cell.most) for cell in louis.cells] == [(0, 0, False), (119, 7, True)]
    assert [(cell.points, cell.shares, cell.most) for cell in rows["cash"].cells] == [(9, None, True), (0, None, False)]
    assert not any(cell.most for cell in rows["cairo"].cells)
    assert [plain(player.gap) for player in board.players if player.gap] == ["110 behind", "110 ahead"]
    assert [player.leads for player in board.players] == [False, True]


@pytest.mark.parametrize(
    ("cash", "gaps"),
    [
        ((0, 0, 0), [None, None, None]),
        ((5, 5, 5), [None, None, None]),
        ((5, 5, 2), ["level in front", "level in front", "3 behind"]),
        ((7, 5, 2), ["2 ahead", "2 behind", "5 behind"]),
    ],
)
def test_how_far_ahead_or_behind(cash: tuple[int, ...], gaps: list[str | None]) -> None:
    pads = state(len(cash))
    for seat, money in enumerate(cash):
        pads = pads.with_number(seat, "cash", None, money)
    assert [None if player.gap is None else plain(player.gap) for player in board_of(pads).players] == gaps


def test_what_everybody_does() -> None:
    acting = state(4, phase="action", turn=Seat(0), ended=frozenset({Seat(1)}), away=frozenset({Seat(3)}))
    assert [plain(p.doing) for p in board_of(acting).players if p.doing] == [
        "now",
        "phase ended",
        "still acting",
        "away",
    ]
    assert plain(now(acting) or pytest.fail("nothing is said"), ("Ann",)) == "Ann takes one action, or ends the phase."
    assert now(state(2)) is None
    planning = board_of(state(2, start=Seat(1))).players
    assert [p.doing and plain(p.doing) for p in planning] == [None, "start player"]
