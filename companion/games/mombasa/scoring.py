"""Mombasa's final scoring: seven categories per player, equal totals share the victory."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.core.refusal import Refused
from companion.core.scoring import (
    Line,
    Result,
    Score,
    Sheet,
    check_names,
    check_range,
    competition_ranks,
    first_places,
    who_won,
)
from companion.core.text import TN, T, Text, listed

COMPANIES: dict[str, Text] = {
    "mombasa": T("Mombasa"),
    "cape_town": T("Cape Town"),
    "saint_louis": T("Saint-Louis"),
    "cairo": T("Cairo"),
}
CATEGORIES: dict[str, Text] = {
    "cash": T("Cash"),
    **COMPANIES,
    "diamonds": T("Diamond track"),
    "bookkeeping": T("Bookkeeping track"),
}
COINS_HIGH = 40
SHARES_HIGH = 99
POINTS_HIGH = 999


class Shares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Shares in one company: the number at the last icon the marker reached or passed, and icons on cards."""

    track: int = 0
    cards: int = 0

    @property
    def all(self) -> int:
        return self.track + self.cards


class Pad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's column of the pad."""

    name: str
    cash: int = 0
    diamonds: int = 0
    bookkeeping: int = 0
    shares: dict[str, Shares] = {}


class MombasaSheet(Sheet, frozen=True, kw_only=True):
    """Coins uncovered at each headquarters, and a column per player."""

    players: tuple[Pad, ...]
    company_coins: dict[str, int] = {}  # noqa: RUF012


def check(sheet: MombasaSheet) -> None:
    """Refuses what no pad can hold, naming the field."""
    check_names(sheet.players, 2, 4)
    for company, coins in sheet.company_coins.items():
        _check_company(f"company_coins.{company}", company)
        check_range(f"company_coins.{company}", coins, 0, COINS_HIGH)
    for index, pad in enumerate(sheet.players):
        at = f"players[{index}]"
        for field in ("cash", "diamonds", "bookkeeping"):
            check_range(f"{at}.{field}", getattr(pad, field), 0, POINTS_HIGH)
        for company, shares in pad.shares.items():
            _check_company(f"{at}.shares.{company}", company)
            check_range(f"{at}.shares.{company}.track", shares.track, 0, SHARES_HIGH)
            check_range(f"{at}.shares.{company}.cards", shares.cards, 0, SHARES_HIGH)


def _check_company(path: str, company: str) -> None:
    if company not in COMPANIES:
        raise Refused("bad_field", path, T("The companies are {names}.", names=listed(COMPANIES)))


def score(sheet: MombasaSheet) -> Result:
    """The pad added up; raises Refused for what no pad can hold."""
    check(sheet)
    columns = [tuple(_lines(pad, sheet.company_coins)) for pad in sheet.players]
    totals = [sum(line.points for line in lines) for lines in columns]
    ranks = competition_ranks(totals)
    players = tuple(Score(total, rank, lines) for total, rank, lines in zip(totals, ranks, columns, strict=True))
    return Result(
        game="mombasa",
        players=players,
        winners=first_places(players),
        losers=(),
        tie_break=None,
        sentence=who_won(players),
    )


def _lines(pad: Pad, coins: dict[str, int]) -> Iterable[Line]:
    yield Line(
        "cash",
        CATEGORIES["cash"],
        pad.cash,
        T("money as it stands"),
        (T("All your money counts as it stands: {n}.", n=pad.cash),),
    )
    for company, label in COMPANIES.items():
        yield _company_line(company, label, coins.get(company, 0), pad.shares.get(company, Shares()))
    for track, points in (("diamonds", pad.diamonds), ("bookkeeping", pad.bookkeeping)):
        yield Line(
            track,
            CATEGORIES[track],
            points,
            T("last number passed") if points else T("no number reached yet"),
            (T("The last printed number your marker reached or passed: {n}. Spaces beyond it add nothing.", n=points),),
        )


def _company_line(company: str, label: Text, coins: int, shares: Shares) -> Line:
    points = coins * shares.all
    shown = TN("{n} coin", "{n} coins", coins)
    if not coins:
        why = T("no coin uncovered yet")
    elif not shares.all:
        why = T("{coins} × 0 · one share = +{n}", coins=shown, n=coins)
    else:
        why = T(
            "{coins} × ({track} track + {cards}) · one share = +{n}",
            coins=shown,
            track=shares.track,
            cards=TN("{n} card", "{n} cards", shares.cards),
            n=coins,
        )
    return Line(
        company,
        label,
        points,
        why,
        (
            T("Coins uncovered at the headquarters of {company}: {n}.", company=label, n=coins),
            T(
                "Your shares: {track} at the last share icon your marker reached or passed, "
                "plus {cards} on all your cards = {n}.",
                track=shares.track,
                cards=shares.cards,
                n=shares.all,
            ),
            T(
                "{coins} × {shares} = {points}.",
                coins=shown,
                shares=TN("{n} share", "{n} shares", shares.all),
                points=points,
            ),
        ),
        T("{coins} × ({track} + {cards})", coins=coins, track=shares.track, cards=shares.cards),
    )
