"""The state of a Walking on the Moon table: the ring, the astronauts on it, and the turn that is being played."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from companion.core.ending import Ending
from companion.core.text import Param, Seat, T, Text, Who
from companion.games.walking_on_the_moon.box import Box

Phase = Literal["box", "start", "turn", "leading", "last", "pad", "first", "tie", "over"]
PHASES: dict[Phase, Text] = {
    "box": T("What is printed on your copy"),
    "start": T("Who starts?"),
    "turn": T("Jumping"),
    "leading": T("Who leads?"),
    "last": T("Who is last?"),
    "pad": T("Final scoring"),
    "first": T("Who was first across?"),
    "tie": T("A tie"),
    "over": T("The race is over"),
}
LEVELS: dict[int, Text] = {1: T("low"), 2: T("middle"), 3: T("high")}
MOST_DICE = 6
MOST_JUMPS = 3
ACROSS_THE_ORDER = 20
"""Stands for "across the finish" where places are counted: more than five astronauts with room between them need."""


@dataclass(frozen=True, slots=True)
class Astronaut:
    """One astronaut. ``space`` from 1 clockwise, one more than the ring has: across; ``finish``: 1 = first across.

    ``liked``: the dice of its turn before, to choose them again.
    """

    seat: int
    index: int = 0
    space: int = 1
    level: int = 1
    stars: int = 0
    tokens: int = 0
    coma: bool = False
    obstructed: bool = False
    finish: int = 0
    liked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn being played. ``allowed``: dice to choose; ``dice``: those chosen and bought; ``used``: those laid.

    ``dice`` is empty before they are chosen, and all the time where dice stay on the table; ``bought`` and the length of
    ``rerolled`` count what tokens paid for then. ``shown``: faces of dice, where they were entered. ``due``: why a ground-control token is at stake while the table
    says who leads. ``returned``: an obstruction token was given back at the start. ``previous``: id of the astronaut whose
    turn came before in this round; ``by_table``: the table gave this one the turn, whoever was next. ``trail``: the spaces
    from which its jumps started.
    """

    allowed: int
    returned: bool = False
    dice: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    rerolled: tuple[str, ...] = ()
    shown: tuple[tuple[str, str], ...] = ()
    jumps: int = 0
    due: tuple[str, ...] = ()
    previous: int | None = None
    by_table: bool = False
    bought: int = 0
    trail: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many dice this turn has, those bought included."""
        return len(self.dice) or self.allowed + self.bought

    @property
    def skulls(self) -> tuple[str, ...]:
        """Dice that show a skull and are not laid yet."""
        return tuple(die for die, face in self.shown if face == "skull" and die in self.left)

    @property
    def left(self) -> tuple[str, ...]:
        """Dice chosen and not laid yet."""
        return tuple(die for die in self.dice if die not in self.used)


@dataclass(frozen=True, slots=True)
class Entry:
    """One astronaut on a score sheet: ``where`` it ended (`pad.WHERE`), its stars."""

    where: str = "0"
    stars: int = 0


@dataclass(frozen=True, slots=True)
class Column:
    """One seat's column of a score sheet; the second entry counts only with two players."""

    entries: tuple[Entry, Entry] = (Entry(), Entry())
    tie_order: int | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """Who shares first place (seats), who still does after the questions asked, and who was ruled out, in order."""

    group: tuple[int, ...]
    alive: tuple[int, ...]
    asked: int = 0
    out: tuple[tuple[int, ...], ...] = ()

    @property
    def orders(self) -> dict[int, int]:
        """The tie order of the tied seats, 1 wins; those whom no question separated share theirs."""
        return {seat: n for n, group in enumerate((self.alive, *reversed(self.out)), 1) for seat in group}


@dataclass(frozen=True, slots=True)
class State:
    """A table. ``astronauts``: as they were laid at the start, which is the order of turns; ids are places in it.

    ``stack``: ids, who arrived later is later, so that the last one on a space lies on top. ``ring``: stars on each
    card. ``waiting``: ids that have not had their turn in this round, whose turn it is first, those who were passed over
    last. ``last``: id that was last in the previous round. ``columns``: the score sheet of a table that only scores.
    ``paused``: the phase in which the table ended the race by hand, to go on from. ``ending`` is over in the phase "over"
    and in no other. ``away``: seats that are passed over; in the phases "turn" and "leading" the mover is never away.
    ``dice_kept``: a turn begins with its dice. ``ordered``: only the order is kept, so that ``space`` counts places from
    the back, and the race ends on a score sheet.
    """

    seats: int
    cards: int
    box: Box
    phase: Phase
    astronauts: tuple[Astronaut, ...]
    stack: tuple[int, ...]
    ring: tuple[int, ...]
    round: int = 0
    waiting: tuple[int, ...] = ()
    last: int | None = None
    turn: Turn | None = None
    columns: tuple[Column, ...] = ()
    tie: Tie | None = None
    paused: Phase | None = None
    ending: Ending = field(default_factory=Ending)
    away: frozenset[Seat] = frozenset()
    dice_kept: bool = True
    ordered: bool = False

    @property
    def full(self) -> bool:
        """Whether the race is kept here, not only its score sheet."""
        return not self.columns

    @property
    def lacks_to_start(self) -> tuple[str, ...]:
        """What is printed and has to be said before the first turn."""
        if not self.full or self.ordered:
            return ()
        return self.box.lacks("spaces", "dice") if self.dice_kept else self.box.lacks("spaces")

    @property
    def lacks_to_count(self) -> tuple[str, ...]:
        """What is printed and has to be said before the end is counted."""
        return (
            self.box.lacks("last_card", "star_points")
            if self.full and not self.ordered
            else self.box.lacks("star_points")
        )

    @property
    def spaces(self) -> int:
        """Spaces of one card."""
        return self.box.spaces or 1

    @property
    def across(self) -> int:
        """The number that stands for "across the finish"."""
        if self.ordered:
            return ACROSS_THE_ORDER
        return self.cards * self.spaces + 1

    @property
    def mover(self) -> int:
        """The id whose turn it is."""
        return self.waiting[0]

    def is_here(self, one: int) -> bool:
        """Whether the player of an astronaut is not away."""
        return self.astronauts[one].seat not in self.away

    @property
    def here(self) -> tuple[int, ...]:
        """The ids of the astronauts whose players are not away."""
        return tuple(one for one in range(len(self.astronauts)) if self.is_here(one))

    def card_of(self, space: int) -> int:
        """The card of a space, from 1; one more than there are cards: across the finish."""
        return (space - 1) // self.spaces + 1

    def column_of(self, space: int) -> int:
        """The place of a space on its card, from 1."""
        return (space - 1) % self.spaces + 1


def each(seats: int) -> int:
    """Astronauts per player: two with two players, else one."""
    return 2 if seats == 2 else 1


def who(state: State, one: int) -> Param:
    """What an astronaut is called: its player, and a number where the player has two."""
    astronaut = state.astronauts[one]
    return whose(state.seats, astronaut.seat, astronaut.index)


def whose(seats: int, seat: int, index: int) -> Param:
    """What the astronaut of a seat is called."""
    if each(seats) == 1:
        return Who(seat)
    return T("{who} (astronaut {n})", who=Who(seat), n=index + 1)


def where(state: State, space: int) -> Text:
    """What a space is called."""
    if space >= state.across:
        return T("across the finish")
    return T("card {card}, space {n}", card=state.card_of(space), n=state.column_of(space))


def target(state: State, one: int) -> int | tuple[int, int]:
    """An astronaut as it stands in an action."""
    astronaut = state.astronauts[one]
    return astronaut.seat if each(state.seats) == 1 else (astronaut.seat, astronaut.index)


def found(state: State, wanted: int | tuple[int, int]) -> int:
    """The id of an astronaut named in an action; -1 where there is none."""
    pair = (wanted, 0) if isinstance(wanted, int) else tuple(wanted)
    return next((i for i, a in enumerate(state.astronauts) if (a.seat, a.index) == pair), -1)


def counter_key(state: State, kind: str, one: int) -> str:
    """The key of the counter of a number of an astronaut."""
    astronaut = state.astronauts[one]
    return f"{kind}:{astronaut.seat}" if each(state.seats) == 1 else f"{kind}:{astronaut.seat}:{astronaut.index}"


def with_astronaut(state: State, one: int, **changes: object) -> State:
    """The state with something of one astronaut changed."""
    changed = replace(state.astronauts[one], **changes)  # type: ignore[arg-type]
    return replace(state, astronauts=tuple(changed if i == one else a for i, a in enumerate(state.astronauts)))
