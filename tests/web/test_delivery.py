"""Small on the wire: our comments stay at home, code and licences travel."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.resources import static_path
from companion.web.delivery import load


@pytest.mark.parametrize(
    ("name", "written", "sent"),
    [
        pytest.param(
            "a.js", "/* one\n   * two */\nlet a = 1;   /* beside */\n", "let a = 1;   /* beside */\n", id="a line"
        ),
        pytest.param("b.css", "a { }\n  /* in between **/\nb { }\n", "a { }\nb { }\n", id="in between"),
        pytest.param(
            "c.js", 'let a = "x";\n/* a */ let b;\n', 'let a = "x";\n/* a */ let b;\n', id="with code behind it"
        ),
        pytest.param("vendor/d.js", "/* licence */\nlet a;\n", "/* licence */\nlet a;\n", id="a licence"),
        pytest.param("e.svg", "/* no script */\n", "/* no script */\n", id="another kind"),
    ],
)
def test_comments_on_lines_of_their_own_stay_at_home(tmp_path: Path, name: str, written: str, sent: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(written, encoding="utf-8")
    assert load.__wrapped__(tmp_path)[name].content.decode() == sent


def test_licences_of_others_travel() -> None:
    sent = load(static_path())
    for path in (static_path() / "vendor").iterdir():
        assert sent[f"vendor/{path.name}"].content == path.read_bytes()
