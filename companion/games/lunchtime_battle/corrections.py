"""Every number of the table that a correction may set."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Counter
from companion.core.text import Seat, T, Who
from companion.games.lunchtime_battle.errand import asked_to_rank
from companion.games.lunchtime_battle.foods import FOODS, HUNGER_HIGH, SYMBOLS_HIGH, with_food
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.rounds import next_round
from companion.games.lunchtime_battle.state import State, pips, with_card

SEAT_COUNTERS = frozenset({"symbols"})
ROUNDS_HIGH = 40
TOTAL_HIGH = 99
RING_HIGH = 99


def counters(state: State, options: Options) -> tuple[Counter, ...]:
    """Hunger, rounds, the total while it is counted, and the symbols of every monster on the table."""
    found = [
        Counter(f"hunger:{food}", T("Hunger: {food}", food=label), n, 0, HUNGER_HIGH)
        for (food, label), n in zip(FOODS.items(), state.hunger, strict=True)
    ]
    if options.only_sheet:
        return (*found, *_columns(state))
    if state.phase in ("roll", "lay", "count"):
        found.append(Counter("round", T("Number of the round"), state.round, 1, state.rounds))
    if not state.ending.over:
        found.append(Counter("rounds", T("Rounds to play"), state.rounds, state.round, ROUNDS_HIGH))
    if state.phase == "count":
        found.append(Counter("total", T("Total to count"), state.total, 0, max(TOTAL_HIGH, state.total)))
        found.extend(
            Counter(
                f"ring:{card.id}",
                T("Hunger symbols: {monster}", monster=card.label),
                card.counts,
                0,
                max(RING_HIGH, card.counts),
                card.seat,
            )
            for card in state.ring
        )
    for card in state.candidates:
        for index, (food, label) in enumerate(FOODS.items()):
            words = T("{food} on {monster}, before {who}", food=label, monster=card.label, who=Who(card.seat))
            short = T("{food} on {monster}", food=label, monster=card.label)
            now = card.foods[index]
            found.append(Counter(f"candidate:{card.id}:{food}", words, now, 0, SYMBOLS_HIGH, card.seat, short))
    return tuple(found)


def _columns(state: State) -> list[Counter]:
    found = []
    for seat, hands in enumerate(state.columns):
        for hand, foods in enumerate(hands):
            for (food, label), n in zip(FOODS.items(), foods, strict=True):
                if len(hands) == 1:
                    words, short = T("{food} of {who}", food=label, who=Who(seat)), label
                else:
                    words = T("{food} of {who}, hand {n}", food=label, who=Who(seat), n=hand + 1)
                    short = T("{food}, hand {n}", food=label, n=hand + 1)
                found.append(Counter(f"symbols:{seat}:{hand}:{food}", words, n, 0, SYMBOLS_HIGH, Seat(seat), short))
    return found


def with_counter(state: State, key: str, value: int, options: Options) -> State:
    """The state with one of the counters set; foods that this makes level after the end must be ranked first."""
    return asked_to_rank(_set(state, key, value), options).state


def _set(state: State, key: str, value: int) -> State:
    kind, _, of = key.partition(":")
    match kind:
        case "hunger":
            return replace(state, hunger=with_food(state.hunger, of, value))
        case "round":
            return replace(state, round=value)
        case "rounds":
            longer = replace(state, rounds=value)
            return next_round(longer) if state.phase == "final" and value > state.round else longer
        case "total":
            return replace(state, bonus=value - pips(state.dice), passed=frozenset())
        case "ring":
            card = replace(state.card(of), hunger=value, change=0, skipped=False)
            return replace(state, ring=with_card(state.ring, card), passed=frozenset())
        case "candidate":
            monster, _, food = of.partition(":")
            card = state.card(monster)
            changed = replace(card, foods=with_food(card.foods, food, value))
            return replace(state, candidates=with_card(state.candidates, changed))
    seat, hand, food = of.split(":")
    return state.with_symbols(int(seat), int(hand), food, value)
