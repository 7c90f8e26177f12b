"""A real companion in a process of its own, for tests that need its end, its restart or its network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Server:
    """A running companion: its process, what it printed before it was ready, and its address on this computer."""

    process: subprocess.Popen[str]
    said: list[str]
    url: str

    @property
    def host_page(self) -> str:
        """The link with the host's token."""
        return next(word for line in self.said for word in line.split() if "/host?token=" in word)

    @property
    def token(self) -> str:
        return self.host_page.partition("token=")[2]

    def get(self, path: str, **headers: str) -> bytes:
        """The body of a page; raises urllib's HTTPError."""
        with urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers), timeout=30) as answer:
            body: bytes = answer.read()
        return body

    def post(self, path: str, body: dict[str, Any], **headers: str) -> dict[str, Any]:
        """The JSON answer to a JSON body, also where it is a refusal."""
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json", **headers}
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                found: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                found = json.load(refusal)
        return found

    def open_table(self, game: str = "mombasa", players: int = 2) -> str:
        """The code of a new table."""
        colors = ("red", "blue", "green", "amber", "purple", "slate")
        seats = [{"name": f"P{seat}", "color": colors[seat]} for seat in range(players)]
        code: str = self.post("/api/tables", {"game": game, "seats": seats})["code"]
        return code


@contextmanager
def running(
    data: Path,
    *options: str,
    python: str = sys.executable,
    cwd: Path = ROOT,
    environment: dict[str, str] | None = None,
    command: Sequence[str] = ("-m", "companion", "serve"),
) -> Iterator[Server]:
    """A companion on a free port of this computer alone (unless ``options`` say otherwise), killed at the end."""
    arguments = [python, *command, "--data", str(data)]
    if "--port" not in options:
        arguments += ["--port", "0"]
    if "--host" not in options:
        arguments += ["--host", "127.0.0.1"]
    process = subprocess.Popen(
        [*arguments, *options],
        cwd=cwd,
        env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield _ready(process)
    finally:
        process.kill()
        process.communicate()


def _ready(process: subprocess.Popen[str]) -> Server:
    said: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line.rstrip("\n"))
        port = re.search(r"http://localhost:(\d+)/host\?token=", line)
        if port is not None:
            return Server(process, said, f"http://127.0.0.1:{port[1]}")
    _, error = process.communicate()
    raise AssertionError(f"the companion ended with status {process.returncode}: {said} {error}")
