"""Places in words: "1st", and how far ahead or behind."""

from __future__ import annotations

from companion.core.scoring import Result
from companion.core.text import Listing, Seat, T, Text, Who


def standing(score: Result, seat: Seat, over: bool) -> Text:
    """A player's place, and how far ahead or behind, against whoever matters."""
    me = score.players[seat]
    others = [Seat(other) for other in range(len(score.players)) if other != seat]
    level = [Who(other) for other in others if score.players[other].total == me.total]
    rank = place_of(me.rank)
    if level and me.total == max(player.total for player in score.players):
        text = T("{place}, level with {name}", place=rank, name=Listing(tuple(level)))
    elif me.rank == 1 and others:
        best = max(others, key=lambda other: score.players[other].total)
        ahead = me.total - score.players[best].total
        text = T("{place}, {n} ahead of {name}", place=rank, n=ahead, name=Who(best))
    else:
        leader = max(range(len(score.players)), key=lambda other: score.players[other].total)
        behind = score.players[leader].total - me.total
        text = T("{place}, {n} behind {name}", place=rank, n=behind, name=Who(leader))
    return text if over else T("if it ended now: {text}", text=text)


def place_of(rank: int) -> Text:
    """A rank in words."""
    return PLACES[rank - 1] if rank <= len(PLACES) else T("{n}th", n=rank)


PLACES = (T("1st"), T("2nd"), T("3rd"), T("4th"), T("5th"), T("6th"))
