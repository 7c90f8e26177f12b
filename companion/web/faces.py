"""Names of die faces, as people type them and as they are kept.

A face that a game knows is kept by its key, whatever language it was typed in: what one phone taught, another reads.
"""

from __future__ import annotations

import re

from companion.core import names
from companion.core.text import T
from companion.games import GAMES
from companion.play import Refused
from companion.web.i18n import say
from companion.words import LANGUAGES, Words

BETWEEN = re.compile(r"[,;、，；]")
MOST = 20
PASSED_OVER = "-"
TOO_MANY = T("So many dice do not lie in one picture. Take several pictures of fewer.")
NO_FACE = T("Name at least one face: - passes a die over.")


def face_named(game: str, typed: str) -> str:
    """The name under which a face is kept. Raises Refused."""
    fault = names.fault(typed)
    if fault is not None:
        raise Refused("bad_field", "name", names.FAULTS[fault])
    name = names.cleaned(typed)
    known = {
        Words(language).say(word).casefold(): key
        for key, word in GAMES[game].die_faces().items()
        for language in LANGUAGES
    }
    return known.get(name.casefold(), name)


def faces_named(game: str, typed: str) -> list[str]:
    """The names of the dice of one picture from left to right, "-" for one that is passed over. Raises Refused."""
    parts = [part for part in BETWEEN.split(typed) if part.strip()] or [""]
    if len(parts) > MOST:
        raise Refused("bad_field", "name", TOO_MANY)
    found = [face_named(game, part) for part in parts]
    if all(name == PASSED_OVER for name in found):
        raise Refused("bad_field", "name", NO_FACE)
    return found


def shown(game: str, name: str) -> str:
    """A face in the language of this request: the game's word for it, or the name it was given."""
    return say(GAMES[game].die_faces().get(name, name))
