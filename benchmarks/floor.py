"""The least a table can cost: the same server, a constant answer, one committed row and a bell.

It answers the same addresses as the companion as far as `benchmarks.fanout` asks them, so both are measured alike.
"""

from __future__ import annotations

import argparse
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.serve import serve


class Floor:
    """A WSGI app with one number, one committed row per post and one condition for all streams."""

    def __init__(self, data: Path) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self._path = data / "floor.sqlite3"
        self._local = threading.local()
        self._bell = threading.Condition()
        self._seq = 0
        self._closed = False
        self._database().execute("CREATE TABLE rows (seq INTEGER PRIMARY KEY, body TEXT)")

    def _database(self) -> sqlite3.Connection:
        if not hasattr(self._local, "database"):
            database = sqlite3.connect(self._path, isolation_level=None, timeout=10)
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            self._local.database = database
        found: sqlite3.Connection = self._local.database
        return found

    def close(self) -> None:
        with self._bell:
            self._closed = True
            self._bell.notify_all()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.endswith("/stream"):
            start_response("200 OK", [("Content-Type", "text/event-stream")])
            return self._stream(environ.get("waitress.client_disconnected", lambda: False))
        answer = b'{"code": "FLOOR1"}'
        if path.endswith("/actions"):
            environ["wsgi.input"].read()
            with self._bell:
                self._database().execute("INSERT INTO rows (body) VALUES ('a constant')")
                self._seq += 1
                answer = b'{"seq": %d}' % self._seq
                self._bell.notify_all()
        start_response("201 Created", [("Content-Type", "application/json"), ("Content-Length", str(len(answer)))])
        return [answer]

    def _stream(self, gone: Callable[[], bool]) -> Iterator[bytes]:
        told = -1
        while not self._closed and not gone():
            with self._bell:
                self._bell.wait_for(lambda told=told: self._seq != told or self._closed, timeout=2.0)  # type: ignore[misc]
                told = self._seq
            yield b"event: seq\ndata: %d\n\n" % told


def main() -> None:
    """The command line, as much of `companion serve` as the measurement needs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--streams", type=int, default=64)
    parser.add_argument("--per-address", type=int, default=48)
    arguments = parser.parse_args()
    floor = Floor(arguments.data)
    serve(
        floor,
        arguments.host,
        arguments.port,
        arguments.streams,
        on_ready=lambda port: print(f"http://localhost:{port}/host?token=none", flush=True),
        on_close=floor.close,
        per_address=arguments.per_address,
    )


if __name__ == "__main__":
    main()
