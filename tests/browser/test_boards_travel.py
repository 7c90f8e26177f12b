"""What travels on the big screen: a badge, a card, a coin, a monkey, from whom to whom, in less than 300 ms, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Phones, Server
from tests.browser.test_boards import act
from tests.browser.test_monkeys_frame import set_up
from tests.browser.test_walking_on_the_moon import table

AT_MOST_MS = 300
WATCH = """
() => {
  window.travelled = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const motion = animate.call(this, frames, options);
    if (frames[0].translate !== undefined) {
      const running = document.getAnimations().includes(motion);
      const { delay, duration } = motion.effect.getTiming();
      window.travelled.push({ what: this.dataset.goes ?? this.className, ms: delay + duration, running, from: frames[0].translate });
    }
    return motion;
  };
}
"""


def watched(phones: Phones, code: str, *, calm: bool = False) -> Page:
    """The board of somebody who wants to see motion, or `calm`: less of it."""
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    board.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    board.evaluate(f"({WATCH})()")
    return board


def travels(board: Page, server: Server, code: str) -> list[dict[str, Any]]:
    """What set out on its way when the newest entry was drawn."""
    board.wait_for_selector(f".board[data-seq='{server.look(code).seq}']")
    found: list[dict[str, Any]] = board.evaluate("new Promise((done) => setTimeout(() => done(travelled.splice(0))))")
    return found


def names(found: list[dict[str, Any]]) -> set[str]:
    return {one["what"] for one in found}


def walking(server: Server) -> tuple[str, Callable[[], None]]:
    code = table(server, "Ann", "Bo", "Cy")
    act(server, code, None, "start_player", player=0)
    return code, lambda: act(server, code, 0, "jump", space=9, stars=["card_1"])


def spank(server: Server) -> tuple[str, Callable[[], None]]:
    code = server.open_table("spank_the_monkey", "Ann", "Bo")
    act(server, code, None, "start_player", player=0)
    act(server, code, 0, "draw", cards=1)
    for seat, name in ((1, "Piano"), (1, "Statue"), (0, "Lamp")):
        to = [seat, len(server.look(code).state.piles[seat])]
        act(server, code, None, "put_junk", to=to, cards=[{"name": name, "height": 3, "strength": 3}])
    return code, lambda: act(server, code, None, "move_junk", junk=[1, 1], to=[0, 1])


def mombasa(server: Server) -> tuple[str, Callable[[], None]]:
    code = server.open_table("mombasa", "Ann", "Bo")
    act(server, code, None, "start_player", player=0)
    return code, lambda: act(server, code, 1, "shares", company="mombasa", part="track", value=1)


def teaching(server: Server) -> tuple[str, Callable[[], None]]:
    code = set_up(server, "Ann", "Bo", "Cy")
    return code, lambda: act(server, code, 0, "teach", card="red", number=2, tribe="red")


def selling(server: Server) -> tuple[str, Callable[[], None]]:
    code = set_up(server, "Ann", "Bo", "Cy")
    for seat in range(3):
        act(server, code, seat, "teach", card="red", number=2, tribe="red")
    return code, lambda: act(server, code, None, "sold", tribe="red", number=5, player=1, value=3)


@pytest.mark.parametrize("calm", [False, True], ids=["motion", "reduced motion"])
@pytest.mark.parametrize(
    ("game", "travellers"),
    [
        pytest.param(walking, {"astronaut 0", "flying star"}, id="an astronaut to its space, a star to its player"),
        pytest.param(spank, {"junk 2"}, id="junk from pile to pile"),
        pytest.param(
            teaching, {"stone red", "flying coin tribe-red"}, id="a stone along the track, a coin from its card"
        ),
        pytest.param(selling, {"flying monkey tribe-red", "flying coin tribe-red"}, id="a monkey aboard, coins for it"),
        pytest.param(mombasa, {"flying share mombasa"}, id="a share from its company to its holder"),
    ],
)
def test_what_changes_its_place_is_seen_on_its_way(
    server: Server,
    phones: Phones,
    game: Callable[[Server], tuple[str, Callable[[], None]]],
    travellers: set[str],
    calm: bool,
) -> None:
    code, enter = game(server)
    board = watched(phones, code, calm=calm)
    enter()
    found = travels(board, server, code)
    assert travellers - names(found) == (travellers if calm else set()), found
    assert all(one["running"] and one["ms"] <= AT_MOST_MS for one in found), found
