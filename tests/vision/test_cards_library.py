"""Teaching, keeping and passing on a library of cards."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from testkit.decks import DrawnCard, deck
from testkit.sheets import sheet
from testkit.tabletops import photograph, portrait
from testkit.worn import scan
from vision.cards import CardError, CardLibrary
from vision.cards.teaching import card_outline

CARDS = deck("trading", 6, 21)


def photo(card: DrawnCard, seed: int) -> np.ndarray:
    """A clear photograph of one card on a plain table."""
    shot = photograph([card], seed, tilt_degrees=8, turn_degrees=8, glare=0, kind="cloth", fill=(0.6, 0.7))
    return shot.image


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of three cards with values."""
    folder = tmp_path_factory.mktemp("cards") / "library"
    library = CardLibrary(folder)
    for number, card in enumerate(CARDS[:3]):
        library.enroll(card.name, photo(card, number), {"number": number})
    return folder


@pytest.fixture
def library(taught: Path, tmp_path: Path) -> CardLibrary:
    """A copy of the three taught cards that a test may change."""
    CardLibrary(taught).export(tmp_path / "copy.zip")
    copy = CardLibrary(tmp_path / "library")
    copy.import_(tmp_path / "copy.zip")
    return copy


def test_a_taught_card_keeps_its_name_values_and_corners(tmp_path: Path) -> None:
    """The outline found is the card's, and another process sees card and values."""
    shot = photograph([CARDS[0]], 5, tilt_degrees=8, turn_degrees=8, glare=0, kind="cloth", fill=(0.6, 0.7))
    enrolled = CardLibrary(tmp_path).enroll("Medusa", shot.image, {"hunger": {"meat": 2}, "category": "myth"})
    assert (enrolled.name, enrolled.pictures, enrolled.looks_like) == ("Medusa", 1, ())
    assert np.abs(np.array(enrolled.corners) - shot.laid[0].corners).max() < 25
    again = CardLibrary(tmp_path)
    assert again.names() == ["Medusa"]
    assert again.values("Medusa") == {"hunger": {"meat": 2}, "category": "myth"}


def test_the_same_card_under_another_name_is_noticed(library: CardLibrary) -> None:
    """Looks like trading 1, taught already; a new card looks like nothing."""
    assert library.enroll("again", photo(CARDS[1], 40)).looks_like == (CARDS[1].name,)
    assert library.enroll("new", photo(CARDS[4], 41)).looks_like == ()


def test_the_same_name_again_adds_a_picture_and_retake_replaces_them(library: CardLibrary) -> None:
    """Values stay when none are given."""
    name = CARDS[0].name
    assert library.enroll(name, photo(CARDS[0], 50)).pictures == 2
    assert library.enroll(name, photo(CARDS[0], 51), retake=True).pictures == 1
    assert library.values(name) == {"number": 0}
    assert len(library.pictures(name)) == 1


def test_rename_and_remove(library: CardLibrary) -> None:
    """A renamed card keeps its place and is read by its new name; a removed one is unknown."""
    first, second, third = (card.name for card in CARDS[:3])
    library.rename(second, "renamed")
    assert library.names() == [first, "renamed", third]
    library.remove(first)
    shot = photograph(CARDS[:2], 9, tilt_degrees=15, glare=0, kind="plain")
    assert sorted(str(card.name) for card in library.read(shot.image).cards) == ["None", "renamed"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param(lambda c: c.remove("nobody"), "unknown_name", id="remove a name that is not there"),
        pytest.param(lambda c: c.rename("nobody", "x"), "unknown_name", id="rename a name that is not there"),
        pytest.param(lambda c: c.values("nobody"), "unknown_name", id="values of a name that is not there"),
        pytest.param(lambda c: c.rename("trading 0", "trading 1"), "taken_name", id="rename onto another card"),
        pytest.param(lambda c: c.rename("trading 0", "  "), "bad_name", id="empty name"),
        pytest.param(lambda c: c.enroll("x" * 81, photo(CARDS[0], 1)), "bad_name", id="name too long"),
        pytest.param(lambda c: c.enroll("x", np.full((960, 1280, 3), 90, np.uint8)), "no_card", id="empty table"),
        pytest.param(
            lambda c: c.enroll("x", cv2.GaussianBlur(photo(CARDS[0], 1), (0, 0), 14)), "blurred", id="blurred photo"
        ),
        pytest.param(
            lambda c: c.enroll("x", photo(CARDS[0], 1), corners=[(900, 50), (1500, 50), (1500, 800), (900, 800)]),
            "cut_off",
            id="card outside the picture",
        ),
        pytest.param(
            lambda c: c.enroll("x", photo(CARDS[0], 1), corners=[(0, 0), (60, 0), (60, 90), (0, 90)]),
            "too_small",
            id="card too small",
        ),
        pytest.param(lambda c: c.import_(Path(__file__)), "bad_library", id="import of something else"),
    ],
)
def test_refusals_change_nothing(library: CardLibrary, change, code: str) -> None:  # type: ignore[no-untyped-def]
    """Every refusal has a code and a sentence, and the library is as before."""
    with pytest.raises(CardError) as refused:
        change(library)
    assert refused.value.code == code
    assert len(refused.value.message) > 15
    assert library.names() == [card.name for card in CARDS[:3]]
    assert [library.values(card.name) for card in CARDS[:3]] == [{"number": k} for k in range(3)]


@pytest.mark.parametrize(
    ("style", "number", "ground", "code"),
    [
        pytest.param("trading", 4, "wood", "frame", id="a red border on red wood, whose rim no edge shows"),
        pytest.param("trading", 4, "checker", "frame", id="the same on squares: a line of text is taken for a side"),
        pytest.param("trading", 4, "cloth", "", id="on red cloth its faint rim shows: the card, not the frame"),
        pytest.param("icons", 2, "white", "frame", id="a white border on white"),
        pytest.param("playing", 0, "white", "", id="a white card on white: its corners are round"),
    ],
)
def test_a_frame_printed_on_a_card_is_not_taken_for_the_card(style: str, number: int, ground: str, code: str) -> None:
    """Where border and table have one colour the card is cut to its rim, or refused; never cut to its frame."""
    card = deck(style, 6, 71)[number]
    if ground == "white":
        shot = sheet([card], number, columns=1, ground=ground, width=960, height=1280)
    else:
        shot = photograph(
            [card], 70_000 + number, tilt_degrees=15, turn_degrees=12, glare=0.1, kind=ground, fill=(0.4, 0.85)
        )
    try:
        found = card_outline(shot.image)
    except CardError as refused:
        assert refused.code == code
        return
    assert code == ""
    assert np.abs(found - shot.laid[0].corners).max() < 0.02 * np.ptp(shot.laid[0].corners[:, 1])


def test_export_and_import_pass_on_everything_and_repeat_nothing(library: CardLibrary, tmp_path: Path) -> None:
    """A second import finds everything there already; values taught here are kept."""
    library.export(tmp_path / "cards.zip")
    other = CardLibrary(tmp_path / "other")
    other.enroll("own", photo(CARDS[5], 60))
    assert other.import_(tmp_path / "cards.zip").added == tuple(card.name for card in CARDS[:3])
    other.set_values(CARDS[0].name, {"number": 99})
    assert other.import_(tmp_path / "cards.zip").unchanged == tuple(card.name for card in CARDS[:3])
    assert other.values(CARDS[0].name) == {"number": 99}
    assert other.names() == ["own", *(card.name for card in CARDS[:3])]
    for card in CARDS[:3]:
        assert np.array_equal(other.pictures(card.name)[0], library.pictures(card.name)[0])


def test_an_import_that_climbs_out_of_the_folder_is_refused(library: CardLibrary, tmp_path: Path) -> None:
    """Picture names with a path are never written."""
    evil = {"format": 1, "cards": {"x": {"values": {}, "pictures": ["../../evil.jpg"]}}}
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        archive.writestr("cards.json", json.dumps(evil))
        archive.writestr("pictures/../../evil.jpg", b"x")
    with pytest.raises(CardError, match="damaged"):
        library.import_(tmp_path / "evil.zip")
    assert not list(tmp_path.parent.rglob("evil.jpg"))


def test_what_was_worked_out_may_be_lost(library: CardLibrary, tmp_path: Path) -> None:
    """Deleting or damaging the worked-out file changes no reading."""
    shot = photograph(CARDS[:3], 8, tilt_degrees=20, glare=0, kind="cloth")
    before = library.read(shot.image).cards
    (tmp_path / "library" / "worked-out.npz").write_bytes(b"not an archive")
    again = CardLibrary(tmp_path / "library")
    assert again.read(shot.image).cards == before
    assert {card.name for card in before} == {card.name for card in CARDS[:3]}


def test_cards_in_rows_are_taught_from_one_picture(tmp_path: Path) -> None:
    """Six cards in two rows: found row by row, each taught upright from its own corners."""
    sheet = photograph(CARDS, 3, turn_degrees=2, tilt_degrees=8, pan_degrees=15, glare=0, kind="cloth")
    library = CardLibrary(tmp_path)
    places = library.cards_in_rows(sheet.image)
    assert len(places) == len(CARDS)
    for card, corners in zip(CARDS, places, strict=True):
        library.enroll(card.name, sheet.image, corners=corners)
    shot = photograph(CARDS[1:5], 6, tilt_degrees=20, glare=0, kind="plain")
    seen = {card.name: np.array(card.corners) for card in library.read(shot.image).cards}
    assert set(seen) == {laid.name for laid in shot.laid}
    for laid in shot.laid:
        assert np.abs(seen[laid.name] - laid.corners).max() < 20, f"{laid.name} is the right way up"


def test_a_damaged_library_says_so(tmp_path: Path) -> None:
    """A folder with another cards.json is refused, not overwritten."""
    (tmp_path / "cards.json").write_text("[1, 2]")
    with pytest.raises(CardError, match="not a card library"):
        CardLibrary(tmp_path)
    assert (tmp_path / "cards.json").read_text() == "[1, 2]"


@pytest.mark.parametrize("number", [12, 13, 20, 21, 36])
def test_a_scan_that_fills_its_picture_is_taken_whole(number: int) -> None:
    """Symbols in rows on a white card (four and six of diamonds, ...) are not taken for the card's own outline."""
    image = scan(deck("playing", number + 1, 500)[number], number)
    height, width = image.shape[:2]
    assert np.abs(card_outline(image) - [[0, 0], [width, 0], [width, height], [0, height]]).max() < 1


def test_portrait_on_any_table_can_be_taught(tmp_path: Path) -> None:
    """A handful of ordinary photographs: at most one needs the corners dragged."""
    library = CardLibrary(tmp_path)
    failed = 0
    for number, card in enumerate(CARDS):
        try:
            library.enroll(card.name, portrait(card, 300 + number).image)
        except CardError:
            failed += 1
    assert failed <= 1


@pytest.mark.parametrize(
    ("width", "height", "gradient"),
    [
        pytest.param(640, 480, 6, id="a webcam's picture"),
        pytest.param(480, 640, 6, id="the same upright"),
        pytest.param(400, 520, 10, id="a picture shaped like a card, much table"),
        pytest.param(300, 420, 20, id="a picture shaped like the card, the table around it"),
    ],
)
def test_a_card_lying_straight_in_the_middle_is_no_printed_frame(width: int, height: int, gradient: float) -> None:
    """170 x 260 with round corners, grey on darker grey: its own outline, not the whole picture."""
    image = np.full((height, width), 118, np.float32) + np.linspace(-gradient, gradient, width)[None]
    left, top, round_px = (width - 170) // 2, (height - 260) // 2, 10
    card = np.zeros((height, width), np.uint8)
    cv2.rectangle(card, (left + round_px, top), (left + 170 - round_px, top + 260), 1, -1)
    cv2.rectangle(card, (left, top + round_px), (left + 170, top + 260 - round_px), 1, -1)
    for x in (left + round_px, left + 170 - round_px):
        for y in (top + round_px, top + 260 - round_px):
            cv2.circle(card, (x, y), round_px, 1, -1)
    image[card > 0] = 215
    picture = np.repeat(cv2.GaussianBlur(image, (0, 0), 0.7)[..., None], 3, 2).clip(0, 255).astype(np.uint8)
    truth = [[left, top], [left + 170, top], [left + 170, top + 260], [left, top + 260]]
    assert np.abs(card_outline(picture) - truth).max() < 4


@pytest.mark.parametrize("number", range(0, 12, 3))
def test_a_close_crop_of_a_photograph_is_cut_to_the_card(number: int) -> None:
    """A photograph cut down to a card that lies straight with a little table around it: the table does not stay on."""
    card = deck("playing", 12, 501)[number]
    shot = photograph([card], 800 + number, tilt_degrees=4, turn_degrees=1.5, pan_degrees=1.5, glare=0, fill=(0.7, 0.9))
    corners = shot.laid[0].corners
    low, high = corners.min(0), corners.max(0)
    margin = 0.05 * (high - low)
    left, top = np.maximum(low - margin, 0).astype(int)
    right, bottom = (high + margin).astype(int)
    found = card_outline(np.ascontiguousarray(shot.image[top:bottom, left:right])) + np.array([left, top])
    assert np.abs(found - corners).max() < 0.03 * np.linalg.norm(corners[0] - corners[2])


def test_a_cut_of_another_shape_than_its_deck_is_told(library: CardLibrary) -> None:
    """Five cards of one shape, then one whose corners were put on its upper third: it is kept, and said to be unlike."""
    for number, card in enumerate(CARDS[3:], 3):
        assert not library.enroll(card.name, photo(card, number)).unlike
    shot = photograph([CARDS[0]], 30, tilt_degrees=8, turn_degrees=8, glare=0, kind="cloth", fill=(0.6, 0.7))
    a, b, c, d = shot.laid[0].corners
    third = [(float(x), float(y)) for x, y in (a, b, b + (c - b) / 3, a + (d - a) / 3)]
    assert library.enroll("a third of a card", shot.image, corners=third).unlike


@pytest.mark.parametrize(
    ("style", "number"),
    [
        pytest.param("playing", 5, id="all white, its rank in the corner"),
        pytest.param("icons", 0, id="a red frame in a white border"),
        pytest.param("art", 1, id="a painting in a white border"),
    ],
)
def test_a_white_bordered_card_on_a_white_table_is_cut_to_its_border(style: str, number: int) -> None:
    shot = sheet([deck(style, 6, 71)[number]], number, columns=1, ground="white", width=960, height=1280)
    assert np.abs(card_outline(shot.image) - shot.laid[0].corners).max() < 0.02 * 1280


def test_what_lies_in_the_corner_of_a_white_card_is_not_taken_for_the_card() -> None:
    """Of the ace of spades on white the rim is not found: its rank with a piece of the rim is refused, not kept."""
    shot = sheet([deck("playing", 6, 71)[2]], 2, columns=1, ground="white", width=960, height=1280)
    with pytest.raises(CardError, match="No card outline"):
        card_outline(shot.image)
