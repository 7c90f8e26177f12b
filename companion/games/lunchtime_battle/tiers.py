"""The tiers of what the monsters want, and the comparison down them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.lunchtime_battle.foods import FOODS


@dataclass(frozen=True, slots=True)
class Tier:
    """Foods that count together, and their hunger; ``by_hand``: the players ranked foods of this hunger."""

    foods: tuple[str, ...]
    hunger: int
    by_hand: bool = False

    def symbols(self, counts: tuple[int, ...]) -> int:
        """How many symbols of this tier there are among ``counts`` (one number per food)."""
        return sum(n for food, n in zip(FOODS, counts, strict=True) if food in self.foods)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One comparison: the tier, who was compared, the most symbols anyone of them has, and who has that many."""

    tier: Tier
    among: tuple[int, ...]
    most: int
    left: tuple[int, ...]


def by_hunger(hunger: tuple[int, ...]) -> tuple[Tier, ...]:
    """The foods by hunger, highest first; foods of equal hunger in one tier. ``hunger``: one number per food."""
    of = dict(zip(FOODS, hunger, strict=True))
    return tuple(
        Tier(tuple(food for food in FOODS if of[food] == level), level)
        for level in sorted(set(of.values()), reverse=True)
    )


def tiers(hunger: tuple[int, ...], hunger_order: tuple[str, ...] = ()) -> tuple[Tier, ...]:
    """What the monsters want, most wanted first; level foods form one tier unless ``hunger_order`` ranks them."""
    found: list[Tier] = []
    for tier in by_hunger(hunger):
        if len(tier.foods) > 1 and hunger_order:
            found.extend(Tier((food,), tier.hunger, by_hand=True) for food in hunger_order if food in tier.foods)
        else:
            found.append(tier)
    return tuple(found)


def level_foods(hunger: tuple[int, ...]) -> tuple[str, ...]:
    """The foods that are level on the hunger track; none where all differ."""
    return next((tier.foods for tier in by_hunger(hunger) if len(tier.foods) > 1), ())


def unranked(hunger: tuple[int, ...], order: tuple[str, ...]) -> bool:
    """Whether there are level foods that the players have not put in order."""
    return not set(level_foods(hunger)) <= set(order)


def compare(counts: tuple[tuple[int, ...], ...], order: tuple[Tier, ...]) -> tuple[Comparison, ...]:
    """The chain of comparisons, tier by tier among those still tied, until one is left or the tiers end.

    ``counts``: the symbols of each player by food. The runners are those ``left`` in the last step.
    """
    among = tuple(range(len(counts)))
    steps: list[Comparison] = []
    for tier in order:
        most = max(tier.symbols(counts[player]) for player in among)
        left = tuple(player for player in among if tier.symbols(counts[player]) == most)
        steps.append(Comparison(tier, among, most, left))
        among = left
        if len(left) == 1:
            break
    return tuple(steps)


def not_hungry(counts: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Who needs no lunch: the fewest symbols of all three foods together; ties: all of them."""
    fewest = min(sum(player) for player in counts)
    return tuple(player for player, of in enumerate(counts) if sum(of) == fewest)
