"""Figures against a plain recomputation on 1,000 generated plays, and laws that hold whatever was played."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.evenings.figures import Standing, leanings, months, seat_effects, standings
from companion.evenings.model import Asked, Person, Play, Seated, chosen, told_apart, with_final_people
from companion.evenings.records import duels, records, streaks
from companion.live import Doorbell
from companion.play import House
from companion.play.evenings_in import import_plays
from companion.play.logbook import plays_of
from companion.play.people import people_of
from companion.store import Store
from testkit.evenings import generated


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Play, ...]:
    """A thousand plays of all five games, as the store hands them out; deleted and broken-off ones among them."""
    house = House(Store(tmp_path_factory.mktemp("figures")), Doorbell(), chance=random.Random(2))
    import_plays(house, generated(random.Random(7), 1000))
    assert len(people_of(house)) == 8
    return plays_of(house)


def counted(plays: Sequence[Play], game: str | None = None) -> list[Play]:
    """The plays that count, oldest first, found without the code under test."""
    kept = [p for p in plays if p.state == "finished" and not p.deleted and game in (None, p.game)]
    return sorted(kept, key=lambda p: (p.day, p.started_at or "", p.id))


GAMES = ("mombasa", "monkeys_on_the_moon", "walking_on_the_moon", "lunchtime_battle", "spank_the_monkey")


@pytest.mark.parametrize("game", [None, *GAMES])
def test_standings_are_what_counting_on_fingers_gives(played: tuple[Play, ...], game: str | None) -> None:
    plays = [play for play in played if game in (None, play.game)]
    rows = {row.person: row for row in standings(plays, one_game=game is not None)}
    expected: dict[int, dict[str, list[int]]] = {}
    for play in counted(played, game):
        for seat in play.seats:
            of = expected.setdefault(seat.person, {"plays": [], "wins": [], "lost": [], "scores": []})
            of["plays"].append(1)
            of["wins"].append(1 if seat.won else 0)
            of["lost"].append(1 if seat.lost else 0)
            if seat.score is not None:
                of["scores"].append(seat.score)
    assert set(rows) == set(expected)
    for person, of in expected.items():
        row, scores = rows[person], of["scores"]
        assert (row.plays, row.wins, row.lost) == (len(of["plays"]), sum(of["wins"]), sum(of["lost"]))
        if game is None or not scores:
            assert row.average is None and row.best is None
        else:
            assert row.average == pytest.approx(sum(scores) / len(scores)) and row.best == max(scores)


@pytest.mark.parametrize("game", GAMES)
def test_head_to_head_streaks_and_seats_recomputed(played: tuple[Play, ...], game: str) -> None:
    plays = [play for play in played if play.game == game]
    there = counted(played, game)
    for duel in duels(plays):
        together = [
            (one.place, other.place)
            for play in there
            for one in play.seats
            for other in play.seats
            if one.person == duel.one and other.person == duel.other and one.place and other.place
        ]
        assert duel.ahead == sum(a < b for a, b in together)
        assert duel.behind == sum(a > b for a, b in together)
        assert duel.level == sum(a == b for a, b in together)
    for streak in streaks(plays):
        marks = "".join(
            "w" if seat.won else "." for play in there for seat in play.seats if seat.person == streak.person
        )
        assert streak.longest == max(map(len, marks.split(".")))
        assert streak.now == len(marks) - len(marks.rstrip("w"))
    for effect in seat_effects(plays):
        sat = [play for play in there if len(play.seats) > effect.seat]
        assert effect.plays == len(sat)
        assert effect.wins == sum(play.seats[effect.seat].won for play in sat)
        assert effect.expected == pytest.approx(sum(sum(s.won for s in p.seats) / len(p.seats) for p in sat))


def test_the_best_category_recomputed(played: tuple[Play, ...]) -> None:
    there = counted(played, "mombasa")
    for leaning in leanings(there):
        ahead: dict[str, list[float]] = {}
        for play in there:
            for seat in play.seats:
                if seat.person == leaning.person:
                    for line, points in seat.lines:
                        table = [dict(other.lines)[line] for other in play.seats]
                        ahead.setdefault(line, []).append(points - sum(table) / len(table))
        means = {line: sum(values) / len(values) for line, values in ahead.items()}
        assert leaning.ahead == pytest.approx(max(means.values())) and means[leaning.line] == pytest.approx(
            leaning.ahead
        )


def test_records_recomputed(played: tuple[Play, ...]) -> None:
    there = counted(played, "mombasa")
    found = {record.kind: record for record in records(there, one_game=True)}
    assert found["points"].value == max(seat.score or 0 for play in there for seat in play.seats)
    assert found["line"].value == max(points for play in there for seat in play.seats for _, points in seat.lines)
    gaps = []
    for play in there:
        ordered = sorted((seat.score or 0 for seat in play.seats), reverse=True)
        if sum(seat.won for seat in play.seats) == 1:
            gaps.append(ordered[0] - ordered[1])
    assert (found["closest"].value, found["widest"].value) == (min(gaps), max(gaps))
    assert found["longest"].value == max(play.minutes or 0 for play in there)
    assert sum(value for _, value in months(there)) <= len(there)


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        pytest.param(
            lambda row: Asked(game="mombasa", person=row.person, finished=True), lambda row: row.plays, id="plays"
        ),
        pytest.param(
            lambda row: Asked(game="mombasa", person=row.person, won=True, finished=True),
            lambda row: row.wins,
            id="wins",
        ),
    ],
)
def test_every_number_leads_to_its_plays(
    played: tuple[Play, ...], asked: Callable[[Standing], Asked], number: Callable[[Standing], int]
) -> None:
    """The link under a number asks for exactly the plays it counts."""
    there = [play for play in played if not play.deleted]
    for row in standings([play for play in there if play.game == "mombasa"], one_game=True):
        assert len(chosen(there, asked(row))) == number(row)


def test_the_links_of_duels_fetching_months_and_seats_count_the_same(played: tuple[Play, ...]) -> None:
    there = [play for play in played if not play.deleted]
    for duel in duels(there):
        ahead = Asked(person=duel.one, against=duel.other, ahead=True, finished=True)
        behind = Asked(person=duel.other, against=duel.one, ahead=True, finished=True)
        assert (len(chosen(there, ahead)), len(chosen(there, behind))) == (duel.ahead, duel.behind)
    lunch = [play for play in there if play.game == "lunchtime_battle"]
    for row in standings(lunch, one_game=True):
        fetched = Asked(game="lunchtime_battle", person=row.person, lost=True, finished=True)
        assert len(chosen(there, fetched)) == row.lost
        assert row.wins + row.lost == row.plays  # whoever does not fetch lunch has won
    for month, number in months(there):
        assert len(chosen(there, Asked(month=month, finished=True))) == number
    for effect in seat_effects(lunch):
        sat = Asked(game="lunchtime_battle", seat=effect.seat, finished=True)
        won = Asked(game="lunchtime_battle", seat=effect.seat, won=True, finished=True)
        assert (len(chosen(there, sat)), len(chosen(there, won))) == (effect.plays, effect.wins)


# Laws


def test_permuting_seats_changes_nobodys_numbers(played: tuple[Play, ...]) -> None:
    chance = random.Random(3)
    mixed = [replace(play, seats=tuple(chance.sample(play.seats, len(play.seats)))) for play in played]
    assert standings(mixed, one_game=False) == standings(played, one_game=False)
    assert duels(mixed) == duels(played)
    assert streaks(mixed) == streaks(played)
    assert [(x.person, x.line, round(x.ahead, 6)) for x in leanings(mixed)] == [
        (x.person, x.line, round(x.ahead, 6)) for x in leanings(played)
    ]


def test_renaming_changes_nobodys_numbers(played: tuple[Play, ...]) -> None:
    renamed = [replace(play, seats=tuple(replace(seat, name="X") for seat in play.seats)) for play in played]
    assert standings(renamed, one_game=False) == standings(played, one_game=False)
    assert records(renamed, one_game=False) == records(played, one_game=False)


def test_merging_changes_no_ones_numbers_but_the_merged() -> None:
    """Two people who never sat at one table become one: their numbers add up, all others stay."""
    chance, people = random.Random(5), 6
    plays = []
    for n in range(300):
        sitting = [*chance.sample(range(1, people), 2), chance.choice((people, people + 1))]
        scores = [chance.randint(0, 60) for _ in sitting]
        seats = tuple(
            Seated(person, "", "red", score, 1 + sum(other > score for other in scores), score == max(scores))
            for person, score in zip(sitting, scores, strict=True)
        )
        plays.append(Play(n, str(n), "mombasa", f"2026-{1 + n // 28:02d}-{1 + n % 28:02d}", seats))
    everybody = {n: Person(n, str(n), f"P{n}", "red", "star") for n in range(1, people + 2)}
    everybody[people + 1] = replace(everybody[people + 1], merged_into=people)
    before = {row.person: row for row in standings(plays, one_game=True)}
    after = {row.person: row for row in standings(with_final_people(plays, everybody), one_game=True)}
    assert {n: after[n] for n in range(1, people)} == {n: before[n] for n in range(1, people)}
    one, other, both = before[people], before[people + 1], after[people]
    assert people + 1 not in after
    assert (both.plays, both.wins) == (one.plays + other.plays, one.wins + other.wins)
    assert both.average == pytest.approx(
        ((one.average or 0) * one.plays + (other.average or 0) * other.plays) / both.plays
    )


@pytest.mark.parametrize(("plays", "average"), [(1, None), (2, None), (3, 20.0)])
def test_with_fewer_than_three_plays_there_are_no_averages(plays: int, average: float | None) -> None:
    seats = [(Seated(1, "", "red", 10 * (n + 1), 1, True), Seated(2, "", "blue", 5, 2)) for n in range(plays)]
    made = [Play(n, str(n), "mombasa", "2026-05-01", pair) for n, pair in enumerate(seats)]
    row = standings(made, one_game=True)[0]
    assert (row.average, row.share) == (average, None if average is None else 1.0)


def test_a_shared_victory_counts_for_everybody_who_shares_it() -> None:
    seats = (Seated(1, "", "red", 40, 1, True), Seated(2, "", "blue", 40, 1, True), Seated(3, "", "green", 9, 3))
    rows = standings([Play(1, "a", "mombasa", "2026-05-01", seats)], one_game=True)
    assert [(row.person, row.wins) for row in rows] == [(1, 1), (2, 1), (3, 0)]


def test_two_of_the_same_name_are_told_apart_and_a_deleted_one_takes_no_mark() -> None:
    names = ["Ann", "ann", "Bo", "ＡＮＮ"]
    people = [Person(n, str(n), name, "red", "star") for n, name in enumerate(names, 1)]
    assert [person.mark for person in told_apart(people)] == [1, 2, 1, 3]
    people[0] = replace(people[0], deleted=True)
    assert [person.mark for person in told_apart(people)] == [1, 1, 1, 2]


def test_the_statistics_of_the_store_need_no_log(tmp_path: Path) -> None:
    """An import has no table at all, and all figures are there."""
    house = House(Store(tmp_path), Doorbell(), chance=random.Random(2))
    import_plays(house, generated(random.Random(1), 20))
    assert house.store.tables() == []
    assert sum(row.plays for row in standings(plays_of(house), one_game=False)) > 0
