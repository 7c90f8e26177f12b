"""Evenings made up by chance: people and plays of the games on the shelf, as a file one could have been sent."""

from __future__ import annotations

import random
import uuid
from datetime import UTC, datetime, timedelta

from companion.evenings.by_hand import placed
from companion.evenings.exchange import FORMAT, EveningsFile, PersonKept, PlayKept, SeatKept
from companion.evenings.model import SYMBOLS, Seated
from companion.games import GAMES
from companion.play.house import written_time
from companion.play.seating import COLORS
from companion.play.shelf import facts_of

NAMES = ("Ann", "Bo", "Cy", "Di", "陳小明", "林美玲", "Eve", "王大同", "Flo", "Gus")
PLACES = ("", "Home", "台北", "Café – Mitte")
FIRST = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)


def _uid(chance: random.Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


def generated(
    chance: random.Random, plays: int, people: int = 8, games: tuple[str, ...] = tuple(GAMES)
) -> EveningsFile:
    """A file with so many plays, in the order of time; one in fifteen was broken off, one in twenty is deleted."""
    colors = list(COLORS)
    there = [
        PersonKept(uid=_uid(chance), name=NAMES[n], color=colors[n % 6], symbol=SYMBOLS[(n + n // 6) % 6])
        for n in range(people)
    ]
    at, made = FIRST, []
    for _ in range(plays):
        at += timedelta(hours=chance.randint(1, 90))
        made.append(_play(chance, chance.choice(games), there, at))
    return EveningsFile(format=FORMAT, people=there, plays=made, zone="Asia/Taipei")


def _play(chance: random.Random, game: str, people: list[PersonKept], at: datetime) -> PlayKept:
    facts, players = facts_of(game), GAMES[game].players
    sitting = chance.sample(people, chance.randint(players[0], min(players[-1], len(people))))
    colors = chance.sample(list(COLORS), len(sitting))
    ended = chance.random() > 1 / 15
    seats = []
    for number, (person, color) in enumerate(zip(sitting, colors, strict=True)):
        lines = tuple((key, chance.randint(-4 if key == "scorn" else 0, 25)) for key in facts.labels) if ended else ()
        score = sum(points for _, points in lines) if facts.has_points and ended else None
        lost = ended and facts.has_losers and number == 0
        won = ended and not facts.has_points and not facts.has_losers and number == 0
        seats.append(Seated(0, person.name, color, score, None, won, lost, number == 1, lines))
    if ended:
        seats = list(placed(seats))
    chance.shuffle(order := list(range(len(seats))))
    return PlayKept(
        uid=_uid(chance),
        game=game,
        state="finished" if ended else "broken_off",
        started_at=written_time(at),
        minutes=chance.randint(20, 240),
        place=chance.choice(PLACES),
        note=chance.choice(("", "close one", "=1+1", "很好玩")),
        deleted=chance.random() < 1 / 20,
        course=[(0, [0] * len(seats)), (30, [seats[at].score or 0 for at in order])]
        if facts.has_points and ended
        else [],
        seats=[
            SeatKept(
                person=sitting[at].uid,
                name=seats[at].name,
                color=seats[at].color,
                score=seats[at].score,
                place=seats[at].place,
                won=seats[at].won,
                lost=seats[at].lost,
                start=seats[at].start,
                lines=list(seats[at].lines),
            )
            for at in order
        ],
    )
