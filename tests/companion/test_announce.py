"""``companion.local`` answers where multicast works, and is never in the way where it does not."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import zeroconf

from companion.announce import Announcement


def asked(found: zeroconf.AddressResolverIPv4, asker: zeroconf.Zeroconf) -> bool:
    """Whether an answer came; on a machine that is very busy the library gives up waiting for its own thread."""
    try:
        return bool(found.request(asker, 2000))
    except zeroconf.EventLoopBlocked:
        return False


def test_the_name_leads_to_the_address() -> None:
    """Announced on the loopback adapter only, the name resolves to the address; after closing nobody answers."""
    if asyncio._get_running_loop() is not None:
        pytest.skip("page tests that ran before left an event loop here, and zeroconf does not work beside one")
    name = f"companion-test-{os.getpid()}.local"
    announcement = Announcement(8000, name)
    announcement.start(["127.0.0.1"])
    if not announcement.announced.wait(20):
        announcement.close()
        pytest.skip("multicast does not get through on this machine just now, so there is no name to ask for")
    asker = zeroconf.Zeroconf(interfaces=["127.0.0.1"])
    try:
        found = zeroconf.AddressResolverIPv4(f"{name}.")
        # In a thread of its own: page tests that ran before leave this one with an event loop, which zeroconf refuses.
        with ThreadPoolExecutor(1) as thread:
            answered = any(thread.submit(asked, found, asker).result() for _ in range(10))
        if not answered:
            announcement.close()
            pytest.skip("multicast does not get through on this machine just now, so nobody answers to the name")
        assert found.parsed_addresses() == ["127.0.0.1"]
        announcement.close()
        assert not announcement.announced.is_set()
    finally:
        asker.close()


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
