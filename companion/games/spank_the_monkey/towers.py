"""What the pages draw of the piles: towers side by side, and how high each will be after a hit."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Seat, Text
from companion.games.spank_the_monkey import collisions, odds
from companion.games.spank_the_monkey.odds import Distribution
from companion.games.spank_the_monkey.pile import Pile, below, category_label, height_of, in_hand_reach, why_hand
from companion.games.spank_the_monkey.state import State, falling_index, height, lead
from companion.games.spank_the_monkey.wording import lead_words, one_digit, outlook_words, percent


@dataclass(frozen=True, slots=True)
class Bar:
    """One possible final height with its chance: in percent as shown, and as a share of the tallest bar (0-100)."""

    height: int
    percent: str
    length: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """How high a pile will be once all is still; bars from the highest outcome down."""

    before: int
    mean: str
    bars: tuple[Bar, ...]
    sentence: Text | None = None


@dataclass(frozen=True, slots=True)
class ShownJunk:
    """A junk card in its tower: it spans the heights above ``low`` up to ``high``. ``place``: for actions."""

    place: tuple[int, int]
    id: int
    name: Text | str
    category: Text | str
    height: int
    strength: int
    printed: int
    reinforcements: tuple[tuple[str, int], ...]
    low: int
    high: int
    reachable: bool
    attacked: bool
    falling: bool
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class Tower:
    """One seat's pile, bottom to top, and how it stands.

    ``mine``: it is the pile of whose turn it is; ``why_hand``: what that player can reach by hand.
    """

    seat: Seat
    height: int
    where: Text | None
    lead: int
    junk: tuple[ShownJunk, ...]
    hand: int
    mine: bool
    why_hand: Text | None


def tower_of(state: State, seat: Seat) -> Tower:
    """The tower of a seat."""
    pile, turn = state.piles[seat], state.turn
    reach = in_hand_reach(height(state, turn), pile, seat == turn) if turn is not None else None
    falling = state.falling
    block = falling_index(state, falling) if falling is not None and falling.owner == seat else len(pile)
    aimed = state.attack.junk if state.attack is not None and state.attack.owner == seat else None
    shown = tuple(
        ShownJunk(
            place=(seat, index),
            id=junk.id,
            name=junk.called,
            category=category_label(junk.category),
            height=junk.height,
            strength=junk.full_strength,
            printed=junk.strength,
            reinforcements=tuple((card.name, card.strength) for card in junk.reinforcements),
            low=below(pile, index),
            high=below(pile, index) + junk.height,
            reachable=index == reach,
            attacked=junk.id == aimed,
            falling=index >= block,
            outlook=hit_outlook(pile, seat, index),
        )
        for index, junk in enumerate(pile)
    )
    return Tower(
        seat=seat,
        height=height_of(pile),
        where=lead_words(lead(state, seat)) if state.monkey is not None else None,
        lead=lead(state, seat),
        junk=shown,
        hand=state.hands[seat],
        mine=seat == turn,
        why_hand=why_hand(height(state, turn), pile, seat == turn) if turn is not None else None,
    )


def outlook_of(before: int, left: Distribution, sentence: Text | None = None) -> Outlook:
    """The outlook of a pile that is ``before`` high now."""
    tallest = max(chance for _, chance in left)
    bars = tuple(
        Bar(height, percent(chance), max(1, round(100 * chance / tallest))) for height, chance in reversed(left)
    )
    return Outlook(before, one_digit(odds.expected(left)), bars, sentence)


def hit_outlook(pile: Pile, owner: Seat, index: int) -> Outlook:
    """The outlook of a pile should this junk card be destroyed."""
    before, left = height_of(pile), collisions.outlook(pile, index)
    return outlook_of(before, left, outlook_words(owner, before, left))
