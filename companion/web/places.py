"""Places in words: "1st", and how far ahead or behind."""

from __future__ import annotations

from companion.core.scoring import Result
from companion.core.text import Listing, Seat, T, Text, Who


def standing(score: Result, seat: Seat, over: bool) -> Text:
    """A player's place, and how far ahead or behind, against whoever matters; or how all stand together."""
    if score.together is not None:
        return score.together
    me = score.players[seat]
    worth = [-player.total if score.lowest else player.total for player in score.players]
    others = [Seat(other) for other in range(len(score.players)) if other != seat]
    level = [Who(other) for other in others if worth[other] == worth[seat]]
    rank = place_of(me.rank)
    if level and worth[seat] == max(worth):
        text = T("{place}, level with {name}", place=rank, name=Listing(tuple(level)))
    elif me.rank == 1 and others:
        best = max(others, key=lambda other: worth[other])
        ahead = worth[seat] - worth[best]
        text = T("{place}, {n} ahead of {name}", place=rank, n=ahead, name=Who(best))
    else:
        leader = max(range(len(score.players)), key=lambda other: worth[other])
        behind = worth[leader] - worth[seat]
        text = T("{place}, {n} behind {name}", place=rank, n=behind, name=Who(leader))
    return text if over else T("if it ended now: {text}", text=text)


def place_of(rank: int) -> Text:
    """A rank in words."""
    return PLACES[rank - 1] if rank <= len(PLACES) else T("{n}th", n=rank)


PLACES = (T("1st"), T("2nd"), T("3rd"), T("4th"), T("5th"), T("6th"))
