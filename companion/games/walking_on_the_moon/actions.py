"""What can be entered at a Walking on the Moon table. A stored format: only ever added to, with defaults.

Spaces are counted clockwise from 1, the first space of the first card, to cards x spaces per card; one more is
"across the finish". An astronaut is its seat or, with two players, ``[seat, index]``.
"""

from __future__ import annotations

from companion.core.ending import END_ACTIONS
from companion.core.game import Action

Target = int | tuple[int, int]


class StarPoints(Action, frozen=True, kw_only=True, tag="star_points"):
    """The points printed for 1 to 6 stars."""

    one: int
    two: int
    three: int
    four: int
    five: int
    six: int


class Spaces(Action, frozen=True, kw_only=True, tag="spaces"):
    """How many spaces in a row a moon card has."""

    value: int


class LastCard(Action, frozen=True, kw_only=True, tag="last_card"):
    """The last card's spaces under 12, 14 and 16, each up to which one (0: none); the rest lie under 18."""

    up_to_12: int
    up_to_14: int
    up_to_16: int


class JumpDice(Action, frozen=True, kw_only=True, tag="jump_dice"):
    """How many of the six jump dice there are of each colour."""

    counts: dict[str, int]


class DieFaces(Action, frozen=True, kw_only=True, tag="die_faces"):
    """The six faces of the dice of one colour: how many show each picture."""

    color: str
    faces: dict[str, int]


class StartPlayer(Action, frozen=True, kw_only=True, tag="start_player"):
    """Who starts, and lays the first astronaut."""

    player: int


class ChooseDice(Action, frozen=True, kw_only=True, tag="choose_dice"):
    """The dice I take for this turn."""

    dice: tuple[str, ...]


class ExtraDie(Action, frozen=True, kw_only=True, tag="extra_die"):
    """I spend a ground-control token on one more die; where dice stay on the table only, whichever it is."""

    die: str = ""


class Reroll(Action, frozen=True, kw_only=True, tag="reroll"):
    """I spend a ground-control token to reroll one die; where dice stay on the table only, whichever it is."""

    die: str = ""


class Rolled(Action, frozen=True, kw_only=True, tag="rolled"):
    """What dice show that are not laid yet, die by die; only needed where the faces are to be kept.

    ``only``: the dice that were thrown, where the app throws them.
    """

    dice: tuple[tuple[str, str], ...]
    only: tuple[str, ...] = ()


class Jump(Action, frozen=True, kw_only=True, tag="jump"):
    """One jump, as it came out.

    ``dice``: those laid on this jump's place, where the dice of the turn are kept; ``faces``: what they showed, if
    wanted; ``space`` and ``level``: where the astronaut is now; ``ends``: standing, or the reason of a coma; ``coma``: it ended
    in one, whatever the reason; ``stars``: the cards (``card_3``) whose star
    was picked up; ``obstruct`` and ``take``: whom, and what
    (None: the only thing that can be taken); ``swap``: stars and tokens of my two astronauts change
    places; ``lost_to``: the card that gets the stars lost in a coma (None: the last one); ``end``: I stop after it.
    """

    dice: tuple[str, ...] = ()
    space: int
    level: int = 1
    ends: str = "stands"
    stars: tuple[str, ...] = ()
    obstruct: Target | None = None
    take: str | None = None
    swap: bool = False
    faces: tuple[tuple[str, str], ...] = ()
    lost_to: int | None = None
    end: bool = False
    coma: bool = False

    @property
    def stands(self) -> bool:
        """Whether the astronaut stands where it is, in no coma."""
        return self.ends == "stands" and not self.coma


class Moved(Action, frozen=True, kw_only=True, tag="moved"):
    """A whole turn where only the order is kept: where the astronaut stands now, and what happened on the way.

    ``place``: a key of `order.places`; ``stars``: how many were picked up; ``obstruct``: ``TARGET/TAKE`` of everybody
    obstructed (`order.obstructions`); ``three``: three jumps were made; ``spent``: tokens paid for dice and rerolls;
    ``coma``: the turn ended in one, so that ``three`` says nothing; ``swap``: as in a `Jump`.
    """

    place: str
    stars: int = 0
    obstruct: tuple[str, ...] = ()
    three: bool = False
    spent: int = 0
    coma: bool = False
    swap: bool = False


class Stop(Action, frozen=True, kw_only=True, tag="stop"):
    """I make no further jump in this turn."""


class Recover(Action, frozen=True, kw_only=True, tag="recover"):
    """My astronaut wakes up, and moves 0 or 1 space."""

    step: int
    level: int = 1


class Leader(Action, frozen=True, kw_only=True, tag="leader"):
    """Who counts as leading, of astronauts level with each other on different spaces."""

    astronaut: Target


class Last(Action, frozen=True, kw_only=True, tag="last"):
    """Who counts as last, of astronauts level with each other on different spaces."""

    astronaut: Target


class TurnOf(Action, frozen=True, kw_only=True, tag="turn_of"):
    """Somebody else who has not had a turn in this round takes it now."""

    astronaut: Target


class Arrive(Action, frozen=True, kw_only=True, tag="arrive"):
    """Where one of my astronauts ended: across the finish (first, later), or the score marker over its card."""

    where: str
    astronaut: int = 0


class Stars(Action, frozen=True, kw_only=True, tag="stars"):
    """The stars one of my astronauts holds."""

    value: int
    astronaut: int = 0
    was: int | None = None


class TieOrder(Action, frozen=True, kw_only=True, tag="tie_order"):
    """My place in a tie, as the table has settled it: 1 wins."""

    value: int


class FirstAcross(Action, frozen=True, kw_only=True, tag="first_across"):
    """Who crossed the finish first, of those who crossed it."""

    astronaut: Target


class TieAnswer(Action, frozen=True, kw_only=True, tag="tie_answer"):
    """The answer to one of the tie questions: the tied players (seats) it is true of; nobody is an answer too."""

    question: str
    players: tuple[str, ...]


ACTIONS: tuple[type[Action], ...] = (
    StarPoints,
    Spaces,
    LastCard,
    JumpDice,
    DieFaces,
    StartPlayer,
    ChooseDice,
    ExtraDie,
    Reroll,
    Rolled,
    Jump,
    Moved,
    Stop,
    Recover,
    Leader,
    Last,
    TurnOf,
    Arrive,
    Stars,
    TieOrder,
    FirstAcross,
    TieAnswer,
    *END_ACTIONS,
)
