"""What one takes along from a table that is over: a picture to send, and the sheet as one file with everything in it."""

from __future__ import annotations

import re
from functools import cache

from flask import Response, render_template
from markupsafe import Markup

from companion.core.refusal import Refused
from companion.core.text import T
from companion.resources import static_path
from companion.web.phone import Page
from companion.web.picture import FIGURES, WORDS, broken, fitted, png_of

NOT_YET = T("The end of this game is not revealed yet. Reveal it on the big screen, then take it along.")


def picture(page: Page) -> Response:
    """The end as a PNG of 1080 x 1350; raises Refused before it is revealed, and where it cannot be drawn."""
    _check_ended(page)
    svg = render_template(
        "picture.svg",
        page=page,
        emblem=emblem_of(page.key),
        fitted=fitted,
        broken=broken,
        words_fonts=_families(WORDS, "sans-serif"),
        figure_fonts=_families(FIGURES, "serif"),
    )
    return _file(png_of(svg), "image/png", f"{page.file_name}.png")


def one_file(page: Page) -> Response:
    """The sheet and its explanations as one HTML file that needs nothing else; raises Refused before it is revealed."""
    _check_ended(page)
    html = render_template("takeaway.html", page=page, emblem=emblem_of(page.key), style=_style())
    return _file(html.encode(), "text/html; charset=utf-8", f"{page.file_name}.html")


def _check_ended(page: Page) -> None:
    if not page.ended:
        raise Refused("illegal", None, NOT_YET)


def _file(content: bytes, kind: str, name: str) -> Response:
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _families(names: tuple[str, ...], generic: str) -> Markup:
    return Markup(", ".join([*(f"'{name}'" for name in names), generic]))  # noqa: S704 - ours


@cache
def emblem_of(game: str) -> Markup:
    """What is inside the drawing of a game's emblem; nothing for a game without one."""
    path = static_path() / "emblems" / f"{game}.svg"
    drawn = path.read_text(encoding="utf-8") if path.is_file() else ""
    return Markup(re.sub(r"^\s*<svg[^>]*>|<title>.*?</title>|</svg>\s*$", "", drawn, flags=re.DOTALL))  # noqa: S704 - ours


@cache
def _style() -> Markup:
    return Markup((static_path() / "pad.css").read_text(encoding="utf-8"))  # noqa: S704 - ours
