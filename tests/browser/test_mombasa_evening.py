"""An evening of Mombasa: four phones and a board, mis-taps, a sleeping phone, undo, a correction, the reveal.

It prints taps per player beside the pencil strokes and sums of a paper pad; the other games' evenings follow it.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phones, Server
from tests.browser.test_staying_true import HIDE

COINS = {"mombasa": 6, "cape_town": 3, "saint_louis": 9, "cairo": 0}
NAMES = ("Ann", "Bo", "小明", "Di")
# Per player: cash, diamonds, bookkeeping, then shares as (company, track, cards).
SHEETS = (
    (14, 30, 20, (("mombasa", 4, 1), ("cape_town", 2, 0), ("cairo", 5, 2))),
    (9, 10, 0, (("mombasa", 1, 0), ("saint_louis", 7, 1))),
    (12, 15, 6, (("mombasa", 2, 0), ("cape_town", 3, 0), ("saint_louis", 2, 1))),
    (7, 10, 12, (("mombasa", 3, 0), ("cape_town", 1, 0), ("saint_louis", 4, 0))),
)
TOTALS = (100, 97, 81, 86)


@dataclass
class Counted:
    """One person's phone; every touch of the screen is counted."""

    page: Page
    taps: int = 0

    def tap(self, where: Locator) -> None:
        where.click()
        self.taps += 1

    def type(self, form: str, value: int) -> None:
        """Tap the number, key its digits; the next tap elsewhere enters it."""
        field = self.page.locator(f"#{form} input[type=text]")
        self.tap(field)
        self.page.keyboard.type(str(value))
        self.taps += len(str(value))


def on_paper(sheet: tuple[int, int, int, tuple[tuple[str, int, int], ...]], total: int) -> int:
    """Strokes of the pencil (one a digit) and sums in the head that the paper pad takes for one player."""
    cash, diamonds, books, shares = sheet
    products = {company: COINS[company] * (track + cards) for company, track, cards in shares}
    written = [cash, *(products.get(company, 0) for company in COINS), diamonds, books, total]
    strokes = sum(len(str(number)) for number in written)
    share_sums, multiplications, column_sums = len(shares), len(shares), 6
    return strokes + share_sums + multiplications + column_sums


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or worse."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found if v["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.thorough), "zh"])
def test_an_evening(server: Server, phones: Phones, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = server.open_table("mombasa", *NAMES)
    people = [Counted(phones.sit(code, seat, language=language, dark=seat == 3)) for seat in range(4)]
    ann, bo, ming, di = people
    board = phones.open(f"/t/{code}/board", language=language, width=1920, height=1080)

    for number in range(1, 8):
        if number == 4:
            ming.page.evaluate(HIDE, False)
        ann.tap(ann.page.locator("#act-cards_revealed button"))
        for person in people:
            person.tap(person.page.locator("#act-end_actions button"))
        if number == 2:
            # A mis-tap: Di ended too early, which ended the phase; undo, and she ends it once more. Nobody taps on before
            # each of these has counted: a screen may still show the phase as it was.
            ended, not_ended = di.page.locator("#act-next_round button"), di.page.locator("#act-end_actions button")
            expect(ended).to_be_visible()
            di.tap(di.page.locator("#undo button"))
            expect(ended).to_have_count(0)
            di.tap(not_ended)
            expect(ended).to_be_visible()
        if number == 3:
            ming.page.evaluate(HIDE, True)
        if number < 7:
            ann.tap(ann.page.locator("#act-next_round button"))
    rounds = [person.taps for person in people]

    for company, coins in COINS.items():
        if coins:
            bo.type(f"f-coins-{company}", coins)
    for person, (cash, diamonds, books, shares) in zip(people, SHEETS, strict=True):
        person.type("f-cash", cash)
        for company, track, cards in shares:
            for part, value in (("track", track), ("cards", cards)):
                if value:
                    person.type(f"f-{company}-{part}", value)
        person.type("f-diamonds", diamonds)
        if books:
            person.type("f-bookkeeping", books)
    # Bo typed nothing after his last number, so he taps "complete"; the number goes in first.
    for person, total in zip(people, TOTALS, strict=True):
        person.tap(person.page.locator("#act-sheet_complete button"))
        if person is not people[-1]:  # the last one ends the game: from then on totals wait for the reveal
            expect(person.page.locator("#me .figure")).to_have_text(str(total))
    for person in people:
        expect(person.page.locator("#final")).to_be_visible()
        expect(person.page.locator("#me .figure")).to_have_count(0)
    scoring = [person.taps - before for person, before in zip(people, rounds, strict=True)]

    expect(board.locator(".sentence")).not_to_be_empty()
    expect(board.locator("#reveal")).to_have_attribute("data-shown", "0")
    # The review: Ann sees that one share of hers is missing and corrects it; the frozen board marks it.
    ann.page.locator("#f-cape_town-track input[type=text]").click()
    ann.page.locator("#f-cape_town-track button[data-step='1']").click()
    expect(ann.page.locator("#line-cape_town .points .opens")).to_have_text("9")
    expect(board.locator(".cost").last).to_be_visible()
    ann.page.locator("#undo button").click()
    expect(ann.page.locator("#line-cape_town .points .opens")).to_have_text("6")
    for step in range(8):
        revealing = people[step % 4].page
        # A tap acts on what its author saw: this phone shows what the one before it revealed.
        expect(revealing.locator("#panel > [data-seq]")).to_have_attribute("data-seq", str(server.look(code).seq))
        revealing.locator("#act-reveal button").click()
        if step < 7:
            expect(board.locator("#reveal")).to_have_attribute("data-shown", str(step + 1))
    sentence = "Ann wins with 100 points, 3 ahead." if language == "en" else "Ann 以 100 分獲勝，領先 3 分。"
    expect(board.locator("#end [role=status]")).to_have_text(sentence)
    expect(di.page.locator("#ending")).to_contain_text(sentence)
    expect(board.locator(".standings .figure")).to_have_text([str(total) for total in sorted(TOTALS, reverse=True)])

    assert server.look(code).score is not None
    paper = [on_paper(sheet, total) for sheet, total in zip(SHEETS, TOTALS, strict=True)]
    with capsys.disabled():
        print(f"\n{language}: scoring taps {scoring}, paper strokes and sums {paper}, taps in seven rounds {rounds}")
    assert all(taps < strokes for taps, strokes in zip(scoring, paper, strict=True))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(server: Server, phones: Phones, dark: bool) -> None:
    code = server.open_table("mombasa", "Ann", "小明")
    ann = phones.sit(code, 0, dark=dark, language="zh" if dark else "en")
    paths = ["/", "/new/mombasa", "/host", *(f"/t/{code}{leaf}" for leaf in ("", "/board", "/history", "/seats"))]
    found = {}
    for path in paths:
        ann.goto(server.url + path)
        if problems := serious(ann):
            found[path] = problems
    assert not found


def test_the_whole_pad_of_everybody_in_landscape_and_own_sheet_first(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", *NAMES)
    ann = phones.sit(code, 0, width=740, height=360)
    tops = ann.evaluate(
        "['#me', '#pad', '#everybody'].map((s) => document.querySelector(s).getBoundingClientRect().top)"
    )
    assert tops == sorted(tops)
    table = ann.locator("#everybody table").bounding_box()
    assert table is not None
    assert table["width"] <= 740
    assert ann.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_print_is_one_black_and_white_page(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", *NAMES)
    ann = phones.sit(code, 0, dark=True)
    ann.goto(f"{server.url}/t/{code}/result")
    pdf = ann.pdf(format="A4", print_background=True)
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") + pdf.count(b"/Type /Page/") == 1
