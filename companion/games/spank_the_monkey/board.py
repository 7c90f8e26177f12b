"""What the big screen draws: towers as high as their junk, who may spank with what chance, what a hit would leave."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from companion.core.text import TN, Seat, T, Text, Who
from companion.games.spank_the_monkey import odds
from companion.games.spank_the_monkey.drawing import must_draw
from companion.games.spank_the_monkey.pile import Junk, height_of
from companion.games.spank_the_monkey.state import State, lead, monkey_roller, target
from companion.games.spank_the_monkey.towers import Bar, Outlook
from companion.games.spank_the_monkey.wording import chance_words, falling_words, lead_words

SCALE_LOW, SCALE_HIGH = 10, 60
"""How many heights the drawing is high, at least and at most."""
SKY = 400
"""Units of the screen that the drawing is high at least, without the words on top of it."""
SKY_OF_MANY, MANY = 330, 5
"""The same while a roll lies above so many towers."""
NAMED, TWO_LINES, ABOVE, ROOMY = 32, 80, 92, 128
"""From how many units on a junk card has room for its name beside its strength, on two lines there, and above it on one or two."""
BESIDE, WIDE = 8, 1.7
"""How many Latin letters of a name go beside the strength on one line; how many of them a Chinese one is wide."""
ACROSS, LAST = 11, 7
"""Where fewer than `MANY` towers stand: how many letters go across a junk card, and how many beside the strength below them."""
BARS = 4


@dataclass(frozen=True, slots=True)
class Chance:
    """What stands on top of a tower: where it is seen from the monkey, and the roll a spank from there needs."""

    where: Text
    roll: Text | None


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The likeliest heights a pile will have, from the highest down; ``others``: the chance of all the rest, in percent."""

    bars: tuple[Bar, ...]
    others: str | None


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the big screen draws beyond the towers. ``rooms``: by junk id, how much fits on it.

    ``aimed``: whose pile is attacked or falls; ``empty``: nobody has built yet; ``spanking``: for level, 1 above ... 4 above the monkey the least roll.
    """

    scale: int
    rooms: dict[int, str]
    chances: tuple[Chance | None, ...]
    empty: bool
    spanking: tuple[tuple[Text, int], ...]
    outcomes: Outcomes | None
    aimed: Seat | None


def board_of(state: State, outlook: Outlook | None) -> Board:
    """What the big screen draws of a state; ``outlook``: of the pile that is attacked or falls."""
    tallest = max((height_of(pile) for pile in state.piles), default=0)
    scale = min(SCALE_HIGH, max(SCALE_LOW, tallest, state.monkey or 0))
    rolling = state.attack is not None or state.falling is not None
    sky = SKY_OF_MANY if rolling and len(state.piles) >= MANY else SKY
    calm = state.monkey is not None and not rolling
    return Board(
        scale=scale,
        rooms={junk.id: _room(junk, sky / scale, len(state.piles) < MANY) for pile in state.piles for junk in pile},
        chances=tuple(_chance(lead(state, seat)) if calm and not state.over else None for seat in state.seats),
        empty=not tallest,
        spanking=tuple((_above(lead), least) for lead, least in enumerate(odds.NEEDED_TO_SPANK)),
        outcomes=None if outlook is None else _outcomes(outlook),
        aimed=state.falling.owner if state.falling else state.attack.owner if state.attack else None,
    )


def _room(junk: Junk, unit: float, wide: bool) -> str:
    units = junk.height * unit
    if units < TWO_LINES:
        return "named" if units >= NAMED else "bare"
    words = junk.called.split() if isinstance(junk.called, str) else []
    above = ABOVE if max((_width(word) for word in words), default=0) > BESIDE else ROOMY
    if units < above:
        return "named two"
    return "tall two" if units < ROOMY and wide and _two_lines(words) else "tall"


def _two_lines(words: list[str]) -> bool:
    """Whether a name takes two lines across the card, the second of which leaves room for the strength."""
    first = max((n for n in range(len(words)) if len(" ".join(words[:n])) <= ACROSS), default=0)
    return first > 0 and len(" ".join(words[first:])) <= LAST


def _width(word: str) -> float:
    """How wide a word is, in Latin letters; a Chinese one goes on to the next line anywhere."""
    return max(WIDE if letter >= "\u2e80" else len(word) for letter in word)


def _above(lead: int) -> Text:
    return T("{n} above", n=lead) if lead else T("level")


def _chance(lead: int) -> Chance:
    if lead < 0:
        return Chance(T("{n} too low", n=-lead), None)
    least = odds.spank_needs(lead)
    if least is None:
        return Chance(T("{n} above: too high", n=lead), None)
    return Chance(_above(lead), T("{least}+ · {n} in 6", least=least, n=odds.SIDES + 1 - least))


def _outcomes(outlook: Outlook) -> Outcomes:
    likely = sorted(outlook.bars, key=lambda bar: -bar.length)[:BARS]
    rest = [bar for bar in outlook.bars if bar not in likely]
    share = sum((Fraction(bar.percent) for bar in rest), Fraction(0))
    shown = tuple(bar for bar in outlook.bars if bar in likely)
    return Outcomes(shown, str(max(1, round(share))) if rest else None)


def now(state: State) -> Text | None:
    """What the band says is going on, None once the game is over."""
    turn = state.turn
    if state.over:
        return None
    if state.falling is not None:
        return falling_words(state, state.falling)
    if state.attack is not None:
        attack = state.attack
        junk, owner = target(state, attack).called, Who(attack.owner)
        return T("{attacker} attacks {junk} of {who}.", attacker=Who(attack.attacker), junk=junk, who=owner)
    if state.phase == "height":
        return T("One die decides how high the monkey sits.")
    if turn is None:
        return T("Everybody throws a die: the highest starts.")
    return _of_the_turn(state, turn)


def _of_the_turn(state: State, turn: Seat) -> Text:
    above = lead(state, turn)
    least = odds.spank_needs(above)
    if state.phase == "monkey":
        return T("{who} rolls for the monkey.", who=Who(monkey_roller(state)))
    if state.phase == "draw":
        cards = must_draw(state.hands[turn])
        return TN("{who} draws {n} card.", "{who} draws {n} cards.", cards, who=Who(turn))
    if state.phase == "discard":
        return T("{who} may discard up to 2 cards.", who=Who(turn))
    if least is not None and not state.tried:
        return T(
            "{who} may spank: {where}, {chance}.", who=Who(turn), where=lead_words(above), chance=chance_words(least)
        )
    if state.phase == "build":
        return T("{who} builds: one junk card and one reinforcement at most.", who=Who(turn))
    return T("{who} attacks, or ends the turn.", who=Who(turn))
