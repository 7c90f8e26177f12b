"""The shelf, and the end-game calculator without a server."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import click

from companion.commands.failing import BadInput, read_input
from companion.commands.pads import read_pad_file
from companion.commands.printing import print_json, printable
from companion.commands.settings import Settings, with_settings
from companion.core.codec import sheet_from_json
from companion.core.game import AnyGame
from companion.core.refusal import Refused
from companion.core.scoring import Result, names_of, result_json
from companion.core.text import TC, T, listed
from companion.games import GAMES
from companion.games.pad import kind_of
from companion.words import Words


@click.command()
@click.option("--json", "as_json", is_flag=True, help="JSON instead of a list.")
@with_settings
def games(settings: Settings, as_json: bool) -> None:
    """The games, their players and options."""
    if as_json:
        print_json([game_json(kind) for kind in GAMES.values()])
        return
    say = settings.words.say
    for kind in GAMES.values():
        low, high = kind.players[0], kind.players[-1]
        settings.say(T("{game} ({key}): {low} to {high} players", game=kind.title, key=kind.key, low=low, high=high))
        for option in kind.options:
            choices = settings.words.listed(key for key, _ in option.choices) or "false, true"
            click.echo(f"    {option.key}: {choices} – {say(option.label)}")


def game_json(kind: type[AnyGame]) -> dict[str, Any]:
    """One game of the shelf as JSON: key, English title, fewest and most players, options with their defaults."""
    return {
        "key": kind.key,
        "title": Words("en").say(kind.title),
        "players": [kind.players[0], kind.players[-1]],
        "options": [
            {
                "key": option.key,
                "type": option.kind,
                "choices": [key for key, _ in option.choices] if option.choices else [False, True],
                "default": option.default,
            }
            for option in kind.options
        ],
    }


@click.command()
@click.argument("game", required=False)
@click.argument("file", required=False, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="JSON instead of a table.")
@click.option(
    "--pad", "pad_file", metavar="FILE", type=click.Path(path_type=Path), help="A score pad (TOML); then no GAME."
)
@with_settings
def score(settings: Settings, game: str | None, file: Path | None, as_json: bool, pad_file: Path | None) -> None:
    """Scores a sheet (JSON, from FILE or standard input)."""
    kind = None if pad_file is None else kind_of(read_pad_file(pad_file, "--pad"))
    if kind is not None and file is not None:
        raise BadInput(game, T("A pad is a game of its own: leave this out, and name only the sheet."))
    if kind is not None:
        game, file = kind.key, None if game is None else Path(game)
    result, names = _scored(game, file, kind)
    if as_json:
        print_json(result_json(result, names))
        return
    for line in score_table(kind or GAMES[result.game], result, names, settings.words):
        click.echo(printable(line))


def _scored(game: str | None, file: Path | None, kind: type[AnyGame] | None = None) -> tuple[Result, tuple[str, ...]]:
    kind = kind or GAMES.get(game or "")
    if kind is None:
        scored = (key for key, of in GAMES.items() if of.sheet_type is not None)
        raise BadInput("GAME", T("Choose one of: {choices}", choices=listed(scored)))
    if kind.sheet_type is None:
        raise BadInput("GAME", T("{game} has no score sheet. Its odds: companion odds", game=kind.title))
    try:
        sheet = sheet_from_json(kind.sheet_type, _utf8(read_input(file)))
        return kind.by_default().score(sheet), names_of(sheet)
    except Refused as problem:
        raise BadInput(problem.field or "FILE", problem.text) from problem


def _utf8(data: bytes) -> bytes:
    """JSON as it was written, by PowerShell as UTF-16 or by Notepad with a byte-order mark, as plain UTF-8."""
    try:
        return data.decode(json.detect_encoding(data)).encode()
    except UnicodeError:
        return data  # for the reader to say what is wrong


def score_table(kind: type[AnyGame], result: Result, names: tuple[str, ...], words: Words) -> list[str]:
    """The result as lines of text: a row per category, a column per player, totals, ranks and who won."""
    say = words.say
    rows = [["", *names]]
    for position, line in enumerate(result.players[0].lines):
        rows.append([say(line.label), *(_figure(player.lines[position].points) for player in result.players)])
    rows.append([say(TC("score table", "Total")), *(_figure(player.total) for player in result.players)])
    rows.append([say(TC("score table", "Place")), *(str(player.rank) for player in result.players)])
    widths = [max(_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [say(kind.title)]
    for number, row in enumerate(rows):
        if number in (1, len(rows) - 2):
            lines.append("─" * (sum(widths) + 2 * (len(widths) - 1)))
        cells = [_pad(row[0], widths[0], left=True), *(_pad(c, w) for c, w in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return [*lines, "", say(result.sentence, names)]


def _figure(points: int) -> str:
    return str(points).replace("-", "−")


def _width(text: str) -> int:
    """Columns of a terminal: Chinese letters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _pad(text: str, width: int, left: bool = False) -> str:
    space = " " * (width - _width(text))
    return text + space if left else space + text
