"""Contact sheets of every page, and a list of what overlaps, overflows, is cut or breaks inside a word.

``python3 run.py gallery`` (or ``python -m tests.gallery [FOLDER] [boards] [GAME ...]``) writes one sheet per page, prints the
findings, and ends with status 1 when there are any; ``boards``: the big screens only.

The smallest phone is looked at in both languages and both themes, with letters of usual size and twice as large. The other
screens (a larger phone, the same on its side, a tablet, a computer) take turns: two looks each, so that each language and each
theme is there at every size. Pages around a game, and the steps of a game beyond its beginning, middle and end, are looked at
once at each size, in a language and theme that change from page to page.
"""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from waitress.server import create_server

from companion import play
from companion.core.fields import Number
from companion.core.text import Seat
from companion.games import GAMES
from companion.play import House
from companion.serve import listen
from companion.web import create_app
from testkit.board_scenes import boards, pad_boards
from testkit.boards import board_faults
from testkit.chromium import ARGUMENTS, find_chromium
from testkit.pages import page_faults
from testkit.playing import play_on

NAMES = ("Ann", "小明", "Bo", "Di", "Eve", "Cy")
LONG_NAMES = ("Ann", "小明的表哥阿德", "Bo", "Maximiliane", "Di", "Cy")
COLORS = ("red", "blue", "green", "amber", "purple", "slate")
# For the picture of the whole page the bar lies below it: nothing is hidden by what floats.
FLAT = """() => {
  const end = document.documentElement.scrollHeight;
  document.querySelectorAll('.actionbar').forEach((bar) => Object.assign(bar.style, { position: 'absolute', inset: `${end}px 0 auto` }));
  document.querySelectorAll('.in-reach').forEach((last) => { last.style.position = 'static'; });
}"""
STEPS_AT_MOST = 400
"""How far a game is played to find the steps it has."""


@dataclass(frozen=True)
class Look:
    """How a page is looked at: language, theme, width, and how large the text is."""

    language: str
    dark: bool
    width: int
    height: int
    text: int = 100

    @property
    def name(self) -> str:
        theme = "dark" if self.dark else "light"
        size = f"{self.width}x{self.height}" + (f" {self.text}%" if self.text != 100 else "")
        return f"{self.language} {theme} {size}"


@dataclass(frozen=True)
class Scene:
    """A page: its path, the seat of the phone that looks (None: it has none), and in which ways it is looked at."""

    path: str
    seat: int | None
    looks: tuple[Look, ...]


PAIRS = (("en", False), ("zh", True), ("en", True), ("zh", False))
WHOLLY = ((360, 740, 100), (320, 640, 200))
IN_TURN = ((390, 844, 100), (844, 390, 100), (820, 1180, 100), (1280, 720, 100))
LOOKS = (
    *(Look(*pair, *size) for size, pair in itertools.product(WHOLLY, PAIRS)),
    *(Look(*pair, *size) for n, size in enumerate(IN_TURN) for pair in (PAIRS[n % 2 * 2], PAIRS[n % 2 * 2 + 1])),
)
BOARD_LOOKS = tuple(Look(*pair, *size) for size, pair in itertools.product(((1920, 1080), (1024, 768)), PAIRS))


def once(n: int) -> tuple[Look, ...]:
    """One look at each size; ``n``: which page it is, so that the next one has another language and theme there."""
    return tuple(Look(*PAIRS[(n + i) % len(PAIRS)], *size) for i, size in enumerate((*WHOLLY, *IN_TURN)))


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, House, str]]:
    """A companion served from this process: its address, its house, its host token."""
    socket = listen("127.0.0.1", 0)
    port = socket.getsockname()[1]
    app = create_app(folder, port=port)
    house: House = app.extensions["companion"]
    server = create_server(app, sockets=[socket], threads=16, channel_request_lookahead=1, asyncore_use_poll=True)
    threading.Thread(target=server.run, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{port}", house, app.extensions["guard"].host_token
    finally:
        house.bell.close()
        server.task_dispatcher.shutdown(timeout=1)
        server.close()


def chosen(key: str, people: int) -> list[dict[str, Any]]:
    """Each choice of what a table can agree on, one at a time; first none of them."""
    options = [option for option in GAMES[key].options if people in (option.players or [people])]
    others: dict[str, list[Any]] = {
        option.key: [value for value, _ in option.choices[1:]] or [True] for option in options
    }
    return [{}, *({key: value} for key, values in others.items() for value in values)]


def fill_sheets(house: House, code: str) -> None:
    """A number everywhere on the sheets of a table, so that there is something to look at."""
    chance = random.Random(5)
    for seat in (None, *range(len(play.look(house, code).table.seats))):
        for n, offer in enumerate(play.look(house, code).offers(None if seat is None else Seat(seat))):
            number = offer.fields[-1] if offer.place == "sheet" and offer.fields else None
            if isinstance(number, Number) and not (number.optional and number.high > 999):
                value = chance.randint(max(0, number.low), min(number.high, 12))
                action = {"type": offer.type, **offer.fixed, number.name: value}
                play.act(house, code, "gallery", action, f"gallery-sheet-{code}-{seat}-{n:03}", seat=seat)


def steps_of(house: House, key: str, seats: list[dict[str, str]]) -> dict[str, tuple[str, int]]:
    """A table at each step that asks for something no other asks for: its code, and whose turn it is there."""
    found: dict[str, tuple[str, int]] = {}
    asked: set[tuple[str, str]] = set()
    for options in chosen(key, len(seats)):
        walked, chance = play.open_table(house, key, seats, options).code, random.Random(3)
        for done in range(STEPS_AT_MOST):
            state = play.look(house, walked)
            seat = min(state.active, default=None)
            nexts = [offer for offer in state.offers(seat) if offer.place != "more"] if seat is not None else []
            asks = {(offer.type, field.name) for offer in nexts for field in offer.fields}
            asks |= {(offer.type, "") for offer in nexts}
            if seat is not None and not asks <= asked:
                asked |= asks
                code = play.open_table(house, key, seats, options).code
                play_on(house, code, done)
                name = "-".join([*(f"{k}={v}" for k, v in options.items()), *sorted({o.type for o in nexts})])
                found[f"{len(found)} {name}"[:60]] = code, seat
            if not play_on(house, walked, 1, chance):
                break
    return found


def screens(house: House, games: list[str]) -> dict[str, Scene]:
    """Every big screen by name."""
    drawn = {key: pad_boards(house) if key == "pad" else boards(house, key) for key in games}
    found = {f"{key} board, {moment}": code for key, moments in drawn.items() for moment, code in moments.items()}
    return {name: Scene(f"/t/{code}/board", None, BOARD_LOOKS) for name, code in found.items()}


def scenes(house: House, games: list[str]) -> dict[str, Scene]:
    """Every page by name."""
    pages: dict[str, Scene] = {}
    for key in games:
        kind = GAMES[key]
        people = min(4, kind.players[-1])
        seats, long = ([{"name": names[n], "color": COLORS[n]} for n in range(people)] for names in (NAMES, LONG_NAMES))
        fresh = play.open_table(house, key, seats).code
        pages[f"{key} start"] = Scene(f"/t/{fresh}", 0, LOOKS)
        around: dict[str, tuple[str, int | None]] = {"new": (f"/new/{key}", None), "seat": (f"/t/{fresh}", None)}
        middle = play.open_table(house, key, seats).code
        steps = play_on(house, middle, 5000)
        for name, share in (("early", 0.15), ("middle", 0.5), ("end", 1.0)):
            code = play.open_table(house, key, seats if name == "early" else long).code
            play_on(house, code, max(1, round(steps * share)))
            if name == "middle":
                fill_sheets(house, code)
            pages[f"{key} {name}"] = Scene(f"/t/{code}", 1, LOOKS)
            if name == "middle":
                for leaf in (
                    "history",
                    "rules",
                    "setup",
                    "seats",
                    "result",
                    "join",
                    "beside",
                    "correction",
                    "played-on",
                    "camera",
                ):
                    around[leaf] = f"/t/{code}/{leaf}", 0
        around |= {f"step {name}": (f"/t/{code}", seat) for name, (code, seat) in steps_of(house, key, long).items()}
        pages |= {f"{key} {name}": Scene(*where, once(n)) for n, (name, where) in enumerate(around.items())}
    for n, (name, path) in enumerate((("lobby", "/"), ("new", "/new"), ("host", "/host"))):
        pages[name] = Scene(path, None, once(n))
    return pages


def all_scenes(house: House, games: list[str], only_boards: bool) -> Iterator[tuple[str, Scene]]:
    """What is looked at, one after the other; the first page before there is any table."""
    if not only_boards:
        yield "lobby empty", Scene("/", None, once(0))
        yield from scenes(house, games).items()
    yield from screens(house, games).items()


def opened(browser: Browser, url: str, scene: Scene, look: Look, device: list[Any]) -> Page:
    """A page as one device sees it. ``device``: its cookies, so that it is the same one in every look; filled by the first."""
    context = browser.new_context(
        viewport={"width": look.width, "height": look.height},
        locale="zh-TW" if look.language == "zh" else "en-GB",
        color_scheme="dark" if look.dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    context.add_cookies(device)
    if scene.seat is not None and not device:
        page.request.post(f"{url}/t/{scene.path.split('/')[2]}/seat", form={"seat": str(scene.seat)})
        device.extend(context.cookies())
    page.goto(url + scene.path)
    if look.text != 100:
        page.evaluate("(size) => { document.documentElement.style.fontSize = size + '%'; }", look.text)
    page.wait_for_timeout(60)
    return page


def sheet(browser: Browser, folder: Path, name: str, shots: list[tuple[Look, Path]]) -> None:
    """One picture with every look of a page on it, all at the same scale."""
    figures = "".join(
        f"<figure><img src='{path.name}' width={round(look.width * min(0.62, 880 / look.width))}>"
        f"<figcaption>{look.name}</figcaption></figure>"
        for look, path in shots
    )
    style = (
        "body{display:flex;flex-wrap:wrap;align-items:start;gap:12px;margin:12px;background:#777;font:14px sans-serif}"
    )
    style += "h2{width:100%;margin:0}figure{margin:0;color:#fff}img{display:block}"
    html = folder / "sheet.html"
    html.write_text(f"<meta charset=utf-8><style>{style}</style><h2>{name}</h2>{figures}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 1900, "height": 800})
    page.goto(html.as_uri())
    page.screenshot(path=folder / f"{name.replace(' ', '-')}.png", full_page=True)
    page.close()
    html.unlink()


def main(arguments: list[str]) -> int:
    """Writes the contact sheets and prints the findings; the status is 1 when there are any."""
    folder = Path(arguments[0] if arguments else "gallery").resolve()
    only_boards = "boards" in arguments[1:]
    games = [name for name in arguments[1:] if name != "boards"] or list(GAMES)
    folder.mkdir(parents=True, exist_ok=True)
    found = 0
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as (url, house, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for name, scene in all_scenes(house, games, only_boards):
            shots: list[tuple[Look, Path]] = []
            device: list[Any] = []
            board = scene.path.endswith("/board")
            for look in scene.looks:
                page = opened(browser, url, scene, look, device)
                for finding in board_faults(page) if board else page_faults(page):
                    found += 1
                    print(f"{name} | {look.name} | {finding}", flush=True)
                shot = folder / f"shot-{len(shots)}.png"
                page.evaluate(FLAT)
                page.screenshot(path=shot, full_page=not board)
                shots.append((look, shot))
                page.context.close()
            sheet(browser, folder, name, shots)
            for _, shot in shots:
                shot.unlink()
        browser.close()
    print(f"{found} findings; the sheets are in {folder}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
