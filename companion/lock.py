"""Whether a companion is running with a data folder: a file it holds locked as long as it lives.

The system lets go of the lock when the process ends, however it ends; what the file says is only for people.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

NAME = "running.lock"


class FolderLock:
    """The lock of a data folder, held from `take` to `release`."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._descriptor: int | None = None

    def take(self, said: str = "") -> bool:
        """Takes the lock; False where another process has it, or where the folder cannot hold one."""
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return False
        try:
            _lock(descriptor)
        except OSError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        with suppress(OSError):
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"{os.getpid()} {said}\n".encode())
        return True

    def release(self) -> None:
        """Lets go of it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_running(folder: Path) -> bool:
    """Whether a companion is running with this data folder."""
    if not (folder / NAME).exists():
        return False
    lock = FolderLock(folder)
    if lock.take():
        lock.release()
        return False
    return os.access(folder / NAME, os.R_OK | os.W_OK)


def _lock(descriptor: int) -> None:
    """Locks the file without waiting; raises OSError where another process has it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, 1 << 20, os.SEEK_SET)  # a byte far behind the text, which others may read meanwhile
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
