"""The big screen's one message, and what the last round brought."""

from __future__ import annotations

from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.lunchtime_battle.counting import count, may_object
from companion.games.lunchtime_battle.rounds import lacking
from companion.games.lunchtime_battle.state import State
from companion.games.lunchtime_battle.verdict import joined

MOST_NAMES = 2
"""Whoever is waited for is also seen in the ring: more names would leave the picture no room."""


def is_fresh(state: State) -> bool:
    """Whether all monsters lie and nothing was done about them yet: it is time to turn them up."""
    return (
        state.phase == "count"
        and not (state.picked or state.passed or state.pointed)
        and not any(card.used for card in (*state.ring, *state.candidates))
    )


def headline(state: State) -> Text:
    """The board's one message."""
    if state.ending.over:
        return T("Who fetches lunch?")
    match state.phase:
        case "dishes":
            return T("What does each symbol stand for?")
        case "start":
            return T("Who gets the start player marker?")
        case "roll":
            return T("{who} rolls the dice.", who=Who(state.start_seat))
        case "lay":
            return _still_to_lay(sorted(lacking(state)))
        case "count":
            return _counted(state)
        case "sheet":
            names = tuple(Who(seat) for seat in sorted(state.present - state.ending.complete))
            return T("Still to enter: {names}.", names=Listing(names))
    return T("Who fetches lunch?")


def _counted(state: State) -> Text:
    """Who is picked as it stands, and what is still waited for."""
    now = count(state)
    if now.card is None:
        return now.lands
    if is_fresh(state):
        return T("All monsters lie there: turn them up together.")
    picked = T("{monsters} is picked.", monsters=now.picked[0].whose)
    if len(now.picked) > 1:
        picked = T("{monsters} are picked.", monsters=Listing(tuple(card.whose for card in now.picked)))
    objecting = may_object(state)
    if not objecting:
        return joined((picked, T("Its food symbols are still to be entered.")))
    if len(objecting) > MOST_NAMES:
        return joined((picked, T("{n} may still object.", n=len(objecting))))
    names = Listing(tuple(Who(seat) for seat in sorted(objecting)))
    return joined((picked, T("May still object: {names}.", names=names)))


def _still_to_lay(seats: list[Seat]) -> Text:
    if len(seats) > MOST_NAMES:
        return T("Lay your monsters face down. Still choosing: {n}.", n=len(seats))
    return T("Lay your monsters face down. Still to lay: {names}.", names=Listing(tuple(map(Who, seats))))


def newest(state: State) -> Text | None:
    """What the last round brought, while the next one begins."""
    if state.ending.over or state.phase not in ("roll", "final"):
        return None
    cards = tuple(card for card in state.candidates if card.id in state.picked)
    if not cards:
        return None
    laid_in = int(cards[0].id.partition(".")[0])
    return T("Picked in round {n}: {monsters}.", n=laid_in, monsters=Listing(tuple(card.whose for card in cards)))
