"""A hostile phone on the Wi-Fi: what it may not do."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.resources import static_path
from companion.web import create_app
from companion.web.delivery import load
from companion.web.security import GUESSES_A_MINUTE, Guesses, Names

SEATS = [{"name": "<script>alert(1)</script>", "color": "red"}, {"name": "Bo' OR 1=1--", "color": "blue"}]


@pytest.mark.parametrize(
    ("host", "answers"),
    [
        pytest.param("localhost:8000", True, id="localhost"),
        pytest.param("127.0.0.1", True, id="this machine by number"),
        pytest.param("[::1]:8000", True, id="this machine by IPv6 number"),
        pytest.param("companion.local", True, id="companion.local"),
        pytest.param("192.0.2.7:81", True, id="one of its addresses, any port"),
        pytest.param("games.example", True, id="an --allow-host name"),
        pytest.param("evil.example", False, id="another name (DNS rebinding)"),
        pytest.param("192.0.2.8", False, id="another number"),
        pytest.param("localhost.evil.example", False, id="a name that begins like ours"),
        pytest.param("localhost@evil.example", False, id="a user in front"),
        pytest.param("", False, id="nothing"),
        pytest.param("localhost:port", False, id="a port that is none"),
    ],
)
def test_hosts_this_machine_answers_to(host: str, answers: bool) -> None:
    names = Names(lambda: ["192.0.2.7"], ("games.example",))
    assert names.answers_to(host) is answers


def test_it_answers_to_the_machines_host_name_alone_with_local_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Parlour.lan.example")
    names = Names(list)
    for host in ("parlour", "PARLOUR:8000", "parlour.local", "parlour.lan.example"):
        assert names.answers_to(host), host
    assert not names.answers_to("lan.example")


def test_it_answers_to_every_address_of_its_own(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no QR code leads: by IPv6, and in a network that gave no address."""
    ips = [("2001:db8::5%4", 0, 4), "169.254.7.7", "192.168.7.7"]
    adapter = SimpleNamespace(nice_name="wlan0", ips=[SimpleNamespace(ip=ip, network_prefix=24) for ip in ips])
    monkeypatch.setattr("ifaddr.get_adapters", lambda: [adapter])
    for host in ("[2001:db8::5]:8000", "169.254.7.7:8000", "192.168.7.7"):
        assert client.get("/healthz", headers={"Host": host}).status_code == 200, host
    assert client.get("/healthz", headers={"Host": "[2001:db8::6]"}).status_code == 400


def test_a_foreign_host_is_refused(client: FlaskClient) -> None:
    answer = client.get("/api/tables", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert answer.get_json()["error"]["code"] == "bad_host"


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        pytest.param(None, 201, id="scripts send none and are welcome"),
        pytest.param("http://localhost", 201, id="our own page"),
        pytest.param("http://evil.example", 403, id="another site"),
        pytest.param("null", 403, id="null is another site"),
        pytest.param("http://[localhost", 403, id="no address at all"),
        pytest.param("HTTP://LOCALHOST", 201, id="our own page in capitals"),
        pytest.param("http://localhost:81", 403, id="another port is another site"),
    ],
)
def test_a_write_from_another_sites_page_is_refused(
    client: FlaskClient, code: str, origin: str | None, status: int
) -> None:
    headers = {} if origin is None else {"Origin": origin}
    body = {"action": {"type": "cash", "value": 1}, "key": "from-a-page", "seat": 0}
    answer = client.post(f"/api/tables/{code}/actions", json=body, headers=headers)
    assert answer.status_code == status


def test_names_are_escaped_everywhere(client: FlaskClient) -> None:
    code = client.post("/api/tables", json={"game": "mombasa", "seats": SEATS}).get_json()["code"]
    body = {"action": {"type": "cash", "value": 1}, "key": "a-key-0001", "seat": 0}
    client.post(f"/api/tables/{code}/actions", json=body)
    pages = ("/", "/new/mombasa", "/host", *(f"/t/{code}{p}" for p in PAGES))
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert b"<script>alert" not in answer.data, page


PAGES = ("", "?as=0", "/board", "/history", "/rules", "/setup", "/seats", "/result", "/join", "/panel?as=1")


def test_every_page_carries_the_policy_and_no_inline_script_or_style(client: FlaskClient, code: str) -> None:
    for page in ("/", "/new", "/new/mombasa", "/host", *(f"/t/{code}{p}" for p in PAGES)):
        answer = client.get(page)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        text = answer.get_data(as_text=True)
        assert " style=" not in text
        assert "<style" not in text
        assert "onclick" not in text
        assert "<script>" not in text
        assert "https://" not in text.replace("http://www.w3.org", ""), "no page refers to another origin"


def test_the_device_cookie_is_signed_and_a_forged_one_is_a_new_device(
    app: Flask, client: FlaskClient, code: str
) -> None:
    client.post(f"/t/{code}/seat", data={"seat": "0"})
    assert client.get(f"/api/tables/{code}").get_json()["seats"][0]["devices"] == 1
    cookie = client.get_cookie(app.extensions["guard"].device_cookie)
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Lax"
    forger = app.test_client()
    forger.set_cookie(cookie.key, cookie.value.split(".")[0] + ".forged")
    assert b"Who are you?" in forger.get(f"/t/{code}").data


def test_the_same_person_gets_the_same_seat_back_after_a_restart(tmp_path: Path) -> None:
    app = create_app(tmp_path)
    first = app.test_client()
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = first.post("/api/tables", json={"game": "mombasa", "seats": seats}).get_json()["code"]
    first.post(f"/t/{code}/seat", data={"seat": "1"})
    cookie = first.get_cookie(app.extensions["guard"].device_cookie)
    assert cookie is not None
    again = create_app(tmp_path).test_client()
    again.set_cookie("device", cookie.value)  # as version 0.1 called it
    page = again.get(f"/t/{code}").get_data(as_text=True)
    assert "Who are you?" not in page
    assert 'class="name">Bo<' in page


def test_guessing_codes_is_slowed_but_not_for_a_device_that_has_been_there(
    app: Flask, client: FlaskClient, code: str
) -> None:
    client.get(f"/t/{code}")
    stranger = app.test_client()
    for n in range(GUESSES_A_MINUTE):
        assert stranger.get(f"/api/tables/ZZZZ{n // 10 + 2}{n % 8 + 2}").status_code == 404
    answer = stranger.get("/api/tables/ZZZZZZ")
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert stranger.get(f"/api/tables/{code}").status_code == 429
    assert client.get(f"/api/tables/{code}").status_code == 200


def test_a_guesser_may_try_again_after_a_minute() -> None:
    now = [0.0]
    guesses = Guesses(clock=lambda: now[0])
    for _ in range(GUESSES_A_MINUTE):
        assert guesses.wrong("a") == 0
        now[0] += 1
    assert guesses.wrong("a") == 60, "for a minute, counted from the one too many"
    assert guesses.wait_of("b") == 0
    now[0] += 59
    assert guesses.wait_of("a") == 1
    now[0] += 1
    assert guesses.wait_of("a") == 0
    assert guesses.wrong("a") == 0


def test_a_wrong_code_now_and_then_never_waits() -> None:
    now = [0.0]
    guesses = Guesses(clock=lambda: now[0])
    for _ in range(3 * GUESSES_A_MINUTE):
        assert guesses.wrong("a") == 0
        now[0] += 2


def test_the_host_page_shows_the_token_to_nobody(client: FlaskClient, app: Flask) -> None:
    token = app.extensions["guard"].host_token
    assert token.encode() not in client.get("/host").data
    assert client.get("/host?token=wrong").status_code == 403
    answer = client.get(f"/host?token={token}")
    assert answer.status_code == 303
    assert "token" not in answer.headers["Location"]
    cookie = client.get_cookie(app.extensions["guard"].host_cookie)
    assert cookie is not None
    assert cookie.http_only
    assert client.get("/host").status_code == 200


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "/\t/evil.example",
        "/\n/evil.example",
        "/t/x\r\nSet-Cookie: host=x",
    ],
)
def test_no_form_redirects_elsewhere(client: FlaskClient, code: str, back: str) -> None:
    for path, data in (
        ("/language", {"lang": "en"}),
        (f"/t/{code}/act", {"key": "abcdefgh", "type": "cash", "seat": "0", "f.value": "1"}),
    ):
        answer = client.post(path, data={**data, "back": back})
        assert answer.status_code == 303
        location = answer.headers["Location"]
        assert location.startswith("/")
        assert not location.startswith(("//", "/\\"))
        assert not any(cookie.startswith("host") for cookie in answer.headers.get_all("Set-Cookie"))


def test_a_form_goes_on_to_an_address_in_any_letters(client: FlaskClient, code: str) -> None:
    """A header holds Latin letters only; with script it names the page as without."""
    back = f"/t/{code}/camera?taught=紅 5"
    plain = client.post(f"/t/{code}/close", data={"back": back})
    assert plain.headers["Location"] == f"/t/{code}/camera?taught=%E7%B4%85%205"
    scripted = client.post(f"/t/{code}/reopen", data={"back": back}, headers={"HX-Request": "true"})
    assert scripted.headers["HX-Redirect"] == plain.headers["Location"]


HUGE = "9" * 5000
"""More digits than Python turns into a number."""


@pytest.mark.parametrize("number", [HUGE, "9" * 30, "-1", "²", "٣", "1\n", "x"])
def test_what_is_no_number_in_a_hidden_field_is_refused_and_changes_nothing(
    client: FlaskClient, code: str, number: str
) -> None:
    client.post(f"/t/{code}/act", data={"key": "entry-001", "type": "cash", "seat": "0", "f.value": "1"})
    client.post(f"/t/{code}/seat", data={"seat": "1"})
    key = {"key": "number-01"}
    for path, data, status in (
        ("seat", {"seat": number}, 422),
        ("seat", {"device": number}, 303),
        ("act", {"type": "cash", "seat": number, "f.value": "1"}, 422),
        ("undo", {"to": number}, 422),
        ("amend", {"seq": number, "type": "cash", "f.value": "1"}, 422),
        ("seats", {"name.0": "Ann", "color.0": "red", "was.0": number, "place.0": number}, 422),
        ("tell", {"type": "cash", "seat": number, "f.value": "1"}, 200),
    ):
        answer = client.post(f"/t/{code}/{path}", data=data | key)
        assert answer.status_code == status, (path, data)
    assert client.get(f"/t/{code}", query_string={"as": number}).status_code == 200
    assert client.get(f"/t/{code}/panel", query_string={"as": number}).status_code == 200
    table = client.get(f"/api/tables/{code}").get_json()
    assert (table["seq"], [seat["devices"] for seat in table["seats"]]) == (1, [0, 1])


@pytest.mark.parametrize(
    "action", ["[" * 50_000, '{"type":' * 50 + "1" + "}" * 50, '{"type": "cash", "value": NaN}', '{"type": "\\ud800"}']
)
def test_json_of_a_form_is_read_like_that_of_a_script(client: FlaskClient, code: str, action: str) -> None:
    for path, status in (("act", 422), ("tell", 200)):
        answer = client.post(f"/t/{code}/{path}", data={"key": "form-json", "seat": "0", "action": action})
        assert answer.status_code == status


def test_a_name_too_long_for_any_machine_gets_the_same_sentence(client: FlaskClient) -> None:
    for path in ("/", "/static/companion.css", "/t/ABCDEF"):
        answer = client.get(path, headers={"Host": "a" * 300, "Accept-Language": "en"})
        assert answer.status_code == 400
        assert "This machine does not go by that name." in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "path", ["/static/../companion/store.py", "/static/%2e%2e/run.py", "/static//etc/passwd", "/t/../../x"]
)
def test_files_outside_static_are_not_served(client: FlaskClient, path: str) -> None:
    assert client.get(path, follow_redirects=True).status_code == 404


def test_every_file_has_its_kind_whatever_the_machine_believes(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser told not to guess takes no style called text/plain, as some Windows registries say."""
    monkeypatch.setattr("mimetypes.guess_type", lambda name: ("text/plain", None))
    load.cache_clear()
    kinds = {name.rpartition(".")[2]: asset.kind for name, asset in load(static_path()).items()}
    load.cache_clear()
    sent = {"css": "text/css", "js": "text/javascript", "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain"}
    assert kinds == sent


def test_nothing_is_kept_that_changes(client: FlaskClient, code: str) -> None:
    """What an address answers today is not what it answered yesterday; only files named by their content stay."""
    for path in ("/", "/new", "/api/tables", f"/api/tables/{code}", f"/t/{code}/seq", f"/t/{code}/join", "/healthz"):
        assert client.get(path).headers["Cache-Control"] in ("no-cache", "no-store"), path
    style = re.search(r'href="(/static/companion.css[^"]+)"', client.get("/").get_data(as_text=True))
    assert style is not None
    assert "immutable" in client.get(style[1]).headers["Cache-Control"]


def test_secrets_are_readable_by_the_owner_only(tmp_path: Path) -> None:
    create_app(tmp_path)
    for secret in tmp_path.glob("*.secret"):
        assert secret.stat().st_mode & 0o077 == 0


def test_first_visit_is_at_most_80_kb_compressed(client: FlaskClient, code: str) -> None:
    """Everything included: page, style, scripts, icon."""
    import re

    for page in ("/", f"/t/{code}?as=0"):
        headers = {"Accept-Encoding": "gzip"}
        answer: Any = client.get(page, headers=headers)
        size = len(answer.data)
        import gzip

        text = (
            gzip.decompress(answer.data).decode() if answer.headers.get("Content-Encoding") == "gzip" else answer.text
        )
        for asset in set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text)):
            size += len(client.get(asset.replace("&amp;", "&"), headers=headers).data)
        assert size <= 80_000, (page, size)
