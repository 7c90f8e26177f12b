"""Correcting on a phone: the number that is wrong is found under its player, an order is tapped as it lies."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion import play
from tests.browser.conftest import Phones, Server

Eventually = Callable[[Callable[[], bool]], None]
BOX = {"track_length": 20, "rank_points": {"5": [3, 2], "6": [2, 1]}}
RING = ["red", "blue", "green", "black", "brown", "purple"]


def enter(server: Server, code: str, seat: int | None, **action: object) -> None:
    """Another device enters something."""
    play.act(server.house, code, "another-device", action, f"other-{server.look(code).seq:08d}", seat=seat)


def fits(page: Page) -> bool:
    """No sideways scrolling."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def to_the_numbers(page: Page) -> Locator:
    """From the table: More, Correction."""
    page.locator("#more > summary").click()
    page.locator("#more-correct").click()
    page.wait_for_url("**/correction")
    return page.locator("#correction")


def test_a_number_is_tapped_under_its_player_and_corrected(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """Its value now stands beside it and goes into the field with its range; then back to the table."""
    code = server.open_table("mombasa", "Ann", "小明", "Bo")
    enter(server, code, 1, type="cash", value=17)
    ann = phones.sit(code, 0)
    form = to_the_numbers(ann)
    form.locator("summary", has_text="小明").click()
    cash = form.locator(".chip", has_text="Cash").locator("visible=true")
    expect(cash.locator(".figure")).to_have_text("17")
    cash.click()
    value = form.locator("input[name='f.value']")
    expect(value).to_have_value("17")
    expect(value).to_be_in_viewport()
    expect(form.locator("button.primary")).to_be_in_viewport()
    expect(form.locator(".telling")).to_contain_text("Cash of 小明 from 17 to 17")
    form.locator("button[data-step='1']").click()
    expect(form.locator(".telling")).to_contain_text("Cash of 小明 from 17 to 18")
    enter(server, code, 2, type="cash", value=3)
    expect(value).to_have_value("18")
    expect(cash.locator("input")).to_be_checked()
    form.locator("summary", has_text="The table").click()
    assert fits(ann)
    form.locator(".chip", has_text="Round").click()
    expect(value).to_have_value("1")
    for _ in range(9):
        form.locator("button[data-step='1']").click()
    expect(value).to_have_value("7")
    cash.click()
    form.locator("button[data-step='1']").click()
    form.locator("button.primary").click()
    ann.wait_for_url(f"**/t/{code}")
    assert server.look(code).state.columns[1].cash == 18
    expect(ann.locator("#everybody tfoot td").nth(1)).to_have_text("18")


def test_the_height_of_a_junk_card_is_corrected_where_other_numbers_are_keyed_by_taps(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """Spank the Monkey has keys of its own for numbers: they leave the correction alone."""
    code = server.open_table("spank_the_monkey", "Ann", "Bo")
    enter(server, code, None, type="start_player", player=0)
    enter(server, code, None, type="put_junk", to=[1, 0], cards=[{"name": "Sofa", "height": 4, "strength": 3}])
    ann = phones.sit(code, 0)
    form = to_the_numbers(ann)
    form.locator("summary", has_text="Bo").click()
    form.locator(".chip", has_text="Height of Sofa").click()
    expect(form.locator("input[name='f.value']")).to_have_value("4")
    form.locator("input[name='f.value']").fill("2")
    form.locator("button.primary").click()
    eventually(lambda: server.look(code).state.piles[1][0].height == 2)


@pytest.mark.parametrize("whose", ["mine", "theirs"])
def test_a_number_that_another_phone_corrected_meanwhile_is_told(
    server: Server, phones: Phones, eventually: Eventually, whose: str
) -> None:
    """Lesson: two phones on one number: the second sees both values and chooses."""
    phones.forgive("409")
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    form = to_the_numbers(ann)
    form.locator("summary", has_text="Bo").click()
    form.locator("input[value='cash:1']").check(force=True)
    form.locator("input[name='f.value']").fill("9")
    enter(server, code, 1, type="cash", value=4)
    form.locator("button.primary").click()
    expect(ann.locator("#refusal")).to_contain_text("changed to 4")
    assert server.look(code).state.columns[1].cash == 4
    if whose == "mine":
        ann.locator("[data-mine]").click()
        eventually(lambda: server.look(code).state.columns[1].cash == 9)
    else:
        ann.locator("[data-theirs-now]").click()
        expect(ann.locator("#refusal")).to_be_empty()
        expect(form.locator(".chip", has=ann.locator("input[value='cash:1']")).locator(".figure")).to_have_text("4")
        assert server.look(code).state.columns[1].cash == 4


def test_the_ring_is_corrected_by_tapping_the_tribes_as_they_lie(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """Numbered as tapped, with a way back; nothing is sent before all six lie; in Chinese at 360 px."""
    play.set_box(server.house, "monkeys_on_the_moon", BOX)
    code = server.open_table("monkeys_on_the_moon", "Ann", "小明")
    enter(server, code, None, type="ring", tribes=RING)
    enter(server, code, None, type="moonstone", player=0)
    phones.forgive("422")
    ann = phones.sit(code, 0, language="zh", dark=True)
    ann.locator("#more > summary").click()
    ann.locator("#more-ring > summary").click()
    form = ann.locator("#more-ring form")
    pad = form.locator(".order-pad")
    assert form.locator("select:visible").count() == 0
    for tribe in ("purple", "green", "red"):
        pad.locator(f"[data-key={tribe}]").click()
    expect(pad.locator("ol li .figure")).to_have_text(["1", "2", "3"])
    form.locator("button.primary").click()
    expect(ann.locator("#refusal")).to_contain_text("順時針")
    ann.locator("#refusal button").click()
    pad.locator("ol [data-back='1']").click()
    expect(pad.locator("ol li .figure")).to_have_text(["1"])
    for tribe in ("red", "black", "blue", "brown"):
        pad.locator(f"[data-key={tribe}]").click()
    expect(pad.locator("ol li")).to_have_count(6)
    expect(form.locator(".telling")).not_to_be_empty()
    assert fits(ann)
    form.locator("button.primary").click()
    eventually(lambda: server.look(code).state.ring == ("purple", "red", "black", "blue", "brown", "green"))


def test_the_players_are_tapped_in_the_order_in_which_they_sit(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """Turn order before the first entry: the names, clockwise; the last one left has only one place to go."""
    code = server.open_table("mombasa", "Ann", "Bo", "小明", "Di")
    page = phones.open(f"/t/{code}/seats")
    pad = page.locator(".order-pad")
    for name in ("小明", "Ann"):
        pad.locator(".choices button", has_text=name).click()
    pad.locator(".choices button", has_text="Di").click()
    expect(pad.locator("ol li")).to_have_text(["1 小明", "2 Ann", "3 Di", "4 Bo"])
    page.get_by_role("button", name="Save").click()
    eventually(lambda: server.look(code).names == ("小明", "Ann", "Di", "Bo"))
    expect(page.locator("input[name='name.0']")).to_have_value("小明")


def test_a_colour_that_is_taken_offers_a_swap_and_the_free_ones(server: Server, phones: Phones) -> None:
    """Two named players: who has it, swap or another; a row without a name gives way by itself."""
    page = phones.open("/new/mombasa", width=320, language="zh")
    for row, name in enumerate(("Ann", "小明")):
        page.locator(f"#name-{row}").fill(name)
    colors = [page.locator(f"#color-{row}") for row in range(4)]
    first = [select.input_value() for select in colors]
    colors[0].select_option(first[2])
    expect(colors[2]).to_have_value(first[0])
    expect(page.locator(".color-note")).to_have_count(0)
    colors[1].select_option(first[2])
    note = page.locator(".color-note")
    expect(note).to_contain_text("Ann已經選了")
    assert fits(page)
    note.get_by_role("button", name="對調：Ann").click()
    expect(note).to_have_count(0)
    assert [select.input_value() for select in colors[:2]] == [first[1], first[2]]
    colors[0].select_option(first[2])
    page.locator(".color-note").get_by_role("button", name="◆").click()
    assert [select.input_value() for select in colors] == [first[0], first[2], first[1], first[3]]
    page.locator("button.primary").click()
    page.wait_for_url("**/join")


def test_we_played_on_is_entered_on_one_page_at_360_px(server: Server, phones: Phones, eventually: Eventually) -> None:
    """A round was played without the companion: round, who starts, whose turn and numbers; then the table as it is."""
    code = server.open_table("mombasa", "Ann", "小明", "Bo")
    ann = phones.sit(code, 0)
    ann.locator("#more > summary").click()
    ann.locator("#more-played_on").click()
    ann.wait_for_url("**/played-on")
    form = ann.locator("#played-on")
    expect(form).to_be_visible()
    assert fits(ann)
    form.locator("[name='f.counters.round']").fill("3")
    form.locator("[name='f.counters.start']").select_option(label="小明")
    form.locator("[name='f.counters.turn']").select_option(label="Bo")
    form.locator("summary", has_text="小明").click()
    money = form.locator("[name='f.counters.cash:1']")
    money.locator("xpath=following-sibling::button").click()
    expect(money).to_have_value("1")
    expect(form.locator(".telling")).to_contain_text("Round 3 instead of 1")
    expect(form.locator(".telling")).to_contain_text("Cash of 小明 1 instead of 0")
    assert fits(ann)
    form.locator("button.primary").click()
    ann.wait_for_url(f"**/t/{code}")
    state = server.look(code).state
    assert (state.round, state.phase, state.start, state.turn) == (3, "action", 1, 2)
    assert state.columns[1].cash == 1
    expect(ann.locator("#turn")).to_contain_text("It is the turn of Bo")
    bo = phones.sit(code, 2, language="zh")
    expect(bo.locator("#turn .headline")).to_have_text("輪到你了。")
    bo.locator("#act-turn_done button").click()
    expect(bo.locator("#turn .headline")).to_have_text("輪到 Ann。")
    assert fits(bo)
    eventually(lambda: server.look(code).state.turn == 0)


def test_a_value_with_a_name_is_corrected_from_a_list_of_names(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """The start player: the names stand under the tapped counter in place of the number's field."""
    code = server.open_table("mombasa", "Ann", "小明")
    ann = phones.sit(code, 0)
    form = to_the_numbers(ann)
    form.locator("summary", has_text="The table").click()
    expect(form.locator("select.worded:visible")).to_have_count(0)
    form.locator("input[value='start']").check(force=True)
    expect(form.locator("input[name='f.value']")).to_be_hidden()
    names = form.locator("select.worded:visible")
    names.select_option(label="小明")
    expect(form.locator(".telling")).to_contain_text("Start player from not said yet to 小明")
    assert fits(ann)
    form.locator("button.primary").click()
    eventually(lambda: server.look(code).state.start == 1)
