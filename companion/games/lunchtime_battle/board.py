"""What the big screen draws: the ring as cards with the count of the last lap, the tracks, and who would fetch lunch."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Seat, T, Text
from companion.games.lunchtime_battle.counting import Count, count, unsaid
from companion.games.lunchtime_battle.foods import FOODS, Foods
from companion.games.lunchtime_battle.geometry import Way, way
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.picking import settled
from companion.games.lunchtime_battle.scoring import LunchSheet, added_up, score
from companion.games.lunchtime_battle.sheet import sheet_of
from companion.games.lunchtime_battle.state import Card, State

MOST_ICONS = 8
"""Symbols of a place in the ranking that are drawn one by one at full size."""
MOST_SMALL_ICONS = 14
"""As many are drawn one by one, smaller."""
MOST_PIPS, MOST_LARGE_PIPS = 12, 4
"""Hunger symbols of a monster that are drawn one by one, and that are drawn large."""
MOST_FOODS = 4
"""Food symbols of a monster that are drawn one by one: more leave no room for its hunger symbols."""
STEPS_BEYOND = 3
"""How far the drawn part of a hunger track goes on behind the hungriest food."""
LEAST_TRACK, MOST_TICKS = 10, 24


@dataclass(frozen=True, slots=True)
class RingCard:
    """A place of the ring, clockwise from the start player at the top. ``step``: how many places from there.

    ``lies``: "open", "down", "choosing", "away" or, where nothing lies between two rounds, "none"; ``role``: "last" for the
    monster counted last, "also" for a neighbour picked with it; ``turn``: its position in counting order; ``pips``: each
    hunger symbol as "counted" in the last lap, "landed" on or "" for one that was not counted; ``size``: of the pips, "",
    "many" or, where a number takes their place, "heap"; ``symbols``: of the foods
    on all candidates of the hand, by food.
    """

    seat: int
    hand: int
    step: int
    lies: str
    card: Card | None
    role: str
    turn: int | None
    pips: tuple[str, ...]
    size: str
    starts: bool
    symbols: Foods


@dataclass(frozen=True, slots=True)
class Track:
    """A hunger track: ``now``, ``after`` the pick that is being counted, both as parts of a thousand of its length too."""

    food: str
    label: Text
    dish: str
    now: int
    after: int
    at_now: int
    at_after: int
    most: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A player in the ranking by the most wanted foods, whoever would fetch lunch first.

    ``symbols``: each symbol that counts as its food, the ``fresh`` last ones come with the pick that is being counted.
    """

    seat: int
    total: int
    symbols: tuple[str, ...]
    fresh: int
    runner: bool
    size: str


@dataclass(frozen=True, slots=True)
class Board:
    """The whole picture. ``most``: where the hungriest food stands, in parts of a thousand of the tracks; ``wanted``: the
    most wanted foods; ``sum``: the count in words, None while nothing is counted; ``way``: the last lap's arrow."""

    cards: tuple[RingCard, ...]
    tracks: tuple[Track, ...]
    most: int
    ticks: tuple[int, ...]
    ranking: tuple[Place, ...]
    wanted: tuple[str, ...]
    sum: tuple[Text, ...]
    way: Way | None


def board_of(state: State, options: Options) -> Board:
    """The board as the table stands; what a pick would bring is shown as if nobody objected to it."""
    now = count(state) if state.phase == "count" else None
    after = _after(state, options)
    before, then = sheet_of(state, options), sheet_of(after, options)
    high = max(LEAST_TRACK, max(after.hunger) + STEPS_BEYOND, max(state.hunger))
    ranking, wanted = _ranking(before, then)
    return Board(
        cards=_cards(state, before, now),
        tracks=_tracks(state, after, high),
        most=1000 * max(after.hunger) // high,
        ticks=tuple(1000 * n // high for n in range(high + 1)) if high <= MOST_TICKS else (),
        ranking=ranking,
        wanted=wanted,
        sum=_sum(now),
        way=_way(state, now),
    )


def _after(state: State, options: Options) -> State:
    """The state after the pick that is being counted, where its foods are known."""
    if state.phase != "count" or unsaid(state) or state.ending.over:
        return state
    return settled(state, stays=options.stays).state


def _cards(state: State, sheet: LunchSheet, now: Count | None) -> tuple[RingCard, ...]:
    lying = {card.place: card for card in state.ring}
    turns = {card.id: n for n, card in enumerate(now.order)} if now is not None else {}
    roles = {card.id: "also" for card in now.picked} if now is not None else {}
    if now is not None and now.card is not None:
        roles[now.card.id] = "last"
    found = []
    for step in range(state.places):
        place = (state.start + step) % state.places
        seat, hand, card = place % state.seats, place // state.seats, lying.get(place)
        hands = sheet.players[seat].hands or (sheet.players[seat].candidates,)
        found.append(
            RingCard(
                seat=seat,
                hand=hand,
                step=step,
                lies=_lies(state, place, card),
                card=card,
                role=roles.get(card.id, "") if card is not None else "",
                turn=turns.get(card.id) if card is not None else None,
                pips=_pips(card, now) if card is not None and now is not None else (),
                size=_size(card) if card is not None else "",
                starts=step == 0 and state.phase not in ("dishes", "start", "final", "sheet"),
                symbols=added_up(hands[hand]),
            )
        )
    return tuple(found)


def _lies(state: State, place: int, card: Card | None) -> str:
    if card is not None:
        return "open"
    if Seat(place % state.seats) in state.away:
        return "away"
    if state.phase == "lay":
        missing = state.laid[place] is None or (bool(state.firsts) and state.firsts[place] is None)
        return "choosing" if missing else "down"
    return "gone" if state.phase == "count" else "none"


def _pips(card: Card, now: Count) -> tuple[str, ...]:
    if now.landing is None or now.by_hand:
        return ("",) * card.counts
    begins = sum(other.counts for other in now.order[: now.order.index(card)])
    rest = now.landing.rest - begins
    return tuple("landed" if n == rest else "counted" if n < rest else "" for n in range(1, card.counts + 1))


def _size(card: Card) -> str:
    if not 0 < card.counts <= MOST_PIPS or (card.counts > 1 and sum(card.foods) > MOST_FOODS):
        return "heap"
    return "" if card.counts <= MOST_LARGE_PIPS else "many"


def _tracks(state: State, after: State, high: int) -> tuple[Track, ...]:
    top = max(after.hunger)
    return tuple(
        Track(key, label, dish, was, n, 1000 * was // high, 1000 * n // high, n == top and n > 0)
        for (key, label), dish, was, n in zip(FOODS.items(), state.dishes, state.hunger, after.hunger, strict=True)
    )


def _ranking(before: LunchSheet, then: LunchSheet) -> tuple[tuple[Place, ...], tuple[str, ...]]:
    was, result = score(before), score(then)
    tiers = [tuple(foods) for foods in result.extra["wanted"]]
    wanted = tiers[0]
    counted = any(line.points for player in result.players for line in player.lines)
    ranked = []
    for seat, player in enumerate(result.players):
        points = {line.key: line.points for line in player.lines}
        old = {line.key: line.points for line in was.players[seat].lines}
        symbols = tuple(food for food in wanted for _ in range(points[food]))
        gained = tuple(food for food in wanted for _ in range(max(0, points[food] - old[food])))
        lies = list(symbols)
        for food in gained:
            lies.remove(food)
        runner = counted and seat in result.losers
        total = len(symbols)
        size = "" if total <= MOST_ICONS else "many" if total <= MOST_SMALL_ICONS else "heap"
        key = (not runner, *(-sum(points[food] for food in tier) for tier in tiers), seat)
        ranked.append((key, Place(seat, total, (*lies, *gained), len(gained), runner, size)))
    hungry = any(then.hunger.by_food())
    return tuple(place for _, place in sorted(ranked, key=lambda of: of[0])), wanted if hungry else ()


def _sum(now: Count | None) -> tuple[Text, ...]:
    """The count in two lines."""
    if now is None or now.landing is None or now.by_hand:
        return ()
    landing = now.landing
    if landing.laps == 0:
        return (T("less than a lap of {lap}", lap=landing.lap),)
    laps, then = landing.laps, T("then {n}", n=landing.rest)
    if landing.rest == landing.lap:
        laps, then = laps + 1, T("exactly")
    lines = T("1 lap of {lap}", lap=landing.lap) if laps == 1 else T("{n} laps of {lap}", n=laps, lap=landing.lap)
    return (lines, then)


def _way(state: State, now: Count | None) -> Way | None:
    """The arrow of the last lap, from where the count begins to the monster counted last."""
    if now is None or now.card is None or now.by_hand or not now.order:
        return None
    size = state.places
    first, last = ((card.place - state.start) % size for card in (now.order[0], now.card))
    return way(first, last, size, backwards=state.backwards)
