"""Walking on the Moon's final scoring: where every astronaut ended, and the stars it holds."""

from __future__ import annotations

import msgspec

from companion.core.refusal import Refused
from companion.core.scoring import (
    Line,
    Result,
    Score,
    Sheet,
    TieBreak,
    check_names,
    check_range,
    first_places,
    ranked,
    who_won,
)
from companion.core.text import TN, Listing, T, Text, listed

FIRST_ACROSS = 21
LATER_ACROSS = 20
STARS = 6
"""Stars of the whole game: on the ring and with the astronauts together."""
MARKERS = (0, 5, 10, 12, 14, 16, 18)
POINTS_HIGH = 999
MOST_PLAYERS = 5
TIE_RULES: dict[str, Text] = {
    "moon": T("level on points, but on the Moon most recently"),
    "american": T("level on points, but American"),
    "russian": T("level on points, but Russian"),
    "oldest": T("level on points, but the oldest"),
}
"""The tie questions in their order (`ties.QUESTIONS`): what the answer says of whoever wins by it."""
LINES: dict[str, Text] = {"arrival": T("Where you ended"), "stars": T("Stars")}


class Arrival(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One astronaut at the end: ``finish`` 1 = first across (0: not across), else the ``marker`` over its card."""

    finish: int = 0
    marker: int = 0
    stars: int = 0


class Runner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player. ``tie_order``: the table's answer to the tie questions, 1 wins; None: not known."""

    name: str
    astronauts: tuple[Arrival, ...] = ()
    tie_order: int | None = None


class WalkingSheet(Sheet, frozen=True, kw_only=True, omit_defaults=True):
    """Points printed for 1 to 6 stars, and a row per player; with two players everybody has two astronauts.

    ``tie_question``: which question (`TIE_RULES`) left one player of those tied; absent where nobody said.
    """

    star_points: tuple[int, ...]
    players: tuple[Runner, ...]
    tie_question: str | None = None


def check(sheet: WalkingSheet) -> None:
    """Refuses what no table can have ended with, naming the field."""
    check_names(sheet.players, 2, MOST_PLAYERS)
    if len(sheet.star_points) != STARS:
        raise Refused(
            "bad_field", "star_points", T("Give six numbers: the points printed for 1, 2, 3, 4, 5 and 6 stars.")
        )
    for index, points in enumerate(sheet.star_points):
        check_range(f"star_points[{index}]", points, 0, POINTS_HIGH)
    for index, player in enumerate(sheet.players):
        _check_player(f"players[{index}]", player, len(sheet.players))
    if sheet.tie_question is not None and sheet.tie_question not in TIE_RULES:
        raise Refused("bad_field", "tie_question", T("The tie questions are {names}.", names=listed(TIE_RULES)))
    _check_finishers(sheet)
    held = 0
    for path, astronaut in _astronauts(sheet):
        held += astronaut.stars
        if held > STARS:
            raise Refused(
                "bad_field", f"{path}.stars", T("There are {most} stars in all; this makes {n}.", most=STARS, n=held)
            )


def _check_player(at: str, player: Runner, players: int) -> None:
    each = 2 if players == 2 else 1
    # An absent list is an empty one: somebody who has nothing to show scores nothing.
    if player.astronauts and len(player.astronauts) != each:
        if each == 2:
            text = T("With two players everybody has two astronauts: enter both.")
        else:
            text = T("With three or more players everybody has one astronaut.")
        raise Refused("bad_field", f"{at}.astronauts", text)
    for number, astronaut in enumerate(player.astronauts):
        path = f"{at}.astronauts[{number}]"
        check_range(f"{path}.stars", astronaut.stars, 0, STARS)
        if astronaut.marker not in MARKERS:
            raise Refused(
                "bad_field", f"{path}.marker", T("A score marker is one of {values}.", values=Listing(MARKERS, "or"))
            )
        if astronaut.finish and astronaut.marker:
            raise Refused(
                "bad_field",
                f"{path}.marker",
                T("Whoever crossed the finish scores no marker: give one or the other."),
            )
    if player.tie_order is not None:
        check_range(f"{at}.tie_order", player.tie_order, 1, MOST_PLAYERS)


def _check_finishers(sheet: WalkingSheet) -> None:
    finishers = [(path, astronaut.finish) for path, astronaut in _astronauts(sheet) if astronaut.finish]
    seen: set[int] = set()
    for path, finish in finishers:
        if finish in seen or not 1 <= finish <= len(finishers):
            raise Refused(
                "bad_field",
                f"{path}.finish",
                T(
                    "Whoever crossed the finish has a number in the order of crossing: 1 to {n} here, each once.",
                    n=len(finishers),
                ),
            )
        seen.add(finish)


def _astronauts(sheet: WalkingSheet) -> list[tuple[str, Arrival]]:
    return [
        (f"players[{index}].astronauts[{number}]", astronaut)
        for index, player in enumerate(sheet.players)
        for number, astronaut in enumerate(player.astronauts)
    ]


def arrival_points(astronaut: Arrival) -> int:
    """21 for the first across, 20 for others across, else the score marker over the card (0 without one)."""
    if astronaut.finish:
        return FIRST_ACROSS if astronaut.finish == 1 else LATER_ACROSS
    return astronaut.marker


def star_points(astronaut: Arrival, printed: tuple[int, ...]) -> int:
    """The points printed for as many stars as this astronaut holds; none for no star."""
    return printed[astronaut.stars - 1] if astronaut.stars else 0


def score(sheet: WalkingSheet) -> Result:
    """The race counted; raises Refused for what no table can have ended with."""
    check(sheet)
    lines = [(_arrival(player), _stars(player, sheet.star_points)) for player in sheet.players]
    totals = [sum(line.points for line in both) for both in lines]
    orders = [player.tie_order for player in sheet.players]

    def order(player: int) -> int | None:
        known = orders[player]
        return None if known is None else -known

    ranks, decisive = ranked(totals, (TieBreak("tie_order", order),))
    players = tuple(Score(total, rank, both) for total, rank, both in zip(totals, ranks, lines, strict=True))
    rule = _rule(sheet.tie_question) if decisive else None
    return Result(
        game="walking_on_the_moon",
        players=players,
        winners=first_places(players),
        losers=(),
        tie_break=decisive,
        sentence=who_won(players, rule),
        rule=rule,
    )


def _rule(question: str | None) -> Text:
    """The tie-break in words: the question that decided, or all four where only the table's own order is known."""
    if question is not None:
        return TIE_RULES[question]
    return T("level on points, but first by the tie questions (on the Moon, American, Russian, the oldest)")


def _arrival(player: Runner) -> Line:
    points = [arrival_points(astronaut) for astronaut in player.astronauts]
    if len(points) == 1:
        why = _ended(player.astronauts[0])
    elif points:
        why = T("{parts}, one for each astronaut", parts=Listing(tuple(points), "plus"))
    else:
        why = T("no astronaut entered")
    steps = tuple(
        TN("{where}: {points} point.", "{where}: {points} points.", worth, where=_ended(astronaut), points=worth)
        for astronaut, worth in zip(player.astronauts, points, strict=True)
    )
    return Line("arrival", LINES["arrival"], sum(points), why, steps)


def _ended(astronaut: Arrival) -> Text:
    if astronaut.finish == 1:
        return T("first across the finish")
    if astronaut.finish:
        return T("across the finish, not first")
    if astronaut.marker:
        return T("score marker {n}", n=astronaut.marker)
    return T("no score marker over the card")


def _stars(player: Runner, printed: tuple[int, ...]) -> Line:
    points = [star_points(astronaut, printed) for astronaut in player.astronauts]
    held = sum(astronaut.stars for astronaut in player.astronauts)
    if len(points) > 1 and all(points):
        why = T("{parts}, each astronaut by itself", parts=Listing(tuple(points), "plus"))
    else:
        why = T("no star") if not held else _count(held)
    steps = tuple(
        TN(
            "{stars}: {points} point, as printed for that many.",
            "{stars}: {points} points, as printed for that many.",
            worth,
            stars=_count(astronaut.stars),
            points=worth,
        )
        if astronaut.stars
        else T("No star: 0 points.")
        for astronaut, worth in zip(player.astronauts, points, strict=True)
    )
    return Line("stars", LINES["stars"], sum(points), why, steps)


def _count(stars: int) -> Text:
    return TN("{n} star", "{n} stars", stars)
