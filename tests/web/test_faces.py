"""Names of die faces as people type them: several of one picture, and the game's own in any language."""

from __future__ import annotations

import pytest

from companion.play import Refused
from companion.web.faces import MOST, faces_named


@pytest.mark.parametrize(
    ("name", "typed", "kept"),
    [
        ("one name", "skull", ["skull"]),
        ("several from left to right", "skull, star , heart", ["skull", "star", "heart"]),
        ("commas of another script", "骷髏、星星，愛心", ["骷髏", "星星", "愛心"]),
        ("the game's word is kept by its key", "Meat", ["meat"]),
        ("in another language too, and in small letters", "肉, POTION", ["meat", "potion"]),
        ("the key itself", "mushroom", ["mushroom"]),
        ("a die that is passed over", "-, meat", ["-", "meat"]),
        ("a comma at the end", "meat, ", ["meat"]),
        ("two dice of one face", "meat, meat", ["meat", "meat"]),
    ],
)
def test_how_faces_are_named(name: str, typed: str, kept: list[str]) -> None:
    assert faces_named("lunchtime_battle", typed) == kept, name


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("nothing", ""),
        ("commas only", " , ,"),
        ("every die passed over", "-, -"),
        ("nothing to see", "\u3164"),
        ("one of them too long", f"meat, {'x' * 41}"),
        ("more than lie in one picture", ",".join(["x"] * (MOST + 1))),
    ],
)
def test_what_names_no_face_is_refused(name: str, typed: str) -> None:
    with pytest.raises(Refused) as refused:
        faces_named("lunchtime_battle", typed)
    assert refused.value.field == "name", name
