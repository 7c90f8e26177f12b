"""What the table is asked as a whole: who starts, leads, is last, was first, and what separates those who are tied."""

from __future__ import annotations

from companion.core.fields import SeatChoice, Several
from companion.core.game import Offer
from companion.core.text import T, Text, Who
from companion.games.walking_on_the_moon import pad, ties
from companion.games.walking_on_the_moon.actions import FirstAcross, Last, Leader, StartPlayer, Target, TieAnswer
from companion.games.walking_on_the_moon.race import last_candidates, level_elsewhere
from companion.games.walking_on_the_moon.state import State, each, target


def candidates(state: State) -> tuple[Target, ...]:
    """Whom the question of this phase is about: players or, with two of them, astronauts; nobody where none is asked."""
    match state.phase:
        case "start":
            return tuple(seat for seat in range(state.seats) if seat not in state.away)
        case "leading":
            return tuple(target(state, one) for one in (state.mover, *level_elsewhere(state, state.mover)))
        case "last":
            return tuple(target(state, one) for one in last_candidates(state))
        case "first":
            return tuple(seat if each(state.seats) == 1 else (seat, index) for seat, index in pad.needs_first(state))
        case "tie" if state.tie is not None:
            return state.tie.alive
    return ()


def true_of_one(state: State) -> bool:
    """Whether the question of this phase is true of one of the candidates at most."""
    key = ties.question(state.tie) if state.phase == "tie" and state.tie is not None else None
    return key is None or key in ties.ONE_ONLY


def question_offers(state: State) -> tuple[Offer, ...]:
    """The question of this phase, if it has one."""
    match state.phase:
        case "start":
            label = T("Start player: most recently on the Moon, else an American, else a Russian, else the oldest")
            who = SeatChoice("player", T("Start player"), candidates(state))
            return (Offer(StartPlayer, label, (who,)),)
        case "leading":
            label = T("Level in front on different spaces: who leads?")
            return (Offer(Leader, label, (_astronaut(state, T("Leading")),)),)
        case "last":
            label = T("Level in last place on different spaces: who is last?")
            return (Offer(Last, label, (_astronaut(state, T("Last")),)),)
        case "first":
            label = T("Who crossed the finish first?")
            return (Offer(FirstAcross, label, (_astronaut(state, T("First across the finish")),)),)
        case "tie" if state.tie is not None and (key := ties.question(state.tie)) is not None:
            return (_tie(key, state.tie.alive),)
    return ()


def _astronaut(state: State, label: Text) -> SeatChoice:
    return SeatChoice("astronaut", label, candidates(state))


def _tie(key: str, alive: tuple[int, ...]) -> Offer:
    label = ties.QUESTIONS[key]
    choices = tuple((str(seat), T("{who}", who=Who(seat))) for seat in alive)
    players = Several("players", label, choices, 0, 1 if key in ties.ONE_ONLY else None)
    examples = (TieAnswer(question=key, players=(str(alive[0]),)), TieAnswer(question=key, players=()))
    return Offer(TieAnswer, label, (players,), {"question": key}, examples=examples)
