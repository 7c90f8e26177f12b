"""Of many versions those are kept that somebody would want back."""

from __future__ import annotations

import pytest

from companion.store.versions import surplus

DAY = 86_400.0


@pytest.mark.parametrize(
    ("replaced_at", "most", "gone"),
    [
        pytest.param([1, 2, 3], 3, [], id="few are all kept"),
        pytest.param([DAY, 2 * DAY, 2 * DAY + 1, 2 * DAY + 2], 3, [2], id="of seconds in use, not of a day"),
        pytest.param([5, 6, 7, 8], 2, [1, 2], id="the first and the newest stay, the older of two equals goes first"),
        pytest.param([DAY, 2 * DAY, 10.0, 3 * DAY], 3, [2], id="a clock set back makes no version precious"),
    ],
)
def test_what_was_in_use_longest_is_kept(replaced_at: list[float], most: int, gone: list[int]) -> None:
    assert surplus(replaced_at, most) == gone
