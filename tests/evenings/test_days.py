"""Day, duration and time zone: past midnight, broken off, with pauses, with a clock that jumps."""

from __future__ import annotations

import pytest

from companion.evenings.days import check_day, local_day, played_minutes, zone_of


@pytest.mark.parametrize(
    ("at", "zone", "day"),
    [
        pytest.param(
            "2026-05-01T15:30:00.000Z", "Asia/Taipei", "2026-05-01", id="Asia/Taipei at 23:30 belongs to that day"
        ),
        pytest.param("2026-05-01T16:30:00.000Z", "Asia/Taipei", "2026-05-02", id="half an hour past midnight there"),
        pytest.param("2026-05-01T15:30:00.000Z", "Europe/Berlin", "2026-05-01", id="the same moment in Berlin"),
        pytest.param(
            "2026-05-01T22:30:00.000Z", "Europe/Berlin", "2026-05-02", id="Berlin in summer is two hours ahead"
        ),
        pytest.param(
            "2026-01-01T23:30:00.000Z", "Europe/Berlin", "2026-01-02", id="Berlin in winter is one hour ahead"
        ),
        pytest.param("2026-05-01T03:00:00.000Z", "America/New_York", "2026-04-30", id="still yesterday in New York"),
        pytest.param("2026-05-01T15:30:00", "Asia/Taipei", "2026-05-01", id="a time without a zone is UTC"),
    ],
)
def test_the_date_of_a_play_is_the_local_date(at: str, zone: str, day: str) -> None:
    assert local_day(at, zone_of(zone)) == day


OPENED = "2026-05-01T15:00:00.000Z"


@pytest.mark.parametrize(
    ("times", "begins", "minutes"),
    [
        pytest.param(["2026-05-01T15:10:00.000Z", "2026-05-01T16:30:00.000Z"], 0, [0, 10, 90], id="an evening"),
        pytest.param(["2026-05-01T15:50:00.000Z", "2026-05-01T17:20:00.000Z"], 0, [0, 50, 140], id="past midnight"),
        pytest.param(
            ["2026-05-01T15:10:00.000Z", "2026-05-02T15:10:00.000Z", "2026-05-02T15:20:00.000Z"],
            0,
            [0, 10, 10, 20],
            id="the night is a pause",
        ),
        pytest.param(
            ["2026-05-03T12:00:00.000Z", "2026-05-03T12:45:00.000Z"],
            1,
            [0, 0, 45],
            id="opened long before anybody played",
        ),
        pytest.param(
            ["2026-05-01T15:10:00.000Z", "2020-01-01T00:00:00.000Z", "2020-01-01T00:05:00.000Z"],
            0,
            [0, 10, 10, 15],
            id="a clock that jumps back",
        ),
        pytest.param([], 0, [0], id="nobody entered anything"),
    ],
)
def test_duration_is_the_servers_clock_without_pauses(times: list[str], begins: int, minutes: list[int]) -> None:
    everything = [OPENED, *times]
    assert played_minutes(everything) == (everything[begins], minutes)


@pytest.mark.parametrize("name", ["Asia/Atlantis", "../../etc/passwd", "/etc/localtime", "x" * 300, "Asia", "\0"])
def test_what_is_no_time_zone_is_said(name: str) -> None:
    with pytest.raises(ValueError):
        zone_of(name)


@pytest.mark.parametrize(
    ("typed", "kept"), [("2026-05-01", "2026-05-01"), (" 2026-12-31 ", "2026-12-31"), ("20260501", "2026-05-01")]
)
def test_a_day_as_it_is_kept(typed: str, kept: str) -> None:
    assert check_day(typed) == kept


@pytest.mark.parametrize("typed", ["", "yesterday", "2026-02-30", "01.05.2026", "0001-01-01", "9999-01-01"])
def test_what_is_no_day_is_said(typed: str) -> None:
    with pytest.raises(ValueError):
        check_day(typed)
