"""Where the tray lies in the picture of a camera that stays where it is: dice count in it and nowhere else.

Plain data: the companion keeps it, the reader looks there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.reading import Point

WHOLE = 100.0
LEAST_AREA = 0.01
"""Of the picture. A smaller tray holds no throw: it is a slip of the finger."""
SAME_SHAPE = 0.02
"""Two pictures whose widths over heights differ by less have one shape; a camera rounds its pixels."""
MARGIN = 0.1
"""Of the tray's own width and height: so much is looked at around it, because a die on its edge is to be seen whole."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The corners of the tray as shares 0..1 of the picture's width and height, in their order around it.

    ``shape``: width over height of the picture in which it was marked; None fits every picture. Raises ValueError for
    corners outside of the picture, an area under a hundredth of it, or a shape that no picture has.
    """

    corners: tuple[Point, Point, Point, Point]
    shape: float | None = None

    def __post_init__(self) -> None:
        if not all(0 <= share <= 1 + 1e-9 for corner in self.corners for share in corner):
            raise ValueError(f"a tray is a part of the picture, not {self.corners}")
        if self.shape is not None and not 0.01 < self.shape < 100:
            raise ValueError(f"no picture has the shape {self.shape}")
        object.__setattr__(self, "corners", _around(self.corners))
        if self.area < LEAST_AREA:
            raise ValueError(f"a tray of {self.area:.2%} of the picture is too small")

    @classmethod
    def of(cls, percent: Sequence[float], shape: float | None = None) -> Tray:
        """Of left, top, width and height in percent of the picture, or of left and top of each of four corners.

        Raises ValueError.
        """
        if len(percent) == 4:
            left, top, width, height = percent
            if not (width > 0 and height > 0):
                raise ValueError("a tray has a width and a height")
            right, bottom = left + width, top + height
            percent = (left, top, right, top, right, bottom, left, bottom)
        if len(percent) != 8:
            raise ValueError("a tray is four numbers or eight")
        shares = [number / WHOLE for number in percent]
        one, two, three, four = zip(shares[::2], shares[1::2], strict=True)
        return cls((one, two, three, four), shape)

    @property
    def percent(self) -> tuple[float, ...]:
        """Left and top of each corner in percent of the picture, as `of` takes them."""
        return tuple(round(WHOLE * share, 2) for corner in self.corners for share in corner)

    @property
    def area(self) -> float:
        """As a share of the picture."""
        return abs(sum(x * v - u * y for (x, y), (u, v) in self._edges())) / 2

    def fits(self, width: int, height: int) -> bool:
        """Whether a picture of so many pixels has the shape of the one in which the tray was marked."""
        return self.shape is None or abs(math.log(width / height / self.shape)) < SAME_SHAPE

    def has(self, x: float, y: float) -> bool:
        """Whether a place, in shares of the picture, lies in the tray."""
        crossings = sum(
            (top > y) != (bottom > y) and x < left + (y - top) * (right - left) / (bottom - top)
            for (left, top), (right, bottom) in self._edges()
        )
        return crossings % 2 == 1

    def part(self, width: int, height: int) -> tuple[int, int, int, int]:
        """Left, top, right and bottom, in pixels, of what is looked at: the tray and a margin."""
        left, right = (edge(x for x, _ in self.corners) for edge in (min, max))
        top, bottom = (edge(y for _, y in self.corners) for edge in (min, max))
        across, down = MARGIN * (right - left), MARGIN * (bottom - top)
        return (
            max(0, math.floor((left - across) * width)),
            max(0, math.floor((top - down) * height)),
            min(width, math.ceil((right + across) * width)),
            min(height, math.ceil((bottom + down) * height)),
        )

    def _edges(self) -> list[tuple[Point, Point]]:
        return [(self.corners[at], self.corners[(at + 1) % 4]) for at in range(4)]


def _around(corners: Sequence[Point]) -> tuple[Point, Point, Point, Point]:
    """The corners clockwise from the top left, so that no two sides cross, in whatever order they were named."""
    x, y = (sum(values) / 4 for values in zip(*corners, strict=True))
    one, two, three, four = sorted(corners, key=lambda corner: math.atan2(corner[1] - y, corner[0] - x))
    return one, two, three, four
