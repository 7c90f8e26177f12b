"""What is printed on the owner's copy, number by number, and where each stands in the box profile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.fields import is_whole
from companion.core.refusal import Refused
from companion.core.text import Param, T, Text, listed

Path = tuple[str | int, ...]
"""Where something stands in a box profile: keys of objects, indexes of lists."""


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """One number printed on the owner's copy.

    ``value``: None while nobody has said it; ``low`` to ``high`` in steps of ``step``; ``of``: the card, ship or die it
    stands on, where numbers are listed by what they stand on.
    """

    label: Text
    path: Path
    value: int | None
    low: int
    high: int
    step: int = 1
    of: Param | None = None

    def allows(self, value: object) -> bool:
        """Whether this can be printed there."""
        return is_whole(value, self.low, self.high) and (value - self.low) % self.step == 0


def standing(profile: Mapping[str, Any], path: Path) -> Any:
    """What stands at a path of a profile, None where nothing does."""
    found: Any = profile
    for part in path:
        if isinstance(found, Mapping) and isinstance(part, str):
            found = found.get(part)
        elif isinstance(found, list) and isinstance(part, int) and part < len(found):
            found = found[part]
        else:
            return None
    return found


def number_at(profile: Mapping[str, Any], path: Path) -> int | None:
    """The number at a path of a profile, None where there is none."""
    found = standing(profile, path)
    return found if is_whole(found) else None


def with_standing(profile: Mapping[str, Any], path: Path, value: object) -> dict[str, Any]:
    """The profile with something else at a path; None forgets it, and what is empty after that."""
    changed = _with(profile, path, value)
    return changed if isinstance(changed, dict) else {}


def _with(inside: Any, path: Path, value: object) -> Any:
    if not path:
        return value
    part, rest = path[0], path[1:]
    if isinstance(part, str):
        of = dict(inside) if isinstance(inside, Mapping) else {}
        now = _with(of.get(part), rest, value)
        if now is None:
            of.pop(part, None)
        else:
            of[part] = now
        return of or None
    items = list(inside) if isinstance(inside, list) else []
    items += [None] * (part + 1 - len(items))
    items[part] = _with(items[part], rest, value)
    # The other numbers of a list keep their places; one with nothing left in it is forgotten.
    return items if any(item is not None for item in items) else None


def without_nulls(profile: Mapping[str, Any]) -> dict[str, Any]:
    """The profile as it is kept: null forgets a number, and what is empty after that."""
    return {key: kept for key, value in profile.items() if (kept := _kept(value)) is not None}


def _kept(value: Any) -> Any:
    if isinstance(value, Mapping):
        return without_nulls(value) if not value else without_nulls(value) or None
    if isinstance(value, list) and value and all(item is None for item in value):
        return None
    return value


def check_printed(profile: Mapping[str, Any], printed: Iterable[PrintedNumber]) -> None:
    """Refuses a profile in which something stands where only a number of some range can, naming the number."""
    for number in printed:
        found = standing(profile, number.path)
        if found is not None and not number.allows(found):
            raise out_of_range(number)


def out_of_range(number: PrintedNumber) -> Refused:
    """The refusal of a number that cannot be printed there."""
    label: Param = number.label
    if number.of is not None:
        label = T("{what}: {label}", what=number.of, label=number.label)
    if number.step > 1:
        allowed = listed(map(str, range(number.low, number.high + 1, number.step)))
        return Refused(
            "bad_field", dotted(number.path), T("{label}: choose one of {choices}.", label=label, choices=allowed)
        )
    text = T("{label}: enter a whole number from {low} to {high}.", label=label, low=number.low, high=number.high)
    return Refused("bad_field", dotted(number.path), text)


def dotted(path: Path) -> str:
    """The path as refusals name fields: ``ships.red[0].points``."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
