"""Many cards in one picture: each is found in order and cut out, whatever the table; the same card twice is noticed."""

from __future__ import annotations

import base64
from pathlib import Path

import cv2
import numpy as np
import pytest

from testkit.decks import deck
from testkit.sheets import sheet
from testkit.tabletops import Photograph
from vision import operations
from vision.cards.rows import cards_in_rows, covered, cut_rows, seen_twice
from vision.image import decode_picture
from vision.sources import ROWS_PX

CARDS = deck("trading", 12, 5)
PLAIN = deck("playing", 40, 5)


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    """What two outlines share, of what both cover."""
    areas = [float(cv2.contourArea(np.asarray(outline, np.float32))) for outline in (one, other)]
    shared = covered(np.asarray(one, np.float32), np.asarray(other, np.float32)) * min(areas)
    return shared / (sum(areas) - shared)


def wrong(found: list[np.ndarray], shot: Photograph) -> list[str]:
    """The cards that are not found at their place in the order."""
    if len(found) != len(shot.laid):
        return [f"{len(found)} found"]
    return [laid.name for corners, laid in zip(found, shot.laid, strict=True) if overlap(corners, laid.corners) < 0.85]


def unpacked(jpeg: str) -> np.ndarray:
    """A picture that came in base64."""
    return np.asarray(cv2.imdecode(np.frombuffer(base64.b64decode(jpeg), np.uint8), cv2.IMREAD_COLOR))


@pytest.mark.parametrize(
    ("cards", "columns", "ground", "holder"),
    [
        pytest.param(12, 4, "wood", "none", id="twelve on wood"),
        pytest.param(12, 4, "white", "none", id="coloured cards scanned on white"),
        pytest.param(6, 3, "plain", "sleeves", id="sleeves"),
        pytest.param(6, 3, "cloth", "slabs", id="slabs: the card in the case, not the case"),
        pytest.param(6, 3, "white", "slabs", id="slabs on white"),
    ],
)
def test_cards_in_rows_are_found_in_their_order(cards: int, columns: int, ground: str, holder: str) -> None:
    shot = sheet(CARDS[:cards], 6, columns=columns, ground=ground, holder=holder)
    assert wrong(cards_in_rows(shot.image), shot) == []


def test_forty_cards_on_a_large_sheet_keep_their_resolution() -> None:
    """A large picture is read at twice what reading takes, so that each card has the pixels its lesson needs."""
    shot = sheet(PLAIN, 40, columns=8, ground="wood", width=2240, height=1680)
    packed = cv2.imencode(".jpg", cv2.resize(shot.image, (5600, 4200)))[1].tobytes()
    decoded = decode_picture(packed, least_long_side=ROWS_PX)
    assert max(decoded.pixels.shape) == 2800
    found = [corners * np.float32(0.8) for corners in cards_in_rows(decoded.pixels)]
    assert wrong(found, shot) == []


def test_white_bordered_cards_on_white_are_found_or_missed_but_never_half_of_them() -> None:
    """Whatever is found covers its card and little more: no frame, no sheet of several."""
    shot = sheet(PLAIN[:6], 6, columns=3, ground="white")
    found = cards_in_rows(shot.image)
    assert 4 <= len(found) <= 6
    assert all(max(overlap(corners, laid.corners) for laid in shot.laid) > 0.8 for corners in found)


def test_the_same_card_twice_is_noticed_and_no_other() -> None:
    shot = sheet([*CARDS[:5], CARDS[1]], 9, columns=3, ground="wood")
    cuts = cut_rows(shot.image)
    assert [cut.twice for cut in cuts] == [None, None, None, None, None, 1]
    assert seen_twice([]) == {}


def test_a_look_at_rows_shows_each_cut_and_teaches_nothing(tmp_path: Path) -> None:
    shot = sheet(CARDS[:4], 2, columns=2, ground="wood")
    packed = cv2.imencode(".png", shot.image)[1].tobytes()
    looked = operations.look_at_cards(packed, tmp_path / "library")
    assert [cut.refused for cut in looked.cuts] == [""] * 4
    assert all(max(unpacked(cut.jpeg).shape) == 256 for cut in looked.cuts)
    assert max(unpacked(looked.jpeg).shape) == 1000
    assert not (tmp_path / "library").exists()
    operations.teach_card(base64.b64decode(looked.cuts[2].jpeg), tmp_path / "library", "third", whole=True)
    again = operations.look_at_cards(packed, tmp_path / "library")
    assert [cut.alike for cut in again.cuts] == [(), (), ("third",), ()]
