"""The build phase: a junk card on one's pile, a reinforcement on one's top junk."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Step
from companion.core.steps import said, then
from companion.core.text import Seat, T, Who
from companion.games.spank_the_monkey.actions import Build, EndTurn, JunkCard, Reinforce, ReinforcementCard
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.pile import Junk, Reinforcement, called, reinforced
from companion.games.spank_the_monkey.state import State, height, lead, with_hand, with_pile
from companion.games.spank_the_monkey.turns import ended
from companion.games.spank_the_monkey.wording import junk_words, spank_words

# Its own line, because words inside other words are not gathered for translation.
REINFORCEMENT = T("a reinforcement")


def new_junk(state: State, card: JunkCard, category: str) -> Junk:
    """A junk card that comes into play, with the next free id."""
    return Junk(state.next_id, card.name.strip(), card.height, card.strength, category.strip())


def new_reinforcement(card: ReinforcementCard) -> Reinforcement:
    """A reinforcement that comes into play."""
    return Reinforcement(card.name.strip(), card.strength)


def built(state: State, seat: Seat, action: Build, options: Options) -> Step[State]:
    """A seat puts a junk card on top of its pile, and may end its turn with it."""
    junk = new_junk(state, action.cards[0], action.category)
    after = with_pile(with_hand(state, seat, -1), seat, (*state.piles[seat], junk))
    after = _phase_after(replace(after, next_id=state.next_id + 1, built=state.built + 1), options)
    words = T(
        "{who} builds {junk}: from {old} to {new}.",
        who=Who(seat),
        junk=junk_words(junk),
        old=height(state, seat),
        new=height(after, seat),
    )
    above = lead(after, seat)
    laid = Step(after, (Clause(words), Clause(spank_words(above), "gain" if above >= 0 else "plain")))
    return then(laid, ended, seat, EndTurn(), options) if action.end else laid


def strengthened(state: State, seat: Seat, action: Reinforce, options: Options) -> Step[State]:
    """A seat puts a reinforcement on its top junk."""
    *under, old = state.piles[seat]
    card = new_reinforcement(action.cards[0])
    new = reinforced(old, card)
    after = with_pile(with_hand(state, seat, -1), seat, (*under, new))
    after = _phase_after(replace(after, reinforced=state.reinforced + 1), options)
    words = T(
        "{who} puts {card} on {junk}: strength {old} becomes {new}.",
        who=Who(seat),
        card=called(card.name, REINFORCEMENT),
        junk=new.called,
        old=old.full_strength,
        new=new.full_strength,
    )
    return said(after, words, "gain")


def _phase_after(state: State, options: Options) -> State:
    """Building is over once both cards are laid, unless building is free."""
    done = state.built and state.reinforced and not options.free_building
    return replace(state, phase="attack") if done else state
