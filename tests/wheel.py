"""The wheel: built, installed in an environment of its own, and a page opened.

``python -m tests.wheel`` does it with an empty environment and real dependencies (it needs a package registry);
`tests.test_wheel` lends the running environment's packages instead.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

from testkit.server import ROOT, running

_CHINESE = re.compile("[\u4e00-\u9fff]")
SOURCES = ("companion", "vision", "templates", "static", "pyproject.toml", "setup.py", "README.md", "LICENSE")
CONSTRAINTS = ROOT / "constraints.txt"


def build(folder: Path) -> Path:
    """The wheel of this checkout, built in a copy (so that nothing old gets in) with the setuptools that is installed."""
    copy = folder / "source"
    for name in SOURCES:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            copy.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy / name)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(copy)]
    run = subprocess.run(command, cwd=folder, env=_plain(), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def _plain() -> dict[str, str]:
    """The environment without what would make the checkout visible."""
    return {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}


def environment(folder: Path, lend: bool) -> Path:
    """The Python of a new environment; with ``lend`` it finds the running one's packages behind its own."""
    venv.create(folder, with_pip=not lend, symlinks=os.name != "nt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if lend:
        variables = {"base": str(folder), "platbase": str(folder)}
        packages = Path(sysconfig.get_path("purelib", "venv", variables))
        (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def install(python: Path, wheel: Path, lend: bool) -> None:
    """Installs the wheel; without ``lend`` also everything it says it needs."""
    if lend:
        command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index"]
    else:
        command = [str(python), "-m", "pip", "install", "--constraint", str(CONSTRAINTS)]
    run = subprocess.run(
        [*command, "--quiet", "--disable-pip-version-check", str(wheel)], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr


def open_pages(python: Path, elsewhere: Path) -> None:
    """Starts the installed companion outside the checkout and opens pages in both languages, and a static file."""
    command = ("-I", "-m", "companion", "serve")
    with running(elsewhere / "data", python=str(python), cwd=elsewhere, command=command) as server:
        code = server.open_table()
        for path, word in (
            ("/", b"companion.css"),
            (f"/t/{code}", b"P0"),
            ("/static/companion.css", b"--"),
            ("/healthz", b"true"),
        ):
            assert word in server.get(path), path
        english, chinese = (server.get("/new", **{"Accept-Language": tag}) for tag in ("en", "zh-TW"))
        assert b'lang="zh-Hant-TW"' in chinese
        assert len(_CHINESE.findall(chinese.decode())) > len(_CHINESE.findall(english.decode()))
    where = subprocess.run(
        [str(python), "-I", "-c", "import companion, vision; print(companion.__file__, vision.__file__)"],
        cwd=elsewhere,
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(ROOT) not in where.stdout, where.stdout


def main() -> None:
    """Builds, installs with real dependencies, opens."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = environment(folder / "environment", lend=False)
        install(python, build(folder / "dist"), lend=False)
        open_pages(python, folder)
        subprocess.run([str(python), "-m", "pip", "check"], check=True)
    print("The wheel works in an empty environment.")


if __name__ == "__main__":
    main()
