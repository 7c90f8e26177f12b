"""The app without a browser: a client that sends what scripts send, and tables to send it to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import create_app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(tmp_path)
    yield app
    app.extensions["reader"].close()
    app.extensions["companion"].store.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def token(app: Flask) -> dict[str, str]:
    """The header that makes a request the host's."""
    return {"Authorization": f"Bearer {app.extensions['guard'].host_token}"}


@pytest.fixture
def code(client: FlaskClient) -> str:
    """A Mombasa table of Ann and Bo."""
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    answer = client.post("/api/tables", json={"game": "mombasa", "seats": seats})
    assert answer.status_code == 201
    opened: dict[str, Any] = answer.get_json()
    return str(opened["code"])
