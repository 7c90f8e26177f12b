"""How the camera looks at the table, from the faces that were recognised: one camera, one table, dice of one size.

With the tilt and the distance known, a top face anywhere in the picture has one size, one slant and one lean, and what
is seen otherwise (the side of a die, a picture on a box) is no top face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Numbers
from vision.faces.patch import Spot

_FOCAL_WIDTHS = 1.1
"""Phones: 0.7 to 0.8 of the picture's longer side; webcams about 0.9; cut or zoomed pictures more."""
_TILTS = np.radians(np.arange(0, 62, 2.0))
_MOST_APART = 0.3
"""A face squeezed more than this against what the others say does not count further."""


@dataclass(frozen=True, slots=True)
class TableView:
    """``tilt`` of the camera from straight above (radians); ``scale``: a die's side in pixels where the picture would
    look straight down; ``focal`` length, ``middle_x``, ``middle_y`` in pixels."""

    tilt: float
    scale: float
    focal: float
    middle_x: float
    middle_y: float

    def spot(self, x: float, y: float) -> Spot:
        """The top face of a die whose middle is seen at (x, y)."""
        right, down = (x - self.middle_x) / self.focal, (y - self.middle_y) / self.focal
        slant = max(0.3, float(np.cos(self.tilt) + down * np.sin(self.tilt)))
        return Spot(x, y, self.scale * slant, slant, lean=float(right * np.sin(self.tilt)))

    def matrices(self, places: Numbers) -> Numbers:
        """What `spot` has as its matrix at each of these places, (n, 2): (n, 2, 2)."""
        off = (places - (self.middle_x, self.middle_y)) / self.focal
        slant = np.maximum(0.3, np.cos(self.tilt) + off[:, 1] * np.sin(self.tilt))
        found = np.zeros((len(places), 2, 2))
        found[:, 0, 0], found[:, 0, 1], found[:, 1, 1] = 1.0, off[:, 0] * np.sin(self.tilt), slant
        return np.asarray(found * (self.scale * slant)[:, None, None], np.float64)

    def below(self, x: float, y: float) -> Numbers:
        """How far, in pixels, the foot of a die is seen from its top at (x, y): right, down."""
        right, down = (x - self.middle_x) / self.focal, (y - self.middle_y) / self.focal
        sin, cos = float(np.sin(self.tilt)), float(np.cos(self.tilt))
        return self.spot(x, y).side * np.array([-right * cos, sin - down * cos])

    def unlike_a_top(self, x: float, y: float, seen: Numbers) -> float:
        """How badly a square of unit side seen under this matrix at (x, y) fits a top face: squared shares."""
        return _compared(self.spot(x, y).matrix(), seen)[1] ** 2

    def unlike_a_side(self, top: tuple[float, float], x: float, y: float, seen: Numbers) -> float:
        """How badly it fits a side of the die whose top has its middle at ``top``; large where no side is seen."""
        table, down = self.spot(*top).matrix(), self.below(*top)
        outward = np.linalg.solve(table, np.array([x, y]) - top - down / 2)
        far = float(np.hypot(*outward))
        if far < 0.2 or far > 0.8 or float(table[1] @ outward) <= 0:
            return 1.0
        edge = np.array([-outward[1], outward[0]]) / far
        return _compared(np.column_stack([table @ edge, down]), seen)[1] ** 2 + (far - 0.5) ** 2


def focal_of(width: int, height: int) -> float:
    """The focal length to be expected of a picture of that size, in pixels."""
    return _FOCAL_WIDTHS * max(width, height)


def view_of(
    seen: Sequence[tuple[float, float, Numbers, float]], width: int, height: int, tilt: float | None = None
) -> TableView | None:
    """The view that explains faces seen at (x, y) as a square of unit side under this matrix, each with its weight.

    ``tilt`` (radians), where it is known better than one face can tell. None where nothing was seen.
    """
    if not seen:
        return None
    focal, middle_x, middle_y = focal_of(width, height), width / 2 - 0.5, height / 2 - 0.5
    weights = np.array([weight for _, _, _, weight in seen])
    least, best, sizes = np.inf, 0.0, np.ones(len(seen))
    for at in _TILTS:
        view = TableView(float(at), 1.0, focal, middle_x, middle_y)
        fitted = [_compared(view.spot(x, y).matrix(), matrix) for x, y, matrix, _ in seen]
        cost = float((weights * [min(stretch, _MOST_APART) ** 2 for _, stretch in fitted]).sum())
        if tilt is not None:
            cost += 0.5 * (float(np.cos(at)) - float(np.cos(tilt))) ** 2
        if cost < least:
            least, best, sizes = cost, float(at), np.array([size for size, _ in fitted])
    order = np.argsort(sizes)
    middle = int(np.searchsorted(weights[order].cumsum(), weights.sum() / 2))
    return TableView(best, float(sizes[order[middle]]), focal, middle_x, middle_y)


def _compared(expected: Numbers, seen: Numbers) -> tuple[float, float]:
    """How many times larger, and by which share stretched (whichever way it is turned)."""
    one, other = np.linalg.svd(np.linalg.solve(expected, seen), compute_uv=False).tolist()
    return float(np.sqrt(one * other)), float(np.log(max(one, 1e-6) / max(other, 1e-6)) / 2)
