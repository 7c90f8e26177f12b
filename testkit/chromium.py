"""The browser that the page tests drive."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""How it is started: headless, as root too, and quiet on a closed network."""


def find_chromium() -> str | None:
    """The path of a Chromium: the CHROMIUM variable where set, else the first known name on the PATH, else None."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None)
