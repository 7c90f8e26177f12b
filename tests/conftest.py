"""What every test shares."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("project", deadline=None, derandomize=True, database=None)
settings.load_profile("project")
