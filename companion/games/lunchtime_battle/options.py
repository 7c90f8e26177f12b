"""The options of a table, and the small object that everything reads them from."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import Option
from companion.core.text import TC, T
from companion.games.lunchtime_battle.box import Known

OPTIONS: tuple[Option, ...] = (
    Option(
        "bookkeeping",
        TC("lunchtime_battle", "Bookkeeping"),
        (("full", T("every round")), ("final", T("only the final count"))),
        note=T("Every round: dice, counting ring and candidates. Only the final count: enter the sums at the end."),
    ),
    Option(
        "not_hungry",
        T("Somebody is not hungry"),
        players=range(5, 7),
        note=T("Whoever has the fewest food symbols in all needs no lunch, but may still have to fetch it."),
    ),
    Option("dishes", T("What shall we eat?"), note=T("Agree beforehand which dish each symbol stands for.")),
    Option(
        "picked_monster",
        T("A picked monster"),
        (("leaves", T("leaves the ring")), ("stays", T("stays in the ring"))),
        note=T("Whether it is counted again in the later picks of the same round."),
    ),
    Option(
        "level_foods",
        T("Foods of equal hunger"),
        (("together", T("count together")), ("by_hand", T("are ranked by the players"))),
    ),
    Option(
        "two_hands",
        T("Two hands"),
        players=range(2, 3),
        note=T("Two players, two hands each, seated alternately and played like a game of four."),
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """What a table was opened with: each of `OPTIONS`, and the monsters its copy of the box profile knows."""

    bookkeeping: str = "full"
    not_hungry: bool = False
    dishes: bool = False
    picked_monster: str = "leaves"
    level_foods: str = "together"
    two_hands: bool = False
    monsters: tuple[Known, ...] = ()

    @property
    def only_sheet(self) -> bool:
        """Whether the table keeps nothing but the score sheet."""
        return self.bookkeeping == "final"

    @property
    def stays(self) -> bool:
        """Whether picked monsters are counted again in later picks of the round."""
        return self.picked_monster == "stays"

    @property
    def by_hand(self) -> bool:
        """Whether the players rank level foods themselves."""
        return self.level_foods == "by_hand"

    @property
    def hands(self) -> int:
        """How many hands everybody plays."""
        return 2 if self.two_hands else 1
