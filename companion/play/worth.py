"""What the states of a table come to, worked out once.

A table that has ended is scored again with each correction of its end, for its play in the log: at a hundred states, of
which all but the newest are those of the last time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from companion.core.game import AnyGame

MOST = 512
A = TypeVar("A")


class Worth:
    """Answers about states, the newest ``MOST`` of them; asked only by whoever writes, one at a time.

    A state is known by being the same object: a fold keeps its states, and comparing two costs more than to ask again.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, Callable[..., Any]], tuple[AnyGame, Any, Any]] = OrderedDict()

    def __call__(self, game: AnyGame, state: Any, ask: Callable[[AnyGame, Any], A]) -> A:
        """What ``ask(game, state)`` answers, or answered; ``ask`` has to be a function of a module."""
        key = (id(state), ask)
        found = self._kept.get(key)
        if found is None or found[0] is not game or found[1] is not state:
            found = self._kept[key] = (game, state, ask(game, state))
        self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        answer: A = found[2]
        return answer
