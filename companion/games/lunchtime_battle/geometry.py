"""Where the monsters of the counting ring are drawn: clockwise from the start player at the top."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.games.lunchtime_battle.counting import count
from companion.games.lunchtime_battle.state import Card, State

CENTRE = (180.0, 178.0)
RADIUS = 124.0
PIPS_A_ROW = 4
PIP_GAP = 15.0


@dataclass(frozen=True, slots=True)
class Spot:
    """One place of the ring, in a drawing 360 wide and 372 high. ``card``: None where none lies (yet, or any more).

    ``pips``: centres of its hunger symbols; ``turn``: its position in counting order, from 0; ``role``: ``last`` for
    the monster counted last, ``also`` for a neighbour picked with it.
    """

    place: int
    seat: int
    hand: int
    x: float
    y: float
    card: Card | None
    pips: tuple[tuple[float, float], ...] = ()
    turn: int | None = None
    role: str = ""


def spots(state: State) -> tuple[Spot, ...]:
    """Every place of the ring, in the order of places."""
    by_place = {card.place: card for card in state.ring}  # what lies face down is not shown
    now = count(state) if state.phase == "count" else None
    turns = {card.id: n for n, card in enumerate(now.order)} if now is not None else {}
    roles = {card.id: "also" for card in now.picked} if now is not None else {}
    if now is not None and now.card is not None:
        roles[now.card.id] = "last"
    size = state.places
    found = []
    for place in range(size):
        angle = math.tau * (place - state.start) / size
        x, y = CENTRE[0] + RADIUS * math.sin(angle), CENTRE[1] - RADIUS * math.cos(angle)
        card = by_place.get(place)
        found.append(
            Spot(
                place,
                place % state.seats,
                place // state.seats,
                round(x, 1),
                round(y, 1),
                card,
                pips(card.counts, x, y) if card is not None else (),
                turns.get(card.id) if card is not None else None,
                roles.get(card.id, "") if card is not None else "",
            )
        )
    return tuple(found)


def pips(n: int, x: float, y: float) -> tuple[tuple[float, float], ...]:
    """The centres of ``n`` hunger symbols in rows around (x, y)."""
    rows = [min(PIPS_A_ROW, n - first) for first in range(0, n, PIPS_A_ROW)]
    gap = PIP_GAP if len(rows) <= 3 else PIP_GAP * 3 / len(rows)
    found: list[tuple[float, float]] = []
    for row, size in enumerate(rows):
        down = y + (row - (len(rows) - 1) / 2) * gap
        found.extend((round(x + (column - (size - 1) / 2) * PIP_GAP, 1), round(down, 1)) for column in range(size))
    return tuple(found)


BOARD_CENTRE = (475.0, 375.0)
BOARD_RADII = (335.0, 291.0)
BOARD_CARD = (280.0, 168.0)
"""The board's ring in a drawing 950 wide and 750 high: an ellipse of cards, in units of the board."""
ARROW = 34.0


@dataclass(frozen=True, slots=True)
class Way:
    """The count's last lap as an SVG path along the ring, and where its arrowhead points: (x, y) and degrees."""

    path: str
    x: float
    y: float
    turn: float


def way(first: int, last: int, size: int, *, backwards: bool) -> Way | None:
    """From place ``first`` to place ``last`` of ``size`` in the direction of counting; None where both are the same."""
    if first == last:
        return None
    direction = -1 if backwards else 1
    begins, ends = math.tau * first / size, math.tau * last / size
    while (ends - begins) * direction <= 0:
        ends += math.tau * direction
    step = math.tau / 720 * direction
    tip = ends
    while _covered(tip, ends, 6.0) and abs(tip - begins) > abs(step):
        tip -= step
    neck = tip
    while math.dist(_on_ring(neck), _on_ring(tip)) < ARROW * 0.8 and abs(neck - begins) > abs(step):
        neck -= step
    (x0, y0), (x1, y1), (x, y) = _on_ring(begins), _on_ring(neck), _on_ring(tip)
    large = int(abs(neck - begins) > math.pi)
    turning = math.degrees(math.atan2(y - y1, x - x1))
    radii = f"{BOARD_RADII[0]:g} {BOARD_RADII[1]:g}"
    path = f"M{x0:.1f} {y0:.1f}A{radii} 0 {large} {int(not backwards)} {x1:.1f} {y1:.1f}"
    return Way(path, round(x, 1), round(y, 1), round(turning, 1))


def _on_ring(angle: float) -> tuple[float, float]:
    """The point of the board's ring at an angle clockwise from its top."""
    return BOARD_CENTRE[0] + BOARD_RADII[0] * math.sin(angle), BOARD_CENTRE[1] - BOARD_RADII[1] * math.cos(angle)


def _covered(angle: float, by: float, margin: float) -> bool:
    """Whether the card in the middle of which ``by`` is covers the ring at an angle, with a margin around it."""
    (x, y), (centre_x, centre_y) = _on_ring(angle), _on_ring(by)
    return abs(x - centre_x) < BOARD_CARD[0] / 2 + margin and abs(y - centre_y) < BOARD_CARD[1] / 2 + margin
