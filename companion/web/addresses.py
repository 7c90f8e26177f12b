"""The address phones reach this machine at, watched while the server runs and remembered."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from urllib.parse import urlsplit

from companion.network import Candidate, Choice, Watch, every_address, is_loopback
from companion.store import Store

LOOK_EVERY_S = 3.0
SETTING = "address"


@dataclass
class Addresses:
    """The watch over this machine's addresses, looked at when a page asks and at most every few seconds.

    ``bound``: the one address it is served at, as a number; None: at all of them.
    """

    store: Store
    port: int
    bound: str | None = None
    watch: Watch = field(init=False)
    clock: Callable[[], float] = time.monotonic
    changed_at: float | None = None
    _looked_at: float = float("-inf")
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        kept = self.store.setting(SETTING)
        self.watch = Watch(Choice(**json.loads(kept)) if kept else None)

    def again(self) -> None:
        """Reads the adapters at the next look, however fresh the last one is."""
        with self._lock:
            self._looked_at = float("-inf")

    def look(self) -> None:
        """Reads the adapters again if the last look is some seconds old."""
        with self._lock:
            if self.clock() - self._looked_at < LOOK_EVERY_S:
                return
            self._looked_at = self.clock()
            if self.watch.look() is not None:
                self.changed_at = self.clock()

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Every address phones may reach, the best first; none where only this computer is served."""
        self.look()
        if self.bound is None:
            return self.watch.candidates
        if self.alone:
            return ()
        known = tuple(one for one in self.watch.candidates if one.address == self.bound)
        return known or (Candidate(self.bound, ""),)

    @property
    def alone(self) -> bool:
        """Whether nothing but this computer reaches the companion, because it listens on a loopback address."""
        return self.bound is not None and is_loopback(self.bound)

    def is_here(self, remote: str, host: str) -> bool:
        """Whether a request comes from a browser of this computer: its sender's address, and the Host it asked for.

        Everything a proxy hands on comes from this computer too, but asks for another name.
        """
        if not is_loopback(remote):
            return remote in {one.address for one in self.candidates}
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or is_loopback(name)

    @property
    def just_changed(self) -> bool:
        """Whether the best address became another within the last minutes."""
        return self.bound is None and self.changed_at is not None and self.clock() - self.changed_at < 300

    def base(self) -> str:
        """The start of every address in a QR, without a slash at the end; this computer's own without a network."""
        best = next(iter(self.candidates), None) or Candidate(self.bound or "localhost", "")
        return best.url(self.port, "")

    def table_url(self, code: str) -> str:
        """The address of a table for phones."""
        return f"{self.base()}/t/{code}"

    def others(self, code: str) -> tuple[str, ...]:
        """The addresses of a table that are not in the QR."""
        return tuple(other.url(self.port, f"/t/{code}") for other in self.candidates[1:])

    def numbers(self) -> tuple[str, ...]:
        """Every address as a number, for checking Host."""
        self.again()
        return (*(candidate.address for candidate in self.candidates), *every_address())

    def choose(self, address: str) -> None:
        """The host prefers this address from now on."""
        self.look()
        choice = self.watch.choose(address)
        if choice is not None:
            with self.store.writing():
                self.store.set_setting(SETTING, json.dumps(asdict(choice)))
