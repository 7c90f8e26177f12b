"""Words for chances, places and outlooks, used by the sentences and by the pages."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.core.text import T, Text, Who
from companion.games.spank_the_monkey import odds
from companion.games.spank_the_monkey.odds import Distribution
from companion.games.spank_the_monkey.pile import NAMELESS, Junk, Pile
from companion.games.spank_the_monkey.state import Falling, Pending, State, falling_index, target


def percent(chance: Fraction) -> str:
    """A chance in percent: whole numbers from 10 %, one digit below (0.1 at least, where there is a chance)."""
    if chance >= Fraction(1, 10) or chance == 0:
        return str(round(chance * 100))
    return str(max(Fraction(1, 10), Fraction(round(chance * 1000), 10)).__float__())


def one_digit(number: Fraction) -> str:
    """A mean height with one digit after the point, which is left out where it is 0."""
    tenths = round(number * 10)
    return str(tenths // 10) if tenths % 10 == 0 else str(tenths / 10)


def chance_words(least: int | None) -> Text:
    """What a roll needs, as "needs 4 or more: 3 in 6 (50 %)"; None: no roll does it."""
    if least is None:
        return T("not even a 6 is enough")
    faces = odds.SIDES + 1 - least
    share = percent(Fraction(faces, odds.SIDES))
    if least == odds.SIDES:
        return T("needs a 6: {n} in 6 ({percent} %)", n=faces, percent=share)
    return T("needs {least} or more: {n} in 6 ({percent} %)", least=least, n=faces, percent=share)


def lead_words(lead: int) -> Text:
    """Where somebody stands, seen from the monkey."""
    if lead == 0:
        return T("level with the monkey")
    if lead > 0:
        return T("{n} above the monkey", n=lead)
    return T("{n} below the monkey", n=-lead)


def spank_words(lead: int) -> Text:
    """Whether one may spank from here, and what the roll needs."""
    if lead < 0:
        return T("Still {n} below the monkey: too low to spank.", n=-lead)
    least = odds.spank_needs(lead)
    if least is None:
        return T("{n} above the monkey is too high: from 5 above nobody can reach down.", n=lead)
    return T("A spank from here ({where}) {chance}.", where=lead_words(lead), chance=chance_words(least))


def sum_words(die: int, parts: Sequence[int]) -> str:
    """The sum of an attack roll, as "4 + 2 − 1 = 5"; parts that are 0 are left out."""
    shown = [str(die), *(f"{'+' if part > 0 else '−'} {abs(part)}" for part in parts if part)]
    total = die + sum(parts)
    return shown[0] if len(shown) == 1 else f"{' '.join(shown)} = {total if total >= 0 else f'−{-total}'}"


def signed(value: int) -> str:
    """A modifier as printed: +2, +0, −1."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def attack_words(state: State, attack: Pending) -> Text:
    """What the roll of an attack needs."""
    junk = target(state, attack)
    return T(
        "{bonus} against strength {strength}: {chance}.",
        bonus=signed(attack.bonus),
        strength=junk.full_strength,
        chance=chance_words(odds.attack_needs(attack.bonus, junk.full_strength)),
    )


def outlook_words(owner: int, before: int, left: Distribution) -> Text:
    """How high the pile of ``owner`` is likely to be after a hit."""
    if len(left) == 1:
        return T(
            "If it breaks, the pile of {who} goes from {old} to {new}.", who=Who(owner), old=before, new=left[0][0]
        )
    return T(
        "If it breaks, the pile of {who} goes from {old} to {mean} on average, at worst to {worst}.",
        who=Who(owner),
        old=before,
        mean=one_digit(odds.expected(left)),
        worst=left[0][0],
    )


def block_words(state: State, falling: Falling) -> Text | str:
    """What falls."""
    pile, index = state.piles[falling.owner], falling_index(state, falling)
    faller = pile[index]
    return faller.called if index == len(pile) - 1 else T("{junk} with all above it", junk=faller.called)


def falling_words(state: State, falling: Falling) -> Text:
    """What falls on what."""
    pile, index = state.piles[falling.owner], falling_index(state, falling)
    block = block_words(state, falling)
    if index == 0:
        return T("{block} falls to the ground: one die for the collision.", block=block)
    return T("{block} falls on {lander}: one die for the collision.", block=block, lander=pile[index - 1].called)


def below_words(pile: Pile, position: int) -> Text:
    """What lies under a gap of a pile that has ``position`` junk cards below it."""
    if position == 0:
        return T("on the ground")
    if position == len(pile):
        return T("on top, on {junk}", junk=pile[-1].called)
    return T("on {junk}", junk=pile[position - 1].called)


def junk_words(junk: Junk) -> Text:
    """A junk card with its height and full strength."""
    height, strength = junk.height, junk.full_strength
    if junk.name == NAMELESS:
        return T("junk (height {height}, strength {strength})", height=height, strength=strength)
    return T("{junk} (height {height}, strength {strength})", junk=junk.name, height=height, strength=strength)
