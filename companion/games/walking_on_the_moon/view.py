"""What the pages of Walking on the Moon show: the ring to draw, whose turn it is and why, and everybody's things.

The ring is drawn in a square of 400, clockwise from the finish at the top; low spaces lie inside, high ones outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from companion.core.text import Param, T, Text
from companion.games.walking_on_the_moon import pad, turn
from companion.games.walking_on_the_moon.box import COLORS, FACES, die_label
from companion.games.walking_on_the_moon.race import passable, starry
from companion.games.walking_on_the_moon.scoring import LINES, score
from companion.games.walking_on_the_moon.state import LEVELS, State, target, where, who

MIDDLE = 200.0
RADIUS = {1: 122.0, 2: 142.0, 3: 162.0}
INNER, OUTER = 106.0, 178.0
STAR_RADIUS, NUMBER_RADIUS, MARKER_RADIUS = 90.0, 60.0, 189.0
STAR_WIDTH = 19.0
STACKED = 9.0
"""How far an astronaut on top of another is drawn above it."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the drawing."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SpaceShape:
    """A place on the ring: ``path`` its piece of the ring, ``dots`` its middle at each level."""

    space: int
    name: Text
    path: str
    dots: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class CardShape:
    """A moon card: its number, stars, and the score marker over it (None: none)."""

    number: int
    stars: int
    marker: str | None
    at: Point
    stars_at: tuple[Point, ...]
    marker_at: Point
    edge: tuple[Point, Point]
    spaces: tuple[SpaceShape, ...]


@dataclass(frozen=True, slots=True)
class Runner:
    """An astronaut: where it is and what it holds. ``key``: as in actions; ``at``: in the drawing, lower ones first; ``on_top``: nobody lies on it."""

    seat: int
    index: int
    key: str
    name: Param
    space: int
    place: Text
    level: Text
    level_number: int
    at: Point
    on_top: bool
    stars: int
    tokens: int
    coma: bool
    obstructed: bool
    finish: int
    moves: bool
    was_last: bool


@dataclass(frozen=True, slots=True)
class DieShape:
    """A jump die of this turn."""

    die: str
    color: str
    name: Text
    used: bool
    rerolled: bool
    liked: bool
    face: Text | None


@dataclass(frozen=True, slots=True)
class View:
    """Everything a page needs. ``dice``: those chosen, or all while choosing; ``more_dice``: one of each colour;
    ``hint``: what to do with the dice; ``late``: figures changed after the end.
    """

    phase: str
    full: bool
    two: bool
    headline: Text | None
    hint: Text | None
    cards: tuple[CardShape, ...]
    runners: tuple[Runner, ...]
    order: tuple[Runner, ...]
    mover: Runner | None
    allowed: int
    jumps: int
    dice: tuple[DieShape, ...]
    more_dice: tuple[DieShape, ...]
    rerolls: tuple[DieShape, ...]
    across: int
    star_cards: tuple[int, ...]
    ahead: tuple[Runner, ...]
    levels: dict[int, Text]
    ends: dict[str, Text]
    takes: dict[str, Text]
    wheres: dict[str, Text]
    categories: tuple[Text, ...]
    revealed: int
    late: frozenset[tuple[str, int]]


def _at(turns: float, radius: float) -> Point:
    """The point at a part of the way round (0: the finish, 1: the finish again), clockwise."""
    angle = 2 * pi * turns
    return Point(round(MIDDLE + radius * sin(angle), 1), round(MIDDLE - radius * cos(angle), 1))


def _piece(start: float, end: float) -> str:
    """The path of a piece of the ring between two parts of the way round."""
    a, b, c, d = _at(start, OUTER), _at(end, OUTER), _at(end, INNER), _at(start, INNER)
    return f"M{a.x} {a.y}A{OUTER} {OUTER} 0 0 1 {b.x} {b.y}L{c.x} {c.y}A{INNER} {INNER} 0 0 0 {d.x} {d.y}z"


def _stars(count: int, middle: float, width: float) -> tuple[Point, ...]:
    """Where the stars of a card are drawn: side by side, closer together where they are many."""
    apart = min(STAR_WIDTH / (2 * pi * STAR_RADIUS), width / max(count, 1))
    return tuple(_at(middle + (n - (count - 1) / 2) * apart, STAR_RADIUS) for n in range(count))


def _card(state: State, number: int) -> CardShape:
    way = 1 / (state.cards * state.spaces)
    start, end = (number - 1) / state.cards, number / state.cards
    middle = (start + end) / 2
    marker = {state.cards: "12–18", state.cards - 1: "10", state.cards - 2: "5"}.get(number)
    spaces = tuple(
        SpaceShape(
            space,
            where(state, space),
            _piece((space - 1) * way, space * way),
            tuple(_at((space - 0.5) * way, RADIUS[level]) for level in LEVELS),
        )
        for space in range((number - 1) * state.spaces + 1, number * state.spaces + 1)
    )
    return CardShape(
        number,
        state.ring[number - 1],
        marker,
        _at(middle, NUMBER_RADIUS),
        _stars(state.ring[number - 1], middle, 1 / state.cards),
        _at(middle, MARKER_RADIUS),
        (_at(start, INNER), _at(start, OUTER)),
        spaces,
    )


def _runner(state: State, one: int) -> Runner:
    a = state.astronauts[one]
    here = [i for i in state.stack if (state.astronauts[i].space, state.astronauts[i].level) == (a.space, a.level)]
    if a.space >= state.across:
        at = Point(MIDDLE - 54 + 27 * (a.finish - 1), MIDDLE)
    else:
        way = 1 / (state.cards * state.spaces)
        at = _at((a.space - 0.5) * way, RADIUS[a.level] + STACKED * here.index(one))
    key = target(state, one)
    return Runner(
        seat=a.seat,
        index=a.index,
        key=str(key) if isinstance(key, int) else f"{key[0]}:{key[1]}",
        name=who(state, one),
        space=a.space,
        place=where(state, a.space),
        level=LEVELS[a.level],
        level_number=a.level,
        at=at,
        on_top=here[-1] == one or a.finish > 0,
        stars=a.stars,
        tokens=a.tokens,
        coma=a.coma,
        obstructed=a.obstructed,
        finish=a.finish,
        moves=state.phase == "turn" and one == state.mover,
        was_last=state.last == one,
    )


def _die(state: State, die: str) -> DieShape:
    now = state.turn
    mover = state.astronauts[state.mover]
    liked = mover.liked[: now.allowed] if now is not None else ()
    return DieShape(
        die,
        die.partition("_")[0],
        die_label(die),
        now is not None and die in now.used,
        now is not None and die in now.rerolled,
        die in liked,
        FACES.get(dict(now.shown).get(die, "")) if now is not None else None,
    )


def _one_of_each(state: State, dice: tuple[str, ...]) -> tuple[DieShape, ...]:
    firsts = {color: next((die for die in dice if die.startswith(color)), None) for color in COLORS}
    return tuple(_die(state, die) for die in firsts.values() if die is not None)


def _headline(state: State) -> Text | None:
    """Whose turn it is, and why."""
    if state.phase != "turn":
        return None
    name = who(state, state.mover)
    if len(state.waiting) < len(state.astronauts):
        before = (state.mover - 1) % len(state.astronauts)
        return T("{who}’s turn: clockwise after {other}.", who=name, other=who(state, before))
    if state.last is None:
        return T("{who}’s turn: start player.", who=name)
    if state.mover == state.last:
        return T("{who}’s turn: last in the race.", who=name)
    return T("{who}’s turn.", who=name)


def _hint(state: State, all_at_once: bool) -> Text | None:
    """What to do with the dice now."""
    now = state.turn
    if state.phase != "turn" or now is None or not now.dice:
        return None
    if not all_at_once:
        return T("Roll as many of these dice as you like; lay them one by one and move at once.")
    if not now.jumps:
        return T("Roll all of these dice once; lay some of them one by one and move at once.")
    return T("The dice are rolled already: lay some of them one by one and move at once.")


def _late(state: State) -> frozenset[tuple[str, int]]:
    """The figures that were changed after the race had ended, as (category, seat)."""
    names = tuple(str(seat) for seat in range(state.seats))
    now = pad.sheet(state, names, {})
    then = pad.sheet(state.ended, names, {}) if state.ended is not None else None
    if now is None or then is None:
        return frozenset()
    return frozenset(
        (line.key, seat)
        for seat, (new, old) in enumerate(zip(score(now).players, score(then).players, strict=True))
        for line, before in zip(new.lines, old.lines, strict=True)
        if line.points != before.points
    )


def view_of(state: State, *, all_at_once: bool = False) -> View:
    """The view of a state; the same for every seat."""
    raced = not state.columns and state.box.spaces is not None
    runners = {i: _runner(state, i) for i in state.stack} if raced else {}
    moving = raced and state.phase == "turn" and state.turn is not None
    now = state.turn if moving else None
    mover = state.astronauts[state.mover] if moving else None
    ids = state.box.dice_ids()
    chosen = (now.dice or ids) if now is not None else ()
    return View(
        phase=state.phase,
        full=not state.columns,
        two=state.seats == 2,
        headline=_headline(state),
        hint=_hint(state, all_at_once),
        cards=tuple(_card(state, number) for number in range(1, state.cards + 1)) if raced else (),
        runners=tuple(runners.values()),
        order=tuple(sorted(runners.values(), key=lambda r: (r.finish or 99, -r.space))),
        mover=runners[state.mover] if moving else None,
        allowed=now.allowed if now is not None else 0,
        jumps=now.jumps if now is not None else 0,
        dice=tuple(_die(state, die) for die in chosen),
        more_dice=_one_of_each(state, tuple(die for die in ids if now is not None and die not in now.dice)),
        rerolls=_one_of_each(state, turn.may_reroll(state)) if moving else (),
        across=state.across,
        star_cards=starry(state, mover.space, state.across) if mover is not None else (),
        ahead=tuple(runners[i] for i in passable(state, state.mover, state.across)) if mover is not None else (),
        levels=LEVELS,
        ends=turn.ENDS,
        takes=turn.TAKES,
        wheres=pad.WHERE,
        categories=tuple(LINES.values()),
        revealed=state.revealed,
        late=_late(state),
    )
