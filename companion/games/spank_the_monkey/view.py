"""What the pages draw: towers beside the monkey, outlooks, the odds of whatever is rolled next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.game import Telling, Tone
from companion.core.text import Seat, T, Text, Who
from companion.games.spank_the_monkey import box as profile
from companion.games.spank_the_monkey import odds, rolls
from companion.games.spank_the_monkey.offering import must_draw
from companion.games.spank_the_monkey.pile import CATEGORIES, below, category_label, height_of, in_hand_reach, why_hand
from companion.games.spank_the_monkey.refusals import seen
from companion.games.spank_the_monkey.rolls import Distribution
from companion.games.spank_the_monkey.state import (
    KINDS,
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


@dataclass(frozen=True, slots=True)
class ShownAttack:
    """The attack that is to be rolled: its least roll (None: impossible, or up to the card) and the outlook of a hit."""

    attack: Pending
    kind: Text
    target: Text | str
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
    faller: Text | str
    faller_strength: int
    lander: Text | str | None
    lander_strength: int | None
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class Advice:
    """The best target of a kind of attack for attack modifiers such as "+0 to +2", and what it does with the first."""

    kind: str
    bonuses: str
    target: Text | str
    owner: Seat
    place: tuple[int, int]
    chance: Text
    loss: str


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the die that is rolled next, and in a word or two what it would do."""

    face: int
    word: Text
    tone: Tone


@dataclass(frozen=True, slots=True)
class View:
    """Everything a page shows beyond state and offers. ``scale``: the height at which the drawing ends.

    ``seen``: the key of the roll that is due, sent back with it.
    """

    towers: tuple[Tower, ...]
    monkey: int | None
    scale: int
    turn: Seat | None
    headline: Text | None
    deck: int
    must_draw: int
    hand: int
    spank: Text | None
    spank_least: int | None
    attack: ShownAttack | None
    fall: ShownFall | None
    advice: tuple[Advice, ...]
    known: Mapping[str, tuple[profile.KnownCard, ...]]
    faces: tuple[Face, ...]
    categories: tuple[tuple[str, Text | str], ...]
    news: Telling
    seen: str
    active_monkey: bool
    free_building: bool


SCALE_LOW, SCALE_HIGH = 12, 60
"""How many heights a page draws at least and at most."""
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
        scale=min(SCALE_HIGH, max((state.monkey or 0) + 4, tallest + 2, SCALE_LOW)),
        turn=turn,
        headline=_headline(state, state.attack) if state.attack is not None else None,
        deck=state.deck,
        must_draw=must_draw(state.hands[turn]) if turn is not None else 0,
        hand=state.hands[turn] if turn is not None else 0,
        spank=spank_words(where) if spanks and where is not None else None,
        spank_least=odds.spank_needs(where) if spanks and where is not None else None,
        attack=_attack(state, state.attack) if state.attack is not None else None,
        fall=_fall(state, state.falling) if state.falling is not None else None,
        advice=_advice(state, turn) if turn is not None and seat == turn and state.phase in ("build", "attack") else (),
        known={kind: profile.known(box, kind) for kind in profile.RANGES},
        faces=_faces(state),
        categories=_categories(box),
        news=state.news,
        seen=seen(state),
        active_monkey=active_monkey,
        free_building=free_building,
    )


def _categories(box: Mapping[str, Any]) -> tuple[tuple[str, Text | str], ...]:
    """The categories to choose from: those of the rules, then those this copy has shown."""
    shown = {card.word for card in profile.known(box, "junk") if card.word}
    return (*CATEGORIES.items(), *((word, word) for word in sorted(shown - set(CATEGORIES))))


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
        mine=seat == turn,
        why_hand=why_hand(height(state, turn), pile, seat == turn) if turn is not None else None,
    )


def _outlook(before: int, left: Distribution, sentence: Text | None = None) -> Outlook:
    tallest = max(chance for _, chance in left)
    bars = tuple(
        Bar(height, percent(chance), max(1, round(100 * chance / tallest))) for height, chance in reversed(left)
    )
    return Outlook(before, one_digit(odds.expected(left)), bars, sentence)


def _headline(state: State, attack: Pending) -> Text:
    return T(
        "{attacker} attacks {junk} of {who}.",
        attacker=Who(attack.attacker),
        junk=rolls.target(state, attack).called,
        who=Who(attack.owner),
    )


def _attack(state: State, attack: Pending) -> ShownAttack:
    pile, index = state.piles[attack.owner], target_index(state, attack)
    junk, left = pile[index], rolls.outlook(pile, index)
    least = None if attack.modifier is None else odds.attack_needs(attack.bonus, junk.full_strength)
    return ShownAttack(
        attack=attack,
        kind=KINDS[attack.kind],
        target=junk.called,
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
        faller=pile[index].called,
        faller_strength=pile[index].full_strength,
        lander=None if lander is None else lander.called,
        lander_strength=None if lander is None else lander.full_strength,
        outlook=_outlook(height_of(pile), rolls.falling_outlook(state, falling)),
    )


def _advice(state: State, turn: Seat) -> tuple[Advice, ...]:
    found: list[Advice] = []
    for kind in ("hand", "throwing"):
        runs: list[tuple[int, int, rolls.Aim]] = []
        for bonus in ADVICE_BONUSES:
            best = rolls.best_aim(state, turn, kind, bonus)
            if best is None:
                continue
            if runs and (runs[-1][2].owner, runs[-1][2].index) == (best.owner, best.index):
                runs[-1] = (runs[-1][0], bonus, runs[-1][2])
            else:
                runs.append((bonus, bonus, best))
        for low, high, best in runs:
            junk = state.piles[best.owner][best.index]
            chance = chance_words(odds.attack_needs(low, junk.full_strength))
            span = signed(low) if low == high else f"{signed(low)} … {signed(high)}"
            place = (int(best.owner), best.index)
            found.append(Advice(kind, span, junk.called, best.owner, place, chance, one_digit(best.loss)))
    return tuple(found)


def _faces(state: State) -> tuple[Face, ...]:
    """What each face of the next roll would do."""
    return tuple(Face(face, *_face(state, face)) for face in range(1, odds.SIDES + 1))


def _face(state: State, die: int) -> tuple[Text, Tone]:
    if state.falling is not None:
        hit = rolls.impact(state, state.falling, die)
        if hit.faller_breaks and hit.lander_breaks:
            return T("both break"), "cost"
        if hit.faller_breaks or hit.lander_breaks:
            broken = hit.faller if hit.faller_breaks or hit.lander is None else hit.lander
            return T("{junk} breaks", junk=broken.called), "cost"
        return T("all holds"), "gain"
    if state.attack is not None:
        strength = rolls.target(state, state.attack).full_strength
        return (T("destroyed"), "cost") if rolls.hits(state.attack, strength, die) else (T("no damage"), "plain")
    if state.phase == "height":
        return T("height {n}", n=die + 7), "plain"
    if state.phase == "monkey":
        moved = (rolls.restless(state, die).monkey or 0) - (state.monkey or 0)
        return (T("one up") if moved > 0 else T("one down") if moved < 0 else T("stays")), "plain"
    wins = state.turn is not None and rolls.spank_succeeds(state, state.turn, die)
    return (T("you win"), "gain") if wins else (T("missed"), "cost")
