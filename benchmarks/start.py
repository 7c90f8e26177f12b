"""From the start of the companion to its first page, and the memory it takes with six phones at a table.

    python -m benchmarks.start [--starts 5]      needs Linux, where /proc says what a process takes

The first page is asked for as soon as the address has been printed. The phones hold a stream each and load their panels
ten times while one of them enters numbers; no picture is read.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.attacks import processor_time_of
from benchmarks.fanout import Poster
from testkit.server import Server, running

PHONES = 6
LOOKS = 10


def first_page(data: Path) -> tuple[float, float]:
    """Seconds until the first page is there, and the processor time it took."""
    began = time.perf_counter()
    with running(data) as server:
        server.get("/")
        return time.perf_counter() - began, processor_time_of(server)


def memory_of(server: Server) -> tuple[int, int]:
    """MB in memory now, all of it, and what is its own rather than shared libraries and files."""
    lines = Path(f"/proc/{server.process.pid}/smaps_rollup").read_text().splitlines()
    found = {line.partition(":")[0]: int(line.split()[1]) for line in lines[1:]}
    return found["Rss"] // 1024, (found["Private_Dirty"] + found.get("Private_Clean", 0)) // 1024


def with_phones(data: Path) -> tuple[int, int]:
    """The memory with six phones at a table."""
    with running(data) as server, contextlib.ExitStack() as ending:
        code = server.open_table(players=4)
        where = urlsplit(server.url).netloc
        for phone in range(PHONES):
            stream = http.client.HTTPConnection(where, timeout=30)
            stream.request("GET", f"/t/{code}/stream?tab={phone}")
            answer = ending.enter_context(stream.getresponse())
            ending.callback(stream.close)
            answer.readline()
        poster = Poster(server, code)
        for _ in range(LOOKS):
            poster.post()
            looking = [threading.Thread(target=server.get, args=(f"/t/{code}?as={n % 4}",)) for n in range(PHONES)]
            for thread in looking:
                thread.start()
            for thread in looking:
                thread.join(30)
        return memory_of(server)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="From the start to the first page; memory with six phones")
    parser.add_argument("--starts", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("a new folder", None), ("a folder that is there", Path(folder) / "one")):
            took = [first_page(data or Path(folder) / f"new-{n}") for n in range(arguments.starts)]
            seconds, used = (sorted(values)[len(values) // 2] for values in zip(*took, strict=True))
            print(f"{name}: first page after {seconds:.2f} s, {used:.2f} s of processor time", flush=True)
        whole, own = with_phones(Path(folder) / "phones")
        print(f"six phones: {whole} MB in memory, {own} MB of it its own")


if __name__ == "__main__":
    main()
