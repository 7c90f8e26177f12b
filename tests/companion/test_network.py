"""Finding the server: which address goes into the QR, on adapter sets as real machines have them."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.network import (
    Adapter,
    Change,
    Choice,
    Watch,
    candidates,
    default_adapter,
    default_route,
    is_private,
    is_usable,
    read_machine,
)


def adapters(*rows: str) -> tuple[Adapter, ...]:
    """Adapters written as ``name=address/prefix,address/prefix``."""
    found = []
    for row in rows:
        name, _, addresses = row.rpartition("=")
        pairs = [address.split("/") for address in addresses.split(",")]
        found.append(Adapter(name, tuple((address, int(prefix)) for address, prefix in pairs)))
    return tuple(found)


LO = "lo=127.0.0.1/8"

MACHINES = [
    pytest.param(
        (LO, "wlp3s0=192.168.1.23/24", "docker0=172.17.0.1/16", "br-1f2e=172.18.0.1/16"),
        "192.168.1.23",
        ["192.168.1.23", "172.17.0.1", "172.18.0.1"],
        id="docker bridges never win over the default route",
    ),
    pytest.param(
        (LO, "docker0=172.17.0.1/16", "wlan0=10.42.0.1/24"),
        None,
        ["10.42.0.1", "172.17.0.1"],
        id="laptop is the hotspot, no default route: the name decides between equals",
    ),
    pytest.param(
        (LO, "docker0=172.17.0.1/16"),
        None,
        ["172.17.0.1"],
        id="a name alone never excludes one",
    ),
    pytest.param(
        (LO, "my-docker-lan=192.168.7.2/24", "eth0=192.168.9.2/24"),
        "192.168.7.2",
        ["192.168.7.2", "192.168.9.2"],
        id="the default route wins over a suspicious name",
    ),
    pytest.param(
        ("Wi-Fi=192.168.0.12/24", "Ethernet=192.168.0.40/24", "vEthernet (WSL)=172.29.96.1/20"),
        "192.168.0.40",
        ["192.168.0.40", "192.168.0.12", "172.29.96.1"],
        id="Wi-Fi and Ethernet: the one that owns the default route",
    ),
    pytest.param(
        ("vEthernet (Default Switch)=172.20.16.1/20", "Wi-Fi=192.168.178.31/24", "Loopback=127.0.0.1/8"),
        "192.168.178.31",
        ["192.168.178.31", "172.20.16.1"],
        id="Hyper-V",
    ),
    pytest.param(
        ("BlueStacks Virtual Adapter=10.0.75.1/24", "Wi-Fi=169.254.3.9/16", "Ethernet 3=192.168.2.5/24"),
        "192.168.2.5",
        ["192.168.2.5", "10.0.75.1"],
        id="BlueStacks first in the list, and a Wi-Fi without network",
    ),
    pytest.param(
        ("en0=192.168.1.4/24", "utun4=10.8.0.6/32"),
        "10.8.0.6",
        ["192.168.1.4", "10.8.0.6"],
        id="a tunnel without neighbours takes all traffic: no phone sits inside it",
    ),
    pytest.param(
        ("Wi-Fi=192.168.1.4/24", "Meta=198.18.0.1/16"),
        "198.18.0.1",
        ["192.168.1.4", "198.18.0.1"],
        id="a proxy's tunnel takes all traffic",
    ),
    pytest.param(
        ("eth0=140.112.30.7/24", "virbr0=192.168.122.1/24"),
        "140.112.30.7",
        ["140.112.30.7", "192.168.122.1"],
        id="a public address with the default route wins over a private one",
    ),
    pytest.param(
        ("tailscale0=100.101.4.9/32", "eth0=203.0.113.4/24", "eth1=192.168.5.5/24"),
        None,
        ["192.168.5.5", "203.0.113.4", "100.101.4.9"],
        id="private before others",
    ),
    pytest.param(
        (LO, "Wi-Fi=169.254.120.7/16", "Ethernet=169.254.8.1/16", "x=0.0.0.0/0"),
        "169.254.120.7",
        [],
        id="169.254, 127 and 0.0.0.0 never: no network",
    ),
    pytest.param(
        ("eth0=192.168.1.5/24,192.168.1.6/24,169.254.1.1/16",),
        "192.168.1.6",
        ["192.168.1.6", "192.168.1.5"],
        id="several addresses on one adapter",
    ),
    pytest.param((), None, [], id="no adapter at all"),
]


@pytest.mark.parametrize(("machine", "route", "expected"), MACHINES)
def test_addresses_best_first(machine: tuple[str, ...], route: str | None, expected: list[str]) -> None:
    """The first goes into the QR, the others are one tap away."""
    assert [c.address for c in candidates(adapters(*machine), route)] == expected


TWO = ("Wi-Fi=192.168.0.12/24", "Ethernet=192.168.0.40/24")


@pytest.mark.parametrize(
    ("machine", "choice", "best"),
    [
        pytest.param(TWO, Choice("Wi-Fi", "192.168.0.12"), "192.168.0.12", id="the choice is remembered"),
        pytest.param(TWO, Choice("Wi-Fi", "192.168.0.99"), "192.168.0.12", id="the same adapter, another address"),
        pytest.param(TWO, Choice("wlan1", "192.168.0.12"), "192.168.0.12", id="the same address, adapter renamed"),
        pytest.param(TWO, Choice("wlan1", "10.0.0.1"), "192.168.0.40", id="the chosen adapter is gone"),
        pytest.param(
            ("Wi-Fi=169.254.2.2/16", "Ethernet=192.168.0.40/24"),
            Choice("Wi-Fi", "192.168.0.12"),
            "192.168.0.40",
            id="the chosen adapter has no network",
        ),
    ],
)
def test_the_choice_is_remembered(machine: tuple[str, ...], choice: Choice, best: str) -> None:
    """What somebody chose by hand wins over the default route, as long as it is there."""
    assert candidates(adapters(*machine), "192.168.0.40", choice)[0].address == best


def test_the_host_changes_its_wifi() -> None:
    """A look says when the best address is another one, once; losing the network and its return are changes too."""
    now: list[tuple[str, ...]] = [("wlan0=192.168.1.5/24",)]
    watch = Watch(read=lambda: (adapters(*now[0]), None))
    assert watch.best is not None
    assert watch.best.url(8000, "/t/ABC234") == "http://192.168.1.5:8000/t/ABC234"
    assert watch.look() is None
    first = watch.best
    for machine, address in ((("wlan0=10.0.0.7/24",), "10.0.0.7"), ((LO,), None), (("wlan0=10.0.0.9/24",), "10.0.0.9")):
        now[0] = machine
        change = watch.look()
        assert isinstance(change, Change)
        assert (change.after.address if change.after else None) == address
        assert change.before == first
        assert watch.look() is None
        first = watch.best


def test_another_address_is_one_tap_away() -> None:
    """Choosing a candidate makes it the best and gives what to remember; an address that is gone changes nothing."""
    watch = Watch(read=lambda: (adapters(*TWO), "192.168.0.40"))
    assert watch.choose("192.168.7.7") is None
    assert watch.best is not None
    assert watch.best.address == "192.168.0.40"
    assert watch.choose("192.168.0.12") == Choice("Wi-Fi", "192.168.0.12")
    assert watch.best.address == "192.168.0.12"
    assert Watch(watch.choice, lambda: (adapters(*TWO), "192.168.0.40")).best == watch.best


HEADER = "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"


@pytest.mark.parametrize(
    ("rows", "adapter"),
    [
        pytest.param(("eth0 00000000 0101A8C0 0003 0 0 100 00000000 0 0 0",), "eth0", id="one default route"),
        pytest.param(
            (
                "wlan0 00000000 0101A8C0 0003 0 0 600 00000000 0 0 0",
                "eth0 00000000 0101A8C0 0003 0 0 100 00000000 0 0 0",
            ),
            "eth0",
            id="the lowest metric",
        ),
        pytest.param(
            (
                "tun0 00000000 0100080A 0003 0 0 0 00000080 0 0 0",
                "tun0 00000080 0100080A 0003 0 0 0 00000080 0 0 0",
                "wlan0 00000000 0101A8C0 0003 0 0 600 00000000 0 0 0",
            ),
            "wlan0",
            id="a VPN that covers everything by two halves is not the default route",
        ),
        pytest.param(("docker0 000011AC 00000000 0001 0 0 0 0000FFFF 0 0 0",), None, id="no default route"),
        pytest.param((), None, id="an empty table"),
    ],
)
def test_linux_routing_table(tmp_path: Path, rows: tuple[str, ...], adapter: str | None) -> None:
    """The default route's adapter as Linux writes it down; its first usable address owns it."""
    text = HEADER + "".join("\t".join(row.split()) + "\n" for row in rows)
    assert default_adapter(text) == adapter
    table = tmp_path / "route"
    table.write_text(text)
    machine = adapters("eth0=169.254.0.9/16,192.168.1.2/24", "wlan0=192.168.1.3/24", "tun0=10.8.0.2/24")
    assert default_route(machine, table) == {"eth0": "192.168.1.2", "wlan0": "192.168.1.3"}.get(adapter or "")


def test_without_a_routing_table_a_socket_says_it_and_sends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """macOS and Windows: a UDP socket is only connected; a machine without any route has no default address."""
    used: list[object] = []

    class Probe:
        def __init__(self, family: int, kind: int) -> None:
            used.append(kind)

        def __enter__(self) -> Probe:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def connect(self, where: tuple[str, int]) -> None:
            used.append(where[0])
            if offline:
                raise OSError("Network is unreachable")

        def getsockname(self) -> tuple[str, int]:
            return ("192.168.4.4", 50000)

    monkeypatch.setattr("companion.network.socket.socket", Probe)
    offline = False
    assert default_route((), tmp_path / "none") == "192.168.4.4"
    offline = True
    assert default_route((), tmp_path / "none") is None
    assert used == [socket.SOCK_DGRAM, "192.0.2.1"] * 2


def test_this_machine_can_be_read() -> None:
    """The loopback adapter is read as IPv4 text; the default route, where there is one, is a candidate."""
    machine, route = read_machine()
    assert "127.0.0.1" in {address for adapter in machine for address, _ in adapter.addresses}
    found = {c.address for c in candidates(machine, route)}
    assert all(map(is_usable, found))
    assert route is None or route in found


@pytest.mark.parametrize(
    ("address", "private"),
    [("10.1.2.3", True), ("172.31.0.1", True), ("172.32.0.1", False), ("192.168.9.9", True), ("100.64.0.1", False)],
)
def test_private_addresses(address: str, private: bool) -> None:
    """Only the three ranges of home networks count as private."""
    assert is_private(address) is private
