"""Contact sheets of every page, and a list of what overlaps, overflows or is cut.

``python3 run.py gallery`` (or ``python -m tests.gallery [FOLDER] [boards] [GAME ...]``) writes one sheet per page with every
language, theme and width on it, prints the findings, and ends with status 1 when there are any; ``boards``: the big screens only.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from waitress.server import create_server

from companion import play
from companion.games import GAMES
from companion.play import House
from companion.serve import listen
from companion.web import create_app
from testkit.board_scenes import boards, pad_boards
from testkit.boards import board_faults
from testkit.chromium import ARGUMENTS, find_chromium
from testkit.playing import play_on

NAMES = ("Ann", "小明", "Bo", "Maximiliane", "Di", "Cy")
COLORS = ("red", "blue", "green", "amber", "purple", "slate")


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
        return f"{self.language} {theme} {self.width}px" + (f" {self.text}%" if self.text != 100 else "")


SIZES = ((360, 740, 100), (320, 640, 200), (1280, 720, 100))
BOARD_SIZES = ((1920, 1080), (1024, 768))
LOOKS = [
    Look(language, dark, width, height, text)
    for (width, height, text), language, dark in itertools.product(SIZES, ("en", "zh"), (False, True))
]

BOARD_LOOKS = [
    Look(language, dark, width, height)
    for (width, height), language, dark in itertools.product(BOARD_SIZES, ("en", "zh"), (False, True))
]

# Everything a person should be able to read or hit, measured in the page itself.
MEASURE = """
() => {
  const found = [];
  const name = (e) => (e.id ? '#' + e.id : e.tagName.toLowerCase() + (typeof e.className === 'string' && e.className ? '.' + e.className.trim().split(/\\s+/).join('.') : ''))
    + ' «' + (e.innerText || (e.closest('svg') && e.textContent) || e.value || e.getAttribute('aria-label') || '').trim().slice(0, 24).replace(/\\n/g, ' ') + '»';
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length;
  const quiet = (e) => e.closest('.visually-hidden, .default, [hidden]') || e.matches('.visually-hidden, .default');
  const wide = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 1) found.push('scrolls sideways by ' + wide + ' px');
  const all = [...document.body.querySelectorAll('*')].filter((e) => shown(e) && !quiet(e));
  for (const e of all) {
    const style = getComputedStyle(e), box = e.getBoundingClientRect();
    const words = [...e.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim());
    if (words && !e.closest('svg') && parseFloat(style.fontSize) < 12.5) found.push('small text ' + style.fontSize + ': ' + name(e));
    if (words && e.scrollWidth > e.clientWidth + 2 && /hidden|clip/.test(style.overflowX)) found.push('cut: ' + name(e));
    if (e.matches('.stepper input, select') && e.scrollWidth > e.clientWidth + 2) found.push('cut: ' + name(e));
    if ((box.right > innerWidth + 1.5 || box.left < -1.5) && !e.closest('.scroll, svg') && words) found.push('outside the page: ' + name(e));
    const card = e.parentElement?.closest('.card, button, .button, .chip, .line');
    if (card && words && !e.closest('.scroll, svg, .sheet-below') && style.position === 'static') {
      const outer = card.getBoundingClientRect();
      if (box.right > outer.right + 1.5 || box.left < outer.left - 1.5) found.push('sticks out: ' + name(e) + ' of ' + name(card));
    }
    if (e.matches('button, a.button, select, summary, input[type=text], .chip') && !e.closest('svg') && box.height < 47.5) found.push('target ' + Math.round(box.height) + ' px high: ' + name(e));
  }
  const solid = all.filter((e) => e.matches('button, a, input:not(.chip input), select, summary, .figure, .label, .why, .badge, .name, h1, h2, h3, p, td, th, li, svg text')
    && !e.closest('.actionbar, #refusal, #offline, .sheet-below, .key') && !e.matches('.key'));
  /* The box of a drawn text has room above and below its letters. */
  const ink = (e) => {
    const { left, right, top, bottom, height } = e.getBoundingClientRect(), room = e.closest('svg') ? height / 5 : 0;
    return { left, right, top: top + room, bottom: bottom - room };
  };
  const boxes = solid.map(ink);
  for (let i = 0; i < solid.length; i++) for (let j = i + 1; j < solid.length; j++) {
    if (solid[i].contains(solid[j]) || solid[j].contains(solid[i])) continue;
    const a = boxes[i], b = boxes[j];
    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (w > 3 && h > 3) found.push('overlap: ' + name(solid[i]) + ' and ' + name(solid[j]));
  }
  return found.slice(0, 12);
}
"""


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


def screens(house: House, games: list[str]) -> dict[str, tuple[str, int | None]]:
    """Every big screen by name, as `scenes` has pages."""
    found = {f"{key} board, {moment}": code for key in games for moment, code in boards(house, key).items()}
    found |= {f"pad board, {moment}": code for moment, code in pad_boards(house).items()}
    return {name: (f"/t/{code}/board", None) for name, code in found.items()}


def scenes(house: House, games: list[str]) -> dict[str, tuple[str, int | None]]:
    """Every page by name: its path, and the seat of the phone that looks (None: it has none)."""
    pages: dict[str, tuple[str, int | None]] = {"lobby empty": ("/", None)}
    for key in games:
        kind = GAMES[key]
        seats = [{"name": NAMES[n], "color": COLORS[n]} for n in range(min(4, kind.players[-1]))]
        pages[f"{key} new"] = (f"/new/{key}", None)
        fresh = play.open_table(house, key, seats).code
        pages |= {f"{key} start": (f"/t/{fresh}", 0), f"{key} seat": (f"/t/{fresh}", None)}
        middle = play.open_table(house, key, seats).code
        steps = play_on(house, middle, 5000)
        for name, share in (("early", 0.15), ("middle", 0.5), ("end", 1.0)):
            code = play.open_table(house, key, seats).code
            play_on(house, code, max(1, round(steps * share)))
            pages[f"{key} {name}"] = (f"/t/{code}", 1)
            if name == "middle":
                for leaf in ("history", "rules", "setup", "seats", "result", "join"):
                    pages[f"{key} {leaf}"] = (f"/t/{code}/{leaf}", 0)
    pages |= {"lobby": ("/", None), "new": ("/new", None), "host": ("/host", None)}
    return pages


def opened(browser: Browser, url: str, path: str, seat: int | None, look: Look) -> Page:
    """A page as one device sees it."""
    context = browser.new_context(
        viewport={"width": look.width, "height": look.height},
        locale="zh-TW" if look.language == "zh" else "en-GB",
        color_scheme="dark" if look.dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    if seat is not None:
        code = path.split("/")[2]
        page.request.post(f"{url}/t/{code}/seat", form={"seat": str(seat)})
    page.goto(url + path)
    if look.text != 100:
        page.evaluate("(size) => { document.documentElement.style.fontSize = size + '%'; }", look.text)
    page.wait_for_timeout(60)
    return page


def findings(page: Page) -> list[str]:
    """What overlaps, overflows, is cut, too small to read or too small to hit."""
    measured: list[str] = page.evaluate(MEASURE)
    return measured


def sheet(browser: Browser, folder: Path, name: str, shots: list[tuple[str, Path]]) -> None:
    """One picture with every look of a page on it."""
    figures = "".join(
        f"<figure><img src='{path.name}'><figcaption>{look}</figcaption></figure>" for look, path in shots
    )
    style = "body{display:flex;flex-wrap:wrap;gap:12px;margin:12px;background:#777;font:14px sans-serif;width:1900px}"
    style += (
        "figure{margin:0;color:#fff}img{height:620px;width:auto;max-width:760px;object-fit:contain;object-position:top}"
    )
    html = folder / "sheet.html"
    html.write_text(f"<meta charset=utf-8><style>{style}</style><h2>{name}</h2>{figures}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 1924, "height": 800})
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
        pages = ({} if only_boards else scenes(house, games)) | screens(house, games)
        for name, (path, seat) in pages.items():
            shots: list[tuple[str, Path]] = []
            board = path.endswith("/board")
            for look in BOARD_LOOKS if board else LOOKS:
                page = opened(browser, url, path, seat, look)
                for finding in board_faults(page) if board else findings(page):
                    found += 1
                    print(f"{name} | {look.name} | {finding}", flush=True)
                shot = folder / f"shot-{len(shots)}.png"
                page.screenshot(path=shot, full_page=not board and look.width < 1280)
                shots.append((look.name, shot))
                page.context.close()
            sheet(browser, folder, name, shots)
            for _, shot in shots:
                shot.unlink()
        browser.close()
    print(f"{found} findings; the sheets are in {folder}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
