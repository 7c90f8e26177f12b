"""The doorbell of each table: wakes whoever waits for news, and carries no news itself.

It also knows who is listening. Nothing here is needed for correctness: a phone that misses a ring sees the same
sequence number at the next heartbeat.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field

TABS_PER_DEVICE = 3


@dataclass(eq=False)
class Listener:
    """One live stream of one device at one table. ``replaced`` is set when a newer stream takes its place.

    ``address``: where it comes from. ``board``: a big screen everybody looks at; ``here``: a browser of the computer that serves. Neither is a phone.
    """

    code: str
    device: str
    tab: str = ""
    board: bool = False
    here: bool = False
    replaced: bool = False
    address: str = ""


@dataclass
class Doorbell:
    """Wakes the streams of a table and counts them; ``most`` streams are held at once.

    ``throw``: the number of the newest throw that the camera beside the table saw. ``thrown_at``: when it came to rest
    (UTC, ISO 8601), ``thrown_clock``: the same by the clock that never jumps (seconds).
    """

    most: int = 64
    throw: int = 0
    thrown_at: str = ""
    thrown_clock: float = 0.0
    _bell: threading.Condition = field(default_factory=threading.Condition)
    _rings: dict[str, int] = field(default_factory=dict)
    _listeners: dict[tuple[str, str, str], Listener] = field(default_factory=dict)
    _arrived: set[str] = field(default_factory=set)

    def ring(self, code: str) -> None:
        """Something at this table changed."""
        with self._bell:
            self._rings[code] = self._rings.get(code, 0) + 1
            self._bell.notify_all()

    def ring_for_throw(self, number: int, at: str, clock: float) -> None:
        """The dice under the camera have come to rest: every table may want to know."""
        with self._bell:
            self.throw, self.thrown_at, self.thrown_clock = number, at, clock
            for code in {table for table, _, _ in self._listeners}:
                self._rings[code] = self._rings.get(code, 0) + 1
            self._bell.notify_all()

    def ring_for_everybody(self) -> None:
        """Everything is another now."""
        with self._bell:
            for code in {table for table, _, _ in self._listeners} | set(self._rings):
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

    def listen(
        self, code: str, device: str, tab: str = "", *, board: bool = False, here: bool = False, address: str = ""
    ) -> Listener | None:
        """Takes a place for a stream; None when all are taken.

        An older stream of the same device, table and tab is replaced, and of more than three tabs the oldest. When all
        are taken, the address that holds most gives its oldest to one that holds at least two fewer: one phone can
        have them all, but only as long as nobody else wants one.
        """
        with self._bell:
            same = [key for key in self._listeners if key[:2] == (code, device)]
            leaving = [key for key in same if key[2] == tab]
            if not leaving and len(same) >= TABS_PER_DEVICE:
                leaving = same[:1]
            if not leaving and len(self._listeners) >= self.most:
                leaving = self._of_the_greediest(address)
                if not leaving:
                    return None
            for key in leaving:
                self._listeners.pop(key).replaced = True
                self._bell.notify_all()
            listener = Listener(code, device, tab, board, here, address=address)
            self._listeners[code, device, tab] = listener
            if not here:
                self._arrived.add(device)
            return listener

    def _of_the_greediest(self, address: str) -> list[tuple[str, str, str]]:
        """The oldest stream of the address that holds most, where this one has at least two fewer; else nothing."""
        held = Counter(one.address for one in self._listeners.values())
        greediest, most = max(held.items(), key=lambda pair: pair[1], default=("", 0))
        if most < held[address] + 2:
            return []
        return [key for key, one in self._listeners.items() if one.address == greediest][:1]

    def leave(self, listener: Listener) -> None:
        """The stream has ended."""
        with self._bell:
            key = (listener.code, listener.device, listener.tab)
            if self._listeners.get(key) is listener:
                del self._listeners[key]

    def listening(self, code: str) -> frozenset[str]:
        """The devices on which somebody has a page of this table open, big screens left out."""
        with self._bell:
            return frozenset(one.device for one in self._listeners.values() if one.code == code and not one.board)

    def arrived(self) -> int:
        """How many devices have come through the network since the server started."""
        with self._bell:
            return len(self._arrived)

    def phones(self) -> frozenset[tuple[str, str]]:
        """Every (table, device) that listens through the network, big screens left out."""
        with self._bell:
            return frozenset((o.code, o.device) for o in self._listeners.values() if not o.board and not o.here)

    def everybody(self) -> frozenset[tuple[str, str]]:
        """Every (table, device) with a live stream."""
        with self._bell:
            return frozenset((table, device) for table, device, _ in self._listeners)

    def close(self) -> None:
        """Ends every stream, so that the server can stop."""
        with self._bell:
            for listener in self._listeners.values():
                listener.replaced = True
            self._bell.notify_all()
