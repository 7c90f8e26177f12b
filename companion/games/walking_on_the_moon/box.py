"""The box profile: what is printed on the owner's copy, asked once.

As JSON, every part optional: ``star_points`` six numbers, for 1 to 6 stars; ``spaces`` how many spaces in a row a
moon card has; ``last_card`` the score (12, 14, 16, 18) over each space of the last card, first space first; ``dice``
how many there are of each colour (``{"blue": 2, "black": 2, "white": 2}``, six in all); ``faces`` the six faces of
each colour by the names of `FACES` (``{"blue": ["one", ...]}``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.core.fields import is_whole
from companion.core.game import Action
from companion.core.printed import Path, PrintedNumber, number_at
from companion.core.text import T, Text
from companion.games.walking_on_the_moon.actions import DieFaces, JumpDice, LastCard, Spaces, StarPoints

COLORS: dict[str, Text] = {"blue": T("blue die"), "black": T("black die"), "white": T("white die")}
FACES: dict[str, Text] = {
    "one": T("1 space"),
    "two": T("2 spaces"),
    "three": T("3 spaces"),
    "four": T("4 spaces"),
    "up": T("up"),
    "down": T("down"),
    "slope_up": T("slanting up"),
    "slope_down": T("slanting down"),
    "arc": T("in an arc"),
    "skull": T("skull"),
    "blank": T("blank"),
    "other": T("another picture"),
}
DICE = 6
SPACES_LOW, SPACES_HIGH = 2, 12
POINTS_HIGH = 99
STAR_FIELDS = ("one", "two", "three", "four", "five", "six")
"""The fields of `StarPoints`, for 1 to 6 stars."""


@dataclass(frozen=True, slots=True)
class Box:
    """The printed numbers known so far. ``dice``: counts in the order of `COLORS`; ``faces``: by color."""

    star_points: tuple[int, ...] | None = None
    spaces: int | None = None
    last_card: tuple[int, ...] | None = None
    dice: tuple[int, ...] | None = None
    faces: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def lacks(self, *parts: str) -> tuple[str, ...]:
        """Those of these parts that nobody has said yet."""
        return tuple(part for part in parts if getattr(self, part) is None)

    def dice_ids(self) -> tuple[str, ...]:
        """The six dice: ``blue_1``, ``blue_2`` ... in the order of `COLORS`."""
        counts = self.dice or ()
        return tuple(f"{color}_{n}" for color, count in zip(COLORS, counts, strict=False) for n in range(1, count + 1))

    def faces_of(self, die: str) -> tuple[str, ...]:
        """The different faces a die can show; none while nobody has entered them."""
        return tuple(dict.fromkeys(self.six_faces_of(die)))

    def six_faces_of(self, die: str) -> tuple[str, ...]:
        """All six faces of a die; none while nobody has entered them."""
        return dict(self.faces).get(die.partition("_")[0], ())


@cache
def die_label(die: str) -> Text:
    """What a die is called: its colour, and a number among those of that colour."""
    color, _, number = die.partition("_")
    n = int(number)
    match color:
        case "blue":
            return T("blue {n}", n=n)
        case "black":
            return T("black {n}", n=n)
    return T("white {n}", n=n)


def last_card_scores(spaces: int, up_to: tuple[int, int, int]) -> tuple[int, ...]:
    """The score over each space of the last card, from the last space under 12, 14 and 16."""
    return tuple(
        next((score for score, last in zip((12, 14, 16), up_to, strict=True) if space <= last), 18)
        for space in range(1, spaces + 1)
    )


LAST_SCORES = (12, 14, 16)


def last_spaces(box: Box) -> dict[int, int]:
    """The last space of the last card under 12, 14 and 16 (0: none); empty while the scores are not known."""
    scores = box.last_card
    return {} if scores is None else {n: sum(1 for score in scores if score <= n) for n in LAST_SCORES}


def with_last_space(box: Box, of: int, space: int) -> tuple[int, ...]:
    """The scores of the last card with another last space under one of them; the others give way, as they follow it."""
    ends = last_spaces(box)
    for score, end in ends.items():
        ends[score] = space if score == of else min(end, space) if score < of else max(end, space)
    return last_card_scores(len(box.last_card or ()), (ends[12], ends[14], ends[16]))


def stretched(scores: tuple[int, ...] | None, spaces: int) -> tuple[int, ...] | None:
    """The scores of the last card for another number of spaces: cut off at its end, or its last one goes on."""
    if scores is None:
        return None
    return (*scores, *scores[-1:] * spaces)[:spaces]


def with_dice(dice: tuple[int, ...], color: str, count: int) -> tuple[int, ...]:
    """So many dice of one colour, six in all: the other colours, the last one first, give way or make up for it."""
    counts = dict(zip(COLORS, dice, strict=True))
    counts[color] = count
    for other in reversed([*COLORS]):
        if other != color:
            counts[other] = max(0, counts[other] + DICE - sum(counts.values()))
    return tuple(counts.values())


def from_box(profile: Mapping[str, Any]) -> Box:
    """The box profile as far as it is well formed; what is not is asked again."""
    spaces = profile.get("spaces")
    if not is_whole(spaces, SPACES_LOW, SPACES_HIGH):
        spaces = None
    dice = profile.get("dice")
    counts: tuple[int, ...] | None = None
    if isinstance(dice, Mapping) and all(is_whole(dice.get(color, 0), 0, DICE) for color in COLORS):
        counts = tuple(dice.get(color, 0) for color in COLORS)
    faces = profile.get("faces")
    return Box(
        star_points=_numbers(profile.get("star_points"), DICE, range(POINTS_HIGH + 1)),
        spaces=spaces,
        last_card=_numbers(profile.get("last_card"), spaces, (12, 14, 16, 18)) if spaces else None,
        dice=counts if counts is not None and sum(counts) == DICE else None,
        faces=tuple(
            (color, tuple(faces[color]))
            for color in COLORS
            if isinstance(faces, Mapping) and _is_die(color, faces.get(color))
        ),
    )


def _numbers(value: object, length: int, allowed: range | tuple[int, ...]) -> tuple[int, ...] | None:
    if not isinstance(value, list | tuple) or len(value) != length:
        return None
    return tuple(value) if all(is_whole(v, 0, POINTS_HIGH) and v in allowed for v in value) else None


def _is_die(color: str, faces: object) -> bool:
    return (
        isinstance(faces, list | tuple)
        and len(faces) == 6
        and all(face in FACES and (face != "skull" or color == "black") for face in faces)
    )


def printed_numbers(profile: Mapping[str, Any]) -> tuple[PrintedNumber, ...]:
    """Every number of the profile but the faces of the dice, which are pictures."""
    scores = profile.get("last_card")
    spaces = from_box(profile).spaces or (len(scores) if isinstance(scores, list) else 0)
    asked: tuple[tuple[Text, Path, range], ...] = (
        (T("Spaces in a row on one moon card"), ("spaces",), range(SPACES_LOW, SPACES_HIGH + 1)),
        *(
            (T("Score over space {n} of the last card", n=n + 1), ("last_card", n), range(12, 19, 2))
            for n in range(spaces)
        ),
        *(
            (T("Points printed for stars: {n}", n=n + 1), ("star_points", n), range(POINTS_HIGH + 1))
            for n in range(DICE)
        ),
        *((T("Dice in the box: {die}", die=label), ("dice", key), range(DICE + 1)) for key, label in COLORS.items()),
    )
    return tuple(
        PrintedNumber(label, path, number_at(profile, path), allowed[0], allowed[-1], allowed.step)
        for label, path, allowed in asked
    )


def learnt(box: Box, action: Action) -> Box:
    """What is known of the copy after an entry."""
    match action:
        case StarPoints():
            return replace(box, star_points=tuple(getattr(action, name) for name in STAR_FIELDS))
        case Spaces():
            return replace(box, spaces=action.value, last_card=stretched(box.last_card, action.value))
        case LastCard():
            up_to = (action.up_to_12, action.up_to_14, action.up_to_16)
            # Before it is known how long a card is: as long as one can be, to be cut off then.
            return replace(box, last_card=last_card_scores(box.spaces or SPACES_HIGH, up_to))
        case JumpDice():
            return replace(box, dice=tuple(action.counts.get(color, 0) for color in COLORS))
        case DieFaces():
            faces = tuple(face for face, n in action.faces.items() for _ in range(n))
            others = tuple(pair for pair in box.faces if pair[0] != action.color)
            return replace(box, faces=(*others, (action.color, faces)))
    return box


def patch(before: Box, after: Box) -> dict[str, Any]:
    """What was learnt, as a merge patch for the box profile."""
    found: dict[str, Any] = {}
    if after.spaces != before.spaces:
        found["spaces"] = after.spaces
    for part in ("star_points", "last_card"):
        if (now := getattr(after, part)) is not None and now != getattr(before, part):
            found[part] = list(now)
    if after.dice is not None and after.dice != before.dice:
        found["dice"] = dict(zip(COLORS, after.dice, strict=True))
    faces = {color: list(six) for color, six in after.faces if (color, six) not in before.faces}
    return found | ({"faces": faces} if faces else {})
