"""What the pages of Monkeys on the Moon show: the ring, the track, everybody's corner, and what may be tapped."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from companion.core.text import TC, TN, Listing, Seat, T, Text, Who
from companion.games.monkeys_on_the_moon.auction import bids, purchases
from companion.games.monkeys_on_the_moon.bidding import coins_text
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.scoring import (
    CATEGORIES,
    MonkeysSheet,
    level_apart_from_hair,
    majorities,
    one_more_monkey,
)
from companion.games.monkeys_on_the_moon.ships import Corner
from companion.games.monkeys_on_the_moon.state import POOL_OF_MONKEYS, Evening
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

STRIP_LEFT, STRIP_RIGHT, STONE_WIDTH = 30, 836, 60
"""The civilization track on the big screen, in its own units; the ranking table lies to the right of it."""

KNOWN_NUMBERS = (3, 4, 5)


@dataclass(frozen=True, slots=True)
class TribeView:
    """A tribe on the ring and on the track. ``at``: its place in the ring clockwise from the top, or None.

    ``rank`` from 1 as the stones lie now, with its two values; ``influence`` and ``points`` by seat, if it ended now;
    ``strip_x``: where its stone is drawn on the strip of the big screen, `STRIP_LEFT` to `STRIP_RIGHT`.
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
    at: int | None = None
    allies: tuple[str, ...] = ()
    rival: str | None = None
    on_card: int = 0
    space: int = 0
    strip_x: int = 0
    ranked: bool = False
    scorn: Seat | None = None


@dataclass(frozen=True, slots=True)
class CornerView:
    """What lies in front of a seat: coins by tribe, scorn cards, ship and monkeys."""

    seat: Seat
    coins: tuple[tuple[str, int], ...]
    scorn: tuple[str, ...]
    corner: Corner


@dataclass(frozen=True, slots=True)
class Tap:
    """A button that enters a whole action: its JSON and its words, and a shorter form where many stand in a row."""

    action: str
    words: Text
    short: Text | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The view of a table for a seat, or for the table (None)."""

    full: bool
    tribes: dict[str, TribeView]
    ranking: tuple[str, ...]
    ranking_known: bool
    points_known: bool
    revealed: int
    categories: tuple[Text, ...]
    late: bool
    tied: tuple[int, ...]
    hair: tuple[int | None, ...]
    one_more: dict[str, tuple[tuple[int, int], ...]]
    headline: Text
    state: Evening | Pad
    corners: tuple[CornerView, ...] = ()
    teachable: dict[str, tuple[str, ...]] | None = None
    ally_choices: dict[str, tuple[str, ...]] | None = None
    can_pay: tuple[tuple[int, tuple[int, ...]], ...] = ()
    sales: tuple[tuple[int, tuple[Tap, ...]], ...] = ()
    payments: tuple[Tap, ...] = ()
    known_ships: tuple[tuple[str, tuple[Tap, ...]], ...] = ()
    wrap_up: tuple[Text, ...] = ()
    in_turn: tuple[int, ...] = ()
    length: int = 0
    dotted: tuple[int, ...] = ()


def view_of(state: Evening | Pad, seat: Seat | None, sheet: MonkeysSheet, late: bool) -> View:
    """The view; ``sheet`` is the score sheet as it would be now."""
    common: dict[str, Any] = {
        "ranking": sheet.ranking,
        "points_known": state.printed.rank_points is not None,
        "revealed": state.revealed,
        "categories": tuple(CATEGORIES.values()),
        "late": late,
        "tied": level_apart_from_hair(sheet),
        "hair": tuple(column.hair for column in sheet.players),
        "one_more": {} if seat is None else _one_more(sheet, seat),
        "state": state,
    }
    if isinstance(state, Pad):
        tribes = {tribe: _tribe(tribe, sheet) for tribe in ORDER}
        known = state.ranking is not None
        return View(full=False, tribes=tribes, ranking_known=known, headline=_pad_headline(state), **common)
    return View(
        full=True,
        tribes={tribe: _ring_tribe(tribe, sheet, state) for tribe in ORDER},
        ranking_known=state.set_up,
        headline=headline(state),
        corners=tuple(_corner(state, Seat(s)) for s in range(state.seats)),
        length=state.printed.track_length or 0,
        dotted=state.printed.dotted or (),
        **_entering(state, seat),
        **common,
    )


def _tribe(tribe: str, sheet: MonkeysSheet, **more: Any) -> TribeView:
    found = majorities(sheet)[tribe]
    rank = sheet.ranking.index(tribe)
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
        **more,
    )


def strip(state: Evening) -> dict[str, int]:
    """Where each stone is drawn: above its space, moved aside as far as it takes that no two touch."""
    length = state.printed.track_length or 1
    free = sorted(
        (tribe for tribe in ORDER if tribe not in state.stones.ranked),
        key=lambda tribe: (state.stones.spaces[index(tribe)], -state.stones.arrived[index(tribe)]),
    )
    at = [STRIP_LEFT + (STRIP_RIGHT - STRIP_LEFT) * state.stones.spaces[index(tribe)] // length for tribe in free]
    for place in range(1, len(at)):
        at[place] = max(at[place], at[place - 1] + STONE_WIDTH)
    for place in range(len(at) - 1, -1, -1):
        at[place] = min(at[place], STRIP_RIGHT - STONE_WIDTH * (len(at) - 1 - place) - STONE_WIDTH // 2)
    ranked = {
        tribe: STRIP_RIGHT + STONE_WIDTH // 2 + 4 + STONE_WIDTH * place
        for place, tribe in enumerate(state.stones.ranked)
    }
    return dict(zip(free, at, strict=True)) | ranked


def _ring_tribe(tribe: str, sheet: MonkeysSheet, state: Evening) -> TribeView:
    ring, at = state.ring, index(tribe)
    placed = {} if ring is None else {
        "at": ring.index(tribe), "allies": allies(ring, tribe), "rival": rival(ring, tribe)
    }  # fmt: skip
    return _tribe(
        tribe,
        sheet,
        on_card=state.favours.cards[at],
        space=state.stones.spaces[at],
        ranked=tribe in state.stones.ranked,
        strip_x=strip(state)[tribe],
        scorn=state.favours.scorn[at],
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


def _entering(state: Evening, seat: Seat | None) -> dict[str, Any]:
    """What the buttons of the present moment need."""
    ring = state.ring
    if ring is None:
        return {}
    found: dict[str, Any] = {"in_turn": tuple(state.in_turn(turn) for turn in range(state.seats))}
    if state.phase == "teaching" and seat is not None:
        found["teachable"] = {card: teachable(ring, card) for card in ORDER}
        found["ally_choices"] = {tribe: choices_of_ally(state, seat, tribe) for tribe in ORDER}
    found["known_ships"] = tuple(
        (color, tuple(_ship_tap(color, *ship) for ship in state.printed.ships_of(color)))
        for color in state.colors_left()
        if state.printed.ships_of(color)
    )
    if state.phase == "wrap_up":
        found["wrap_up"] = _wrap_up(state)
    auction = state.auction
    if auction is None:
        return found
    tribe = auction.monkey.tribe
    possible = {
        s: bids(state.favours, ring, s, tribe, auction.value)
        for s in map(Seat, range(state.seats))
        if s not in auction.out and s != auction.holder
    }
    found["can_pay"] = tuple((int(s), values) for s, values in possible.items())
    if auction.paying:
        ways = purchases(state.favours, ring, auction.turn, tribe).get(auction.value, ())
        found["payments"] = tuple(
            Tap(
                json.dumps({"type": "pay", "coins": dict(way), "lot": state.lot}),
                T("{coins}", coins=Listing(tuple(coins_text(*pair) for pair in way), "plus")),
            )
            for way in ways
        )
    else:
        found["sales"] = tuple(
            (
                int(s),
                tuple(
                    Tap(
                        json.dumps({"type": "sold", "player": int(s), "value": value, "lot": state.lot}),
                        T("{n}", n=value),
                    )
                    for value in values
                ),
            )
            for s, values in possible.items()
            if values
        )
    return found


def _ship_tap(color: str, capacity: int, points: int) -> Tap:
    action = {"type": "take_ship", "color": color, "capacity": capacity, "points": points}
    words = T("{color} ship: {capacity} places, worth {points}", color=TITLES[color], capacity=capacity, points=points)
    return Tap(json.dumps(action), words, T("{capacity} · {points}", capacity=capacity, points=points))


def _wrap_up(state: Evening) -> tuple[Text, ...]:
    if state.round == state.rounds:
        return (T("That was the last round."), T("Now everybody launches the last ship, however empty."))
    deal = (
        T("There are no civilization cards left to deal: everybody plays the last one.")
        if state.round == state.rounds - 1
        else T("Deal 1 civilization card to everybody.")
    )
    return (
        deal,
        T("Discard the monkey left over and turn up {n} new ones.", n=POOL_OF_MONKEYS[state.seats]),
        T("The moonstone goes to {who}.", who=Who(((state.moonstone or 0) + 1) % state.seats)),
    )


def headline(state: Evening) -> Text:
    """The one message of the big screen: what the table waits for."""
    if state.ring is None or state.moonstone is None:
        return T("Set up the table: the next question is on every phone.")
    if len(state.to_take_ship) == 1:
        return T("{who} takes a ship.", who=Who(min(state.to_take_ship)))
    if state.to_take_ship:
        waited_for = Listing(tuple(Who(seat) for seat in sorted(state.to_take_ship)))
        return TN("{names} takes a ship.", "{names} take a ship.", len(waited_for.items), names=waited_for)
    if state.splitting:
        return T("Rivals are aboard: {who} chooses who stays behind.", who=Who(state.splitting[0]))
    auction = state.auction
    if auction is not None and auction.paying:
        return T(
            "{who} wins {monkey} for {n} and pays.", who=Who(auction.turn), monkey=auction.monkey.text, n=auction.value
        )
    if auction is not None and auction.holder is not None:
        return T(
            "{monkey}: {holder} has bid {n}. {who} bids or passes.",
            monkey=auction.monkey.text,
            holder=Who(auction.holder),
            n=auction.value,
            who=Who(auction.turn),
        )
    if auction is not None:
        return T("{monkey} is auctioned: {who} bids or passes.", monkey=auction.monkey.text, who=Who(auction.turn))
    who = Who(state.in_turn(state.turn))
    match state.phase:
        case "teaching":
            return T("{who} teaches a tribe.", who=who)
        case "winning":
            return T("{who} picks a monkey.", who=who)
        case "wrap_up" if state.round < state.rounds:
            return T("Deal, lay out new monkeys, pass on the moonstone.")
        case "wrap_up":
            return T("That was the last round.")
        case "levels":
            return T("Stones are level: say which tribe is ahead.")
    return T("The final scoring begins.")


def _pad_headline(pad: Pad) -> Text:
    if not pad.known:
        return T("First enter what ranks 5 and 6 give, and the ranking.")
    missing = tuple(Who(seat) for seat in range(pad.seats) if seat not in pad.complete)
    return T("Sheets still to complete: {names}.", names=Listing(missing))
