"""Which address of this machine phones can reach: judged from data, with a thin reader of the machine beside it.

The QR code leads to exactly one address, so the order matters: what somebody chose by hand, then the address that owns
the default route, then private addresses, then the rest. A name alone never excludes an adapter, because names are
free; it only decides between equals. Addresses that no phone can ever use (link-local, loopback) are no candidates.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import ifaddr


@dataclass(frozen=True, slots=True)
class Adapter:
    """A network adapter as the system calls it, with its IPv4 addresses and their prefix lengths (0-32)."""

    name: str
    addresses: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address that phones may be able to reach, and the adapter it is on."""

    address: str
    adapter: str
    default_route: bool = False
    private: bool = True
    chosen: bool = False

    def url(self, port: int, path: str = "/") -> str:
        """The address of a page there; port 80 goes without saying."""
        address = f"[{self.address}]" if ":" in self.address else self.address
        return f"http://{address}{'' if port == 80 else f':{port}'}{path}"


@dataclass(frozen=True, slots=True)
class Choice:
    """The adapter and address somebody chose by hand; the address may be another one by the next evening."""

    adapter: str
    address: str


@dataclass(frozen=True, slots=True)
class Change:
    """The best address is another one than before; None: there was or is no network."""

    before: Candidate | None
    after: Candidate | None


_HOME = tuple(map(ipaddress.IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
# Tunnels that hand every connection to a proxy give themselves an address of the benchmarking range.
_PROXY = ipaddress.IPv4Network("198.18.0.0/15")
_VIRTUAL = re.compile(
    r"docker|podman|\bbr-|veth|virbr|vmnet|vmware|vbox|virtualbox|vethernet|hyper-v|wsl|bluestacks|bluetooth"
    r"|^u?tun|^tap|tap-windows|wireguard|^wg|tailscale|zerotier|^zt|^ppp|vpn",
    re.IGNORECASE,
)


def is_usable(address: str) -> bool:
    """Whether another machine could ever reach this IPv4 address: not 127.x, 169.254.x, 0.0.0.0 or multicast."""
    ip = ipaddress.IPv4Address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast or ip.is_reserved)


def is_loopback(address: str) -> bool:
    """Whether an address is one of this computer to itself, an IPv4 address within IPv6 included; a name is none."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback


def is_private(address: str) -> bool:
    """Whether it is an address of a home or office network (10.x, 172.16-31.x, 192.168.x)."""
    return any(ipaddress.IPv4Address(address) in network for network in _HOME)


def candidates(
    adapters: Iterable[Adapter], route: str | None = None, choice: Choice | None = None
) -> tuple[Candidate, ...]:
    """Every address phones may reach, best first; empty when there is no network.

    ``route``: the address that owns the default route, if one does. ``choice``: what somebody chose by hand; it wins
    while that adapter is there, also with another address than then. An address without neighbours (a tunnel's /32)
    comes last even when all traffic goes through it: nobody's phone sits inside the tunnel.
    """
    adapters = tuple(adapters)
    chosen = _still_there(adapters, choice)
    found: dict[str, tuple[tuple[bool, bool, bool, bool, bool, int], Candidate]] = {}
    for position, adapter in enumerate(adapters):
        for address, prefix in adapter.addresses:
            if not is_usable(address):
                continue
            candidate = Candidate(
                address, adapter.name, address == route, is_private(address), (adapter.name, address) == chosen
            )
            lonely = prefix >= 31 or ipaddress.IPv4Address(address) in _PROXY
            virtual = _VIRTUAL.search(adapter.name) is not None
            rank = (
                not candidate.chosen,
                lonely,
                not candidate.default_route,
                not candidate.private,
                virtual,
                position,
            )
            if address not in found or rank < found[address][0]:
                found[address] = (rank, candidate)
    return tuple(candidate for _, candidate in sorted(found.values(), key=lambda pair: pair[0]))


def _still_there(adapters: tuple[Adapter, ...], choice: Choice | None) -> tuple[str, str] | None:
    """The adapter and address a choice means today: the same address, else the first usable one of that adapter."""
    if choice is None:
        return None
    today = [(a.name, address) for a in adapters for address, _ in a.addresses if is_usable(address)]
    same = [pair for pair in today if pair[1] == choice.address]
    return next(iter([*same, *(pair for pair in today if pair[0] == choice.adapter)]), None)


class Watch:
    """Remembers what the network was like at the last look; whoever serves the host page looks every few seconds.

    Safe to share between threads: a look replaces one tuple. ``read`` returns adapters and the default route's address.
    """

    def __init__(
        self,
        choice: Choice | None = None,
        read: Callable[[], tuple[tuple[Adapter, ...], str | None]] | None = None,
    ) -> None:
        self._read = read_machine if read is None else read
        self.choice = choice
        self.candidates: tuple[Candidate, ...] = ()
        self.look()

    @property
    def best(self) -> Candidate | None:
        """The address for the QR code as of the last look; None: no network."""
        return self.candidates[0] if self.candidates else None

    def look(self) -> Change | None:
        """Looks again; says so when the best address is another one now."""
        before = self.best
        adapters, route = self._read()
        self.candidates = candidates(adapters, route, self.choice)
        after = self.best
        if (before and before.address) == (after and after.address):
            return None
        return Change(before, after)

    def choose(self, address: str) -> Choice | None:
        """Takes one of the candidates as the address to show and returns what to remember; None: not there (any more).

        The choice holds from now on, also for later looks.
        """
        for candidate in self.candidates:
            if candidate.address == address:
                self.choice = Choice(candidate.adapter, candidate.address)
                self.look()
                return self.choice
        return None


def read_machine() -> tuple[tuple[Adapter, ...], str | None]:
    """This machine's adapters, and the address that owns the default route; no packet is sent."""
    adapters = tuple(
        Adapter(
            adapter.nice_name,
            tuple((ip.ip, ip.network_prefix) for ip in adapter.ips if isinstance(ip.ip, str)),
        )
        for adapter in ifaddr.get_adapters()
    )
    return adapters, default_route(adapters)


def every_address() -> tuple[str, ...]:
    """Every address this machine has, also those that no QR code shows: link-local ones, and IPv6 without its zone."""
    return tuple(
        ip.ip if isinstance(ip.ip, str) else str(ip.ip[0]).partition("%")[0]
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    )


def default_route(adapters: Iterable[Adapter], table: Path = Path("/proc/net/route")) -> str | None:
    """The address that owns the default route, or None.

    Linux is asked by its routing table, since a VPN that leaves that table's default route alone (most do) must not
    win. Elsewhere a UDP socket is connected to an address of the documentation range: that chooses a route and sends
    nothing, so it works without internet.
    """
    try:
        name = default_adapter(table.read_text())
    except OSError:
        return _address_towards("192.0.2.1")
    for adapter in adapters:
        if adapter.name == name:
            return next((address for address, _ in adapter.addresses if is_usable(address)), None)
    return None


def default_adapter(table: str) -> str | None:
    """The adapter of the default route with the lowest metric in a table like Linux's /proc/net/route."""
    routes = [line.split() for line in table.splitlines()[1:]]
    defaults = [
        (int(route[6]), route[0])
        for route in routes
        if len(route) > 7 and route[1] == "00000000" and route[7] == "00000000" and int(route[3], 16) & 1
    ]
    return min(defaults)[1] if defaults else None


def _address_towards(destination: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((destination, 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return address if is_usable(address) else None
