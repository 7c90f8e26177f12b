"""Actions, sheets and results to and from JSON; errors name the field.

msgspec checks shapes while it decodes, in English; ranges and their words belong to the fields of an offer. So what a
person reads here is our own sentence, with the path msgspec found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, Union

import msgspec

from companion.core.away import SetAway
from companion.core.beside import Drawn, Thrown, Timed
from companion.core.correction import Correct
from companion.core.fields import Schema
from companion.core.game import Action, AnyGame, Offer, action_type
from companion.core.names import without_steering
from companion.core.playing_on import PlayedOn
from companion.core.refusal import Refused
from companion.core.scoring import Sheet
from companion.core.text import Listing, T, Text, listed
from companion.core.vocabulary import fields_of

J = TypeVar("J", bound=Sheet)
K = TypeVar("K", bound=msgspec.Struct)


@cache
def _by_name(actions: tuple[type[Action], ...]) -> dict[str, type[Action]]:
    """The action types of a game by their name in JSON, those of every game among them."""
    kinds: tuple[type[Action], ...] = (*actions, Correct, PlayedOn, SetAway, Thrown, Drawn, Timed)
    return {action_type(kind): kind for kind in kinds}


def _without_steering(data: object) -> object:
    """Plain data whose texts steer no terminal and turn no reading direction: whatever is entered is shown to others."""
    if isinstance(data, str):
        return data if data.isprintable() else without_steering(data)
    if isinstance(data, dict):
        return {key: _without_steering(value) for key, value in data.items()}
    return [_without_steering(value) for value in data] if isinstance(data, list) else data


def action_from_json(game: AnyGame | type[AnyGame], data: object) -> Action:
    """The action a JSON object asks for; raises Refused with the path of what is wrong."""
    kinds = _by_name(game.actions)
    data = _without_steering(data)
    name = data.get("type") if isinstance(data, dict) else None
    # One type, not the union of all: msgspec works a union out anew for every value.
    kind: Any = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        kind = Union[tuple(kinds.values())]  # noqa: UP007 - as many as the game has
    try:
        action: Action = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _bad_field(error, "action", lambda: _keyed(kind, data)) from error
    return action


def action_to_json(action: Action) -> dict[str, Any]:
    """The action as JSON; what was left at its default is left out, so that old logs stay as they were written."""
    encoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))  # lists, where to_builtins has tuples
    defaults = dict(
        zip(
            action.__struct_fields__[len(action.__struct_fields__) - len(action.__struct_defaults__) :],
            action.__struct_defaults__,
            strict=True,
        )
    )
    return {
        key: value
        for key, value in encoded.items()
        if key == "type" or key not in defaults or getattr(action, key) != defaults[key]
    }


def sheet_from_json(kind: type[J], data: bytes | str | object) -> J:
    """A score sheet from JSON text or from plain data; raises Refused."""
    try:
        if isinstance(data, bytes | str):
            return msgspec.json.decode(data, type=kind)
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _bad_field(error, None, lambda: _keyed(kind, data)) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("bad_field", None, T("This is not JSON: {detail}", detail=str(error))) from error


def read_struct(kind: type[K], data: object) -> K:
    """Plain data as a struct of this kind; raises Refused with the path of what is wrong."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _bad_field(error, None, lambda: _keyed(kind, data)) from error


def sheet_to_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as JSON, absent optional numbers left out."""
    plain: dict[str, Any] = _without_nulls(msgspec.to_builtins(sheet))
    return plain


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(v) for key, v in value.items() if v is not None}
    if isinstance(value, list | tuple):
        return [_without_nulls(v) for v in value]
    return value


_AT = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"unknown field `(?P<name>.*)`")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_EXPECTED = re.compile(r"Expected `(?P<kinds>[a-z| ]+)`(?: of length (?P<length>\d+))?")
_KINDS: dict[str, Text] = {
    "int": T("a whole number"),
    "str": T("a text in quotation marks"),
    "bool": T("true or false"),
    "array": T("a list: […]"),
    "object": T("an object: {open}…{close}", open="{", close="}"),
}
"""What may stand in a place of JSON, by what msgspec calls it."""
_MISSING = re.compile(r"missing required field `(?P<name>.*)`")


def _said(error: msgspec.ValidationError) -> tuple[str, str]:
    """What msgspec found and where: "Expected `int`, got `str` - at `$.players[0].cash`"."""
    found = _AT.match(str(error))
    return (found["what"], found["path"] or "$") if found else (str(error), "$")


def _keyed(kind: Any, data: object) -> str:
    """The path of what is wrong in ``data``, with the keys of objects for which msgspec only says ``[...]``.

    Each key is tried alone in its object: the first with which the same is found is the one at fault.
    """
    try:
        plain = msgspec.json.decode(data) if isinstance(data, bytes | str) else data
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # What is wrong with its shape was found first, but the rest of it is not even JSON.
        raise Refused("bad_field", None, T("This is not JSON: {detail}", detail=str(error))) from error
    try:
        msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        path = _said(error)[1]
    else:
        return "$"
    shown, steps, rest = "", list[str | int](), path
    while "[...]" in rest:
        before, _, after = rest.partition("[...]")
        shown += before
        steps += [name or int(index) for name, index in _STEP.findall(before)]
        for key, value in _at(plain, steps).items():
            alone = _with(plain, steps, {key: value})
            try:
                msgspec.convert(alone, kind)
            except msgspec.ValidationError as error:
                found = _said(error)[1]
                if found.startswith(path.removesuffix(after)):
                    plain, after = alone, found.removeprefix(path.removesuffix(after))
                    path = found
                    break
        else:
            return shown
        shown, rest = f"{shown}.{key}", after
        steps.append(key)
    return shown + rest


def _at(data: Any, steps: Sequence[str | int]) -> Any:
    for step in steps:
        data = data[step]
    return data


def _with(data: Any, steps: Sequence[str | int], value: object) -> Any:
    """A copy of JSON data with another value at a path."""
    if not steps:
        return value
    first, *rest = steps
    changed = _with(data[first], rest, value)
    if isinstance(data, dict):
        return {**data, first: changed}
    return [changed if index == first else other for index, other in enumerate(data)]


def _bad_field(error: msgspec.ValidationError, root: str | None, keyed: Callable[[], str]) -> Refused:
    """Our sentence for msgspec's; ``keyed`` finds the path where msgspec leaves a key out."""
    what, path = _said(error)
    if "[...]" in path:
        path = keyed()
    path = path.removeprefix("$").lstrip(".")
    unknown, missing = _UNKNOWN.search(what), _MISSING.search(what)
    if unknown is not None:
        path = f"{path}.{unknown['name']}" if path else unknown["name"]
        text = T("There is no field of this name here. Look at the spelling.")
    elif missing is not None:
        path = f"{path}.{missing['name']}" if path else missing["name"]
        text = T("This field is missing.")
    elif "Invalid value" in what and path == "type":
        text = T("There is no action of this name in this game.")
    else:
        text = _wrong_kind(what) or T("This has the wrong form: {detail}", detail=what)
    refused = Refused("bad_field", path or root, text, missing=missing is not None)
    return refused.under(root) if root else refused


def _wrong_kind(what: str) -> Text | None:
    """What belongs into a place, where msgspec says which kind of value it expected there."""
    found = _EXPECTED.match(what)
    kinds = [] if found is None else [kind for kind in found["kinds"].split(" | ") if kind != "null"]
    if found is None or not kinds or any(kind not in _KINDS for kind in kinds):
        return None
    if found["length"] is not None:
        return T("A list of {n} belongs here.", n=int(found["length"]))
    return T("Here belongs {kind}.", kind=Listing(tuple(_KINDS[kind] for kind in kinds), "or"))


def offer_schema(offer: Offer) -> Schema:
    """JSON Schema 2020-12 of the whole action object, with today's ranges.

    What it carries unasked may be left out where that means the same.
    """
    defaults = {field.name: field.default for field in fields_of(offer.action)}
    properties: Schema = {"type": {"const": offer.type}}
    properties |= {name: {"const": value} for name, value in offer.fixed.items()}
    required = ["type", *(name for name, value in offer.fixed.items() if defaults[name] != value)]
    for field in offer.fields:
        properties[field.name] = {"title": field.label.template, **field.schema()}
        if not field.optional:
            required.append(field.name)
        current = getattr(field, "current", None)
        if current is not None and "was" in offer.action.__struct_fields__:
            properties["was"] = {"const": current}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def offer_example(game: AnyGame, offer: Offer) -> Action:
    """One action of this offer that is accepted."""
    if offer.examples:
        return offer.examples[0]
    sample = {field.name: field.sample() for field in offer.fields if not field.optional}
    return action_from_json(game, {"type": offer.type, **offer.fixed, **sample})


def options_from_json(game: type[AnyGame], given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Every option of the game with a checked value; raises Refused for an unknown key or choice."""
    known = {option.key: option for option in game.options}
    checked: dict[str, Any] = {key: option.default for key, option in known.items()}
    for key, value in given.items():
        option = known.get(key)
        if option is None:
            raise Refused("bad_field", f"options.{key}", T("This game has no such option."))
        allowed: Sequence[Any] = [choice for choice, _ in option.choices] or [True, False]
        if type(value) is int and str(value) in allowed:
            value = str(value)  # a choice that reads like a number (cards: 7) may be written as one
        if not any(value == choice and type(value) is type(choice) for choice in allowed):
            raise Refused(
                "bad_field", f"options.{key}", T("Choose one of: {choices}", choices=listed(map(str, allowed)))
            )
        if option.players is not None and value != option.default and seats not in option.players:
            raise Refused("bad_field", f"options.{key}", _needs_players(option.label, option.players))
        checked[key] = value
    return checked


def _needs_players(option: Text, players: range) -> Text:
    if len(players) == 1:
        return T("{option} needs {n} players.", option=option, n=players[0])
    return T("{option} needs {low} to {high} players.", option=option, low=players[0], high=players[-1])
