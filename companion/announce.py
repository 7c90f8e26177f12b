"""``companion.local``: the name some phones can type, by multicast DNS. A courtesy, never in the way.

Many Androids cannot resolve such names, so no QR code holds one. Everything happens on a thread of its own; where
multicast is not possible, nothing is announced and nobody waits.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence

log = logging.getLogger(__name__)

NAME = "companion.local"
_SERVICE = "_http._tcp.local."


class Announcement:
    """Answers to a name with the given addresses, from `start` to `close`; failures are logged and nothing else."""

    def __init__(self, port: int, name: str = NAME) -> None:
        self._port = port
        self._name = name
        self._lock = threading.Lock()
        self._closed = False
        self._addresses: tuple[str, ...] = ()
        self._stop: list[object] = []
        self.announced = threading.Event()

    def start(self, addresses: Sequence[str]) -> None:
        """Announces these addresses (at most a few; best first) in the background, instead of the ones before."""
        if not addresses or tuple(addresses) == self._addresses:
            return
        self._addresses = tuple(addresses)
        threading.Thread(target=self._announce, args=(self._addresses,), name="announce", daemon=True).start()

    def _announce(self, addresses: tuple[str, ...]) -> None:
        with self._lock:
            self._withdraw()
            if self._closed or addresses != self._addresses:
                return
            try:
                # Imported here: it takes a while, and the server must be up first.
                from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo, Zeroconf  # type: ignore[attr-defined]  # the resolver is public, but not listed

                zeroconf = Zeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
                self._stop.append(zeroconf)
                other = AddressResolverIPv4(f"{self._name}.")
                if other.request(zeroconf, 600):
                    log.info("%s is another machine's name here: %s", self._name, other.parsed_addresses())
                    self._withdraw()
                    return
                info = ServiceInfo(
                    _SERVICE,
                    f"Companion.{_SERVICE}",
                    port=self._port,
                    server=f"{self._name}.",
                    parsed_addresses=list(addresses),
                )
                zeroconf.register_service(info, allow_name_change=True)
                self.announced.set()
            except Exception as reason:
                # Whatever multicast does not like here (no permission, no route, a sandbox), the table goes on.
                log.info("%s is not announced: %r", self._name, reason)
                self._withdraw()

    def _withdraw(self) -> None:
        self.announced.clear()
        while self._stop:
            zeroconf = self._stop.pop()
            try:
                zeroconf.close()  # type: ignore[attr-defined]
            except Exception as reason:
                log.info("%s was not withdrawn cleanly: %r", self._name, reason)

    def close(self, wait_s: float = 1.5) -> None:
        """Withdraws the name; returns after ``wait_s`` seconds at most, whatever the network does."""
        self._closed = True

        def withdraw() -> None:
            with self._lock:
                self._withdraw()

        last = threading.Thread(target=withdraw, name="withdraw", daemon=True)
        last.start()
        last.join(wait_s)
