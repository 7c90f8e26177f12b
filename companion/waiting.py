"""Waiting in line for something that serves one at a time, so that nobody who comes often keeps the others out."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class _Waiting:
    who: str


@dataclass
class Line:
    """Whoever came first is served first, but nobody twice running while somebody else waits. Safe between threads."""

    _changed: threading.Condition = field(default_factory=threading.Condition)
    _waiting: list[_Waiting] = field(default_factory=list)
    _served: _Waiting | None = None
    _last: str | None = None

    @contextmanager
    def turn(self, who: str) -> Iterator[None]:
        """Waits for a turn and holds it."""
        own = _Waiting(who)
        with self._changed:
            self._waiting.append(own)
            self._changed.wait_for(lambda: self._served is None and self._next() is own)
            self._waiting.remove(own)
            self._served = own
        try:
            yield
        finally:
            with self._changed:
                self._served, self._last = None, who
                self._changed.notify_all()

    def others_wait(self, who: str) -> bool:
        """Whether somebody else waits."""
        with self._changed:
            return any(waiting.who != who for waiting in self._waiting)

    def _next(self) -> _Waiting:
        return next((waiting for waiting in self._waiting if waiting.who != self._last), self._waiting[0])
