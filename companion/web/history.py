"""The log as people read it: who entered what, when, in the sentence that was shown before it was confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from companion.core import log
from companion.core.game import Clause, Offer, Telling, action_type
from companion.core.log import Amended, Event, Played, Retracted, Seated, Step
from companion.core.text import Listing, Seat, T
from companion.play import Look, Refused


@dataclass(frozen=True)
class Entry:
    """One line of the history, newest first; ``can_correct``: a play that still counts and says something."""

    event: Event
    seat: Seat | None
    telling: Telling
    undone: bool
    amended: bool
    can_correct: bool

    @property
    def time(self) -> datetime:
        """When it was entered, in the local time of the server's machine."""
        return datetime.fromisoformat(self.event.at).astimezone()


def entries_of(found: Look) -> list[Entry]:
    """Every entry that counts or was undone, newest first; retractions show as their entry being undone."""
    told: dict[int, tuple[Seat | None, Telling]] = {}
    changeable = set()
    state = found.game.setup(len(found.table.seats))
    for step in found.table.steps:
        if type(step.action).__struct_fields__:
            changeable.add(step.event.seq)
        told[step.event.seq] = (step.seat, log.tell(found.game, state, step.seat, step.action))
        state = log.perform(found.game, state, step.seat, step.action)
    amended = {
        event.change.of
        for event in found.events
        if isinstance(event.change, Amended) and event.seq not in found.table.undone
    }
    entries = []
    for event in found.events:
        undone = event.seq in found.table.undone
        match event.change:
            case Retracted():
                continue
            case Played():
                seat, telling = told.get(event.seq, (event.change.seat, (Clause(T("An entry that was undone.")),)))
            case Amended():
                seat, telling = None, (Clause(T("Entry {n} was corrected.", n=event.change.of), "cost"),)
            case Seated():
                names = Listing(tuple(sitting.name for sitting in event.change.seats))
                seat, telling = None, (Clause(T("Seats: {names}.", names=names)),)
        entries.append(Entry(event, seat, telling, undone, event.seq in amended, event.seq in changeable))
    return entries[::-1]


def offer_at(found: Look, seq: int) -> tuple[Offer, Step]:
    """The offer an entry fell under when it was made, for correcting it; raises Refused where it does not count."""
    state = found.game.setup(len(found.table.seats))
    for step in found.table.steps:
        if step.event.seq == seq:
            kind = action_type(step.action)
            own = found.game.offers(state, step.seat) if step.seat is not None else ()
            same = [offer for offer in (*own, *log.offers(found.game, state, None)) if offer.type == kind]
            try:
                return log.offer_for(found.game, state, step.seat, log.without_was(step.action)), step
            except Refused:
                if same:
                    return same[0], step
                break
        state = log.perform(found.game, state, step.seat, step.action)
    raise Refused(
        "illegal", "seq", T("Only an entry that still counts can be corrected. Restore it first, or enter it anew.")
    )
