"""Many phones at one table that do not agree: everything they may do, at once, for as long as is asked.

    python -m benchmarks.soak [--seconds 120] [--phones 12] [--game mombasa]
    python -m benchmarks.soak --in-turn 1800     the same whims one after the other, in processor time

Each phone looks at what is legal and does something with it: enters, corrects, undoes, redoes, amends, takes out an older
entry, marks somebody away, closes and opens; often with an old `base_seq`, so that it is refused. Printed for each third
of the time: answers, refusals, p50 and p99, memory, threads, open files. At the end the table as the server has it must be
the one that a fresh companion makes of its exported log, and no answer may have been a 5xx.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from benchmarks.attacks import processor_time_of
from benchmarks.fanout import percentile
from companion.web import create_app
from testkit.server import Server, running


@dataclass
class Heard:
    """What all phones heard: status and milliseconds of every change, with the time it was asked at."""

    answers: list[tuple[float, int, float]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class Phone(threading.Thread):
    """One phone that does what it likes until the end."""

    def __init__(self, server: Server, code: str, number: int, ends_at: float, heard: Heard, seed: int) -> None:
        super().__init__(daemon=True)
        self._where = urlsplit(server.url).netloc
        self._code, self._ends_at, self._heard = code, ends_at, heard
        self._chance = Random(1000 * seed + number)
        self._number, self._count, self._cookie = number, 0, ""
        self._connection = http.client.HTTPConnection(self._where, timeout=60)

    def run(self) -> None:
        while time.monotonic() < self._ends_at:
            try:
                self._once()
            except (OSError, http.client.HTTPException) as problem:
                self._heard.failures.append(repr(problem))
                self._connection.close()
        self._connection.close()

    def _once(self) -> None:
        _, table = self._ask("GET", f"/api/tables/{self._code}")
        path, body = something(self._chance, table)
        self._count += 1
        body["key"] = f"soak-{self._number:03}-{self._count:07}"
        started = time.monotonic()
        status, answer = self._ask("POST", f"/api/tables/{self._code}/{path}", body)
        self._heard.answers.append((started, status, (time.monotonic() - started) * 1000))
        if status >= 500:
            self._heard.failures.append(f"{status} for {path} {json.dumps(body)[:200]}: {answer}")
        time.sleep(self._chance.uniform(0.0, 0.2))

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        content = None if body is None else json.dumps(body)
        self._connection.request(method, path, content, {"Content-Type": "application/json", "Cookie": self._cookie})
        answer = self._connection.getresponse()
        for given in answer.headers.get_all("Set-Cookie", ()):
            self._cookie = given.partition(";")[0]
        return answer.status, json.loads(answer.read())


def something(chance: Random, table: dict[str, Any], *, closes: bool = True) -> tuple[str, dict[str, Any]]:
    """Something a phone may do at a table: the end of the address, and the body without its key."""
    seq = table["seq"]
    stale = {"base_seq": max(0, seq - chance.choice((0, 0, 1, 3)))} if chance.random() < 0.5 else {}
    what = chance.random()
    if not table["open"] or (closes and what < 0.01):
        return ("reopen" if not table["open"] else "close"), {}
    if what < 0.12:
        return "undo", stale if chance.random() < 0.8 else {"to": chance.randint(max(0, seq - 5), seq)}
    if what < 0.18:
        return "redo", stale
    if what < 0.24 and seq:
        return "retract", {"seq": chance.randint(1, seq), **stale}
    if what < 0.28:
        return "away", {"seat": chance.randrange(len(table["seats"])), "away": chance.random() < 0.4}
    if not table["actions"]:
        return "undo", {}
    offer = chance.choice(table["actions"])
    action = dict(offer["example"])
    for name, schema in offer["schema"].get("properties", {}).items():
        if schema.get("type") == "integer" and "minimum" in schema and "maximum" in schema:
            action[name] = chance.randint(schema["minimum"], schema["maximum"])
    if what < 0.34 and seq:
        return "amend", {"seq": chance.randint(1, seq), "action": action}
    seat = chance.choice(offer["seats"]) if len(offer["seats"]) == 1 or chance.random() < 0.8 else None
    return "actions", {"action": action, "seat": seat, **stale}


def size_of(server: Server) -> str:
    """Memory, threads and open files of the server now."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    files = sum(1 for _ in Path(f"/proc/{server.process.pid}/fd").iterdir())
    return f"{int(found['VmRSS'].split()[0]) // 1024} MB, {found['Threads'].strip()} threads, {files} files"


def row(heard: Heard, since: float, until: float, server: Server, used: float) -> str:
    """One third of the time; ``used``: seconds of processor time the server needed for it."""
    there = [entry for entry in heard.answers if since <= entry[0] < until]
    took = [entry[2] for entry in there]
    counted = Counter(entry[1] for entry in there)
    shown = ", ".join(f"{status}: {number}" for status, number in sorted(counted.items()))
    if not took:
        return "no answer"
    times = f"p50 {percentile(took, 0.5):6.1f} ms, p99 {percentile(took, 0.99):7.1f} ms"
    return f"{times}, {1000 * used / len(took):5.1f} ms of processor each; {size_of(server)}; {shown}"


def in_turn(count: int, game: str, players: int, seed: int) -> None:
    """So many whims one after the other, without a network: processor time, which says something on a busy machine too."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        phone, chance = app.test_client(), Random(seed)
        seats = [{"name": f"P{seat}"} for seat in range(players)]
        code = phone.post("/api/tables", json={"game": game, "seats": seats}).get_json()["code"]
        looks, changes = [], []
        for number in range(1, count + 1):
            began = time.process_time()
            table = phone.get(f"/api/tables/{code}").get_json()
            looked = time.process_time()
            path, body = something(chance, table)
            body["key"] = f"soak-{number:07}"
            sent = time.process_time()
            phone.post(f"/api/tables/{code}/{path}", json=body)
            looks.append((looked - began) * 1000)
            changes.append((time.process_time() - sent) * 1000)
            if number % max(1, count // 3) == 0:
                look, each = (sum(times) / len(times) for times in (looks, changes))
                longest = f"p99 {percentile(changes, 0.99):.0f} ms, at most {max(changes):.0f} ms"
                print(f"{table['seq']:5} entries: a look {look:.1f} ms, a change {each:.1f} ms, {longest}", flush=True)
                looks, changes = [], []
        app.extensions["reader"].close()


def main() -> None:
    """The command line; status 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description="Many phones that do not agree, at one table")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--phones", type=int, default=12)
    parser.add_argument("--game", default="mombasa")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0, help="other phones with other whims")
    parser.add_argument(
        "--in-turn", type=int, metavar="N", help="so many changes one after the other, in processor time"
    )
    arguments = parser.parse_args()
    if arguments.in_turn:
        in_turn(arguments.in_turn, arguments.game, arguments.players, arguments.seed)
        return
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "one") as server:
        code = server.open_table(arguments.game, arguments.players)
        began = time.monotonic()
        heard = Heard()
        phones = [
            Phone(server, code, number, began + arguments.seconds, heard, arguments.seed)
            for number in range(arguments.phones)
        ]
        for phone in phones:
            phone.start()
        before = processor_time_of(server)
        for third in range(3):
            since, until = (began + arguments.seconds * part / 3 for part in (third, third + 1))
            time.sleep(max(0.0, until - time.monotonic()))
            used = processor_time_of(server)
            print(row(heard, since, until, server, used - before), flush=True)
            before = used
        for phone in phones:
            phone.join(90)
        exported = json.loads(server.get(f"/api/tables/{code}/export"))
        here = json.loads(server.get(f"/api/tables/{code}"))
        with running(Path(folder) / "other") as other:
            brought = other.post("/api/import", exported)
            there = json.loads(other.get(f"/api/tables/{brought['code']}")) if "code" in brought else brought
    wrong = list(heard.failures[:5])
    if any(here[key] != there.get(key) for key in ("seq", "state", "sheet", "score", "active", "open")):
        wrong.append(f"a fresh companion sees another table: {json.dumps(there, ensure_ascii=False)[:300]}")
    events = len(exported["events"])
    print(f"{events} entries; " + ("as a fresh companion sees it" if not wrong else "WRONG: " + "; ".join(wrong)))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
