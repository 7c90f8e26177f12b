"""On the home screen of a phone: a manifest for the house and one for each table, whose name is the table's."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Flask, Response, url_for

from companion import play
from companion.play import House
from companion.web.i18n import say, words
from companion.words import HTML_LANG

PAPER, ACCENT = "#fbf6ec", "#0f5f5c"
ICON_SIZES = (192, 512)


def blueprint(house: House, app: Flask) -> Blueprint:
    """``/manifest.webmanifest`` and ``/t/CODE/manifest.webmanifest``."""
    pages = Blueprint("homescreen", __name__)

    @pages.get("/manifest.webmanifest")
    def of_house() -> Response:
        name = words().gettext("Companion")
        return _manifest(name, name, "/", "companion")

    @pages.get("/t/<code>/manifest.webmanifest")
    def of_table(code: str) -> Response:
        found = play.look(house, code)
        title = say(found.title)
        key = found.row.game if _has(f"icons/{found.row.game}-192.png") else "companion"
        start = url_for("tables.table", code=found.code)
        return _manifest(f"{title} · {words().listed(found.names)}", title, start, key)

    def _has(name: str) -> bool:
        return bool(app.jinja_env.globals["has_asset"](name))  # type: ignore[operator]

    def _manifest(name: str, short: str, start: str, key: str) -> Response:
        asset: Any = app.jinja_env.globals["asset"]
        icons = [
            {
                "src": asset(f"icons/{key}-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size in ICON_SIZES
            for purpose in ("any", "maskable")
        ]
        told = {
            "name": name,
            "short_name": short,
            "id": start,
            "start_url": start,
            "scope": "/",
            "display": "standalone",
            "lang": HTML_LANG[words().language],
            "background_color": PAPER,
            "theme_color": ACCENT,
            "icons": icons,
        }
        response = Response(json.dumps(told, ensure_ascii=False), content_type="application/manifest+json")
        response.headers["Cache-Control"] = "no-cache"
        return response

    return pages
