"""Names as people have them: of players, cards, die faces. One rule for all of them.

A name is what people see: letters of any script, emoji families held together by joiners, words with one space between
them, however wide it was typed. What cannot be seen alone, steers a terminal or turns the reading direction of what
follows is no part of a name. Two names are the same when they look the same: composed or not, wide or not.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from companion.core.text import T, Text

LONGEST = 40
MOST_WRITTEN = 4 * LONGEST
"""Characters of a name, those among them that are part of a letter: a letter can carry any number of accents."""
MOST_TYPED = 1_000
"""Of what is longer no more is looked at: it is no name, and a quarter of a million letters take a third of a second."""
JOINERS = "\u200c\u200d"
"""Zero width non-joiner and joiner: Persian words and families of emoji need them, between two visible letters."""
VARIATION_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""What spells the flags of regions such as Scotland, after a black flag."""
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u180e\u034f\U0001d159\U0001da80")
"""Letters by their category, and yet nothing to see: the fillers of Hangul, the empty Braille pattern."""


FAULTS: dict[str, Text] = {
    "empty": T("A name has 1 to 40 letters."),
    "long": T("A name has 1 to 40 letters."),
    "control": T("A name stands in one line and has no control characters. Type it anew."),
    "invisible": T("There is nothing to see in this name. Type letters, a number or an emoji."),
}
"""What each `fault` is told as."""


def cleaned(typed: str) -> str:
    """The name as it is kept: composed, its spaces single and plain, without what only steers. May be empty.

    Control characters, marks of direction, joiners at an edge and other invisible characters are left out.
    """
    text = unicodedata.normalize("NFC", typed[:MOST_TYPED])
    words = "".join(" " if _is_space(letter) else letter for letter in text if _is_space(letter) or _stays(letter))
    tidy = " ".join(filter(None, (_joined(word) for word in words.split())))
    return tidy if _can_be_seen(tidy) else ""


def fault(typed: str) -> str | None:
    """Why a text cannot be a name: ``empty``, ``control``, ``invisible`` (nothing to see in it), ``long``; or None."""
    if len(typed) > MOST_TYPED:
        return "long"
    name = cleaned(typed)
    if name and any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in typed.strip()):
        return "control"
    if not name:
        return "invisible" if any(not _is_space(letter) for letter in typed) else "empty"
    return "long" if length(name) > LONGEST or len(name) > MOST_WRITTEN else None


def length(name: str) -> int:
    """Its letters as people count them, roughly: marks, joiners and selectors are part of the letter before."""
    return sum(
        1
        for letter in name
        if not (unicodedata.combining(letter) or letter in JOINERS or letter in VARIATION_SELECTORS)
    )


def identity(name: str) -> str:
    """What two names share that look the same: for telling whether a name is taken."""
    return _known_identity(name) if len(name) <= _SHORT else _identity(name)


def _identity(name: str) -> str:
    text = unicodedata.normalize("NFKC", cleaned(name))
    text = "".join(letter for letter in text if letter not in JOINERS and letter not in VARIATION_SELECTORS)
    return unicodedata.normalize("NFKC", text)


_SHORT = 64
"""Longer than any name that is kept: what is longer is worked out each time, so that it takes no memory."""
_known_identity = lru_cache(maxsize=16_384)(_identity)


def printable(text: str) -> str:
    """A text for a terminal or a log, in which nothing steers: what is no part of a name becomes a mark."""
    return "".join(letter if _is_plain(letter) or letter in "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text)


def without_steering(text: str) -> str:
    """A longer text (a reason, a note) without control characters and marks of direction; line breaks become spaces."""
    return " ".join(
        "".join(" " if _is_space(letter) else letter for letter in text if _is_plain_or_space(letter)).split()
    )


def file_name(name: str) -> str:
    """The name as a part of a file's name on every system: no separators, no reserved names, at most 80 bytes."""
    text = "".join("_" if letter in '<>:"/\\|?*' else letter for letter in cleaned(name)).strip(". ")
    encoded = text.encode()[:80].decode(errors="ignore").rstrip(". ")
    stem = encoded.partition(".")[0].upper()
    reserved = stem in {"CON", "PRN", "AUX", "NUL"} or (
        len(stem) == 4 and stem[:3] in {"COM", "LPT"} and stem[3].isdigit()
    )
    return f"_{encoded}" if reserved or not encoded else encoded


def _is_space(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter) in ("Zs", "Zl", "Zp")


def _is_plain(letter: str) -> bool:
    return letter in JOINERS or letter in TAGS or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _is_plain_or_space(letter: str) -> bool:
    return _is_space(letter) or _is_plain(letter)


def _stays(letter: str) -> bool:
    return _is_plain(letter) and letter not in BLANK


def _joined(word: str) -> str:
    """A word whose joiners and selectors stand between or after something visible, and nowhere twice."""
    kept = ""
    for letter in word:
        holds_on = letter in JOINERS or letter in VARIATION_SELECTORS
        if holds_on and (not kept or kept[-1] in JOINERS):
            continue
        kept += letter
    return kept.rstrip(JOINERS)


def _can_be_seen(name: str) -> bool:
    """Whether there is a letter, digit, sign or emoji in it, not only marks that need one."""
    return any(unicodedata.category(letter)[0] in "LNSP" or unicodedata.category(letter) == "Co" for letter in name)
