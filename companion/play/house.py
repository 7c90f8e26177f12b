"""What every use case needs: the store, the doorbell, the clock and chance."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random, SystemRandom

from companion.core.refusal import Refused
from companion.core.text import T
from companion.evenings.model import Person, Play
from companion.live import Doorbell
from companion.play.codes import CODE_LENGTH, CODE_LETTERS
from companion.play.look import Look
from companion.play.requests import KEY_LENGTH
from companion.play.worth import Worth
from companion.store import Store


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass
class House:
    """One running companion. ``now``, ``clock`` and ``chance`` are passed in so that tests can hold them still.

    ``now`` dates what is kept; ``clock`` (seconds, from anywhere) measures how long something takes: a computer without
    a clock battery learns the date from the network in the middle of an evening, and its ``now`` jumps by years.
    """

    store: Store
    bell: Doorbell
    now: Callable[[], datetime] = _now
    clock: Callable[[], float] = time.monotonic
    chance: Random = field(default_factory=SystemRandom)
    looks: OrderedDict[str, Look] = field(default_factory=OrderedDict)
    locks: dict[str, threading.Lock] = field(default_factory=dict)
    telling: threading.Lock = field(default_factory=threading.Lock)
    told: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Per table the last ring that was heard, and the sequence number that was read for it."""
    logged: tuple[tuple[str, str], tuple[Play, ...]] | None = None
    """The plays as they were last read, under the stamp and the time zone they were read with."""
    known: tuple[str, tuple[Person, ...]] | None = None
    """The people as they were last read, under the stamp they were read with."""
    worth: Worth = field(default_factory=Worth)

    def at(self) -> str:
        """The time now, UTC, ISO 8601."""
        return written_time(self.now())

    def folding(self, code: str) -> threading.Lock:
        """Held by whoever works out a table; one for each table."""
        return self.locks.setdefault(code, threading.Lock())

    def new_code(self) -> str:
        """A table code nobody has."""
        while True:
            code = "".join(self.chance.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if self.store.table(code) is None:
                return code


def written_time(time: datetime) -> str:
    """A time as logs hold it: UTC, ISO 8601, to the millisecond, so that the order of the letters is that of time."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_key() -> str:
    """A key for something a person meant, where the client made none."""
    return secrets.token_urlsafe(12)


def check_key(key: object) -> str:
    """The key of a request; raises Refused where it is not 8 to 64 printable ASCII characters."""
    if isinstance(key, str) and len(key) in KEY_LENGTH and all(" " <= letter <= "~" for letter in key):
        return key
    raise Refused("bad_field", "key", T("A key is 8 to 64 printable ASCII characters, new for each entry."))
