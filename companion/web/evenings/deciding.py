"""What decided a play: read off its categories, or, where a tie-break did, off the table it was played at."""

from __future__ import annotations

from companion import play as table_play
from companion.core.deciding import told
from companion.core.scoring import Line, Result, Score
from companion.core.text import Seat, Text, named
from companion.evenings.model import Play
from companion.play import House, Refused
from companion.web.evenings.showing import facts_here

NOTHING = Text("")
"""In the place of sentences that nobody reads."""


def decided(house: House, play: Play) -> tuple[Text, ...]:
    """One or two sentences, names filled in; none where there are no categories to read it off."""
    names = tuple(seat.name or "?" for seat in play.seats)
    result = _result(house, play)
    if result is None:
        return ()
    first, *others = sorted(result.players, key=lambda player: player.rank)
    if others and others[0].rank > 1 and others[0].total == first.total:
        result = _at_the_table(house, play)
        if result is None:
            return ()
    return tuple(found for text in told(result) if isinstance(found := named(text, names), Text))


def _result(house: House, play: Play) -> Result | None:
    """The result as its columns say it, None without points or categories."""
    if play.state != "finished" or not play.winners or any(s.score is None or not s.lines for s in play.seats):
        return None
    facts = facts_here(house, play.game)

    def line(key: str, points: int) -> Line:
        label = facts.label(key)
        return Line(key, label if isinstance(label, Text) else Text("{name}", (("name", label),)), points, NOTHING)

    players = tuple(
        Score(seat.score or 0, seat.place or 1, tuple(line(key, points) for key, points in seat.lines))
        for seat in play.seats
    )
    if len({tuple(line.key for line in player.lines) for player in players}) != 1:
        return None
    winners = tuple(Seat(at) for at, seat in enumerate(play.seats) if seat.won)
    return Result(play.game, players, winners, (), None, NOTHING)


def _at_the_table(house: House, play: Play) -> Result | None:
    try:
        return None if play.code is None else table_play.look(house, play.code).score
    except Refused:
        return None
