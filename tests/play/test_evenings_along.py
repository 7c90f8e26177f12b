"""Taking the evenings along: round trips, the documented fields of BG Stats, cells a spreadsheet does not compute."""

from __future__ import annotations

import csv
import io
import json
import random
import shutil
import subprocess
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from companion import play
from companion.core.names import identity
from companion.core.plain_json import read_json
from companion.evenings.bgstats import points
from companion.live import Doorbell
from companion.play.bgstats_in import import_any
from companion.play.evening_log import PlayAsked, SeatOfPlay, enter_play
from companion.play.evenings_in import evenings_file, import_plays
from companion.play.evenings_out import everything_json, exported_plays
from companion.play.logbook import plays_of
from companion.play.people import PersonAsked, change_person, delete_person, merge_people, people_of
from companion.store import Store
from companion.words import CHINESE, ENGLISH, Words
from testkit.evenings import generated
from testkit.playing import play_on

EN, ZH = Words(ENGLISH), Words(CHINESE)


def empty(folder: Path, seed: int = 3) -> play.House:
    return play.House(Store(folder), Doorbell(), chance=random.Random(seed))


@pytest.fixture
def full(tmp_path: Path) -> play.House:
    """A house with 120 generated plays, one played at a table, one by hand; somebody merged, hidden, deleted."""
    house = empty(tmp_path / "full")
    import_plays(house, generated(random.Random(11), 120))
    code = play.open_table(house, "monkeys_on_the_moon", [{"name": n} for n in ("Ann", "Bo", "=SUM(A1)")]).code
    play_on(house, code, 3000)
    play.close_table(house, code)
    seats = [SeatOfPlay(name="Zoë", score=-7), SeatOfPlay(name="+886", score=-12)]
    asked = PlayAsked(
        key="key-by-hand-1", game="mombasa", day="2026-02-03", seats=seats, place="-1", note="@home\n\t=1+1"
    )
    enter_play(house, asked)
    people = {person.name: person.id for person in people_of(house)}
    merge_people(house, people["=SUM(A1)"], people["Zoë"])
    change_person(house, people["Bo"], PersonAsked(hidden=True, symbol="star"))
    delete_person(house, people["Cy"])
    return house


def test_everything_into_an_empty_house_and_out_again_is_equal(full: play.House, tmp_path: Path) -> None:
    exported = exported_plays(full, "json", EN)
    other = empty(tmp_path / "other", seed=99)
    done = import_any(other, read_json(exported))
    assert (done.plays, done.people, done.known) == (122, len(people_of(full)), 0)
    assert json.loads(exported_plays(other, "json", EN)) == json.loads(exported)
    again = import_any(other, read_json(exported))
    assert (again.plays, again.people, again.known) == (0, 0, 122), "a second time nothing is new"
    assert json.loads(exported_plays(other, "json", EN)) == json.loads(exported)


def test_no_code_of_a_table_and_no_deleted_name_leaves_the_house(full: play.House) -> None:
    codes = [table.code for table in full.store.tables()]
    for kind in ("json", "csv", "bgstats"):
        text = exported_plays(full, kind, EN)
        assert codes and not any(code in text for code in codes)
        assert "Cy" not in text


def test_a_known_player_of_another_house_is_the_same_person_by_name(full: play.House, tmp_path: Path) -> None:
    other = empty(tmp_path / "other")
    enter_play(
        other,
        PlayAsked(
            key="key-other-1", game="mombasa", seats=[SeatOfPlay(name="Ann", score=1), SeatOfPlay(name="Bo", score=2)]
        ),
    )
    import_any(other, everything_json(full))
    assert [person.name for person in people_of(other)].count("Ann") == 1


def test_thousands_of_players_are_brought_in_to_thousands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a file was compared name by name, which took minutes, nobody could write anything: each name is looked up once."""
    house = empty(tmp_path / "house")
    looked_up: list[str] = []

    def counted(name: str) -> str:
        looked_up.append(name)
        return identity(name)

    monkeypatch.setattr("companion.play.evenings_in.names.identity", counted)
    for prefix in ("a", "b"):
        people = [
            {"uid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"{prefix}{n}")), "name": f"{prefix} {n}", "color": "red"}
            | {"symbol": "star"}
            for n in range(2000)
        ]
        done = import_any(house, {"format": "boardgame-companion-plays/1", "people": people, "plays": []})
        assert done.people == 2000
    assert 4000 <= len(looked_up) <= 3 * 4000
    known = [person | {"uid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"c{n}"))} for n, person in enumerate(people)]
    assert import_any(house, {"format": "boardgame-companion-plays/1", "people": known, "plays": []}).people == 0


STAMP = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$"}
SMALL = {"type": "integer", "minimum": 1, "maximum": 9999}
UUID = {"type": "string", "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}


def table(**properties: Any) -> dict[str, Any]:
    return {
        "type": "array",
        "items": {"type": "object", "required": sorted(properties), "properties": properties},
    }


BGSTATS = {
    "type": "object",
    "required": ["games", "locations", "players", "plays"],
    "properties": {
        "players": table(id=SMALL, uuid=UUID, name={"type": "string", "minLength": 1}, modificationDate=STAMP),
        "locations": table(id=SMALL, uuid=UUID, name={"type": "string", "minLength": 1}, modificationDate=STAMP),
        "games": table(
            id=SMALL,
            uuid=UUID,
            name={"type": "string", "minLength": 1},
            highestWins={"type": "boolean"},
            noPoints={"type": "boolean"},
            cooperative={"type": "boolean"},
            usesTeams={"type": "boolean"},
            bggId={"type": "integer"},
            modificationDate=STAMP,
        ),
        "plays": table(
            uuid=UUID,
            playDate=STAMP,
            entryDate=STAMP,
            modificationDate=STAMP,
            durationMin={"type": "integer", "minimum": 0},
            gameRefId=SMALL,
            manualWinner={"type": "boolean"},
            ignored={"const": False},
            usesTeams={"const": False},
            rounds={"type": "integer"},
            comments={"type": "string"},
            playerScores=table(
                playerRefId=SMALL,
                score={"type": "string", "pattern": r"^(-?\d+)?$"},
                winner={"type": "boolean"},
                startPlayer={"type": "boolean"},
                newPlayer={"type": "boolean"},
                rank={"type": "integer", "minimum": 0},
                seatOrder=SMALL,
            ),
        ),
    },
}
"""The file as its maker describes it: https://www.bgstatsapp.com/support/ (pushing plays), in the tables of its export."""


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
def test_the_bgstats_file_has_its_documented_fields(full: play.House, words: Words) -> None:
    """It refuses a play whose players lack `startPlayer`; every reference leads somewhere."""
    file = json.loads(exported_plays(full, "bgstats", words))
    jsonschema.validate(file, BGSTATS)
    for kind in ("players", "games", "locations"):
        assert [entry["id"] for entry in file[kind]] == list(range(1, len(file[kind]) + 1))
        assert len({entry["uuid"] for entry in file[kind]}) == len(file[kind])
    ids = {kind: {entry["id"] for entry in file[kind]} for kind in ("players", "games", "locations")}
    for one in file["plays"]:
        assert one["gameRefId"] in ids["games"] and one.get("locationRefId", 1) in ids["locations"]
        assert {score["playerRefId"] for score in one["playerScores"]} <= ids["players"]
        best = [score["score"] for score in one["playerScores"]]
        numbers = [int(score) for score in best if score]
        follows = len(numbers) == len(best) and all(
            score["winner"] == (int(score["score"]) == max(numbers)) for score in one["playerScores"]
        )
        assert one["manualWinner"] is not follows
    counted = [one for one in plays_of(full) if one.state == "finished" and not one.deleted]
    assert len(file["plays"]) == len(counted)
    shared = sum(sum(score["winner"] for score in one["playerScores"]) > 1 for one in file["plays"])
    assert shared == sum(len(one.winners) > 1 for one in counted)


@pytest.mark.parametrize("words", [EN, ZH], ids=["en", "zh"])
def test_our_bgstats_file_comes_back_with_the_same_plays(full: play.House, tmp_path: Path, words: Words) -> None:
    other = empty(tmp_path / "other")
    done = import_any(other, read_json(exported_plays(full, "bgstats", words)))
    assert done.others == 0

    def told(house: play.House) -> list[Any]:
        names = {person.id: person.name for person in people_of(house) if not person.deleted}
        return [
            (
                one.uid,
                one.day,
                one.game,
                one.minutes or None,
                one.place,
                sorted((names.get(s.person, "-"), s.score, s.place, s.won, s.lost) for s in one.seats),
            )
            for one in plays_of(house)
            if one.state == "finished" and not one.deleted
        ]

    deleted = {"-": "Deleted player", "Deleted player": "-", "已刪除的玩家": "-"}
    mine, theirs = told(full), told(other)
    for entry in theirs:
        entry[5][:] = sorted((deleted.get(name, name), *rest) for name, *rest in entry[5])
    assert theirs == mine


FOREIGN: dict[str, Any] = {
    "about": "something else of the file",
    "players": [
        {"id": 1, "uuid": "0D4A3A52-3C0E-4A6A-9B77-0A4D7A2B9F10", "name": "Ann", "isAnonymous": False},
        {"id": 7, "name": " 陳小明 "},
    ],
    "locations": [{"id": 3, "name": "台北"}],
    "games": [
        {"id": 4, "name": "MOMBASA"},
        {"id": 5, "name": "Chess"},
        {"id": 6, "name": "X", "bggName": "Spank the Monkey"},
    ],
    "plays": [
        {
            "gameRefId": 4,
            "playDate": "2026-01-02 23:30:00",
            "durationMin": 90,
            "locationRefId": 3,
            "playerScores": [
                {"playerRefId": 1, "score": "100", "winner": True, "startPlayer": True},
                {"playerRefId": 7, "score": "97", "winner": False},
            ],
        },
        {"gameRefId": 5, "playDate": "2026-01-03 20:00:00", "playerScores": [{"playerRefId": 1, "score": "1"}]},
        {
            "gameRefId": 6,
            "playDate": "2026-01-04 20:00:00",
            "playerScores": [{"playerRefId": 1, "winner": False}, {"playerRefId": 7, "winner": True, "score": ""}],
        },
        {"gameRefId": 4, "playDate": "no date", "playerScores": [{"playerRefId": 1, "score": "1"}]},
        {"gameRefId": 4, "playDate": "2026-01-05 20:00:00", "ignored": True, "playerScores": [{"playerRefId": 1}]},
    ],
}


def test_a_bgstats_file_brings_players_and_plays_of_these_games(tmp_path: Path) -> None:
    house = empty(tmp_path)
    done = import_any(house, FOREIGN)
    assert (done.plays, done.people, done.others) == (2, 2, 3)
    assert [person.name for person in people_of(house)] == ["Ann", "陳小明"]
    monkey, mombasa = plays_of(house)
    assert (mombasa.day, mombasa.minutes, mombasa.place) == ("2026-01-02", 90, "台北")
    assert [(s.score, s.won, s.place, s.start) for s in mombasa.seats] == [(100, True, 1, True), (97, False, 2, False)]
    assert [(s.score, s.won) for s in monkey.seats] == [(None, False), (None, True)]
    assert import_any(house, FOREIGN).known == 2


@pytest.mark.parametrize(
    ("score", "number"),
    [
        ("12", 12),
        ("-3", -3),
        ("−3", -3),
        (" 7 ", 7),
        (47.0, 47),
        (47.3, None),
        ("", None),
        (None, None),
        ("nan", None),
        ("1e99", None),
    ],
)
def test_scores_of_other_programs(score: str | float | None, number: int | None) -> None:
    assert points(score) == number


def broken(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(generated(random.Random(5), 3))
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param(lambda d: d.update(format="other"), "format", id="another format"),
        pytest.param(lambda d: d["plays"][0].update(uid="x"), "plays[0].uid", id="no unique name"),
        pytest.param(lambda d: d["plays"].append(d["plays"][0]), "plays", id="a play twice"),
        pytest.param(lambda d: d["people"].append(d["people"][0]), "people", id="somebody twice"),
        pytest.param(lambda d: d["people"][0].update(name="a\nb"), "people[0].name", id="a name of two lines"),
        pytest.param(lambda d: d["people"][0].update(color="pink"), "people[0].color", id="no such colour"),
        pytest.param(lambda d: d["people"][0].update(into=d["people"][0]["uid"]), "people[0].into", id="into oneself"),
        pytest.param(lambda d: d["plays"][0].update(state="going"), "plays[0].state", id="no such state"),
        pytest.param(lambda d: d["plays"][0].update(started_at="today"), "plays[0].day", id="no time"),
        pytest.param(lambda d: d["plays"][0].update(minutes=-1), "plays[0].minutes", id="less than no time"),
        pytest.param(lambda d: d["plays"][0].update(seats=[]), "plays[0].seats", id="nobody there"),
        pytest.param(
            lambda d: d["plays"][0]["seats"][0].update(person=str(uuid.uuid4())),
            "plays[0].seats[0].person",
            id="a stranger",
        ),
        pytest.param(
            lambda d: d["plays"][0]["seats"][0].update(score=10**12), "plays[0].seats[0].score", id="a huge score"
        ),
        pytest.param(
            lambda d: d["plays"][0]["seats"][0].update(score="1"), "plays[0].seats[0].score", id="text for a number"
        ),
        pytest.param(lambda d: d["plays"][0].update(course=[[0, [1]]]), "plays[0].course", id="a course of others"),
        pytest.param(lambda d: d["plays"][0].update(secret=1), "plays[0].secret", id="an unknown field"),
    ],
)
def test_a_file_that_is_not_right_is_refused_whole(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], field: str
) -> None:
    house = empty(tmp_path)
    with pytest.raises(play.Refused) as refused:
        import_plays(house, evenings_file(broken(change)))
    assert refused.value.field == field
    assert people_of(house) == () and plays_of(house) == ()


def rows_of(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff"), "a byte-order mark, for Chinese in Excel"
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_the_csv_holds_every_seat_with_numbers_as_numbers(full: play.House) -> None:
    rows = rows_of(exported_plays(full, "csv", ZH))
    there = [one for one in plays_of(full) if not one.deleted]
    assert len(rows) == sum(len(one.seats) for one in there)
    by_hand = [row for row in rows if row["date"] == "2026-02-03"]
    assert [(row["player"], row["score"]) for row in by_hand] == [("Zoë", "-7"), ("'+886", "-12")]
    assert by_hand[0]["place_played"] == "'-1" and by_hand[0]["note"].startswith("'@home")
    assert {row["player"] for row in rows} >= {"陳小明", "林美玲"} and "Cy" not in {row["player"] for row in rows}
    for row in rows:
        for name, value in row.items():
            if name in ("note", "player", "place_played", "title"):
                assert value[:1] not in {"=", "+", "-", "@", "\t", "\r"}
            elif value.startswith("-"):
                int(value)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_opens_the_csv_with_its_chinese_and_computes_nothing(full: play.House, tmp_path: Path) -> None:
    """Headless: read as UTF-8, written again; the names are intact, nothing was computed, numbers are numbers."""
    source, out = tmp_path / "plays.csv", tmp_path / "out"
    source.write_bytes(exported_plays(full, "csv", ZH).encode())
    subprocess.run(
        [
            "soffice", f"-env:UserInstallation={(tmp_path / 'office').as_uri()}", "--headless",
            "--infilter=CSV:44,34,76", "--convert-to", "fods", "--outdir", str(out), str(source),
        ],
        check=True, capture_output=True, timeout=200,
    )  # fmt: skip
    sheet = (out / "plays.fods").read_text(encoding="utf-8")
    assert "陳小明" in sheet and "林美玲" in sheet
    assert "table:formula" not in sheet
    assert 'office:value-type="float" office:value="-7"' in sheet
