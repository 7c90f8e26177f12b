"""Who may ask what: device cookies, host token, Host and Origin, the page's policy, guessing of codes."""

from __future__ import annotations

import hashlib
import hmac
import math
import re
import secrets
import socket
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, g, request
from itsdangerous import BadSignature, URLSafeSerializer

from companion.core.text import T, Text
from companion.play import Refused

DEVICE_COOKIE = "device"
HOST_COOKIE = "host"
"""What the cookies were called in 0.1, which are still read; today's names end in the companion's own mark."""
YEAR = 365 * 24 * 3600
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
NO_PAGES = frozenset({"text/css", "text/javascript", "application/javascript"})
"""What no browser opens as a page: a policy for pages says nothing there, and a first visit loads a dozen of them."""
GUESSES_A_MINUTE = 30
MINUTE_S = 60
REMEMBERED_GUESSERS = 4096


@dataclass
class Guesses:
    """Which addresses have tried more unknown codes within a minute than they may, and wait for a minute."""

    clock: Callable[[], float] = time.monotonic
    _tried: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)
    _until: OrderedDict[str, float] = field(default_factory=OrderedDict)
    _asked: OrderedDict[str, deque[str]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wrong(self, address: str, again: str | None = None) -> int:
        """An unknown code came from this address; answers with the seconds it has to wait now, 0 for none.

        ``again``: the code, where a page asked for it by itself: one that was asked for before counts no more.
        """
        with self._lock:
            now = self.clock()
            if again is not None:
                known = self._asked.setdefault(address, deque(maxlen=GUESSES_A_MINUTE))
                if again in known:
                    return 0
                known.append(again)
            tried = self._tried.setdefault(address, deque(maxlen=GUESSES_A_MINUTE + 1))
            tried.append(now)
            self._tried.move_to_end(address)
            if len(tried) > GUESSES_A_MINUTE and now - tried[0] < MINUTE_S:
                del self._tried[address]
                self._until[address] = now + MINUTE_S
                self._until.move_to_end(address)
            kept: OrderedDict[str, Any]
            for kept in (self._tried, self._until, self._asked):
                while len(kept) > REMEMBERED_GUESSERS:
                    kept.popitem(last=False)
        return self.wait_of(address)

    def wait_of(self, address: str) -> int:
        """Seconds this address has to wait before it may try another code, 0 for none."""
        with self._lock:
            left = self._until.get(address, 0.0) - self.clock() if address in self._until else 0.0
            if left <= 0:
                self._until.pop(address, None)
            return max(0, math.ceil(left))


@dataclass
class Names:
    """The names this machine answers to; its addresses are read again when an unknown one is asked for."""

    addresses: Callable[[], Iterable[str]]
    allowed: tuple[str, ...] = ()
    clock: Callable[[], float] = time.monotonic
    _known: frozenset[str] = frozenset()
    _read_at: float = float("-inf")

    def answers_to(self, host: str) -> bool:
        """Whether a Host header (with or without a port) names this machine."""
        name = _host_name(host)
        if name is None:
            return False
        if name in {"localhost", "companion.local", "::1"} or re.fullmatch(r"127(\.\d{1,3}){3}", name):
            return True
        whole = socket.gethostname().lower()
        own = whole.split(".")[0]
        if name in {own, f"{own}.local", whole} or name in {allowed.lower() for allowed in self.allowed}:
            return True
        if name not in self._known and self.clock() - self._read_at > 1:
            self._known = frozenset(self.addresses())
            self._read_at = self.clock()
        return name in self._known


def _host_name(host: str) -> str | None:
    if not host or len(host) > 255 or any(letter in host for letter in "/\\@?# "):
        return None
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    return parts.hostname


def _same_site(origin: str, host: str) -> bool:
    """Whether an Origin header is a page of the server that Host names."""
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


ELSEWHERE = ("cross-site", "same-site")
NO_COOKIE = T(
    "This browser keeps no cookie for this page, so the table cannot know whose phone this is. Allow cookies for this "
    "address (some private windows forbid them), load the page again and tap once more."
)


def _is_handed_on() -> bool:
    """Whether a proxy says that it hands this request on."""
    return any(name in request.headers for name in ("X-Forwarded-Host", "X-Forwarded-For", "Forwarded", "Via"))


def _misnamed(host: str, handed_on: bool) -> Text:
    name = (_host_name(host) or "")[:80]
    if handed_on and name:
        return T(
            "A proxy hands this on under the name {name}, which this companion does not go by. Start it with "
            "--allow-host {name}, or with --address and the whole address that phones use.",
            name=name,
        )
    return T("This machine does not go by that name. Use the address on the host page.")


@dataclass
class Visits:
    """Who has seen which table without having a cookie yet: noted once the cookie comes back, for it was kept then."""

    _pending: OrderedDict[str, list[str]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def remember(self, device: str, code: str) -> None:
        """A new device has seen a table."""
        with self._lock:
            self._pending.setdefault(device, []).append(code)
            while len(self._pending) > REMEMBERED_GUESSERS:
                self._pending.popitem(last=False)

    def has_seen(self, device: str, code: str) -> bool:
        """Whether a new device has seen the table of this code."""
        return code.strip().upper() in self._pending.get(device, ())

    def came_back(self, device: str) -> list[str]:
        """The tables a device has seen since it was new, which are then forgotten here."""
        with self._lock:
            return self._pending.pop(device, [])


class Guard:
    """The rules of one running server."""

    def __init__(self, key: str, host_token: str, names: Names) -> None:
        self._signer = URLSafeSerializer(key, salt="device")
        self.host_token = host_token
        self.names = names
        self.guesses = Guesses()
        self.visits = Visits()
        # A browser sends the cookies of all ports of a computer to each: two companions there must not share one.
        mark = hashlib.sha256(f"cookie name {key}".encode()).hexdigest()[:8]
        self.device_cookie, self.host_cookie = f"{DEVICE_COOKIE}-{mark}", f"{HOST_COOKIE}-{mark}"

    def device(self) -> str:
        """The device of this request: the cookie's, else a new one, which the answer then sets."""
        if "device" not in g:
            g.device, g.new_device = self._read(request.cookies.get(self.device_cookie, "")), False
            if g.device is None:
                g.device, g.new_device = self._read(request.cookies.get(DEVICE_COOKIE, "")), True
            if g.device is None:
                g.device = secrets.token_urlsafe(12)
        device: str = g.device
        return device

    def is_known(self) -> bool:
        """Whether this device has been here before: a script that only looks is not noted at every table it polls."""
        self.device()
        return not g.new_device or self._read(request.cookies.get(DEVICE_COOKIE, "")) is not None

    def _read(self, cookie: str) -> str | None:
        try:
            device = self._signer.loads(cookie)
        except BadSignature:
            return None
        return device if isinstance(device, str) and 0 < len(device) <= 40 else None

    def is_host(self) -> bool:
        """Whether this request comes from whoever started the server."""
        header = request.headers.get("Authorization", "")
        if header.startswith("Bearer "):
            return self.is_token(header[7:])
        return any(self.is_token(request.cookies.get(name, "")) for name in (self.host_cookie, HOST_COOKIE))

    def is_token(self, given: str) -> bool:
        """Whether this is the host token."""
        return hmac.compare_digest(given.encode(), self.host_token.encode())

    def require_host(self) -> None:
        """Refuses with ``host_only`` what only the host may do."""
        if not self.is_host():
            raise Refused(
                "host_only", None, T("Only the host can do this: open the host page on the machine that runs it.")
            )

    def check_request(self) -> None:
        """Refuses a foreign Host, and a write that another site's page sends."""
        if not self.names.answers_to(request.host):
            raise Refused("bad_host", None, _misnamed(request.host, _is_handed_on()))
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            if (origin is not None and not _same_site(origin, request.host)) or (origin is None and site in ELSEWHERE):
                raise Refused("other_site", None, T("This came from another site's page and was not carried out."))
            if origin is not None and request.path.startswith("/t/") and not self.is_known():
                # The page this was tapped on has set one; whoever taps without it would be a new device each time.
                g.keep_device = True
                raise Refused("no_cookie", None, NO_COOKIE)
        elif site in ELSEWHERE and request.headers.get("Sec-Fetch-Dest") not in (None, "document", "empty"):
            raise Refused("other_site", None, T("This came from another site's page and was not carried out."))

    def seal(self, response: Response) -> Response:
        """Sets a new device's cookie and the page's policy; what says nothing else is asked for anew each time."""
        if g.get("new_device") and g.get("device") and g.get("keep_device", True):
            response.set_cookie(
                self.device_cookie, self._signer.dumps(g.device), max_age=YEAR, httponly=True, samesite="Lax", path="/"
            )
        response.headers.setdefault("Cache-Control", "no-cache")
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        if response.mimetype in NO_PAGES:
            response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
            return response
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Referrer-Policy", "same-origin")
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response


def install(app: Flask, guard: Guard) -> None:
    """Checks every request, seals every answer."""

    @app.before_request
    def check() -> None:
        guard.check_request()

    @app.after_request
    def seal(response: Response) -> Response:
        return guard.seal(response)
