"""What every command takes: the data folder and the language."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click
import platformdirs

from companion.core.text import Text
from companion.words import ENGLISH, LANGUAGES, Words, language_of

VARIABLE = "COMPANION_DATA"
_FOLDER = "boardgame-companion"


@dataclass(frozen=True, slots=True)
class Settings:
    """The data folder (it may not exist yet) and the words of the person at the keyboard."""

    data: Path
    words: Words

    def say(self, text: Text | str = "") -> None:
        """A line on standard output, in the person's language."""
        click.echo(self.words.say(text))


class Language(click.Choice[str]):
    """One of our languages, however it is written: zh-TW, zh_Hant, en-GB."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(language_of(value) or value, param, ctx)


def default_data() -> Path:
    """The platform's user data folder."""
    return platformdirs.user_data_path(_FOLDER, appauthor=False)


def settings_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options themselves, ``--data`` and ``--lang``."""
    data = click.option(
        "--data",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        help=f"Where tables are kept (or {VARIABLE}).",
    )
    lang = click.option("--lang", type=Language(tuple(LANGUAGES)), help="The language; else the computer's.")
    return data(lang(command))


def with_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds ``--data`` and ``--lang`` to a command, which gets `Settings` as its first argument.

    Given before the command's name they count too; after it they win.
    """

    @settings_options
    @wraps(command)
    def wrapped(*args: Any, data: Path | None, lang: str | None, **options: Any) -> Any:
        before: dict[str, Any] = click.get_current_context().obj or {}
        named = os.environ.get(VARIABLE)
        folder = data or before.get("data") or (Path(named) if named else default_data())
        words = Words(lang or before.get("lang") or computer_language())
        return command(Settings(folder, words), *args, **options)

    return wrapped


def computer_language() -> str:
    """The companion's language for this computer's settings; English where they name another."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), None)
    if named is None and sys.platform == "win32":
        import ctypes

        named = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage())
    return language_of(named) or ENGLISH


def language_in(arguments: Sequence[str]) -> str:
    """The language for what is wrong with the arguments themselves."""
    for position, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            following = value or next(iter(arguments[position + 1 : position + 2]), "")
            if (known := language_of(following)) is not None:
                return known
    return computer_language()
