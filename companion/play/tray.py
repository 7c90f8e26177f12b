"""Where the tray lies under the camera beside the table: marked once, remembered for each camera."""

from __future__ import annotations

import hashlib
import json

from companion.play.house import House
from vision.tray import Tray


def tray_of(house: House, source: str) -> Tray | None:
    """Where dice count under the camera called ``source``; None for the whole picture, or where what is kept is no tray."""
    try:
        kept = json.loads(house.store.setting(_name(source)) or "null")
        return None if kept is None else Tray.of(kept["corners"], kept["shape"])
    except (ValueError, TypeError, KeyError):
        return None


def set_tray(house: House, source: str, tray: Tray | None) -> None:
    """Remembers the tray of a camera, None to read the whole picture again."""
    kept = "" if tray is None else json.dumps({"corners": tray.percent, "shape": tray.shape})
    with house.store.writing():
        house.store.set_setting(_name(source), kept)


def _name(source: str) -> str:
    """Of the setting. The address of a camera may hold a password, and settings are in every backup."""
    return f"tray-{hashlib.sha256(source.encode()).hexdigest()[:16]}"
