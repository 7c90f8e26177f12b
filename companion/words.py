"""Texts in somebody's language.

English is what stands in the source; Traditional Chinese is read from ``companion/locales/zh_Hant_TW/*.po`` at start,
one file for the house (``messages.po``) and one per game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from markupsafe import Markup, escape

from companion import spacing
from companion.core.text import Listing, Param, Spoken, Text, Who

ENGLISH = "en"
CHINESE = "zh_Hant_TW"
LANGUAGES: dict[str, str] = {ENGLISH: "English", CHINESE: "繁體中文"}
"""The languages the companion speaks, each in its own words."""

HTML_LANG = {ENGLISH: "en", CHINESE: "zh-Hant-TW"}
_LOCALES = Path(__file__).parent / "locales"
_CHINESE_TAG = re.compile(r"^zh(?:[-_](?:hant|tw|hk|mo))*$", re.IGNORECASE)


def language_of(tag: str | None) -> str | None:
    """The companion's language for a language tag such as ``zh-TW``, ``zh_Hant_HK`` or ``en_GB.UTF-8``, or None.

    TW, HK, MO, Hant and a bare zh mean Traditional Chinese; simplified Chinese is not spoken here.
    """
    plain = (tag or "").split(".")[0].split("@")[0].strip()
    if _CHINESE_TAG.match(plain):
        return CHINESE
    return ENGLISH if re.match(r"^en(?:[-_]|$)", plain, re.IGNORECASE) else None


def negotiate(accept_language: str | None, chosen: str | None = None) -> str:
    """The language for a request: what the phone chose before, else the best of its Accept-Language header.

    A stored language that is not known any more is passed over. Simplified Chinese readers get Traditional Chinese
    rather than English only where they did not ask for English as well.
    """
    if chosen in LANGUAGES:
        return str(chosen)
    wanted: list[tuple[float, int, str]] = []
    for position, part in enumerate((accept_language or "")[:1000].split(",")):
        tag, _, weight = part.partition(";")
        quality = re.search(r"q\s*=\s*([0-9.]+)", weight)
        try:
            q = float(quality[1]) if quality else 1.0
        except ValueError:
            q = 0.0
        if tag.strip() and q > 0:
            wanted.append((-q, position, tag.strip()))
    for _, _, tag in sorted(wanted):
        if (found := language_of(tag)) is not None:
            return found
    return CHINESE if any(tag.lower().startswith("zh") for _, _, tag in wanted) else ENGLISH


@cache
def catalogue(language: str) -> dict[tuple[str | None, str], str]:
    """Every translated message of a language, by context and English singular; the house's own files come first."""
    found: dict[tuple[str | None, str], str] = {}
    for _, messages in translations(language):
        for key, string in messages:
            found.setdefault(key, string)
    return found


def translations(language: str) -> list[tuple[str, list[tuple[tuple[str | None, str], str]]]]:
    """The files of a language with what each translates; nothing for English."""
    paths = sorted((_LOCALES / language).glob("*.po"), key=lambda path: (path.stem != "messages", path.name))
    return [(path.name, _messages(path)) for path in paths]


def _messages(path: Path) -> list[tuple[tuple[str | None, str], str]]:
    with path.open("rb") as file:
        catalog: Catalog = read_po(file, locale="zh_Hant_TW")
    found = []
    for message in catalog:
        if not message.id or message.fuzzy:
            continue
        singular = message.id if isinstance(message.id, str) else message.id[0]
        string = message.string if isinstance(message.string, str) else (message.string or ("",))[0]
        if string:
            found.append(((message.context, singular), string))
    return found


SHORT_NAME = 4
"""Letters of a name that no line breaks in; a Chinese name has no more."""
PLACES = re.compile(r"\{\w+\}")


class Words:
    """One language: says texts as plain strings and as HTML, where what fills a place stands out."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else ENGLISH
        self._known = catalogue(self.language)

    def template(self, message: str, plural: str | None = None, n: int = 1, context: str | None = None) -> str:
        """The translated template of a message, in the plural form that ``n`` needs."""
        translated = self._known.get((context, message))
        if translated is not None:
            return translated
        return plural if plural is not None and n != 1 else message

    def gettext(self, message: str) -> str:
        """A message of a page template."""
        return self.template(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """A message of a page template that depends on a number."""
        return self.template(singular, plural, n)

    def pgettext(self, context: str, message: str) -> str:
        """A message of a page template whose English is ambiguous."""
        return self.template(message, context=context)

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        """A message of a page template that is ambiguous and depends on a number."""
        return self.template(singular, plural, n, context)

    def say(self, text: Param, names: Sequence[str] = ()) -> str:
        """The text as a plain string; ``names`` are those of the seats."""
        return self._word(text, names)

    def listed(self, words: Iterable[object]) -> str:
        """Words one after the other, with the comma that this language has between them: "阿芳、小明"."""
        return ("、" if self.language == CHINESE else ", ").join(map(str, words))

    def html(self, text: Text | str | int, names: Sequence[str] = ()) -> Markup:
        """The text as HTML, everything escaped, with ``<b>`` round what fills its places.

        Names keep their own direction of reading, whatever stands round them, and no browser translates them.
        """
        if not isinstance(text, Text):
            return escape(str(text))
        template = str(escape(self.template(text.template, text.plural, text.number, text.context)))
        if not PLACES.sub("", template).strip():  # only other texts one after the other: each stands out by itself
            nested = {name: self.html(value, names) for name, value in text.params if isinstance(value, Text)}
        else:
            nested = {}
        filled = {name: f"<b>{self._word(value, names, as_html=True)}</b>" for name, value in text.params} | nested
        return Markup(self._filled(template, filled, as_html=True))  # noqa: S704 - all of it is escaped above

    def in_page(self, template: str, values: Mapping[str, object]) -> Markup:
        """A template of a page with its ``%(name)s`` filled; what is no Markup yet is escaped."""
        shown = {name: str(escape(value)) for name, value in values.items()}
        if self.language != CHINESE:
            return Markup(template) % {name: Markup(value) for name, value in shown.items()}  # noqa: S704 - ours
        return Markup(spacing.filled_in_page(template, shown))  # noqa: S704 - ours, and escaped above

    def _filled(self, template: str, values: Mapping[str, str], as_html: bool = False) -> str:
        if self.language == CHINESE:
            return spacing.filled(template, values, as_html)
        return template.format_map(values)

    def _word(self, value: Param, names: Sequence[str], as_html: bool = False) -> str:
        """A parameter as it stands in a sentence; ``as_html``: escaped, names marked as such."""
        if isinstance(value, Text):
            template = self.template(value.template, value.plural, value.number, value.context)
            if as_html:
                template = str(escape(template))
            return self._filled(template, {name: self._word(p, names, as_html) for name, p in value.params}, as_html)
        if isinstance(value, Who):
            name = names[value.seat] if 0 <= value.seat < len(names) else str(value.seat + 1)
            # Between Chinese letters no browser breaks a line before a word that is to stay whole: here it may.
            may_break = "<wbr>" if self.language == CHINESE else ""
            whole = ' class="short"' if len(name) <= SHORT_NAME else ""
            return f'{may_break}<bdi{whole} translate="no">{escape(name)}</bdi>' if as_html else name
        if isinstance(value, Listing):
            words = [self._word(item, names, as_html) for item in value.items]
            if value.style == "plus":
                return " + ".join(words)
            if value.style == "comma":
                return self.listed(words)
            style: Literal["or", "standard"] = "or" if value.style == "or" else "standard"
            places = str(format_list([f"{{_{n}}}" for n in range(len(words))], style=style, locale=self.language))
            return self._filled(places, {f"_{n}": word for n, word in enumerate(words)}, as_html) if words else ""
        if isinstance(value, Spoken):
            value = self._own(value)
        return str(escape(str(value))) if as_html else str(value)

    def _own(self, spoken: Spoken) -> str:
        """What somebody wrote, in this language where they did."""
        fits = (words for tag, words in spoken.words if not tag or language_of(tag) == self.language)
        return next(fits, spoken.english)
