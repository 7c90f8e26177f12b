"""People over tables: renamed, merged, taken apart, hidden, deleted; two of one name."""

from __future__ import annotations

import pytest

from companion import play
from companion.evenings.figures import standings
from companion.play.evening_log import PlayAsked, PlayChanged, SeatOfPlay, change_play, enter_play
from companion.play.logbook import plays_of
from companion.play.people import (
    PersonAsked,
    change_person,
    delete_person,
    merge_people,
    offered_names,
    people_of,
    restore_person,
    split_person,
)


def entered(house: play.House, n: int, *names: str) -> int:
    seats = [SeatOfPlay(name=name, score=50 - 10 * at) for at, name in enumerate(names)]
    return enter_play(house, PlayAsked(key=f"key-number-{n}", game="mombasa", day=f"2026-05-{n:02d}", seats=seats))


def number(house: play.House, name: str) -> int:
    return next(person.id for person in people_of(house) if person.name == name)


def wins(house: play.House) -> dict[str, int]:
    names = {person.id: person.name for person in people_of(house)}
    return {names[row.person]: row.wins for row in standings(plays_of(house), one_game=True)}


def test_a_name_typed_otherwise_is_the_same_person(house: play.House) -> None:
    entered(house, 1, "Ann", "Bo")
    entered(house, 2, " ann ", "ＢＯ")
    assert [person.name for person in people_of(house)] == ["Ann", "Bo"]


def test_renaming_keeps_plays_and_the_new_name_is_known(house: play.House) -> None:
    entered(house, 1, "Ann", "Bo")
    change_person(house, number(house, "Ann"), PersonAsked(name="Anna", color="purple", symbol="cross"))
    entered(house, 2, "Anna", "Bo")
    assert wins(house) == {"Anna": 2, "Bo": 0}
    (anna,) = [person for person in people_of(house) if person.name == "Anna"]
    assert (anna.color, anna.symbol) == ("purple", "cross")


def test_merged_people_are_counted_together_and_can_be_taken_apart(house: play.House) -> None:
    entered(house, 1, "Ann", "Bo")
    entered(house, 2, "Annie", "Bo")
    merge_people(house, number(house, "Annie"), number(house, "Ann"))
    assert wins(house) == {"Ann": 2, "Bo": 0}
    entered(house, 3, "Annie", "Bo")  # the old name leads to who they are
    assert wins(house) == {"Ann": 3, "Bo": 0}
    split_person(house, number(house, "Annie"))
    assert wins(house) == {"Ann": 2, "Annie": 1, "Bo": 0}


def test_who_sat_at_one_table_is_not_one_person(house: play.House) -> None:
    entered(house, 1, "Ann", "Bo")
    with pytest.raises(play.Refused) as refused:
        merge_people(house, number(house, "Ann"), number(house, "Bo"))
    assert "sat at one table" in refused.value.text.template
    with pytest.raises(play.Refused):
        merge_people(house, number(house, "Ann"), number(house, "Ann"))


def test_two_of_the_same_name_are_told_apart_at_a_table(house: play.House) -> None:
    first = entered(house, 1, "Ann", "Bo")
    entered(house, 2, "Cy", "Bo")
    change_person(house, number(house, "Cy"), PersonAsked(name="Ann"))
    marks = [(person.name, person.mark) for person in people_of(house) if person.name == "Ann"]
    assert marks == [("Ann", 1), ("Ann", 2)]
    entered(house, 3, "Ann", "Ann (2)")
    ann, other = (person.id for person in people_of(house) if person.name == "Ann")
    rows = {row.person: row.plays for row in standings(plays_of(house), one_game=True)}
    assert (rows[ann], rows[other]) == (2, 2)
    change_play(house, first, PlayChanged(people=[other, number(house, "Bo")]))
    rows = {row.person: row.plays for row in standings(plays_of(house), one_game=True)}
    assert (rows[ann], rows[other]) == (1, 3)


def test_deleting_a_person_keeps_the_plays_and_can_be_taken_back(house: play.House) -> None:
    entered(house, 1, "Ann", "Bo")
    gone = number(house, "Ann")
    delete_person(house, gone)
    assert [seat.score for seat in plays_of(house)[0].seats] == [50, 40]
    entered(house, 2, "Ann", "Bo")  # somebody new of that name
    again = [person.id for person in people_of(house) if person.name == "Ann" and not person.deleted]
    assert again != [gone] and len(again) == 1
    restore_person(house, gone)
    assert not next(person for person in people_of(house) if person.id == gone).deleted


def test_who_is_hidden_or_deleted_is_not_offered(house: play.House) -> None:
    seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
    code = play.open_table(house, "mombasa", seats).code
    play.act(house, code, "d", {"type": "finish"}, "key-finish-1")
    play.close_table(house, code)
    assert [seat["name"] for seat in offered_names(house, "d")] == ["Ann", "Bo", "Cy"]
    change_person(house, number(house, "Bo"), PersonAsked(hidden=True))
    delete_person(house, number(house, "Cy"))
    change_person(house, number(house, "Ann"), PersonAsked(name="Anna", color="slate"))
    assert offered_names(house, "d")[0] == {"name": "Ann", "color": "red"}, "of a name nobody has any more, as typed"
    change_person(house, number(house, "Anna"), PersonAsked(name="Ann"))
    assert offered_names(house, "d") == [{"name": "Ann", "color": "slate"}]


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 41}, "name"),
        ({"color": "pink"}, "color"),
        ({"symbol": "heart"}, "symbol"),
    ],
)
def test_what_nobody_can_be_called_is_refused(house: play.House, asked: dict[str, str], field: str) -> None:
    entered(house, 1, "Ann", "Bo")
    with pytest.raises(play.Refused) as refused:
        change_person(house, number(house, "Ann"), PersonAsked(**asked))  # type: ignore[arg-type]
    assert refused.value.field == field
