"""Who has the most and the second most influence in a tribe, and how ties split the points.

| rule (rules page: Final scoring) | here |
| --- | --- |
| most influence the first value, second most the second | `majority` |
| tie for most among k: (first + second) / k, rounded down; no second | `majority` |
| tie for second among k: second / k, rounded down | `majority` |
| influence 0 never scores and never takes a second place (Decision) | `majority` |
| 2 players: only the most scores, a tie nothing | ``only_first`` |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.core.text import Listing, T, Text, Who


@dataclass(frozen=True, slots=True)
class Majority:
    """The points of one tribe, by player. ``most`` and ``second``: the players who share that place."""

    influence: tuple[int, ...]
    points: tuple[int, ...]
    first_value: int
    second_value: int
    most: tuple[int, ...]
    second: tuple[int, ...]
    only_first: bool

    def why(self, seat: int) -> Text:
        """The short reason under a player's figure."""
        influence = self.influence[seat]
        if not influence:
            return T("no influence")
        if seat in self.most and len(self.most) == 1:
            return T("most influence: {n}", n=influence)
        if seat in self.most and self.only_first:
            return T("level at {n}: nobody scores", n=influence)
        if seat in self.most:
            return T(
                "tie at {n}: ({first} + {second}) / {k}",
                n=influence,
                first=self.first_value,
                second=self.second_value,
                k=len(self.most),
            )
        if seat in self.second and len(self.second) == 1:
            return T("second most influence: {n}", n=influence)
        if seat in self.second:
            return T("tie for second at {n}: {second} / {k}", n=influence, second=self.second_value, k=len(self.second))
        return T("influence {n}", n=influence)

    def told(self, tribe: Text, rank: int) -> Iterable[Text]:
        """The whole tribe in sentences, such as "brown, rank 3: Ann and Bo tie at 9: (5 + 3) / 2 = 4 each"."""
        if not self.most:
            yield T("{tribe}, rank {rank}: nobody has any influence.", tribe=tribe, rank=rank)
            return
        most = Listing(tuple(map(Who, self.most)))
        at = self.influence[self.most[0]]
        if len(self.most) == 1:
            yield T(
                "{tribe}, rank {rank}: {name} has the most influence, {n}, and gets {points}.",
                tribe=tribe,
                rank=rank,
                name=most,
                n=at,
                points=self.first_value,
            )
        elif self.only_first:
            yield T(
                "{tribe}, rank {rank}: {names} are level at {n}: with two players nobody scores.",
                tribe=tribe,
                rank=rank,
                names=most,
                n=at,
            )
            return
        else:
            yield T(
                "{tribe}, rank {rank}: {names} tie at {n}: ({first} + {second}) / {k} = {points} each, rounded down.",
                tribe=tribe,
                rank=rank,
                names=most,
                n=at,
                first=self.first_value,
                second=self.second_value,
                k=len(self.most),
                points=self.points[self.most[0]],
            )
            yield T("A tie for the most uses up the second value.")
            return
        if self.only_first:
            return
        if not self.second:
            yield T("Nobody else has any influence, so nobody gets the second value.")
            return
        second = Listing(tuple(map(Who, self.second)))
        at = self.influence[self.second[0]]
        if len(self.second) == 1:
            yield T("{name} has the second most, {n}, and gets {points}.", name=second, n=at, points=self.second_value)
        else:
            yield T(
                "{names} tie for second at {n}: {second} / {k} = {points} each, rounded down.",
                names=second,
                n=at,
                second=self.second_value,
                k=len(self.second),
                points=self.points[self.second[0]],
            )


def majority(influence: Sequence[int], first: int, second: int, only_first: bool = False) -> Majority:
    """The points of a tribe whose rank has these two values; ``influence`` and the points are by player."""
    levels = sorted({value for value in influence if value > 0}, reverse=True)
    at = [tuple(seat for seat, value in enumerate(influence) if value == level) for level in levels[:2]]
    most = at[0] if at else ()
    runners_up = at[1] if len(at) > 1 and len(most) == 1 and not only_first else ()
    points = [0] * len(influence)
    if only_first:
        for seat in most if len(most) == 1 else ():
            points[seat] = first
    else:
        for seat in most:
            points[seat] = first if len(most) == 1 else (first + second) // len(most)
        for seat in runners_up:
            points[seat] = second // len(runners_up)
    return Majority(tuple(influence), tuple(points), first, second, most, runners_up, only_first)
