"""What a tap means on a table that has changed since its author looked: done already, meant all the same, or refused.

A phone sends one tap after the other, also before the first is answered. The same button once more is somebody's double
tap: ``again`` in the refusal says so, and a page answers it with what the first one did. Another button is carried out where
it is still possible; Undo takes back what the same phone has just entered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.game import Action, action_type
from companion.core.log import Event, Retracted
from companion.core.refusal import Refused
from companion.core.text import Seat, T, Who
from companion.play.house import House
from companion.play.look import Look


def stale(house: House, found: Look, event: Event | None, device: int | None = None, *, again: bool = False) -> Refused:
    """The refusal of a tap on a table that is another by now: who was quicker, and the number of what they did.

    ``device``: whose tap it is; ``again``: it is what that phone has done already.
    """
    if event is None:
        return Refused(
            "stale", "base_seq", T("The table has changed meanwhile. Look at it as it is now, then tap again.")
        )
    more = {"by": event.device, "seq": event.seq, **({"again": True} if again else {})}
    if event.device == device:
        text = T(
            "This phone entered something before that, and the table has changed. Look at it as it is now, then tap again."
        )
        return Refused("stale", "base_seq", text, more=more)
    seat = found.seat_of(house.store.device_numbered(found.code, event.device))
    who = T("Another phone") if seat is None else Who(seat)
    text = T("{who} was quicker: the table has changed meanwhile. Look at it as it is now, then tap again.", who=who)
    return Refused("stale", "base_seq", text, more=more)


def check_not_done(
    house: House, found: Look, device: int, seen: int, seat: Seat | None, action: Action, same: Callable[[Any], bool]
) -> None:
    """Refuses a tap that has no value of its own where another phone entered such a thing since its author looked, or this
    one the same: ``same`` says it of an action of this type.
    """
    for entry in reversed(found.table.entries):
        if entry.event.seq <= seen:
            return
        if (entry.seat, action_type(entry.action)) != (seat, action_type(action)):
            continue
        own = entry.event.device == device
        if not own or same(entry.action):
            raise stale(house, found, entry.event, device, again=own)


def check_takes_back(house: House, found: Look, device: int, seen: int, *, restores: bool) -> None:
    """Refuses Undo (``restores``: Redo) where the newest change is not what its author means to take back.

    That is what was on the page, or what the same phone did after it; not what others did, nor this phone's own first tap on
    the same button.
    """
    if found.seq <= seen:
        return
    newest = found.events[-1]
    again = isinstance(newest.change, Retracted) and restores == _restores(found, newest.change)
    if newest.device != device or again:
        raise stale(house, found, newest, device, again=newest.device == device)


def _restores(found: Look, change: Retracted) -> bool:
    return isinstance(found.events[change.of - 1].change, Retracted)
