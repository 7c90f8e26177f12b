"""From a tap to every phone: how long a posted entry takes to reach all live streams.

    python -m benchmarks.fanout [--streams 6 60 500] [--posts 40]
    python -m benchmarks.fanout --reconnecting     60 streams that reconnect every 5 s while a phone posts

Times are milliseconds from the moment a phone starts to send: to its own answer, to each other stream, to the last of
them. Each row stands beside its floor: the same server with a constant answer and one committed row (`benchmarks.floor`).
The clients run on the same machine and cost time too.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import resource
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from testkit.server import Server, running

FLOOR = ("-m", "benchmarks.floor")
COMPANION = ("-m", "companion", "serve")
PLENTY = ("--per-address", "4096")
"""Here one computer is all the phones."""


@dataclass
class Streams:
    """Live streams of one table; when each first said which number."""

    host: str
    port: int
    path: str
    heard: list[dict[int, float]] = field(default_factory=list)
    refused: int = 0
    connects: int = 0
    cookies: dict[int, str] = field(default_factory=dict)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def open(self, count: int, life_s: float | None = None) -> None:
        """Opens so many streams and waits until each has said its first number; they reconnect after ``life_s``."""
        self.heard = [{} for _ in range(count)]
        for index in range(count):
            self._tasks.append(asyncio.create_task(self._listen(index, life_s, (index + 1) / count)))
            if index % 20 == 19:
                await asyncio.sleep(0.02)
        while not all(self.heard):
            await asyncio.sleep(0.05)

    async def _listen(self, index: int, life_s: float | None, phase: float) -> None:
        """One phone. The first life is cut to a ``phase`` of the others', so that they do not all reconnect at once."""
        following = None if life_s is None else life_s * phase
        while True:
            try:
                async with asyncio.timeout(following):
                    await self._read(index)
            except (TimeoutError, OSError):
                pass
            following = life_s

    async def _read(self, index: int) -> None:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        self.connects += 1
        try:
            cookie = f"Cookie: {self.cookies[index]}\r\n" if index in self.cookies else ""
            writer.write(f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\n{cookie}\r\n".encode())
            status = await reader.readline()
            if b" 200 " not in status:
                self.refused += 1
                await asyncio.sleep(1)
                return
            while line := await reader.readline():
                if line.lower().startswith(b"set-cookie:"):
                    self.cookies[index] = line.decode().partition(":")[2].partition(";")[0].strip()
                if line.startswith(b"data:"):
                    self.heard[index].setdefault(int(line[5:]), time.perf_counter())
        finally:
            writer.close()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def delays(self, seq: int, since: float) -> list[float]:
        """How long after ``since`` each stream knew of ``seq`` or of something newer, in milliseconds."""
        found = []
        for heard in self.heard:
            times = [at for number, at in heard.items() if number >= seq]
            found.append((min(times) - since) * 1000 if times else float("inf"))
        return found


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of them lies (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered) + 0.5) - 1))]


class Poster:
    """A phone that enters numbers over one connection."""

    def __init__(self, server: Server, code: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
        self._code = code
        self._count = 0

    def post(self) -> tuple[int, float, float]:
        """One entry: its number, when it was sent and when it was answered."""
        self._count += 1
        body = {"action": {"type": "cash", "value": self._count % 1000}, "seat": 0, "key": f"fanout-{self._count:06}"}
        sent = time.perf_counter()
        self._connection.request(
            "POST", f"/api/tables/{self._code}/actions", json.dumps(body), {"Content-Type": "application/json"}
        )
        answer = json.loads(self._connection.getresponse().read())
        return answer["seq"], sent, time.perf_counter()


async def measure(server: Server, streams: int, posts: int, life_s: float | None) -> str:
    """One row of the report for one server."""
    where = urlsplit(server.url)
    code = server.open_table(players=4)
    listeners = Streams(where.hostname or "", where.port or 0, f"/t/{code}/stream")
    poster = Poster(server, code)
    own, each, last = [], [], []
    try:
        await listeners.open(streams, life_s)
        for _ in range(posts):
            seq, sent, answered = await asyncio.to_thread(poster.post)
            deadline = time.perf_counter() + 10
            while life_s is None and time.perf_counter() < deadline:
                if all(any(number >= seq for number in heard) for heard in listeners.heard):
                    break
                await asyncio.sleep(0.005)
            own.append((answered - sent) * 1000)
            if life_s is None:
                delays = listeners.delays(seq, sent)
                each += delays
                last.append(max(delays))
            await asyncio.sleep(0.1 if life_s is None else 0.25)
    finally:
        listeners.close()
    row = f"{streams:4} streams: answer p50 {percentile(own, 0.5):7.1f} p99 {percentile(own, 0.99):7.1f}"
    if life_s is not None:
        return f"{row}, {listeners.connects} connects, {listeners.refused} refused"
    return (
        f"{row} | each stream p50 {percentile(each, 0.5):7.1f} p99 {percentile(each, 0.99):7.1f}"
        f" | last stream p50 {percentile(last, 0.5):7.1f} p99 {percentile(last, 0.99):7.1f}"
    )


def compare(streams: int, room: int, posts: int, life_s: float | None = None) -> None:
    """Prints the row of the companion and the row of its floor."""
    for name, command in (("floor", FLOOR), ("companion", COMPANION)):
        with (
            tempfile.TemporaryDirectory() as folder,
            running(Path(folder) / "data", "--streams", str(room), *PLENTY, command=command) as server,
        ):
            print(f"{name:9} {asyncio.run(measure(server, streams, posts, life_s))}", flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="From a tap to every phone, in milliseconds")
    parser.add_argument("--streams", type=int, nargs="+", default=[6, 60, 500])
    parser.add_argument("--room", type=int, default=512, help="--streams of the server")
    parser.add_argument("--posts", type=int, default=40)
    parser.add_argument("--reconnecting", action="store_true")
    arguments = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    if arguments.reconnecting:
        compare(60, 64, arguments.posts * 2, life_s=5.0)
        return
    for streams in arguments.streams:
        compare(streams, arguments.room, arguments.posts)


if __name__ == "__main__":
    main()
