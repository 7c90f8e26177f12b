"""Finding a taught card's look-alikes although one of the two was cut out of its picture badly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from testkit.decks import DrawnCard, deck
from vision.cards.alignment import slid
from vision.cards.face import Face, Traits
from vision.cards.gallery import Gallery
from vision.cards.lookalikes import compare_faces
from vision.cards.shelf import pack
from vision.cards.worked_out import listed_lookalikes, lookalikes_of

CARDS = deck("icons", 16, 3)  # 0-7: number 1 of eight tribes, 8-15: number 2


def cut(card: DrawnCard, right: int = 0, down: int = 0, wide: int = 0) -> Face:
    """A face cut ``right``/``down`` beside its place, ``wide`` too large on every side (pixels of 588 in height)."""
    table = cv2.copyMakeBorder(card.image, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(90, 120, 90))
    height, width = card.image.shape[:2]
    part = table[40 - wide + down : 40 + height + wide + down, 40 - wide + right : 40 + width + wide + right]
    crop = cv2.resize(part, (183, 256), interpolation=cv2.INTER_AREA)
    return Face(crop, Traits.of(crop))


@pytest.mark.parametrize("tribe", [0, 3, 6])
@pytest.mark.parametrize(
    "badly",
    [
        pytest.param({}, id="cut exactly"),
        pytest.param({"wide": 12}, id="cut 2 % too wide on every side"),
        pytest.param({"right": 8, "down": 8, "wide": 12}, id="too wide and to one side"),
        pytest.param({"right": 14, "down": 14}, id="cut to one side"),
        pytest.param({"right": 20, "down": 20}, id="cut far to one side"),
    ],
)
def test_a_card_of_the_same_tribe_is_a_lookalike_however_it_was_cut(tribe: int, badly: dict[str, int]) -> None:
    likeness, pair = compare_faces(cut(CARDS[tribe]), cut(CARDS[tribe + 8], **badly), 1, half_turn=False)
    assert pair is not None and pair.patches, f"likeness {likeness:.2f}"
    if badly.get("wide") is None:
        where = cv2.perspectiveTransform(np.array([[[91.0, 128.0]]]), pair.to_other)[0, 0]
        expected = np.array([91 - badly.get("right", 0) * 183 / 420, 128 - badly.get("down", 0) * 256 / 588])
        assert np.abs(where - expected).max() < 4


@pytest.mark.parametrize(
    "badly",
    [
        pytest.param({}, id="cut exactly"),
        pytest.param({"wide": 6}, id="a strip of the table on every side"),
        pytest.param({"wide": -6}, id="cut inside its edge on every side"),
        pytest.param({"right": 8, "down": 8}, id="cut to one side: table along two edges"),
    ],
)
def test_what_tells_two_cards_apart_never_lies_along_the_edge(badly: dict[str, int]) -> None:
    """3 of hearts and 3 of diamonds differ in their pips; the table seen beside one of them tells nothing."""
    hearts, diamonds = deck("playing", 12, 3)[8:10]
    _, pair = compare_faces(cut(hearts), cut(diamonds, **badly), 1, half_turn=False)
    assert pair is not None and pair.patches
    for patch in pair.patches:
        assert patch.alike < 0.95
        assert max(patch.w, patch.h) < 70
        assert 4 < patch.x + patch.w / 2 < 183 - 4 and 4 < patch.y + patch.h / 2 < 256 - 4
        assert not (patch.w < 16 and patch.h > 40)


@pytest.mark.parametrize(
    ("number", "differs"),
    [
        pytest.param(4 * 8 + 2, True, id="9 of spades: the middle pip points one way"),
        pytest.param(4 * 3 + 1, False, id="4 of diamonds: the same both ways round"),
        pytest.param(4 * 5, True, id="6 of hearts: the pips of the middle row point one way"),
    ],
)
def test_where_a_card_differs_from_itself_upside_down(number: int, differs: bool) -> None:
    face = cut(deck("playing", 52, 3)[number])
    _, pair = compare_faces(face, face, 0, half_turn=True)
    assert pair is not None
    assert bool(pair.patches) == differs
    for patch in pair.patches:
        assert abs(patch.y + patch.h / 2 - 128) < 40


@pytest.mark.parametrize(
    ("brighter", "wide"),
    [
        pytest.param(130, 70, id="a soft sheen"),
        pytest.param(200, 50, id="a small bright spot"),
        pytest.param(300, 70, id="blown out in its middle"),
    ],
)
def test_a_lamp_on_one_photograph_does_not_tell_two_cards_apart(brighter: int, wide: int) -> None:
    """Two cards that share a painting and differ in a digit; a lamp lit the right of one while it was taught."""
    one, other = deck("digits", 2, 3)
    rows, columns = np.mgrid[: one.image.shape[0], : one.image.shape[1]]
    spot = brighter * np.exp(-(((rows - 300) / wide) ** 2) - ((columns - 300) / wide) ** 2)
    lit = np.clip(one.image * 0.7 + spot[..., None], 0, 255).astype(np.uint8)
    _, pair = compare_faces(cut(DrawnCard(one.name, lit)), cut(other), 1, half_turn=False)
    assert pair is not None and pair.patches
    for patch in pair.patches:  # the digits stand in two corners, the lamp between
        assert patch.y + patch.h < 60 or patch.y > 190


def test_sliding_finds_how_far_a_picture_was_moved() -> None:
    even = cut(CARDS[0]).traits.even_half
    moved = np.roll(even, (-4, 6), (0, 1))
    likeness, step = slid(even, moved)
    assert likeness > 0.9
    assert step[:2, 2].tolist() == [12, -8]


def test_two_cores_find_the_lookalikes_that_one_finds_and_the_file_holds_them() -> None:
    """Four cards of two tribes; what is written of the look-alikes of some of them is read back, numbered anew."""
    threads, galleries = cv2.getNumThreads(), []
    try:
        for cores in (1, 2):
            cv2.setNumThreads(cores)
            galleries.append(Gallery())
            for k in (0, 8, 1, 9):
                galleries[-1].add(f"card {k}", str(k), pack(cut(CARDS[k]).crop))
    finally:
        cv2.setNumThreads(threads)
    one, two = (listed_lookalikes(gallery.lookalikes) for gallery in galleries)
    assert [0, 1] in one["pairs"].tolist(), "cards of one tribe are look-alikes"
    assert all(np.array_equal(one[kind], two[kind]) for kind in one)
    after = next(pair for pair in lookalikes_of(one, [1, 0])[0] if pair.other == 1)
    before = next(pair for pair in galleries[0].lookalikes[1] if pair.other == 0)
    assert [(p.x, p.y, p.w, p.h) for p in after.patches] == [(p.x, p.y, p.w, p.h) for p in before.patches]
    assert np.allclose(after.to_other, before.to_other)
