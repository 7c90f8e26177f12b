"""Every number of a Mombasa table that a correction may set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.ending import Ending
from companion.core.game import Counter
from companion.core.refusal import Refused
from companion.core.text import Param, Seat, T, Who
from companion.games.mombasa.arithmetic import ROUNDS
from companion.games.mombasa.scoring import CATEGORIES, COINS_HIGH, COMPANIES, POINTS_HIGH, SHARES_HIGH
from companion.games.mombasa.state import PARTS, PHASES, TRACKS, Phase, State, sum_key
from companion.games.mombasa.turns import begun, here, settled, started_by

SEAT_COUNTERS = frozenset({"ended", *TRACKS, *PARTS})
NOBODY = -1
"""Whose turn it is, or who starts, where nobody has said so; else the number of the seat."""
_PHASES: tuple[Phase, ...] = tuple(PHASES)


def counters(state: State) -> tuple[Counter, ...]:
    """The round and where in it the table is, the coins of each company, and each column's numbers."""
    seats = tuple(map(Seat, range(len(state.columns))))
    people: tuple[Param, ...] = (T("not said yet"), *map(Who, seats))
    found = [
        Counter("round", T("Round"), state.round, 1, ROUNDS),
        Counter("phase", T("Phase"), _PHASES.index(state.phase), 0, len(PHASES) - 1, words=tuple(PHASES.values())),
        Counter("start", T("Start player"), _value(state.start), NOBODY, seats[-1], words=people),
    ]
    yes_no, word = (T("no"), T("yes")), T("Has ended the action phase")
    for seat in seats:
        label = T("{who} has ended the action phase", who=Who(seat))
        found.append(Counter(sum_key("ended", seat), label, int(seat in state.ended), 0, 1, seat, word, yes_no))
    found.append(Counter("turn", T("Whose turn it is"), _value(state.turn), NOBODY, seats[-1], words=people))
    for index, (company, label) in enumerate(COMPANIES.items()):
        coins = T("Coins uncovered at {company}", company=label)
        found.append(Counter(sum_key("coins", company=company), coins, state.coins[index], 0, COINS_HIGH))
    return (*found, *(counter for seat in seats for counter in _of_column(state, seat)))


def _of_column(state: State, seat: Seat) -> Iterator[Counter]:
    column = state.columns[seat]
    for track in TRACKS:
        word, now = CATEGORIES[track], getattr(column, track)
        label = T("{category} of {who}", category=word, who=Who(seat))
        yield Counter(sum_key(track, seat), label, now, 0, POINTS_HIGH, seat, word)
    for part, words in PARTS.items():
        for index, (company, name) in enumerate(COMPANIES.items()):
            word, now = T("{company}, {part}", company=name, part=words), getattr(column, part)[index]
            label = T("{category} of {who}", category=word, who=Who(seat))
            yield Counter(sum_key(part, seat, company), label, now, 0, SHARES_HIGH, seat, word)


def with_counter(state: State, key: str, value: int) -> State:
    """The state with one of them set, and what depended on it begun afresh; the value it has changes nothing.

    Another round begins with its planning phase; another phase begins as it does in play; somebody's turn is one of the
    action phase. A game that was over goes on. Raises Refused for a phase that this round does not have, and for the
    turn of somebody who is away.
    """
    if any(counter.key == key and counter.value == value for counter in counters(state)):
        return state
    kind, _, rest = key.partition(":")
    of, _, company = rest.partition(":")
    match kind:
        case "round":
            return _in_phase(replace(state, round=value), "planning")
        case "phase":
            return _in_phase(state, _PHASES[value])
        case "start":
            return started_by(state, _seat(value))
        case "turn":
            return _with_turn(state, _seat(value))
        case "ended":
            return _with_ended(state, Seat(int(of)), bool(value))
    state = replace(state, sums=tuple(entry for entry in state.sums if entry[0] != key))
    return state.with_coins(of, value) if kind == "coins" else state.with_number(int(of), kind, company or None, value)


def _in_phase(state: State, phase: Phase) -> State:
    if phase == "preparing" and state.round == ROUNDS:
        text = T("After round {n} there is no preparation: choose the final scoring, or correct the round.", n=ROUNDS)
        raise Refused("bad_field", "value", text)
    state = replace(state, ending=Ending(), turn=None)
    if phase == "action":
        return begun(state)
    ended = frozenset() if phase == "planning" else state.ended | here(state)
    return replace(state, phase=phase, ended=ended)


def _with_turn(state: State, seat: Seat | None) -> State:
    if seat is not None and seat in state.away:
        raise Refused("bad_field", "value", T("{who} is away. Say first that {who} is back.", who=Who(seat)))
    if state.phase != "action":
        state = _in_phase(state, "action")
    return replace(state, turn=seat, ended=state.ended if seat is None else state.ended - {seat})


def _with_ended(state: State, seat: Seat, ended: bool) -> State:
    if ended:
        if state.phase == "planning":
            state = _in_phase(state, "action")
        after = settled(replace(state, ended=state.ended | {seat})).state
        return after if after.phase == state.phase else replace(after, ending=Ending())
    after = replace(state, ended=state.ended - {seat})
    if seat in state.away or state.phase == "action":
        return after
    return replace(after, phase="action", turn=seat, ending=Ending())


def _value(seat: Seat | None) -> int:
    return NOBODY if seat is None else seat


def _seat(value: int) -> Seat | None:
    return None if value == NOBODY else Seat(value)
