"""A running companion and phones in a real headless Chromium.

`server` serves a fresh data folder through waitress in this process; `phones.open()` is one person's device: a browser
context of its own, 360 px wide. A page that logs an error, or breaks its own policy, fails its test.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright
from waitress.server import create_server

from companion import play
from companion.play import House
from companion.reader import Reader
from companion.serve import listen
from companion.web import create_app
from testkit.chromium import ARGUMENTS, find_chromium

PATIENCE_MS = 8000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@dataclass
class Server:
    """A companion being served. ``delay_s``: how long every write waits; ``silent``: a link that says nothing more."""

    url: str
    house: House
    host_token: str
    reader: Reader
    delay_s: float = 0.0
    silent: bool = False

    def open_table(self, game: str, *names: str, **options: Any) -> str:
        """The code of a new table of these people."""
        colors = ("red", "blue", "green", "amber", "purple", "slate")
        seats = [{"name": name, "color": color} for name, color in zip(names, colors, strict=False)]
        return play.open_table(self.house, game, seats, options).code

    def look(self, code: str) -> play.Look:
        return play.look(self.house, code)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    yield from serving(tmp_path / "data")


def serving(folder: Path) -> Iterator[Server]:
    """Serves a data folder until it is asked for no more."""
    socket = listen("127.0.0.1", 0)
    port = socket.getsockname()[1]
    app = create_app(folder, port=port)
    house: House = app.extensions["companion"]
    running = Server(f"http://127.0.0.1:{port}", house, app.extensions["guard"].host_token, app.extensions["reader"])

    def slowly(environ: Any, start_response: Any) -> Any:
        if environ["REQUEST_METHOD"] == "POST" and running.delay_s:
            time.sleep(running.delay_s)
        while running.silent:
            time.sleep(0.05)
        answer = app(environ, start_response)
        return hushed(answer) if environ["PATH_INFO"].endswith("/stream") else answer

    def hushed(answer: Any) -> Iterator[bytes]:
        try:
            for part in answer:
                while running.silent:
                    time.sleep(0.05)
                yield part
        finally:
            answer.close()

    waitress = create_server(slowly, sockets=[socket], threads=24, channel_request_lookahead=1, asyncore_use_poll=True)
    thread = threading.Thread(target=waitress.run, daemon=True)
    thread.start()
    yield running
    running.silent = False
    app.extensions["reader"].close()
    house.bell.close()
    waitress.task_dispatcher.shutdown(timeout=1)
    waitress.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Phones:
    """Opens devices, and remembers what their pages complained about."""

    browser: Browser
    server: Server
    complaints: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)

    def open(
        self,
        path: str = "/",
        *,
        language: str = "en",
        dark: bool = False,
        width: int = 360,
        height: int = 740,
        **more: Any,
    ) -> Page:
        """A device of its own, at a page."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale="zh-TW" if language == "zh" else "en-GB",
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            **more,
        )
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda message: self.complaints.append(f"{page.url}: {message.text}") if message.type == "error" else None,
        )
        page.goto(self.server.url + path)
        return page

    def sit(self, code: str, seat: int, **more: Any) -> Page:
        """A device that has taken a seat."""
        page = self.open(f"/t/{code}", **more)
        page.locator(f"button[name=seat][value='{seat}']").click()
        page.wait_for_selector("#panel [data-seq]")
        return page

    def put_away(self) -> None:
        """Close every device, each page emptied first.

        Chromium may never answer when it is asked to close a page that is on its way to another one.
        """
        for context in self.contexts:
            for page in context.pages:
                _empty(page)
            context.close()
        self.contexts.clear()

    def forgive(self, words: str) -> None:
        """Complaints with these words are a part of this test (a refusal, a lost connection)."""
        self.forgiven.append(words)


def _empty(page: Page) -> None:
    """Leave the page for an empty one; a page it was still about to open interrupts that, and is left in turn."""
    for _ in range(20):
        with suppress(Error):
            page.goto("about:blank")
        if page.url == "about:blank":
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{page.url} could not be left")


@pytest.fixture
def phones(browser: Browser, server: Server) -> Iterator[Phones]:
    phones = Phones(browser, server)
    yield phones
    phones.put_away()
    complaints = [c for c in phones.complaints if not any(words in c for words in phones.forgiven)]
    assert not complaints, complaints


@pytest.fixture
def eventually() -> Callable[[Callable[[], bool]], None]:
    """Waits until something becomes true."""

    def wait(true: Callable[[], bool], seconds: float = PATIENCE_MS / 1000) -> None:
        ends = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < ends, "it did not become true in time"
            time.sleep(0.05)

    return wait


@contextmanager
def under_camera(folder: Path, source: Path) -> Iterator[Server]:
    """A companion whose camera beside the table shows a picture or a film."""
    socket = listen("127.0.0.1", 0)
    port = socket.getsockname()[1]
    app = create_app(folder, port=port, camera_source=str(source))
    running = Server(
        f"http://127.0.0.1:{port}",
        app.extensions["companion"],
        app.extensions["guard"].host_token,
        app.extensions["reader"],
    )
    waitress = create_server(app, sockets=[socket], threads=16, channel_request_lookahead=1, asyncore_use_poll=True)
    threading.Thread(target=waitress.run, daemon=True).start()
    yield running
    app.extensions["webcam"].close()
    app.extensions["reader"].close()
    running.house.bell.close()
    waitress.task_dispatcher.shutdown(timeout=1)
    waitress.close()
