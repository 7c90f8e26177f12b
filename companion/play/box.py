"""The box profile: the printed numbers of the owner's copy, asked once and remembered for later tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.codec import options_from_json
from companion.core.printed import Path, check_printed, dotted, out_of_range, with_standing, without_nulls
from companion.core.refusal import Refused
from companion.core.text import T
from companion.games import GAMES
from companion.play.house import House

LOCK = "box_locked"
TEACHING_LOCK = "teaching_locked"


def box_of(house: House, game: str) -> dict[str, Any]:
    """What is remembered of the owner's copy of a game; raises Refused for a game nobody knows."""
    if game not in GAMES:
        raise Refused("not_found", None, T("There is no such game here."))
    return house.store.box(game)


def set_box(house: House, game: str, profile: object) -> dict[str, Any]:
    """Remembers the printed numbers of the owner's copy, null for none; open tables keep theirs. Raises Refused."""
    box_of(house, game)
    if not isinstance(profile, dict):
        raise Refused("bad_field", None, T("A box profile is an object."))
    kind, profile = GAMES[game], without_nulls(profile)
    check_printed(profile, kind.printed_numbers(profile))
    try:
        kind.open(options_from_json(kind, {}, kind.players[0]), profile).setup(kind.players[0])
    except Refused as problem:
        raise Refused("bad_field", problem.field, problem.text) from problem
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise Refused("bad_field", None, T("These are not printed numbers of this game.")) from problem
    with house.store.writing():
        house.store.set_box(game, profile)
    return profile


def correct_box(house: House, game: str, numbers: Mapping[Path, int | None]) -> None:
    """Remembers other numbers of the owner's copy, each by where it stands; None forgets it. Raises Refused."""
    with house.store.writing():
        profile = box_of(house, game)
        known = {number.path: number for number in GAMES[game].printed_numbers(profile)}
        for path, value in numbers.items():
            if path not in known:
                text = T("This number is not remembered any more. Look at the page as it is now.")
                raise Refused("stale", dotted(path), text)
            if value is not None and not known[path].allows(value):
                raise out_of_range(known[path])
            profile = with_standing(profile, path, value)
        house.store.set_box(game, profile)


def forget_box(house: House, game: str, path: Path = ()) -> None:
    """Forgets everything below a place of the box profile, such as one card by its name; without a place all of it."""
    with house.store.writing():
        profile = box_of(house, game)
        house.store.set_box(game, with_standing(profile, path, None) if path else {})


def box_is_locked(house: House) -> bool:
    """Whether only the host may change what is remembered of the copies."""
    return house.store.setting(LOCK) == "1"


def lock_box(house: House, locked: bool) -> None:
    """Only the host may change what is remembered of the copies, or everybody at a table again."""
    with house.store.writing():
        house.store.set_setting(LOCK, "1" if locked else "0")


def may_set_box(house: House, game: str, device: str) -> bool:
    """Whether a device that is not the host's may: it has a seat at a table of that game, and the host locked nothing."""
    return not box_is_locked(house) and has_seat_at(house, game, device)


def teaching_is_locked(house: House) -> bool:
    """Whether only the host may teach cards and faces, and change what was taught."""
    return house.store.setting(TEACHING_LOCK) == "1"


def lock_teaching(house: House, locked: bool) -> None:
    """Only the host may teach, or everybody with a seat at a table again."""
    with house.store.writing():
        house.store.set_setting(TEACHING_LOCK, "1" if locked else "0")


def may_teach(house: House, game: str, device: str) -> bool:
    """Whether a device that is not the host's may: it has a seat at a table of that game, and the host locked nothing."""
    return not teaching_is_locked(house) and has_seat_at(house, game, device)


def has_seat_at(house: House, game: str, device: str) -> bool:
    """Whether a device has a seat at a table of a game."""
    for code in house.store.tables_of(device):
        row, at = house.store.table(code), house.store.device(code, device)
        if row is not None and row.game == game and row.deleted_at is None and at is not None and at.seat is not None:
            return True
    return False


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
