"""Lists of tables, read from columns: no list folds a log that it has seen before.

What a list needs of a table is noted beside it under the number of its newest event. A list that finds the note behind
folds that table once and notes it again, a few per look; where nothing can be written it does without.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion import __version__
from companion.core.names import identity
from companion.core.refusal import Refused
from companion.core.text import Param, Text
from companion.games import GAMES
from companion.games.pad import ScorePad
from companion.games.pad.definition import Words, said
from companion.play.house import House
from companion.play.look import Look
from companion.play.looking import look_at
from companion.play.noted import from_note, noted
from companion.store import Summary, Unwritable

MOST_TABLES_OF_NAMES = 60
MOST_FORGOTTEN = 500
FORGOTTEN = "forgotten_names"
FORM = 2
"""Which things a note holds; one that holds others is behind."""
FOLDED_PER_LOOK = 20
"""Tables whose note is behind that one look folds; the others show what they were opened with, until the next."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as lists show it. ``mine``: this device has been there.

    ``readable``: this version can fold its log; ``final``: the game has ended; ``has_score``: there is a score to
    export. Both are False where that is not known. ``called``: the title of its pad. ``ended``: the end is there for all
    to see, revealed where there is something to reveal; only then ``won``, ``lost`` and ``totals`` (of the best two,
    the winner's first) are known. ``active``: whom it waits for.
    """

    code: str
    game: str
    seq: int
    names: tuple[str, ...]
    open: bool
    mine: bool
    touched_at: str
    readable: bool = True
    final: bool = False
    has_score: bool = False
    deleted: bool = False
    called: Words | None = None
    colors: tuple[str, ...] = ()
    stage_note: Any = None
    active: tuple[int, ...] = ()
    ended: bool = False
    won: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()

    @property
    def going(self) -> bool:
        """Whether it still goes on."""
        return self.open and not self.ended

    @property
    def stage(self) -> Param | None:
        """Where the table is, None where that is not known."""
        return None if self.stage_note is None else from_note(self.stage_note)

    @property
    def title(self) -> Text | str:
        """The name of the game, or of the table's own pad; its key, where this version does not know it."""
        if self.called is not None:
            return said(self.called)
        return GAMES[self.game].title if self.game in GAMES else self.game


def lobby(house: House, device: str) -> list[Listed]:
    """This device's tables, last seen first, then the other open ones that are not unlisted, last touched first."""
    there = {row.code: row for row in house.store.summaries() if row.deleted_at is None}
    mine = [code for code in house.store.tables_of(device) if code in there]
    known = set(mine)
    others = [code for code, row in there.items() if code not in known and row.closed_at is None and not row.unlisted]
    return _listed(house, [there[code] for code in (*mine, *others)], known)


def deleted(house: House) -> list[Listed]:
    """The tables that can be restored, newest deletion first; nothing is folded for them."""
    rows = [row for row in house.store.summaries() if row.deleted_at is not None]
    return [_entry(row, row.known, False) for row in sorted(rows, key=lambda row: row.deleted_at or "", reverse=True)]


def remembered_names(house: House, device: str = "", most: int = 12) -> list[dict[str, str]]:
    """Who sat at earlier tables, the most recent first, each in the newest spelling and with the colour last used.

    Names of unlisted tables are for those who have been there; a forgotten one is back once it is used again.
    """
    mine, gone = set(house.store.tables_of(device)), _forgotten(house)
    found: dict[str, dict[str, str]] = {}
    for row in house.store.summaries()[:MOST_TABLES_OF_NAMES]:
        if row.deleted_at is not None or (row.unlisted and row.code not in mine):
            continue
        known = row.known or {}
        seats = zip(known.get("names") or row.opened_with, known.get("colors") or row.opened_colors, strict=False)
        for name, color in seats:
            same = identity(name).casefold()
            if same not in found and gone.get(same, "") < row.touched_at:
                found[same] = {"name": name, "color": color}
    return list(found.values())[:most]


def forget_name(house: House, name: str) -> None:
    """Offers a name no more until it is used again."""
    now = max([house.at(), *(row.touched_at for row in house.store.summaries()[:1])])
    gone = _forgotten(house) | {identity(name).casefold(): now}
    newest = dict(sorted(gone.items(), key=lambda pair: pair[1])[-MOST_FORGOTTEN:])
    with house.store.writing():
        house.store.set_setting(FORGOTTEN, json.dumps(newest, ensure_ascii=False))


def _forgotten(house: House) -> dict[str, str]:
    """The names that are not offered, each with the time since when."""
    kept = house.store.setting(FORGOTTEN)
    found: dict[str, str] = json.loads(kept) if kept else {}
    return found


def _shown(known: dict[str, Any]) -> dict[str, Any]:
    """What a note says of how far a table is."""
    seats = {name: tuple(known.get(name, ())) for name in ("active", "won", "lost", "totals")}
    return {"stage_note": known.get("stage"), "ended": known.get("ended", False), **seats}


def note_all(house: House, ended: Any = None) -> int:
    """Notes every table whose note is behind, for a start after an update; answers with how many those were.

    ``ended``: something with ``is_set()`` that stops it in between.
    """
    behind = [row for row in house.store.summaries() if row.deleted_at is None and not _is_current(row)]
    for row in behind:
        if ended is not None and ended.is_set():
            break
        _note(house, [row])
    return len(behind)


def _listed(house: House, rows: Iterable[Summary], mine: set[str]) -> list[Listed]:
    rows = list(rows)
    behind = [row for row in rows if not _is_current(row)][:FOLDED_PER_LOOK]
    noted = _note(house, behind)
    return [_entry(row, noted.get(row.code, row.known), row.code in mine) for row in rows]


def _is_current(row: Summary) -> bool:
    """What one version could not read, another may; a note of another form says less than lists show."""
    return (
        row.known is not None
        and row.known.get("form") == FORM
        and (row.known["readable"] or row.known["by"] == __version__)
    )


def _note(house: House, rows: list[Summary]) -> dict[str, dict[str, Any]]:
    found = {row.code: (row.seq, _summary(house, row)) for row in rows}
    if found:
        with suppress(Unwritable), house.store.writing(wait_s=0):
            for code, (seq, summary) in found.items():
                house.store.set_summary(code, seq, summary)
    return {code: summary for code, (_, summary) in found.items()}


def _summary(house: House, row: Summary) -> dict[str, Any]:
    """What is noted of a table: names of today's seats, whether it ended, has a score, can be read and by whom."""
    called: Words | None = None
    progress: dict[str, Any] = {}
    names, colors, final, score, readable = row.opened_with, row.opened_colors, False, False, False
    whole = house.store.table(row.code)
    if whole is not None and row.game in GAMES:
        try:
            found = look_at(house, whole)
            names, colors = list(found.names), [seat.color for seat in found.table.seats]
            final, score, readable = found.outcome is not None, found.score is not None, True
            progress = _progress(found)
            called = found.game.pad.title if isinstance(found.game, ScorePad) else None
        except Refused:
            logger.info("table %s is listed without its log", row.code)
    told = {"names": names, "colors": colors, "final": final, "score": score, "readable": readable, "by": __version__}
    told |= {"form": FORM, **progress}
    return told if called is None else told | {"called": called}


def _progress(found: Look) -> dict[str, Any]:
    """Where a table is, whom it waits for; once all may see it who won, and the best two totals."""
    told = {"stage": noted(found.stage.text), "active": sorted(found.active), "ended": found.ended}
    if not found.ended or found.outcome is None:
        return told
    score = found.score
    scored = score is not None and bool(score.winners)
    best = sorted(score.players, key=lambda player: player.rank)[:2] if scored and score is not None else []
    return told | {
        "won": list(found.outcome.winners),
        "lost": list(found.outcome.losers),
        "totals": [player.total for player in best],
    }


def _entry(row: Summary, known: dict[str, Any] | None, mine: bool) -> Listed:
    names = known["names"] if known is not None else row.opened_with
    return Listed(
        row.code,
        row.game,
        row.seq,
        tuple(names),
        row.closed_at is None,
        mine,
        row.touched_at,
        readable=row.game in GAMES and (known is None or known["readable"]),
        final=known is not None and known["final"],
        has_score=known is not None and known["score"],
        deleted=row.deleted_at is not None,
        called=None if known is None else known.get("called"),
        colors=tuple(known["colors"] if known is not None and "colors" in known else row.opened_colors),
        **_shown(known or {}),
    )
