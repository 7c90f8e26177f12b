"""How much of what happened last the band of the big screen says, and whether people stand in it by name or by sign."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Text
from companion.web.i18n import say
from companion.web.news import News

ROOM = 112
"""Letters that the band has room for; a Chinese character takes that of nearly two."""
LONG_NAME = 10


@dataclass(frozen=True, slots=True)
class Told:
    """Sentences of the band. ``signs``: people stand in them by their signs, since some have long names; ``long``: they
    leave no line for how long ago it was."""

    texts: tuple[Text, ...]
    signs: bool
    long: bool


def letters(words: str) -> float:
    """The room that words take."""
    return sum(1 if ord(letter) < 0x2E80 else 1.7 for letter in words)


def told_in_band(news: News, names: tuple[str, ...]) -> Told:
    """The first sentence and those after it that fit, with signs for names where a long one would crowd them out."""
    whole = sum(letters(say(text, names)) for text in news.texts)
    signs = whole > ROOM / 2 and max(map(letters, names)) > LONG_NAME
    shown = ("xx",) * len(names) if signs else names
    found: list[Text] = []
    for text in news.texts:
        if found and sum(letters(say(one, shown)) for one in (*found, text)) > ROOM:
            break
        found.append(text)
    return Told(tuple(found), signs, sum(letters(say(one, shown)) for one in found) > ROOM / 2)
