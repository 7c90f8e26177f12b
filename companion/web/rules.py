"""The rules reference: the chapter that explains the decision at hand first, and a search through all of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.core.text import Text
from companion.core.vocabulary import Chapter


def found_in(chapters: Sequence[Chapter], asked: str, say: Callable[[Text], str]) -> tuple[Chapter, ...]:
    """The rules with all of the words asked for, in their chapters; a chapter whose title has them is there whole.

    ``say``: a text in the reader's language. Nothing asked: everything.
    """
    words = _plain(asked).split()
    return tuple(_matching(chapters, words, say)) if words else tuple(chapters)


def _matching(chapters: Sequence[Chapter], words: list[str], say: Callable[[Text], str]) -> Iterator[Chapter]:
    for chapter in chapters:
        title = _plain(say(chapter.title))
        if all(word in title for word in words):
            yield chapter
            continue
        rules = tuple(rule for rule in chapter.rules if _holds(f"{title} {_plain(say(rule.text))}", words))
        if rules:
            yield replace(chapter, rules=rules)


def _holds(text: str, words: list[str]) -> bool:
    return all(word in text for word in words)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
