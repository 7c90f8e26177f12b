"""The folders people see are found, in a checkout and beside installed code alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import resources


@pytest.mark.parametrize("installed", [False, True], ids=["checkout: beside the package", "installed: inside it"])
def test_pages_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, installed: bool) -> None:
    """Templates and static files are found beside `companion` in a checkout and inside it when installed."""
    package = tmp_path / "companion"
    home = package if installed else tmp_path
    package.mkdir()
    for folder in ("templates", "static"):
        (home / folder).mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.templates_path() == home / "templates"
    assert resources.static_path() == home / "static"
