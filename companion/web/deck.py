"""Teaching a whole deck: a picture of many cards in rows is cut up, each card is named, asked about where needed, then kept.

What was cut out waits here between the picture and the names, of the last eight pictures; it is gone with the process.
"""

from __future__ import annotations

import base64
import re
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request, url_for

from companion import play
from companion.core import names
from companion.core.text import T, Text
from companion.games import GAMES
from companion.play import House, Refused
from companion.play.house import new_key
from companion.reader import Reader, ReaderError
from companion.web.i18n import say
from companion.web.pictures import CODES, REASONS, refused_picture
from companion.web.security import Guard
from companion.web.taught import folder_of, known_names, require_teaching
from companion.words import LANGUAGES, Words
from vision.reading import CutOfRow, RowsCut

MOST_WAITING = 8
LONGEST_LIST = 20_000
"""Letters of a list of names that are looked at: five hundred names of the longest."""
GONE = T("This picture does not wait here any more. Take it again: what was kept of it is kept.")
NO_NAME = T("Name at least one card: tap a name, type it, or put in a list.")
IN_THE_CARD = re.compile(r"[\n,;、，；]+")
"""What stands between the names of a list."""


@dataclass
class Draft:
    """A picture of many cards before its cards have names. ``kept``: the numbers, from 1, of those that are taught.

    ``address``: where it came from.
    """

    game: str
    rows: RowsCut
    address: str = ""
    kept: set[int] = field(default_factory=set)
    keeping: threading.Lock = field(default_factory=threading.Lock)

    def open(self) -> list[tuple[int, CutOfRow]]:
        """The cards that can be taught still, by their numbers."""
        return [(n, cut) for n, cut in enumerate(self.rows.cuts, 1) if cut.jpeg and n not in self.kept]


class Drafts:
    """The last pictures, each by a key that only its phone knows. Safe between threads.

    Where there are too many, the oldest of the address goes that has most: nobody loses theirs to one that sends many.
    """

    def __init__(self) -> None:
        self._drafts: OrderedDict[str, Draft] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, draft: Draft) -> str:
        key = new_key()
        with self._lock:
            self._drafts[key] = draft
            if len(self._drafts) > MOST_WAITING:
                held = Counter(one.address for one in self._drafts.values())
                most = max(held.values())
                del self._drafts[next(key for key, one in self._drafts.items() if held[one.address] == most)]
        return key

    def find(self, key: str, game: str) -> Draft:
        """Raises Refused where it is gone."""
        with self._lock:
            draft = self._drafts.get(key)
        if draft is None or draft.game != game:
            raise Refused("not_found", None, GONE)
        return draft


def listed_names(typed: str) -> list[str]:
    """The names of a pasted list, one a line or with commas; empty ones are left out."""
    return [name for part in IN_THE_CARD.split(typed[:LONGEST_LIST]) if (name := names.cleaned(part))]


def filled(draft: Draft, given: Mapping[int, str], coming: Sequence[str]) -> dict[int, str]:
    """The names with those of a list put in: one for each card where there are as many, else for cards without a name, and a
    card that was seen before takes the name it has already."""
    cards = draft.open()
    if len(coming) == len(cards):
        return {n: name for (n, _), name in zip(cards, coming, strict=True)}
    found, left = dict(given), list(coming)
    for n, cut in cards:
        if not found.get(n):
            found[n] = found.get(_first(cut)) or (left.pop(0) if left else "")
    return found


def questions(draft: Draft, given: Mapping[int, str], known: Sequence[str]) -> dict[int, Text]:
    """What has to be asked before these names are kept, by the number of the card: seen twice, or one name twice."""
    asked: dict[int, Text] = {}
    first_of: dict[str, int] = {}
    for n, cut in draft.open():
        name = given.get(n, "")
        if not name:
            continue
        first, twin = first_of.setdefault(name, n), _first(cut)
        if twin and given.get(twin) and given[twin] != name:
            asked[n] = T(
                "It looks the same as number {n}, {name}. Is it one card with one name?", n=twin, name=given[twin]
            )
        elif cut.alike and name not in cut.alike:
            asked[n] = T("It looks the same as {name}, which is taught already. Is it one card with one name?",
                         name=cut.alike[0])  # fmt: skip
        elif first != n and twin != first:
            asked[n] = T(
                "Number {n} has this name too and looks different. Are these two pictures of one card?", n=first
            )
        elif name in known and name not in cut.alike:
            asked[n] = T("{name} is taught already and looks different. Are these two pictures of one card?", name=name)
    return asked


def _first(cut: CutOfRow) -> int:
    return 0 if cut.twice is None else cut.twice + 1


def card_names(game: str, house: House, known: Sequence[str]) -> list[str]:
    """The names the game knows of its cards and nobody taught yet, in whatever language; in the language of the reader."""
    named = GAMES[game].card_names(play.box_of(house, game))
    return [say(name) for name in named if all(Words(language).say(name) not in known for language in LANGUAGES)]


def blueprint(house: House, guard: Guard, reader: Reader) -> Blueprint:
    """``/t/CODE/camera/cards/…``."""
    pages, drafts = Blueprint("deck", __name__), Drafts()

    def show(
        code: str, key: str, draft: Draft, given: Mapping[int, str], asked: Mapping[int, Text], said: Text | None
    ) -> str:
        known = known_names(folder_of(house, "cards", draft.game))
        own = card_names(draft.game, house, known)
        return render_template(
            "camera_deck.html",
            look=play.look(house, code),
            key=key,
            draft=draft,
            given=given,
            asked=asked,
            said=said,
            own=own,
            offered=list(dict.fromkeys((*own, *known))),
            why={
                n: REASONS.get(cut.refused, CODES["unreadable_picture"])
                for n, cut in enumerate(draft.rows.cuts, 1)
                if cut.refused
            },
        )

    @pages.post("/t/<code>/camera/cards/look")
    def look(code: str) -> Response:
        found = play.look(house, code)
        require_teaching(house, guard, found.row.game)
        picture = request.files.get("image")
        if picture is None:
            raise Refused("bad_field", "image", T("Send the picture as the field “image” of a form."))
        try:
            rows = reader.look_at_cards(picture.stream, folder_of(house, "cards", found.row.game))
        except ReaderError as problem:
            raise refused_picture(problem) from problem
        key = drafts.add(Draft(found.row.game, rows, request.remote_addr or ""))
        return redirect(url_for("deck.page", code=found.code, key=key), 303)  # type: ignore[return-value]

    @pages.get("/t/<code>/camera/cards/<key>")
    def page(code: str, key: str) -> str:
        found = play.look(house, code)
        draft = drafts.find(key, found.row.game)
        given = {n: cut.alike[0] for n, cut in draft.open() if cut.alike}
        return show(code, key, draft, given, {}, None)

    @pages.get("/t/<code>/camera/cards/<key>/<int:number>.jpg")
    def picture(code: str, key: str, number: int) -> Response:
        """A card as it was cut out; 0 is the whole picture with its numbers."""
        draft = drafts.find(key, play.look(house, code).row.game)
        if number > len(draft.rows.cuts):
            raise Refused("not_found", None, GONE)
        jpeg = draft.rows.cuts[number - 1].jpeg if number else draft.rows.jpeg
        response = Response(base64.b64decode(jpeg), content_type="image/jpeg")
        response.headers["Cache-Control"] = "private, max-age=86400, immutable"
        return response

    @pages.post("/t/<code>/camera/cards/<key>")
    def name(code: str, key: str) -> Response | str:
        found = play.look(house, code)
        require_teaching(house, guard, found.row.game)
        draft = drafts.find(key, found.row.game)
        folder = folder_of(house, "cards", found.row.game)
        given = {n: request.form.get(f"name-{n}", "") for n, _ in draft.open()}
        if (wanted := request.form.get("fill")) is not None:
            coming = listed_names(request.form.get("list", ""))
            if wanted == "game":
                coming = card_names(draft.game, house, known_names(folder))
            said = None
            if wanted != "game" and len(coming) != len(given):
                said = T("The list has {n} names, and {m} cards wait for one.", n=len(coming), m=len(given))
            return show(code, key, draft, filled(draft, given, coming), {}, said)
        faults = {
            n: names.FAULTS[fault] for n, typed in given.items() if typed.strip() and (fault := names.fault(typed))
        }
        if faults:
            return show(code, key, draft, given, faults, None)
        given = {n: names.cleaned(typed) for n, typed in given.items()}
        if not any(given.values()):
            if any(request.form.get(f"name-{n}", "").strip() for n in draft.kept):
                return kept(found.code, draft)  # tapped twice: the first one counts
            return show(code, key, draft, given, {}, NO_NAME)
        asked = questions(draft, given, known_names(folder))
        if asked and request.form.get("sure") != "yes":
            return show(code, key, draft, given, asked, None)
        return keep(found.code, key, draft, folder, given)

    def keep(code: str, key: str, draft: Draft, folder: Path, given: Mapping[int, str]) -> Response | str:
        with draft.keeping:  # a second tap waits, and finds nothing left to keep
            for n, cut in draft.open():
                if given.get(n):
                    try:
                        reader.teach_card(base64.b64decode(cut.jpeg), folder, given[n], whole=True)
                    except ReaderError as problem:
                        return show(code, key, draft, given, {n: refused_picture(problem).text}, None)
                    draft.kept.add(n)
        return kept(code, draft)

    def kept(code: str, draft: Draft) -> Response:
        where = url_for("camera.page", code=code, learnt=len(draft.kept), _anchor="taught")
        return redirect(where, 303)  # type: ignore[return-value]

    return pages
