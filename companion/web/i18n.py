"""Each phone its own language: what it chose, else what its browser asks for."""

from __future__ import annotations

from typing import Any

from flask import Flask, g, request
from markupsafe import Markup

from companion.core.deciding import signed
from companion.core.text import Param
from companion.words import CHINESE, HTML_LANG, LANGUAGES, Words, negotiate

LANGUAGE_COOKIE = "lang"


def words() -> Words:
    """The words of this request."""
    if "words" not in g:
        chosen = request.args.get("lang") or request.cookies.get(LANGUAGE_COOKIE)
        g.words = Words(negotiate(request.headers.get("Accept-Language"), chosen))
    found: Words = g.words
    return found


def say(text: Param, names: tuple[str, ...] = ()) -> str:
    """A text in the language of this request."""
    return words().say(text, names)


def install(app: Flask) -> None:
    """Gives templates `_`, `say` and `html` in the language of the request."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.globals.update(
        gettext=lambda message, /, **values: _page(words().gettext(message), values),
        ngettext=lambda one, many, n, /, **values: _page(words().ngettext(one, many, n), {"num": n, **values}),
        pgettext=lambda context, message, /, **values: _page(words().pgettext(context, message), values),
        npgettext=lambda context, one, many, n, /, **values: _page(
            words().npgettext(context, one, many, n), {"num": n, **values}
        ),
    )

    app.jinja_env.filters["listed"] = lambda values: words().listed(values)
    app.jinja_env.filters["bracketed"] = lambda value: Markup(words().template("({words})")).format(words=value)  # noqa: S704 - ours

    @app.context_processor
    def speaking() -> dict[str, Any]:
        spoken = words()
        return {
            "say": spoken.say,
            "html": spoken.html,
            "language": spoken.language,
            "html_lang": HTML_LANG[spoken.language],
            "pause": "" if spoken.language == CHINESE else " ",  # after a full stop: the Chinese one is wide enough
            "signed": signed,
            "languages": LANGUAGES,
        }


def _page(template: str, values: dict[str, Any]) -> Markup:
    """A message of a page with its places filled, by the rule of its language for white space."""
    return words().in_page(template, values)
