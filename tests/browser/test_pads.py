"""A pad made on a phone, played on two, revealed, printed, and taken to another house by the picture of its code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from pytest import fixture

from companion.play import pads
from testkit.board_scenes import pad_boards
from testkit.boards import board_faults
from tests.browser.conftest import Phones, Server, serving


class Taps:
    """Counts what a finger does: a tap on a control, or on a field that is then typed into."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def tap(self, control: Locator | str) -> None:
        self.count += 1
        (self.page.locator(control) if isinstance(control, str) else control).click()

    def type(self, control: Locator | str, text: str) -> None:
        self.count += 1
        (self.page.locator(control) if isinstance(control, str) else control).fill(text)

    def kind(self, name: str) -> None:
        self.tap(self.page.locator(".kinds .chip", has_text=name))


@fixture
def second(tmp_path: Path) -> Iterator[Server]:
    """Another house, with a folder of its own."""
    yield from serving(tmp_path / "second")


def made_on_a_phone(phone: Page) -> Taps:
    """Six categories of six kinds."""
    taps = Taps(phone)
    taps.tap("#any-game")
    taps.tap(phone.get_by_role("link", name="Make a score pad"))
    taps.type("#title", "Harbour")
    taps.type("#label", "Gold")
    taps.tap("#make button.primary")
    expect(phone.locator("#trial tbody tr")).to_have_count(1)
    add = "#add button.primary"
    for lines, (label, kind, field, value) in enumerate(
        (
            ("Ships", "Table or sets", "table", "1, 3, 6, 10"),
            ("Cranes", "Number × factor", "factor", "4"),
            ("Docks", "Majority", "places", "6, 3"),
            ("Mayor", "Bonus", "points", "5"),
            ("Debts", "Points", "", ""),
        ),
        2,
    ):
        taps.type("#label", label)
        if kind != "Points":
            taps.kind(kind)
        if field:
            taps.type(f'#add [name="{field}"]', value)
        if label == "Debts":
            taps.tap("#add #more-of-it > summary")
            taps.tap(phone.locator("#add .chip", has_text="Points are taken off"))
        expect(phone.locator("#trial tbody tr")).to_have_count(lines)  # the preview has it before it is added
        expect(phone.locator("#trial")).to_contain_text(label)
        taps.tap(add)
        expect(phone.locator("#categories .list li")).to_have_count(lines)
    return taps


def test_a_pad_is_made_on_a_phone_played_revealed_and_printed(server: Server, phones: Phones) -> None:
    """Six categories in under 60 taps at 360 px; two phones; the reveal; the printed result."""
    phone = phones.open("/new")
    taps = made_on_a_phone(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.locator("#n-gold-0").fill("12")
    phone.locator("#n-ships-1").fill("3")
    expect(phone.locator("#trial tfoot td").nth(0)).to_have_text("12")
    expect(phone.locator("#trial tfoot td").nth(1)).to_have_text("6")
    taps.tap("#open")
    assert taps.count < 60, taps.count
    phone.locator("#name-0").fill("Ann")
    phone.locator("#name-1").fill("小明")
    phone.get_by_role("button", name="Open the table").click()
    phone.wait_for_url("**/join")
    code = phone.url.split("/")[-2]

    ann, ming = phones.sit(code, 0), phones.sit(code, 1, language="zh")
    expect(ann.locator("h1")).to_have_text("Harbour")
    entered(ann, {"gold": "12", "ships": "3", "cranes": "2", "docks": "1", "debts": "4"})
    entered(ming, {"gold": "9", "ships": "1", "docks": "2"})
    ming.locator("#f-mayor button").click()
    expect(ming.locator("#f-mayor button")).to_have_attribute("aria-pressed", "true")
    expect(ann.locator("#me .figure")).to_have_text(str(12 + 6 + 8 + 3 - 4))
    expect(ming.locator("#me .figure")).to_have_text(str(9 + 1 + 6 + 5))
    ann.locator("#why-docks summary").click()
    expect(ann.locator("#why-docks .steps")).to_contain_text("place 2")
    for one in (ann, ming):
        one.locator("#act-sheet_complete button").click()
    for _ in range(7):
        reveal = ann.locator("#act-reveal button")
        before = reveal.inner_text()
        reveal.click()
        expect(ann.locator("#act-reveal button", has_text=before)).to_have_count(0)
    expect(ann.locator("#ending .who-won")).to_contain_text("You win")
    expect(ann.locator("#ending")).to_contain_text("25")
    expect(ann.locator("#decided")).to_contain_text("Ann wins with 25 points, 4 ahead.")
    expect(ming.locator("#ending")).to_contain_text("25")

    ann.goto(f"{server.url}/t/{code}/result")
    ann.emulate_media(media="print")
    expect(ann.locator(".score-pad tbody tr")).to_have_count(6)
    expect(ann.locator(".score-pad tfoot td").first).to_contain_text("25")
    expect(ann.get_by_role("link", name="Export (CSV)")).to_be_hidden()
    assert ann.pdf()[:4] == b"%PDF"


def entered(page: Page, numbers: dict[str, str]) -> None:
    for key, number in numbers.items():
        field = page.locator(f"#f-{key}-value")
        field.fill(number)
        field.press("Enter")
        expect(field).to_have_value(number)
        expect(field).to_have_attribute("value", number)


def test_a_pad_goes_to_a_second_house_by_a_picture_of_its_code(
    server: Server, second: Server, phones: Phones, tmp_path: Path
) -> None:
    """Only the picture goes over: what one house shows, the other one reads."""
    kept = pads.keep_pad(server.house, pads.samples()["worker-placement"])
    screen = phones.open(f"/pads/{kept.name}", width=900, height=1100)
    screen.locator("#share").click()
    code = screen.locator("img.qr")
    expect(code).to_be_visible()
    code.evaluate("image => image.decode()")
    picture = tmp_path / "code.png"
    code.screenshot(path=picture)
    guest = phones.open("/pads")
    guest.goto(f"{second.url}/pads")
    guest.locator("#from-picture input[type=file]").set_input_files(picture)
    guest.locator("#from-picture button").click()
    guest.wait_for_url("**/pads/village-and-fields", timeout=30_000)
    assert pads.pad_named(second.house, "village-and-fields").pad == kept.pad
    assert [one.name for one in pads.pads(second.house)] == ["village-and-fields"]


def test_a_category_is_changed_moved_and_taken_back_on_a_phone(server: Server, phones: Phones) -> None:
    """Open tables go on with the pad they have; what was removed comes back."""
    kept = pads.keep_pad(server.house, pads.samples()["area-majority"])
    code = server.open_table(f"pad:{kept.name}", "Ann", "Bo")
    phone = phones.open(f"/pads/{kept.name}", language="zh")
    phone.locator("#categories a", has_text="金幣").click()
    phone.locator("#change [name=do][value=remove]").click()
    phone.wait_for_url(f"**/pads/{kept.name}")
    expect(phone.locator("#categories .list li")).to_have_count(5)
    phone.get_by_role("button", name="回到前一版").click()
    expect(phone.locator("#categories .list li")).to_have_count(6)
    ann = phones.sit(code, 0)
    expect(ann.locator("#pad .line")).to_have_count(6)


def test_the_board_of_a_pad_has_its_sign_and_is_read_across_the_room(server: Server, phones: Phones) -> None:
    """Every pad that comes along, with the most players and 30-letter names, on a television and a tablet."""
    board = phones.open("/new", width=1920, height=1080)
    for name, code in pad_boards(server.house).items():
        board.goto(f"{server.url}/t/{code}/board")
        expect(board.locator(".any-pad .face svg.emblem")).to_have_count(1)
        for width, height in ((1920, 1080), (1024, 768)):
            board.set_viewport_size({"width": width, "height": height})
            assert board_faults(board) == [], (name, width)
