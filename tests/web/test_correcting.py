"""Correcting from the history and from *More*: every place, player and number is called what people call it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.games import GAMES
from companion.web.phone import Page
from testkit.playing import play_on

SEATS = [
    {"name": name, "color": color} for name, color in zip(("Ann", "小明", "Bo"), ("red", "blue", "green"), strict=True)
]


class Table:
    """A table entered through the API and looked at as a page."""

    def __init__(self, client: FlaskClient, game: str, **options: Any) -> None:
        self.client = client
        body = {"game": game, "seats": SEATS, "options": options}
        self.code = str(client.post("/api/tables", json=body).get_json()["code"])
        self.seq = 0

    def enter(self, seat: int | None, **action: Any) -> int:
        body = {"action": action, "seat": seat, "key": f"entry-{self.seq + 1:04}"}
        answer = self.client.post(f"/api/tables/{self.code}/actions", json=body)
        assert answer.status_code == 201, answer.get_json()
        self.seq = int(answer.get_json()["seq"])
        return self.seq

    def shown(self, leaf: str, language: str = "en") -> str:
        """A page of the table, its white space put together."""
        answer = self.client.get(f"/t/{self.code}/{leaf}", headers={"Accept-Language": language})
        assert answer.status_code == 200
        return " ".join(answer.get_data(as_text=True).split())


def words(html: str) -> str:
    """What of a page is read."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.fixture
def spank(client: FlaskClient) -> Table:
    """Ann's pile of sofa and piano, 小明's of a fridge."""
    table = Table(client, "spank_the_monkey")
    table.enter(None, type="start_player", player=0)
    table.enter(0, type="draw", cards=1)
    for place, name in (([0, 0], "Sofa"), ([0, 1], "Piano"), ([1, 0], "Fridge")):
        card = {"name": name, "height": 2, "strength": 3}
        table.enter(None, type="put_junk", to=place, cards=[card])
    return table


def test_the_target_of_an_attack_is_named_by_player_and_card(spank: Table) -> None:
    """Not "Ann 2": whose pile and which card, and what was chosen is marked."""
    cards = [{"name": "Brick", "modifier": 2}]
    seq = spank.enter(0, type="attack", kind="throwing", cards=cards, target=[1, 0])
    page = spank.shown(f"correct/{seq}")
    chips = re.findall(r'<input type="radio" name="f.target" value="([\d:]+)" (checked)?', page)
    assert chips == [("0:0", ""), ("0:1", ""), ("1:0", "checked")]
    assert "Ann 1: Sofa" in words(page)
    assert "Ann 2: Piano" in words(page)
    assert "小明 1: Fridge" in words(page)
    assert "小明 第 1 張：Fridge" in words(spank.shown(f"correct/{seq}", "zh-TW"))


def test_where_junk_goes_is_said_by_what_lies_below(spank: Table) -> None:
    """A gap of a pile is on the ground, on a card, or on top."""
    seq = spank.enter(None, type="move_junk", junk=[1, 0], to=[0, 1])
    said = words(spank.shown(f"correct/{seq}"))
    for place in ("Ann on the ground", "Ann on Sofa", "Ann on top, on Piano", "小明 on the ground"):
        assert place in said


def groups(page: str) -> dict[str, list[str]]:
    """What the page of a correction offers: the words of each group's summary, and of the numbers in it."""
    form = page.partition('class="stack counters"')[2].partition("</form>")[0]
    found = re.findall(r"<summary>(.*?)</summary> ?<div class=\"chips\">(.*?)</div> ?</details>", form)
    return {words(head): [words(chip) for chip in re.findall(r"<label.*?</label>", body)] for head, body in found}


def test_the_numbers_to_correct_stand_under_their_player_with_their_value_now(client: FlaskClient) -> None:
    """The table's own first; under a name the name is not said again."""
    table = Table(client, "mombasa")
    table.enter(1, type="cash", value=17)
    table.enter(None, type="coins", company="cairo", value=4)
    found = groups(table.shown("correction"))
    assert list(found) == ["The table 8 numbers", "Ann 12 numbers", "小明 12 numbers", "Bo 12 numbers"]
    assert found["The table 8 numbers"] == [
        "Round 1",
        "Phase Planning phase",
        "Start player not said yet",
        "Whose turn it is not said yet",
        "Coins uncovered at Mombasa 0",
        "Coins uncovered at Cape Town 0",
        "Coins uncovered at Saint-Louis 0",
        "Coins uncovered at Cairo 4",
    ]
    assert found["小明 12 numbers"][:2] == ["Has ended the action phase no", "Cash 17"]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_number_to_correct_is_offered_once_and_is_where_its_key_says(app: Flask, game: str) -> None:
    """A key that names a seat belongs under that seat; nothing is lost by grouping."""
    house: play.House = app.extensions["companion"]
    seats = SEATS[: max(2, min(3, GAMES[game].players[-1]))]
    code = play.open_table(house, game, seats, {}).code
    play_on(house, code, 60)
    found = play.look(house, code)
    page = Page(house, found, None, None, None)
    counters = found.game.counters(found.state)
    grouped = [(who.seat if who else None, counter) for who, numbers in page.counter_groups for counter in numbers]
    assert sorted(counter.key for _, counter in grouped) == sorted(counter.key for counter in counters)
    assert counters, game
    for seat, counter in grouped:
        if counter.short is not None:
            assert f":{seat}" in counter.key or counter.key.startswith("candidate:")


@pytest.mark.parametrize("game", list(GAMES))
def test_what_lists_every_number_is_a_page_and_no_part_of_the_panel(app: Flask, client: FlaskClient, game: str) -> None:
    """In every game alike: one tap under *More*; a closed table says why there is nothing to correct."""
    house: play.House = app.extensions["companion"]
    seats = SEATS[: max(2, min(3, GAMES[game].players[-1]))]
    code = play.open_table(house, game, seats, {}).code
    play_on(house, code, 40)
    panel = client.get(f"/t/{code}/panel?as=0").get_data(as_text=True)
    numbers = len(play.look(house, code).game.counters(play.look(house, code).state))
    for page, named in (("correction", 'name="f.counter"'), ("played-on", 'name="was.counters.')):
        assert panel.count(f'href="/t/{code}/{page}"') == 1
        assert named not in panel
        assert client.get(f"/t/{code}/{page}").get_data(as_text=True).count(named) == numbers
    play.close_table(house, code)
    for page in ("correction", "played-on"):
        closed = client.get(f"/t/{code}/{page}").get_data(as_text=True)
        assert "This table is closed" in closed
        assert 'class="acting' not in closed


def test_whoever_watches_corrects_and_is_back_at_the_table_without_being_asked_for_a_seat(
    app: Flask, client: FlaskClient
) -> None:
    table = Table(client, "mombasa")
    watcher = app.test_client()
    watcher.get(f"/t/{table.code}?watch=1")
    for page in ("correction", "played-on", "history"):
        assert f'class="back" href="/t/{table.code}?watch=1"' in watcher.get(f"/t/{table.code}/{page}").get_data(
            as_text=True
        )
    page = watcher.get(f"/t/{table.code}/correction").get_data(as_text=True)
    back = re.findall(r'name="back" value="([^"]*)"', page)[0]
    form = {"type": "correct", "f.counter": "cash:1", "f.value": "7", "key": "watcher-0001", "back": back}
    answer = watcher.post(f"/t/{table.code}/act", data=form)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}?watch=1")
    assert 'id="watching"' in watcher.get(back).get_data(as_text=True)


def test_without_script_a_number_is_chosen_and_typed(client: FlaskClient) -> None:
    """The list is an ordinary form: which one, the right number, why."""
    table = Table(client, "mombasa")
    form = {"type": "correct", "f.counter": "cash:1", "f.value": "12+5", "f.reason": "forgot", "key": "no-script-1"}
    assert client.post(f"/t/{table.code}/act", data=form).status_code == 303
    assert "Cash of 小明 from 0 to 17" in words(table.shown("history"))
    assert groups(table.shown("correction"))["小明 12 numbers"][1] == "Cash 17"


def test_without_script_a_value_with_a_name_is_chosen_beside_its_counter(client: FlaskClient) -> None:
    """Whose turn, which phase: a list of names and words; the number field beside it is left as it was."""
    table = Table(client, "mombasa")
    form = {"type": "correct", "f.counter": "start", "f.value": "", "f.value.start": "1", "f.value.turn": "-1"}
    assert client.post(f"/t/{table.code}/act", data=form | {"key": "no-script-3"}).status_code == 303
    assert "Correction: Start player from not said yet to 小明 ." in words(table.shown("history"))


def test_without_script_an_order_is_chosen_from_selects(client: FlaskClient) -> None:
    """Six selects post the ring; the empty field of the tapping pad beside them changes nothing."""
    table = Table(client, "monkeys_on_the_moon")
    for action in (
        {"type": "track", "spaces": 20},
        {"type": "rank_points", "fifth_first": 3, "fifth_second": 2, "sixth_first": 2, "sixth_second": 1},
    ):
        table.enter(None, **action)
    page = table.shown("panel?as=0")
    selects = page.partition('id="step-selects"')[2].partition("</div>")[0]
    assert selects.count("<select") == 6
    ring = ["blue", "red", "green", "black", "purple", "brown"]
    form = {"type": "ring", "seat": "", "f.tribes": ring, "key": "no-script-2"}
    assert client.post(f"/t/{table.code}/act", data=form).status_code == 303
    assert re.search("Blue.*Red.*Green.*Black.*Purple.*Brown", words(table.shown("history")), re.IGNORECASE)
    table.seq = 3
    table.enter(None, type="moonstone", player=0)
    more = table.shown("panel?as=0").partition('id="more-ring"')[2].partition("</form>")[0]
    assert 'class="order-pad' in more
    assert more.count("<select") == 6


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "Ann has blue already. Give 小明 red, amber, purple, or slate, or another colour to Ann: the two can swap.",
        ),
        ("zh-TW", "藍色已經是Ann的了。小明可以改選紅色、琥珀色、紫色或石板灰，或請Ann換一個顏色，兩人對調也行。"),
    ],
)
def test_a_colour_that_is_taken_says_who_has_it_and_what_is_free(client: FlaskClient, language: str, said: str) -> None:
    """Opening a table: the refusal is the way out, and everything typed is still there."""
    form = {"name.0": "Ann", "color.0": "blue", "name.1": "小明", "color.1": "blue", "name.2": "Bo", "color.2": "green"}
    answer = client.post("/new/mombasa", data=form, headers={"Accept-Language": language})
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert said.replace(" ", "") in words(page).replace(" ", "")
    assert page.count('value="小明"') == 1


def test_two_players_swap_their_colours_in_one_go(client: FlaskClient) -> None:
    """A swap is no clash: it is checked as it will be."""
    table = Table(client, "mombasa")
    form = {"name.0": "Ann", "color.0": "blue", "was.0": "0", "name.1": "小明", "color.1": "red", "was.1": "1"}
    form |= {"name.2": "Bo", "color.2": "green", "was.2": "2", "key": "swap-colours"}
    assert client.post(f"/t/{table.code}/seats", data=form).status_code == 303
    seats = client.get(f"/api/tables/{table.code}").get_json()["seats"]
    assert [seat["color"] for seat in seats] == ["blue", "red", "green"]


def played_on_form(page: str) -> dict[str, str]:
    """What the page posts as it is: every field with the value it shows."""
    form = page.partition('id="played-on"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'<input type="(?:hidden|text)"[^>]*?name="([^"]*)"[^>]*?value="([^"]*)"', form))
    for name, options in re.findall(r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form):
        fields[name] = re.findall(r'<option value="([^"]*)" selected', options)[0]
    return fields


def test_we_played_on_is_one_page_one_entry_and_one_sentence(client: FlaskClient) -> None:
    """Round, start player and numbers on one page; what was left as it was is not entered, a 0 is."""
    table = Table(client, "mombasa")
    table.enter(1, type="cash", value=17)
    assert f'href="/t/{table.code}/played-on"' in table.shown("panel?as=0")
    form = played_on_form(table.shown("played-on"))
    assert {key.removeprefix("was.counters.") for key in form if key.startswith("was.")} == {
        key.removeprefix("f.counters.") for key in form if key.startswith("f.counters.")
    }
    assert (form["f.counters.cash:1"], form["f.counters.start"], form["base_seq"]) == ("17", "-1", "1")
    told = client.post(f"/t/{table.code}/tell", data=form | {"f.counters.round": "4"}).get_data(as_text=True)
    assert "Round 4 instead of 1" in words(told)
    changed = {"f.counters.round": "4", "f.counters.start": "2", "f.counters.cash:1": "0", "f.counters.cash:0": "12+3"}
    assert client.post(f"/t/{table.code}/act", data=form | changed | {"f.reason": "pizza"}).status_code == 303
    log = client.get(f"/api/tables/{table.code}/log").get_json()["events"]
    assert log[-1]["action"] == {
        "type": "played_on",
        "counters": {"round": 4, "start": 2, "cash:0": 15, "cash:1": 0},
        "reason": "pizza",
    }
    told = (
        "Played on without the companion: Round 4 instead of 1, Start player Bo instead of not said yet, "
        "Cash of Ann 15 instead of 0, and Cash of 小明 0 instead of 17. Reason: pizza"
    )
    history = words(table.shown("history")).replace(" ", "")
    assert told.replace(" ", "") in history, history
    correcting = table.shown("correct/2")
    said = dict(re.findall(r'name="f.counters.([^"]*)" value="([^"]*)"', correcting))
    assert {key: value for key, value in said.items() if value} == {
        "round": "4",
        "start": "2",
        "cash:0": "15",
        "cash:1": "0",
    }


def test_played_on_over_what_others_entered_meanwhile_is_refused_and_so_is_nothing(client: FlaskClient) -> None:
    table = Table(client, "mombasa")
    form = played_on_form(table.shown("played-on"))
    nothing = client.post(f"/t/{table.code}/act", data=form)
    assert nothing.status_code == 422
    assert "Say at least one number" in nothing.get_data(as_text=True)
    table.enter(0, type="cash", value=5)
    late = client.post(f"/t/{table.code}/act", data=form | {"f.counters.cash:0": "9"}, headers={"HX-Request": "true"})
    assert late.status_code == 409
    assert f'href="/t/{table.code}/played-on"' in late.get_data(as_text=True)
    assert client.get(f"/api/tables/{table.code}").get_json()["seq"] == 1


@pytest.mark.parametrize("game", list(GAMES))
def test_what_the_page_of_played_on_shows_changes_nothing_by_itself(app: Flask, client: FlaskClient, game: str) -> None:
    """For every game: each counter stands there once, with a value that it can have."""
    house: play.House = app.extensions["companion"]
    seats = SEATS[: max(2, min(3, GAMES[game].players[-1]))]
    code = play.open_table(house, game, seats, {}).code
    play_on(house, code, 40)
    found = play.look(house, code)
    page = " ".join(client.get(f"/t/{code}/played-on").get_data(as_text=True).split())
    form = played_on_form(page)
    shown = {key.removeprefix("f.counters."): value for key, value in form.items() if key.startswith("f.counters.")}
    assert shown == {counter.key: str(counter.value) for counter in found.game.counters(found.state)}
    assert client.post(f"/t/{code}/act", data=form).status_code == 422
