"""docs/lessons.md names tests that exist."""

from __future__ import annotations

import re

from testkit.server import ROOT

TEXT = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")


def test_every_named_test_exists() -> None:
    """A test that was renamed or removed leaves its lesson without a proof."""
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^ *(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    named = set(re.findall(r"`(test_\w+)`", TEXT))
    assert len(named) > 40
    assert not named - there


def test_every_named_file_exists() -> None:
    """Benchmarks that stand in for a test are there."""
    for path in re.findall(r"`((?:benchmarks|docs|tests)/[\w/.]+)`", TEXT):
        assert (ROOT / path).is_file(), path


def test_every_lesson_has_a_line() -> None:
    """No row without a proof or a reason."""
    rows = [line.strip("| ").split(" | ") for line in TEXT.splitlines() if line.startswith("| ") and "---" not in line]
    lessons = [row for row in rows if row[0] != "lesson"]
    assert len(lessons) > 40
    assert all(len(row) == 2 and len(row[1]) > 3 for row in lessons), [row for row in lessons if len(row) != 2]
