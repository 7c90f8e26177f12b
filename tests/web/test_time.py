"""Time: only the server's clock counts, and it says when it cannot be right."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient


@pytest.mark.parametrize(("year", "warned"), [(1970, True), (2000, True), (2026, False), (2040, False)])
def test_an_impossible_year_is_said(app: Flask, client: FlaskClient, year: int, warned: bool) -> None:
    """A Raspberry Pi without a clock battery wakes up in the past; the host page says so."""
    app.extensions["companion"].now = lambda: datetime(year, 7, 1, tzinfo=UTC)
    assert ("clock says a year that cannot be" in client.get("/host").get_data(as_text=True)) is warned


def test_what_a_phone_believes_about_the_time_does_not_matter(app: Flask, client: FlaskClient, code: str) -> None:
    """Each entry carries the server's time, UTC; a phone has no way to send another."""
    app.extensions["companion"].now = lambda: datetime(2026, 3, 4, 5, 6, 7, 890_000, tzinfo=UTC)
    body = {"action": {"type": "cash", "value": 3}, "seat": 0, "key": "time-0001"}
    refused = client.post(f"/api/tables/{code}/actions", json={**body, "at": "1999-01-01T00:00:00Z"})
    assert refused.status_code == 422
    assert (
        client.post(f"/api/tables/{code}/actions", json=body, headers={"Date": "Fri, 01 Jan 1999"}).status_code == 201
    )
    (event,) = client.get(f"/api/tables/{code}/log").get_json()["events"]
    assert event["at"] == "2026-03-04T05:06:07.890Z"
