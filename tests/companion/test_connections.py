"""Connections: how many an address holds, how long a request may take to come, what becomes of too long a body."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

PROGRAM = """
import sys, threading
import companion.connections as c
from companion.serve import serve

exec(sys.argv[1])
closing = threading.Event()

def app(environ, start_response):
    if environ["PATH_INFO"] == "/stream":
        environ[c.STAYS]()
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        def stream():
            yield b"data: 1\\n\\n"
            closing.wait(60)
        return stream()
    length = int(environ.get("CONTENT_LENGTH") or 0)
    body = environ["wsgi.input"].read()
    said = b"%d of %d" % (len(body), length)
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(said)))])
    return [said]

serve(app, "127.0.0.1", 0, 8, on_ready=lambda port: print(port, flush=True), on_close=closing.set,
      per_address=6, body_limit=lambda method, path: 1000 if path == "/small" else 20_000_000)
"""


@contextmanager
def serving(settings: str = "") -> Iterator[int]:
    """A server with room for 6 connections of an address, on a port of this computer."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, settings], cwd=ROOT, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait(60)
        process.stdout.close()


def connect(port: int, source: str = "127.0.0.1") -> socket.socket:
    """A connection whose answers are waited for 20 s at most; other sources are of this computer too, on Linux."""
    return socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0))


def ask(sock: socket.socket, request: bytes = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") -> bytes:
    """What is answered, up to the end of a body of known length."""
    sock.sendall(request)
    said = sock.recv(4096)
    length = re.search(rb"Content-Length: (\d+)", said)
    while length is not None and len(said.partition(b"\r\n\r\n")[2]) < int(length[1]):
        said += sock.recv(4096)
    return said


def test_of_too_many_connections_of_an_address_the_oldest_idle_one_gives_way() -> None:
    with serving() as port, contextlib.ExitStack() as held:
        mine = [held.enter_context(connect(port)) for _ in range(6)]
        for one in mine:
            assert ask(one).startswith(b"HTTP/1.1 200")
            time.sleep(0.2)  # an answer is there a moment before its thread is done with the connection
        assert ask(mine[0]).startswith(b"HTTP/1.1 200"), "used again: no longer the oldest"
        time.sleep(0.2)
        newest = held.enter_context(connect(port))
        assert ask(newest).startswith(b"HTTP/1.1 200")
        assert mine[1].recv(1) == b"", "idle longest"
        for one in (mine[0], *mine[2:]):
            assert ask(one).startswith(b"HTTP/1.1 200")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux answers to every 127.x address without set-up")
def test_connections_of_one_address_cost_no_other_address_its_own() -> None:
    with serving() as port, contextlib.ExitStack() as held:
        honest = held.enter_context(connect(port, "127.0.0.9"))
        assert ask(honest).startswith(b"HTTP/1.1 200")
        for _ in range(400):
            held.enter_context(connect(port, "127.0.0.2"))
        started = time.monotonic()
        assert ask(honest).startswith(b"HTTP/1.1 200")
        with connect(port, "127.0.0.9") as another:
            assert ask(another).startswith(b"HTTP/1.1 200")
        assert time.monotonic() - started < 10


def test_live_streams_are_not_among_the_connections_an_address_may_hold() -> None:
    with serving() as port, contextlib.ExitStack() as held:
        streams = []
        for _ in range(8):
            streams.append(held.enter_context(connect(port)))
            assert b"200" in ask(streams[-1], b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        for _ in range(6):
            assert ask(held.enter_context(connect(port))).startswith(b"HTTP/1.1 200")
        for stream in streams:
            stream.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                assert stream.recv(4096) != b"", "still open"


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(b"GET / HTTP/1.1\r\nHost: x\r\n", id="a head that never ends"),
        pytest.param(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n", id="a body that never ends"),
    ],
)
def test_a_request_has_to_come_within_a_time_however_often_a_byte_comes(begun: bytes) -> None:
    hasty = "c.HEAD_S, c.BODY_S, c.LOOK_EVERY_S = 1.0, 0.5, 0.1"
    with serving(hasty) as port, connect(port) as slow:
        slow.sendall(begun)
        started = time.monotonic()
        slow.settimeout(0.2)
        for _ in range(100):
            with contextlib.suppress(TimeoutError):
                if slow.recv(1) == b"":
                    break
            with contextlib.suppress(OSError):
                slow.sendall(b"X: y\r\n" if b"POST" not in begun else b"")
        else:
            raise AssertionError("never let go")
        assert time.monotonic() - started >= 0.9, "but not before its time"


@pytest.mark.parametrize(
    ("path", "length", "said"),
    [
        pytest.param("/small", 1000, b"1000 of 1000", id="as much as the page takes"),
        pytest.param("/small", 300_000, b"0 of 300000", id="more: counted, and the page says what is wrong"),
        pytest.param("/large", 300_000, b"300000 of 300000", id="another page takes more"),
    ],
)
def test_how_much_of_a_body_is_kept_is_known_from_its_path(path: str, length: int, said: bytes) -> None:
    with serving() as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("POST", path, b"x" * length)
        assert connection.getresponse().read() == said
        connection.close()


def test_whoever_asks_before_sending_too_long_a_body_is_answered_at_once() -> None:
    with serving() as port, connect(port) as phone:
        head = b"POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 30000\r\nExpect: 100-continue\r\n\r\n"
        assert ask(phone, head).startswith(b"HTTP/1.1 200")


def test_a_body_of_unknown_length_ends_at_the_limit_of_its_path() -> None:
    with serving() as port, connect(port) as phone:
        chunk = b"3e8\r\n" + b"x" * 1000 + b"\r\n"
        head = b"POST /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        assert ask(phone, head + chunk * 2).startswith(b"HTTP/1.1 413")


def test_only_some_long_bodies_of_one_address_are_coming_at_once() -> None:
    head = b"POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n" + b"x" * 1000
    with serving() as port, contextlib.ExitStack() as held:
        for _ in range(4):
            held.enter_context(connect(port)).sendall(head)
        time.sleep(0.3)
        assert ask(held.enter_context(connect(port)), head).startswith(b"HTTP/1.1 503")


def test_a_full_folder_of_temporary_files_is_answered() -> None:
    full = "import waitress.buffers as b\ndef TemporaryFile(*a, **k): raise OSError(28, 'No space left on device')\nb.TempfileBasedBuffer._spooled = b.TempfileBasedBuffer.newfile = TemporaryFile"
    with serving(full) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.request("POST", "/large", b"x" * 700_000)
        answer = connection.getresponse()
        assert (answer.status, b"No space left" in answer.read()) == (503, True)
        connection.close()
        with connect(port) as other:
            assert ask(other).startswith(b"HTTP/1.1 200")


def test_encryption_asked_of_the_plain_port_is_refused_at_once() -> None:
    """A browser that tries https first would wait for ever."""
    hello = bytes.fromhex("1603010200010001fc0303") + b"\0" * 500
    with serving() as port, connect(port) as browser:
        started = time.monotonic()
        assert ask(browser, hello)[:3] == b"\x15\x03\x01", "a TLS alert"
        with contextlib.suppress(ConnectionResetError):
            assert browser.recv(10) == b""
        assert time.monotonic() - started < 5
