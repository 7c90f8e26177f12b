"""The production server: waitress, set up for phones that hold a stream each and vanish without a word.

Measured reasons: every open stream holds a thread, so there are 16 more threads than streams; a phone that drops off
the Wi-Fi is noticed by the kernel after 6 seconds without acknowledgement instead of minutes; looking ahead by one
request lets a stream see that its phone closed.
"""

from __future__ import annotations

import ctypes
import errno
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from waitress.task import ThreadedTaskDispatcher

from companion.connections import PARKED, PER_ADDRESS, BodyLimit, make_server
from companion.core.text import T, Text

SPARE_THREADS = 16
USER_TIMEOUT_MS = 6_000
# A phone keeps up to six connections, all but its stream idle between taps; held for the usual two minutes, those of a
# full table, or of one hostile phone, would leave no connection for a newcomer.
IDLE_S = 30
LOOK_FOR_IDLE_EVERY_S = 10
# A longer body is not even counted to its end; what a page takes is known per path, see `companion.connections`.
BODY_LIMIT_BYTES = 64 * 1024 * 1024


MALLOC_ARENAS = 2
_M_ARENA_MAX = -8


class CannotListen(Exception):
    """The server cannot have this address and port: why, and the next port that is free, if a port was the reason."""

    def __init__(self, text: Text, next_port: int | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.next_port = next_port


def listen(host: str, port: int) -> socket.socket:
    """A listening socket whose connections are dropped soon after their phone vanished; port 0 takes any free one.

    Raises CannotListen.
    """
    if port and _answers(port):
        raise _taken(host, port)
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise CannotListen(T("{host} is not an address of this computer.", host=host)) from error
    listener = socket.socket(family, kind, protocol)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where SO_REUSEADDR would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, USER_TIMEOUT_MS)
        listener.bind(address)
        listener.listen(256)
    except OSError as error:
        listener.close()
        raise _refused(host, port, error) from error
    return listener


def _answers(port: int) -> bool:
    """Whether a program of this computer already answers on the port, on whichever of the two local addresses.

    Binding alone does not tell: some systems let 0.0.0.0 and 127.0.0.1, or IPv4 and IPv6, have different owners, and
    then half of the browsers would see the other program.
    """
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                probe.settimeout(0.3)
                if probe.connect_ex((address, port)) == 0:
                    return True
        except OSError:
            continue
    return False


def _taken(host: str, port: int) -> CannotListen:
    free = next_free_port(host, port)
    if free is None:
        return CannotListen(T("Port {port} is taken by another program.", port=port))
    return CannotListen(
        T(
            "Port {port} is taken by another program. Start with --port {free}, which is free.",
            port=port,
            free=free,
        ),
        free,
    )


def _refused(host: str, port: int, error: OSError) -> CannotListen:
    # Windows says "access denied" where another program holds the port exclusively.
    if error.errno == errno.EADDRINUSE or (error.errno == errno.EACCES and port >= 1024):
        return _taken(host, port)
    if error.errno == errno.EACCES:
        free = next_free_port(host, 8000 - 1)
        return CannotListen(
            T("This system keeps port {port} for administrators. Start with --port {free}.", port=port, free=free)
            if free is not None
            else T("This system keeps port {port} for administrators.", port=port),
            free,
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return CannotListen(T("{host} is not an address of this computer.", host=host))
    return CannotListen(T("Port {port} cannot be opened: {reason}", port=port, reason=error.strerror or str(error)))


def next_free_port(host: str, port: int) -> int | None:
    """The first free port among the 50 after this one, or None."""
    for candidate in range(port + 1, min(port + 51, 65536)):
        if _answers(candidate):
            continue
        try:
            with socket.create_server((host, candidate), reuse_port=False):
                return candidate
        except OSError:
            continue
    return None


class _Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Waitress's threads, whose end is announced first, so that open streams can finish."""

    def __init__(self, on_close: Callable[[], object] | None) -> None:
        super().__init__()
        self._on_close = on_close

    def shutdown(self, cancel_pending: bool = True, timeout: float = 2.0) -> Any:
        if self._on_close is not None:
            self._on_close()
        return super().shutdown(cancel_pending, min(timeout, 2.0))


def share_memory() -> bool:
    """Has all threads share a few heaps of the C library; whether it could be asked for.

    Otherwise eighty threads come to sixteen heaps on two cores, each of which keeps what it once needed: twelve phones at
    one table grew the process by 10 MB a minute.
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(_M_ARENA_MAX, MALLOC_ARENAS))
    except (OSError, AttributeError, TypeError):  # a C library without it, or Windows
        return False


def serve(
    app: Any,
    host: str = "0.0.0.0",  # noqa: S104 - phones must reach it
    port: int = 8000,
    streams: int = 64,
    *,
    on_ready: Callable[[int], object] | None = None,
    on_close: Callable[[], object] | None = None,
    listener: socket.socket | None = None,
    per_address: int = PER_ADDRESS,
    body_limit: BodyLimit | None = None,
) -> None:
    """Serves a WSGI app until SIGTERM or Ctrl-C, then returns.

    ``streams``: how many live streams the app may hold at once. ``on_ready`` is called with the port as soon as
    requests are accepted, ``on_close`` when the end begins: it should make the app's streams return. ``listener``: a
    socket from `listen` to use instead of ``host`` and ``port``. ``per_address``: connections that one address may
    hold, live streams aside; ``body_limit``: the bytes of a body that the app takes, by method and path. Raises
    CannotListen.
    """
    sock = listen(host, port) if listener is None else listener
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    share_memory()
    connections = 2 * streams + 256
    _allow_open_files(connections + PARKED + 256)
    dispatcher = _Dispatcher(on_close)
    dispatcher.set_thread_count(streams + SPARE_THREADS)
    server = make_server(
        app,
        sock,
        dispatcher,
        per_address=per_address,
        body_limit=body_limit,
        backlog=256,
        connection_limit=connections,
        channel_request_lookahead=1,
        channel_timeout=IDLE_S,
        cleanup_interval=LOOK_FOR_IDLE_EVERY_S,
        asyncore_use_poll=True,
        max_request_body_size=BODY_LIMIT_BYTES,
        ident="companion",
    )
    _end_on_signals()
    try:
        if on_ready is not None:
            on_ready(int(sock.getsockname()[1]))
        server.run()
    except (KeyboardInterrupt, SystemExit):
        dispatcher.shutdown()
    finally:
        server.close()


def _end_on_signals() -> None:
    """SIGTERM and Ctrl-C end the server once; a second one changes nothing."""
    if threading.current_thread() is not threading.main_thread():
        return

    def end(number: int, frame: FrameType | None) -> None:
        for name in names:
            signal.signal(name, signal.SIG_IGN)
        raise SystemExit(0)

    names = [getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGBREAK") if hasattr(signal, name)]
    for name in names:
        signal.signal(name, end)


def _allow_open_files(wanted: int) -> None:
    """Asks for so many open files where the system's soft limit is lower (macOS: 256)."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    target = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
    except (OSError, ValueError) as reason:
        logging.getLogger(__name__).info("The limit of open files stays at %d: %s", soft, reason)
