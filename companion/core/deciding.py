"""What decided a finished game, read off its result alone: how far ahead, which category turned it, or which tie-break.

| situation | `Decision` | said |
| --- | --- | --- |
| somebody else led on the way | ``turned`` is the last category after which the two best changed order | "Books turned it" |
| the winner never lay behind | ``turned`` is None, ``since`` where the lead began | "Ann led from Cash on." |
| level on points | ``gap`` is 0 and ``rule`` names the tie-break | "level on points, but the oldest" |
| first place stays shared | more than one winner; ``gap`` is to whoever comes next | who shares it |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from companion.core.scoring import Line, Result, first_places
from companion.core.text import Listing, Seat, T, Text, Who


@dataclass(frozen=True, slots=True)
class Decision:
    """How a scored game was decided.

    ``winners``: seats on rank 1; ``second``: the best of the others, None where everybody won; ``gap``: points between
    the two, 0 where a tie-break decided; ``since``: number of the category (from 0) after which the winner led to the
    end, None without such a lead; ``turned``: whether ``second`` had led before it; ``gained``: points of winner and
    second in it; ``before``: how far ``second`` was ahead before it, 0 or more where ``turned``; ``rule``: the tie-break.
    """

    winners: tuple[Seat, ...]
    second: Seat | None
    gap: int
    since: int | None = None
    turned: bool = False
    gained: tuple[int, int] = (0, 0)
    before: int = 0
    rule: Text | None = None


def decision(result: Result) -> Decision | None:
    """What decided this result; None where the game has no winner (who fetches lunch)."""
    if not result.winners:
        return None
    winners = first_places(result.players)
    others = [Seat(seat) for seat in range(len(result.players)) if seat not in winners]
    if not others:
        return Decision(winners, None, 0)
    winner, second = winners[0], min(others, key=lambda seat: result.players[seat].rank)
    gap = abs(result.players[winner].total - result.players[second].total)
    if len(winners) > 1:
        return Decision(winners, second, gap)
    if gap == 0:
        return Decision(winners, second, 0, rule=result.rule)
    ahead = leads(result, winner, second)
    since = max(n for n, lead in enumerate(ahead) if lead > 0 and (n == 0 or ahead[n - 1] <= 0))
    return Decision(
        winners,
        second,
        gap,
        since=since,
        turned=any(lead < 0 for lead in ahead[:since]),
        gained=(result.players[winner].lines[since].points, result.players[second].lines[since].points),
        before=-ahead[since - 1] if since else 0,
    )


def leads(result: Result, one: Seat, other: Seat) -> tuple[int, ...]:
    """How many points ``one`` is ahead of ``other`` after each category, in the game's order; the fewer, where these win."""
    both = zip(result.players[one].lines, result.players[other].lines, strict=True)
    sign = -1 if result.lowest else 1
    return tuple(accumulate(sign * (mine.points - theirs.points) for mine, theirs in both))


def deciding_line(result: Result, found: Decision) -> Line | None:
    """The category in which the winner took the lead for good; None where a tie-break decided or nothing did."""
    return None if found.since is None else result.players[found.winners[0]].lines[found.since]


def told(result: Result) -> tuple[Text, ...]:
    """What decided, in one or two sentences; none where the game has no winner."""
    found = decision(result)
    if found is None:
        return ()
    first = Who(found.winners[0])
    if found.second is None or len(found.winners) > 1:
        return (T("Nothing separates {names}.", names=Listing(tuple(Who(seat) for seat in found.winners))),)
    second = Who(found.second)
    if found.rule is not None:
        return (
            T("{first} and {second} are level on points.", first=first, second=second),
            _sentence(first, found.rule),
        )
    line = deciding_line(result, found)
    if line is None:
        return ()
    if not found.turned:
        return (T("{name} led from {category} on.", name=first, category=line.label),)
    mine, theirs = map(signed, found.gained)
    turned = T(
        "{category} turned it: {first} {mine}, {second} {theirs}.",
        category=line.label,
        first=first,
        mine=mine,
        second=second,
        theirs=theirs,
    )
    if not found.before:
        return turned, T("Before it they were level.")
    return turned, T("Before it {name} led by {n}.", name=second, n=found.before)


def _sentence(who: Who, rule: Text) -> Text:
    return T("{name}: {rule}.", name=who, rule=rule)


def signed(points: int) -> str:
    """Points with their sign, such as +20, +0 or −4."""
    return f"{points:+d}".replace("-", "−")


def order_after(result: Result, shown: int) -> tuple[Seat, ...]:
    """The seats by what they have after the first ``shown`` categories, the best first; who is level stays in table order."""
    sign = -1 if result.lowest else 1
    sums = [sign * points for points in subtotals(result, shown)]
    return tuple(Seat(seat) for seat in sorted(range(len(sums)), key=lambda seat: -sums[seat]))


def subtotals(result: Result, shown: int) -> Sequence[int]:
    """Everybody's points in the first ``shown`` categories."""
    return [sum(line.points for line in player.lines[:shown]) for player in result.players]
