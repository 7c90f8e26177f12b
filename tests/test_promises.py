"""docs/promises.md and the pages about setting up name what is there."""

from __future__ import annotations

import re

import pytest

from companion.commands import run
from testkit.server import ROOT

DOCS = ROOT / "docs"


def test_every_promise_names_a_test_that_exists() -> None:
    """No row without one, and none that was renamed or removed."""
    text = (DOCS / "promises.md").read_text(encoding="utf-8")
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    promised = [line for line in text.splitlines() if line.startswith("| ") and "`test_" in line]
    assert len(promised) >= 14
    assert set(re.findall(r"`(test_\w+)`", text)) <= there
    sections = text.split("## What is stored where")[0]
    rows = [line for line in sections.splitlines() if line.startswith("| ") and "---" not in line]
    assert all("`test_" in row for row in rows if not row.startswith("| promise"))


@pytest.mark.parametrize("page", ["raspberry-pi.md", "promises.md", "platforms.md"])
def test_commands_on_these_pages_exist(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for command in set(re.findall(r"companion\"? (backup|restore|doctor|service|serve)\b", text)):
        assert run([command, "--help"]) == 0
    capsys.readouterr()
    for path in re.findall(r"`((?:benchmarks|tests|docs)/[\w/.-]+)`", text):
        assert (ROOT / path).is_file(), path


def test_the_container_copies_what_is_there_and_starts_what_exists(capsys: pytest.CaptureFixture[str]) -> None:
    """No container engine here: its file is read, and each thing it names is looked up."""
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.startswith("COPY "):
            for name in line.split()[1:-1]:
                assert (ROOT / name).exists(), name
    (entry,) = [line for line in lines if line.startswith("ENTRYPOINT")]
    assert '"companion", "serve"' in entry
    assert run(["serve", "--help"]) == 0
    said = capsys.readouterr().out
    assert "--data" in said
    assert "--address" in said


def test_platforms_are_those_of_the_pins_of_today() -> None:
    """Whoever changes a pin of a compiled package asks the index again (`benchmarks/wheels.py`) and writes it down."""
    text = (DOCS / "platforms.md").read_text(encoding="utf-8")
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([\w-]+)==([\w.]+)`", text, re.MULTILINE)
    compiled = {"MarkupSafe", "msgspec", "numpy", "opencv-python-headless", "resvg-py", "zeroconf"}
    assert {name for name, _ in listed} == compiled
    for name, version in listed:
        assert re.search(rf"^{re.escape(name)}=={re.escape(version)}$", pins, re.MULTILINE | re.IGNORECASE), name
