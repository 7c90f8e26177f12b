"""With CI set, page tests may fail once or twice before they pass; no other test may, and what was tried again is named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from testkit.server import ROOT

TESTS = """
from pathlib import Path
import pytest

def passes_the(nth, name):
    seen = Path(__file__).with_name(name)
    tries = len(seen.read_text()) + 1 if seen.exists() else 1
    seen.write_text("x" * tries)
    assert tries >= nth

@pytest.mark.browser
def test_page_late_once():
    passes_the(2, "late")

@pytest.mark.browser
def test_page_that_is_broken():
    passes_the(9, "broken")

def test_rule_late_once():
    passes_the(2, "rule")
"""


def run_tests(folder: Path, ci: str) -> str:
    (folder / "test_it.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  browser: pages\n")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        "-q",
        "-rf",
        "test_it.py",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CHROMIUM": sys.executable, "CI": ci}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    return done.stdout


@pytest.mark.slow
def test_only_page_tests_are_tried_again_and_they_are_named(tmp_path: Path) -> None:
    said = run_tests(tmp_path, "true")
    assert (tmp_path / "late").read_text() == "xx" and (tmp_path / "broken").read_text() == "xxx"
    assert (tmp_path / "rule").read_text() == "x"
    assert "FAILED test_it.py::test_rule_late_once" in said and "FAILED test_it.py::test_page_that_is_broken" in said
    assert "2 failed, 1 passed, 3 rerun" in said
    assert (
        "2 browser tests failed and were tried again: "
        "test_it.py::test_page_late_once, test_it.py::test_page_that_is_broken (2 times)." in said
    )


@pytest.mark.slow
def test_without_ci_nothing_is_tried_again(tmp_path: Path) -> None:
    said = run_tests(tmp_path, "")
    assert "3 failed" in said and "tried again" not in said
