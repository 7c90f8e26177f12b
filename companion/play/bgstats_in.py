"""A BG Stats file as ours: its players and its plays of the games on the shelf."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo

from msgspec.structs import replace

from companion.core import names
from companion.core.codec import read_struct
from companion.core.refusal import Refused
from companion.evenings.bgstats import SPACE, ForeignFile, ForeignPlay, ForeignScore, is_bgstats, points
from companion.evenings.by_hand import placed
from companion.evenings.days import FIRST_YEAR, LAST_YEAR, zone_of
from companion.evenings.exchange import FORMAT, EveningsFile, PersonKept, PlayKept, SeatKept
from companion.evenings.model import Seated
from companion.games import GAMES
from companion.play.evening_log import HIGHEST, LONGEST_NOTE, LONGEST_PLACE, MOST_MINUTES, MOST_SEATS
from companion.play.evenings_in import BroughtIn, evenings_file, import_plays
from companion.play.house import House, written_time
from companion.play.logbook import zone_name
from companion.play.people import SYMBOL_OF
from companion.play.seating import COLORS
from companion.play.shelf import facts_of
from companion.words import LANGUAGES, Words


def import_any(house: House, data: object) -> BroughtIn:
    """Adds what a file holds, whether it is ours or of BG Stats. Raises Refused."""
    if is_bgstats(data):
        file, others = from_bgstats(read_struct(ForeignFile, data), zone_of(zone_name(house)))
        return import_plays(house, file, others)
    return import_plays(house, evenings_file(data))


def from_bgstats(foreign: ForeignFile, zone: tzinfo | None = None) -> tuple[EveningsFile, int]:
    """The plays of our games with whoever played them, and how many other plays there are in the file.

    ``zone``: that of its dates, which have none; None: the computer's own.
    """
    called = _games_by_title()
    games = {
        game.id: key
        for game in foreign.games
        for key in (called.get(_same(game.name)), called.get(_same(game.bggName or "")))
        if key is not None
    }
    places = {place.id: names.without_steering(place.name)[:LONGEST_PLACE] for place in foreign.locations}
    uids = {player.id: _uid(player.uuid, f"player {player.id} {player.name}") for player in foreign.players}
    plays = [
        found
        for play in foreign.plays
        if play.gameRefId in games
        and not play.ignored
        and (found := _play(play, games[play.gameRefId], places, uids, zone)) is not None
    ]
    unique = {play.uid: play for play in plays}
    there = {seat.person for play in unique.values() for seat in play.seats}
    people: dict[str, PersonKept] = {}
    for n, player in enumerate(foreign.players):
        uid, color = uids[player.id], list(COLORS)[n % len(COLORS)]
        name = names.cleaned(player.name)
        if uid in there:
            name = name if name and names.fault(name) is None else f"#{player.id}"[: names.LONGEST]
            people[uid] = PersonKept(uid=uid, name=name, color=color, symbol=SYMBOL_OF[color])
    called_by = {uid: person.name for uid, person in people.items()}
    kept = [_with_names(play, called_by, people) for play in unique.values()]
    file = EveningsFile(format=FORMAT, people=list(people.values()), plays=kept)
    return file, len(foreign.plays) - len(kept)


def _games_by_title() -> dict[str, str]:
    """The games on the shelf by what they are called in each language, and by their key."""
    words = [Words(language) for language in LANGUAGES]
    return {_same(title): key for key, kind in GAMES.items() for title in (key, *(w.say(kind.title) for w in words))}


def _same(title: str) -> str:
    return "".join(letter for letter in names.identity(title).casefold() if letter.isalnum())


def _uid(given: str | None, otherwise: str) -> str:
    try:
        return str(uuid.UUID(given or ""))
    except ValueError:
        return str(uuid.uuid5(SPACE, otherwise))


def _play(
    play: ForeignPlay, game: str, places: Mapping[int, str], uids: Mapping[int, str], zone: tzinfo | None
) -> PlayKept | None:
    """One play; None where nobody, too many or somebody twice sat there, or it has no date."""
    scores = sorted(play.playerScores, key=lambda score: score.seatOrder or 0)
    people = [uids.get(score.playerRefId) for score in scores]
    try:
        at = datetime.fromisoformat(play.playDate.strip())
    except ValueError:
        return None
    if not FIRST_YEAR <= at.year <= LAST_YEAR or not 1 <= len(scores) <= MOST_SEATS:
        return None
    if None in people or len(set(people)) != len(people):
        return None
    note = "\n".join(names.without_steering(line) for line in (play.comments or "").splitlines()).strip()
    minutes = play.durationMin if play.durationMin and 0 < play.durationMin <= MOST_MINUTES else None
    return PlayKept(
        uid=_uid(play.uuid, f"play {play.playDate} {game} {people}"),
        game=game,
        state="finished",
        day=at.date().isoformat(),
        started_at=written_time(at.replace(tzinfo=at.tzinfo or zone).astimezone()),
        minutes=minutes,
        place=places.get(play.locationRefId or -1, ""),
        note=note[:LONGEST_NOTE].strip(),
        seats=[
            SeatKept(
                person=str(uid),
                name="",
                color="",
                score=seat.score,
                place=seat.place,
                won=seat.won,
                lost=seat.lost,
                start=seat.start,
            )
            for uid, seat in zip(people, _seats(game, scores), strict=True)
        ],
    )


def _seats(game: str, scores: Sequence[ForeignScore]) -> tuple[Seated, ...]:
    facts = facts_of(game)
    found = [points(score.score) for score in scores] if facts.has_points else [None] * len(scores)
    if any(value is None or abs(value) > HIGHEST for value in found):
        found = [None] * len(scores)
    won = [bool(score.winner) for score in scores]
    lost = [facts.has_losers and any(won) and not flag for flag in won]
    seats = [
        Seated(0, "", "", value, None, flag, fetched, bool(score.startPlayer))
        for score, value, flag, fetched in zip(scores, found, won, lost, strict=True)
    ]
    try:
        return placed(seats)
    except Refused:  # another winner than the scores say: whoever wrote the file knew better
        winners = [seat.won for seat in seats]
        rest = sorted((seat.score or 0 for seat in seats if not seat.won), reverse=True)
        return tuple(
            Seated(
                0, "", "", s.score, 1 if s.won else sum(winners) + 1 + rest.index(s.score or 0), s.won, s.lost, s.start
            )
            for s in seats
        )


def _with_names(play: PlayKept, called: Mapping[str, str], people: Mapping[str, PersonKept]) -> PlayKept:
    """The play with the names and colours of those who sat there, no colour twice while there are enough."""
    used: list[str] = []
    for seat in play.seats:
        color = people[seat.person].color
        used.append(color if color not in used else next((key for key in COLORS if key not in used), color))
    seats = [replace(s, name=called[s.person], color=color) for s, color in zip(play.seats, used, strict=True)]
    return replace(play, seats=seats)
