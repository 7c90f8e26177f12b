"""Small on the wire: static files compressed once and cached for ever by content, pages compressed as they go."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort, request, url_for

COMPRESSIBLE = ("text/", "application/json", "application/javascript", "image/svg+xml")
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain",
}
"""By ourselves: a Windows registry may say anything, and a browser told not to guess then takes no style, no script."""
WORTH_COMPRESSING = 1000
COMMENT = re.compile(rb"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\r?\n", re.MULTILINE)
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file as it is sent."""

    content: bytes
    packed: bytes | None
    kind: str
    version: str


@cache
def load(folder: Path) -> dict[str, Asset]:
    """Every file below a folder, by its path with slashes."""
    found: dict[str, Asset] = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        content = _as_sent(path)
        kind = KINDS.get(path.suffix, "application/octet-stream")
        packed = gzip.compress(content, 9, mtime=0) if kind.startswith(COMPRESSIBLE) else None
        if packed is not None and len(packed) >= len(content):
            packed = None
        version = hashlib.sha256(content).hexdigest()[:10]
        found[path.relative_to(folder).as_posix()] = Asset(content, packed, kind, version)
    return found


def _as_sent(path: Path) -> bytes:
    """A file as it travels: our own styles and scripts without the comments that have lines of their own.

    They are for whoever reads the source, and a tenth of what a first visit loads. Licences stay where they are.
    """
    content = path.read_bytes()
    if path.suffix in (".css", ".js") and "vendor" not in path.parts:
        content = COMMENT.sub(b"", content)
    return content


def install(app: Flask, folder: Path) -> None:
    """Serves the static files, and compresses pages above a kilobyte."""
    assets = load(folder)

    @app.get("/static/<path:name>")
    def static_file(name: str) -> Response:
        asset = assets.get(name)
        if asset is None:
            abort(404)
        wants_packed = asset.packed is not None and "gzip" in request.headers.get("Accept-Encoding", "")
        response = Response(asset.packed if wants_packed else asset.content, content_type=asset.kind)
        if asset.kind.startswith("text/"):
            response.headers["Content-Type"] = f"{asset.kind}; charset=utf-8"
        if wants_packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = FOR_EVER if request.args.get("v") == asset.version else "no-cache"
        return response

    @app.template_global()
    def asset(name: str) -> str:
        """The address of a static file, which changes with its content."""
        return url_for("static_file", name=name, v=assets[name].version)

    @app.template_global()
    def has_asset(name: str) -> bool:
        return name in assets

    @app.after_request
    def compress(response: Response) -> Response:
        if (
            response.is_streamed
            or response.direct_passthrough
            or "Content-Encoding" in response.headers
            or not (response.mimetype or "").startswith(COMPRESSIBLE)
            or "gzip" not in request.headers.get("Accept-Encoding", "")
        ):
            return response
        body = response.get_data()
        if len(body) > WORTH_COMPRESSING:
            response.set_data(gzip.compress(body, 6))
            response.headers["Content-Encoding"] = "gzip"
            response.headers.add("Vary", "Accept-Encoding")
        return response
