"""Chance: dice rolled and lots drawn by the companion, for whoever asks it to."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.core.fields import Dice, Order, SeatChoice
from companion.core.text import Seat
from companion.play.look import Look


def rolled(chance: Random, found: Look, seat: Seat | None, action: dict[str, Any]) -> dict[str, Any]:
    """The action with the dice it leaves out rolled, and the orders it leaves out drawn by lot where they may be."""
    offer = next(iter(found.offers_of_type(str(action.get("type")), seat)), None)
    if offer is None:
        return action
    added: dict[str, Any] = {}
    for field in offer.fields:
        if field.name in action:
            continue
        if isinstance(field, Dice):
            added[field.name] = roll_dice(chance, field, action.get(field.among))
        elif isinstance(field, Order | SeatChoice) and field.by_lot:
            added[field.name] = draw_lots(chance, field)
    return action | added


def draw_lots(chance: Random, field: Order | SeatChoice) -> Any:
    """The keys of the field in an order drawn by lot, or one of its seats."""
    if isinstance(field, SeatChoice):
        seat = chance.choice(field.seats)
        return list(seat) if isinstance(seat, tuple) else seat
    keys = [key for key, _ in field.choices]
    chance.shuffle(keys)
    return keys


def roll_dice(chance: Random, field: Dice, only: object = None) -> list[Any]:
    """A roll of the most dice the field takes, never showing more of a face than there are dice with it.

    ``only``: the ids to roll, where dice differ; anything else than some of them rolls all.
    """
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
