"""What is wrong with this computer as a host, and what to do about it."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click

from companion import __version__
from companion.commands.printing import print_json
from companion.commands.settings import Settings, with_settings
from companion.core.text import TN, T, Text, listed
from companion.lock import is_running
from companion.network import Watch
from companion.serve import next_free_port
from companion.store import BadDatabase, backups
from companion.store.changes import missing_in
from companion.store.checking import check_file
from companion.store.database import NAME, missing_text

MB = 1024 * 1024
LITTLE_DISK, NO_DISK = 1024 * MB, 100 * MB
LITTLE_MEMORY = 150 * MB
FIRST_YEAR = 2026
OLD_BACKUP = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``state``: ``ok``, ``note`` (good to know), ``wrong``; ``todo``: what to do about it."""

    key: str
    state: str
    text: Text
    todo: Text | None = None


@click.command("doctor")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port it will use.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of a list.")
@with_settings
def doctor(settings: Settings, port: int, as_json: bool) -> int:
    """Looks whether this computer can be the host: network, port, disk, clock, camera, backups."""
    found = list(examine(settings.data, port))
    wrong = any(finding.state == "wrong" for finding in found)
    say = settings.words.say
    if as_json:
        checks = [
            {
                "key": finding.key,
                "state": finding.state,
                "message": say(finding.text),
                "todo": None if finding.todo is None else say(finding.todo),
            }
            for finding in found
        ]
        print_json({"ok": not wrong, "checks": checks})
        return int(wrong)
    marks = {"ok": "✓", "note": "•", "wrong": "✗"}
    for finding in found:
        click.echo(f"{marks[finding.state]} {say(finding.text)}")
        if finding.todo is not None:
            click.echo(f"    {say(finding.todo)}")
    click.echo()
    settings.say(T("Something has to be put right first.") if wrong else T("This computer can be the host."))
    return int(wrong)


def examine(data: Path, port: int) -> Iterator[Finding]:
    """Everything that is looked at, one after the other."""
    looks: tuple[Callable[[], Finding], ...] = (
        versions,
        lambda: folder(data),
        lambda: database(data),
        lambda: kept_backups(data),
        lambda: disk(data),
        memory,
        lambda: clock(data),
        address,
        lambda: port_is_free(data, port),
        lambda: firewall(port),
        camera,
    )
    for look in looks:
        yield look()


def versions() -> Finding:
    text = T(
        "Companion {own}, Python {python}, SQLite {sqlite}, {system}",
        own=__version__,
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        system=f"{platform.system()} {platform.machine()}",
    )
    if sqlite3.sqlite_version_info < (3, 37):
        return Finding("versions", "wrong", text, T("This Python brings too old an SQLite. Install a newer Python."))
    return Finding("versions", "ok", text)


def folder(data: Path) -> Finding:
    there = data if data.exists() else _first_there(data)
    if not os.access(there, os.W_OK | os.X_OK):
        todo = T("Give yourself the right to write there, or choose another folder: --data")
        return Finding("folder", "wrong", T("The data folder {folder} cannot be written.", folder=str(data)), todo)
    return Finding("folder", "ok", T("The data folder is {folder}", folder=str(data)))


def _first_there(path: Path) -> Path:
    return next((parent for parent in path.resolve().parents if parent.exists()), Path(path.anchor or "."))


def database(data: Path) -> Finding:
    path = data / NAME
    if not path.exists():
        missing = missing_in(path)
        if missing is not None:
            return Finding("database", "wrong", missing_text(path, missing))
        return Finding("database", "ok", T("No table has been opened yet."))
    try:
        check_file(path)
    except BadDatabase as problem:
        newest = backups.newest(data) if problem.damaged else None
        todo = None
        if newest is not None:
            todo = T("The newest backup takes its place with: companion restore {backup}", backup=str(newest))
        return Finding("database", "wrong", problem.text, todo)
    except (OSError, sqlite3.Error) as problem:
        return Finding("database", "wrong", T("{file}: {reason}", file=str(path), reason=str(problem)))
    missing = missing_in(path)
    if missing is not None:
        return Finding("database", "wrong", missing_text(path, missing))
    return Finding("database", "ok", T("The database is whole ({size} MB).", size=-(-path.stat().st_size // MB)))


def kept_backups(data: Path) -> Finding:
    kept = backups.listed(data)
    if not kept:
        if not (data / NAME).exists():
            return Finding("backups", "ok", T("There is nothing to back up yet."))
        todo = T("One is made at each start. At once: companion backup")
        return Finding("backups", "note", T("There is no backup yet."), todo)
    newest = datetime.fromtimestamp(kept[0].stat().st_mtime, UTC)
    text = TN("{n} backup, of {date}", "{n} backups, the newest of {date}", len(kept), date=f"{newest:%Y-%m-%d}")
    if datetime.now(UTC) - newest > OLD_BACKUP:
        todo = T("For one outside this computer: companion backup FILE")
        return Finding("backups", "note", text, todo)
    return Finding("backups", "ok", text)


def disk(data: Path) -> Finding:
    free = shutil.disk_usage(data if data.exists() else _first_there(data)).free
    text = T("{n} MB free on the disk", n=free // MB)
    if free < NO_DISK:
        return Finding(
            "disk", "wrong", text, T("Make room: an evening needs a few MB, a backup as much as the database.")
        )
    if free < LITTLE_DISK:
        return Finding("disk", "note", text, T("That is enough for evenings, not for many pictures."))
    return Finding("disk", "ok", text)


def memory() -> Finding:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        (kilobytes,) = [int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")]
    except (OSError, ValueError):
        return Finding("memory", "ok", T("This system does not say how much memory is free."))
    text = T("{n} MB of memory free", n=kilobytes // 1024)
    if kilobytes * 1024 < LITTLE_MEMORY:
        return Finding("memory", "note", text, T("Close other programs; reading pictures needs 300 MB more."))
    return Finding("memory", "ok", text)


def clock(data: Path) -> Finding:
    now = datetime.now(UTC)
    text = T("The clock says {date}", date=f"{now.astimezone():%Y-%m-%d %H:%M}")
    todo = T("Set it, or the history will be dated wrongly; nothing is lost by it.")
    newest = _newest_entry(data)
    if now.year < FIRST_YEAR or (newest is not None and newest - now > timedelta(days=1)):
        return Finding("clock", "wrong", text, todo)
    return Finding("clock", "ok", text)


def _newest_entry(data: Path) -> datetime | None:
    try:
        with closing(sqlite3.connect(f"{(data / NAME).resolve().as_uri()}?mode=ro", uri=True)) as connection:
            found = connection.execute("SELECT max(at) FROM events").fetchone()
        return datetime.fromisoformat(found[0])
    except (sqlite3.Error, ValueError, TypeError):
        return None


def address() -> Finding:
    best = Watch().best
    if best is None:
        text = T("No network: this computer has no address that phones could reach.")
        return Finding("address", "wrong", text, T("Join a Wi-Fi, or make a hotspot."))
    text = T("Phones reach this computer at {address} ({adapter})", address=best.address, adapter=best.adapter)
    if not best.private:
        todo = T(
            "This is no address of a home network: everybody who can reach it can join. Look whether you mean that."
        )
        return Finding("address", "note", text, todo)
    return Finding("address", "ok", text)


def port_is_free(data: Path, port: int) -> Finding:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.5)
        taken = probe.connect_ex(("127.0.0.1", port)) == 0
    if taken and is_running(data):
        return Finding("port", "ok", T("The companion is running with this folder."))
    if taken:
        free = next_free_port("0.0.0.0", port)  # noqa: S104 - where phones must reach it
        text = T("Port {port} is taken by another program.", port=port)
        return Finding("port", "wrong", text, None if free is None else T("Start with --port {free}", free=free))
    return Finding("port", "ok", T("Port {port} is free", port=port))


def firewall(port: int) -> Finding:
    """Nobody but the firewall knows what it lets in; whether one is on can be seen on Linux."""
    if sys.platform.startswith("linux"):
        for name, command, on in (
            ("ufw", f"sudo ufw allow {port}/tcp", _says(Path("/etc/ufw/ufw.conf"), "ENABLED=yes")),
            ("firewalld", f"sudo firewall-cmd --add-port={port}/tcp --permanent", _is_active("firewalld")),
        ):
            if on:
                todo = T("If no phone arrives: {command}", command=command)
                return Finding("firewall", "note", T("The firewall {name} is on.", name=name), todo)
        return Finding("firewall", "ok", T("No firewall was found that keeps phones out."))
    todo = T("If no phone arrives, allow Python in private networks when the firewall asks, or in its settings.")
    return Finding("firewall", "note", T("The firewall of this system may ask once."), todo)


def _says(file: Path, line: str) -> bool:
    try:
        return line in file.read_text(errors="replace").splitlines()
    except OSError:
        return False


def _is_active(unit: str) -> bool:
    try:
        done: subprocess.CompletedProcess[Any] = subprocess.run(
            ["systemctl", "--quiet", "is-active", unit], capture_output=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def camera() -> Finding:
    if importlib.util.find_spec("cv2") is None:
        todo = T("Everything can be entered by hand. To read pictures: pip install 'boardgame-companion[vision]'")
        return Finding("camera", "note", T("Reading pictures is not installed here."), todo)
    found = sorted(path.name for path in Path("/dev").glob("video*")) if sys.platform.startswith("linux") else []
    if found:
        text = T("Pictures can be read; cameras: {names}", names=listed(found))
        return Finding("camera", "ok", text)
    return Finding("camera", "ok", T("Pictures can be read; phones bring their own cameras."))
