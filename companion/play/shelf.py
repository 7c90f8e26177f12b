"""What the log of plays has to know of a game: what it is called, its categories, whether it counts points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import Text
from companion.games import GAMES


@dataclass(frozen=True, slots=True)
class Facts:
    """A game as the log of plays sees it. ``has_points``: somebody wins by them; ``has_losers``: somebody loses instead."""

    title: Text | str
    labels: Mapping[str, Text] = field(default_factory=dict)
    has_points: bool = True
    has_losers: bool = False

    def label(self, line: str) -> Text | str:
        """What a category is called; as it was written, where this game does not know it."""
        return self.labels.get(line, line)


@cache
def facts_of(game: str) -> Facts:
    """What is known of a game by its key; of one that is not on the shelf only the key."""
    if game not in GAMES:
        return Facts(game)
    results = tuple(_first_results(game))
    labels = {line.key: line.label for result in results for player in result.players for line in player.lines}
    has_points = any(result.winners for result in results)
    return Facts(GAMES[game].title, labels, has_points, any(result.losers for result in results) and not has_points)


def title_of(game: str, title: str | None) -> Text | str:
    """What a game is called; ``title``: what somebody called a game that is not on the shelf."""
    return title if title is not None else facts_of(game).title


def title_of_kind(kind: str) -> Text | str:
    """What `companion.evenings.model.Play.kind` stands for."""
    game, _, title = kind.partition("/")
    return title_of(game, title or None)


def _first_results(game: str) -> Iterator[Result]:
    """What the score pads of a game say before anybody has played, with as many and as few players as it takes."""
    kind = GAMES[game]
    for seats in {kind.players[0], kind.players[-1]}:
        try:
            made = kind.by_default()
            sheet = made.sheet(made.setup(seats))
            if sheet is not None:
                yield made.score(sheet)
        except Refused:
            continue
