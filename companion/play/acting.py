"""Changing a table: acting, undoing, redoing, amending, reseating. Each is one transaction with one key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core import log
from companion.core.codec import action_from_json, options_from_json
from companion.core.correction import Correct
from companion.core.fields import Dice, Order, SeatChoice
from companion.core.game import Action
from companion.core.log import Amended, Change, Event, Played, Retracted, Seated, Sitting, Via
from companion.core.text import Listing, Seat, T, Text, named
from companion.play.house import COLORS, House, Refused, check_key
from companion.play.look import Look, look, stored_event


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a change: the event's number, or, for a key seen before, the one it got then."""

    seq: int
    repeated: bool = False


Changes = Sequence[tuple[Change, Via]]


def _write(house: House, code: str, device: str, key: object, changes: Callable[[Look], Changes]) -> Written:
    """Appends what ``changes`` decides, in one transaction; the last event carries the key."""
    wanted = check_key(key)
    with house.store.writing():
        found = look(house, code)
        seq = house.store.seq_of_key(found.code, wanted)
        if seq is not None:
            return Written(seq, repeated=True)
        if not found.open:
            raise Refused(
                "closed",
                None,
                T("This table is closed. Open it again on its page to go on, then enter this once more."),
            )
        number = house.store.seen(found.code, device, house.at())
        decided = changes(found)
        for offset, (change, via) in enumerate(decided, 1):
            event_key = wanted if offset == len(decided) else None
            event = Event(found.seq + offset, house.at(), number, via, event_key, change)
            house.store.append(found.code, stored_event(event))
    house.bell.ring(found.code)
    return Written(found.seq + len(decided))


def repeated(house: House, code: str, key: object) -> Written | None:
    """What the same key was answered with at this table, None for a key not seen yet. Raises Refused."""
    found = look(house, code)
    seq = house.store.seq_of_key(found.code, key) if isinstance(key, str) and key.isascii() else None
    return None if seq is None else Written(seq, repeated=True)


def act(
    house: House,
    code: str,
    device: str,
    action: object,
    key: object,
    *,
    seat: object = None,
    via: object = "hand",
    roll: object = False,
    base_seq: object = None,
) -> Written:
    """A seat (or, with None, the table as a whole) does something; ``action`` is its JSON.

    ``roll``: dice and lots left out of the action are rolled and drawn here, and the event says so (via = app).
    Raises Refused.
    """
    learnt: list[tuple[str, dict[str, Any]]] = []

    def changes(found: Look) -> Changes:
        _check_base(found, base_seq)
        if via not in ("hand", "camera"):
            raise Refused("bad_field", "via", T("An entry comes by hand or by camera."))
        if not isinstance(roll, bool):
            raise Refused("bad_field", "roll", T("Roll is true or false."))
        whose = _seat(found, seat)
        asked = _rolled(house, found, whose, action) if roll else action
        try:
            doing = action_from_json(found.game, asked)
            log.accept(found.game, found.state, whose, doing)
            learnt.extend(_learnt(found, found.state, doing))
        except Refused as problem:
            raise Refused("bad_field", problem.field, problem.text) from problem
        except Refused as problem:
            raise _refusal(problem, found.names) from problem
        shown: Via = "app" if roll else "camera" if via == "camera" else "hand"
        return [(Played(whose, doing), shown)]

    written = _write(house, code, device, key, changes)
    _remember(house, learnt)
    return written


def undo(house: House, code: str, device: str, key: object, to: object = None) -> Written:
    """Takes back the newest change, or with ``to`` every change after that event, in one step."""

    def changes(found: Look) -> Changes:
        if to is not None and (not isinstance(to, int) or isinstance(to, bool) or not 0 <= to <= found.seq):
            raise Refused("bad_field", "to", T("Enter a whole number from {low} to {high}.", low=0, high=found.seq))
        changed = log.to_retract_after(found.events, found.table.undone, to if isinstance(to, int) else None)
        decided: list[tuple[Change, Via]] = [(Retracted(of), "hand") for of in changed]
        if not decided:
            raise Refused("nothing_to_undo", None, T("There is nothing to undo."))
        return decided

    return _write(house, code, device, key, changes)


def redo(house: House, code: str, device: str, key: object) -> Written:
    """Restores the newest undone change, until something new has happened."""

    def changes(found: Look) -> Changes:
        of = log.to_restore(found.events, found.table.undone)
        if of is None:
            raise Refused(
                "nothing_to_redo",
                None,
                T("There is nothing to redo: something new was entered since, or nothing undone."),
            )
        return [(Retracted(of), "hand")]

    return _write(house, code, device, key, changes)


def amend(house: House, code: str, device: str, key: object, seq: object, action: object) -> Written:
    """Replaces the action of an older play; refused, naming the first later step that no longer fits."""
    learnt: list[tuple[str, dict[str, Any]]] = []

    def changes(found: Look) -> Changes:
        if not isinstance(seq, int) or isinstance(seq, bool) or not 1 <= seq <= found.seq:
            raise Refused("bad_field", "seq", T("Enter a whole number from {low} to {high}.", low=1, high=found.seq))
        try:
            doing = action_from_json(found.game, action)
            before = log.amend(found.game, found.table.seats, found.events, seq, doing)
            learnt.extend(_learnt(found, before, doing))
        except Refused as problem:
            raise Refused("bad_field", problem.field, problem.text) from problem
        except Refused as problem:
            raise _refusal(problem, found.names) from problem
        except log.LaterStep as later:
            raise Refused(
                "later_step",
                None,
                T(
                    "Entry {n} no longer fits after this correction: {reason} Undo to there first, or use a correction.",
                    n=later.at_seq,
                    reason=later.reason.text,
                ),
                at_seq=later.at_seq,
            ) from later
        return [(Amended(seq, doing), "hand")]

    written = _write(house, code, device, key, changes)
    _remember(house, learnt)
    return written


def reseat(house: House, code: str, device: str, key: object, seats: object) -> Written:
    """Renames, recolours and, where the table allows it, adds, removes and reorders the seats."""

    def changes(found: Look) -> Changes:
        new = check_seats(seats, found.game.players, len(found.table.seats))
        kept = tuple(range(len(found.table.seats)))
        if tuple(s.was for s in new) != kept and found.table.steps and not found.game.only_scores(found.state):
            raise Refused(
                "illegal",
                "seats",
                T("Seats can be added, removed or moved before the first entry only. Undo to the start, or rename."),
            )
        try:
            options_from_json(type(found.game), found.row.options, len(new))
        except Refused as problem:
            text = T("{reason} For another number of players open a new table without it.", reason=problem.text)
            raise Refused("illegal", "seats", text) from problem
        change = Seated(new)
        event = Event(found.seq + 1, "", 0, "hand", None, change)
        try:
            log.fold(found.game, found.table.seats, (*found.events, event))
        except Refused as problem:
            raise _refusal(problem, found.names) from problem
        return [(change, "hand")]

    return _write(house, code, device, key, changes)


def check_seats(seats: object, players: range, before: int | None = None) -> tuple[Sitting, ...]:
    """Seats from JSON; raises Refused with the path. ``before``: how many there were, None when a table is opened."""
    if not isinstance(seats, list) or len(seats) not in players:
        raise Refused(
            "bad_field", "seats", T("{low} to {high} players can play this game.", low=players[0], high=players[-1])
        )
    found: list[Sitting] = []
    for index, seat in enumerate(seats):
        if not isinstance(seat, dict) or set(seat) - {"name", "color", "was"}:
            raise Refused("bad_field", f"seats[{index}]", T("A seat has a name and a colour."))
        name, color, was = seat.get("name"), seat.get("color"), seat.get("was")
        if not isinstance(name, str) or not 0 < len(name.strip()) <= 40 or not name.isprintable():
            raise Refused("bad_field", f"seats[{index}].name", T("A name has 1 to 40 letters."))
        name = " ".join(name.split())
        if any(name == other.name for other in found):
            raise Refused("bad_field", f"seats[{index}].name", T("{name} is there twice; every name once.", name=name))
        if not isinstance(color, str) or color not in COLORS:
            raise Refused("bad_field", f"seats[{index}].color", T("The colours are {names}.", names=", ".join(COLORS)))
        taken = next((other for other in found if other.color == color), None)
        if taken is not None:
            raise Refused("bad_field", f"seats[{index}].color", _taken(color, taken.name, name, seats))
        if before is None:
            was = None
        elif was is not None and (
            not isinstance(was, int)
            or isinstance(was, bool)
            or not 0 <= was < before
            or any(was == other.was for other in found)
        ):
            raise Refused("bad_field", f"seats[{index}].was", T("Name an old seat, each at most once."))
        found.append(Sitting(name, color, was))
    return tuple(found)


def _taken(color: str, has: str, wants: str, seats: list[Any]) -> Text:
    """Who has a colour already, and the way out: a free one, or a swap. With two alike, one of six is always free."""
    used = {seat.get("color") for seat in seats if isinstance(seat, dict)}
    free = Listing(tuple(word for key, word in COLORS.items() if key not in used), "or")
    return T(
        "{has} has {color} already. Give {wants} {free}, or another colour to {has}: the two can swap.",
        has=has,
        wants=wants,
        color=COLORS[color],
        free=free,
    )


def merged(profile: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
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


def _learnt(found: Look, state: Any, action: Action) -> list[tuple[str, dict[str, Any]]]:
    """What an entry in this state teaches about the owner's copy: the game and the patch, or nothing."""
    patch = {} if isinstance(action, Correct) else dict(found.game.learns(state, action))
    return [(found.row.game, patch)] if patch else []


def _remember(house: House, learnt: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Writes what was learnt to the box profile, for later tables; only after its entry is stored."""
    for game, patch in learnt:
        with house.store.writing():
            house.store.set_box(game, merged(house.store.box(game), patch))


def _check_base(found: Look, base_seq: object) -> None:
    if base_seq is None:
        return
    if not isinstance(base_seq, int) or isinstance(base_seq, bool):
        raise Refused("bad_field", "base_seq", T("Base_seq is a whole number."))
    if base_seq != found.seq:
        raise Refused(
            "stale", "base_seq", T("The table has changed meanwhile. Look at it as it is now, then enter this again.")
        )


def _seat(found: Look, seat: object) -> Seat | None:
    if seat is None:
        return None
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(found.table.seats):
        raise Refused(
            "bad_field",
            "seat",
            T("Enter a whole number from {low} to {high}.", low=0, high=len(found.table.seats) - 1),
        )
    return Seat(seat)


def _refusal(problem: Refused, names: tuple[str, ...]) -> Refused:
    """The refusal with names in it: whoever asked through the API does not know who sits where."""
    path = problem.field if problem.field in (None, "seat", "seq") else f"action.{problem.field}"
    text = named(problem.text, names)
    return Refused(problem.code, path, text if isinstance(text, Text) else problem.text)


def _rolled(house: House, found: Look, seat: Seat | None, action: object) -> object:
    """The action with the dice it leaves out rolled, and the orders it leaves out drawn by lot where they may be."""
    if not isinstance(action, dict):
        return action
    own = log.offers(found.game, found.state, seat) if seat is not None else ()
    for offer in (*own, *log.offers(found.game, found.state, None)):
        if offer.type != action.get("type"):
            continue
        left_out = [field for field in offer.fields if field.name not in action]
        rolled = {
            field.name: roll_dice(house, field, action.get(field.among))
            for field in left_out
            if isinstance(field, Dice)
        }
        drawn = {
            field.name: draw_lots(house, field)
            for field in left_out
            if isinstance(field, Order | SeatChoice) and field.by_lot
        }
        return action | rolled | drawn
    return action


def draw_lots(house: House, field: Order | SeatChoice) -> Any:
    """The keys of the field in an order drawn by lot, or one of its seats."""
    if isinstance(field, SeatChoice):
        seat = house.chance.choice(field.seats)
        return list(seat) if isinstance(seat, tuple) else seat
    keys = [key for key, _ in field.choices]
    house.chance.shuffle(keys)
    return keys


def roll_dice(house: House, field: Dice, only: object = None) -> list[Any]:
    """A roll of the most dice the field takes, never showing more of a face than there are dice with it.

    ``only``: the ids to roll, where dice differ; anything else than some of them rolls all.
    """
    chance = house.chance
    wanted = [die for die in field.ids if isinstance(only, list) and die in only] or list(field.ids)
    while True:
        if field.ids:
            all_faces = field.pool or tuple(field.faces_of(die) for die in field.ids)
            faces_of = dict(zip(field.ids, all_faces, strict=True))
            roll: list[Any] = [[die, chance.choice(faces_of[die])] for die in wanted[: field.high]]
        elif field.pool:
            roll = [chance.choice(faces) for faces in chance.sample(field.pool, field.high)]
        else:
            roll = [chance.choice(field.faces[0]) for _ in range(field.high)]
        if field.check(roll) is None:
            return roll
