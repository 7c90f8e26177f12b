"""The draw pile, the hands that are counted, and the monkey that wins when it is empty."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Step, Telling
from companion.core.steps import said, then
from companion.core.text import TN, Seat, T, Who
from companion.games.spank_the_monkey.actions import DeckEmpty, Draw, GoOn, TakeCards
from companion.games.spank_the_monkey.leaving import passed_over
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.state import By, State, hand_by, with_hand


def must_draw(hand: int) -> int:
    """How many cards the draw phase gives: 2 with 4 or fewer in hand, else 1."""
    return 2 if hand <= 4 else 1


def drawn(state: State, seat: Seat, action: Draw, options: Options) -> Step[State]:
    """A seat draws, and the build phase begins."""
    after, taken, by = _taken(state, seat, action.cards, options)
    words = TN(
        "{who} draws {n} card; {left} left.",
        "{who} draws {n} cards; {left} left.",
        taken,
        who=Who(seat),
        left=after.deck,
    )
    clauses = [Clause(words, by=by)]
    hand, must = state.hands[seat], must_draw(state.hands[seat])
    if action.cards != must:
        clauses.append(Clause(T("By the rules {n}, with a hand of {hand}.", n=must, hand=hand), "cost"))
    return Step(replace(after, phase="build"), (*clauses, *_monkey_wins(after)))


def taken_by_card(state: State, action: TakeCards, options: Options) -> Step[State]:
    """A card lets somebody draw."""
    after, taken, by = _taken(state, Seat(action.player), action.cards, options)
    words = TN("By hand: {who} takes {n} card.", "By hand: {who} takes {n} cards.", taken, who=Who(action.player))
    return Step(after, (Clause(words, "cost", by), *_monkey_wins(after)))


def found_empty(state: State, action: DeckEmpty, options: Options) -> Step[State]:
    """The table sees that the draw pile is empty, whatever the count says."""
    after = replace(state, deck=0, monkey_won=options.deck_empty == "drawn")
    words = T("The draw pile is empty now; it was counted as {n}.", n=state.deck)
    return Step(after, (Clause(words, by=(("deck", -state.deck),)), *_monkey_wins(after)))


def gone_on(state: State, action: GoOn, options: Options) -> Step[State]:
    """The game was not over: so many cards are left. Whoever left meanwhile is passed over."""
    after = replace(state, deck=action.deck, monkey_won=False, winner=None)
    words = TN(
        "The game goes on with {n} card in the draw pile.",
        "The game goes on with {n} cards in the draw pile.",
        action.deck,
    )
    return then(said(after, words, by=(("deck", action.deck - state.deck),)), passed_over, options)


def _taken(state: State, seat: Seat, cards: int, options: Options) -> tuple[State, int, By]:
    """The state after somebody takes cards, how many there were to take, and the counters that says."""
    taken = min(cards, state.deck)
    after = replace(with_hand(state, seat, taken), deck=state.deck - taken)
    emptied = options.deck_empty == "drawn" and after.deck == 0 and cards > 0
    if emptied or taken < cards:
        after = replace(after, monkey_won=True)
    return after, taken, (("deck", -taken), *hand_by(state, seat, taken))


def _monkey_wins(after: State) -> Telling:
    return (Clause(T("The draw pile is empty: the monkey wins."), "cost"),) if after.monkey_won else ()
