"""Golden games: whole games as they were stored, played again entry by entry.

A file holds the names, the options and the box of a game, its plays (seat and action, as they were posted), checkpoints
(what stood on the table after which entry) and how it ended.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.accepting import accept
from companion.core.codec import action_from_json, action_to_json, options_from_json
from companion.core.game import Action, AnyGame
from companion.core.text import Seat


@dataclass(frozen=True)
class GoldenGame:
    """A stored game. ``checkpoints``: by the number of the entry they follow, from 1; ``ended``: its result or its end."""

    name: str
    names: tuple[str, ...]
    options: dict[str, Any]
    box: dict[str, Any]
    plays: tuple[dict[str, Any], ...]
    checkpoints: dict[int, dict[str, Any]]
    ended: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> GoldenGame:
        """The game in a file."""
        stored = json.loads(path.read_text(encoding="utf-8"))
        points = {point["after"]: {k: v for k, v in point.items() if k != "after"} for point in stored["checkpoints"]}
        ended = stored["result"] if "result" in stored else stored["end"]
        names = tuple(stored["names"])
        return cls(path.stem, names, stored["options"], stored["box"], tuple(stored["plays"]), points, ended)

    @property
    def actions(self) -> list[dict[str, Any]]:
        """The actions of all entries, as they were posted."""
        return [entry["action"] for entry in self.plays]

    def open(self, kind: type[Any]) -> Any:
        """The game of this kind with these options and this box."""
        return kind.open(options_from_json(kind, self.options, len(self.names)), self.box)

    def replay(
        self,
        game: AnyGame,
        shown: Callable[[Any], dict[str, Any]],
        each: Callable[[Any], None] = lambda state: None,
        before: Callable[[Any, Seat | None, Action], None] = lambda state, seat, action: None,
    ) -> Any:
        """The state at the end, after every entry was accepted; AssertionError where anything differs from what is stored.

        Every action reads and writes as it was stored, every checkpoint equals what ``shown`` says of its state, and the
        game is over after the last entry and not before. ``each`` checks every state that follows an
        entry, ``before`` every state together with the entry that is about to follow it.
        """
        state = game.setup(len(self.names))
        met = []
        for number, entry in enumerate(self.plays, 1):
            assert game.outcome(state) is None, f"the game is over before entry {number}"
            action = action_from_json(game, entry["action"])
            assert action_to_json(action) == entry["action"]
            seat = None if entry["seat"] is None else Seat(entry["seat"])
            before(state, seat, action)
            step = accept(game, state, seat, action)
            assert step.telling
            state = step.state
            each(state)
            if number in self.checkpoints:
                assert shown(state) == self.checkpoints[number], f"after entry {number}"
                met.append(number)
        assert met == sorted(self.checkpoints)
        assert game.outcome(state) is not None
        return state


def golden_games(folder: Path, key: str) -> list[GoldenGame]:
    """The golden games of one game in a folder, by name."""
    return [GoldenGame.read(path) for path in sorted(folder.glob(f"{key}-*.json"))]
