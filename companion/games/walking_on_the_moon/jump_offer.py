"""The one form of a turn: a jump, with what it met on its way."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.fields import Choice, Dice, Face, Field, Flag, Number, SeatChoice, Several
from companion.core.game import Offer
from companion.core.refusal import Refused
from companion.core.text import T
from companion.games.walking_on_the_moon.actions import Jump
from companion.games.walking_on_the_moon.box import FACES, die_label
from companion.games.walking_on_the_moon.jumping import ENDS, TAKES, check_entered_now, check_jump, takeable
from companion.games.walking_on_the_moon.options import Options
from companion.games.walking_on_the_moon.race import passable, starry
from companion.games.walking_on_the_moon.state import LEVELS, State, target


def jump_offer(state: State, options: Options) -> Offer:
    """A jump with the dice left, from where the astronaut is up to across the finish."""
    me = state.astronauts[state.mover]
    left = state.turn.left if state.turn is not None else ()
    n = 1 + (state.turn.jumps if state.turn is not None else 0)
    dice = Several("dice", T("Dice laid on this jump"), tuple((die, die_label(die)) for die in left), 1)
    fields: list[Field] = [
        *((dice,) if left else ()),
        Number("space", T("New space (counted from the start)"), me.space, state.across),
        Number("level", T("Level"), 1, max(LEVELS), optional=True),
        Choice("ends", T("How it ended"), tuple(ENDS.items()), optional=True),
    ]
    fields.append(Flag("coma", T("The turn ended in a coma"), optional=True))
    stars = starry(state, me.space, state.across)
    if stars:
        cards = tuple((f"card_{card}", T("card {n}", n=card)) for card in stars)
        fields.append(Several("stars", T("Stars collected"), cards, optional=True))
    ahead = passable(state, state.mover, state.across)
    opponents = tuple(i for i in ahead if state.astronauts[i].seat != me.seat)
    if opponents:
        targets = tuple(target(state, one) for one in opponents)
        fields.append(SeatChoice("obstruct", T("Obstruct an opponent you passed"), targets, optional=True))
        fields.append(Choice("take", T("Take from them"), tuple(TAKES.items()), optional=True))
    if len(opponents) != len(ahead):
        fields.append(Flag("swap", T("Swap stars and tokens of your two astronauts"), optional=True))
    if (shown := dice_shown(state, "faces", left, 0)) is not None:
        fields.append(shown)
    fields.append(Flag("end", T("Stop after this jump"), optional=True))
    if options.lost_by_hand:
        label = T("Card that gets the stars lost in a coma")
        fields.append(Number("lost_to", label, 1, state.cards, optional=True))
    return Offer(Jump, T("Jump {n}", n=n), tuple(fields), constrained=True, examples=tuple(_examples(state)))


def dice_shown(state: State, name: str, left: tuple[str, ...], least: int) -> Dice | None:
    """The field for what these dice show; None where there are none or their printed faces are not known."""
    faces: tuple[tuple[Face, ...], ...] = tuple(state.box.faces_of(die) for die in left)
    if not left or not all(faces):
        return None
    words = tuple(FACES.items())
    six = tuple(state.box.six_faces_of(die) for die in left)
    label = T("Faces shown")
    return Dice(name, label, least, len(left), faces, left, words=words, pool=six, among="only", optional=not least)


def _examples(state: State) -> Iterator[Jump]:
    """Jumps that are accepted, of every kind that is possible now."""
    left = state.turn.left if state.turn is not None else ()
    for candidate in _candidates(state):
        if left and not candidate.dice:
            continue
        try:
            check_jump(state, candidate)
            check_entered_now(state, candidate)
        except Refused:
            continue
        yield candidate


def _candidates(state: State) -> Iterator[Jump]:
    me = state.astronauts[state.mover]
    left = state.turn.left if state.turn is not None else ()
    shown = dict(state.turn.shown) if state.turn is not None else {}
    black = next((die for die in left if die.startswith("black") and shown.get(die, "skull") == "skull"), None)
    black = next((die for die in left if shown.get(die) == "skull"), black)
    calm = tuple(die for die in left if shown.get(die) != "skull")
    near, far = min(me.space + 1, state.across), min(me.space + 4, state.across)
    yield Jump(dice=calm[:1], space=near)
    yield Jump(dice=calm, space=far, stars=tuple(f"card_{card}" for card in starry(state, me.space, far)))
    for space in (near, far):
        for one in passable(state, state.mover, space):
            if state.astronauts[one].seat == me.seat:
                yield Jump(dice=calm[:1], space=space, swap=True)
            else:
                for take in takeable(state, one):
                    yield Jump(dice=calm[:1], space=space, obstruct=target(state, one), take=take)
    red = 2 if (near, 2) != (me.space, me.level) else 1
    yield Jump(dice=calm[-1:], space=near, level=red, ends="red")
    yield Jump(dice=calm[-1:], space=near, coma=True)
    yield Jump(dice=calm[:1], space=me.space, level=me.level, ends="bump")
    yield Jump(dice=calm[:1], space=near, end=True)
    if black is not None or not left:
        yield Jump(dice=(black,) if black is not None else (), space=me.space, level=me.level, ends="skull")
