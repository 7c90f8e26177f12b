"""Files of a few bytes that must be whole after any power cut: written beside, synchronised, renamed."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

_SECRET = re.compile(r"[!-~]{16,200}")


def write_whole(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Writes a file that is there whole or not at all, also after a power cut. Raises OSError."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder last; systems without that are left alone."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_secret(path: Path) -> str | None:
    """The secret in a file; None where there is none. Raises ValueError for a file that holds none, OSError."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    with suppress(UnicodeDecodeError):
        text = content.decode("ascii").strip()
        if _SECRET.fullmatch(text):
            return text
    raise ValueError(path.name)


def secret_in(path: Path) -> tuple[str, bool]:
    """The secret of a file, made at first use, and whether one that could not be read was replaced. Raises OSError."""
    damaged = False
    try:
        kept = read_secret(path)
    except (ValueError, OSError):
        kept, damaged = None, True
    if kept is not None:
        return kept, False
    fresh = secrets.token_urlsafe(24)
    write_whole(path, f"{fresh}\n".encode("ascii"))
    return fresh, damaged
