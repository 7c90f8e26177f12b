"""The end of a scored game: sheets complete, finished by hand, going on after all, and the reveal.

The score sheet is frozen when the game ends. The big screen shows it category by category while it is revealed; what is
corrected since is marked. A game keeps an `Ending` in its state as ``ending`` and puts `END_ACTIONS` among its actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.fields import Flag
from companion.core.refusal import Refused, no_seat
from companion.core.scoring import Result, Sheet
from companion.core.text import Seat, T, Text, Who
from companion.core.vocabulary import Action, Clause, Offer, Telling


class SheetComplete(Action, frozen=True, kw_only=True, tag="sheet_complete"):
    """My sheet is complete (or, with ``done`` false, not yet after all)."""

    done: bool = True


class FinishNow(Action, frozen=True, kw_only=True, tag="finish"):
    """The game ends here, whatever round it is."""


class Reveal(Action, frozen=True, kw_only=True, tag="reveal"):
    """Show the next category on every screen; after the last one, the totals. ``step``: how many its author saw."""

    step: int | None = None


class GoOn(Action, frozen=True, kw_only=True, tag="go_on"):
    """The game was not over: back to the pad."""


EndAction = SheetComplete | FinishNow | Reveal | GoOn
END_ACTIONS: tuple[type[Action], ...] = (SheetComplete, FinishNow, Reveal, GoOn)


@dataclass(frozen=True, slots=True)
class Ending:
    """How far the end has come.

    ``complete``: whose sheets are; ``revealed``: steps of the reveal that are shown; ``frozen``: the sheet as it was
    when the game ended.
    """

    complete: frozenset[Seat] = frozenset()
    over: bool = False
    revealed: int = 0
    frozen: Sheet | None = None

    def finished(self, sheet: Sheet | None) -> Ending:
        """The game is over, with this sheet."""
        return replace(self, over=True, revealed=0, frozen=sheet)

    def is_late(self, sheet: Sheet | None) -> bool:
        """Whether this sheet of today is another than the one the game ended with."""
        return self.frozen is not None and self.frozen != sheet


def ending_of(state: object) -> Ending:
    """The ending a state keeps; of a state that keeps none, one that has not begun."""
    found = getattr(state, "ending", None)
    return found if isinstance(found, Ending) else Ending()


def complete_offer(ending: Ending, seat: Seat) -> Offer:
    """Whether this seat's sheet is complete: the next thing to do until it is."""
    done = seat in ending.complete
    label = T("My sheet is not complete after all") if done else T("My sheet is complete")
    flag = Flag("done", T("Complete"), optional=True)
    return Offer(
        SheetComplete, label, (flag,), examples=(SheetComplete(done=not done),), place="more" if done else "next"
    )


def end_offers(ending: Ending, lines: Sequence[Text], go_on: Text | None = None) -> tuple[Offer, ...]:
    """What anybody may do about the end: finish it, or once it is over reveal the next line, or go on after all.

    ``lines``: the categories in the order they are revealed, none where nothing is revealed one by one; ``go_on``: what
    the way back is called in this game.
    """
    if not ending.over:
        return (Offer(FinishNow, T("Finish now"), place="more"),)
    back = Offer(GoOn, go_on or T("The game goes on"), place="more")
    if not lines or ending.revealed > len(lines):
        return (back,)
    label = T("Reveal the totals")
    if ending.revealed < len(lines):
        label = T("Reveal: {category}", category=lines[ending.revealed])
    return (Offer(Reveal, label), back)


def after_end_action(
    ending: Ending, seat: Seat | None, action: EndAction, seats: int, sheet: Sheet | None, lines: Sequence[Text]
) -> tuple[Ending, Telling]:
    """The ending after one of `END_ACTIONS`, and its sentence.

    ``seats``: how many sheets there are: the last complete one ends the game; ``sheet``: the sheet now, frozen then.
    Raises Refused where somebody else revealed this step just now.
    """
    match action:
        case FinishNow():
            told = T("The game ends here; the pad is counted as it stands.")
            return ending.finished(sheet), (Clause(told, "cost"),)
        case GoOn():
            return Ending(), (Clause(T("The game was not over: back to the pad.")),)
        case Reveal():
            return _revealed(ending, action, lines)
    if seat is None:
        raise no_seat()
    if not action.done:
        told = T("{who}: my sheet is not complete after all.", who=Who(seat))
        # Where somebody has left, the others may have been complete before one of them took it back.
        return replace(ending, complete=ending.complete - {seat}, over=False, frozen=None), (Clause(told),)
    after = replace(ending, complete=ending.complete | {seat})
    if len(after.complete) < seats:
        return after, (Clause(T("{who}: my sheet is complete.", who=Who(seat))),)
    told = T("{who}: my sheet is complete. It was the last one: the final scoring begins.", who=Who(seat))
    return after.finished(sheet), (Clause(told),)


def _revealed(ending: Ending, action: Reveal, lines: Sequence[Text]) -> tuple[Ending, Telling]:
    if action.step is not None and action.step != ending.revealed:
        raise Refused("changed", None, T("Somebody else revealed this just now."))
    told = T("The totals are shown on every screen.")
    if ending.revealed < len(lines):
        told = T("{category} is shown on every screen.", category=lines[ending.revealed])
    return replace(ending, revealed=ending.revealed + 1), (Clause(told),)


def changed_late(then: Result, now: Result) -> frozenset[tuple[str, int]]:
    """The figures that were changed since the game ended, as (key of the line, seat)."""
    return frozenset(
        (line.key, seat)
        for seat, (before, after) in enumerate(zip(then.players, now.players, strict=True))
        for line, other in zip(before.lines, after.lines, strict=True)
        if line.points != other.points
    )
