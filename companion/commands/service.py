"""Starting with the computer: a systemd unit, on macOS a launch agent, on Windows a task at log-on.

Only Linux could be tried; the other two are written by the rules of their systems, and say so when they are installed.
"""

from __future__ import annotations

import getpass
import os
import plistlib
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from companion.commands.failing import Failed
from companion.commands.settings import Settings, with_settings
from companion.core.text import T, Text

NAME = "companion"
LABEL = "boardgame-companion"
WAIT_S = 60


@dataclass(frozen=True, slots=True)
class Service:
    """How one system keeps a program running: the file that says so, and the commands that put it to work.

    ``untried``: nobody could try it on such a system.
    """

    file: Path | None
    content: bytes
    start: tuple[tuple[str, ...], ...]
    stop: tuple[tuple[str, ...], ...]
    ask: tuple[str, ...]
    log: str
    untried: bool = False


@click.group("service")
def service() -> None:
    """Starts the companion with the computer."""


@service.command("install", context_settings={"ignore_unknown_options": True})
@click.option("--system", "whole", is_flag=True, help="For the whole computer, as administrator (Linux).")
@click.argument("options", nargs=-1, metavar="[OPTIONS OF SERVE]")
@with_settings
def install(settings: Settings, whole: bool, options: tuple[str, ...]) -> None:
    """Writes the service, starts it, and starts it at each boot from now on."""
    made = service_for(sys.platform, settings.data.resolve(), options, whole)
    if made.file is not None:
        made.file.parent.mkdir(parents=True, exist_ok=True)
        made.file.write_bytes(made.content)
    for command in made.start:
        _must(command)
    settings.say(T("The companion starts with this computer from now on. What it says: {command}", command=made.log))
    if made.untried:
        settings.say(
            T("This was written by the rules of your system, and never tried on one: look whether it starts next time.")
        )
    elif not whole and not _lingers():
        settings.say(
            T(
                "It starts when you log in. To start at boot without anybody: sudo loginctl enable-linger {user}",
                user=getpass.getuser(),
            )
        )


@service.command("remove")
@click.option("--system", "whole", is_flag=True, help="For the whole computer, as administrator (Linux).")
@with_settings
def remove(settings: Settings, whole: bool) -> None:
    """Stops the service and forgets it; tables stay."""
    made = service_for(sys.platform, settings.data.resolve(), (), whole)
    if made.file is not None and not made.file.exists():
        raise Failed(T("No service of the companion is installed here."))
    for command in made.stop:
        _run(command)
    if made.file is not None:
        made.file.unlink()
    settings.say(T("The companion does not start by itself any more. Everything that was entered stays."))


@service.command("status")
@click.option("--system", "whole", is_flag=True, help="For the whole computer, as administrator (Linux).")
@with_settings
def status(settings: Settings, whole: bool) -> int:
    """Says whether the service is installed and runs; status 1 where it does not."""
    made = service_for(sys.platform, settings.data.resolve(), (), whole)
    if made.file is not None and not made.file.exists():
        settings.say(T("No service of the companion is installed here."))
        return 1
    done = _run(made.ask)
    if done is not None and done.returncode == 0:
        settings.say(T("The service is installed and running. What it says: {command}", command=made.log))
        return 0
    settings.say(T("The service is installed, but does not run. What it said: {command}", command=made.log))
    return 1


def service_for(platform: str, data: Path, options: Sequence[str], whole: bool = False) -> Service:
    """The service of a system (as ``sys.platform`` calls it) for a data folder. Raises Failed where there is none."""
    command = [sys.executable, "-m", "companion", "serve", "--data", str(data), *options]
    if platform.startswith("linux"):
        return _systemd(command, whole)
    if whole:
        raise Failed(T("Services of the whole computer are made on Linux only. Leave out --system."))
    if platform == "darwin":
        return _launchd(command)
    if platform == "win32":
        return _task(command)
    raise Failed(
        T("This system has no service the companion knows. Let it run at boot: {command}", command=" ".join(command))
    )


def _systemd(command: Sequence[str], whole: bool) -> Service:
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    folder = Path("/etc/systemd/system") if whole else home / "systemd" / "user"
    user = [] if whole else ["--user"]
    unit = f"{NAME}.service"
    lines = [
        "[Unit]",
        "Description=The companion at the table",
        "After=network.target",
        "StartLimitIntervalSec=0",
        "",
        "[Service]",
        f"ExecStart={' '.join(map(systemd_quoted, command))}",
        "Restart=always",
        "RestartSec=3",
        "Environment=PYTHONUNBUFFERED=1",
        *([f"User={os.environ.get('SUDO_USER') or getpass.getuser()}"] if whole else []),
        "",
        "[Install]",
        f"WantedBy={'multi-user.target' if whole else 'default.target'}",
        "",
    ]
    return Service(
        folder / unit,
        "\n".join(lines).encode(),
        (
            ("systemctl", *user, "daemon-reload"),
            ("systemctl", *user, "enable", unit),
            ("systemctl", *user, "restart", unit),
        ),
        (("systemctl", *user, "disable", "--now", unit),),
        ("systemctl", *user, "--quiet", "is-active", unit),
        f"journalctl {'' if whole else '--user '}-u {NAME}",
    )


def systemd_quoted(word: str) -> str:
    """A word of a command line as systemd reads it."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return (
        f'"{escaped}"'
        if escaped != word or not word or any(letter.isspace() or letter in "';" for letter in word)
        else word
    )


def _launchd(command: Sequence[str]) -> Service:
    file = Path.home() / "Library" / "LaunchAgents" / f"{LABEL}.plist"
    log = Path.home() / "Library" / "Logs" / f"{LABEL}.log"
    content = plistlib.dumps(
        {
            "Label": LABEL,
            "ProgramArguments": list(command),
            "RunAtLoad": True,
            "KeepAlive": True,
            "ThrottleInterval": 3,
            "StandardOutPath": str(log),
            "StandardErrorPath": str(log),
        }
    )
    return Service(
        file,
        content,
        (("launchctl", "load", "-w", str(file)),),
        (("launchctl", "unload", "-w", str(file)),),
        ("launchctl", "list", LABEL),
        f"tail {log}",
        untried=True,
    )


def _task(command: Sequence[str]) -> Service:
    python = Path(command[0]).with_name("pythonw.exe")  # without a window
    line = subprocess.list2cmdline([str(python), *command[1:]])
    return Service(
        None,
        b"",
        (
            ("schtasks", "/Create", "/F", "/SC", "ONLOGON", "/TN", LABEL, "/TR", line),
            ("schtasks", "/Run", "/TN", LABEL),
        ),
        (("schtasks", "/End", "/TN", LABEL), ("schtasks", "/Delete", "/F", "/TN", LABEL)),
        ("schtasks", "/Query", "/TN", LABEL),
        f"schtasks /Query /V /FO LIST /TN {LABEL}",
        untried=True,
    )


def _lingers() -> bool:
    """Whether this user's services start at boot; asks for it where they do not."""
    user = getpass.getuser()
    if Path(f"/var/lib/systemd/linger/{user}").exists():
        return True
    done = _run(("loginctl", "enable-linger", user))
    return done is not None and done.returncode == 0


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str] | None:
    """Runs a command of the system; None where the system has none of that name or it takes for ever."""
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=WAIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None


def _must(command: Sequence[str]) -> None:
    done = _run(command)
    if done is not None and done.returncode == 0:
        return
    said = "" if done is None else " ".join((done.stderr or done.stdout).split())[:200]
    raise Failed(_not_done(command, said))


def _not_done(command: Sequence[str], said: str) -> Text:
    if not said:
        return T("This computer has no {program}: the companion cannot be made a service here.", program=command[0])
    return T("{command} did not work: {reason}", command=" ".join(command), reason=said)
