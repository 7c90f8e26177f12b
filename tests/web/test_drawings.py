"""What several phones see alike is drawn once; what tells them apart is not shared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask, template_rendered
from flask.testing import FlaskClient

from testkit.devices import devices_of

CHINESE = {"Accept-Language": "zh-TW"}


class Clock:
    """Stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(app: Flask) -> Clock:
    app.extensions["companion"].clock = clock = Clock()
    return clock


@pytest.fixture
def drawn(app: Flask) -> Iterator[list[str]]:
    """The panels and boards that were drawn, one name each."""
    names: list[str] = []

    def note(sender: object, template: Any, **_: object) -> None:
        if template.name in ("_panel.html", "_board.html"):
            names.append(template.name)

    with template_rendered.connected_to(note, app):
        yield names


@pytest.fixture
def phones(app: Flask, code: str) -> list[FlaskClient]:
    """Two phones on Ann's seat, one on Bo's, two guests; all of them listen."""
    house, found = app.extensions["companion"], []
    for seat in (0, 0, 1, None, None):
        phone = app.test_client()
        phone.get(f"/t/{code}")
        phone.get(f"/t/{code}")
        if seat is not None:
            phone.post(f"/t/{code}/seat", data={"seat": str(seat)})
        found.append(phone)
    for device in devices_of(house.store, code):
        house.bell.listen(code, device)
    return found


def keys_in(page: str) -> list[str]:
    return re.findall(r'name="key" value="([^"]*)"', page)


@pytest.mark.usefixtures("clock")
def test_a_panel_is_drawn_once_for_a_seat_and_a_language(
    code: str, phones: list[FlaskClient], drawn: list[str]
) -> None:
    pages = [phone.get(f"/t/{code}/panel").text for phone in phones]
    assert len(drawn) == 3
    assert len({re.sub(r'name="key" value="[^"]*"', "", page) for page in pages}) == 3
    for phone in phones:
        assert phone.get(f"/t/{code}/panel", headers=CHINESE).text not in pages
    assert len(drawn) == 6
    for phone in phones:
        assert 'class="board"' in phone.get(f"/t/{code}/board", headers={"HX-Request": "true"}).text
    assert len(drawn) == 7


@pytest.mark.usefixtures("clock", "drawn")
def test_no_two_forms_send_the_same_key(code: str, phones: list[FlaskClient]) -> None:
    keys = [key for phone in phones for key in keys_in(phone.get(f"/t/{code}/panel").text)]
    assert len(keys) > 5
    assert len(set(keys)) == len(keys)
    assert all(len(key) >= 8 for key in keys)


Change = Callable[[Flask, FlaskClient, str, Clock], object]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(
            lambda app, phone, code, clock: phone.post(
                f"/api/tables/{code}/actions",
                json={"action": {"type": "cash", "value": 77}, "seat": 0, "key": "key-00001"},
            ),
            id="an entry",
        ),
        pytest.param(
            lambda app, phone, code, clock: phone.post(f"/api/tables/{code}/close", json={"key": "key-00001"}),
            id="closed",
        ),
        pytest.param(lambda app, phone, code, clock: phone.post(f"/t/{code}/seat", data={"seat": "0"}), id="a seat"),
        pytest.param(
            lambda app, phone, code, clock: app.extensions["companion"].bell.listen(code, "another"),
            id="one more phone",
        ),
        pytest.param(lambda app, phone, code, clock: setattr(clock, "now", 1.0), id="a second later"),
    ],
)
def test_what_has_changed_is_drawn_anew(
    app: Flask, code: str, phones: list[FlaskClient], drawn: list[str], clock: Clock, change: Change
) -> None:
    for phone in phones[:2]:
        phone.get(f"/t/{code}/panel")
    change(app, phones[-1], code, clock)
    before = len(drawn)
    for phone in phones[:2]:
        phone.get(f"/t/{code}/panel")
    assert (before, len(drawn)) == (1, 2)
