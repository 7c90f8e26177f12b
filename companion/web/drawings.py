"""The live part of a table's page, drawn once for all who see the same: a seat's phones, guests of one language, screens.

After a tap every phone of the table fetches its panel within a moment. What makes one differ from another is in the key of
a drawing; the keys of its forms are made anew for each phone, so that no two send the same.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Hashable
from dataclasses import dataclass, field

from flask import render_template

from companion.play.house import House, new_key
from companion.web.i18n import words
from companion.web.phone import Page

LIFE_S = 1.0
"""What changes without a ring, such as the clock, is never older than this."""
_FORM_KEY = re.compile(r'(?<= name="key" value=")[^"]*')


@dataclass
class _Drawing:
    """One state of a table in one template; ``lock`` is held by whoever draws it, so that the others wait for that."""

    page: Page
    ends_at: float
    text: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)


class Drawings:
    """The drawings of the last moment in one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._lock = threading.Lock()
        self._drawings: dict[Hashable, _Drawing] = {}

    def of(self, template: str, page: Page) -> str:
        """The template for this page."""
        key = (template, page.code, page.rings, page.own, page.seat, page.on_board, words().language, page.listening)
        with self._lock:
            now = self._house.clock()
            for old in [key for key, drawing in self._drawings.items() if drawing.ends_at <= now]:
                del self._drawings[old]
            drawing = self._drawings.get(key)
            if drawing is None or drawing.page.look is not page.look:
                drawing = self._drawings[key] = _Drawing(page, now + LIFE_S)
        with drawing.lock:
            if not drawing.text:
                drawing.text = render_template(template, page=drawing.page)
        return _FORM_KEY.sub(lambda _: new_key(), drawing.text)
