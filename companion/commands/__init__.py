"""The commands of `companion`, one module per noun; `companion.__main__` only calls `run`.

Bad input is one line on standard error with the field and what is allowed, status 2; any other failure one line, status
1. JSON speaks English always, everything else the language of ``--lang`` or of the computer.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from companion import __version__
from companion.commands import doctor, keeping, odds, pads, plays, scoring, service, serving, tables
from companion.commands.failing import BadInput, Commands, Failed, bad_usage
from companion.commands.printing import printable
from companion.commands.settings import language_in, settings_options
from companion.core.text import T, Text
from companion.store import BadDatabase
from companion.words import Words


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
@settings_options
@click.pass_context
def _root(context: click.Context, data: Path | None, lang: str | None) -> None:
    """A companion at the table for five boxed games."""
    context.obj = {"data": data, "lang": lang}
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (
    serving.serve_command,
    scoring.games,
    scoring.score,
    odds.odds,
    pads.pad,
    tables.export_command,
    tables.import_command,
    plays.plays,
    keeping.backup,
    keeping.restore,
    doctor.doctor,
    service.service,
):
    _root.add_command(command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line (default: this process's) and returns the exit status; prints one line on failure."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _have_output()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    try:
        status = _root.main(given, "companion", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        return _say(given, 2, bad_usage(error))
    except BadInput as error:
        return _say(given, 2, error)
    except Failed as error:
        return _say(given, 1, error)
    except click.ClickException as error:
        return _say(given, 1, Failed(T("{reason}", reason=error.format_message())))
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing may be written to it any more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except BadDatabase as error:
        return _say(given, 1, Failed(error.text))
    except (OSError, sqlite3.Error) as error:
        return _say(given, 1, Failed(_system_text(error)))
    return status if isinstance(status, int) else 0


def _have_output() -> None:
    """A service, or pythonw, starts without standard output: what would be printed goes nowhere, and nothing fails."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - lives as long as we do


def _system_text(error: OSError | sqlite3.Error) -> Text:
    if isinstance(error, OSError) and error.filename is not None:
        return T("{file}: {reason}", file=str(error.filename), reason=error.strerror or str(error))
    if isinstance(error, sqlite3.Error):
        return T("The data folder cannot be used: {reason}. Another folder: --data", reason=str(error))
    return T("{reason}", reason=str(error))


def _say(arguments: Sequence[str], status: int, error: BadInput | Failed) -> int:
    words = Words(language_in(arguments))
    field = error.field if isinstance(error, BadInput) else None
    line = f"{field}: {words.say(error.text)}" if field else words.say(error.text)
    click.echo(printable(" ".join(line.split())), err=True)
    return status
