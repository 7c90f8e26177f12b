"""Which finds of the detector are the same face, and where exactly its heat map has a top: without a picture."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("cv2")

from vision import passes
from vision.detector import FACES, STRIDE, UNIT_SIDE_PX, Peak, _summits


def peak(x: float, heat: float, side: float = 40.0, support: float = 0.0) -> Peak:
    return Peak(x, 50.0, side, side, side, heat, 40.0, np.full(FACES, 1 / FACES, np.float32), support)


@pytest.mark.parametrize(
    ("name", "peaks", "witnesses", "kept"),
    [
        ("nothing stays nothing", [], [], []),
        ("touching dice are two", [peak(50, 0.5), peak(90, 0.9)], [], [(90, 0.0), (50, 0.0)]),
        ("a face found twice is one, the other supports it", [peak(50, 0.5), peak(60, 0.9)], [], [(60, 0.5)]),
        ("a pip within a die is left out, and supports nothing", [peak(50, 0.9), peak(58, 0.4, 10)], [], [(50, 0.0)]),
        (
            "who was left out leaves nobody out",
            [peak(50, 0.9), peak(66, 0.8), peak(82, 0.7)],
            [],
            [(50, 0.8), (82, 0.8)],
        ),
        ("a witness supports without being kept", [peak(50, 0.9)], [peak(52, 0.6)], [(50, 0.6)]),
        ("without any support a find keeps what it had", [peak(50, 0.9, support=0.3)], [], [(50, 0.3)]),
    ],
)
def test_each_die_once(name: str, peaks: list[Peak], witnesses: list[Peak], kept: list[tuple[float, float]]) -> None:
    found = passes._apart(peaks, witnesses)
    assert [p.x for p in found] == [x for x, _ in kept], name
    assert [p.support for p in found] == pytest.approx([support for _, support in kept]), name


@pytest.mark.parametrize(
    ("name", "row", "col", "beside", "x", "y"),
    [
        ("even heat around: the middle of the cell", 5, 6, (0.0, 0.0), 6.5, 5.5),
        ("hotter on the right: a little to the right", 5, 6, (-4.0, 0.0), 6.5, 5.5),
        ("in the corner of the map no cell is missed", 0, 0, (0.0, 0.0), 0.5, 0.5),
    ],
)
def test_where_a_top_face_is(name: str, row: int, col: int, beside: tuple[float, float], x: float, y: float) -> None:
    maps = np.zeros((11, 12, 16), np.float32)
    maps[0] = -8.0
    maps[0, row, col] = 2.0
    if col:
        maps[0, row, col - 1], maps[0, row, col + 1] = beside
    maps[3, row, col], maps[8, row, col] = 9.0, np.log(2.0)
    (found,) = _summits(maps, 9)
    assert found.x == pytest.approx(x * STRIDE, abs=1e-4) if beside[0] == beside[1] else found.x > x * STRIDE, name
    assert found.y == pytest.approx(y * STRIDE, abs=1e-4)
    assert found.heat == pytest.approx(1 / (1 + np.exp(-2.0)))
    assert int(found.faces.argmax()) == 2
    assert UNIT_SIDE_PX < found.side <= 2 * UNIT_SIDE_PX


def test_the_strongest_places_come_first_and_no_more_than_asked() -> None:
    maps = np.full((11, 12, 16), -8.0, np.float32)
    maps[1:] = 0.0
    for col, heat in ((2, 0.5), (7, 3.0), (12, 1.0)):
        maps[0, 6, col] = heat
    assert [round(p.x / STRIDE - 0.5) for p in _summits(maps, 2)] == [7, 12]
    assert _summits(maps, 1)[0].width == pytest.approx(UNIT_SIDE_PX, rel=1e-4)
