"""The commands about what was taught: ``list``, ``rename``, ``remove``, ``export``, ``import``, cards and faces alike."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from vision import taught
from vision.taught import Imported, Kind


def add(commands: argparse._SubParsersAction[Any], kind: Kind, folder: Callable[[str], Path]) -> None:
    """Add them below ``cards`` or ``faces``; ``folder`` reads the argument of ``--library``."""

    def command(name: str, what: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(name, help=what)
        new = name == "import"
        parser.add_argument("--library", type=Path if new else folder, required=True, metavar="DIR")
        parser.set_defaults(run=run, kind=kind)
        return parser

    command("list", f"print the {kind} that were taught", _list).add_argument("--json", action="store_true")
    rename = command("rename", "give another name", _rename)
    rename.add_argument("name")
    rename.add_argument("new")
    command("remove", "forget some, with their pictures", _remove).add_argument("names", nargs="+", metavar="NAME")
    command("export", "write everything into one file", _export).add_argument("file", type=Path, metavar="FILE")
    command("import", "add what a file of export holds", _import).add_argument("file", type=Path, metavar="FILE")


def _list(asked: argparse.Namespace) -> int:
    for one in taught.listed(asked.kind, asked.library):
        if asked.json:
            told = {"name": one.name, "pictures": one.pictures, "value": one.value}
            print(json.dumps(told, ensure_ascii=False), flush=True)
        else:
            counts = "" if one.value is None else f", counts as {one.value}"
            print(f"{one.name}: {one.pictures} taught{counts}", flush=True)
    return 0


def _rename(asked: argparse.Namespace) -> int:
    from vision import changing_taught

    changing_taught.rename(asked.kind, asked.library, asked.name, asked.new)
    print(f"{asked.name}: now {asked.new}", flush=True)
    return 0


def _remove(asked: argparse.Namespace) -> int:
    from vision import changing_taught

    known = {one.name for one in taught.listed(asked.kind, asked.library)}
    missing = [name for name in asked.names if name not in known]
    if missing:
        print(f"nothing is taught of the name {', '.join(missing)}; nothing was removed", file=sys.stderr)
        return 1
    for name in asked.names:
        changing_taught.remove(asked.kind, asked.library, name)
        print(f"{name}: forgotten", flush=True)
    return 0


def _export(asked: argparse.Namespace) -> int:
    beside = asked.file.with_name(f"{asked.file.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as sink:
            count = taught.export(asked.kind, asked.library, sink)
        beside.replace(asked.file)
    finally:
        beside.unlink(missing_ok=True)
    print(f"{asked.file}: {count} {asked.kind}", flush=True)
    return 0


def _import(asked: argparse.Namespace) -> int:
    from vision import changing_taught

    found: Imported = changing_taught.import_(asked.kind, asked.library, asked.file)
    for word, names in (("new", found.added), ("more pictures", found.extended), ("unchanged", found.unchanged)):
        for name in names:
            print(f"{name}: {word}", flush=True)
    return 0
