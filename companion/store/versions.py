"""Which of many versions of a thing are kept, so that many changes in a short time take no older version away."""

from __future__ import annotations

from collections.abc import Sequence


def surplus(replaced_at: Sequence[float], most: int) -> list[int]:
    """The places of the versions to forget where more than ``most`` (at least 2) are kept, in the order they came.

    ``replaced_at``: when each was replaced, in seconds from anywhere, oldest first. The first and the last stay; of the
    others those go that were in use for the shortest time, the older of two first. What a clock that was set back makes
    negative counts as no time.
    """
    left = list(range(len(replaced_at)))
    gone: list[int] = []
    while len(left) > most:
        used = [
            (max(0.0, replaced_at[left[at]] - replaced_at[left[at] - 1]), left[at]) for at in range(1, len(left) - 1)
        ]
        _, shortest = min(used)
        left.remove(shortest)
        gone.append(shortest)
    return gone
