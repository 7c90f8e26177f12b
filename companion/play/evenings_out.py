"""Taking the evenings along: everything as JSON or CSV, and the plays as a file of BG Stats."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any

import msgspec

from companion.core.refusal import Refused
from companion.core.text import T, listed
from companion.evenings.bgstats import bgstats_file
from companion.evenings.days import local_time, zone_of
from companion.evenings.exchange import everything
from companion.evenings.model import Play
from companion.evenings.spreadsheet import play_rows, written
from companion.play.house import House
from companion.play.logbook import people_seen, plays_of, stored_plays, zone_name
from companion.play.people import people_of
from companion.play.shelf import title_of
from companion.words import Words

FORMATS = {
    "json": ("application/json", "plays.json"),
    "csv": ("text/csv; charset=utf-8", "plays.csv"),
    "bgstats": ("application/json", "BGStatsExport.json"),
}
"""What can be taken along: its type, and the name of its file."""
NOBODY = T("Deleted player")


def exported_plays(house: House, kind: str, words: Words, device: str | None = None) -> str:
    """Everything in one of `FORMATS`, as text. ``device``: without the unlisted tables it has not been at."""
    if kind == "json":
        return dumps(everything_json(house, device))
    if kind not in FORMATS:
        raise Refused("bad_field", "format", T("The formats are {names}.", names=listed(FORMATS)))
    plays = plays_of(house, device)
    people = {person.id: person for person in people_of(house)}
    titles = {play.kind: words.say(title_of(play.game, play.title)) for play in plays}
    nobody = words.say(NOBODY)
    if kind == "csv":
        there = sorted((play for play in plays if not play.deleted), key=lambda play: play.when)
        return written(play_rows(there, people, titles, nobody))
    zone = zone_of(zone_name(house))

    def local(play: Play) -> datetime:
        if play.started_at is None:  # by hand only the day is known: noon is on that day in every program
            return datetime.fromisoformat(f"{play.day}T12:00:00")
        at = local_time(play.started_at, zone).replace(tzinfo=None)
        return datetime.combine(date.fromisoformat(play.day), at.time()) if play.day_set else at

    return dumps(bgstats_file(plays, people, titles, local, nobody))


def everything_json(house: House, device: str | None = None) -> Any:
    """People and plays as plain data, see `companion.evenings.exchange`."""
    return msgspec.to_builtins(everything(people_seen(house, device), stored_plays(house, device), zone_name(house)))


def dumps(data: Any) -> str:
    """JSON one can read, in Unicode."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
