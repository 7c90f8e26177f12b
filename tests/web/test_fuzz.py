"""Requests made from the API's own description: nothing fails, and every answer is one that is described.

    FUZZ_CASES=20000 python -m pytest tests/web/test_fuzz.py      a night of it; 500 without

Half of the requests go to tables that exist, with actions that the table offers; half come from the host.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import checks
from schemathesis.core.result import Ok

from companion.games import GAMES
from companion.web import create_app, limits

CASES = int(os.environ.get("FUZZ_CASES", "500"))
CHECKS = (
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
)


def made(folder: Path) -> Flask:
    """A companion that counts neither guesses nor openings, nor what is written down."""
    most, limits.OPENINGS, limits.NOTES = (limits.OPENINGS, limits.NOTES), 10**9, 10**9
    try:
        app = create_app(folder)
    finally:
        limits.OPENINGS, limits.NOTES = most
    app.extensions["guard"].guesses.wrong = lambda *_: 0
    return app


def described() -> dict[str, Any]:
    """Each operation of the API, from the description itself, by its method and path."""
    with tempfile.TemporaryDirectory() as folder:
        app = made(Path(folder))
        schema = schemathesis.openapi.from_wsgi("/api/openapi.json", app)
        operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
        found: dict[str, Any] = {operation.label: operation for operation in operations}
        app.extensions["companion"].store.close()
    return found


OPERATIONS = described()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = made(tmp_path_factory.mktemp("fuzz"))
    yield app
    app.extensions["reader"].close()
    app.extensions["companion"].store.close()


def opened(app: Flask) -> list[str]:
    """The codes of a new table of each game."""
    client = app.test_client()
    codes = []
    for key, game in GAMES.items():
        seats = [{"name": name} for name in ("Ann", "陳小明", "Cy")[: max(2, game.players[0])]]
        answer = client.post("/api/tables", json={"game": key, "seats": seats})
        assert answer.status_code == 201, answer.text
        codes.append(answer.get_json()["code"])
    return codes


def test_all_operations_are_there() -> None:
    assert len(OPERATIONS) > 15


@pytest.mark.parametrize("label", OPERATIONS)
def test_whatever_is_asked_the_answer_is_described(app: Flask, label: str) -> None:
    """No 5xx but those that say when to come again, and every body fits its schema."""
    codes: list[str] = opened(app)

    @settings(max_examples=max(1, CASES // len(OPERATIONS)), deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=OPERATIONS[label].as_strategy(), chance=st.randoms(use_true_random=False))
    def ask(case: Any, chance: Any) -> None:
        case.headers["Accept-Encoding"] = "identity"  # this client unpacks nothing
        if chance.random() < 0.03:
            codes[:] = opened(app)
        where = case.path_parameters or {}
        if "code" in where and chance.random() < 0.7:
            where["code"] = chance.choice(codes)
        if "game" in where and chance.random() < 0.7:
            where["game"] = chance.choice(list(GAMES))
        if chance.random() < 0.5:
            case.headers["Authorization"] = f"Bearer {app.extensions['guard'].host_token}"
        if case.path.endswith("/actions") and isinstance(case.body, dict) and chance.random() < 0.6:
            offers = app.test_client().get(f"/api/tables/{codes[0]}").get_json().get("actions", [])
            if offers:
                offer = chance.choice(offers)
                where["code"] = codes[0]
                case.body |= {"action": offer["example"], "seat": chance.choice(offer["seats"])}
        answer = case.call_and_validate(checks=CHECKS, app=app)
        later = answer.status_code == 503 and ("Retry-After" in answer.headers or "no_vision" in answer.text)
        assert answer.status_code < 500 or later, answer.text

    ask()
