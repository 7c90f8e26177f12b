"""Pads of the house: kept, played to their end on the API, changed while tables go on, taken to another house."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion import play
from companion.core.codec import sheet_from_json
from companion.core.scoring import names_of, result_json
from companion.games.pad import kind_of
from companion.games.pad.checking import read_pad
from companion.games.pad.definition import PadDefinition, pad_json
from companion.games.pad.sharing import LONGEST, shared_text
from companion.games.pad.sheet import PadSheet
from companion.play import pads
from companion.web import create_app, limits
from companion.words import CHINESE
from tests.games.pads_drawn import drawn_pads

KEYS = (f"pad-test-{n}" for n in count())
NAMES = ("Ann", "小明", "Cy", "Di", "Ed", "Flo")
POINTS = {"key": "points", "label": "Points"}
HARBOUR = {"title": "Harbour", "label": "Gold", "kind": "points"}


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """Two companions that know nothing of each other."""
    apps = create_app(tmp_path / "one"), create_app(tmp_path / "two")
    yield apps
    for app in apps:
        app.extensions["reader"].close()
        app.extensions["companion"].store.close()


@pytest.fixture
def app(houses: tuple[Flask, Flask]) -> Flask:
    return houses[0]


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def opened(client: FlaskClient, game: str, seats: int = 2) -> str:
    answer = client.post("/api/tables", json={"game": game, "seats": [{"name": name} for name in NAMES[:seats]]})
    assert answer.status_code == 201, answer.text
    return str(answer.get_json()["code"])


def act(client: FlaskClient, code: str, action: dict[str, Any], seat: int | None = None) -> None:
    body = {"action": action, "key": next(KEYS), "seat": seat}
    answer = client.post(f"/api/tables/{code}/actions", json=body)
    assert answer.status_code == 201, (action, answer.text)


def numbers_entered(client: FlaskClient, code: str, table: dict[str, Any], chance: Random) -> None:
    """About half of the numbers that are offered now."""
    for entry in table["actions"]:
        if entry["type"] not in ("enter", "enter_for_all") or chance.random() < 0.5:
            continue
        value = entry["schema"]["properties"]["value"]
        low, high = value["minimum"], value["maximum"]
        action = {**entry["example"], "value": chance.randint(low, min(high, 9) if chance.random() < 0.7 else high)}
        act(client, code, action, entry["seats"][0] if entry["type"] == "enter" else None)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(data=st.data(), pad=drawn_pads(), seed=st.integers(0, 999))
def test_every_pad_that_is_accepted_is_played_to_its_end(
    app: Flask, data: st.DataObject, pad: dict[str, Any], seed: int
) -> None:
    """On the API: numbers in every round, sheets complete, revealed; the sheet scores as the table says."""
    client, chance = app.test_client(), Random(seed)
    answer = client.post("/api/pads", json=pad)
    assert answer.status_code == 201, answer.text
    name = answer.get_json()["name"]
    assert client.get(f"/api/pads/{name}").get_json() == pad_json(read_pad(pad))
    seats = data.draw(st.integers(*pad["players"]))
    code = opened(client, answer.get_json()["game"], seats)
    pads.remove_pad(app.extensions["companion"], name)
    for _ in range(200):
        table = client.get(f"/api/tables/{code}").get_json()
        if table["final"]:
            break
        numbers_entered(client, code, table, chance)
        following = [entry for entry in table["actions"] if entry["type"] == "next_round"]
        if following:
            act(client, code, following[0]["example"])
        else:
            for seat in table["active"]:
                act(client, code, {"type": "sheet_complete"}, seat)
    assert table["final"]
    while reveal := [e for e in table["actions"] if e["type"] == "reveal"]:
        act(client, code, reveal[0]["example"])
        table = client.get(f"/api/tables/{code}").get_json()
    sheet = sheet_from_json(PadSheet, table["sheet"])
    again = kind_of(read_pad(pad))().score(sheet)
    assert result_json(again, names_of(sheet), seats=True) == table["score"]
    for page in ("", "?as=0", "/board", "/result", "/history", "/rules", "/seats"):
        assert client.get(f"/t/{code}{page}").status_code == 200, page
    assert client.get(f"/api/tables/{code}/export?format=csv").status_code == 200


def test_a_table_keeps_the_pad_it_was_opened_with(app: Flask, client: FlaskClient) -> None:
    """Whatever becomes of the file: another pad under its name, or none."""
    made = client.post("/pads", data=HARBOUR)
    name = made.location.rpartition("/")[2]
    code = opened(client, f"pad:{name}")
    act(client, code, {"type": "enter", "category": "gold", "value": 7}, 0)
    changed = {**client.get(f"/api/pads/{name}").get_json(), "title": "Desert", "rounds": 4}
    assert client.put(f"/api/pads/{name}", json=changed).status_code == 200
    app.extensions["companion"].looks.clear()
    table = client.get(f"/api/tables/{code}").get_json()
    assert (table["box"]["pad"]["title"], table["state"]["round"], table["score"]["players"][0]["total"]) == (
        "Harbour",
        1,
        7,
    )
    pads.remove_pad(app.extensions["companion"], name)
    app.extensions["companion"].looks.clear()
    assert "Harbour" in client.get(f"/t/{code}?as=0").text
    assert "Harbour" in client.get("/").text
    assert client.post("/api/tables", json={"game": f"pad:{name}", "seats": [{"name": "Ann"}]}).status_code == 404
    assert name in client.get("/pads").text, "what was taken away can be restored"
    assert client.post(f"/pads/{name}/back").status_code == 303
    assert client.get(f"/api/pads/{name}").get_json()["title"] == "Desert"


def test_a_table_goes_to_another_house_with_its_pad(houses: tuple[Flask, Flask]) -> None:
    here, there = (app.test_client() for app in houses)
    name = here.post("/pads", data={"sample": "area-majority"}).location.rpartition("/")[2]
    code = opened(here, f"pad:{name}", 3)
    act(here, code, {"type": "enter", "category": "north", "value": 4}, 1)
    exported = here.get(f"/api/tables/{code}/export?format=json").get_json()
    assert there.post("/api/import", json=exported).status_code == 201
    assert there.get(f"/api/tables/{code}").get_json()["score"] == here.get(f"/api/tables/{code}").get_json()["score"]
    assert there.get("/api/pads").get_json() == {"pads": []}
    broken = {**exported, "box": {"pad": {**exported["box"]["pad"], "players": [0, 99]}}}
    refused = there.post("/api/import", json=broken)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (422, "bad_field")


def test_a_pad_goes_to_another_house_as_text_or_file(houses: tuple[Flask, Flask]) -> None:
    here, there = (app.test_client() for app in houses)
    name = here.post("/pads", data={"sample": "worker-placement"}).location.rpartition("/")[2]
    pad = here.get(f"/api/pads/{name}").get_json()
    file = here.get(f"/pads/{name}/file")
    assert file.headers["Content-Disposition"] == f'attachment; filename="{name}.toml"'
    code = re.search(r"PAD1[A-Z2-7]+", here.get(f"/pads/{name}/share").text)
    assert code is not None
    looked_at = there.get(f"/PADS/FROM/{code[0]}")
    assert "Village and fields" in looked_at.text
    for text in (code[0], f"see http://10.0.0.7:8000/pads/from/{code[0].lower()} !", file.text):
        taken = there.post("/pads/import", data={"text": text})
        assert taken.status_code == 303, taken.text
        assert there.get(f"/api{taken.location}").get_json() == pad
    refused = there.post("/pads/import", data={"text": code[0][:-9]}, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert "missing or wrong" in refused.text


def test_a_pad_too_long_for_a_code_is_shared_as_its_file(client: FlaskClient) -> None:
    """What no QR code holds says so; the file is there all the same."""
    chance = Random(3)
    words = [
        "".join(chance.choice("abcdefghijklmnopqrstuvwxyz天地玄黃宇宙洪荒日月") for _ in range(200)) for _ in range(24)
    ]
    pad = {
        "format": 1,
        "title": "Long",
        "category": [{"key": f"c{n}", "label": "C", "help": w} for n, w in enumerate(words)],
    }
    assert len(shared_text(read_pad(pad))) > LONGEST
    name = client.post("/api/pads", json=pad).get_json()["name"]
    assert "too long for a QR code" in client.get(f"/pads/{name}/share").text
    assert client.get(f"/pads/{name}/qr.svg").status_code == 422
    assert client.get(f"/pads/{name}/file").status_code == 200


def test_two_people_who_change_one_pad_are_told(app: Flask, client: FlaskClient) -> None:
    made = client.post("/pads", data=HARBOUR).location
    name = made.rpartition("/")[2]
    seen = pads.pad_named(app.extensions["companion"], name).version
    assert client.post(f"{made}/category", data={"label": "Ships", "was": seen}).status_code == 303
    assert client.post(f"{made}/category", data={"label": "Ships", "was": seen}).status_code == 303, "a double tap"
    refused = client.post(f"{made}/category", data={"label": "Docks", "was": seen})
    assert refused.status_code == 409
    assert [c["key"] for c in client.get(f"/api/pads/{name}").get_json()["category"]] == ["gold", "ships"]
    assert client.post(f"{made}/back").status_code == 303
    assert [c["key"] for c in client.get(f"/api/pads/{name}").get_json()["category"]] == ["gold"]


FORMS = [
    (
        "nothing is left out but the name",
        {"label": " ", "kind": "points"},
        "Write 1 to 60 letters.",
        "請寫 1 到 60 個字。",
    ),
    ("a table in words", {"label": "A", "kind": "table", "table": "one"}, "whole numbers with commas", "請輸入整數"),
    ("rows that overlap", {"label": "A", "kind": "table", "table": "0-5=1, 3-9=2"}, "do not overlap", "不重疊"),
    ("a majority of nothing", {"label": "A", "kind": "majority"}, "such as 10, 5", "例如 10, 5"),
    ("a bonus of nothing", {"label": "A", "kind": "bonus"}, "how many points", "多少分"),
    ("a factor in words", {"label": "A", "kind": "times", "factor": "two"}, "Enter a whole number.", "請輸入整數"),
    ("a kind that is none", {"label": "A", "kind": "magic"}, "Choose one of", "請選擇其中之一"),
    ("limits upside down", {"label": "A", "kind": "points", "low": "5", "high": "2"}, "below the lowest", "最小值"),
]


@pytest.mark.parametrize(("name", "form", "english", "chinese"), FORMS, ids=[row[0] for row in FORMS])
def test_what_makes_no_category_is_refused_in_words(
    client: FlaskClient, name: str, form: dict[str, str], english: str, chinese: str
) -> None:
    """With what is wrong, in the reader's language; the pad stays as it was, and the preview says it too."""
    made = client.post("/pads", data=HARBOUR).location
    before = client.get(f"/api{made}").get_json()
    for language, words in (("en", english), (CHINESE, chinese)):
        client.set_cookie("lang", language)
        refused = client.post(f"{made}/category", data=form, headers={"HX-Request": "true"})
        assert refused.status_code == 422
        assert words in re.sub(r"</?b>", "", refused.text)
        preview = client.post(f"{made}/preview", data=form)
        assert preview.status_code == 200
        assert form["label"] == " " or words in re.sub(r"</?b>", "", preview.text)
    assert client.get(f"/api{made}").get_json() == before


def test_a_pad_is_written_in_two_languages_from_either(client: FlaskClient) -> None:
    """Words of one language serve every reader; those of a second one stand beside, and a third one stays."""
    made = client.post("/pads", data={**HARBOUR, "label.other": "金幣"}).location
    category = client.get(f"/api{made}").get_json()["category"][0]
    assert category["label"] == {"en": "Gold", "zh-TW": "金幣"}
    pad = client.get(f"/api{made}").get_json()
    pad["category"][0]["label"]["de"] = "Gold (de)"
    assert client.put(f"/api{made}", json=pad).status_code == 200
    client.set_cookie("lang", CHINESE)
    page = client.get(f"{made}/category/gold").text
    assert 'value="金幣"' in page
    form = {"label": "黃金", "label.other": "Gold!", "kind": "points", "category": "gold"}
    assert client.post(f"{made}/category/gold", data=form).status_code == 303
    assert client.get(f"/api{made}").get_json()["category"][0]["label"] == {
        "en": "Gold!",
        "zh-TW": "黃金",
        "de": "Gold (de)",
    }


@pytest.mark.parametrize("sample", sorted(pads.samples()))
def test_a_form_that_is_saved_as_it_was_changes_nothing(client: FlaskClient, sample: str) -> None:
    """Every category, and the head, as the page shows them: sent back, the pad is the same."""
    made = client.post("/pads", data={"sample": sample}).location
    before = client.get(f"/api{made}").get_json()
    for category in before["category"]:
        page = client.get(f"{made}/category/{category['key']}").text
        assert client.post(f"{made}/category/{category['key']}", data=filled_in(page, "change")).status_code == 303
        assert client.get(f"/api{made}").get_json() == before
    page = client.get(made).text
    assert client.post(made, data=filled_in(page, "head-form")).status_code == 303
    assert client.get(f"/api{made}").get_json() == before


def filled_in(page: str, form: str) -> dict[str, Any]:
    """What a browser would send of a form."""
    (inside,) = re.findall(rf'<form[^>]*id="{form}".*?</form>', page, re.DOTALL)
    found: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", inside):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if given.get("type") in ("radio", "checkbox") and not re.search(r"\schecked\b", tag):
            continue
        found.setdefault(given["name"], []).append(given.get("value", ""))
    for name, options in re.findall(r'<select name="([\w.]+)".*?>(.*?)</select>', inside, re.DOTALL):
        chosen = re.findall(r'<option\s+value="([^"]*)"\s+selected', options)
        found[name] = chosen[:1] or [""]
    return {name: [value.replace("&#34;", '"') for value in values] for name, values in found.items()}


def test_a_broken_file_in_the_folder_is_shown_with_its_line(app: Flask, client: FlaskClient) -> None:
    """Somebody who writes the file by hand finds the reason on the page, and nothing else is hindered."""
    folder = app.extensions["companion"].store.folder / "pads"
    folder.mkdir()
    (folder / "mine.toml").write_text("format = 1\ntitle = 'Mine'\nplayers = 3\n", encoding="utf-8")
    (folder / "noise.toml").write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in client.get("/pads").text
    page = client.get("/pads/mine").text
    assert "Line <b>3</b>" in page or "<b>3</b>" in page
    assert client.get("/pads/noise").status_code == 200
    assert client.get("/new").status_code == 200
    refused = client.post("/api/tables", json={"game": "pad:mine", "seats": [{"name": "Ann"}, {"name": "Bo"}]})
    assert refused.status_code == 422
    assert "Line 3" in refused.get_json()["error"]["message"]
    for name in ("..", "../secret", "x/y", "A", "a" * 41, "-"):
        assert client.get(f"/api/pads/{name}").status_code in (404, 405)
        assert client.put(f"/api/pads/{name}", json={"format": 1, "title": "x", "category": [{"key": "a", "label": "A"}]}).status_code in (404, 405, 422)  # fmt: skip


def test_a_pad_that_could_not_be_read_again_is_not_kept(client: FlaskClient) -> None:
    """Words in many languages fit into a request, but not into the file of a pad."""
    help = dict.fromkeys(("en", "zh-TW", "de", "fr", "es", "it"), "x" * 380)
    categories = [{"key": f"k{n}", "label": "L" * 60, "help": help} for n in range(24)]
    answer = client.post("/api/pads", json={"format": 1, "title": "Wordy", "category": categories})
    assert answer.status_code == 422 and "longer than any pad" in answer.text
    assert client.get("/api/pads").get_json() == {"pads": []}


def test_a_name_of_thousands_of_parts_holds_nobody_up(client: FlaskClient) -> None:
    """a.a.a… in one line took the TOML reader ten seconds, in which no phone was answered."""
    answer = client.post("/pads/import", data={"text": f"category{'.a' * 15_000} = 1"})
    assert answer.status_code == 422 and "too many dots" in answer.text


def test_of_a_house_full_of_pads_each_is_read_once(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred pads were read anew for each list, which took eight seconds."""
    texts: list[str] = []

    read = pads._read

    def counted(text: str) -> PadDefinition:
        texts.append(text)
        return read.__wrapped__(text)

    monkeypatch.setattr(pads, "_read", lru_cache(maxsize=read.cache_info().maxsize)(counted))
    categories = [{"key": f"k{n}", "label": "L" * 60, "help": "x" * 380} for n in range(24)]
    house = app.extensions["companion"]
    for n in range(pads.MOST_PADS):
        pads.keep_pad(house, read_pad({"format": 1, "title": f"Pad {n}", "category": categories}))
    for _ in range(2):
        assert len(client.get("/api/pads").get_json()["pads"]) == pads.MOST_PADS
    assert len(texts) == len(set(texts))


def test_of_pads_taken_away_only_so_many_are_kept(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pads, "MOST_REMOVED", 3)
    house = app.extensions["companion"]
    for n in range(5):
        kept = pads.keep_pad(house, read_pad({"format": 1, "title": f"Pad {n}", "category": [POINTS]}))
        pads.remove_pad(house, kept.name)
    assert pads.removed_pads(house) == ["pad-2", "pad-3", "pad-4"]


def test_pads_players_and_plays_are_not_made_without_end(client: FlaskClient, token: dict[str, str]) -> None:
    """What no undo takes back is not written by a script at full speed; the host is not counted."""
    for n in range(limits.NOTES):
        assert client.post("/players", data={"name": f"P{n}", "color": "red"}).status_code == 303
    pad = {"format": 1, "title": "Pad", "category": [POINTS]}
    seats = [{"name": "Ann", "score": 1}, {"name": "Bo", "score": 2}]
    for path, body in (("/api/pads", pad), ("/api/plays", {"key": "key-of-a-play", "game": "mombasa", "seats": seats})):
        answer = client.post(path, json=body)
        assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0
        assert client.post(path, json=body, headers=token).status_code == 201
    assert client.put("/api/people/1", json={"color": "blue"}).status_code == 429
    assert client.get("/players").status_code == 200
    assert client.post("/pads/pad/try", data={}).status_code == 200, "what keeps nothing goes on"


def test_pads_are_in_a_backup(houses: tuple[Flask, Flask], tmp_path: Path) -> None:
    here, there = houses
    here.test_client().post("/pads", data=HARBOUR)
    play.copy_everything(here.extensions["companion"], tmp_path / "all.sqlite3")
    play.restore_everything(there.extensions["companion"], tmp_path / "all.sqlite3")
    assert [kept.name for kept in pads.pads(there.extensions["companion"])] == ["harbour"]


def test_a_play_with_a_pad_is_in_the_log_of_plays_and_the_statistics_under_its_title(client: FlaskClient) -> None:
    name = client.post("/pads", data=HARBOUR).location.rpartition("/")[2]
    code = opened(client, f"pad:{name}")
    act(client, code, {"type": "enter", "category": "gold", "value": 7}, 1)
    for seat in (0, 1):
        act(client, code, {"type": "sheet_complete"}, seat)
    for _ in range(2):
        act(client, code, {"type": "reveal"})
    (play_of_it,) = client.get("/api/plays").get_json()["plays"]
    assert (play_of_it["title"], play_of_it["state"]) == ("Harbour", "finished")
    assert [(seat["name"], seat["score"], seat["won"]) for seat in play_of_it["seats"]] == [
        ("Ann", 0, False),
        ("小明", 7, True),
    ]
    assert client.get("/api/statistics?game=pad/Harbour").get_json()["plays"] == 1


def test_how_many_play_is_no_limit_of_the_first_category(app: Flask, client: FlaskClient) -> None:
    """The form of a new pad asks both; each field has a name of its own, and a browser sends the empty ones too."""
    page = client.get("/pads/new").text
    typed = re.findall(r'<input\s+type="text" name="([^"]+)"', page)
    assert len(set(typed)) == len(typed) > 8
    sent = dict.fromkeys(typed, "") | HARBOUR | {"players_low": "2", "players_high": "4"}
    assert client.post("/pads", data=sent).status_code == 303
    kept = pads.playable(app.extensions["companion"], "harbour")
    assert (tuple(kept.players), kept.category[0].low, kept.category[0].high) == ((2, 4), None, None)
    refused = client.post("/pads", data=sent | {"players_high": "many"}, headers={"Accept-Language": "en"})
    assert refused.status_code == 422
    assert "Most players" in refused.text


def test_a_pad_that_is_here_just_so_is_not_taken_in_twice(app: Flask, client: FlaskClient) -> None:
    assert client.post("/pads", data=HARBOUR).status_code == 303
    file = client.get("/pads/harbour/file").text
    code = shared_text(pads.playable(app.extensions["companion"], "harbour"))
    for text in (file, code):
        assert client.post("/pads/import", data={"text": text}).headers["Location"] == "/pads/harbour"
    assert (
        client.post("/pads/import", data={"text": file.replace("Gold", "Silver")}).headers["Location"]
        != "/pads/harbour"
    )
    assert [kept.name for kept in pads.pads(app.extensions["companion"])] == ["harbour", "harbour-2"]


def test_only_the_host_takes_a_pad_away_on_the_page_as_in_the_api(
    app: Flask, client: FlaskClient, token: dict[str, str]
) -> None:
    """It is everybody's; whoever misses it brings it back."""
    assert client.get("/pads").status_code == 200
    made = client.post("/pads", data={"sample": "trick-taking", "key": "made-by-a-guest"})
    name = made.headers["Location"].rpartition("/")[2]
    assert "Take this pad away" not in client.get(f"/pads/{name}").get_data(as_text=True)
    assert client.post(f"/pads/{name}/remove").status_code == 403
    assert client.get(f"/pads/{name}").status_code == 200
    asked = {**token, "Accept-Language": "en"}
    assert "Take this pad away" in client.get(f"/pads/{name}", headers=asked).get_data(as_text=True)
    assert client.post(f"/pads/{name}/remove", headers=token).status_code == 303
    assert client.get(f"/pads/{name}").status_code == 404
    assert pads.removed_pads(app.extensions["companion"]) == [name]


def test_a_hundred_changes_in_a_row_take_no_older_version_of_a_pad_away(
    app: Flask, client: FlaskClient, tmp_path: Path
) -> None:
    """What it was at first, and what it was for a whole day, are still listed on its page, and come back from there."""
    house = app.extensions["companion"]
    made = client.post("/pads", data=HARBOUR).location
    name = made.rpartition("/")[2]
    pad = pad_json(pads.playable(house, name))
    pads.keep_pad(house, read_pad({**pad, "title": "Harbour for a day"}), name)
    for number in range(100):
        pads.keep_pad(house, read_pad({**pad, "title": f"Nonsense {number}"}), name)
        if not number:  # the two before this one were replaced a day apart
            for file, days in (("0001", 2), ("0002", 1)):
                then = time.time() - days * 86_400
                os.utime(tmp_path / "one" / "pads" / "before" / f"{name}.{file}.toml", (then, then))
    page = client.get(made, headers={"Accept-Language": "en"}).text
    assert page.count('name="version"') == 20
    assert "yesterday" in page
    assert client.post(f"{made}/back", data={"version": "2"}).status_code == 303
    assert client.get(f"/api/pads/{name}").get_json()["title"] == "Harbour for a day"
    assert client.post(f"{made}/back", data={"version": "1"}).status_code == 303
    assert client.get(f"/api/pads/{name}").get_json()["title"] == "Harbour"
    assert client.post(f"{made}/back").status_code == 303, "and the one it was just now"
    assert client.get(f"/api/pads/{name}").get_json()["title"] == "Harbour for a day"
    assert client.post(f"{made}/back", data={"version": "999"}).status_code == 404
