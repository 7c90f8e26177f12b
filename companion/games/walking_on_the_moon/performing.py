"""What an entry does, and the sentences that say so: both come from the same run."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import FinishNow, GoOn, Reveal, after_end_action
from companion.core.game import Action, Step
from companion.core.steps import named_once
from companion.core.text import Seat
from companion.games.walking_on_the_moon import actions as act
from companion.games.walking_on_the_moon import (
    closing,
    jumping,
    order,
    pad_performing,
    printed,
    rounds,
    ties,
    tokens,
    turn,
)
from companion.games.walking_on_the_moon.options import Options
from companion.games.walking_on_the_moon.scoring import LINES
from companion.games.walking_on_the_moon.state import State, found


def perform(state: State, options: Options, seat: Seat | None, action: Action) -> Step[State]:
    """The state after an entry, and its sentences; raises Refused where the rules cannot do it."""
    step = _performed(state, options, seat, action)
    if state.full and not step.state.full:
        # The numbers of the race are gone with it; its sheet has others.
        return Step(step.state, tuple(replace(clause, by=()) for clause in step.telling))
    return Step(step.state, named_once(step.telling))


def _performed(state: State, options: Options, seat: Seat | None, action: Action) -> Step[State]:
    match action:
        case act.ChooseDice():
            return turn.choose(state, action.dice)
        case act.ExtraDie():
            return turn.buy(state, action.die)
        case act.Reroll():
            return turn.reroll(state, action.die)
        case act.Rolled():
            return turn.rolled(state, action.dice)
        case act.Jump():
            return jumping.jump(state, options, action)
        case act.Moved():
            return order.perform(state, action)
        case act.Stop():
            return turn.stop(state)
        case act.Recover():
            return turn.recover(state, action)
        case act.StartPlayer():
            return rounds.start(state, action.player)
        case act.Leader():
            return tokens.leader(state, found(state, action.astronaut))
        case act.Last():
            return rounds.start_round(state, found(state, action.astronaut))
        case act.TurnOf():
            return rounds.turn_of(state, found(state, action.astronaut))
        case FinishNow():
            return closing.finish(state)
        case GoOn():
            return closing.go_on(state)
        case Reveal():
            lines, frozen = tuple(LINES.values()), state.ending.frozen
            ending, telling = after_end_action(state.ending, seat, action, state.seats, frozen, lines)
            return Step(replace(state, ending=ending), telling)
        case act.TieAnswer():
            return ties.answer(state, action.question, {int(player) for player in action.players})
        case act.StarPoints() | act.Spaces() | act.LastCard() | act.JumpDice() | act.DieFaces():
            return printed.kept(state, action)
    return pad_performing.enter(state, seat, action)
