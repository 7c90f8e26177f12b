"""Final scoring only: the state is the sheet, and every seat enters its own column."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.game import Action, Stage
from companion.core.refusal import Refused
from companion.core.text import Listing, Seat, T
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon.printed import Printed
from companion.games.monkeys_on_the_moon.reveal import revealed_after
from companion.games.monkeys_on_the_moon.scoring import MONKEY_HIGH, MONKEYS_OF_A_TRIBE, Column, MonkeysSheet
from companion.games.monkeys_on_the_moon.ships import SHIPS
from companion.games.monkeys_on_the_moon.standing import Customs
from companion.games.monkeys_on_the_moon.tribes import ORDER, TRIBES, index

COLUMNS_SHOWN = (3, 4, 5)
"""The numbers of monkeys that are known; any other from 1 to 9 can be added."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One seat's column: how many monkeys of each (tribe, number), the points of each full ship, hair."""

    monkeys: tuple[tuple[str, int, int], ...] = ()
    ships: tuple[int, ...] = ()
    hair: int | None = None

    def count(self, tribe: str, number: int) -> int:
        """How many monkeys of a tribe and number."""
        return sum(n for of, its, n in self.monkeys if (of, its) == (tribe, number))

    def with_count(self, tribe: str, number: int, value: int) -> Tally:
        """With so many monkeys of a tribe and number."""
        others = [entry for entry in self.monkeys if entry[:2] != (tribe, number)]
        entries = [*others, (tribe, number, value)] if value else others
        return replace(self, monkeys=tuple(sorted(entries, key=lambda entry: (index(entry[0]), entry[1]))))

    def with_ships(self, points: int, value: int) -> Tally:
        """With so many full ships of these points."""
        others = [other for other in self.ships if other != points]
        return replace(self, ships=tuple(sorted([*others, *[points] * value])))


@dataclass(frozen=True, slots=True)
class Pad:
    """The sheet while it is filled in. ``ended_as``: the sheet as it was finished, players named by seat."""

    printed: Printed
    tallies: tuple[Tally, ...]
    ranking: tuple[str, ...] | None = None
    scorn: tuple[Seat | None, ...] = (None,) * 6
    complete: frozenset[Seat] = frozenset()
    revealed: int = 0
    ended_as: MonkeysSheet | None = None

    @property
    def seats(self) -> int:
        return len(self.tallies)

    @property
    def known(self) -> bool:
        """Whether everything that holds for the whole table has been entered."""
        return self.ranking is not None and self.printed.rank_points is not None

    def left_of(self, tribe: str) -> int:
        """How many monkeys of a tribe are in nobody's column."""
        entered = sum(n for tally in self.tallies for of, _, n in tally.monkeys if of == tribe)
        return MONKEYS_OF_A_TRIBE - entered

    @property
    def ships_left(self) -> int:
        return SHIPS - sum(len(tally.ships) for tally in self.tallies)


def sheet(pad: Pad, names: tuple[str, ...], customs: Customs) -> MonkeysSheet:
    """The sheet as it is now; tribes in the sheet's order until the ranking has been entered."""
    return MonkeysSheet(
        ranking=pad.ranking or ORDER,
        rank_points=pad.printed.all_rank_points,
        variants=customs.variants,
        players=tuple(
            Column(
                name=name,
                monkeys=tuple((tribe, number) for tribe, number, n in tally.monkeys for _ in range(n)),
                ship_points=tally.ships,
                scorn=tuple(tribe for tribe in ORDER if pad.scorn[index(tribe)] == seat),
                hair=tally.hair,
            )
            for seat, (name, tally) in enumerate(zip(names, pad.tallies, strict=True))
        ),
    )


def active_seats(pad: Pad) -> frozenset[Seat]:
    """Whose sheet is not complete."""
    if pad.ended_as is not None:
        return frozenset()
    everybody = frozenset(Seat(seat) for seat in range(pad.seats))
    return everybody - pad.complete if pad.known else everybody


def stage(pad: Pad) -> Stage:
    """How many sheets are complete."""
    if pad.ended_as is not None:
        return Stage(T("Final scoring"), pad.seats, pad.seats)
    return Stage(
        T("Final scoring · {n} of {all} sheets complete", n=len(pad.complete), all=pad.seats),
        len(pad.complete),
        pad.seats,
    )


def card_key(tribe: str, number: int) -> str:
    """How a kind of monkey is called where several are entered at once."""
    return f"{tribe} {number}"


CARDS: dict[str, tuple[str, int]] = {
    card_key(tribe, number): (tribe, number) for tribe in ORDER for number in range(1, MONKEY_HIGH + 1)
}


def with_pile(pad: Pad, seat: Seat, monkeys: dict[str, int]) -> Tally:
    """The seat's column with these monkeys added; raises Refused where a tribe has not so many left."""
    tally = pad.tallies[seat]
    for tribe in ORDER:
        more = sum(n for key, n in monkeys.items() if CARDS[key][0] == tribe)
        if more > pad.left_of(tribe):
            raise Refused(
                "bad_field",
                "monkeys",
                T(
                    "Only {n} more monkeys of the {tribe} tribe can be there: look at the cards again.",
                    n=pad.left_of(tribe),
                    tribe=TRIBES[tribe],
                ),
            )
    for key, n in monkeys.items():
        tally = tally.with_count(*CARDS[key], tally.count(*CARDS[key]) + n)
    return tally


def applied(pad: Pad, customs: Customs, seat: Seat | None, action: Action) -> Pad:
    """The pad after an offered entry."""
    match action:
        case act.RankPoints():
            points = ((action.fifth_first, action.fifth_second), (action.sixth_first, action.sixth_second))
            return replace(pad, printed=replace(pad.printed, rank_points=points))
        case act.SetRanking():
            return replace(pad, ranking=tuple(action.tribes))
        case act.FinishNow():
            return _ended(pad, customs)
        case act.GoOn():
            return replace(pad, ended_as=None, revealed=0, complete=frozenset())
        case act.Reveal():
            return replace(pad, revealed=revealed_after(pad.revealed, action.step))
    if seat is None:
        raise Refused("bad_field", "seat", T("Say which seat enters this."))
    match action:
        case act.SheetComplete():
            complete = pad.complete | {seat} if action.done else pad.complete - {seat}
            # Where somebody has left, the others may have been complete before one of them took it back.
            after = replace(pad, complete=complete, ended_as=None)
            return _ended(after, customs) if len(complete) == pad.seats else after
        case act.SetScorn():
            at = index(action.tribe)
            holder = pad.scorn[at]
            now = seat if action.held else None if holder == seat else holder
            return replace(pad, scorn=(*pad.scorn[:at], now, *pad.scorn[at + 1 :]))
    tally = (
        with_pile(pad, seat, action.monkeys)
        if isinstance(action, act.AddMonkeys)
        else _entered(pad.tallies[seat], action)
    )
    return replace(pad, tallies=(*pad.tallies[:seat], tally, *pad.tallies[seat + 1 :]))


def _entered(tally: Tally, action: Action) -> Tally:
    match action:
        case act.SetMonkeys():
            return tally.with_count(action.tribe, action.number, action.value)
        case act.AddMonkey():
            now = tally.count(action.tribe, action.number)
            return tally.with_count(action.tribe, action.number, now + 1)
        case act.SetShips():
            return tally.with_ships(action.points, action.value)
        case act.AddShip():
            return tally.with_ships(action.points, tally.ships.count(action.points) + 1)
        case act.Hair():
            return replace(tally, hair=action.value)
    raise Refused("illegal", "type", T("This is not possible now."))


def _ended(pad: Pad, customs: Customs) -> Pad:
    names = tuple(str(seat) for seat in range(pad.seats))
    return replace(pad, ended_as=sheet(pad, names, customs), revealed=0)


def ranking_text(tribes: tuple[str, ...]) -> Listing:
    """The tribes one after the other."""
    return Listing(tuple(TRIBES[tribe] for tribe in tribes))
