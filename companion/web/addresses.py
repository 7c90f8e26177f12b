"""The address phones reach this machine at, watched while the server runs and remembered."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from urllib.parse import urlsplit

from companion.network import Candidate, Choice, Watch, every_address, is_loopback
from companion.store import Store

LOOK_EVERY_S = 3.0
SETTING = "address"
PUBLIC_SETTING = "public_address"


def public_base(typed: str) -> str:
    """An address as somebody gives it, as the start of every address: scheme, name and port. Raises ValueError."""
    text = typed.strip()
    parts = urlsplit(text if "://" in text else f"http://{text}")
    port = parts.port  # raises ValueError for what is none
    plain = parts.path in ("", "/") and not parts.query and not parts.fragment and parts.username is None
    name = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not plain or not re.fullmatch(r"[0-9a-z.:_-]{1,253}", name):
        raise ValueError(typed)
    shown = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{shown}{'' if port is None else f':{port}'}"


@dataclass
class Addresses:
    """The watch over this machine's addresses, looked at when a page asks and at most every few seconds.

    ``bound``: the one address it is served at, as a number; None: at all of them. ``public``: the start of the address
    that phones use where it is none of this machine's (a container, a forwarded port, a proxy), given at the start; what
    the host wrote on its page counts where nothing was given.
    """

    store: Store
    port: int
    bound: str | None = None
    given: str | None = None
    watch: Watch = field(init=False)
    clock: Callable[[], float] = time.monotonic
    changed_at: float | None = None
    public: str | None = field(init=False)
    _looked_at: float = float("-inf")
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        kept = self.store.setting(SETTING)
        self.watch = Watch(Choice(**json.loads(kept)) if kept else None)
        self.public = self.given or self.store.setting(PUBLIC_SETTING) or None

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
        return self.public is None and self.bound is not None and is_loopback(self.bound)

    @property
    def reachable(self) -> bool:
        """Whether there is an address that phones may reach."""
        return self.public is not None or bool(self.candidates)

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
        return (
            self.public is None
            and self.bound is None
            and self.changed_at is not None
            and self.clock() - self.changed_at < 300
        )

    def base(self) -> str:
        """The start of every address in a QR, without a slash at the end; this computer's own without a network."""
        if self.public is not None:
            return self.public
        best = next(iter(self.candidates), None) or Candidate(self.bound or "localhost", "")
        return best.url(self.port, "")

    def table_url(self, code: str) -> str:
        """The address of a table for phones."""
        return f"{self.base()}/t/{code}"

    def others(self, code: str) -> tuple[str, ...]:
        """The addresses of a table that are not in the QR."""
        left_out = 0 if self.public is not None else 1
        return tuple(other.url(self.port, f"/t/{code}") for other in self.candidates[left_out:])

    def numbers(self) -> tuple[str, ...]:
        """Every address as a number, and the name phones use, for checking Host."""
        self.again()
        public = () if self.public is None else (urlsplit(self.public).hostname or "",)
        return (*public, *(candidate.address for candidate in self.candidates), *every_address())

    def choose(self, address: str) -> None:
        """The host prefers this address from now on."""
        self.look()
        choice = self.watch.choose(address)
        if choice is not None:
            with self.store.writing():
                self.store.set_setting(SETTING, json.dumps(asdict(choice)))

    def set_public(self, typed: str) -> None:
        """Phones use this address from now on; an empty one: this machine's own again. Raises ValueError."""
        base = public_base(typed) if typed.strip() else ""
        with self.store.writing():
            self.store.set_setting(PUBLIC_SETTING, base)
        self.public = base or None
