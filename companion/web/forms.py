"""From what people type and tap to the JSON of an action.

A form names each field ``f.NAME``; lists repeat it, counts add ``.KEY``, cards ``.ROW.NUMBER``. Numbers are read as
people write them: full-width digits, a real minus, spaces, sums such as 12+11+7. A comma or a point is refused rather
than guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Protocol

from companion.core.fields import Cards, Choice, Counts, Dice, Field, Flag, Note, Number, Order, SeatChoice, Several
from companion.core.game import Offer
from companion.core.plain_json import read_json
from companion.core.text import T
from companion.play import Refused

MINUS = "−‐‑–—﹣－"
LONGEST_NUMBER = 60
MOST_CARDS = 40


class Form(Protocol):
    """What a posted form is here: several values a name."""

    def get(self, key: str, /) -> str | None: ...

    def getlist(self, key: str, /) -> list[str]: ...

    def keys(self) -> Iterable[str]: ...


class Part:
    """One of several actions that a form holds: what is named ``KIND.`` in it, without that."""

    def __init__(self, form: Form, kind: str) -> None:
        self._form, self._before, self._kind = form, f"{kind}.", kind

    def get(self, key: str, /) -> str | None:
        return self._kind if key == "type" else self._form.get(self._before + key)

    def getlist(self, key: str, /) -> list[str]:
        return self._form.getlist(self._before + key)

    def keys(self) -> Iterable[str]:
        names = self._form.keys()
        return [name.removeprefix(self._before) for name in names if name.startswith(self._before)]

    def filled(self, offers: tuple[Offer, ...]) -> bool:
        """Whether anything was entered in it, beside what the form carries unasked."""
        fixed = {f"f.{name}" for offer in offers for name in offer.fixed}
        names = (key for key in self.keys() if key.startswith("f.") and key not in fixed)
        return any((self.get(name) or "").strip() for name in names)


def parts_of(form: Form) -> tuple[Part, ...]:
    """The actions of a form that holds several, in the order of its ``types``."""
    return tuple(Part(form, kind) for kind in dict.fromkeys(form.getlist("types")))


def read_sum(typed: str) -> tuple[int, ...]:
    """The parts of a typed number or sum, in order: "12+11+7" is (12, 11, 7), "-3" is (-3,). Raises Refused."""
    plain = unicodedata.normalize("NFKC", typed[:LONGEST_NUMBER])
    plain = "".join("-" if letter in MINUS else letter for letter in plain)
    plain = re.sub(r"\s+", "", plain)
    if re.search(r"[.,、。，]", plain):
        raise Refused(
            "bad_field", None, T("Whole numbers only, without a point or comma: type 12, or a sum such as 12+11+7.")
        )
    if not re.fullmatch(r"[+-]?[0-9]{1,6}([+-][0-9]{1,6})*", plain):
        raise Refused("bad_field", None, T("This is not a number: type 12, or a sum such as 12+11+7."))
    return tuple(int(part) for part in re.findall(r"[+-]?[0-9]+", plain))


def read_numbers(typed: str) -> tuple[int, ...]:
    """Whole numbers typed as a sum or one after the other: "3+2" and "3 2" are (3, 2). Raises Refused."""
    found: list[int] = []
    for word in typed[:LONGEST_NUMBER].split():
        found.extend(read_sum(word))
    return tuple(found)


def read_index(typed: str | None) -> int | None:
    """The number of a seat, an entry or a device as a page sends it; None for anything else, however long."""
    return int(typed) if typed and re.fullmatch(r"[0-9]{1,9}", typed) else None


def action_from_form(form: Form, offers: tuple[Offer, ...]) -> dict[str, Any]:
    """The action a form asks for, as JSON for `companion.play.act`; raises Refused naming the field.

    ``offers`` are those of the form's type; they say which fields to read, and how.
    """
    if (raw := form.get("action")) is not None:
        try:
            posted = read_json(raw)
        except Refused as wrong:
            raise Refused("bad_field", "action", wrong.text) from wrong
        return posted if isinstance(posted, dict) else {"type": None}
    action: dict[str, Any] = {"type": form.get("type") or "", **_fixed(form, offers)}
    keys = set(form.keys())
    for field in _fields(offers):
        value = _value(form, field, keys)
        if value is not None:
            action[field.name] = value
        if isinstance(field, Number) and value is not None:
            action |= _beside(form, field, offers)
    return action


def _fixed(form: Form, offers: tuple[Offer, ...]) -> dict[str, Any]:
    """What the form carries unasked, each with the value that one of the offers carries, as it was written there."""
    found: dict[str, Any] = {}
    for name in dict.fromkeys(name for offer in offers for name in offer.fixed):
        posted = form.get(f"f.{name}")
        if posted is not None:
            known = (offer.fixed[name] for offer in offers if name in offer.fixed)
            found[name] = next((value for value in known if str(value) == posted), posted)
    return found


def naming(problem: Refused, offers: tuple[Offer, ...]) -> Refused:
    """The refusal with the words of the field that was left empty, where it says only that one is missing."""
    names = re.findall(r"[A-Za-z_]\w*", (problem.field or "").removeprefix("action."))
    if not problem.missing or not names:
        return problem
    for field in _fields(offers):
        if field.name == names[0]:
            inner = [part.label for part in getattr(field, "numbers", ()) if part.name == names[-1]]
            text = T("{label} is missing: enter it, then once more.", label=(inner or [field.label])[0])
            return Refused(problem.code, problem.field, text, missing=True)
    return problem


def _fields(offers: tuple[Offer, ...]) -> list[Field]:
    found: dict[str, Field] = {}
    for offer in offers:
        for field in offer.fields:
            found.setdefault(field.name, field)
    return list(found.values())


def _beside(form: Form, field: Number, offers: tuple[Offer, ...]) -> dict[str, Any]:
    """The value the person saw, and the parts of a typed sum, where the action has a place for them."""
    places = {name for offer in offers for name in offer.action.__struct_fields__}
    found: dict[str, Any] = {}
    was = form.get("was")
    if "was" in places and was:
        found["was"] = _number("was", was)
    typed = form.get(f"f.{field.name}") or ""
    if "parts" in places and form.get(f"step.{field.name}") is None:
        parts = read_sum(typed) if typed else ()
        if len(parts) > 1:
            found["parts"] = list(parts)
    return found


def _number(name: str, typed: str) -> int:
    try:
        return sum(read_sum(typed))
    except Refused as wrong:
        raise wrong.at(f"action.{name}") from wrong


def _value(form: Form, field: Field, keys: set[str]) -> Any:
    name = f"f.{field.name}"
    match field:
        case Number():
            return _stepped(form, field, name)
        case Flag():
            ticked = form.get(name)
            return None if ticked is None else ticked in ("true", "on", "1", "yes")
        case Several():
            given = [value for value in form.getlist(name) if value]
            return None if field.optional and name not in keys and not given else given
        case Counts():
            return _counts(form, field, name)
        case Order():
            given = [value for entry in form.getlist(name) for value in entry.split(",") if value]
            return given or None
        case Dice():
            return _dice(form, field, name, keys)
        case Cards():
            return _cards(form, field, name, keys)
        case SeatChoice():
            given_seat = form.get(name)
            if not given_seat:
                return None
            parts = [_number(field.name, part) for part in given_seat.split(":")]
            return parts[0] if len(parts) == 1 else parts
        case Choice():
            return form.get(name) or None
        case Note():
            return form.get(name)


def _counts(form: Form, field: Counts, name: str) -> dict[str, int] | None:
    """What was counted of each key; None where all were left empty.

    Where each key has a least of its own, one left as it was (``was.``) says nothing.
    """
    typed = {key: form.get(f"{name}.{key}") for key, _ in field.choices}
    if all(value is None or not (value.strip() or field.lows) for value in typed.values()):
        return None
    counted = {key: _number(f"{field.name}.{key}", value) for key, value in typed.items() if value and value.strip()}
    if not field.lows:
        return {key: n for key, n in counted.items() if n}
    return {key: n for key, n in counted.items() if str(n) != form.get(f"was.{field.name}.{key}")}


def _stepped(form: Form, field: Number, name: str) -> int | None:
    # A value that has a name is chosen beside its counter, and typed nowhere.
    typed = form.get(f"{name}.{form.get('f.counter')}") or form.get(name)
    step = form.get(f"step.{field.name}")
    if typed is None or not typed.strip():
        return None
    value = _number(field.name, typed)
    if step:
        value = min(field.high, max(field.low, value + _number(field.name, step)))
    return value


def _dice(form: Form, field: Dice, name: str, keys: set[str]) -> list[Any] | None:
    def face(typed: str) -> int | str:
        return int(typed) if re.fullmatch(r"-?[0-9]{1,3}", typed) else typed

    if field.ids:
        shown = [[die, face(value)] for die in field.ids if (value := form.get(f"{name}.{die}"))]
        return shown if shown or name in keys else None
    given = [face(value.strip()) for entry in form.getlist(name) for value in entry.split(",") if value.strip()]
    return given if given or name in keys else None


def _cards(form: Form, field: Cards, name: str, keys: set[str]) -> list[Any] | None:
    if (raw := form.get(name)) is not None:
        try:
            given = read_json(raw or "[]")
        except Refused as wrong:
            raise Refused("bad_field", f"action.{field.name}", wrong.text) from wrong
        return given if isinstance(given, list) else None
    rows = []
    for row in range(MOST_CARDS):
        prefix = f"{name}.{row}"
        called = form.get(f"{prefix}.name")
        if called is None:
            break
        if not called.strip():
            continue
        card: dict[str, Any] = {"name": " ".join(called.split())}
        for number in field.numbers:
            value = _card_number(form, number, prefix, keys)
            if value is not None:
                card[number.name] = value
        rows.append(card)
    return rows if rows or f"{name}.0.name" in keys else None


def _card_number(form: Form, number: Number | Counts | Choice, prefix: str, keys: set[str]) -> Any:
    if isinstance(number, Number):
        typed = form.get(f"{prefix}.{number.name}")
        return _number(number.name, typed) if typed and typed.strip() else None
    if isinstance(number, Choice):
        return form.get(f"{prefix}.{number.name}") or None
    counted = {key: form.get(f"{prefix}.{number.name}.{key}") for key, _ in number.choices}
    return {key: n for key, typed in counted.items() if typed and (n := _number(number.name, typed))}
