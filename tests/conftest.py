"""What every test shares."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from testkit.chromium import find_chromium

settings.register_profile("project", deadline=None, derandomize=True, database=None)
settings.load_profile("project")

NO_CHROMIUM = "no Chromium was found (CHROMIUM, else on the PATH)"


def pytest_configure(config: pytest.Config) -> None:
    """With CI set, a machine without a browser is a fault of the machine, not a reason to test less."""
    if os.environ.get("CI") and find_chromium() is None:
        raise pytest.UsageError(f"CI is set and {NO_CHROMIUM}: the browser tests cannot run.")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser, browser tests are left out, and `pytest_terminal_summary` says so."""
    browser = [item for item in items if item.get_closest_marker("browser")]
    if browser and find_chromium() is None:
        for item in browser:
            item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line when the browser tests did not run."""
    skipped = [report for report in terminalreporter.stats.get("skipped", ()) if NO_CHROMIUM in str(report.longrepr)]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} browser tests did not run: {NO_CHROMIUM}.", yellow=True)
