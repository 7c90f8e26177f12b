"""When a table was played, as people write it: the day, and from when to when, by the clock of this computer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from babel.dates import format_date, format_skeleton

from companion.play import Look


@dataclass(frozen=True, slots=True)
class Evening:
    """From the opening of a table to its newest entry, in local time; ``language``: of the words."""

    began: datetime
    ended: datetime
    language: str

    @property
    def day(self) -> str:
        """The day it began: "30 November 2026"."""
        return format_date(self.began, "long", locale=self.language)

    @property
    def times(self) -> str:
        """From when to when: "20:15 – 22:40"."""
        both = (format_skeleton("Hm", of, locale=self.language) for of in (self.began, self.ended))
        return " – ".join(dict.fromkeys(both))

    @property
    def stamp(self) -> str:
        """The day for the name of a file: "2026-11-30"."""
        return self.began.date().isoformat()


def evening_of(look: Look, language: str) -> Evening:
    """When this table was played; what was looked at, corrected or closed on another day counts as well."""
    began = datetime.fromisoformat(look.row.opened_at).astimezone()
    ended = datetime.fromisoformat(look.events[-1].at).astimezone() if look.events else began
    return Evening(began, max(began, ended), language)
