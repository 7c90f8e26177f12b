"""What is asked about the owner's copy: printed numbers that are missing, and the faces of the dice."""

from __future__ import annotations

from dataclasses import replace

from companion.core.fields import Counts, Labelled, Number
from companion.core.game import Offer
from companion.core.text import T, Text
from companion.games.walking_on_the_moon import box
from companion.games.walking_on_the_moon.actions import DieFaces, JumpDice, LastCard, Spaces, StarPoints
from companion.games.walking_on_the_moon.state import State


def copy_offers(state: State) -> tuple[Offer, ...]:
    """The numbers that are missing, those that can wait left for later; at any time the faces of the dice of known colours."""
    colors = ("dice",) if state.full and not state.ordered else ()
    lacked = {*state.lacks_to_start, *state.lacks_to_count, *state.box.lacks(*colors)}
    missing = [part for part in ("spaces", "last_card", "star_points", "dice") if part in lacked]
    due = lacked if state.dice_kept else lacked - {"dice"}
    now = state.phase in ("box", "pad")
    asked = (replace(_asked(state, part), place="next" if now and part in due else "more") for part in missing)
    known = colors and state.box.dice is not None
    return (*asked, *(_faces(color, label) for color, label in box.COLORS.items() if known))


def _asked(state: State, part: str) -> Offer:
    """The question for one part of the box profile."""
    spaces = state.box.spaces or box.SPACES_HIGH
    match part:
        case "spaces":
            label = T("Spaces in a row on one moon card")
            value = Number("value", label, box.SPACES_LOW, box.SPACES_HIGH)
            return Offer(Spaces, label, (value,), examples=(Spaces(value=5), Spaces(value=4)))
        case "last_card":
            fields = tuple(
                Number(f"up_to_{n}", T("Last space under the {n} (0: none)", n=n), 0, spaces) for n in (12, 14, 16)
            )
            some = LastCard(up_to_12=min(1, spaces), up_to_14=min(2, spaces), up_to_16=min(3, spaces))
            label = T("Which spaces of the last card lie under 12, 14, 16 and 18?")
            return Offer(LastCard, label, fields, constrained=True, examples=(some,))
        case "star_points":
            fields = tuple(
                Number(name, T("Points printed for stars: {n}", n=n), 0, box.POINTS_HIGH)
                for n, name in enumerate(box.STAR_FIELDS, 1)
            )
            sample = StarPoints(one=1, two=3, three=6, four=10, five=15, six=21)
            return Offer(StarPoints, T("Points printed for 1 to 6 stars"), fields, examples=(sample,))
    counts = Counts("counts", T("Jump dice of each colour"), tuple(box.COLORS.items()), (box.DICE,) * 3, (6, 6))
    label = T("How many jump dice of each colour?")
    return Offer(JumpDice, label, (counts,), examples=(JumpDice(counts={"blue": 2, "black": 2, "white": 2}),))


def _faces(color: str, label: Text) -> Offer:
    names: Labelled = tuple((k, v) for k, v in box.FACES.items() if k != "skull" or color == "black")
    faces = Counts("faces", T("How many of its six faces show it"), names, (6,) * len(names), (6, 6))
    sample = {"one": 3, "skull": 1, "up": 2} if color == "black" else {"one": 2, "two": 2, "up": 2}
    title, example = T("Faces of the {die}", die=label), DieFaces(color=color, faces=sample)
    return Offer(DieFaces, title, (faces,), {"color": color}, examples=(example,), place="more")
