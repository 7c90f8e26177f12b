"""What may be entered now: what the table says as a whole, and what each seat does."""

from __future__ import annotations

from companion.core.ending import FinishNow, GoOn, Reveal, end_offers
from companion.core.fields import SeatChoice
from companion.core.game import Offer
from companion.core.text import Seat, T
from companion.games.walking_on_the_moon import closing
from companion.games.walking_on_the_moon.actions import TurnOf
from companion.games.walking_on_the_moon.options import Options
from companion.games.walking_on_the_moon.pad_offers import column_offers
from companion.games.walking_on_the_moon.questions import question_offers
from companion.games.walking_on_the_moon.scoring import LINES
from companion.games.walking_on_the_moon.setup_offers import copy_offers
from companion.games.walking_on_the_moon.state import State, target
from companion.games.walking_on_the_moon.turn_offers import turn_offers


def offers(state: State, options: Options, seat: Seat | None) -> tuple[Offer, ...]:
    """What this seat may enter, or with None the table."""
    if seat is None:
        return (*copy_offers(state), *question_offers(state), *_of_the_race(state), *_of_the_end(state))
    return turn_offers(state, options, seat) if state.full else column_offers(state, seat)


def _of_the_race(state: State) -> tuple[Offer, ...]:
    if state.phase != "turn" or state.turn is None or state.turn.jumps or len(state.waiting) < 2:
        return ()
    others = tuple(target(state, one) for one in state.waiting[1:] if state.is_here(one))
    if not others:
        return ()
    field = SeatChoice("astronaut", T("Whose turn"), others)
    return (Offer(TurnOf, T("It is somebody else's turn"), (field,), place="more"),)


def _of_the_end(state: State) -> tuple[Offer, ...]:
    """A race is ended by hand while it is run; it goes on only where it was not over by the rules."""
    possible = {FinishNow: state.phase in ("turn", "leading", "last"), Reveal: True, GoOn: False}
    found = [offer for offer in end_offers(state.ending, tuple(LINES.values())) if possible[offer.action]]
    if closing.may_go_on(state):
        found.append(Offer(GoOn, T("The race goes on"), place="more"))
    return tuple(found)
