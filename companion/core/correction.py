"""The correction: any counter can be set to any value in its range, with a reason, at any time.

A companion must never be the reason the evening stops. A correction is an ordinary event, marked as such in the log.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from companion.core.fields import Choice, Field, Labelled, Note, Number, out_of_range
from companion.core.game import Action, Clause, Counter, Game, Offer, Step, Telling, no_such_counter
from companion.core.refusal import Refused
from companion.core.text import Listing, Param, T

S = TypeVar("S")


class Correct(Action, frozen=True, kw_only=True, tag="correct"):
    """Set one counter of the game to a value, whatever the rules say. ``reason`` stands in the history.

    ``was``: the value its author saw; ``also``: "copy" where a number printed on the owner's copy is corrected there
    too, for later tables.
    """

    counter: str
    value: int
    reason: str = ""
    was: int | None = None
    also: str | None = None


ALSO: Labelled = (("table", T("this table only")), ("copy", T("your copy too")))


def correction_offer(game: Game[S], state: S) -> Offer | None:
    """The correction as an offer for the whole table, or None for a game that counts nothing."""
    counters = game.counters(state)
    if not counters:
        return None
    asked: tuple[Field, ...] = (Choice("also", T("Where it is printed on the copy"), ALSO, optional=True),)
    return Offer(
        Correct,
        T("Correction"),
        (
            Choice("counter", T("What is wrong"), tuple((counter.key, counter.label) for counter in counters)),
            Number("value", T("Correct number"), min(c.low for c in counters), max(c.high for c in counters)),
            *(asked if any(counter.printed for counter in counters) else ()),
            Note("reason", T("Reason"), 200, optional=True),
        ),
        constrained=True,
        examples=(Correct(counter=counters[0].key, value=counters[0].value, reason=""),),
        place="more",
    )


def counter_of(game: Game[S], state: S, key: str) -> Counter:
    """The counter of this key; raises Refused where there is none."""
    for counter in game.counters(state):
        if counter.key == key:
            return counter
    raise no_such_counter()


def changed_meanwhile(field: str, label: Param, now: Param, was: Param, mine: Param) -> Refused:
    """The refusal of a number whose author saw another than it is by now."""
    return Refused(
        "changed",
        field,
        T(
            "{label} was changed to {now} meanwhile; you saw {was}. Enter {mine} all the same?",
            label=label,
            now=now,
            was=was,
            mine=mine,
        ),
    )


def check_seen(game: Game[S], state: S, action: Correct) -> None:
    """Refuses a correction whose author saw another number than it is by now, unless it is set to what it is."""
    counter = counter_of(game, state, action.counter)
    if action.was is not None and action.was != counter.value != action.value:
        was, mine = (_as(counter, value) for value in (action.was, action.value))
        raise changed_meanwhile("value", counter.label, counter.shown, was, mine)


def corrected(game: Game[S], state: S, action: Correct) -> Step[S]:
    """What a correction comes to; raises Refused where the counter does not exist or the value is out of range."""
    counter = counter_of(game, state, action.counter)
    check_in_range(counter, action.value, "value")
    after, follows = game.corrected(state, counter.key, action.value)
    # The number itself is named where it is one to people, and where there still is such a number: a full ship leaves.
    named = not counter.words and any(other.key == counter.key for other in game.counters(after))
    clause = Clause(
        T(
            "Correction: {label} from {old} to {new}.",
            label=counter.label,
            old=counter.shown,
            new=_as(counter, action.value),
        ),
        "cost",
        ((counter.key, action.value - counter.value),) if named else (),
    )
    return Step(after, (clause, *follows, *_of_the_copy(counter, action), *because(action.reason)))


def because(reason: str) -> Telling:
    """The reason given, where there is one."""
    return (Clause(T("Reason: {reason}", reason=reason.strip())),) if reason.strip() else ()


def _of_the_copy(counter: Counter, action: Correct) -> Telling:
    if not counter.printed:
        return ()
    if action.also == "copy":
        return (Clause(T("Your copy is corrected too, for later tables.")),)
    return (Clause(T("It is printed on your copy: only this table is corrected.")),)


def check_in_range(counter: Counter, value: int, field: str) -> None:
    """Refuses a value that this counter cannot have."""
    if counter.words and not counter.low <= value <= counter.high:
        choices = Listing(counter.words, "or")
        raise Refused("bad_field", field, T("{label}: choose one of {choices}.", label=counter.label, choices=choices))
    if not counter.low <= value <= counter.high:
        raise Refused("bad_field", field, out_of_range(counter.label, counter.low, counter.high))


def _as(counter: Counter, value: int) -> Param:
    return replace(counter, value=value).shown if counter.low <= value <= counter.high else value
