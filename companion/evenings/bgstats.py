"""The file of BG Stats, written and read: players, locations, games and plays, each with small numbers for references.

Fields as its maker describes them for pushing plays, in the tables of its own export: ``score`` is a string, every
player says ``startPlayer``, ``playDate`` is local time without a zone, ``manualWinner`` says that the winner does not
follow from the scores. Nothing else of the file is looked at when one is read.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from companion.evenings.model import Person, Play, Seated

SPACE = uuid.UUID("0c7a0d5e-3a5b-4f0e-8f63-5d1d4a3d2c90")
"""The name space of games and places, which have no unique name of their own here."""
WRITTEN = "%Y-%m-%d %H:%M:%S"


def bgstats_file(
    plays: Sequence[Play],
    people: Mapping[int, Person],
    titles: Mapping[str, str],
    local: Callable[[Play], datetime],
    nobody: str,
) -> dict[str, Any]:
    """Finished plays that are not deleted, as BG Stats imports them. ``local``: when a play was, in the house."""
    kept = [play for play in sorted(plays, key=lambda play: play.when) if play.state == "finished" and not play.deleted]
    there = sorted({seat.person for play in kept for seat in play.seats})
    kinds = sorted({play.kind for play in kept})
    places = sorted({play.place for play in kept if play.place})
    newest = local(kept[-1]).strftime(WRITTEN) if kept else "2026-01-01 00:00:00"
    number = {person: n for n, person in enumerate(there, 1)}
    unpointed = {play.kind for play in kept if all(seat.score is None for seat in play.seats)}
    pointed = {play.kind for play in kept if any(seat.score is not None for seat in play.seats)}
    return {
        "players": [
            {
                "id": number[person],
                "uuid": people[person].uid,
                "name": nobody if people[person].deleted else people[person].name,
                "isAnonymous": people[person].deleted,
                "modificationDate": newest,
            }
            for person in there
        ],
        "locations": [
            {"id": n, "uuid": str(uuid.uuid5(SPACE, f"place {place}")), "name": place, "modificationDate": newest}
            for n, place in enumerate(places, 1)
        ],
        "games": [
            {
                "id": n,
                "uuid": str(uuid.uuid5(SPACE, f"game {kind}")),
                "name": titles[kind],
                "bggId": 0,
                "cooperative": False,
                "highestWins": True,
                "noPoints": kind in unpointed - pointed,
                "usesTeams": False,
                "modificationDate": newest,
            }
            for n, kind in enumerate(kinds, 1)
        ],
        "plays": [_play(play, number, kinds.index(play.kind) + 1, places, local(play)) for play in kept],
    }


def _play(play: Play, number: Mapping[int, int], game: int, places: Sequence[str], at: datetime) -> dict[str, Any]:
    written = at.strftime(WRITTEN)
    found: dict[str, Any] = {
        "uuid": play.uid,
        "playDate": written,
        "entryDate": written,
        "modificationDate": written,
        "durationMin": play.minutes or 0,
        "gameRefId": game,
        "usesTeams": False,
        "ignored": False,
        "rounds": 0,
        "manualWinner": not follows_from_scores(play.seats),
        "comments": play.note,
        "playerScores": [
            {
                "playerRefId": number[seat.person],
                "score": "" if seat.score is None else str(seat.score),
                "winner": seat.won,
                "startPlayer": seat.start,
                "newPlayer": False,
                "rank": seat.place or 0,
                "seatOrder": order,
            }
            for order, seat in enumerate(play.seats, 1)
        ],
    }
    if play.place:
        found["locationRefId"] = places.index(play.place) + 1
    return found


def follows_from_scores(seats: Sequence[Seated]) -> bool:
    """Whether those and only those with the most points have won."""
    scores = [seat.score for seat in seats]
    known = [score for score in scores if score is not None]
    return len(known) == len(scores) and all(seat.won == (seat.score == max(known)) for seat in seats)


class ForeignPlayer(msgspec.Struct, frozen=True):
    """A player of the file."""

    id: int
    name: str
    uuid: str | None = None
    isAnonymous: bool | None = None


class ForeignNamed(msgspec.Struct, frozen=True):
    """A game or a location of the file."""

    id: int
    name: str = ""
    bggName: str | None = None


class ForeignScore(msgspec.Struct, frozen=True):
    """How a player did."""

    playerRefId: int
    score: str | int | float | None = None
    winner: bool | None = None
    startPlayer: bool | None = None
    seatOrder: int | None = None


class ForeignPlay(msgspec.Struct, frozen=True):
    """A play of the file."""

    gameRefId: int
    playDate: str
    playerScores: list[ForeignScore]
    uuid: str | None = None
    durationMin: int | None = None
    locationRefId: int | None = None
    comments: str | None = None
    ignored: bool | None = None


class ForeignFile(msgspec.Struct, frozen=True):
    """As much of a BG Stats file as is read."""

    players: list[ForeignPlayer]
    games: list[ForeignNamed]
    plays: list[ForeignPlay]
    locations: list[ForeignNamed] = []


def is_bgstats(data: object) -> bool:
    """Whether this is laid out as the file of BG Stats is."""
    return isinstance(data, dict) and "format" not in data and {"players", "games", "plays"} <= set(data)


def points(score: str | float | None) -> int | None:
    """A score of the file as whole points, None where it is none."""
    if score is None:
        return None
    try:
        found = float(score.strip().replace("−", "-") if isinstance(score, str) else score)
    except ValueError:
        return None
    return int(found) if found == found and abs(found) < 1e9 and found == int(found) else None
