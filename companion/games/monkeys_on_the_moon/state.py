"""The state of a table: a whole game with coins, scorn, stones, ships and whose move it is, or the pad alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from companion.core.ending import Ending
from companion.core.refusal import illegal
from companion.core.text import Seat, T, Text
from companion.games.monkeys_on_the_moon.auction import Auction
from companion.games.monkeys_on_the_moon.box import Printed
from companion.games.monkeys_on_the_moon.favour import COINS_OF_A_TRIBE, Favours, dealt
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.scoring import MONKEYS_OF_A_TRIBE
from companion.games.monkeys_on_the_moon.ships import POOL, SHIPS, SHIPS_OF_A_COLOR, Corner, rivals_aboard
from companion.games.monkeys_on_the_moon.tribes import ORDER, PerTribe, Ring

Phase = Literal["teaching", "winning", "wrap_up", "levels"]
PHASES: dict[Phase, Text] = {
    "teaching": T("Civilization turn"),
    "winning": T("Bid turn"),
    "wrap_up": T("Wrap-up"),
    "levels": T("Final scoring"),
}
ROUNDS = {2: 12, 3: 9, 4: 8, 5: 7}
SET_ASIDE = {2: 12, 3: 9, 4: 4, 5: 1}
POOL_OF_MONKEYS = {2: 3, 3: 4, 4: 5, 5: 6}


@dataclass(frozen=True, slots=True)
class Stones:
    """The civilization track. ``spaces`` from the Start (0); ``arrived``: a number that only grows, by arrival.

    ``ranked``: the tribes in the ranking table, first place first; their spaces mean nothing any more.
    """

    spaces: PerTribe = (0,) * 6
    arrived: PerTribe = (0,) * 6
    ranked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evening:
    """A whole game. ``turn``: how many have had theirs in this phase, clockwise from the moonstone.

    ``may_launch``: the seat that has just boarded a ship which is not full; ``splits``: seats that must leave a tribe
    behind (Capricious), in order; ``levels``: orders of level stones as the table gave them, best first; ``lost``:
    monkeys that nobody won, by tribe; ``without_first_ship``: seats whose first ship has not been entered; ``picked``:
    how many monkeys were picked so far, whatever round it is said to be; ``away``: seats that are passed over.
    """

    printed: Printed
    corners: tuple[Corner, ...]
    favours: Favours
    ring: Ring | None = None
    moonstone: Seat | None = None
    stones: Stones = Stones()
    pool: int = POOL
    pile: int = 0
    lost: PerTribe = (0,) * 6
    round: int = 1
    phase: Phase = "teaching"
    turn: int = 0
    auction: Auction | None = None
    may_launch: Seat | None = None
    splits: tuple[Seat, ...] = ()
    levels: tuple[tuple[str, ...], ...] = ()
    ending: Ending = field(default_factory=Ending)
    without_first_ship: frozenset[Seat] = frozenset()
    picked: int = 0
    away: frozenset[Seat] = frozenset()

    @property
    def seats(self) -> int:
        return len(self.corners)

    @property
    def here(self) -> frozenset[Seat]:
        """The seats that are not away."""
        return frozenset(map(Seat, range(self.seats))) - self.away

    @property
    def rounds(self) -> int:
        return ROUNDS[self.seats]

    @property
    def in_box(self) -> int:
        """Coins of each tribe that stay in the box."""
        return COINS_OF_A_TRIBE - self.seats - dealt(self.seats).cards[0]

    @property
    def set_up(self) -> bool:
        """Whether ring, moonstone and the first ship of everybody who is here are there; who comes later takes theirs."""
        begun = self.round > 1 or self.turn > 0 or self.phase != "teaching" or self.picked > 0
        return (
            self.ring is not None and self.moonstone is not None and (begun or not self.without_first_ship & self.here)
        )

    @property
    def without_ship(self) -> frozenset[Seat]:
        return frozenset(Seat(seat) for seat, corner in enumerate(self.corners) if corner.ship is None)

    @property
    def to_take_ship(self) -> frozenset[Seat]:
        """The seats that must take a ship before anything else happens."""
        if self.phase == "levels":
            return frozenset()
        return (self.without_ship if self.pool else self.without_first_ship) & self.here

    @property
    def splitting(self) -> tuple[Seat, ...]:
        """The seats that must leave a tribe behind, unless a correction has parted the rivals since."""
        ring, here = self.ring or (), [seat for seat in self.splits if seat not in self.away]
        return tuple(seat for seat in here if rivals_aboard(ring, self.corners[seat].aboard) is not None)

    @property
    def lot(self) -> int:
        """The number of the monkey that is picked or auctioned now, from 1 over the whole game."""
        return self.picked + (self.auction is None)

    def with_corner(self, seat: Seat, corner: Corner) -> Evening:
        """With something else in front of a player."""
        return replace(self, corners=(*self.corners[:seat], corner, *self.corners[seat + 1 :]))

    def in_turn(self, turn: int) -> Seat:
        """Who has this turn of a phase, 0 being the holder of the moonstone."""
        return Seat(((self.moonstone or 0) + turn) % self.seats)

    def turn_of(self, seat: Seat) -> int:
        """Which turn of a phase the seat has."""
        return (seat - (self.moonstone or 0)) % self.seats

    @property
    def in_turn_now(self) -> Seat | None:
        """Whose turn of the phase it is: the next one who is here; None where nobody has one left."""
        order = (self.in_turn(turn) for turn in range(self.turn, self.seats))
        return next((seat for seat in order if seat not in self.away), None)

    def seen(self, tribe: str) -> int:
        """How many monkeys of a tribe have left the pool so far."""
        at = ORDER.index(tribe)
        with_players = sum(monkey.tribe == tribe for corner in self.corners for monkey in corner.monkeys)
        under_hammer = self.auction is not None and self.auction.monkey.tribe == tribe
        return self.lost[at] + with_players + under_hammer

    def monkeys_left(self) -> tuple[str, ...]:
        """The tribes of which a monkey can still turn up."""
        return tuple(tribe for tribe in ORDER if self.seen(tribe) < MONKEYS_OF_A_TRIBE)

    def colors_left(self) -> tuple[str, ...]:
        """The colours of which a ship can be in the pool or the pile."""
        return tuple(
            color
            for color in ORDER
            if sum(c.ship is not None and c.ship.color == color for c in self.corners)
            + sum(ship.color == color for c in self.corners for ship in c.full)
            < SHIPS_OF_A_COLOR
        )


State = Evening | Pad


def opened(printed: Printed, seats: int) -> Evening:
    """The state before anything was entered."""
    return Evening(
        printed=printed,
        corners=(Corner(),) * seats,
        favours=dealt(seats),
        pile=SHIPS - POOL - seats,
        without_first_ship=frozenset(map(Seat, range(seats))),
    )


def ring_of(state: Evening) -> Ring:
    """How the tribe cards lie; raises Refused while nobody has said."""
    if state.ring is None:
        raise illegal(T("First enter how the tribe cards lie in the ring."))
    return state.ring


def is_dotted(state: Evening, space: int) -> bool:
    """Whether a space of the track has a white dot."""
    return space in (state.printed.dotted or ())
