"""``companion.local`` answers where multicast works, and is never in the way where it does not."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import zeroconf

from companion.announce import Announcement

ROOT = Path(__file__).resolve().parents[2]


ASKING = """
import os
import zeroconf
from companion.announce import Announcement

name = f"companion-test-{os.getpid()}.local"
announcement = Announcement(8000, name)
announcement.start(["127.0.0.1"])
assert announcement.announced.wait(20), "not announced"
asker = zeroconf.Zeroconf(interfaces=["127.0.0.1"])
found = zeroconf.AddressResolverIPv4(f"{name}.")
assert any(found.request(asker, 2000) for _ in range(5)), "nobody answers"
assert found.parsed_addresses() == ["127.0.0.1"]
announcement.close()
assert not announcement.announced.is_set()
asker.close()
"""


def test_the_name_leads_to_the_address() -> None:
    """Announced on the loopback adapter only, the name resolves to the address; after closing it is withdrawn.

    In an interpreter of its own: page tests leave this one with an event loop, beside which zeroconf does not work.
    """
    done = subprocess.run([sys.executable, "-c", ASKING], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("addresses", [["127.0.0.1"], []], ids=["multicast is refused", "no network"])
def test_it_is_never_in_the_way(monkeypatch: pytest.MonkeyPatch, addresses: list[str]) -> None:
    """Where multicast fails or there is no network, nothing is raised and no thread stays."""

    def refused(**_: object) -> None:
        raise OSError("No such device")

    monkeypatch.setattr(zeroconf, "Zeroconf", refused)
    announcement = Announcement(8000)
    announcement.start(addresses)
    for thread in threading.enumerate():
        if thread.name == "announce":
            thread.join(10)
            assert not thread.is_alive()
    assert not announcement.announced.is_set()
    announcement.close()


def test_closing_does_not_wait_for_a_network_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A multicast library that never returns costs the given wait and not more."""
    let_go = threading.Event()
    monkeypatch.setattr(zeroconf, "Zeroconf", lambda **_: let_go.wait(30))
    announcement = Announcement(8000)
    announcement.start(["127.0.0.1"])
    started = time.monotonic()
    announcement.close(0.1)
    assert not let_go.is_set()
    assert time.monotonic() - started < 20
    let_go.set()
