"""What honest phones feel while somebody attacks: bounded, on this computer only.

    python -m benchmarks.attacks [--only NAME …]      needs Linux, where every 127.x address is this computer

Each attack runs from an address of its own against a companion of its own, for some seconds, while an honest phone at
another address enters a number every 0.3 s over a new connection each time. Printed: how many entries were answered, the
slowest answer, and what the attack left behind. `docs/measurements.md` holds a run.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import shutil
import socket
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from testkit.server import Server, running
from vision.picture_header import MOST_SCANS

HONEST, ATTACKER = "127.0.0.9", "127.0.0.66"
ENTRIES = 25
PAUSE_S = 0.3
MOST_S = 40.0
MB = 1024 * 1024


@dataclass
class Felt:
    """What the honest phone felt: milliseconds of each answer, and what went wrong instead."""

    took: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        slowest = f"{max(self.took):5.0f} ms" if self.took else "      –"
        wrong = f" ({self.failed[0]})" if self.failed else ""
        return f"{len(self.took):2} of {len(self.took) + len(self.failed)} answered, slowest {slowest}{wrong}"


def honest(server: Server, code: str, entries: int = ENTRIES) -> Felt:
    """Enters numbers, each over a new connection from the honest address."""
    felt = Felt()
    where = urlsplit(server.url)
    for number in range(entries):
        body = {"action": {"type": "cash", "value": number}, "seat": 0, "key": f"honest-{number:06}"}
        started = time.perf_counter()
        connection = http.client.HTTPConnection(where.netloc, timeout=5, source_address=(HONEST, 0))
        try:
            connection.request(
                "POST", f"/api/tables/{code}/actions", json.dumps(body), {"Content-Type": "application/json"}
            )
            answer = connection.getresponse()
            answer.read()
            if answer.status == 201:
                felt.took.append((time.perf_counter() - started) * 1000)
            else:
                felt.failed.append(f"status {answer.status}")
        except OSError as problem:
            felt.failed.append(type(problem).__name__)
        finally:
            connection.close()
        time.sleep(PAUSE_S)
    return felt


Attack = Callable[[Server, str, threading.Event], str]
ATTACKS: dict[str, Attack] = {}


def attack(name: str) -> Callable[[Attack], Attack]:
    """Adds an attack under this name; it runs until the event is set and answers with what it saw itself."""

    def added(function: Attack) -> Attack:
        ATTACKS[name] = function
        return function

    return added


def connect(server: Server) -> socket.socket:
    where = urlsplit(server.url)
    return socket.create_connection((where.hostname, where.port), timeout=5, source_address=(ATTACKER, 0))


@contextmanager
def held(server: Server, count: int, begun: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many connections of the attacker, each with the same bytes sent."""
    sockets: list[socket.socket] = []
    for _ in range(count):
        with contextlib.suppress(OSError):
            sockets.append(connect(server))
            sockets[-1].sendall(begun)
    try:
        yield sockets
    finally:
        for sock in sockets:
            sock.close()


@attack("nothing")
def nothing(server: Server, code: str, ended: threading.Event) -> str:
    """What the machine itself makes the honest phone feel: the floor of the other rows."""
    ended.wait(MOST_S)
    return "no attack"


@attack("500 connections, opened again when closed")
def reopening(server: Server, code: str, ended: threading.Event) -> str:
    reopened = 0
    with held(server, 500) as sockets:
        while not ended.wait(0.01):
            for place, sock in enumerate(sockets):
                sock.setblocking(False)
                try:
                    closed = sock.recv(1) == b""
                except BlockingIOError:
                    continue
                except OSError:
                    closed = True
                if closed and not ended.is_set():
                    sock.close()
                    with contextlib.suppress(OSError):
                        sockets[place] = connect(server)
                        reopened += 1
    return f"{reopened} opened again"


@attack("400 heads sent a line every 4 s")
def loris(server: Server, code: str, ended: threading.Event) -> str:
    with held(server, 400, b"GET / HTTP/1.1\r\nHost: localhost\r\n") as sockets:
        alive = len(sockets)
        while not ended.wait(4):
            alive = 0
            for sock in sockets:
                with contextlib.suppress(OSError):
                    sock.sendall(b"X-More: and more\r\n")
                    alive += 1
    return f"{alive} of 400 could still send at the end"


@attack("500 idle connections")
def idle(server: Server, code: str, ended: threading.Event) -> str:
    with held(server, 500) as sockets:
        ended.wait(MOST_S)
        return f"{len(sockets)} opened"


@attack("six imports of 15 MB of empty lists at once")
def imports(server: Server, code: str, ended: threading.Event) -> str:
    body = b'{"format": "boardgame-companion/1", "x": [' + b",".join([b"[]"] * (5 * MB)) + b"]}"
    return _posting(server, "/api/import", body, 6, ended)


@attack("six imports of 4 MB of empty lists at once")
def small_imports(server: Server, code: str, ended: threading.Event) -> str:
    body = b'{"format": "boardgame-companion/1", "x": [' + b",".join([b"[]"] * (1_390_000)) + b"]}"
    return _posting(server, "/api/import", body, 6, ended)


def _posting(server: Server, path: str, body: bytes, at_once: int, ended: threading.Event) -> str:
    statuses: list[int] = []

    def post() -> None:
        while not ended.is_set():
            connection = http.client.HTTPConnection(
                urlsplit(server.url).netloc, timeout=30, source_address=(ATTACKER, 0)
            )
            with contextlib.suppress(OSError):
                connection.request("POST", path, body, {"Content-Type": "application/json"})
                statuses.append(connection.getresponse().status)
            connection.close()

    threads = [threading.Thread(target=post) for _ in range(at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(MOST_S + 30)
    return f"answers { ({status: statuses.count(status) for status in sorted(set(statuses))}) }"


@attack("12 bodies of 64 MB, one byte short")
def bodies(server: Server, code: str, ended: threading.Event) -> str:
    length = 64 * MB - 1
    head = f"POST /api/read/dice HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode()
    before = shutil.disk_usage(tempfile.gettempdir()).free
    most = 0
    block = b"x" * MB
    with held(server, 12, head) as sockets:
        for sock in sockets:
            for _ in range(63):
                with contextlib.suppress(OSError):
                    sock.sendall(block)
            most = max(most, before - shutil.disk_usage(tempfile.gettempdir()).free)
        while not ended.wait(0.5):
            most = max(most, before - shutil.disk_usage(tempfile.gettempdir()).free)
    return f"{max(0, most) // MB} MB of disk at most"


@attack("one phone without cookies takes the streams")
def streams(server: Server, code: str, ended: threading.Event) -> str:
    request = f"GET /t/{code}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with held(server, 70, request):
        time.sleep(3)
        where = urlsplit(server.url)
        got = 0
        for _ in range(6):
            connection = http.client.HTTPConnection(where.netloc, timeout=5, source_address=(HONEST, 0))
            connection.request("GET", f"/t/{code}/stream")
            got += connection.getresponse().status == 200
            connection.close()
        ended.wait(MOST_S)
    return f"{got} of 6 honest phones had a stream"


@attack("another program holds the database, 100 changes wait")
def locked(server: Server, code: str, ended: threading.Event) -> str:
    slowest = 0.0
    with closing(sqlite3.connect(server.data / "companion.sqlite3", isolation_level=None)) as other:  # type: ignore[attr-defined]
        other.execute("BEGIN IMMEDIATE")
        body = json.dumps({"action": {"type": "cash", "value": 1}, "seat": 0, "key": "attack-000001"}).encode()
        request = (
            f"POST /api/tables/{code}/actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode() + body
        with held(server, 100, request):
            for _ in range(20):
                started = time.perf_counter()
                connection = http.client.HTTPConnection(
                    urlsplit(server.url).netloc, timeout=15, source_address=(HONEST, 0)
                )
                connection.request("GET", f"/t/{code}/seq")
                connection.getresponse().read()
                connection.close()
                slowest = max(slowest, time.perf_counter() - started)
                time.sleep(0.1)
        other.execute("ROLLBACK")
    ended.wait(MOST_S)
    return f"the smallest question took {slowest * 1000:.0f} ms at most meanwhile"


@attack("300 tables opened by one guest")
def openings(server: Server, code: str, ended: threading.Event) -> str:
    opened = refused = 0
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30, source_address=(ATTACKER, 0))
    body = json.dumps({"game": "mombasa", "seats": [{"name": "A"}, {"name": "B"}]})
    for _ in range(300):
        connection.request("POST", "/api/tables", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        opened += answer.status == 201
        refused += answer.status == 429
        if ended.is_set():
            break
    connection.close()
    ended.wait(MOST_S)
    return f"{opened} opened, {refused} refused"


@attack("six pictures at once that cost all the time they may")
def pictures(server: Server, code: str, ended: threading.Event) -> str:
    try:
        hostile, small = _long_to_read(), _blank()
    except ImportError:
        ended.wait(MOST_S)
        return "not run: no OpenCV here"
    answers: list[int] = []

    def attacker() -> None:
        while not ended.is_set():
            answers.append(_picture(server, ATTACKER, hostile, 30))

    threads = [threading.Thread(target=attacker) for _ in range(6)]
    for thread in threads:
        thread.start()
    read, slowest = 0, 0.0
    for _ in range(8):
        started = time.perf_counter()
        read += _picture(server, HONEST, small, 30) in (200, 422)
        slowest = max(slowest, time.perf_counter() - started)
        time.sleep(0.5)
    ended.wait(MOST_S)
    for thread in threads:
        thread.join(60)
    counted = {status: answers.count(status) for status in sorted(set(answers))}
    return f"{read} of 8 honest pictures were read, after {slowest:.1f} s at most; the attacker's answers {counted}"


def _picture(server: Server, address: str, content: bytes, timeout_s: float) -> int:
    """Sends a picture of dice; answers with the status, 0 for none."""
    head = b'--limit\r\nContent-Disposition: form-data; name="image"; filename="dice.jpg"\r\n'
    body = head + b"Content-Type: image/jpeg\r\n\r\n" + content + b"\r\n--limit--\r\n"
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=timeout_s, source_address=(address, 0))
    try:
        connection.request("POST", "/api/read/dice", body, {"Content-Type": "multipart/form-data; boundary=limit"})
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def _long_to_read() -> bytes:
    """A progressive JPEG of 49 million pixels with as many scans as are read at all, the last one again and again."""
    import cv2
    import numpy as np

    noise = np.random.default_rng(1).integers(0, 255, (875, 875, 3), dtype=np.uint8)
    large = cv2.resize(noise, (7000, 7000), interpolation=cv2.INTER_NEAREST)
    ok, encoded = cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_QUALITY, 30])
    assert ok
    content = encoded.tobytes()
    last = content.rindex(b"\xff\xda")
    more = MOST_SCANS - content.count(b"\xff\xda", content.index(b"\xff\xc2"))
    return content[:-2] + content[last:-2] * more + b"\xff\xd9"


def _blank() -> bytes:
    import cv2
    import numpy as np

    ok, encoded = cv2.imencode(".jpg", np.full((400, 400, 3), 200, dtype=np.uint8))
    assert ok
    return bytes(encoded.tobytes())


def memory_of(server: Server) -> int:
    """The most memory the server has had, in MB."""
    for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) // 1024
    return 0


def processor_time_of(server: Server) -> float:
    """Seconds of processor time the server has used."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(name: str) -> str:
    """One row: the attack, what the honest phone felt, what the attack saw, the memory of the server."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data") as server:
        server.data = Path(folder) / "data"  # type: ignore[attr-defined]
        code = server.open_table()
        ended = threading.Event()
        saw: list[str] = []
        attacking = threading.Thread(target=lambda: saw.append(ATTACKS[name](server, code, ended)), daemon=True)
        attacking.start()
        time.sleep(1.0)
        began, used = time.perf_counter(), processor_time_of(server)
        felt = honest(server, code)
        busy = (processor_time_of(server) - used) / (time.perf_counter() - began)
        ended.set()
        attacking.join(MOST_S + 60)
        memory = memory_of(server)
    return f"{name}: {felt}; {saw[0] if saw else 'the attack did not end'}; {memory} MB at most, {busy:.0%} of a core"


def main() -> None:
    """The command line."""
    if not sys.platform.startswith("linux"):
        sys.exit("This needs Linux, where every 127.x address is this computer.")
    parser = argparse.ArgumentParser(description="What honest phones feel while somebody attacks")
    parser.add_argument("--only", nargs="+", choices=tuple(ATTACKS), default=tuple(ATTACKS), metavar="NAME")
    arguments = parser.parse_args()
    for name in arguments.only:
        print(measure(name), flush=True)


if __name__ == "__main__":
    main()
