"""The plug is pulled while phones enter numbers, and what they were answered is looked for afterwards.

Each round starts the companion on the same data folder, lets the clients post as fast as they can, and kills the process
(SIGKILL) at a random moment. After the next start the log is compared with what the clients were told; then each client
sends its last, unanswered entry again with the same key, as a phone's "try again" does.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from testkit.server import Server, running


@dataclass
class Client:
    """One phone: posts entries one after the other and remembers what it was told."""

    number: int
    answered: dict[str, int] = field(default_factory=dict)
    unanswered: str | None = None
    problem: str | None = None

    def post_until_the_end(self, url: str, code: str, stop: threading.Event) -> None:
        """Posts until the connection breaks or ``stop`` is set."""
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
        for count in range(10_000):
            if stop.is_set():
                break
            key = f"{code}-{self.number}-{count}"
            self.unanswered = key
            try:
                status, answer = _post(connection, code, key, self.number)
            except (OSError, http.client.HTTPException, ValueError):
                break
            if status != 201 or not isinstance(answer.get("seq"), int):
                self.problem = f"{key}: {status} {answer}"
                break
            self.answered[key] = answer["seq"]
            self.unanswered = None
        connection.close()


def _post(connection: http.client.HTTPConnection, code: str, key: str, client: int) -> tuple[int, dict[str, Any]]:
    value = random.randrange(1000)
    body = {"action": {"type": "cash", "value": value}, "seat": client % 4, "key": key}
    connection.request("POST", f"/api/tables/{code}/actions", json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


@dataclass
class Kept:
    """What must be in the log of one table."""

    code: str
    clients: list[Client]

    def check(self, server: Server) -> None:
        """Compares the log with what the clients were told; raises AssertionError with the first difference."""
        events = json.loads(server.get(f"/api/tables/{self.code}/log"))["events"]
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1)), "a hole in the sequence"
        at = {event["key"]: event["seq"] for event in events}
        assert len(at) == len(events), "a key is there twice"
        for client in self.clients:
            assert client.problem is None, client.problem
            for key, seq in client.answered.items():
                assert at.get(key) == seq, f"{key} was answered with {seq} and is at {at.get(key)}"

    def try_again(self, server: Server) -> int:
        """Sends each last entry that got no answer again; returns how many were on disk already."""
        repeated = 0
        connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
        for client in self.clients:
            key, client.unanswered = client.unanswered, None
            if key is not None:
                status, answer = _post(connection, self.code, key, client.number)
                assert status == (200 if answer.get("repeated") else 201), (key, status, answer)
                repeated += bool(answer.get("repeated"))
                client.answered[key] = answer["seq"]
        connection.close()
        return repeated


@dataclass
class Report:
    """The sums over all rounds."""

    rounds: int = 0
    answered: int = 0
    repeated: int = 0


def pull_the_plug(data: Path, rounds: int, clients: int = 4, seed: int = 1, tell: bool = False) -> Report:
    """Runs the rounds on one data folder; raises AssertionError as soon as anything is lost, doubled or missing."""
    chance = random.Random(seed)
    kept: list[Kept] = []
    report = Report()
    for number in range(1, rounds + 2):
        with running(data) as server:
            if kept:
                kept[-1].check(server)
                report.repeated += kept[-1].try_again(server)
                kept[-1].check(server)
            if number > rounds:
                for table in kept:
                    table.check(server)
                break
            table = Kept(server.open_table(players=4), [Client(client) for client in range(clients)])
            _post_and_kill(server, table, chance.uniform(0.05, 0.6))
            kept.append(table)
            report.rounds = number
            report.answered += sum(len(client.answered) for client in table.clients)
            if tell:
                print(f"round {number}: {sum(len(client.answered) for client in table.clients)} answered", flush=True)
    return report


def _post_and_kill(server: Server, table: Kept, seconds: float) -> None:
    stop = threading.Event()
    phones = [
        threading.Thread(target=client.post_until_the_end, args=(server.url, table.code, stop))
        for client in table.clients
    ]
    for phone in phones:
        phone.start()
    # Not before something was answered: a kill before the first entry proves nothing.
    while not any(client.answered or client.problem for client in table.clients):
        stop.wait(0.005)
    stop.wait(seconds)
    server.process.kill()
    stop.set()
    for phone in phones:
        phone.join()
