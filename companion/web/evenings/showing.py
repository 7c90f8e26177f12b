"""What the pages of the evenings share: people as they are shown, dates in words, who may see and change what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any
from urllib.parse import urlencode

from babel.dates import format_date
from flask import Flask, g, url_for

from companion.core.text import T, Text, plain
from companion.evenings.figures import finished, seats_by_person
from companion.evenings.model import Asked, Person, label, named
from companion.games.pad import ScorePad
from companion.games.pad.definition import said
from companion.play import House, Refused, pads, shelf
from companion.play.evening_log import line_ups
from companion.play.evenings_out import NOBODY
from companion.play.logbook import people_seen, person_seen, plays_of
from companion.play.people import living, people_of
from companion.play.shelf import Facts, facts_of
from companion.web.ago import ago, seconds_since
from companion.web.i18n import say, words
from companion.web.security import Guard

MOST_OFFERED = 100
"""Names in one choice; whoever is meant beyond them is typed."""
HOST_ONLY = T("Only the host deletes, merges and brings in. Ask whoever runs the companion.")


def viewer(guard: Guard) -> str | None:
    """Whose view of the log this is: a device's; None for the host, who sees all."""
    return None if guard.is_host() else guard.device()


def all_plays(house: House, guard: Guard) -> tuple[Any, ...]:
    """Every play this request may see, newest first, deleted ones too."""
    return plays_of(house, viewer(guard))


def everybody(house: House) -> dict[int, Person]:
    """Everybody there has been, by number."""
    return {person.id: person for person in people_of(house)}


def everybody_seen(house: House, guard: Guard) -> tuple[Person, ...]:
    """Everybody this request may see, deleted and merged ones too."""
    return people_seen(house, viewer(guard))


def one_seen(house: House, guard: Guard, number: int) -> Person:
    """The person of a number, if this request may see them. Raises Refused ``not_found``."""
    return person_seen(house, number, viewer(guard))


def best_known(house: House, guard: Guard, *also: int) -> list[Person]:
    """Who is offered by name: those who played most, at most `MOST_OFFERED`, and whoever of ``also`` is not deleted."""
    people = sorted_by_plays(house, guard, [p for p in living(everybody_seen(house, guard)) if not p.hidden])
    shown = people[:MOST_OFFERED]
    return shown + [p for p in living(everybody_seen(house, guard)) if p.id in also and p not in shown]


def sorted_by_plays(house: House, guard: Guard, people: Iterable[Person]) -> list[Person]:
    """Who is not hidden first, then who played most."""
    played = seats_by_person(finished(all_plays(house, guard)))
    return sorted(people, key=lambda person: (person.hidden, -len(played.get(person.id, ())), person.id))


def named_here(house: House, guard: Guard, typed: str, field: str) -> int:
    """The number of the person of a typed name. Raises Refused."""
    found = named(everybody_seen(house, guard), typed)
    if found is None:
        raise Refused("bad_field", field, T("There is no such player here. Look at the list of players."))
    return found.id


def require_host(guard: Guard) -> None:
    """Refuses what could lose somebody's evenings to whoever is not the host."""
    if not guard.is_host():
        raise Refused("host_only", None, HOST_ONLY)


def name_of(people: Mapping[int, Person], number: int) -> str:
    """What a person is called on a page."""
    person = people.get(number)
    return say(NOBODY) if person is None or person.deleted else label(person)


def day_in_words(day: str, form: str = "medium") -> str:
    """A date as people write it."""
    return format_date(date.fromisoformat(day), form, locale=words().language)


def month_in_words(month: str) -> str:
    """A month of a year, short."""
    return format_date(date.fromisoformat(f"{month}-01"), "MMM", locale=words().language)


def minutes_in_words(minutes: int) -> Text:
    """How long something took."""
    if minutes < 60:
        return T("{n} min", n=minutes)
    return T("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def since_of(house: House) -> Callable[[str], Text]:
    """Says how long ago a kept time was."""
    now = house.now()
    return lambda at: ago(seconds_since(at, now))


def link_to(asked: Asked, **more: object) -> str:
    """The plays a number is about."""
    return f"{url_for('plays.plays')}?{urlencode(asked.query(**more))}"


def facts_here(house: House, game: str) -> Facts:
    """What is known of a game, the categories of pads in the reader's language where a pad of the house has it."""
    facts = facts_of(game)
    return replace(facts, labels=_of_pads(house)) if game.partition("/")[0] == ScorePad.key else facts


def _of_pads(house: House) -> dict[str, Text]:
    """What pads call themselves and their categories, by the English that the log of plays keeps; once a request."""
    if "of_pads" not in g:
        known = [*pads.samples().values(), *(kept.pad for kept in pads.pads(house) if kept.pad is not None)]
        texts = [said(text) for pad in known for text in (pad.title, *(one.label for one in pad.category))]
        g.of_pads = {plain(text): text for text in texts}
    found: dict[str, Text] = g.of_pads
    return found


def install(app: Flask) -> None:
    """Gives templates the words of the evenings."""

    def title_of(game: str, title: str | None) -> Text | str:
        if title is None:
            return shelf.title_of(game, None)
        return _of_pads(app.extensions["companion"]).get(title, title)

    def title_of_kind(kind: str) -> Text | str:
        game, _, title = kind.partition("/")
        return title_of(game, title or None)

    app.jinja_env.globals.update(
        day_in_words=day_in_words,
        month_in_words=month_in_words,
        minutes_in_words=minutes_in_words,
        title_of=title_of,
        title_of_kind=title_of_kind,
        facts_of=lambda game: facts_here(app.extensions["companion"], game),
        name_of=name_of,
        plays_link=link_to,
    )
    app.jinja_env.filters["called"] = lambda number, people: name_of(people, number)
    app.jinja_env.globals["line_ups"] = partial(_line_ups, app)


def _line_ups(app: Flask, players: range) -> Any:
    """Who played together lately, for setting up a table."""
    return line_ups(app.extensions["companion"], app.extensions["guard"].device(), players)
