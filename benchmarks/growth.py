"""What a long evening costs: entries, undo, panel, board, history and a restart at 100, 1,000 and 10,000 events.

    python -m benchmarks.growth [--games KEY ...] [--events N ...] [--corrections]

Prints milliseconds (the median of several) and, for entry and undo, the ratio to the shortest log; then the events folded
in a second when a table is opened after a restart. The log is written by random play, so that it is what people could
have entered; ``--corrections`` makes every fourth entry a correction.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion import play
from companion.core.accepting import accept
from companion.core.codec import action_to_json, offer_example
from companion.core.correction import Correct
from companion.core.game import Action, AnyGame
from companion.core.log import Event, Played
from companion.core.refusal import Refused
from companion.core.text import Seat
from companion.games import GAMES
from companion.live import Doorbell
from companion.play.events import stored_event
from companion.play.house import House
from companion.store import Store
from companion.web import create_app
from testkit.playing import entries

COLORS = ("red", "blue", "green", "amber", "purple", "slate")
REPEATS = 15


def written_log(game: AnyGame, seats: int, most: int, corrections: bool) -> list[tuple[Seat | None, Action]]:
    """So many accepted entries of random play; a game that ends is taken up again by a correction or a sheet entry."""
    chance = random.Random(1)
    state = game.setup(seats)
    found: list[tuple[Seat | None, Action]] = []
    seat: Seat | None
    action: Action
    while len(found) < most:
        choices = [entry for entry in entries(game, state, seats) if entry[1].type not in ("finish", "go_on")]
        nexts = [entry for entry in choices if entry[1].place == "next"]
        if game.outcome(state) is not None:
            seat, action = None, _again(game, state)
        elif corrections and len(found) % 4 == 3:
            counter = chance.choice(game.counters(state))
            seat, action = None, Correct(counter=counter.key, value=counter.value)
        else:
            seat, offer = chance.choice(nexts if nexts and chance.random() < 0.8 else choices)
            action = chance.choice(offer.examples) if offer.examples else offer_example(game, offer)
        state = accept(game, state, seat, action).state
        found.append((seat, action))
    return found


def _again(game: AnyGame, state: Any) -> Action:
    """What makes an ended game go on: its own way back, or a number set to where it began."""
    for _, offer in entries(game, state, 2):
        if offer.type == "go_on":
            return offer_example(game, offer)
    for counter in game.counters(state):
        for value in (counter.low, counter.high):
            action = Correct(counter=counter.key, value=value)
            try:
                if game.outcome(accept(game, state, None, action).state) is None:
                    return action
            except Refused:
                continue
    return Correct(counter=game.counters(state)[0].key, value=game.counters(state)[0].value)


def milliseconds(work: Callable[[], object], times: int = REPEATS) -> float:
    """The median time of one run."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        taken.append((time.perf_counter() - started) * 1000)
    return statistics.median(taken)


def table_of(house: House, key: str, log: list[tuple[Seat | None, Action]], seats: int) -> str:
    """A table with this log, written straight into the store."""
    names = [{"name": f"P{seat}", "color": COLORS[seat]} for seat in range(seats)]
    code = play.open_table(house, key, names).code
    with house.store.writing():
        for seq, (seat, action) in enumerate(log, 1):
            event = Event(seq, house.at(), 1, "hand", f"grown-{seq:08}", Played(seat, action))
            house.store.append(code, stored_event(event))
    return code


def measured(key: str, log: list[tuple[Seat | None, Action]], seats: int) -> dict[str, float]:
    """Milliseconds of each thing people do at a table with this log; ``fold``: events a second after a restart."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Store(Path(folder)), Doorbell())
        app = create_app(Path(folder), house=house)
        client = app.test_client()
        code = table_of(house, key, log, seats)
        house.looks.clear()
        started = time.perf_counter()
        found = play.look(house, code)
        opened = time.perf_counter() - started
        counter = found.counters[0]
        body: dict[str, Any] = action_to_json(Correct(counter=counter.key, value=counter.value))
        keys = iter(range(10**6))

        def enter() -> None:
            play.act(house, code, "bench", body, f"bench-{next(keys):06}")

        def undo() -> None:
            play.undo(house, code, "bench", f"bench-{next(keys):06}")

        enter()
        undo()
        result = {"entry": milliseconds(enter), "undo": milliseconds(undo)}
        for name, path in (("panel", "panel?as=0"), ("board", "board"), ("history", "history")):
            result[name] = milliseconds(lambda path=path: client.get(f"/t/{code}/{path}"), 5)  # type: ignore[misc]
        result |= {"open": opened * 1000, "fold": len(log) / opened}
        app.extensions["reader"].close()
        house.store.close()
    return result


def main() -> None:
    """Prints the table."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--games", nargs="*", default=list(GAMES))
    options.add_argument("--events", nargs="*", type=int, default=[100, 1_000, 10_000])
    options.add_argument("--corrections", action="store_true")
    asked = options.parse_args()
    columns = ("entry", "undo", "panel", "board", "history", "open")
    print(
        f"{'game':20} {'events':>7}",
        *(f"{name:>9}" for name in columns),
        f"{'entry x':>8} {'undo x':>8} {'events/s':>9}",
    )
    for key in asked.games:
        kind = GAMES[key]
        seats = kind.players[0]
        log = written_log(kind.by_default(), seats, max(asked.events), asked.corrections)
        first: dict[str, float] = {}
        for events in asked.events:
            row = measured(key, log[:events], seats)
            first = first or row
            times = (f"{row[name]:9.1f}" for name in columns)
            ratios = (f"{row[name] / first[name]:8.2f}" for name in ("entry", "undo"))
            print(f"{key:20} {events:7}", *times, *ratios, f"{row['fold']:9.0f}")


if __name__ == "__main__":
    main()
