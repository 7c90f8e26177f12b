"""Whose connection is held, and for how long: waitress, made fair to everybody who is not in a hurry to take it all.

Measured reasons, each with one phone against an honest one: 500 connections that are opened again when closed, or 400
heads sent a line every 4 seconds, left the honest one 0 or 1 of 25 answers; 12 bodies of 64 MB kept one byte short held
782 MB of temporary files. So an address holds so many connections and no more, a head and a body have to come within a
time, and a body that no page would take is counted and never kept.
"""

from __future__ import annotations

import copy
import io
import ipaddress
import socket
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.utilities import Error

PER_ADDRESS = 48
"""Connections of one address, live streams aside. A phone keeps up to six; behind a proxy everybody is one address."""
EVICTIONS, EVICTIONS_A_SECOND = 48, 10.0
"""How often of one address a connection gives way to a newer one; whoever opens them faster waits at the door."""
PARKED, PARKED_S = 512, 2.0
"""Connections that wait at the door, unread, until they are closed: a flood is slowed down by its own waiting."""
HEAD_S = 15.0
BODY_S = 30.0
BODY_BYTES_A_SECOND = 100_000
"""A picture from the far end of the garden comes faster; a body may take ``BODY_S`` and its length at this rate."""
LARGE_BYTES = 512 * 1024
LARGE_PER_ADDRESS = 4
"""Bodies of that length and more that may be coming from one address at once: beyond it they go to temporary files."""
LOOK_EVERY_S = 1.0
STAYS = "companion.stays"
"""The key of a callable in the WSGI environment: whoever answers with a live stream calls it."""

_TLS_HANDSHAKE = b"\x16"
_TLS_ALERT = b"\x15\x03\x01\x00\x02\x02\x28"
"""Fatal, handshake failure: the browser says at once that there is no encryption here, or tries without."""
_BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

BodyLimit = Callable[[str, str], int]
"""How many bytes of a body are kept for a method and a path; what is longer reaches the app without its body."""


class _NoRoom(Error):  # type: ignore[misc]
    code = 503
    reason = "Service Unavailable"


class _Counted:
    """A body too long to be taken: its bytes are counted and dropped, so that the sender hears the answer."""

    error = None

    def __init__(self, length: int) -> None:
        self._left = length
        self.completed = length <= 0

    def __len__(self) -> int:
        return 0

    def received(self, data: bytes) -> int:
        taken = min(len(data), self._left)
        self._left -= taken
        self.completed = self._left <= 0
        return taken

    def getfile(self) -> io.BytesIO:
        return io.BytesIO()

    def getbuf(self) -> io.BytesIO:
        return io.BytesIO()


class Parser(HTTPRequestParser):  # type: ignore[misc]
    """A request whose body's limit is known from its first line, before any of the body is read."""

    adj: Any
    expect_continue: bool = False

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        limit_of: BodyLimit | None = getattr(self.adj, "body_limit", None)
        if limit_of is None or not hasattr(self, "path"):
            return
        limit = limit_of(self.command, self.path)
        if self.chunked:  # nobody knows how much comes: the receiver of waitress ends it at its limit
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = min(self.adj.max_request_body_size, limit + 1)
        elif limit < self.content_length < self.adj.max_request_body_size:
            self.connection_close = True
            # Who asks first need not send it; the app, which knows the length, says the sentence.
            self.body_rcv = None if self.expect_continue else _Counted(self.content_length)
            self.expect_continue = False


class Task(WSGITask):  # type: ignore[misc]
    """A request being answered, which can say that its answer is a live stream."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[STAYS] = self.channel.stay
        return environ

    def service(self) -> None:
        try:
            super().service()
        finally:
            self.channel.stays = False


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection: since when its present request is coming, and whether it holds a live stream."""

    parser_class = Parser
    task_class = Task
    request: Any = None
    stays = False
    began: float | None = None
    heard = False
    large = False
    _active = 0.0

    def __init__(self, server: Any, sock: socket.socket, address: Any, adj: Any, map: Any = None) -> None:
        self.peer = peer_of(address)
        super().__init__(server, sock, address, adj, map=map)

    def add_channel(self, map: Any = None) -> None:
        super().add_channel(map)
        self.server.of_peer.setdefault(self.peer, set()).add(self)

    def del_channel(self, map: Any = None) -> None:
        super().del_channel(map)
        mine = self.server.of_peer.get(self.peer)
        if mine is not None:
            mine.discard(self)
            if not mine:
                self.server.of_peer.pop(self.peer, None)

    @property
    def last_activity(self) -> float:
        """When something last came or went, on a clock that nobody sets."""
        return self._active

    @last_activity.setter
    def last_activity(self, _: float) -> None:
        self._active = time.monotonic()

    def stay(self) -> None:
        """The answer is a live stream from now on, which is counted by itself."""
        self.stays = True

    def received(self, data: bytes) -> Any:
        if not self.heard and data[:1] == _TLS_HANDSHAKE:
            with suppress(OSError):
                self.socket.send(_TLS_ALERT)
            self.will_close = True
            return False
        self.heard = True
        try:
            taken = super().received(data)
        except OSError as problem:  # the folder of temporary files is full
            taken = self._no_room(problem.strerror or "no room")
        if self.request is None:
            self.began, self.large = None, False
        elif self.began is None:
            self.began = time.monotonic()
        if self.is_large and not self.large:
            self.large = True
            if sum(one.is_large for one in self.server.channels_of(self.peer)) > LARGE_PER_ADDRESS:
                self._no_room("too many large requests at once from here")
        return taken

    @property
    def is_large(self) -> bool:
        """Whether a body is coming that is kept and long, or may become long."""
        request = self.request
        if request is None or request.body_rcv is None or isinstance(request.body_rcv, _Counted):
            return False
        return bool(request.content_length >= LARGE_BYTES or request.body_bytes_received >= LARGE_BYTES)

    def _no_room(self, reason: str) -> bool:
        with self.requests_lock:
            request, self.request = self.request, None
            request.close()
            request.body_rcv, request.error, request.completed = None, _NoRoom(reason), True
            request.connection_close = True
            self.requests.append(request)
            if len(self.requests) == 1:
                self.server.add_task(self)
        return True

    def is_late(self, now: float) -> bool:
        """Whether the request that is coming has taken longer than one may."""
        request = self.request
        if request is None or self.began is None:
            return False
        allowed = HEAD_S
        if request.headers_finished:
            allowed += BODY_S + max(request.content_length, request.body_bytes_received) / BODY_BYTES_A_SECOND
        return now - self.began > allowed

    @property
    def counts(self) -> bool:
        """Whether it is one of the connections its address may hold."""
        return not self.stays and not self.will_close and self.connected


class Server(TcpWSGIServer):  # type: ignore[misc]
    """The server of waitress, with so many connections an address; of those the oldest idle one gives way."""

    def __init__(self, *arguments: Any, per_address: int = PER_ADDRESS, **options: Any) -> None:
        self.per_address = per_address
        self.of_peer: dict[str, set[Channel]] = {}
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._parked: deque[tuple[float, socket.socket]] = deque()
        self.channel_class = self._admit
        self._look_at = 0.0
        super().__init__(*arguments, **options)
        self.next_channel_cleanup = float("inf")  # that clock may be set by hand in the middle of an evening

    def readable(self) -> bool:
        now = time.monotonic()
        while self._parked and self._parked[0][0] <= now:
            self._parked.popleft()[1].close()
        if now >= self._look_at:
            self._look_at = now + min(LOOK_EVERY_S, self.adj.cleanup_interval)
            self.maintenance(now)
        return bool(super().readable())

    def maintenance(self, now: float) -> None:
        """Lets go of connections that are idle, or whose request does not come."""
        for channel in list(self.active_channels.values()):
            idle = not channel.requests and channel.request is None
            if (idle and now - channel.last_activity > self.adj.channel_timeout) or channel.is_late(now):
                channel.will_close = True

    def close(self) -> None:
        while self._parked:
            self._parked.popleft()[1].close()
        super().close()

    def _may_evict(self, peer: str) -> bool:
        now = time.monotonic()
        left, at = self._left.get(peer, (float(EVICTIONS), now))
        left = min(float(EVICTIONS), left + (now - at) * EVICTIONS_A_SECOND)
        self._left[peer] = (left - 1 if left >= 1 else left, now)
        self._left.move_to_end(peer)
        while len(self._left) > 1024:
            self._left.popitem(last=False)
        return left >= 1

    def _park(self, sock: socket.socket) -> None:
        if len(self._parked) >= PARKED:
            self._parked.popleft()[1].close()
        self._parked.append((time.monotonic() + PARKED_S, sock))

    def channels_of(self, peer: str) -> list[Channel]:
        """The connections of an address."""
        return list(self.of_peer.get(peer, ()))

    def _admit(self, server: Server, sock: socket.socket, address: Any, adj: Any, map: Any = None) -> Channel | None:
        """Takes a new connection; of an address that has as many as it may, in the place of another or not at all."""
        peer = peer_of(address)
        mine = [one for one in self.channels_of(peer) if one.counts]
        if len(mine) >= self.per_address:
            if not self._may_evict(peer):
                self._park(sock)
                return None
            if not _give_way(mine):
                with suppress(OSError):
                    sock.send(_BUSY)
                sock.close()
                return None
        if len(self._map) + 1 >= adj.connection_limit:
            greediest = max(self.of_peer.values(), key=lambda held: sum(one.counts for one in held), default=set())
            _give_way([one for one in greediest if one.counts])
        return Channel(server, sock, address, adj, map=map)


def _give_way(channels: list[Channel]) -> bool:
    """Closes the one of these that has been idle longest; answers with whether there was one."""
    idle = [one for one in channels if not one.requests]
    if not idle:
        return False
    oldest = min(idle, key=lambda one: (one.request is not None, one.last_activity))
    oldest.will_close = True
    oldest.handle_close()
    return True


@lru_cache(maxsize=1024)
def _plain(number: str) -> str:
    with suppress(ValueError):
        ip = ipaddress.ip_address(number)
        return str(getattr(ip, "ipv4_mapped", None) or ip)
    return number


def peer_of(address: Any) -> str:
    """The address a connection comes from; an IPv4 address within IPv6 is that IPv4 address."""
    return _plain(str(address[0]).partition("%")[0])


def make_server(
    app: Any,
    sock: socket.socket,
    dispatcher: Any,
    *,
    per_address: int = PER_ADDRESS,
    body_limit: BodyLimit | None = None,
    **adjustments: Any,
) -> Server:
    """A server on a listening socket. ``body_limit``: what waitress's own ``max_request_body_size`` is for each path."""
    from waitress.adjustments import Adjustments

    settings = Adjustments(sockets=[sock], **adjustments)
    settings.body_limit = body_limit
    return partial(Server, per_address=per_address)(
        app,
        {},
        True,
        sock,
        dispatcher=dispatcher,
        adj=settings,
        bind_socket=False,
        sockinfo=(sock.family, sock.type, sock.proto, sock.getsockname()),
    )
