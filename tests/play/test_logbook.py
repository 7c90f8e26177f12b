"""The log of plays: written when a table ends, true after corrections, kept whatever happens to the table."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion import play
from companion.core.text import plain
from companion.evenings.figures import standings
from companion.evenings.model import Play
from companion.games import GAMES
from companion.live import Doorbell
from companion.play.evening_log import PlayAsked, PlayChanged, SeatOfPlay, change_play, enter_play, line_ups, set_zone
from companion.play.listing import note_all
from companion.play.logbook import log_all, plays_of
from companion.play.people import people_of
from companion.play.shelf import facts_of
from companion.store import Store
from testkit.playing import example_json, play_on


class Clock:
    """A clock that a test sets."""

    def __init__(self, at: str) -> None:
        self.at = datetime.fromisoformat(at)

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-05-01T15:30:00+00:00")


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> play.House:
    return play.House(Store(tmp_path), Doorbell(), now=clock, chance=random.Random(1))


def opened(house: play.House, game: str = "walking_on_the_moon", *names: str) -> str:
    return play.open_table(house, game, [{"name": name} for name in names or ("Ann", "Bo", "陳小明")]).code


def ended(house: play.House, game: str, *names: str) -> str:
    """The code of a table that was played to its end and closed."""
    code = opened(house, game, *names)
    play_on(house, code, 3000)
    play.close_table(house, code)
    return code


@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_that_ends_is_a_play_that_says_what_its_result_says(house: play.House, game: str) -> None:
    code = ended(house, game)
    found, (one,) = play.look(house, code), plays_of(house)
    assert found.outcome is not None
    assert (one.game, one.code, one.state, one.title) == (game, code, "finished", None)
    assert [seat.name for seat in one.seats] == list(found.names)
    won = {at for at, seat in enumerate(one.seats) if seat.won}
    lost = {at for at, seat in enumerate(one.seats) if seat.lost}
    assert lost == set(found.outcome.losers)
    if found.outcome.winners or not found.outcome.losers:
        assert won == set(found.outcome.winners)
    else:
        assert won == set(found.seats) - lost  # who did not fetch lunch
    if found.score is not None:
        assert [seat.place for seat in one.seats] == [player.rank for player in found.score.players]
        for seat, player in zip(one.seats, found.score.players, strict=True):
            assert dict(seat.lines) == {line.key: line.points for line in player.lines}
            assert seat.score == (player.total if found.outcome.winners else None)
            assert {plain(line.label) for line in player.lines} == {
                plain(facts_of(game).labels[key]) for key, _ in seat.lines
            }


def test_points_over_time_end_with_the_result(house: play.House) -> None:
    """Of a game whose points are known on the way; where they are not, there is no course."""
    ended(house, "monkeys_on_the_moon")
    (one,) = plays_of(house)
    assert len(one.course) > 2 and one.course[-1][1] == tuple(seat.score for seat in one.seats)
    assert [minute for minute, _ in one.course] == sorted(minute for minute, _ in one.course)


@pytest.mark.parametrize("game", ["monkeys_on_the_moon", "walking_on_the_moon"])
def test_numbers_that_were_only_added_up_in_the_end_have_no_course(house: play.House, game: str) -> None:
    """In which order somebody typed the sheets says nothing about the game."""
    seats = [{"name": name} for name in ("Ann", "Bo")]
    code = play.open_table(house, game, seats, {"bookkeeping": "final"}).code
    play_on(house, code, 400)
    play.close_table(house, code)
    (one,) = plays_of(house)
    assert one.state == "finished" and one.course == ()


def test_nobody_reads_the_result_before_it_is_revealed(house: play.House) -> None:
    """A table whose end is revealed category by category is in no list until the totals are shown, or it is closed."""
    code = opened(house, "mombasa")
    play.act(house, code, "d", {"type": "finish"}, "key-finish-1")
    assert play.look(house, code).outcome is not None and plays_of(house) == ()
    for step in range(20):
        offers = [offer.type for offer in play.look(house, code).offers(None)]
        if "reveal" not in offers:
            break
        play.act(house, code, "d", {"type": "reveal"}, f"key-reveal-{step}")
    assert [one.code for one in plays_of(house)] == [code]


def test_a_correction_at_the_end_corrects_the_play_and_keeps_what_was_added(house: play.House) -> None:
    code = ended(house, "spank_the_monkey")
    (one,) = plays_of(house)
    change_play(house, one.id, PlayChanged(place="Home", note="rain", day="2026-04-30"))
    play.reopen_table(house, code)
    play.undo(house, code, "d", "key-undo-1")
    assert plays_of(house) == (), "it goes on, so it is no play"
    play.redo(house, code, "d", "key-redo-1")
    play.close_table(house, code)
    (again,) = plays_of(house)
    assert (again.id, again.place, again.note, again.day, again.state) == (
        one.id, "Home", "rain", "2026-04-30", "finished",
    )  # fmt: skip


def test_renaming_at_the_table_keeps_the_people_of_the_other_seats(house: play.House) -> None:
    code = ended(house, "mombasa", "Ann", "Bo")
    before = {seat.name: seat.person for seat in plays_of(house)[0].seats}
    play.reopen_table(house, code)
    seats = [{"name": "Anna", "color": "red", "was": 0}, {"name": "Bo", "color": "blue", "was": 1}]
    play.reseat(house, code, "d", "key-seats-1", seats)
    (one,) = plays_of(house)
    after = {seat.name: seat.person for seat in one.seats}
    assert after["Bo"] == before["Bo"] and after["Anna"] not in before.values()


def test_a_table_closed_before_its_end_was_broken_off_and_counts_for_nobody(house: play.House) -> None:
    code = opened(house, "walking_on_the_moon")
    play_on(house, code, 8)
    play.close_table(house, code)
    (one,) = plays_of(house)
    assert one.state == "broken_off" and not any(seat.won or seat.score for seat in one.seats)
    assert standings([one], one_game=True) == []
    play.close_table(house, opened(house))  # nobody entered anything: nobody played
    assert len(plays_of(house)) == 1


@pytest.mark.parametrize(
    ("zone", "day"),
    [("Asia/Taipei", "2026-05-01"), ("Pacific/Auckland", "2026-05-02"), ("America/New_York", "2026-05-01")],
)
def test_a_table_past_midnight_belongs_to_the_day_it_began(
    house: play.House, clock: Clock, zone: str, day: str
) -> None:
    """Opened at 23:30 in Taipei, over at 01:10: that evening's date, a hundred minutes."""
    set_zone(house, zone)
    code = opened(house, "mombasa", "Ann", "Bo")
    clock.at += timedelta(minutes=40)
    play.act(house, code, "d", _first(house, code), "key-start-1", seat=None)
    clock.at += timedelta(minutes=60)
    play.act(house, code, "d", {"type": "finish"}, "key-finish-1")
    play.close_table(house, code)
    (one,) = plays_of(house)
    assert (one.day, one.minutes, one.state) == (day, 100, "finished")


def _first(house: play.House, code: str) -> object:
    """The next thing anybody may enter."""
    found = play.look(house, code)
    offer = next(offer for offer in found.offers(None) if offer.type not in ("finish", "correct", "played_on"))
    return example_json(found.game, offer)


def test_a_deleted_table_takes_its_play_along_and_brings_it_back(house: play.House) -> None:
    code = ended(house, "mombasa", "Ann", "Bo")
    play.delete_table(house, code)
    assert [one.deleted for one in plays_of(house)] == [True]
    play.restore_table(house, code)
    assert [one.deleted for one in plays_of(house)] == [False]
    play.delete_table(house, code)
    with house.store.writing():
        house.store.forget_table(code)
    (one,) = plays_of(house)
    assert one.code is None and one.deleted, "what was purged can still be restored as a play"


def test_an_imported_table_is_the_play_it_was(house: play.House, tmp_path: Path, clock: Clock) -> None:
    code = ended(house, "monkeys_on_the_moon")
    other = play.House(Store(tmp_path / "other"), Doorbell(), now=clock, chance=random.Random(9))
    play.import_table(other, play.export_table(play.look(house, code)))
    (here,), (there,) = plays_of(house), plays_of(other)
    assert without_people(there) == without_people(here)


def without_people(one: Play) -> Play:
    return replace(one, id=0, seats=tuple(replace(seat, person=0) for seat in one.seats))


def test_plays_of_an_old_house_are_worked_out_from_its_tables(house: play.House, tmp_path: Path) -> None:
    """A house of the version before: its finished and closed tables become plays, their names people."""
    codes = [ended(house, "mombasa", "Ann", "Bo"), ended(house, "spank_the_monkey", "Ann", "Cy")]
    going = opened(house, "walking_on_the_moon")
    for table in ("log_seats", "log_plays", "people"):
        house.store.db.conn.execute(f"DROP TABLE {table}")
    house.store.db.conn.execute("DELETE FROM _sqlite_migrations WHERE name = 'm004_evenings'")
    house.store.db.conn.execute("PRAGMA user_version = 3")
    house.store.close()
    new = play.House(Store(tmp_path), Doorbell(), chance=random.Random(4))
    note_all(new)
    assert log_all(new) == 2 and log_all(new) == 0
    assert {one.code for one in plays_of(new)} == set(codes) and going not in {one.code for one in plays_of(new)}
    assert [person.name for person in people_of(new)] == ["Ann", "Bo", "Cy"]


def test_a_table_that_changed_under_another_version_is_worked_out_again(house: play.House) -> None:
    code = ended(house, "spank_the_monkey")
    house.store.db.conn.execute("UPDATE log_plays SET seq = seq - 1, state = 'broken_off'")
    assert log_all(house) == 1
    assert plays_of(house)[0].state == "finished" and plays_of(house)[0].code == code


def test_unlisted_tables_are_seen_by_those_who_were_there_and_the_host(house: play.House) -> None:
    code = play.open_table(house, "mombasa", [{"name": "Ann"}, {"name": "Bo"}], unlisted=True).code
    play.act(house, code, "hers", {"type": "finish"}, "key-finish-1")
    play.close_table(house, code)
    assert len(plays_of(house)) == len(plays_of(house, "hers")) == 1
    assert plays_of(house, "stranger") == ()


def test_the_same_people_again_in_their_seats_with_their_colours(house: play.House) -> None:
    ended(house, "mombasa", "Ann", "Bo", "Cy")
    ended(house, "spank_the_monkey", "Cy", "Ann")
    ended(house, "mombasa", "Cy", "Bo", "Ann")  # the same three as first: one group
    groups = line_ups(house, "d", GAMES["mombasa"].players)
    assert [[name for name, _ in group.seats] for group in groups] == [["Cy", "Bo", "Ann"], ["Cy", "Ann"]]
    assert all(len({color for _, color in group.seats}) == len(group.seats) for group in groups)
    assert [len(group.seats) for group in line_ups(house, "d", range(3, 5))] == [3]


def test_a_play_by_hand_is_entered_once_corrected_and_deleted(house: play.House) -> None:
    asked = PlayAsked(
        key="key-by-hand-1",
        game="mombasa",
        day="2026-03-02",
        minutes=95,
        seats=[SeatOfPlay(name="Ann", score=88), SeatOfPlay(name="Dora", score=91)],
    )
    number = enter_play(house, asked)
    assert enter_play(house, asked) == number and len(plays_of(house)) == 1
    (one,) = plays_of(house)
    assert [(seat.score, seat.place, seat.won) for seat in one.seats] == [(88, 2, False), (91, 1, True)]
    change_play(house, number, PlayChanged(seats=[SeatOfPlay(name="Ann", score=92), SeatOfPlay(name="Dora", score=91)]))
    (one,) = plays_of(house)
    assert [seat.won for seat in one.seats] == [True, False] and (one.day, one.minutes) == ("2026-03-02", 95)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        pytest.param({"game": "chess"}, "game", id="a game that is not here"),
        pytest.param({"day": "2026-02-30"}, "day", id="no such day"),
        pytest.param({"minutes": -5}, "minutes", id="less than no time"),
        pytest.param({"place": "x" * 81}, "place", id="a place too long"),
        pytest.param({"seats": [SeatOfPlay(name="Ann", score=1)]}, "seats", id="too few players"),
        pytest.param(
            {"seats": [SeatOfPlay(name="Ann", score=1), SeatOfPlay(name="ann", score=2)]}, "seats[1].name", id="twice"
        ),
        pytest.param({"seats": [SeatOfPlay(name="Ann", score=1), SeatOfPlay(name=" ")]}, "seats[1].name", id="no name"),
        pytest.param(
            {"seats": [SeatOfPlay(name="Ann", score=10**9), SeatOfPlay(name="B")]}, "seats[0].score", id="huge"
        ),
        pytest.param({"seats": [SeatOfPlay(person=99), SeatOfPlay(name="B")]}, "seats[0]", id="nobody of this number"),
        pytest.param({"key": "short"}, "key", id="a key too short"),
    ],
)
def test_what_cannot_have_been_played_is_refused_and_nothing_is_left(
    house: play.House, changed: dict[str, object], field: str
) -> None:
    right: dict[str, object] = {
        "key": "key-by-hand-1",
        "game": "mombasa",
        "day": "2026-03-02",
        "seats": [SeatOfPlay(name="Ann", score=88), SeatOfPlay(name="Dora", score=91)],
    }
    with pytest.raises(play.Refused) as refused:
        enter_play(house, PlayAsked(**(right | changed)))  # type: ignore[arg-type]
    assert (refused.value.field or "seats[0]").startswith(field)
    assert plays_of(house) == () and people_of(house) == ()


def test_scores_of_a_table_are_corrected_at_the_table(house: play.House) -> None:
    ended(house, "mombasa", "Ann", "Bo")
    (one,) = plays_of(house)
    with pytest.raises(play.Refused) as refused:
        change_play(house, one.id, PlayChanged(minutes=5))
    assert refused.value.code == "illegal"
    ann, bo = (seat.person for seat in one.seats)
    change_play(house, one.id, PlayChanged(people=[bo, ann]))
    assert [seat.person for seat in plays_of(house)[0].seats] == [bo, ann]
    with pytest.raises(play.Refused):
        change_play(house, one.id, PlayChanged(people=[bo, bo]))


def test_the_clock_of_the_log_is_utc(house: play.House) -> None:
    ended(house, "mombasa", "Ann", "Bo")
    started = plays_of(house)[0].started_at
    assert started is not None and datetime.fromisoformat(started) == datetime(2026, 5, 1, 15, 30, tzinfo=UTC)
