"""Who fetches lunch: the tiers of the hunger track, and the chain of comparisons down them.

| rule (rules page: Lunchtime Battle, End) | here |
| --- | --- |
| the food with the highest hunger is wanted most | `tiers.tiers` |
| foods of equal hunger count together (Decision), or in the players' own order | `tiers.tiers` |
| most symbols loses; ties compare the next food among the tied only; still tied: all go | `tiers.compare` |
| two hands: the hand with the most symbols loses for its player | `_worse` |
| not hungry: fewest symbols of all three together; ties: all of them; may still be the runner | `tiers.not_hungry` |
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.refusal import Refused
from companion.core.scoring import Result, Score, Sheet, check_names, check_range
from companion.core.text import Seat, T, Who, listed
from companion.games.lunchtime_battle.foods import FOODS, HUNGER_HIGH, SYMBOLS_HIGH
from companion.games.lunchtime_battle.tiers import Tier, by_hunger, compare, not_hungry, tiers
from companion.games.lunchtime_battle.verdict import lines, sentence

VARIANTS = {"not_hungry": range(5, 7), "two_hands": range(2, 3)}
"""The variants a sheet can name, each with the numbers of players that can use it."""

DISH_LENGTH = 40


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each food: symbols of a candidate, or hunger."""

    meat: int = 0
    mushroom: int = 0
    potion: int = 0

    def by_food(self) -> tuple[int, int, int]:
        """The three numbers in the order of `FOODS`."""
        return (self.meat, self.mushroom, self.potion)


class Eater(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One player: the food symbols of each lunch candidate, or of the candidates of two hands."""

    name: str
    candidates: tuple[Counts, ...] = ()
    hands: tuple[tuple[Counts, ...], ...] = ()


class LunchSheet(Sheet, frozen=True, kw_only=True):
    """The hunger track, the variants played, and each player's candidates."""

    hunger: Counts
    players: tuple[Eater, ...]
    hunger_order: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    dishes: dict[str, str] = {}  # noqa: RUF012


def check(sheet: LunchSheet) -> None:
    """Refuses what no table can hold, naming the field."""
    check_names(sheet.players, 2, 6)
    for food, hunger in zip(FOODS, sheet.hunger.by_food(), strict=True):
        check_range(f"hunger.{food}", hunger, 0, HUNGER_HIGH)
    _check_order(sheet)
    for index, variant in enumerate(sheet.variants):
        if variant not in VARIANTS:
            raise Refused("bad_field", f"variants[{index}]", T("The variants are {names}.", names=listed(VARIANTS)))
        players = VARIANTS[variant]
        if len(sheet.players) not in players:
            low, high = players[0], players[-1]
            needs = (
                T("{variant} needs {n} players.", variant=variant, n=low)
                if low == high
                else T("{variant} needs {low} to {high} players.", variant=variant, low=low, high=high)
            )
            raise Refused("bad_field", f"variants[{index}]", needs)
    for food, dish in sheet.dishes.items():
        if food not in FOODS:
            raise Refused("bad_field", f"dishes.{food}", T("The foods are {names}.", names=listed(FOODS)))
        if not dish.strip() or len(dish) > DISH_LENGTH:
            raise Refused("bad_field", f"dishes.{food}", T("A dish has 1 to {n} letters.", n=DISH_LENGTH))
    for index, eater in enumerate(sheet.players):
        _check_candidates(f"players[{index}]", eater, "two_hands" in sheet.variants)


def _check_order(sheet: LunchSheet) -> None:
    for index, food in enumerate(sheet.hunger_order):
        if food not in FOODS:
            raise Refused("bad_field", f"hunger_order[{index}]", T("The foods are {names}.", names=listed(FOODS)))
        if food in sheet.hunger_order[:index]:
            raise Refused(
                "bad_field", f"hunger_order[{index}]", T("{food} is there twice; every food once.", food=food)
            )
    if sheet.hunger_order:
        for tier in by_hunger(sheet.hunger.by_food()):
            if len(tier.foods) > 1 and (missing := [f for f in tier.foods if f not in sheet.hunger_order]):
                raise Refused(
                    "bad_field",
                    "hunger_order",
                    T("Rank every level food, or leave the order empty. Missing: {names}.", names=listed(missing)),
                )


def _check_candidates(at: str, eater: Eater, two_hands: bool) -> None:
    if two_hands and eater.candidates:
        raise Refused(
            "bad_field", f"{at}.candidates", T("With two_hands, enter hands: the candidates of each of the two.")
        )
    if two_hands and len(eater.hands) != 2:
        raise Refused("bad_field", f"{at}.hands", T("With two_hands, every player has exactly 2 hands."))
    if not two_hands and eater.hands:
        raise Refused("bad_field", f"{at}.hands", T("Hands are for the variant two_hands; enter candidates."))
    piles = [(f"{at}.hands[{n}]", hand) for n, hand in enumerate(eater.hands)] if two_hands else []
    for path, pile in piles or [(f"{at}.candidates", eater.candidates)]:
        for number, candidate in enumerate(pile):
            for food, n in zip(FOODS, candidate.by_food(), strict=True):
                check_range(f"{path}[{number}].{food}", n, 0, SYMBOLS_HIGH)


def added_up(candidates: tuple[Counts, ...]) -> tuple[int, int, int]:
    """The symbols of each food on all these candidates."""
    meat, mushroom, potion = (sum(column) for column in zip((0, 0, 0), *(c.by_food() for c in candidates), strict=True))
    return (meat, mushroom, potion)


def _worse(hands: tuple[tuple[int, int, int], ...], order: tuple[Tier, ...]) -> int:
    """Which hand is nearer to losing: compared tier by tier, the first one if they are equal."""
    return max(range(len(hands)), key=lambda hand: (tuple(tier.symbols(hands[hand]) for tier in order), -hand))


def score(sheet: LunchSheet) -> Result:
    """Who fetches lunch, with the whole chain of comparisons; raises Refused for what no table can hold."""
    check(sheet)
    order = tiers(sheet.hunger.by_food(), sheet.hunger_order)
    piles = tuple(eater.hands or (eater.candidates,) for eater in sheet.players)
    hands = tuple(tuple(added_up(pile) for pile in of) for of in piles)
    shown = tuple(_worse(of, order) for of in hands)
    counts = tuple(of[hand] for of, hand in zip(hands, shown, strict=True))
    steps = compare(counts, order)
    runners = steps[-1].left
    two_hands = "two_hands" in sheet.variants
    players = []
    for player, hand in enumerate(shown):
        pile = tuple(candidate.by_food() for candidate in piles[player][hand])
        players.append(
            Score(
                order[0].symbols(counts[player]),
                len(counts) - len(runners) + 1 if player in runners else 1,
                lines(pile, order, hand + 1 if two_hands else None),
                {"hands": [_hand_json(of, order) for of in hands[player]]} if two_hands else {},
            )
        )
    later = [step for step in steps[1:] if len(step.left) < len(step.among)]
    spared = not_hungry(counts) if "not_hungry" in sheet.variants else ()
    more: dict[str, Any] = {"wanted": [list(tier.foods) for tier in order]}
    if spared:
        more["not_hungry"] = [Who(player) for player in spared]
    more["dishes"] = dict(sheet.dishes)
    return Result(
        game="lunchtime_battle",
        players=tuple(players),
        winners=(),
        losers=tuple(Seat(player) for player in runners),
        tie_break="+".join(later[-1].tier.foods) if later else None,
        sentence=sentence(len(counts), steps, sheet.dishes, spared),
        extra=more,
    )


def _hand_json(hand: tuple[int, int, int], order: tuple[Tier, ...]) -> dict[str, Any]:
    """One of two hands in the result: its lines and its symbols of what is wanted most."""
    figures = [{"key": food, "points": n} for food, n in zip(FOODS, hand, strict=True)]
    return {"lines": figures, "total": order[0].symbols(hand)}
