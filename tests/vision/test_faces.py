"""Taught faces: read by name, value and colour; unsure rather than wrong; the library survives what happens to folders."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from testkit.face_dice import KINDS, Colour, Kind, draw_face, pips
from testkit.face_scene import View, scene
from vision.arrays import Picture
from vision.dice import Candidate
from vision.faces import lesson, reader
from vision.faces.colour import colour_name
from vision.faces.cube import find_cubes
from vision.faces.lesson import teach
from vision.faces.library import INDEX, MOST_PICTURES, FaceLibrary
from vision.faces.match import EXACT, ROUGH, Matcher
from vision.faces.neighbours import places_of_dice
from vision.faces.patch import PATCH_PX, PATCH_SIDES, Spot, contrast, patch_of
from vision.faces.reader import read_dice_and_faces
from vision.faces.view import TableView, focal_of, view_of
from vision.picture_header import PictureError
from vision.reading import Box

BY_NAME = {kind.name: kind for kind in KINDS}
SUITS, LETTERS = BY_NAME["suits"], BY_NAME["letters"]


def from_above(
    kind: Kind, face: str, *, turn: float = 0.0, light: float = 1.0, side: float = 80.0, body: int = 0
) -> Picture:
    """One die from straight above on a grey-green table, its middle at (120, 110)."""
    table = np.full((220, 240, 3), (96, 120, 104), np.uint8)
    drawn = draw_face(kind, face, kind.bodies[body])
    scale, angle = side / drawn.shape[0], math.radians(turn)
    cos, sin, half = scale * math.cos(angle), scale * math.sin(angle), drawn.shape[0] / 2
    onto = np.array([[cos, -sin, 120 - cos * half + sin * half], [sin, cos, 110 - sin * half - cos * half]])
    big = cv2.GaussianBlur(drawn, (0, 0), max(0.1, 0.4 / scale))
    cv2.warpAffine(big, onto, (240, 220), table, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    noisy = table * light + np.random.default_rng(int(turn)).normal(0, 2, table.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def patch(kind: Kind, face: str, turn: float = 0.0, light: float = 1.0, body: int = 0, off: float = 0.0) -> Picture:
    return patch_of(from_above(kind, face, turn=turn, light=light, body=body), Spot(120 + off, 110 - off, 80.0))


@pytest.fixture(scope="module")
def letters() -> tuple[Matcher, list[str]]:
    names = list(LETTERS.faces)
    return Matcher([patch(LETTERS, name) for name in names], range(len(names))), names


@pytest.mark.parametrize("turn", [0, 37, 90, 143, 201, 299])
@pytest.mark.parametrize("face", ["A", "B", "E", "F"])
def test_a_face_is_recognised_however_it_is_turned(letters: tuple[Matcher, list[str]], face: str, turn: int) -> None:
    """In other light, and with the place of the die known to a twentieth of its side only."""
    matcher, names = letters
    first, second, *_ = matcher.match([patch(LETTERS, face, turn, light=0.7, off=4.0)])
    assert names[first.index] == face
    assert first.score > 0.98 and first.apart > 1 and 1 - second.score > 2 * (1 - first.score)


def test_a_face_that_was_not_taught_agrees_with_none() -> None:
    matcher = Matcher([patch(SUITS, name) for name in ("heart", "star")], [0, 1])
    for stranger in ("question", "club"):
        assert matcher.match([patch(SUITS, stranger, 20)])[0].score < reader.SURE_SCORE


def test_colour_alone_tells_faces_apart() -> None:
    shapes = BY_NAME["coloured shapes"]
    matcher = Matcher([patch(shapes, "red disc"), patch(shapes, "blue disc")], [0, 1])
    for index, face in enumerate(("red disc", "blue disc")):
        first, *others = matcher.match([patch(shapes, face, 30, light=0.8)])
        assert first.index == index and first.score > 0.9 and all(other.score < 0.9 for other in others)


def test_a_blank_face_and_an_empty_library_match_nothing() -> None:
    blank = np.full((PATCH_PX, PATCH_PX, 3), 200, np.uint8)
    assert contrast(blank) == 0
    assert Matcher([patch(SUITS, "heart")], [0]).match([blank]) == []
    assert Matcher([], []).match([patch(SUITS, "heart")]) == []


@pytest.mark.parametrize("side", [24.0, 80.0, 130.0])
def test_a_patch_shows_the_same_part_whatever_the_size(side: float) -> None:
    seen = patch_of(from_above(SUITS, "heart", side=side), Spot(120, 110, side)).astype(float)
    wanted = patch_of(from_above(SUITS, "heart", side=100), Spot(120, 110, 100)).astype(float)
    assert np.abs(seen - wanted).mean() < 9


@pytest.mark.parametrize("turn", [20, 50, 75])
def test_twins_are_told_apart_by_where_they_differ(turn: int) -> None:
    """Spade and club agree at 0.98: each is tried where the other fits, so that neither wins by a better alignment."""
    names = list(SUITS.faces)
    matcher = Matcher([patch(SUITS, name) for name in names], range(len(names)))
    for face in ("spade", "club"):
        first, second, *_ = matcher.match([patch(SUITS, face, turn, light=0.8, off=3.0)])
        assert names[first.index] == face and {names[second.index], face} == {"spade", "club"}
        assert second.score > 0.95 and first.apart > reader.SURE_APART


def test_a_face_is_not_squeezed_into_another() -> None:
    """Stretched freely, a V is an I: how far is said by how well the place is known."""
    roman = BY_NAME["roman"]
    matcher = Matcher([patch(roman, "I")], [0])
    rough, exact = (matcher.match([patch(roman, "V", 30)], search)[0] for search in (ROUGH, EXACT))
    assert exact.score < rough.score and exact.score < 0.9
    for match, search in ((rough, ROUGH), (exact, EXACT)):
        wide, narrow = np.linalg.svd(match.pose.linear, compute_uv=False)
        assert (wide - narrow) / (wide + narrow) <= search.freedom.stretch + 1e-6
        assert abs((wide + narrow) / 2 - 1) <= search.freedom.size + 1e-6
        assert math.hypot(*match.pose.shift) <= search.freedom.shift + 1e-6


@pytest.mark.parametrize(("x", "y", "side"), [(120, 110, 80), (126, 104, 66), (114, 115, 96)])
@pytest.mark.parametrize("turn", [0, 20, 45, 75])
def test_the_outline_of_a_face_is_found_from_a_rough_place(turn: int, x: float, y: float, side: float) -> None:
    found = find_cubes(from_above(LETTERS, "C", turn=turn), x, y, side)[0]
    assert math.hypot(found.top.x - 120, found.top.y - 110) < 5
    assert 0.9 < found.top.side / 80 < 1.1 and found.top.slant > 0.9
    away = (math.degrees(found.top.turn) - turn + 45) % 90 - 45
    assert abs(away) < 9


def test_the_top_of_a_tilted_die_is_told_from_its_sides() -> None:
    """Seen at 30 degrees the front face is half as high as the top: what is outlined is the top."""
    picture, (die,) = scene(np.random.default_rng(3), [(SUITS, "heart", SUITS.bodies[0])], View(30, 120))
    x, y = die.corners.mean(axis=0)
    found = find_cubes(picture, x + 12, y + 20, 105.0)[0]
    assert math.hypot(found.top.x - x, found.top.y - y) < 10 and 15 < math.degrees(found.tilt) < 45
    ordered = sorted(map(tuple, die.corners)), sorted(map(tuple, found.top.corners()))
    assert np.abs(np.array(ordered[0]) - ordered[1]).max() < 16


VIEWS = [(0, 90.0), (20, 60.0), (40, 75.0)]


@pytest.mark.parametrize(("tilt", "scale"), VIEWS)
def test_the_view_of_the_table_follows_from_faces_on_it(tilt: int, scale: float) -> None:
    """However the faces are turned, and however the picture each was taught from was stretched a little."""
    true = TableView(math.radians(tilt), scale, focal_of(960, 720), 479.5, 359.5)
    random = np.random.default_rng(tilt)
    seen = []
    for x, y in ((200, 150), (500, 600), (700, 300), (300, 420)):
        angle, stretch = random.uniform(0, 6), random.normal(0, 0.02)
        turned = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        seen.append((x, y, true.spot(x, y).matrix() @ turned @ np.diag([1 + stretch, 1 - stretch]), 0.1))
    view = view_of(seen, 960, 720)
    assert view is not None and view_of([], 960, 720) is None
    assert math.degrees(abs(math.cos(view.tilt) - math.cos(true.tilt))) < 4
    assert view.scale == pytest.approx(scale, rel=0.05)


def library_of(*faces: str, kind: Kind = SUITS, folder: Path = Path()) -> FaceLibrary:
    library = FaceLibrary(folder)
    for face in faces:
        library.add(face, [patch(kind, face)], None)
    return library


def candidate(
    x: float, y: float, *, score: float = 0.9, other: float = 1.0, value: int = 1, side: float = 80.0
) -> Candidate:
    chances = [0.0] * 6
    chances[value - 1] = 1 - other
    values = (chances[0], chances[1], chances[2], chances[3], chances[4], chances[5])
    return Candidate(
        Box(x - side / 2, y - side / 2, side, side), (x, y), side, score, values, other, score * (1 - other), 1.0
    )


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Candidate]:
    """What the dice reader points at, so that the decisions here are tested without its networks."""
    found: list[Candidate] = []
    for part in (reader, lesson):
        monkeypatch.setattr(part, "candidates", lambda pixels, inside=None: found)
    return found


def test_a_taught_face_gives_its_name_value_and_colour(seen: list[Candidate]) -> None:
    library = library_of("heart", "club", "star")
    library.add("heart", [patch(SUITS, "heart", 15)], 1)
    seen.append(candidate(122, 108))
    (die,) = read_dice_and_faces(from_above(SUITS, "heart", turn=70), library).dice
    assert (die.face, die.value, die.guess, die.colour, die.sure) == ("heart", 1, 1, "white", True)
    assert abs(die.box.x + die.box.w / 2 - 120) < 4 and 75 < die.box.w < 115
    seen[:] = [candidate(120, 110)]
    (die,) = read_dice_and_faces(from_above(SUITS, "star", turn=70), library).dice
    assert (die.face, die.value, die.sure) == ("star", None, True)  # a face without a number is sure by its name


def test_the_same_face_on_dice_of_two_colours_is_told_by_colour(seen: list[Candidate]) -> None:
    jump = BY_NAME["jump"]
    library = FaceLibrary(Path())
    for body in (0, 1, 2):
        library.add("+2", [patch(jump, "+2", body=body)], None)
    seen.append(candidate(120, 110))
    colours = [read_dice_and_faces(from_above(jump, "+2", turn=30, body=b), library).dice[0].colour for b in (0, 1, 2)]
    assert colours == ["white", "black", "blue"]


def test_a_face_not_taught_is_unsure_and_so_is_a_sign_read_as_pips(seen: list[Candidate]) -> None:
    library = library_of("heart", "star")
    picture = from_above(SUITS, "question")
    for pointed_at in (candidate(120, 110), candidate(120, 110, other=0.05, value=6)):
        seen[:] = [pointed_at]
        (die,) = read_dice_and_faces(picture, library).dice
        assert not die.sure


def test_clear_pips_beside_taught_faces_are_read_as_pips(seen: list[Candidate]) -> None:
    mixed = Kind("mixed", ((235, 238, 240),), {"five": pips(5)})
    seen.append(candidate(120, 110, other=0.001, value=5))
    reading = read_dice_and_faces(from_above(mixed, "five", turn=20), library_of("heart", "star"))
    assert [(die.value, die.face) for die in reading.dice] == [(5, None)] and reading.total == 5


def test_a_taught_face_counts_more_than_pips(seen: list[Candidate]) -> None:
    """A tomato is a big red 1 to whoever was not told; once taught, it is asked about."""
    seen.append(candidate(120, 110, other=0.001, value=1))
    shapes = BY_NAME["coloured shapes"]
    library = FaceLibrary(Path())
    for name in ("red disc", "yellow star"):
        library.add(name, [patch(shapes, name)], None)
    (die,) = read_dice_and_faces(from_above(shapes, "red disc", turn=10), library).dice
    assert die.face == "red disc"
    library.add("tomato", [patch(shapes, "red disc", 50)], None)
    (die,) = read_dice_and_faces(from_above(shapes, "red disc", turn=10), library).dice
    assert not die.sure and die.guess == 1 and die.guess_face in ("red disc", "tomato")


def test_two_faces_taught_from_one_picture_are_never_sure(seen: list[Candidate]) -> None:
    """6 and 9 without a line are one face: unsure, and teaching says so."""
    library = library_of("heart")
    seen.append(candidate(120, 110))
    learnt = teach(library, "the other heart", from_above(SUITS, "heart", turn=180))
    assert learnt.alike == ("heart",)
    (die,) = read_dice_and_faces(from_above(SUITS, "heart", turn=25), library).dice
    assert not die.sure and die.guess_face in ("heart", "the other heart")


@pytest.mark.parametrize("turn", [0, 25, 45])
@pytest.mark.parametrize("tilt", [20, 30, 38])
def test_the_side_of_a_die_is_not_another_die(tilt: int, turn: int) -> None:
    """Its front is told by where it is seen and how it is stretched; a die that touches in front of it is one."""
    view = TableView(math.radians(tilt), 80.0, 1056.0, 479.5, 359.5)
    top, yaw = (430.0, 300.0), math.radians(turn)
    table, down = view.spot(*top).matrix(), view.below(*top)
    outward, along = np.array([-math.sin(yaw), math.cos(yaw)]), np.array([math.cos(yaw), math.sin(yaw)])
    front = np.array(top) + table @ outward / 2 + down / 2
    front_seen = np.column_stack([table @ along, down])
    touching = np.array(top) + table @ outward * 1.03
    assert (
        view.unlike_a_side(top, front[0], front[1], front_seen)
        < 0.005
        < view.unlike_a_top(front[0], front[1], front_seen)
    )
    assert view.unlike_a_top(touching[0], touching[1], view.spot(*touching).matrix()) < 1e-6
    assert view.unlike_a_side(top, touching[0], touching[1], view.spot(*touching).matrix()) > 0.01


def touching(
    tilt: float, faces: list[str], seed: int = 8, side: float = 90
) -> tuple[Picture, list[tuple[float, float]]]:
    """White dice side by side, and the middles of their tops from left to right."""
    picture, placed = scene(
        np.random.default_rng(seed),
        [(SUITS, face, SUITS.bodies[0]) for face in faces],
        View(tilt, side, touching=True),
    )
    return picture, [tuple(die.corners.mean(axis=0)) for die in placed]


def test_a_die_that_was_missed_is_found_beside_those_that_were_seen(seen: list[Candidate]) -> None:
    faces = ["heart", "star", "question"]
    picture, middles = touching(15, faces)
    seen.extend(candidate(x, y, side=86.0) for x, y in middles[:2])
    library = library_of(*SUITS.faces)
    found = read_dice_and_faces(picture, library).dice
    assert sorted(str(die.face) for die in found) == sorted(faces)
    x, y = middles[2]
    (third,) = (die for die in found if die.face == faces[2])
    assert math.hypot(third.box.x + third.box.w / 2 - x, third.box.y + third.box.h / 2 - y) < 12


@pytest.mark.parametrize("tilt", [36, 44])
def test_in_a_cluster_a_top_where_a_neighbour_has_its_side_is_a_die(seen: list[Candidate], tilt: float) -> None:
    faces = ["heart", "star", "question", "club", "star"]
    picture, middles = touching(tilt, faces, seed=20, side=60)
    seen.extend(candidate(x, y, side=58.0, score=0.45 if i == 0 else 0.25) for i, (x, y) in enumerate(middles))
    dice = read_dice_and_faces(picture, library_of(*SUITS.faces)).dice
    assert sorted(str(die.face) for die in dice) == sorted(faces)


def test_missed_dice_are_looked_for_where_their_colour_and_a_print_are() -> None:
    view = TableView(0.0, 80.0, 1056.0, 479.5, 359.5)
    picture = np.full((720, 960, 3), (60, 120, 60), np.uint8)
    middles = [(400.0, 300.0), (483.0, 300.0), (700.0, 500.0)]  # two side by side, one far away
    for x, y in [*middles, (150, 150)]:
        picture[int(y) - 40 : int(y) + 40, int(x) - 40 : int(x) + 40] = (235, 238, 240)
    for x, y in middles:  # nothing is printed on the last
        cv2.circle(picture, (int(x), int(y)), 18, (40, 40, 200), -1)
    white = cv2.cvtColor(picture[265:266, 365:366], cv2.COLOR_BGR2LAB)[0, 0].tolist()
    body = (float(white[0]), float(white[1]), float(white[2]))
    spots = places_of_dice(picture, view, middles[:1], middles[:1], [body], 40)
    for x, y in middles[1:]:
        assert any(math.hypot(spot.x - x, spot.y - y) < 15 for spot in spots)
    assert all(min(math.hypot(spot.x - x, spot.y - y) for x, y in middles[1:]) < 30 for spot in spots)
    assert places_of_dice(picture, view, middles, middles, [body], 40) == []
    assert places_of_dice(picture, view, middles, middles[:1], [], 40) == []


@pytest.mark.parametrize(
    ("score", "side", "sure"),
    [
        pytest.param(0.9, 50.0, True, id="a clear die may be smaller than the others"),
        pytest.param(0.2, 80.0, True, id="what hardly looks like a die is told by its face"),
        pytest.param(0.2, 50.0, False, id="if it has the size of the others"),
    ],
)
def test_a_weak_find_must_have_the_size_of_the_other_dice(
    seen: list[Candidate], score: float, side: float, sure: bool
) -> None:
    picture = np.hstack([from_above(SUITS, "heart"), from_above(SUITS, "question", turn=10, side=side)])
    seen.extend([candidate(120, 110), candidate(360, 110, score=score, side=side)])
    dice = read_dice_and_faces(picture, library_of("heart", "question", "star")).dice
    assert dice[0].face == "heart"
    assert [die.face for die in dice[1:] if die.sure] == ["question"] * sure


REFUSALS = [
    ("nothing there", [], "no_die"),
    ("two dice", [candidate(60, 60), candidate(190, 160)], "several_dice"),
    ("a tiny die", [candidate(120, 110, side=15)], "too_small"),
    ("a die cut off by the edge", [candidate(10, 110)], "cut_off"),
]


@pytest.mark.parametrize(("found", "reason"), [pytest.param(*row[1:], id=row[0]) for row in REFUSALS])
def test_a_lesson_that_would_teach_the_wrong_thing_is_refused(
    seen: list[Candidate], found: list[Candidate], reason: str
) -> None:
    seen.extend(found)
    library = FaceLibrary(Path())
    with pytest.raises(PictureError) as refused:
        teach(library, "heart", from_above(SUITS, "heart"))
    assert refused.value.reason == reason and library.faces == []


def test_a_blank_face_cannot_be_taught(seen: list[Candidate]) -> None:
    seen.append(candidate(120, 110))
    blank = Kind("blank", ((235, 238, 240),), {"blank": lambda face: None})
    with pytest.raises(PictureError, match="Nothing can be made out"):
        teach(FaceLibrary(Path()), "blank", from_above(blank, "blank"))


def test_a_picture_of_the_face_alone_can_be_taught(seen: list[Candidate]) -> None:
    """Cut out, or scanned from the rules: no table, no edges."""
    library = FaceLibrary(Path())
    teach(library, "heart", draw_face(SUITS, "heart", SUITS.bodies[0]))
    seen.append(candidate(120, 110))
    (die,) = read_dice_and_faces(from_above(SUITS, "heart", turn=40), library).dice
    assert die.face == "heart"


def test_a_library_comes_back_from_its_folder_as_it_was(tmp_path: Path) -> None:
    library = library_of(
        "heart", "7", kind=Kind("k", SUITS.bodies, {**SUITS.faces, "7": SUITS.faces["club"]}), folder=tmp_path / "new"
    )
    library.add("heart", [patch(SUITS, "heart", 30), patch(SUITS, "heart", 60)], 1)
    library.save()
    again = FaceLibrary.open(tmp_path / "new")
    assert [(face.name, face.value, len(face.pictures)) for face in again.faces] == [("heart", 1, 2), ("7", 7, 1)]
    for face, before in zip(again.faces, library.faces, strict=True):
        for picture, old in zip(face.pictures, before.pictures, strict=True):
            assert all(np.array_equal(cut, same) for cut, same in zip(picture.patches, old.patches, strict=True))
            assert picture.body == pytest.approx(old.body, abs=0.06)
    assert PATCH_SIDES == 1.5 and PATCH_PX == 96  # the format: changing these needs another number


def test_saving_leaves_only_what_the_index_names(tmp_path: Path) -> None:
    library = library_of("heart", "club", folder=tmp_path)
    library.save()
    stamp = FaceLibrary.stamp(tmp_path)
    assert library.remove("club") and not library.remove("club")
    for turn in range(MOST_PICTURES + 2):
        library.add("heart", [patch(SUITS, "heart", 9.0 * turn)], None)
    for file in tmp_path.glob("*.png"):
        os.utime(file, (0, 0))
    library.save()
    assert FaceLibrary.stamp(tmp_path) != stamp
    index = json.loads((tmp_path / INDEX).read_text())
    named = {file for face in index["faces"] for picture in face["pictures"] for file in picture["files"]}
    assert len(named) == MOST_PICTURES
    assert {path.name for path in tmp_path.iterdir()} == named | {INDEX}


def test_an_empty_folder_is_an_empty_library(tmp_path: Path) -> None:
    assert FaceLibrary.open(tmp_path).faces == [] and FaceLibrary.stamp(tmp_path) == 0
    assert FaceLibrary.open(tmp_path / "none").faces == []


DAMAGED = {
    "no JSON": "{",
    "another format": '{"format": 99, "faces": []}',
    "a list": "[]",
    "a picture that is missing": '{"format": 1, "faces": [{"name": "a", "value": null, "pictures": [{"files": ["x.png"], "body": [1, 2, 3]}]}]}',
    "a picture elsewhere": '{"format": 1, "faces": [{"name": "a", "value": null, "pictures": [{"files": ["../x.png"], "body": [1, 2, 3]}]}]}',
    "no pictures": '{"format": 1, "faces": [{"name": "a", "value": null}]}',
}


@pytest.mark.parametrize("index", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_library_is_refused_and_left_alone(tmp_path: Path, index: str) -> None:
    (tmp_path / INDEX).write_text(index)
    with pytest.raises(PictureError, match="cannot be used") as refused:
        FaceLibrary.open(tmp_path)
    assert refused.value.reason == "bad_library" and (tmp_path / INDEX).read_text() == index


COLOURS: dict[str, list[Colour]] = {
    "white": [(245, 245, 245), (200, 225, 238), (190, 170, 175)],
    "black": [(34, 32, 32), (60, 50, 48)],
    "grey": [(120, 120, 120)],
    "red": [(40, 40, 190), (30, 30, 130)],
    "blue": [(170, 80, 30), (120, 50, 20), (220, 150, 60)],
    "green": [(60, 130, 50), (90, 180, 120)],
    "yellow": [(50, 200, 235)],
    "orange": [(40, 130, 240)],
    "purple": [(130, 50, 110)],
}


@pytest.mark.parametrize("name", COLOURS)
def test_colours_have_the_names_people_give_them(name: str) -> None:
    for colour in COLOURS[name]:
        light, green_red, blue_yellow = cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2LAB)[0, 0].tolist()
        assert colour_name((light, green_red, blue_yellow)) == name, colour


@pytest.mark.slow
def test_a_drawn_scene_is_read_without_a_wrong_face() -> None:
    """The whole way with the real networks, on one scene; the benchmark measures many."""
    random = np.random.default_rng(5)
    library = FaceLibrary(Path())
    names = ("heart", "question", "star")
    for name in names:
        teach(library, name, scene(random, [(SUITS, name, SUITS.bodies[0])], View(8, 130))[0])
    picture, placed = scene(random, [(SUITS, name, SUITS.bodies[0]) for name in names], View(15, 90))
    right = 0
    for die in read_dice_and_faces(picture, library).dice:
        middle = (die.box.x + die.box.w / 2, die.box.y + die.box.h / 2)
        on = [p.face for p in placed if cv2.pointPolygonTest(p.corners.astype(np.float32), middle, False) >= 0]
        assert die.face is None or on == [die.face]
        right += die.face is not None
    assert right >= 2
