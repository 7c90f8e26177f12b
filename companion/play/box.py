"""The box profile: the printed numbers of the owner's copy, asked once and remembered for later tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.codec import options_from_json
from companion.core.refusal import Refused
from companion.core.text import T
from companion.games import GAMES
from companion.play.house import House


def box_of(house: House, game: str) -> dict[str, Any]:
    """What is remembered of the owner's copy of a game; raises Refused for a game nobody knows."""
    if game not in GAMES:
        raise Refused("not_found", None, T("There is no such game here."))
    return house.store.box(game)


def set_box(house: House, game: str, profile: object) -> dict[str, Any]:
    """Remembers the printed numbers of the owner's copy; open tables keep theirs. Raises Refused."""
    box_of(house, game)
    if not isinstance(profile, dict):
        raise Refused("bad_field", None, T("A box profile is an object."))
    kind = GAMES[game]
    try:
        kind.open(options_from_json(kind, {}, kind.players[0]), profile).setup(kind.players[0])
    except Refused as problem:
        raise Refused("bad_field", problem.field, problem.text) from problem
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise Refused("bad_field", None, T("These are not printed numbers of this game.")) from problem
    with house.store.writing():
        house.store.set_box(game, profile)
    return profile


def remember(house: House, game: str, patch: Mapping[str, Any]) -> None:
    """Writes what an entry taught to the box profile, for later tables; after that entry is stored."""
    if patch:
        with house.store.writing():
            house.store.set_box(game, merged(house.store.box(game), patch))


def merged(profile: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The box profile after a merge patch (RFC 7396): None removes, objects are merged, all else replaces."""
    result = dict(profile)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            below = result.get(key)
            result[key] = merged(below if isinstance(below, dict) else {}, value)
        else:
            result[key] = value
    return result
