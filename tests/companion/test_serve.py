"""The server: its socket, its clear errors, its end."""

from __future__ import annotations

import errno
import os
import platform
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from companion import serve
from companion.core.text import plain

ROOT = Path(__file__).resolve().parent.parent.parent

# A server with one page and one stream that only ends when the server does.
PROGRAM = """
import threading
from companion.serve import serve

closing = threading.Event()

def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/event-stream")])
    if environ["PATH_INFO"] != "/stream":
        return [environ["PATH_INFO"].encode()]
    def stream():
        yield b"data: 1\\n\\n"
        closing.wait(60)
        yield b"data: last\\n\\n"
    return stream()

serve(app, "127.0.0.1", 0, 3, on_ready=lambda port: print(port, flush=True), on_close=closing.set)
print("ended", flush=True)
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals to send")
def test_sigterm_and_ctrl_c_end_it_cleanly_with_status_0(number: signal.Signals) -> None:
    """An open stream is told and ends with its last words; the process ends by itself, status 0, no traceback."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        url = f"http://127.0.0.1:{process.stdout.readline().strip()}"
        with urllib.request.urlopen(f"{url}/stream", timeout=20) as stream:
            assert stream.readline() == b"data: 1\n"
            assert urllib.request.urlopen(f"{url}/hello", timeout=20).read() == b"/hello"
            process.send_signal(number)
            assert b"data: last" in stream.read()
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, out, err) == (0, "ended\n", "")


def test_a_taken_port_names_the_next_free_one() -> None:
    """The refusal names both ports, and the offered one can really be had."""
    with serve.listen("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        with pytest.raises(serve.CannotListen) as refused:
            serve.listen("127.0.0.1", port)
    free = refused.value.next_port
    assert free is not None
    assert free > port
    assert str(port) in plain(refused.value.text)
    assert str(free) in plain(refused.value.text)
    serve.listen("127.0.0.1", free).close()


@pytest.mark.parametrize(
    ("family", "address", "option"),
    [
        pytest.param(socket.AF_INET, "127.0.0.1", "SO_REUSEADDR", id="with SO_REUSEADDR on one address"),
        pytest.param(socket.AF_INET, "127.0.0.1", "SO_REUSEPORT", id="with SO_REUSEPORT"),
        pytest.param(socket.AF_INET6, "::1", "SO_REUSEADDR", id="only on the local IPv6 address"),
    ],
)
def test_a_port_is_taken_however_the_other_program_listens(
    family: socket.AddressFamily, address: str, option: str
) -> None:
    """Whoever answers on the port of this computer has it, even where binding would succeed.

    A computer without that address has nobody there: the port is free, and looking there is no refusal.
    """
    if not _has(family, address):
        port = free_port()
        with serve.listen("0.0.0.0", port) as listener:
            assert listener.getsockname()[1] == port
        return
    with socket.socket(family) as other:
        if hasattr(socket, option):  # without it the other program listens plainly, and has the port just as well
            other.setsockopt(socket.SOL_SOCKET, getattr(socket, option), 1)
        other.bind((address, 0))
        other.listen()
        with pytest.raises(serve.CannotListen):
            serve.listen("0.0.0.0", other.getsockname()[1])


def _has(family: socket.AddressFamily, address: str) -> bool:
    try:
        with socket.socket(family) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True


def test_a_port_is_free_again_at_once_after_a_restart() -> None:
    """Connections that still linger in the system (TIME_WAIT) do not block the next start."""
    port = free_port()
    for _ in range(2):
        listener = serve.listen("127.0.0.1", port)
        with socket.create_connection(("127.0.0.1", port)) as phone:
            accepted, _ = listener.accept()
            accepted.close()
            listener.close()
            assert phone.recv(1) == b""


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has this option")
def test_vanished_phones_are_dropped_after_six_seconds() -> None:
    """Each accepted connection inherits the user timeout of the listening socket."""
    with serve.listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 6000
        accepted.close()


@pytest.mark.parametrize("host", ["203.0.113.77", "no such host"])
def test_an_address_that_is_not_ours_is_named(host: str) -> None:
    """A wrong --host is one sentence with that host."""
    with pytest.raises(serve.CannotListen) as refused:
        serve.listen(host, free_port())
    assert host in plain(refused.value.text)
    assert refused.value.next_port is None


@pytest.mark.parametrize(
    ("number", "port", "words", "offers"),
    [
        pytest.param(errno.EACCES, 80, "keeps port 80 for administrators", True, id="a low port without the rights"),
        pytest.param(errno.EACCES, 8000, "Port 8000 is taken", True, id="Windows: held exclusively by another program"),
        pytest.param(errno.EADDRINUSE, 8000, "Port 8000 is taken", True, id="in use"),
        pytest.param(errno.EADDRNOTAVAIL, 8000, "is not an address of this computer", False, id="not our address"),
        pytest.param(errno.ENOBUFS, 8000, "Port 8000 cannot be opened: ", False, id="anything else, with its reason"),
    ],
)
def test_what_the_system_says_becomes_a_sentence(
    monkeypatch: pytest.MonkeyPatch, number: int, port: int, words: str, offers: bool
) -> None:
    """Each way a port can be refused: one sentence, and the next free port where a port is the reason."""

    class Refusing(socket.socket):
        def bind(self, address: object) -> None:
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(serve, "_answers", lambda port: False)
    with monkeypatch.context() as patch:
        patch.setattr("socket.socket", Refusing)
        patch.setattr(serve, "next_free_port", lambda host, port: 8123)
        with pytest.raises(serve.CannotListen) as refused:
            serve.listen("127.0.0.1", port)
    assert words in plain(refused.value.text)
    assert refused.value.next_port == (8123 if offers else None)
    assert ("--port 8123" in plain(refused.value.text)) is offers


def test_idle_connections_make_room_and_streams_stay() -> None:
    """Who only holds a connection is let go after a while; a stream, also a silent one, is no idle connection."""
    hasty = "import companion.serve as s; s.IDLE_S = s.LOOK_FOR_IDLE_EVERY_S = 1\n" + PROGRAM
    process = subprocess.Popen([sys.executable, "-c", hasty], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        with (
            urllib.request.urlopen(f"http://127.0.0.1:{port}/stream", timeout=60) as stream,
            socket.create_connection(("127.0.0.1", port), timeout=60) as idle,
        ):
            assert stream.readline() == b"data: 1\n"
            for holder in (idle, socket.create_connection(("127.0.0.1", port), timeout=60)):
                with holder:
                    assert holder.recv(1) == b"", "let go"
            if sys.platform != "win32":  # where ending a process leaves it no last words
                process.terminate()
                assert b"data: last\n" in stream.read()
                process.wait(60)
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_more_streams_than_the_threads_of_waitress() -> None:
    """With all its streams held, the server still answers other requests quickly enough to be counted."""
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    streams = []
    try:
        assert process.stdout is not None
        url = f"http://127.0.0.1:{process.stdout.readline().strip()}"
        streams = [urllib.request.urlopen(f"{url}/stream", timeout=20) for _ in range(3 + serve.SPARE_THREADS - 1)]
        for stream in streams:
            assert stream.readline() == b"data: 1\n"
        started = time.monotonic()
        assert urllib.request.urlopen(f"{url}/still-there", timeout=20).read() == b"/still-there"
        assert time.monotonic() - started < 20
    finally:
        for stream in streams:
            stream.close()
        process.kill()
        process.communicate()


def test_threads_share_heaps_where_the_c_library_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere it serves all the same."""
    if platform.libc_ver()[0] == "glibc":
        assert serve.share_memory()
    monkeypatch.setattr("ctypes.CDLL", lambda _: object())
    assert not serve.share_memory()
