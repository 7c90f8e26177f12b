"""What a card's text moves: junk, reinforcements, the monkey. Told as done by hand, with the heights that change."""

from __future__ import annotations

from dataclasses import replace

from companion.core.correction import because
from companion.core.game import Action, Clause, Step, Telling
from companion.core.refusal import Refused
from companion.core.text import Seat, T, Text, Who
from companion.games.spank_the_monkey.actions import (
    ByHand,
    MoveJunk,
    MoveMonkey,
    PutJunk,
    PutReinforcement,
    RemoveJunk,
    RemoveReinforcement,
)
from companion.games.spank_the_monkey.building import new_junk, new_reinforcement
from companion.games.spank_the_monkey.collisions import destroyed
from companion.games.spank_the_monkey.pile import Junk, moved, reinforced, with_junk, without
from companion.games.spank_the_monkey.state import (
    State,
    height,
    junk_at,
    settled,
    with_falling,
    with_junk_at,
    with_monkey,
    with_pile,
)
from companion.games.spank_the_monkey.wording import below_words, falling_words, junk_words


def performed(state: State, action: ByHand) -> Step[State]:
    """The state after one of these moves, and its sentences; raises Refused."""
    after, words = _moved(state, action)
    by = (("monkey", action.height - (state.monkey or 0)),) if isinstance(action, MoveMonkey) else ()
    return Step(after, (Clause(words, "cost", by), *because(action.reason), *_followed(state, after)))


def _moved(state: State, action: ByHand) -> tuple[State, Text]:
    match action:
        case MoveMonkey():
            after = with_monkey(state, action.height)
            return after, T("By hand: the monkey goes from {old} to {new}.", old=state.monkey or 0, new=action.height)
        case PutJunk():
            return _put(state, action)
        case MoveJunk():
            return _elsewhere(state, action)
        case RemoveJunk():
            seat, index = action.junk
            words = T(
                "By hand: {junk} leaves the pile of {who}.", junk=junk_words(junk_at(state, action.junk)), who=Who(seat)
            )
            return settled(destroyed(state, Seat(seat), index, _falls(state, action))), words
        case PutReinforcement():
            stronger = reinforced(junk_at(state, action.junk), new_reinforcement(action.cards[0]))
            return _changed(state, action.junk, stronger)
        case RemoveReinforcement():
            return _changed(state, action.junk, _weakened(junk_at(state, action.junk), action.which))


def _put(state: State, action: PutJunk) -> tuple[State, Text]:
    seat, position = action.to
    junk = new_junk(state, action.cards[0], action.category)
    after = with_pile(state, seat, with_junk(state.piles[seat], position, junk))
    words = T(
        "By hand: {junk} comes into the pile of {who}: {where}.",
        junk=junk_words(junk),
        who=Who(seat),
        where=below_words(state.piles[seat], position),
    )
    return replace(after, next_id=state.next_id + 1), words


def _elsewhere(state: State, action: MoveJunk) -> tuple[State, Text]:
    (seat, index), (to_seat, position) = action.junk, action.to
    junk, pile = junk_at(state, action.junk), state.piles[seat]
    if seat == to_seat and position in (index, index + 1):
        return state, T("By hand: {junk} of {who} stays where it is.", junk=junk_words(junk), who=Who(seat))
    above = pile[index + 1].id if _falls(state, action) and index + 1 < len(pile) else None
    where = below_words(state.piles[to_seat], position)
    if seat == to_seat:
        after = with_pile(state, seat, moved(pile, index, position))
        words = T(
            "By hand: {junk} moves within the pile of {who}: {where}.",
            junk=junk_words(junk),
            who=Who(seat),
            where=where,
        )
    else:
        after = with_pile(state, seat, without(pile, index))
        after = with_pile(after, to_seat, with_junk(state.piles[to_seat], position, junk))
        words = T(
            "By hand: {junk} goes from the pile of {giver} to that of {taker}: {where}.",
            junk=junk_words(junk),
            giver=Who(seat),
            taker=Who(to_seat),
            where=where,
        )
    if above is not None:
        after = with_falling(after, Seat(seat), above)
    return settled(after), words


def _changed(state: State, place: tuple[int, int], new: Junk) -> tuple[State, Text]:
    words = T(
        "By hand: strength of {junk} {new} instead of {old}.",
        junk=new.called,
        new=new.full_strength,
        old=junk_at(state, place).full_strength,
    )
    return with_junk_at(state, place, new), words


def _weakened(junk: Junk, which: int) -> Junk:
    if which > len(junk.reinforcements):
        raise Refused(
            "bad_field",
            "which",
            T("Reinforcements on {junk}: {n}. Choose 1 to {n}.", junk=junk.called, n=len(junk.reinforcements)),
        )
    left = junk.reinforcements[: which - 1] + junk.reinforcements[which:]
    return replace(junk, reinforcements=left)


def _followed(state: State, after: State) -> Telling:
    """What a move has brought about: other heights, a fall, an attack without a target."""
    clauses = []
    for seat in after.seats:
        old, new = height(state, seat), height(after, seat)
        if old != new:
            clauses.append(Clause(T("{who}: height {new} instead of {old}.", who=Who(seat), new=new, old=old)))
    if after.falling is not None and after.falling != state.falling:
        clauses.append(Clause(falling_words(after, after.falling), "cost"))
    if state.attack is not None and after.attack is None:
        clauses.append(Clause(T("The attack has lost its target and is over.")))
    return tuple(clauses)


def falling_already(state: State, action: Action) -> Refused | None:
    """Why nothing more can be made to fall now: one block falls at a time. None where it can."""
    if not isinstance(action, MoveJunk | RemoveJunk) or not action.falls or state.falling is None:
        return None
    text = T("A block is falling already. Roll for that collision first, then move this junk.")
    return Refused("illegal", "falls", text)


def _falls(state: State, action: MoveJunk | RemoveJunk) -> bool:
    if (problem := falling_already(state, action)) is not None:
        raise problem
    return action.falls
