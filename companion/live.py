"""The doorbell of each table: wakes whoever waits for news, and carries no news itself.

It also knows who is listening. Nothing here is needed for correctness: a phone that misses a ring sees the same
sequence number at the next heartbeat.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(eq=False)
class Listener:
    """One live stream of one device at one table. ``replaced`` is set when a newer stream takes its place."""

    code: str
    device: str
    replaced: bool = False


@dataclass
class Doorbell:
    """Wakes the streams of a table and counts them; ``most`` streams are held at once."""

    most: int = 64
    _bell: threading.Condition = field(default_factory=threading.Condition)
    _rings: dict[str, int] = field(default_factory=dict)
    _listeners: dict[tuple[str, str], Listener] = field(default_factory=dict)
    _ever: set[str] = field(default_factory=set)

    def ring(self, code: str) -> None:
        """Something at this table changed."""
        with self._bell:
            self._rings[code] = self._rings.get(code, 0) + 1
            self._bell.notify_all()

    def wait(self, listener: Listener, heard: int, seconds: float) -> int:
        """Waits for a ring after number ``heard``, at most so long; answers with the newest ring's number."""
        with self._bell:
            self._bell.wait_for(
                lambda: self._rings.get(listener.code, 0) != heard or listener.replaced, timeout=seconds
            )
            return self._rings.get(listener.code, 0)

    def rings(self, code: str) -> int:
        """The number of the newest ring."""
        with self._bell:
            return self._rings.get(code, 0)

    def listen(self, code: str, device: str) -> Listener | None:
        """Takes a place for a stream, replacing an older one of the same device and table; None when all are taken."""
        with self._bell:
            older = self._listeners.get((code, device))
            if older is None and len(self._listeners) >= self.most:
                return None
            if older is not None:
                older.replaced = True
                self._bell.notify_all()
            listener = Listener(code, device)
            self._listeners[code, device] = listener
            self._ever.add(device)
            return listener

    def leave(self, listener: Listener) -> None:
        """The stream has ended."""
        with self._bell:
            if self._listeners.get((listener.code, listener.device)) is listener:
                del self._listeners[listener.code, listener.device]

    def listening(self, code: str) -> frozenset[str]:
        """The devices with a live stream at this table."""
        with self._bell:
            return frozenset(device for table, device in self._listeners if table == code)

    def ever(self, known: Callable[[str], bool] = bool) -> int:
        """How many devices have listened since the server started."""
        with self._bell:
            return sum(1 for device in self._ever if known(device))

    def close(self) -> None:
        """Ends every stream, so that the server can stop."""
        with self._bell:
            for listener in self._listeners.values():
                listener.replaced = True
            self._bell.notify_all()
