"""What the pages of Monkeys on the Moon show: the ring, the track, everybody's corner, and what may be tapped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.text import TC, Seat, Text
from companion.games.monkeys_on_the_moon import strip
from companion.games.monkeys_on_the_moon.auction import Auction
from companion.games.monkeys_on_the_moon.board import BoardView, board_of
from companion.games.monkeys_on_the_moon.headline import headline, wrap_up
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.pad import Pad, Tally
from companion.games.monkeys_on_the_moon.refusals import check_ships
from companion.games.monkeys_on_the_moon.scoring import (
    MonkeysSheet,
    level_apart_from_hair,
    majority_in,
    one_more_monkey,
)
from companion.games.monkeys_on_the_moon.sheet import sheet_of
from companion.games.monkeys_on_the_moon.ships import KNOWN_NUMBERS, Corner
from companion.games.monkeys_on_the_moon.state import Evening, Phase, State
from companion.games.monkeys_on_the_moon.taps import (
    Tap,
    known_ships,
    own_bids,
    payments,
    possible_bids,
    prices_of,
    sales,
)
from companion.games.monkeys_on_the_moon.teaching import choices_of_ally
from companion.games.monkeys_on_the_moon.tribes import ORDER, TITLES, TRIBES, allies, index, rival, teachable

SIGNS: dict[str, Text] = {
    "red": TC("tribe's sign", "R"),
    "blue": TC("tribe's sign", "Bu"),
    "green": TC("tribe's sign", "G"),
    "black": TC("tribe's sign", "Bk"),
    "brown": TC("tribe's sign", "Br"),
    "purple": TC("tribe's sign", "P"),
}
"""One or two letters for a disc; in Chinese one character."""

CALLED: dict[str, tuple[str, ...]] = {
    "red": ("red", "紅"),
    "blue": ("blue", "藍"),
    "green": ("green", "綠"),
    "black": ("black", "黑"),
    "brown": ("brown", "棕", "褐"),
    "purple": ("purple", "紫"),
}
"""What a tribe may be called in the name of a taught card, whatever language the phone speaks."""


@dataclass(frozen=True, slots=True)
class TribeView:
    """A tribe on the ring and on the track. ``at``: its place in the ring clockwise from the top, or None.

    ``rank`` from 1 as the stones lie now, with its two values; ``influence`` and ``points`` by seat, if it ended now;
    ``scorn``: who holds its card; ``strip_x``, ``space_x``: where its stone and its space are drawn (see `strip`).
    """

    key: str
    word: Text
    title: Text
    sign: Text
    called: tuple[str, ...]
    rank: int
    values: tuple[int, int]
    influence: tuple[int, ...]
    points: tuple[int, ...]
    scorn: Seat | None
    at: int | None = None
    allies: tuple[str, ...] = ()
    rival: str | None = None
    on_card: int = 0
    space: int = 0
    strip_x: int = 0
    space_x: int = 0
    ranked: bool = False


@dataclass(frozen=True, slots=True)
class CornerView:
    """What lies in front of a seat: coins by tribe, scorn cards, ship and monkeys."""

    seat: Seat
    coins: tuple[tuple[str, int], ...]
    scorn: tuple[str, ...]
    corner: Corner


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The view of a table for a seat, or for the table (None); of a whole game it is a `FullView`.

    ``tied``: who is asked about hair once the game is over, with the answers in ``hair``; ``one_more``: by tribe what one
    more monkey of a number would add; ``tally``: the seat's own column of the pad, ``too_many_ships``: what keeps it from being complete.
    """

    full: bool
    tribes: dict[str, TribeView]
    ranking: tuple[str, ...]
    ranking_known: bool
    points_known: bool
    tied: tuple[int, ...]
    hair: tuple[int | None, ...]
    one_more: dict[str, tuple[tuple[int, int], ...]]
    headline: Text
    tally: Tally | None = None
    too_many_ships: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FullView(View):
    """The view of a table that keeps everything.

    ``ready``: ring and moonstone are known; ``lot``: the number of the monkey that is auctioned; ``in_turn``: the seats
    that are here, in the order of the phase, ``turn`` of them done; ``can_pay``: what each seat asked can bid; ``prices``: by tribe
    and seat, what the next monkey could be won for, while it is picked; ``ticks``: where each space
    of the track is drawn and whether it has a white dot that counts; ``rail``: from where to where it goes; ``board``: what
    only the big screen shows.
    """

    ready: bool
    set_up: bool
    ring_laid: bool
    moonstone: Seat | None
    phase: Phase
    turn: int
    lot: int
    in_turn: tuple[int, ...]
    pool: int
    pile: int
    length: int
    dotted: tuple[int, ...]
    ticks: tuple[tuple[int, bool], ...]
    rail: tuple[int, int]
    corners: tuple[CornerView, ...]
    auction: Auction | None
    can_pay: tuple[tuple[int, tuple[int, ...]], ...]
    bids: tuple[Tap, ...]
    sales: tuple[tuple[int, tuple[Tap, ...]], ...]
    prices: dict[str, dict[int, tuple[int, ...]]]
    round: int
    payments: tuple[Tap, ...]
    known_ships: tuple[tuple[str, tuple[Tap, ...]], ...]
    wrap_up: tuple[Text, ...]
    teachable: dict[str, tuple[str, ...]]
    ally_choices: dict[str, tuple[str, ...]]
    board: BoardView | None = None
    now: Text | None = None


def view_of(state: State, options: Options, seat: Seat | None) -> View:
    """The view of a state."""
    sheet = sheet_of(state, options)
    common: dict[str, Any] = {
        "ranking": sheet.ranking,
        "points_known": state.printed.rank_points is not None,
        "tied": level_apart_from_hair(sheet) if state.ending.over else (),
        "hair": tuple(column.hair for column in sheet.players),
        "one_more": {} if seat is None else _one_more(sheet, seat),
        "headline": headline(state),
    }
    if isinstance(state, Pad):
        tribes = {tribe: _tribe(tribe, sheet, state.scorned_by(tribe)) for tribe in ORDER}
        tally = None if seat is None else state.tallies[seat]
        return View(
            full=False,
            tribes=tribes,
            ranking_known=state.ranking is not None,
            tally=tally,
            too_many_ships=None if seat is None else check_ships(state, seat),
            **common,
        )
    return _full(state, options, seat, sheet, common)


def _full(state: Evening, options: Options, seat: Seat | None, sheet: MonkeysSheet, common: dict[str, Any]) -> FullView:
    drawn, possible = strip.stones(state), possible_bids(state)
    length, dotted = state.printed.track_length or 0, (state.printed.dotted or ()) if options.capricious else ()
    ring = state.ring if state.phase == "teaching" and seat is not None else None
    board = board_of(state) if seat is None else None
    order = [state.in_turn(turn) for turn in range(state.seats)]
    return FullView(
        full=True,
        tribes={tribe: _ring_tribe(tribe, sheet, state, drawn[tribe]) for tribe in ORDER},
        ranking_known=state.set_up,
        ready=state.ring is not None and state.moonstone is not None,
        set_up=state.set_up,
        ring_laid=state.ring is not None,
        moonstone=state.moonstone,
        phase=state.phase,
        turn=sum(turn < state.turn and seat not in state.away for turn, seat in enumerate(order)),
        lot=state.lot,
        in_turn=tuple(seat for seat in order if seat not in state.away),
        pool=state.pool,
        pile=state.pile,
        length=length,
        dotted=dotted,
        ticks=tuple((strip.at_space(state, space), space in dotted) for space in range(length + 1)),
        rail=(strip.LEFT, strip.right_of(state)),
        corners=tuple(_corner(state, Seat(s)) for s in range(state.seats)),
        auction=state.auction,
        can_pay=tuple(possible.items()),
        bids=own_bids(state, seat, possible),
        sales=sales(state),
        prices={tribe: {int(who): values for who, values in each} for tribe, each in prices_of(state).items()},
        round=state.round,
        payments=payments(state),
        known_ships=known_ships(state),
        wrap_up=wrap_up(state) if state.phase == "wrap_up" else (),
        teachable={} if ring is None else {card: teachable(ring, card) for card in ORDER},
        ally_choices={} if ring is None or seat is None else {t: choices_of_ally(state, seat, t) for t in ORDER},
        board=board,
        now=None if board is None else board.now,
        **common,
    )


def _tribe(tribe: str, sheet: MonkeysSheet, scorn: Seat | None, **more: Any) -> TribeView:
    found, rank = majority_in(sheet, tribe), sheet.ranking.index(tribe)
    return TribeView(
        key=tribe,
        word=TRIBES[tribe],
        title=TITLES[tribe],
        sign=SIGNS[tribe],
        called=CALLED[tribe],
        rank=rank + 1,
        values=sheet.rank_points[rank],
        influence=found.influence,
        points=found.points,
        scorn=scorn,
        **more,
    )


def _ring_tribe(tribe: str, sheet: MonkeysSheet, state: Evening, strip_x: int) -> TribeView:
    ring, at = state.ring, index(tribe)
    placed = {} if ring is None else {
        "at": ring.index(tribe), "allies": allies(ring, tribe), "rival": rival(ring, tribe)
    }  # fmt: skip
    return _tribe(
        tribe,
        sheet,
        state.favours.scorn[at],
        on_card=state.favours.cards[at],
        space=state.stones.spaces[at],
        ranked=tribe in state.stones.ranked,
        strip_x=strip_x,
        space_x=strip.at_space(state, state.stones.spaces[at]),
        **placed,
    )


def _corner(state: Evening, seat: Seat) -> CornerView:
    return CornerView(
        seat,
        tuple(zip(ORDER, state.favours.coins[seat], strict=True)),
        tuple(tribe for tribe in ORDER if state.favours.scorned_by(tribe) == seat),
        state.corners[seat],
    )


def _one_more(sheet: MonkeysSheet, seat: Seat) -> dict[str, tuple[tuple[int, int], ...]]:
    """For each tribe: what one more monkey of each known number would add for this seat."""
    return {
        tribe: tuple((number, one_more_monkey(sheet, seat, tribe, number)[seat]) for number in KNOWN_NUMBERS)
        for tribe in sheet.ranking
    }
