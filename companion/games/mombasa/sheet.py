"""The score sheet of a table as it would be now."""

from __future__ import annotations

from companion.core.scoring import numbered
from companion.games.mombasa.scoring import COMPANIES, MombasaSheet, Pad, Shares
from companion.games.mombasa.state import State


def sheet_of(state: State) -> MombasaSheet:
    """The pad as a sheet, its players called 1, 2, 3."""
    return MombasaSheet(
        company_coins=dict(zip(COMPANIES, state.coins, strict=True)),
        players=tuple(
            Pad(
                name=name,
                cash=column.cash,
                diamonds=column.diamonds,
                bookkeeping=column.bookkeeping,
                shares={
                    company: Shares(track, cards)
                    for company, track, cards in zip(COMPANIES, column.track, column.cards, strict=True)
                },
            )
            for name, column in zip(numbered(len(state.columns)), state.columns, strict=True)
        ),
    )
