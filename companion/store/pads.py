"""The pads of the house: one TOML file each in the folder ``pads``, written whole, with the versions before beside them."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from companion.store.small_files import sync_folder, write_whole
from companion.store.versions import surplus

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
MOST_BYTES = 128 * 1024
KEPT_VERSIONS = 20
_FOLDER, _BEFORE, _ENDING = "pads", "before", ".toml"


class PadFiles:
    """The files of one data folder. Everything may raise OSError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / _FOLDER

    def names(self) -> list[str]:
        """What the pads are called, in the order of the alphabet."""
        found = self._folder.glob(f"*{_ENDING}")
        return sorted(path.stem for path in found if NAME.fullmatch(path.stem) and path.is_file())

    def text(self, name: str) -> str | None:
        """The text of a pad; None where there is none. Raises ValueError for a file that is no text."""
        path = self._path(name)
        if not path.is_file():
            return None
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(name)
        return path.read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """Keeps a pad under a name; the text that was there before is kept beside it."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._keep_before(name)
        write_whole(self._path(name), text.encode())

    def remove(self, name: str, most: int) -> None:
        """Takes a pad away; its text is kept beside the others, of the ``most`` that were taken away last."""
        self._keep_before(name)
        with suppress(FileNotFoundError):
            self._path(name).unlink()
        sync_folder(self._folder)
        gone = sorted(
            self.removed(), key=lambda one: max((path.stat().st_mtime for path in self._versions(one)), default=0.0)
        )
        for old in gone[: max(0, len(gone) - most)]:
            for path in self._versions(old):
                with suppress(OSError):
                    path.unlink()

    def restore(self, name: str, number: int | None = None) -> bool:
        """Puts a text before in the place of a pad, which is kept in its turn; whether there was one.

        ``number``: of which version; None: the newest, which then trades places with the pad.
        """
        before = self._versions(name)
        wanted = before[-1:] if number is None else [path for path in before if _number(path) == number]
        if not wanted:
            return False
        content = wanted[0].read_bytes()
        now = self._path(name)
        if number is not None:
            self._keep_before(name)
        elif now.is_file():
            write_whole(wanted[0], now.read_bytes())
        else:
            wanted[0].unlink()
        write_whole(now, content)
        return True

    def before(self, name: str) -> list[tuple[int, float, str]]:
        """The versions before, newest first: number, when it was replaced (seconds, Unix), text."""
        return [
            (_number(path), path.stat().st_mtime, path.read_text(encoding="utf-8", errors="replace"))
            for path in reversed(self._versions(name))
        ]

    def removed(self) -> list[str]:
        """The names of pads that were taken away and can be restored."""
        there = set(self.names())
        found = {path.stem.rpartition(".")[0] for path in (self._folder / _BEFORE).glob(f"*{_ENDING}")}
        return sorted(name for name in found if NAME.fullmatch(name) and name not in there)

    def _keep_before(self, name: str) -> None:
        path = self._path(name)
        if not path.is_file():
            return
        content = path.read_bytes()
        (self._folder / _BEFORE).mkdir(mode=0o700, exist_ok=True)
        before = self._versions(name)
        number = 1 + max((_number(old) for old in before), default=0)
        write_whole(self._folder / _BEFORE / f"{name}.{number:04}{_ENDING}", content)
        there = self._versions(name)
        for place in surplus([path.stat().st_mtime for path in there], KEPT_VERSIONS):
            with suppress(OSError):
                there[place].unlink()

    def _versions(self, name: str) -> list[Path]:
        """The texts before, oldest first."""
        found = (self._folder / _BEFORE).glob(f"{name}.*{_ENDING}")
        return sorted((path for path in found if path.stem.rpartition(".")[0] == name), key=_number)

    def _path(self, name: str) -> Path:
        if not NAME.fullmatch(name):
            raise ValueError(name)
        return self._folder / f"{name}{_ENDING}"


def _number(path: Path) -> int:
    number = path.stem.rpartition(".")[2]
    return int(number) if number.isdecimal() else 0
