"""A long evening in a short time: six phones, a board on the wall, table after table, phones that sleep and wake.

    python -m benchmarks.long_evening [--minutes 20] [--hours 8]

Each phone holds a live stream and loads its panel anew when something happened, as its page does; it enters, corrects and
undoes, and sleeps now and then: its stream ends, and it loads the whole page when it wakes. A table lasts as long as
``minutes`` allow for one an hour, then it is closed and another of the games is opened; who is between two looks at plays
and statistics. Printed for each half hour of the evening: milliseconds, memory, threads, open files. Status 1 where an
answer was a 5xx, a table is not the one that a fresh companion makes of its log, or threads, files or memory did not stay
level after the first quarter.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from benchmarks.fanout import percentile
from benchmarks.soak import something
from testkit.server import Server, running

PHONES = 6
GAMES = ("mombasa", "monkeys_on_the_moon", "spank_the_monkey", "walking_on_the_moon", "lunchtime_battle")
PLAYERS = 4
MORE_FILES, MORE_MB = 12, 25
"""What the end may have above the first quarter: connections that are just being closed; logs of 32 tables in memory."""


@dataclass
class Evening:
    """What all phones share: the table they are at now, and what they heard."""

    code: str
    ended: threading.Event = field(default_factory=threading.Event)
    entries: list[tuple[float, float]] = field(default_factory=list)
    panels: list[tuple[float, float]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class Phone(threading.Thread):
    """A phone on a seat, or (``seat`` None) the board on the wall, which only looks."""

    def __init__(self, server: Server, evening: Evening, number: int, seat: int | None, apart_s: float) -> None:
        super().__init__(daemon=True)
        self._where = urlsplit(server.url).netloc
        self._evening, self._number, self._seat, self._apart_s = evening, number, seat, apart_s
        self._chance, self._count, self._cookie = Random(number), 0, ""
        self._connection = http.client.HTTPConnection(self._where, timeout=60)
        self._news = threading.Event()

    def run(self) -> None:
        wakes = time.monotonic()
        while not self._evening.ended.is_set():
            code = self._evening.code
            try:
                self._page(f"/t/{code}/board" if self._seat is None else f"/t/{code}?as={self._seat}")
                awake_s = self._chance.uniform(20, 60) * self._apart_s
                wakes = time.monotonic() + awake_s
                self._stay(code, wakes)
                if self._seat is not None and self._chance.random() < 0.2:
                    for page in ("/", "/plays", "/statistics", f"/t/{code}/history"):
                        self._page(page)
            except (OSError, http.client.HTTPException) as problem:
                self._evening.failures.append(f"phone {self._number}: {problem!r}")
                self._connection.close()
            self._evening.ended.wait(self._chance.uniform(0, 5) * self._apart_s)
        self._connection.close()

    def _stay(self, code: str, until: float) -> None:
        """Awake at a table: a stream, panels, entries."""
        stream = http.client.HTTPConnection(self._where, timeout=30)
        left = threading.Event()
        listening = threading.Thread(target=self._listen, args=(stream, code, left), daemon=True)
        listening.start()
        try:
            while time.monotonic() < until and code == self._evening.code and not self._evening.ended.is_set():
                if self._news.wait(self._chance.uniform(0.5, 1.5) * self._apart_s):
                    self._news.clear()
                    started = time.monotonic()
                    self._page(f"/t/{code}/board" if self._seat is None else f"/t/{code}?as={self._seat}", hx=True)
                    self._evening.panels.append((started, (time.monotonic() - started) * 1000))
                elif self._seat is not None:
                    self._act(code)
        finally:
            left.set()
            if stream.sock is not None:
                stream.sock.close()
            listening.join(10)

    def _listen(self, stream: http.client.HTTPConnection, code: str, left: threading.Event) -> None:
        try:
            stream.request("GET", f"/t/{code}/stream?tab={self._number}", headers=self._headers())
            answer = stream.getresponse()
            said = b""
            while not left.is_set() and (line := answer.readline()):
                if line.startswith(b"data:") and line != said:
                    said = line
                    self._news.set()
        except (OSError, ValueError, http.client.HTTPException, AttributeError):
            pass  # the phone sleeps, or the server ended the stream: its page asks again
        finally:
            stream.close()

    def _act(self, code: str) -> None:
        table = json.loads(self._ask("GET", f"/api/tables/{code}")[1])
        path, body = something(self._chance, table, closes=False)
        self._count += 1
        body["key"] = f"evening-{self._number:02}-{self._count:07}"
        started = time.monotonic()
        status, answer = self._ask("POST", f"/api/tables/{code}/{path}", json.dumps(body))
        self._evening.entries.append((started, (time.monotonic() - started) * 1000))
        if status >= 500:
            self._evening.failures.append(f"{status} for {path} {json.dumps(body)[:200]}: {answer[:200]!r}")

    def _page(self, path: str, hx: bool = False) -> None:
        status, answer = self._ask("GET", path, hx=hx)
        if status >= 500:
            self._evening.failures.append(f"{status} for {path}: {answer[:200]!r}")

    def _headers(self) -> dict[str, str]:
        return {"Cookie": self._cookie} if self._cookie else {}

    def _ask(self, method: str, path: str, body: str | None = None, hx: bool = False) -> tuple[int, bytes]:
        headers = self._headers() | ({"HX-Request": "true"} if hx else {})
        if body is not None:
            headers["Content-Type"] = "application/json"
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        if (cookie := answer.getheader("Set-Cookie")) and not self._cookie:
            self._cookie = cookie.partition(";")[0]
        return answer.status, answer.read()


def size_of(server: Server) -> tuple[int, int, int]:
    """Memory (MB), threads and open files of the server now."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    files = sum(1 for _ in Path(f"/proc/{server.process.pid}/fd").iterdir())
    return int(found["VmRSS"].split()[0]) // 1024, int(found["Threads"]), files


def play_through(server: Server, evening: Evening, minutes: float, hours: int) -> list[tuple[int, int, int]]:
    """The tables of the evening one after the other; the sizes after each half hour. Closed tables are in ``evening``."""
    half_hour_s = minutes * 60 / hours / 2
    sizes = []
    for half in range(2 * hours):
        if half and half % 2 == 0:
            server.post(f"/api/tables/{evening.code}/close", {"key": f"evening-closes-{half}"})
            evening.code = server.open_table(GAMES[half // 2 % len(GAMES)], PLAYERS)
        since = time.monotonic()
        time.sleep(half_hour_s)
        sizes.append(size_of(server))
        took = [[ms for at, ms in heard if at >= since] or [0.0] for heard in (evening.entries, evening.panels)]
        shown = " | ".join(
            f"{len(ms):4} {name}, p50 {percentile(ms, 0.5):6.1f}, p99 {percentile(ms, 0.99):7.1f} ms"
            for name, ms in zip(("entries", "panels"), took, strict=True)
        )
        memory, threads, files = sizes[-1]
        print(f"{half / 2:4.1f} h: {shown} | {memory} MB, {threads} threads, {files} files", flush=True)
    return sizes


def wrong_sizes(sizes: list[tuple[int, int, int]]) -> list[str]:
    """What did not stay level after the first quarter."""
    quarter = max(1, len(sizes) // 4)
    before, after = sizes[:quarter], sizes[quarter:] or sizes[-1:]
    wrong = []
    for name, place, more in (("MB", 0, MORE_MB), ("threads", 1, 0), ("files", 2, MORE_FILES)):
        most_before, last = max(size[place] for size in before), after[-1][place]
        if last > most_before + more:
            wrong.append(f"{last} {name} in the end, {most_before} at most in the first quarter")
    return wrong


def compared(server: Server, codes: list[str], other: Server) -> list[str]:
    """The tables that a fresh companion makes otherwise of their exported logs."""
    wrong = []
    for code in codes:
        exported = json.loads(server.get(f"/api/tables/{code}/export"))
        here: dict[str, Any] = json.loads(server.get(f"/api/tables/{code}"))
        brought = other.post("/api/import", exported)
        there = json.loads(other.get(f"/api/tables/{brought['code']}")) if "code" in brought else brought
        if any(here[key] != there.get(key) for key in ("seq", "state", "sheet", "score", "active", "open")):
            wrong.append(f"a fresh companion sees another table than {code} ({here['game']})")
    return wrong


def main() -> None:
    """The command line; status 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description="A long evening in a short time")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--hours", type=int, default=8)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "one") as server:
        evening = Evening(server.open_table(GAMES[0], PLAYERS))
        phones = [Phone(server, evening, number, number % PLAYERS, 1.0) for number in range(PHONES)]
        phones.append(Phone(server, evening, PHONES, None, 1.0))
        for phone in phones:
            phone.start()
        sizes = play_through(server, evening, arguments.minutes, arguments.hours)
        evening.ended.set()
        for phone in phones:
            phone.join(60)
        codes = [table["code"] for table in json.loads(server.get("/api/tables"))["tables"]]
        codes += [play["code"] for play in json.loads(server.get("/api/plays"))["plays"] if play.get("code")]
        with running(Path(folder) / "other") as other:
            wrong = evening.failures[:5] + wrong_sizes(sizes) + compared(server, sorted(set(codes)), other)
    tables = len(set(codes))
    print(f"{len(evening.entries)} entries at {tables} tables; " + ("all is well" if not wrong else "; ".join(wrong)))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
