"""Finding the server: what the host page and the QR codes show on networks as real machines have them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.network import Adapter, Watch
from companion.web import create_app

HOME = (
    Adapter("docker0", (("172.17.0.1", 16),)),
    Adapter("wlan0", (("192.168.1.23", 24),)),
    Adapter("eth0", (("169.254.9.9", 16),)),
)
CABIN = (Adapter("wlan0", (("10.0.0.7", 24),)),)
NOTHING = (Adapter("lo", (("127.0.0.1", 8),)), Adapter("wlan0", (("169.254.120.7", 16),)))


class Machine:
    """A machine whose adapters can be changed, and the time with them."""

    def __init__(self, app: Flask) -> None:
        self.adapters: tuple[Adapter, ...] = HOME
        self.route: str | None = "192.168.1.23"
        self.now = 0.0
        addresses = app.extensions["addresses"]
        addresses.watch = Watch(read=lambda: (self.adapters, self.route))
        addresses.clock = lambda: self.now
        addresses.again()

    def moves(self, adapters: tuple[Adapter, ...], route: str | None, seconds: float = 5) -> None:
        self.adapters, self.route, self.now = adapters, route, self.now + seconds


@pytest.fixture
def machine(app: Flask) -> Machine:
    return Machine(app)


def decoded(svg: bytes) -> str:
    """What a scanner reads off a QR code that is drawn in squares of a millimetre."""
    cv2: Any = pytest.importorskip("cv2", reason="the camera part is optional")
    import numpy as np

    side = int(re.findall(rb'width="(\d+)mm"', svg)[0])
    picture = np.full((side, side), 255, np.uint8)
    for x, y in re.findall(rb'rect x="(\d+)mm" y="(\d+)mm"', svg):
        picture[int(y), int(x)] = 0
    return str(cv2.QRCodeDetector().detectAndDecode(np.kron(picture, np.ones((8, 8), np.uint8)))[0])


def test_the_qr_shows_the_lan_address_although_the_page_was_opened_on_localhost(
    client: FlaskClient, code: str, machine: Machine
) -> None:
    """One address, the one phones reach; the docker bridge stays one tap away; 169.254 is not shown at all."""
    page = client.get("/host", base_url="http://localhost:8000").get_data(as_text=True)
    assert "http://192.168.1.23:8000" in page
    assert "172.17.0.1" in page
    assert "169.254" not in page
    assert decoded(client.get("/host/qr.svg").data) == "http://192.168.1.23:8000/"
    table = decoded(client.get(f"/t/{code}/qr.svg", base_url="http://localhost:8000").data)
    assert table == f"http://192.168.1.23:8000/t/{code}"


def test_the_qr_never_holds_a_local_name(client: FlaskClient, code: str, machine: Machine) -> None:
    """Many Androids cannot resolve .local names, so asking by one still shows the number."""
    page = "http://companion.local:8000"
    for path in ("/host/qr.svg", f"/t/{code}/qr.svg"):
        assert decoded(client.get(path, base_url=page).data).startswith("http://192.168.1.23:8000/")


def test_with_only_169_254_the_page_says_no_network(client: FlaskClient, machine: Machine) -> None:
    """No address, no code, and a sentence with the way out."""
    machine.moves(NOTHING, None)
    page = client.get("/host").get_data(as_text=True)
    assert "No network" in page
    assert "169.254" not in page
    assert "qr.svg" not in page


def test_a_new_wifi_brings_a_new_qr_and_a_banner(client: FlaskClient, machine: Machine) -> None:
    """The page looks again by itself, every 10 s at most; the banner stays for some minutes."""
    before = client.get("/host").get_data(as_text=True)
    assert "network has changed" not in before
    refresh = re.search(r'hx-get="/host" hx-trigger="every (\d+)s"', before)
    assert refresh is not None
    assert int(refresh[1]) <= 10
    machine.moves(CABIN, "10.0.0.7")
    after = client.get("/host").get_data(as_text=True)
    assert "network has changed" in after
    assert "http://10.0.0.7:8000" in after
    assert decoded(client.get("/host/qr.svg").data) == "http://10.0.0.7:8000/"
    machine.moves(CABIN, "10.0.0.7", seconds=600)
    assert "network has changed" not in client.get("/host").get_data(as_text=True)


def test_the_board_shows_the_address_to_type_not_the_one_it_was_opened_at(
    client: FlaskClient, code: str, machine: Machine
) -> None:
    """Opened on the computer itself, the big screen still says what the QR beside it says."""
    board = client.get(f"/t/{code}/board", headers={"Host": "localhost:8000"}).get_data(as_text=True)
    assert "192.168.1.23:8000" in board
    assert "localhost" not in board


def test_a_phone_counts_itself(client: FlaskClient, code: str) -> None:
    """Its stream opens only after the page is drawn; "0 phones" on a phone would be untrue."""
    assert re.search(r">\s*1 phone\s*<", client.get(f"/t/{code}?watch=1").get_data(as_text=True))


def test_the_choice_of_address_is_kept(
    app: Flask, client: FlaskClient, token: dict[str, str], machine: Machine
) -> None:
    """The host chooses another address with one tap; nobody else can; it is there after a restart."""
    assert client.post("/host/address", data={"address": "172.17.0.1"}).status_code == 403
    assert client.post("/host/address", data={"address": "172.17.0.1"}, headers=token).status_code == 303
    assert decoded(client.get("/host/qr.svg").data) == "http://172.17.0.1:8000/"
    from companion.web.addresses import Addresses

    again = Addresses(app.extensions["companion"].store, 8000)
    assert again.watch.choice is not None
    assert (again.watch.choice.adapter, again.watch.choice.address) == ("docker0", "172.17.0.1")


def test_an_address_that_is_gone_is_not_chosen(client: FlaskClient, token: dict[str, str], machine: Machine) -> None:
    """A tap on a page that is out of date changes nothing."""
    client.post("/host/address", data={"address": "10.9.9.9"}, headers=token)
    assert decoded(client.get("/host/qr.svg").data) == "http://192.168.1.23:8000/"


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("firewall", "guest Wi-Fi", "same Wi-Fi")), ("zh-TW", ("防火牆", "訪客", "Wi-Fi"))]
)
def test_after_60_s_without_a_phone_the_page_explains_why(
    app: Flask, client: FlaskClient, machine: Machine, language: str, words: tuple[str, ...]
) -> None:
    """Firewall, guest network, same Wi-Fi, in both languages; not before, and not once a phone listens."""
    house = app.extensions["companion"]
    started, ahead = house.clock(), 0
    house.clock = lambda: started + ahead
    header = {"Accept-Language": language}
    assert words[0] not in client.get("/host", headers=header).get_data(as_text=True)
    ahead = 61
    page = client.get("/host", headers=header).get_data(as_text=True)
    assert all(word in page for word in words)
    house.bell.listen("ABC234", "a phone")
    assert words[0] not in client.get("/host", headers=header).get_data(as_text=True)


@pytest.mark.parametrize(
    ("sender", "host", "board", "counted"),
    [
        pytest.param("192.168.1.40", "192.168.1.23:8000", "", True, id="a phone on the Wi-Fi"),
        pytest.param("127.0.0.1", "localhost:8000", "", False, id="the host's own seat, on the computer itself"),
        pytest.param("127.0.0.1", "localhost:8000", "&board=1", False, id="the host's own board"),
        pytest.param("192.168.1.23", "192.168.1.23:8000", "&board=1", False, id="the own board, by the LAN address"),
        pytest.param("::ffff:127.0.0.1", "localhost:8000", "", False, id="this computer, listening on IPv6"),
        pytest.param("127.0.0.1", "games.example", "", True, id="a phone that comes through a proxy"),
    ],
)
def test_the_hosts_own_screens_are_no_phones(tmp_path: Path, sender: str, host: str, board: str, counted: bool) -> None:
    """The help after a minute is there until a phone came through the network; only phones are counted as phones."""
    app = create_app(tmp_path, allow_hosts=("games.example",))
    Machine(app)
    house = app.extensions["companion"]
    started, ahead = house.clock(), 61
    house.clock = lambda: started + ahead
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = app.test_client().post("/api/tables", json={"game": "mombasa", "seats": seats}).get_json()["code"]
    listening, asking = app.test_client(), app.test_client()
    path, sent = f"/t/{code}/stream?tab=1{board}", {"environ_overrides": {"REMOTE_ADDR": sender}}
    with listening.get(path, base_url=f"http://{host}", buffered=False, **sent) as stream:
        assert stream.status_code == 200
        page = asking.get("/host").get_data(as_text=True)
    assert ("No phone has arrived yet" in page) is not counted
    assert f'<span class="phones">{int(counted)} phone' in page
    house.store.close()


def test_a_big_screen_elsewhere_has_arrived_but_is_no_phone(app: Flask, client: FlaskClient, machine: Machine) -> None:
    """A television that shows the board proves that the network lets devices in; nobody plays on it."""
    bell = app.extensions["companion"].bell
    assert bell.listen("ABC234", "television", board=True) is not None
    assert (bell.arrived(), bell.phones(), bell.listening("ABC234")) == (1, frozenset(), frozenset())


@pytest.mark.parametrize(
    ("bound", "base", "alone"),
    [
        pytest.param("127.0.0.1", "http://127.0.0.1:8000", True, id="this computer alone"),
        pytest.param("::1", "http://[::1]:8000", True, id="this computer alone, by IPv6"),
        pytest.param("172.17.0.1", "http://172.17.0.1:8000", False, id="one address, though another were better"),
        pytest.param("fd00::5", "http://[fd00::5]:8000", False, id="one address of IPv6"),
        pytest.param(None, "http://192.168.1.23:8000", False, id="all addresses: the best"),
    ],
)
def test_pages_show_only_what_the_server_listens_on(tmp_path: Path, bound: str | None, base: str, alone: bool) -> None:
    """`--host ADDRESS`: no code leads anywhere else; with a loopback address they say that no phone can join."""
    app = create_app(tmp_path, bound=bound)
    Machine(app)
    client = app.test_client()
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = client.post("/api/tables", json={"game": "mombasa", "seats": seats}).get_json()["code"]
    for path in ("/host", f"/t/{code}/join"):
        page = client.get(path, headers={"Accept-Language": "zh-TW"}).get_data(as_text=True)
        assert base in page
        assert ("手機無法加入" in page) is alone
        assert ("qr.svg" in page) is not alone
        assert ("172.17.0.1" in page) is (bound in (None, "172.17.0.1"))
    board = client.get(f"/t/{code}/board").get_data(as_text=True)
    assert ("qr.svg" in board) is not alone
    assert decoded(client.get("/host/qr.svg").data) == f"{base}/"
    app.extensions["companion"].store.close()


def test_no_page_refers_to_another_origin(client: FlaskClient, code: str, machine: Machine) -> None:
    """No internet is needed: whatever a page or stylesheet loads comes from this server."""
    pages = ["/", "/new", "/new/mombasa", "/host", f"/t/{code}", f"/t/{code}/join", f"/t/{code}/board", "/join"]
    loads = re.compile(r"""(?:src|href|action|srcset|@import|url\()\s*[=(]?\s*["']?((?:https?:)?//[^"'\s)>]+)""")
    own = ("http://192.168.1.23:8000", "http://172.17.0.1:8000")
    seen = set()
    for path in pages:
        text = client.get(path).get_data(as_text=True)
        foreign = [address for address in loads.findall(text) if not address.startswith(own)]
        assert not foreign, (path, foreign)
        seen |= set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text))
    assert len(seen) > 2
    for file in seen:
        if ".css" in file:
            assert not loads.findall(client.get(file).get_data(as_text=True)), file
