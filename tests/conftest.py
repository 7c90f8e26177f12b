"""What every test shares."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import settings

from testkit.chromium import find_chromium

settings.register_profile("project", deadline=None, derandomize=True, database=None)
settings.load_profile("project")

MOST_RERUNS = 2
NO_CHROMIUM = "no Chromium was found (CHROMIUM, else on the PATH)"


def pytest_configure(config: pytest.Config) -> None:
    """With CI set, a machine without a browser is a fault of the machine, not a reason to test less."""
    if os.environ.get("CI") and find_chromium() is None:
        raise pytest.UsageError(f"CI is set and {NO_CHROMIUM}: the browser tests cannot run.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked thorough is left to the night, unless THOROUGH is set. Without a browser, browser tests are left out; with CI set, they alone are tried again when they fail.

    A real browser on a busy machine is late at times; everything else that fails once is broken.
    """
    if not os.environ.get("THOROUGH"):
        left = [item for item in items if item.get_closest_marker("thorough")]
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left)
    browser = [item for item in items if item.get_closest_marker("browser")]
    if browser and find_chromium() is None:
        for item in browser:
            item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))
    elif os.environ.get("CI"):
        for item in browser:
            item.add_marker(pytest.mark.flaky(reruns=MOST_RERUNS, reruns_delay=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line when the browser tests did not run, and one when any was tried again."""
    skipped = [report for report in terminalreporter.stats.get("skipped", ()) if NO_CHROMIUM in str(report.longrepr)]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} browser tests did not run: {NO_CHROMIUM}.", yellow=True)
    again = Counter(report.nodeid for report in terminalreporter.stats.get("rerun", ()))
    if again:
        named = ", ".join(f"{test} ({times} times)" if times > 1 else test for test, times in sorted(again.items()))
        terminalreporter.write_line(f"{len(again)} browser tests failed and were tried again: {named}.", yellow=True)
