"""What can be entered at a table of Monkeys on the Moon. A stored format: only ever added to, with defaults."""

from __future__ import annotations

from typing import ClassVar

from companion.core.ending import END_ACTIONS
from companion.core.game import Action


class Track(Action, frozen=True, kw_only=True, tag="track"):
    """Printed: how many steps it is from the Start to the end of the civilization track."""

    spaces: int
    was: int | None = None


class RankPoints(Action, frozen=True, kw_only=True, tag="rank_points"):
    """Printed: the two values of rank 5 and of rank 6."""

    fifth_first: int
    fifth_second: int
    sixth_first: int
    sixth_second: int


class Dotted(Action, frozen=True, kw_only=True, tag="dotted"):
    """Printed: the white-dotted spaces, as numbers of steps from the Start written out ("4")."""

    spaces: tuple[str, ...]


class LayRing(Action, frozen=True, kw_only=True, tag="ring"):
    """The tribe cards as they lie, clockwise from the top."""

    tribes: tuple[str, ...]


class Moonstone(Action, frozen=True, kw_only=True, tag="moonstone"):
    """Who has the moonstone at the start: the longest hair."""

    player: int


class TakeShip(Action, frozen=True, kw_only=True, tag="take_ship"):
    """The ship I take, as printed on it."""

    color: str
    capacity: int
    points: int


class Teach(Action, frozen=True, kw_only=True, tag="teach"):
    """I play a civilization card: its tribe and number, and the tribe I teach.

    ``ally``: which ally of the rival settles the offence, only where I have no coin of the rival and hold its scorn.
    """

    card: str
    number: int
    tribe: str
    ally: str | None = None


class StayBehind(Action, frozen=True, kw_only=True, tag="stay_behind"):
    """Rivals met aboard (Capricious): this tribe's monkeys stay behind, the ship launches with the rest."""

    tribe: str


class Pick(Action, frozen=True, kw_only=True, tag="pick"):
    """I pick a monkey from the pool."""

    tribe: str
    number: int


class Bid(Action, frozen=True, kw_only=True, tag="bid"):
    """I bid so much for the monkey. ``lot``, here and below: the number of the monkey its author saw, from 1."""

    instead: ClassVar[tuple[str, ...]] = ("pass",)
    value: int
    lot: int | None = None


class Pass(Action, frozen=True, kw_only=True, tag="pass"):
    """I am out of this auction."""

    instead: ClassVar[tuple[str, ...]] = ("bid",)
    lot: int | None = None


class Sold(Action, frozen=True, kw_only=True, tag="sold"):
    """The table called its bids aloud: this player won, for so much.

    ``tribe``, ``number``, here and below: the monkey, where nobody has said yet which one was picked.
    """

    instead: ClassVar[tuple[str, ...]] = ("no_bid",)
    player: int
    value: int
    lot: int | None = None
    tribe: str | None = None
    number: int | None = None


class NoBid(Action, frozen=True, kw_only=True, tag="no_bid"):
    """The table called aloud: nobody bids."""

    instead: ClassVar[tuple[str, ...]] = ("sold",)
    lot: int | None = None
    tribe: str | None = None
    number: int | None = None


class Pay(Action, frozen=True, kw_only=True, tag="pay"):
    """The coins I pay my bid with, by tribe."""

    coins: dict[str, int]
    lot: int | None = None


class Launch(Action, frozen=True, kw_only=True, tag="launch"):
    """I launch my ship, though it is not full."""


class WrapUp(Action, frozen=True, kw_only=True, tag="wrap_up"):
    """Cards are dealt and the pool is laid out anew; after the last round: the last ships launch."""


class LevelStones(Action, frozen=True, kw_only=True, tag="level_stones"):
    """Stones on one space: who is ahead of whom, best first."""

    tribes: tuple[str, ...]


class Hair(Action, frozen=True, kw_only=True, tag="hair"):
    """How long my hair is: 1 for the longest."""

    value: int
    was: int | None = None


class SetRanking(Action, frozen=True, kw_only=True, tag="ranking"):
    """Final scoring only: the ranking of the tribes, first place first."""

    tribes: tuple[str, ...]


class SetMonkeys(Action, frozen=True, kw_only=True, tag="monkeys"):
    """Final scoring only: how many monkeys of a tribe and number I brought home."""

    tribe: str
    number: int
    value: int
    was: int | None = None


class AddMonkey(Action, frozen=True, kw_only=True, tag="add_monkey"):
    """Final scoring only: one more monkey that I brought home."""

    tribe: str
    number: int


class AddMonkeys(Action, frozen=True, kw_only=True, tag="add_monkeys"):
    """Final scoring only: monkeys that I brought home, read from a picture: how many of each ("red 4": 2)."""

    monkeys: dict[str, int]


class SetShips(Action, frozen=True, kw_only=True, tag="ships"):
    """Final scoring only: how many full ships with these points I launched."""

    points: int
    value: int
    was: int | None = None


class AddShip(Action, frozen=True, kw_only=True, tag="add_ship"):
    """Final scoring only: one more full ship that I launched."""

    points: int


class SetScorn(Action, frozen=True, kw_only=True, tag="scorn"):
    """Final scoring only: whether I hold a tribe's scorn card."""

    tribe: str
    held: bool = True


ACTIONS: tuple[type[Action], ...] = (
    Track,
    RankPoints,
    Dotted,
    LayRing,
    Moonstone,
    TakeShip,
    Teach,
    StayBehind,
    Pick,
    Bid,
    Pass,
    Sold,
    NoBid,
    Pay,
    Launch,
    WrapUp,
    LevelStones,
    Hair,
    SetRanking,
    SetMonkeys,
    AddMonkey,
    AddMonkeys,
    SetShips,
    AddShip,
    SetScorn,
    *END_ACTIONS,
)
