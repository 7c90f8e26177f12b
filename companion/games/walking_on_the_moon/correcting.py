"""A counter set to what the table shows, and what goes with it. Stars are never lost nor made: the ring has the rest."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import Ending
from companion.core.game import Clause, Step, no_such_counter
from companion.core.refusal import Refused
from companion.core.steps import said
from companion.core.text import T, Text, Who
from companion.games.walking_on_the_moon import box, pad, pad_performing, rounds, turn
from companion.games.walking_on_the_moon.corrections import NOBODY, by_seat, counters
from companion.games.walking_on_the_moon.counting import counted
from companion.games.walking_on_the_moon.race import moved, pile_of, taken, with_ring
from companion.games.walking_on_the_moon.state import State, found, who, with_astronaut


def corrected(state: State, key: str, value: int) -> Step[State]:
    """The state with one counter set, and what goes with it; the same value changes nothing.

    A race that is over is counted again. Raises Refused where there is no such counter, or nothing sensible would remain.
    """
    now = next((counter for counter in counters(state) if counter.key == key), None)
    if now is None:
        raise no_such_counter()
    if now.value == value:
        return Step(state, ())
    kind, _, of = key.partition(":")
    after, told = _set(state, kind, of, value)
    if not state.full:
        return Step(pad_performing.counted(after), told)
    return Step(counted(after) if after.phase in ("tie", "over") else after, told)


def _set(state: State, kind: str, of: str, value: int) -> Step[State]:
    match kind:
        case "round":
            return Step(replace(state, round=value), ())
        case "start":
            return _started(state, value)
        case "turn":
            return _given(state, by_seat(state)[value])
        case "last":
            return Step(replace(state, last=None if value == NOBODY else by_seat(state)[value]), ())
        case "dice" if state.turn is not None:
            return Step(replace(state, turn=replace(state.turn, allowed=value)), ())
        case "jumps" if state.turn is not None:
            return Step(replace(state, turn=replace(state.turn, jumps=value)), ())
        case "ring":
            return Step(_with_ring(state, int(of), value), ())
        case "arrival" | "held":
            seat, index = map(int, of.split(":"))
            changes: dict[str, object] = {"stars": value} if kind == "held" else {"where": tuple(pad.WHERE)[value]}
            return Step(pad.with_entry(state, seat, index, **changes), ())
        case "spaces":
            return _with_spaces(state, value)
        case "under" | "color" | "points":
            return _with_printed(state, kind, of, value)
    parts = [int(part) for part in of.split(":")]
    one = found(state, parts[0] if len(parts) == 1 else (parts[0], parts[1]))
    return _with_number(state, one, kind, value)


def _started(state: State, player: int) -> Step[State]:
    """Another start player: the order of turns follows; before anything was done in round 1, so do the stack and the turn."""
    order = rounds.order_from(state, player)
    ids = {old: new for new, old in enumerate(order)}
    turn = state.turn
    fresh = (
        state.round == 1
        and state.phase == "turn"
        and len(state.waiting) == len(order)
        and not (turn is not None and (turn.jumps or turn.dice))
    )
    waiting = tuple(ids[one] for one in state.waiting)
    after = replace(
        state,
        astronauts=tuple(state.astronauts[old] for old in order),
        stack=tuple(ids[one] for one in state.stack),
        waiting=(*waiting[:1], *_clockwise(len(order), waiting[0], waiting[1:])) if waiting else (),
        last=None if state.last is None else ids[state.last],
        turn=None if turn is None else replace(turn, previous=None if turn.previous is None else ids[turn.previous]),
    )
    if not fresh:
        return Step(after, ())
    everybody = tuple(range(len(order)))
    return rounds.next_here(replace(rounds.taken_back(after), stack=everybody, waiting=everybody, turn=None))


def _clockwise(count: int, mover: int, waiting: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(waiting, key=lambda one: (one - mover) % count))


def _given(state: State, one: int) -> Step[State]:
    """Whoever's turn it is: what the one before had done without a jump was no turn; a race that was over goes on."""
    if not state.is_here(one):
        who_is_away = Who(state.astronauts[one].seat)
        raise Refused("illegal", "value", T("{who} is away. Say first that {who} is back.", who=who_is_away))
    if (now := state.turn) is not None:
        has_had_it = now.jumps > 0 or now.due
        state = replace(state, waiting=state.waiting[1:]) if has_had_it else rounds.taken_back(state)
    return rounds.given(replace(state, tie=None, paused=None, ending=Ending()), one)


def _with_number(state: State, one: int, kind: str, value: int) -> Step[State]:
    me = state.astronauts[one]
    match kind:
        case "space" | "place":
            return Step(_with_space(state, one, value), ())
        case "level":
            if me.finish:
                raise Refused("illegal", "value", T("Across the finish there are no levels. Correct the space first."))
            return Step(moved(state, one, me.space, value), ())
        case "stack":
            return Step(_with_place_in_stack(state, one, value), ())
        case "finish":
            return Step(_with_finish(state, one, value), ())
        case "stars":
            return Step(_with_stars(state, one, value), ())
        case "tokens":
            return Step(with_astronaut(state, one, tokens=value), ())
        case "coma":
            return _with_coma(state, one, bool(value))
        case "obstructed":
            return Step(with_astronaut(state, one, obstructed=bool(value)), ())
    return Step(_waiting(state, one, bool(value)), ())


def _waiting(state: State, one: int, waits: bool) -> State:
    """Whoever still has a turn to come has it where it stands clockwise from the mover."""
    others = tuple(i for i in state.waiting[1:] if i != one)
    if waits:
        count = len(state.astronauts)
        at = next(
            (n for n, i in enumerate(others) if (i - state.mover) % count > (one - state.mover) % count), len(others)
        )
        others = (*others[:at], one, *others[at:])
    return replace(state, waiting=(state.mover, *others))


def _with_coma(state: State, one: int, coma: bool) -> Step[State]:
    after = with_astronaut(state, one, coma=coma)
    in_its_turn = state.phase == "turn" and one == state.mover and turn.is_begun(state)
    if not (coma and in_its_turn):
        return Step(after, ())
    told = T("{who} is in a coma in the own turn: nothing is left but to end it.", who=who(state, one))
    return said(after, told, "cost")


def _with_space(state: State, one: int, space: int) -> State:
    finish = state.astronauts[one].finish
    if finish and space < state.across:
        # Whoever crossed after this one moves up in the order of crossing.
        state = replace(
            state,
            astronauts=tuple(
                replace(a, finish=0 if i == one else a.finish - (a.finish > finish))
                for i, a in enumerate(state.astronauts)
            ),
        )
    return moved(state, one, space, state.astronauts[one].level)


def _with_place_in_stack(state: State, one: int, place: int) -> State:
    pile = [i for i in pile_of(state, one) if i != one]
    pile.insert(place - 1, one)
    lying = iter(pile)
    return replace(state, stack=tuple(next(lying) if i in pile else i for i in state.stack))


def _with_finish(state: State, one: int, place: int) -> State:
    crossed = sorted((i for i, a in enumerate(state.astronauts) if a.finish), key=lambda i: state.astronauts[i].finish)
    crossed.remove(one)
    crossed.insert(place - 1, one)
    for n, i in enumerate(crossed, 1):
        state = with_astronaut(state, i, finish=n)
    return state


def _with_stars(state: State, one: int, stars: int) -> State:
    missing = stars - state.astronauts[one].stars
    state = with_astronaut(state, one, stars=stars)
    if missing <= 0:
        return with_ring(state, state.cards, -missing)
    return taken(state, missing)


def _with_ring(state: State, card: int, stars: int) -> State:
    missing = stars - state.ring[card - 1]
    state = with_ring(state, card, missing)
    if missing <= 0:
        return with_ring(state, state.cards if card != state.cards else 1, -missing)
    return taken(state, missing, (card,))


def _with_spaces(state: State, spaces: int) -> Step[State]:
    """Another number of spaces on a card: everybody stays on the card and, where it is still there, on the space."""
    was = state.spaces
    known = replace(state.box, spaces=spaces, last_card=box.stretched(state.box.last_card, spaces))
    after = replace(state, box=known)

    def place(space: int) -> int:
        if space > state.cards * was:
            return after.across
        card, column = divmod(space - 1, was)
        return card * spaces + min(column, spaces - 1) + 1

    on_the_ring = tuple(replace(a, space=place(a.space)) for a in state.astronauts)
    told = T("Everybody stays on the card, and on its space where there still is one.")
    return said(replace(after, astronauts=on_the_ring), told)


def _with_printed(state: State, kind: str, of: str, value: int) -> Step[State]:
    known, told = state.box, None
    if kind == "points":
        points = tuple(value if n == int(of) else p for n, p in enumerate(known.star_points or (), 1))
        known = replace(known, star_points=points)
    elif kind == "under":
        known = replace(known, last_card=box.with_last_space(known, int(of), value))
    else:
        known = replace(known, dice=box.with_dice(known.dice or (), of, value))
        told = T("There are six jump dice: the other colours follow.")
    after = replace(state, box=known)
    return Step(_with_known_dice(after) if kind == "color" else after, _clauses(told))


def _clauses(told: Text | None) -> tuple[Clause, ...]:
    return () if told is None else (Clause(told),)


def _with_known_dice(state: State) -> State:
    """Dice that are not in the box after all are in nobody's turn; without a jump the dice are chosen anew."""
    ids, turn = state.box.dice_ids(), state.turn
    astronauts = tuple(replace(a, liked=tuple(die for die in a.liked if die in ids)) for a in state.astronauts)
    state = replace(state, astronauts=astronauts)
    if turn is None or all(die in ids for die in turn.dice):
        return state
    if not turn.jumps and state.phase == "turn":
        return replace(
            rounds.taken_back(state), turn=replace(turn, dice=(), used=(), rerolled=(), shown=(), returned=False)
        )
    kept = tuple(die for die in turn.dice if die in ids or die in turn.used)
    shown = tuple(pair for pair in turn.shown if pair[0] in kept)
    return replace(state, turn=replace(turn, dice=kept, shown=shown))
