"""Who sits where: names and colours checked, free colours found."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core import names
from companion.core.log import Sitting
from companion.core.refusal import Refused
from companion.core.text import Listing, T, Text, listed
from companion.play.requests import SeatAsked

COLORS: dict[str, Text] = {
    "red": T("red"),
    "blue": T("blue"),
    "green": T("green"),
    "amber": T("amber"),
    "purple": T("purple"),
    "slate": T("slate"),
}


def check_seats(seats: Sequence[SeatAsked], players: range, before: int | None = None) -> tuple[Sitting, ...]:
    """The seats asked for; raises Refused with the path. ``before``: how many there were, None for a new table."""
    if len(seats) not in players:
        raise Refused(
            "bad_field", "seats", T("{low} to {high} players can play this game.", low=players[0], high=players[-1])
        )
    found: list[Sitting] = []
    taken = {seat.color for seat in seats}
    for index, seat in enumerate(seats):
        at = f"seats[{index}]"
        name = _checked_name(seat.name, at, found)
        color = seat.color
        if color is None:
            color = next(key for key in COLORS if key not in taken)
            taken.add(color)
        if color not in COLORS:
            raise Refused("bad_field", f"{at}.color", T("The colours are {names}.", names=listed(COLORS)))
        has = next((other for other in found if other.color == color), None)
        if has is not None:
            raise Refused("bad_field", f"{at}.color", _taken(color, has.name, name, seats))
        was = None if before is None else seat.was
        if was is not None and (not 0 <= was < (before or 0) or any(was == other.was for other in found)):
            raise Refused("bad_field", f"{at}.was", T("Name an old seat, each at most once."))
        found.append(Sitting(name, color, was))
    return tuple(found)


def _checked_name(typed: str, at: str, found: Sequence[Sitting]) -> str:
    fault = names.fault(typed)
    if fault is not None:
        raise Refused("bad_field", f"{at}.name", names.FAULTS[fault])
    name = names.cleaned(typed)
    if any(names.identity(name) == names.identity(other.name) for other in found):
        raise Refused("bad_field", f"{at}.name", T("{name} is there twice; every name once.", name=name))
    return name


def _taken(color: str, has: str, wants: str, seats: Sequence[SeatAsked]) -> Text:
    """Who has a colour already, and the way out: a free one, or a swap. With two alike, one of six is always free."""
    used = {seat.color for seat in seats}
    free = Listing(tuple(word for key, word in COLORS.items() if key not in used), "or")
    return T(
        "{has} has {color} already. Give {wants} {free}, or another colour to {has}: the two can swap.",
        has=has,
        wants=wants,
        color=COLORS[color],
        free=free,
    )
