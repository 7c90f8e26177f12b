"""Which platforms have a ready-made package of everything the companion needs, asked of the package index by pip.

    python -m benchmarks.wheels

For each pinned package that a running companion needs, each platform and each Python: whether pip would install it
without a compiler. Nothing is installed; it needs the internet, so it is no test. `docs/platforms.md` holds the answer.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = {
    "Linux x86-64": ("manylinux2014_x86_64", "manylinux_2_28_x86_64"),
    "Linux arm64 (Raspberry Pi 64-bit)": ("manylinux2014_aarch64", "manylinux_2_28_aarch64"),
    "Linux armv7 (Raspberry Pi 32-bit)": ("manylinux2014_armv7l", "manylinux_2_31_armv7l"),
    "macOS arm64": ("macosx_11_0_arm64", "macosx_14_0_arm64"),
    "macOS x86-64": ("macosx_10_13_x86_64", "macosx_14_0_x86_64"),
    "Windows x86-64": ("win_amd64",),
}


def runner() -> ModuleType:
    """run.py, which knows what is needed."""
    spec = importlib.util.spec_from_file_location("run_py", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def has_everything(requirements: list[str], platforms: tuple[str, ...], python: str) -> tuple[bool, str]:
    """Whether pip finds ready-made packages for all of these and what they need, and what it said last."""
    with tempfile.TemporaryDirectory() as nowhere:
        where = [word for platform in platforms for word in ("--platform", platform)]
        done = subprocess.run(
            [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--dry-run", "--ignore-installed",
             "--quiet", "--only-binary", ":all:", "--python-version", python, "--implementation", "cp", *where,
             "--target", nowhere, "--constraint", str(ROOT / "constraints.txt"), *requirements],
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
    said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    missing = re.search(r"Cannot install ([\w-]+)|distribution found for ([\w-]+)", "\n".join(said))
    return done.returncode == 0, (missing[1] or missing[2]) if missing else ""


def main() -> None:
    """Prints the table of docs/platforms.md."""
    run = runner()
    core = [name for name in run.requirements() if not name.startswith("setuptools")]
    vision = run.requirements("vision")
    print("| platform | " + " | ".join(f"{python}" for python in PYTHONS) + " |")
    print("| --- |" + " --- |" * len(PYTHONS))
    for name, platforms in PLATFORMS.items():
        cells = []
        for python in PYTHONS:
            whole, missing = has_everything(core, platforms, python)
            seen, _ = has_everything(vision, platforms, python) if whole else (False, "")
            cells.append("everything" if seen else "all but pictures" if whole else f"no {missing or 'answer'}")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
