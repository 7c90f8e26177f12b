"""What can be entered at a Lunchtime Battle table. A stored format: only ever added to, with defaults."""

from __future__ import annotations

from companion.core.ending import FinishNow, GoOn, SheetComplete
from companion.core.fields import Face
from companion.core.game import Action, action_type


class Dishes(Action, frozen=True, kw_only=True, tag="dishes"):
    """The dish each symbol stands for; empty: the symbol's own food."""

    meat: str = ""
    mushroom: str = ""
    potion: str = ""


class StartPlayer(Action, frozen=True, kw_only=True, tag="start_player"):
    """Who has the start player marker in the first round."""

    player: int


class Roll(Action, frozen=True, kw_only=True, tag="roll"):
    """The start player's roll."""

    dice: tuple[Face, ...]


class Lay(Action, frozen=True, kw_only=True, tag="lay"):
    """My monster in the counting ring; its numbers may be left out where its name is known, its foods until it is picked."""

    name: str = ""
    hunger: int | None = None
    foods: dict[str, int] | None = None
    game_end: bool = False
    hand: int = 0


class FirstCandidate(Action, frozen=True, kw_only=True, tag="first_candidate"):
    """My first candidate, turned up together with the ring of round 1."""

    name: str = ""
    foods: dict[str, int] | None = None
    hand: int = 0


class Ability(Action, frozen=True, kw_only=True):
    """The ability of one of my monsters is used. ``note``: what its card says."""

    monster: str
    note: str = ""

    @property
    def effect(self) -> str:
        """The key of its effect, which is also what the box profile remembers of a monster."""
        return action_type(self).removeprefix("ability_")


class ChangeTotal(Ability, frozen=True, kw_only=True, tag="ability_total"):
    """The total grows or shrinks."""

    change: int


class ChangeDie(Ability, frozen=True, kw_only=True, tag="ability_die"):
    """A die, or with ``every`` each die that shows the same, now shows another face or is removed."""

    die: str
    to: str
    every: bool = False


class Reverse(Ability, frozen=True, kw_only=True, tag="ability_reverse"):
    """Counting runs the other way round."""


class StartFrom(Ability, frozen=True, kw_only=True, tag="ability_start"):
    """The count begins at another monster."""

    target: str


class Skip(Ability, frozen=True, kw_only=True, tag="ability_skip"):
    """A monster is not counted."""

    target: str


class Neighbour(Ability, frozen=True, kw_only=True, tag="ability_neighbour"):
    """The neighbour of the picked monster is picked as well."""

    side: str


class ChangeSymbols(Ability, frozen=True, kw_only=True, tag="ability_symbols"):
    """A monster of the ring has more or fewer hunger symbols."""

    target: str
    change: int


class MoveHunger(Ability, frozen=True, kw_only=True, tag="ability_hunger"):
    """A hunger marker moves."""

    food: str
    change: int


class ChangeCandidate(Ability, frozen=True, kw_only=True, tag="ability_candidate"):
    """A candidate has more or fewer symbols of a food."""

    target: str
    food: str
    change: int


class EndGame(Ability, frozen=True, kw_only=True, tag="ability_end"):
    """The game ends: now, or after this round."""

    when: str


class OtherAbility(Ability, frozen=True, kw_only=True, tag="ability_other"):
    """Something else; the table does it by hand."""


class Pass(Action, frozen=True, kw_only=True, tag="pass"):
    """I use no ability on this count. ``was``: the count I saw."""

    was: str | None = None


class Settle(Action, frozen=True, kw_only=True, tag="settle"):
    """The start player: nobody uses another ability, the pick is final. ``was``: the count that was seen.

    ``foods``: the food symbols of the picked monster, where they were left out as it was laid.
    """

    was: str | None = None
    foods: dict[str, int] | None = None


class SayFoods(Action, frozen=True, kw_only=True, tag="foods"):
    """The food symbols of a picked monster, which were left out as it was laid."""

    monster: str
    foods: dict[str, int]


class PointAt(Action, frozen=True, kw_only=True, tag="point_at"):
    """The table says which monster is picked, whatever the count says."""

    target: str


class RankFoods(Action, frozen=True, kw_only=True, tag="rank_foods"):
    """Which of the level foods is wanted most, second most ..."""

    order: tuple[str, ...]


class Decide(Action, frozen=True, kw_only=True, tag="decide"):
    """The final count: who fetches lunch."""


class SetHunger(Action, frozen=True, kw_only=True, tag="hunger"):
    """How hungry the track says the monsters are for a food."""

    food: str
    value: int
    was: int | None = None


class SetSymbols(Action, frozen=True, kw_only=True, tag="symbols"):
    """How many symbols of a food all my candidates have (of one hand, where there are two)."""

    food: str
    value: int
    hand: int = 0
    was: int | None = None


ABILITIES: tuple[type[Ability], ...] = (
    ChangeTotal,
    ChangeDie,
    Reverse,
    StartFrom,
    Skip,
    Neighbour,
    ChangeSymbols,
    MoveHunger,
    ChangeCandidate,
    EndGame,
    OtherAbility,
)
"""Every generic effect, in the order in which they are offered."""

ACTIONS: tuple[type[Action], ...] = (
    Dishes,
    StartPlayer,
    Roll,
    Lay,
    FirstCandidate,
    *ABILITIES,
    Pass,
    Settle,
    SayFoods,
    PointAt,
    RankFoods,
    Decide,
    SetHunger,
    SetSymbols,
    FinishNow,
    GoOn,
    SheetComplete,
)
"""Everything; of the end without `Reveal`: who fetches lunch is said at once."""
