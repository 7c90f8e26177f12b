"""Measurements with figures; what must hold is tested, what it costs is measured here."""
