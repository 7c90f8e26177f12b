"""What the pages draw: towers beside the monkey, outlooks, the odds of whatever is rolled next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from companion.core.text import Seat, Text
from companion.games.spank_the_monkey import box as profile
from companion.games.spank_the_monkey import odds, rolls
from companion.games.spank_the_monkey.offering import must_draw
from companion.games.spank_the_monkey.pile import below, category_label, height_of, in_hand_reach, why_hand
from companion.games.spank_the_monkey.rolls import Distribution
from companion.games.spank_the_monkey.state import (
    KINDS,
    MONKEY_HIGH,
    Falling,
    Pending,
    State,
    falling_index,
    height,
    lead,
    target_index,
)
from companion.games.spank_the_monkey.wording import (
    chance_words,
    falling_words,
    lead_words,
    one_digit,
    outlook_words,
    percent,
    signed,
    spank_words,
)


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
    name: str
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
    """One seat's pile, bottom to top, and how it stands. ``why_hand``: what the turn's player can reach by hand."""

    seat: Seat
    height: int
    where: Text | None
    lead: int
    junk: tuple[ShownJunk, ...]
    hand: int
    why_hand: Text | None


@dataclass(frozen=True, slots=True)
class ShownAttack:
    """The attack that is to be rolled: its least roll (None: impossible, or up to the card) and the outlook of a hit."""

    attack: Pending
    kind: Text
    target: str
    strength: int
    bonus: str
    least: int | None
    chance: Text | None
    defences: tuple[tuple[str, str], ...]
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class ShownFall:
    """The collision that is to be rolled: strengths of what touches (lander None: the ground), and the outlook."""

    owner: Seat
    sentence: Text
    faller: str
    faller_strength: int
    lander: str | None
    lander_strength: int | None
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class Advice:
    """The best target of a kind of attack for each attack bonus, or None where nothing can be destroyed."""

    kind: str
    bonus: int
    target: str
    owner: Seat
    place: tuple[int, int]
    chance: Text
    loss: str


@dataclass(frozen=True, slots=True)
class View:
    """Everything a page shows beyond state and offers. ``scale``: the height at which the drawing ends."""

    towers: tuple[Tower, ...]
    monkey: int | None
    scale: int
    deck: int
    must_draw: int
    hand: int
    spank: Text | None
    spank_least: int | None
    attack: ShownAttack | None
    fall: ShownFall | None
    advice: tuple[Advice, ...]
    known: Mapping[str, tuple[profile.KnownCard, ...]]
    active_monkey: bool
    free_building: bool


ADVICE_BONUSES = range(7)
"""Attack modifiers for which the page names the best target beforehand."""


def view(state: State, seat: Seat | None, box: Mapping[str, Any], active_monkey: bool, free_building: bool) -> View:
    """What the pages show to a seat (None: the board)."""
    turn = state.turn
    tallest = max((height_of(pile) for pile in state.piles), default=0)
    playing = turn is not None and not state.over
    where = lead(state, turn) if turn is not None else None
    spanks = playing and state.phase in ("build", "attack") and not state.tried and where is not None
    return View(
        towers=tuple(_tower(state, s) for s in state.seats),
        monkey=state.monkey,
        scale=max(MONKEY_HIGH, tallest),
        deck=state.deck,
        must_draw=must_draw(state.hands[turn]) if turn is not None else 0,
        hand=state.hands[turn] if turn is not None else 0,
        spank=spank_words(where) if spanks and where is not None else None,
        spank_least=odds.spank_needs(where) if spanks and where is not None else None,
        attack=_attack(state, state.attack) if state.attack is not None else None,
        fall=_fall(state, state.falling) if state.falling is not None else None,
        advice=_advice(state, turn) if turn is not None and seat == turn and state.phase in ("build", "attack") else (),
        known={kind: profile.known(box, kind) for kind in profile.RANGES},
        active_monkey=active_monkey,
        free_building=free_building,
    )


def _tower(state: State, seat: Seat) -> Tower:
    pile, turn = state.piles[seat], state.turn
    reach = in_hand_reach(height(state, turn), pile, seat == turn) if turn is not None else None
    falling = state.falling
    block = falling_index(state, falling) if falling is not None and falling.owner == seat else len(pile)
    aimed = state.attack.junk if state.attack is not None and state.attack.owner == seat else None
    shown = tuple(
        ShownJunk(
            place=(seat, index),
            id=junk.id,
            name=junk.name,
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
            outlook=_outlook(
                height_of(pile),
                rolls.outlook(pile, index),
                outlook_words(seat, height_of(pile), rolls.outlook(pile, index)),
            ),
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
        why_hand=why_hand(height(state, turn), pile, seat == turn) if turn is not None else None,
    )


def _outlook(before: int, left: Distribution, sentence: Text | None = None) -> Outlook:
    tallest = max(chance for _, chance in left)
    bars = tuple(
        Bar(height, percent(chance), max(1, round(100 * chance / tallest))) for height, chance in reversed(left)
    )
    return Outlook(before, one_digit(odds.expected(left)), bars, sentence)


def _attack(state: State, attack: Pending) -> ShownAttack:
    pile, index = state.piles[attack.owner], target_index(state, attack)
    junk, left = pile[index], rolls.outlook(pile, index)
    least = None if attack.modifier is None else odds.attack_needs(attack.bonus, junk.full_strength)
    return ShownAttack(
        attack=attack,
        kind=KINDS[attack.kind],
        target=junk.name,
        strength=junk.full_strength,
        bonus=signed(attack.bonus),
        least=least,
        chance=None if attack.modifier is None else chance_words(least),
        defences=tuple((name, signed(-value)) for name, value in attack.defences),
        outlook=_outlook(height_of(pile), left, outlook_words(attack.owner, height_of(pile), left)),
    )


def _fall(state: State, falling: Falling) -> ShownFall:
    pile, index = state.piles[falling.owner], falling_index(state, falling)
    lander = pile[index - 1] if index else None
    return ShownFall(
        owner=falling.owner,
        sentence=falling_words(state, falling),
        faller=pile[index].name,
        faller_strength=pile[index].full_strength,
        lander=None if lander is None else lander.name,
        lander_strength=None if lander is None else lander.full_strength,
        outlook=_outlook(height_of(pile), rolls.falling_outlook(state, falling)),
    )


def _advice(state: State, turn: Seat) -> tuple[Advice, ...]:
    found = []
    for kind in KINDS:
        for bonus in ADVICE_BONUSES:
            best = rolls.best_aim(state, turn, kind, bonus)
            if best is None:
                continue
            junk = state.piles[best.owner][best.index]
            least = odds.attack_needs(bonus, junk.full_strength)
            place = (int(best.owner), best.index)
            found.append(
                Advice(kind, bonus, junk.name, best.owner, place, chance_words(least), one_digit(Fraction(best.loss)))
            )
    return tuple(found)
