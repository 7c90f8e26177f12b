"""How many taps one round costs its people, on pages driven as fingers would: nothing out of sight can be tapped.

    python -m benchmarks.taps [GAME ...] [--width PX] [--height PX]

Each module of `benchmarks.tap_rounds` plays a round of its game and has a ``BUDGET``; the status is 1 where one is
overdrawn, or where something to tap was out of sight.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from playwright.sync_api import Browser, sync_playwright
from waitress.server import create_server

from benchmarks import tap_rounds
from companion.play import House
from companion.serve import listen
from companion.web import create_app
from testkit.chromium import ARGUMENTS, find_chromium


@dataclass(frozen=True)
class Counted:
    """What a round of a game took: ``taps``, None where ``trouble`` says why it could not be played."""

    game: str
    budget: int
    taps: int | None
    trouble: str = ""

    @property
    def kept(self) -> bool:
        return self.taps is not None and self.taps <= self.budget


def rounds(names: Sequence[str] = ()) -> dict[str, ModuleType]:
    """The modules that play a round, by the key of their game; all of them without ``names``. Raises KeyError."""
    found = {
        module.name: importlib.import_module(f"{tap_rounds.__name__}.{module.name}")
        for module in pkgutil.iter_modules(tap_rounds.__path__)
    }
    return {name: found[name] for name in names} if names else found


def counted(browser: Browser, game: str, module: ModuleType, width: int, height: int) -> Counted:
    """One round of a game at a fresh companion, on screens of ``width`` x ``height`` px."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (url, house):
        try:
            return Counted(game, module.BUDGET, module.round_taps(browser, url, house, width, height))
        except AssertionError as trouble:
            return Counted(game, module.BUDGET, None, str(trouble).splitlines()[0])


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, House]]:
    """A companion served from this process: its address and its house."""
    socket = listen("127.0.0.1", 0)
    port = socket.getsockname()[1]
    app = create_app(folder, port=port)
    house: House = app.extensions["companion"]
    server = create_server(app, sockets=[socket], threads=16, channel_request_lookahead=1, asyncore_use_poll=True)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}", house
    finally:
        app.extensions["reader"].close()
        house.bell.close()
        server.task_dispatcher.shutdown(timeout=1)
        server.close()
        thread.join(timeout=5)
        house.store.close()


def table(found: Sequence[Counted]) -> str:
    """The figures as a table in Markdown."""
    lines = ["| game | taps | budget | |", "| --- | --- | --- | --- |"]
    for one in found:
        taps = "–" if one.taps is None else str(one.taps)
        lines.append(f"| {one.game} | {taps} | {one.budget} | {'' if one.kept else one.trouble or 'over'} |")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Prints the table; 1 where a budget is overdrawn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*rounds(), []], metavar="GAME")
    parser.add_argument("--width", type=int, default=360)
    parser.add_argument("--height", type=int, default=740)
    asked = parser.parse_args(arguments)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        found = [
            counted(browser, game, module, asked.width, asked.height) for game, module in rounds(asked.games).items()
        ]
        browser.close()
    print(table(found))
    return 0 if all(one.kept for one in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
