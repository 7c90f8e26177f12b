"""An installed package works outside the checkout too."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from testkit.server import ROOT
from tests import wheel


@pytest.mark.slow
def test_the_wheel_installed_elsewhere_shows_its_pages(tmp_path: Path) -> None:
    """Built, installed into an environment without the checkout, opened: templates, static files, translations."""
    built = wheel.build(tmp_path / "dist")
    inside = set(zipfile.ZipFile(built).namelist())
    for folder, target in (("templates", "companion/templates"), ("static", "companion/static")):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file():
                assert f"{target}/{file.relative_to(ROOT / folder).as_posix()}" in inside
    for file in (ROOT / "companion" / "locales").rglob("*.po"):
        assert file.relative_to(ROOT).as_posix() in inside
    assert not any(
        name.startswith(("tests/", "testkit/", "benchmarks/", "training/", "templates/", "static/")) for name in inside
    )
    python = wheel.environment(tmp_path / "environment", lend=True)
    wheel.install(python, built, lend=True)
    wheel.open_pages(python, tmp_path)
