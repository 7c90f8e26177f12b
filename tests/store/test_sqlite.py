"""What the store brings into memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_companion_starts_without_numpy_and_leaves_it_to_whoever_wants_it() -> None:
    """It is installed for the pictures, which another process reads; sqlite-utils would import it here too."""
    pytest.importorskip("numpy")
    probe = "import sys, companion.web; print('numpy' in sys.modules); import numpy; print(numpy.arange(3).sum())"
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "3"]
