"""Taught pictures on disk: a folder of picture files and one index that names them, for cards and for faces.

Several processes may use a folder. What changes it holds a lock, which the system itself takes back from a process that
ends; every file is written under another name, synced, and renamed into place, a picture before the index that names it.
So whoever reads sees the old library or the new one, also after a crash.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

LOCK = "changing.lock"
_UNFINISHED = ".part"
SECONDS_LEFT_OVER = 60.0
"""How long a picture stays that the index no longer names: whoever has just read the old index still finds it."""
SECONDS_OF_PATIENCE = 10.0

LONGEST_NAME = 80
_JOINS = dict.fromkeys((0x200C, 0x200D, *range(0xE0020, 0xE0080)))
"""What joins letters and emoji, and the letters that make a flag: printed as nothing, but parts of names."""

Refusal = Callable[[str], Exception]
"""Turns a sentence that says what is wrong with a folder into the error of the library that uses the shelf."""


class Shelf:
    """One folder. It need not exist before something is written.

    ``index``: the name of the index; ``pictures``: the folder below it that holds the pictures, "" for beside it;
    ``refuse`` makes what is raised when the folder cannot be used. Raises OSError where the disk refuses to be written.
    """

    def __init__(self, folder: Path, index: str, pictures: str, refuse: Refusal) -> None:
        self.folder = folder
        self._index = folder / index
        self._pictures = folder / pictures
        self._refuse = refuse

    def stamp(self) -> int:
        """Another number whenever the library has been changed; 0 while there is none."""
        try:
            seen = self._index.stat()
        except OSError:
            return 0
        return hash((seen.st_mtime_ns, seen.st_size, seen.st_ino))

    def index(self) -> str | None:
        """The text of the index; None while there is none."""
        try:
            return self._index.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as problem:
            raise self._refuse(f"The library {self.folder} cannot be used: its index cannot be read.") from problem

    def picture(self, file: str) -> bytes:
        """The bytes of one picture file."""
        if Path(file).name != file:
            raise self._refuse(f"The library {self.folder} cannot be used: a picture is named outside the folder.")
        try:
            return (self._pictures / file).read_bytes()
        except OSError as problem:
            raise self._refuse(f"The library {self.folder} cannot be used: its picture {file} is missing.") from problem

    def add_picture(self, packed: bytes, suffix: str) -> str:
        """Write a picture and return the name of its file; it counts only once the index names it."""
        file = f"{uuid.uuid4().hex}{suffix}"
        self._pictures.mkdir(parents=True, exist_ok=True)
        replace_file(self._pictures / file, packed)
        return file

    def picture_file(self, name: str) -> Path:
        """Where a picture lies."""
        return self._pictures / name

    def save(self, index: Mapping[str, Any], named: Collection[str]) -> None:
        """Replace the index, then drop the picture files that are neither ``named`` nor quite new."""
        self.folder.mkdir(parents=True, exist_ok=True)
        replace_file(self._index, json.dumps(index, ensure_ascii=False, indent=1).encode())
        for pattern in ("*.jpg", "*.png", f".*{_UNFINISHED}"):
            for path in self._pictures.glob(pattern):
                with suppress(FileNotFoundError):
                    if path.name not in named and time.time() - path.stat().st_mtime > SECONDS_LEFT_OVER:
                        path.unlink()

    @contextmanager
    def locked(self, patience_s: float = SECONDS_OF_PATIENCE) -> Iterator[None]:
        """Keep everybody else from changing the library meanwhile."""
        from filelock import FileLock, Timeout  # comes with OpenCV; what only looks does without

        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.folder / LOCK, timeout=patience_s)
        try:
            lock.acquire()
        except Timeout:
            raise self._refuse(f"Another program is changing {self.folder}; try again in a moment.") from None
        try:
            yield
        finally:
            lock.release()


def can_be_a_name(name: str) -> bool:
    """Whether something that another house taught may be called so: not empty, one line, nothing that steers a page."""
    return 0 < len(name.strip()) <= len(name) <= LONGEST_NAME and name.translate(_JOINS).isprintable()


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that after a crash the old one is there or the new one, whole. Raises OSError."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=_UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    if os.name == "posix":  # elsewhere a folder cannot be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
