"""A counter is set: what depended on it is cleared, so that the table can be played on from there.

Decisions: a step that is set begins anew there (what lies in the ring is taken back, candidates and hunger stay); the
number of the round changes nothing else; food corrected on a monster leaves the hunger markers where they are.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Step, Telling
from companion.core.refusal import Refused
from companion.core.text import Seat, T, Who
from companion.games.lunchtime_battle.corrections import PHASES, counters
from companion.games.lunchtime_battle.errand import asked_to_rank
from companion.games.lunchtime_battle.foods import FOODS, hungrier, number_of, with_food
from companion.games.lunchtime_battle.laying import beginning, turned_up
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.rounds import cleared, everybody_lays, marker, next_round
from companion.games.lunchtime_battle.state import Card, Phase, State, called, pips, with_card


def with_counter(state: State, key: str, value: int, options: Options) -> State:
    """The state with one of the counters set, the same state where it is that already.

    Foods that this makes level after the end must be ranked first. Raises Refused where nothing sensible would remain.
    """
    counter = next((counter for counter in counters(state, options) if counter.key == key), None)
    if counter is not None and counter.value == value:
        return state
    return asked_to_rank(_set(state, key, value), options).state


def _set(state: State, key: str, value: int) -> State:
    kind, _, of = key.partition(":")
    match kind:
        case "rounds" | "round" | "phase" | "start":
            return _set_where(state, kind, value)
        case "total" | "pick" | "direction" | "origin" | "pointed" | "neighbour":
            return _set_count(state, kind, of, value)
        case "hunger":
            return replace(state, hunger=with_food(state.hunger, of, value))
        case "symbols":
            seat, hand, food = of.split(":")
            return state.with_symbols(int(seat), int(hand), food, value)
    return _set_monster(state, kind, of, value)


def _set_where(state: State, kind: str, value: int) -> State:
    match kind:
        case "rounds" if state.phase == "final" and value > state.round:
            return next_round(replace(state, rounds=value))
        case "rounds":
            return replace(state, rounds=value, round=min(state.round, value))
        case "round":
            return replace(state, round=value)
        case "phase":
            return _at_step(state, tuple(PHASES)[value])
    return _started_by(state, value)


def _at_step(state: State, step: Phase) -> State:
    """The table at the beginning of a step of this round."""
    if step == "count":
        if state.phase != "lay" or not any(state.laid):
            text = T("No monster lies there: there is nothing to count. Lay the monsters first.")
            raise Refused("illegal", "value", text)
        return turned_up(state).state
    begun = replace(cleared(state), phase=step)
    if step in ("roll", "lay"):
        begun = replace(begun, start=marker(state, state.start))
    if step == "lay":
        return everybody_lays(replace(begun, dice=state.dice, bonus=state.bonus))
    return begun


def _started_by(state: State, place: int) -> State:
    """The table with the start player marker at a place; a first pick that began there begins there."""
    who = Seat(place % state.seats)
    if who in state.away:
        text = T("{who} is away. Say that {who} is back, or choose somebody else.", who=Who(who))
        raise Refused("illegal", "value", text)
    after = replace(state, start=place, passed=frozenset())
    if state.phase == "start":
        return replace(after, phase="roll")
    if state.phase == "count" and state.origin == beginning(state.ring, state.start, state.places):
        return replace(after, origin=beginning(state.ring, place, state.places))
    return after


def _set_count(state: State, kind: str, of: str, value: int) -> State:
    """The count with one of its numbers set; everybody may think again."""
    again = replace(state, passed=frozenset())
    match kind:
        case "total":
            return replace(again, bonus=value - pips(state.dice))
        case "pick":
            return replace(again, pick=value)
        case "direction":
            return replace(again, backwards=bool(value), pointed="")
        case "origin":
            return replace(again, origin=state.ring[value].id, pointed="")
        case "pointed":
            return replace(again, pointed=state.ring[value - 1].id if value else "")
    return replace(again, neighbours=state.neighbours | {of} if value else state.neighbours - {of})


def _set_monster(state: State, kind: str, of: str, value: int) -> State:
    """The table with something about one monster set."""
    monster, _, food = of.partition(":")
    match kind:
        case "ring":
            card = replace(called(state.ring, monster), hunger=value, change=0, skipped=False)
            return replace(state, ring=with_card(state.ring, card), passed=frozenset())
        case "foods":
            card = called(state.ring, monster)
            changed = replace(card, foods=with_food(card.foods, food, value))
            return replace(state, ring=with_card(state.ring, changed), passed=frozenset())
        case "candidate":
            card = called(state.candidates, monster)
            changed = replace(card, foods=with_food(card.foods, food, value))
            return replace(state, candidates=with_card(state.candidates, changed))
        case "owner":
            card = called(state.candidates, monster)
            moved = replace(card, place=value, seat=Seat(value % state.seats), hand=state.hand_of(value))
            return replace(state, candidates=with_card(state.candidates, moved), passed=frozenset())
    return _turned(state, monster, bool(value))


def _turned(state: State, monster: str, used: bool) -> State:
    """A monster's ability used or not used yet, wherever the monster lies."""

    def turned(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        effect, note = ("other", "") if used else ("", "")
        return tuple(replace(c, used=effect, note=note) if c.id == monster else c for c in cards)

    return replace(state, ring=turned(state.ring), candidates=turned(state.candidates), passed=frozenset())


def corrected(state: State, key: str, value: int, options: Options) -> Step[State]:
    """The state with a counter set, and what else that changed or left alone although somebody may expect otherwise."""
    after = with_counter(state, key, value, options)
    return Step(after, () if after is state else _goes_along(state, after, key))


def _goes_along(before: State, after: State, key: str) -> Telling:
    kind, _, of = key.partition(":")
    told: list[Clause] = []
    if kind == "candidate":
        food = of.rpartition(":")[2]
        text = T(
            "The hunger marker of {food} stays at {n}; correct it too, if it was moved wrongly.",
            food=FOODS[food],
            n=number_of(after.hunger, food),
        )
        told.append(Clause(text))
    if kind == "phase" and (before.ring or any((*before.laid, *before.firsts))) and after.phase != "count":
        told.append(Clause(T("What lay in the ring is taken back; candidates and hunger stay."), "cost"))
    if kind not in ("round", "start") and after.round != before.round:
        by = (("round", after.round - before.round),)
        told.append(Clause(T("Number of the round: {n}.", n=after.round), by=by))
    if kind != "start" and after.start != before.start:
        told.append(Clause(T("{who} gets the start player marker.", who=Who(after.start_seat))))
    if kind == "start" and after.origin != before.origin:
        told.append(Clause(T("The count begins at {monster}.", monster=after.card(after.origin).whose)))
    if kind != "hunger":
        told.extend(hungrier(before.hunger, after.hunger))
    return tuple(told)
