"""Each phone its own language: what it chose, else what its browser asks for."""

from __future__ import annotations

from typing import Any

from flask import Flask, g, request

from companion.core.deciding import signed
from companion.core.text import Param
from companion.words import HTML_LANG, LANGUAGES, Words, negotiate

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
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda message: words().gettext(message),
        ngettext=lambda singular, plural, n: words().ngettext(singular, plural, n),
        pgettext=lambda context, message: words().pgettext(context, message),
        npgettext=lambda context, singular, plural, n: words().npgettext(context, singular, plural, n),
        newstyle=True,
    )

    @app.context_processor
    def speaking() -> dict[str, Any]:
        spoken = words()
        return {
            "say": spoken.say,
            "html": spoken.html,
            "language": spoken.language,
            "html_lang": HTML_LANG[spoken.language],
            "signed": signed,
            "languages": LANGUAGES,
        }
