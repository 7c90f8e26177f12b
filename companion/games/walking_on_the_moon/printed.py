"""What is printed on the owner's copy is said: kept for this table, told, and with nothing missing the race can start."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Step
from companion.core.refusal import Refused
from companion.core.text import Listing, T, Text, listed
from companion.games.walking_on_the_moon import pad_performing
from companion.games.walking_on_the_moon.actions import DieFaces, JumpDice, LastCard, Spaces, StarPoints
from companion.games.walking_on_the_moon.box import COLORS, FACES, Box, learnt
from companion.games.walking_on_the_moon.counting import counted
from companion.games.walking_on_the_moon.state import State

Printed = StarPoints | Spaces | LastCard | JumpDice | DieFaces


def kept(state: State, action: Printed) -> Step[State]:
    """The table that knows one more thing; raises Refused where the scores of the last card go back."""
    if isinstance(action, LastCard) and not action.up_to_12 <= action.up_to_14 <= action.up_to_16:
        text = T("12, 14, 16 and 18 follow each other: a later one cannot end earlier.")
        raise Refused("illegal", "up_to_14", text)
    box = learnt(state.box, action)
    state = replace(state, box=box)
    if state.phase == "box" and state.round:
        state = counted(state)
    elif state.phase == "box" and not state.lacks_to_start:
        state = replace(state, phase="start")
    return Step(state if state.full else pad_performing.counted(state), (Clause(_told(box, action)),))


def _told(box: Box, action: Printed) -> Text:
    match action:
        case StarPoints():
            return T("Points for 1 to 6 stars: {points}.", points=_row(box.star_points))
        case Spaces():
            return T("A moon card has {n} spaces in a row.", n=action.value)
        case LastCard():
            return T("Scores over the spaces of the last card: {scores}.", scores=_row(box.last_card))
        case JumpDice():
            blue, black, white = box.dice or (0, 0, 0)
            return T("Jump dice: {blue} blue, {black} black, {white} white.", blue=blue, black=black, white=white)
    shown = Listing(tuple(FACES[face] for face in dict(box.faces)[action.color]))
    return T("Faces of the {die}: {faces}.", die=COLORS[action.color], faces=shown)


def _row(numbers: tuple[int, ...] | None) -> Listing:
    return listed(numbers or ())
