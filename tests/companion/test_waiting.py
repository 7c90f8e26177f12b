"""Who is served when: first come first served, but nobody twice running while somebody else waits."""

from __future__ import annotations

import threading

import pytest

from companion.waiting import Line


def served(came: str) -> str:
    """The order in which those who came in this order, all while the first is served, are served."""
    line, order = Line(), [came[0]]
    go_on = threading.Event()

    def wait(who: str) -> None:
        with line.turn(who):
            order.append(who)

    with line.turn(came[0]):
        threads = [threading.Thread(target=wait, args=(who,)) for who in came[1:]]
        for number, thread in enumerate(threads, start=1):
            thread.start()
            while len(line._waiting) < number:
                go_on.wait(0.001)
        assert line.others_wait(came[0]) is (set(came) != {came[0]})
    for thread in threads:
        thread.join(60)
    assert not line.others_wait("")
    return "".join(order)


@pytest.mark.parametrize(
    ("came", "order"),
    [
        pytest.param("aaa", "aaa", id="alone one waits for nobody"),
        pytest.param("abc", "abc", id="first come, first served"),
        pytest.param("aaab", "abaa", id="who was served lets another go first"),
        pytest.param("aabbc", "ababc", id="two in turn, and who came later after those who came before"),
    ],
)
def test_nobody_is_served_twice_while_somebody_else_waits(came: str, order: str) -> None:
    assert served(came) == order


def test_a_turn_that_fails_is_over() -> None:
    line = Line()
    with pytest.raises(ValueError, match="no"), line.turn("a"):
        raise ValueError("no")
    with line.turn("b"):
        pass
