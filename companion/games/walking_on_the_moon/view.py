"""What the pages of Walking on the Moon show: the ring to draw, whose turn it is and why, and everybody's things."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Listing, Param, Seat, T, Text, Who
from companion.games.walking_on_the_moon import pad, questions, turn
from companion.games.walking_on_the_moon.actions import Target
from companion.games.walking_on_the_moon.box import COLORS, FACES, die_label
from companion.games.walking_on_the_moon.jumping import ENDS, TAKES
from companion.games.walking_on_the_moon.options import Options
from companion.games.walking_on_the_moon.race import passable, pile_of, starry
from companion.games.walking_on_the_moon.ring import CardShape, Point, card_of, place_of
from companion.games.walking_on_the_moon.stages import active_seats
from companion.games.walking_on_the_moon.state import LEVELS, Entry, State, each, target, where, who


@dataclass(frozen=True, slots=True)
class Runner:
    """An astronaut: where it is and what it holds.

    ``key``: as forms post it; ``at``: in the drawing; ``on_top``: nobody lies on it.
    """

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
    liked: bool
    face: Text | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of those a question to the table is about. ``value``: as forms post it; ``number``: of a player's two."""

    value: str
    seat: int
    number: int | None


@dataclass(frozen=True, slots=True)
class View:
    """Everything a page needs.

    ``runners``: as they are drawn, lower ones first; ``order``: leader first. ``dice``: those chosen, or all while
    choosing; ``more_dice``: one of each colour; ``hint``: what to do with the dice. ``skull``: one was rolled, so that the jump ends with it. ``star_cards``: those on the way, each
    with its first space. ``candidates``: whom the question to the table is about, ``true_of_one``: at most of one of
    them. ``entries``: my astronauts on the pad of a table that only scores.
    """

    phase: str
    full: bool
    two: bool
    headline: Text
    hint: Text | None
    cards: tuple[CardShape, ...]
    runners: tuple[Runner, ...]
    order: tuple[Runner, ...]
    mover: Runner | None
    allowed: int
    dice: tuple[DieShape, ...]
    more_dice: tuple[DieShape, ...]
    rerolls: tuple[DieShape, ...]
    skull: bool
    across: int
    star_cards: dict[int, int]
    ahead: tuple[Runner, ...]
    candidates: tuple[Candidate, ...]
    true_of_one: bool
    entries: tuple[Entry, ...]
    levels: dict[int, Text]
    ends: dict[str, Text]
    takes: dict[str, Text]
    wheres: dict[str, Text]


def view_of(state: State, options: Options, seat: Seat | None) -> View:
    """The view of a state; only the pad is another for every seat."""
    raced = state.full and state.box.spaces is not None
    runners = {i: _runner(state, i) for i in state.stack} if raced else {}
    moving = raced and state.phase == "turn" and state.turn is not None
    now = state.turn if moving else None
    mover = state.astronauts[state.mover] if moving else None
    ids = state.box.dice_ids()
    chosen = (now.dice or ids) if now is not None else ()
    return View(
        phase=state.phase,
        full=state.full,
        two=state.seats == 2,
        headline=_headline(state),
        hint=_hint(state, options),
        cards=tuple(card_of(state, number) for number in range(1, state.cards + 1)) if raced else (),
        runners=tuple(runners.values()),
        order=tuple(sorted(runners.values(), key=lambda r: (r.finish or 99, -r.space))),
        mover=runners[state.mover] if moving else None,
        allowed=now.allowed if now is not None else 0,
        dice=tuple(_die(state, die) for die in chosen),
        more_dice=_one_of_each(state, tuple(die for die in ids if now is not None and die not in now.dice)),
        rerolls=_one_of_each(state, turn.may_reroll(state)) if moving else (),
        skull=now is not None and bool(now.skulls),
        across=state.across,
        star_cards=_star_cards(state, mover.space) if mover is not None else {},
        ahead=tuple(runners[i] for i in passable(state, state.mover, state.across)) if mover is not None else (),
        candidates=tuple(_candidate(named) for named in questions.candidates(state)),
        true_of_one=questions.true_of_one(state),
        entries=() if state.full or seat is None else state.columns[seat].entries[: each(state.seats)],
        levels=LEVELS,
        ends=ENDS,
        takes=TAKES,
        wheres=pad.WHERE,
    )


def _key(named: Target) -> str:
    return str(named) if isinstance(named, int) else f"{named[0]}:{named[1]}"


def _candidate(named: Target) -> Candidate:
    if isinstance(named, int):
        return Candidate(_key(named), named, None)
    return Candidate(_key(named), named[0], named[1] + 1)


def _runner(state: State, one: int) -> Runner:
    a = state.astronauts[one]
    return Runner(
        seat=a.seat,
        index=a.index,
        key=_key(target(state, one)),
        name=who(state, one),
        space=a.space,
        place=where(state, a.space),
        level=LEVELS[a.level],
        level_number=a.level,
        at=place_of(state, one),
        on_top=pile_of(state, one)[-1] == one or a.finish > 0,
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
        die in liked,
        FACES.get(dict(now.shown).get(die, "")) if now is not None else None,
    )


def _one_of_each(state: State, dice: tuple[str, ...]) -> tuple[DieShape, ...]:
    firsts = {color: next((die for die in dice if die.startswith(color)), None) for color in COLORS}
    return tuple(_die(state, die) for die in firsts.values() if die is not None)


def _star_cards(state: State, space: int) -> dict[int, int]:
    return {card: (card - 1) * state.spaces + 1 for card in starry(state, space, state.across)}


def _headline(state: State) -> Text:
    """Whose turn it is, and why; else whom the table waits for."""
    if state.phase != "turn":
        return T("Waiting for {names}.", names=Listing(tuple(map(Who, sorted(active_seats(state))))))
    name, turn = who(state, state.mover), state.turn
    if turn is not None and turn.by_table:
        return T("{who}’s turn: the table says so.", who=name)
    if state.last is None and state.mover == 0:
        return T("{who}’s turn: start player.", who=name)
    if state.mover == state.last:
        return T("{who}’s turn: last in the race.", who=name)
    if turn is None or turn.previous is None:
        return T("{who}’s turn.", who=name)
    count = len(state.astronauts)
    between = [(turn.previous + n) % count for n in range(1, (state.mover - turn.previous) % count)]
    if any(one in state.waiting and state.is_here(one) for one in between):
        return T("{who}’s turn: still without a turn in this round.", who=name)
    return T("{who}’s turn: clockwise after {other}.", who=name, other=who(state, turn.previous))


def _hint(state: State, options: Options) -> Text | None:
    """What to do with the dice now."""
    now = state.turn
    if state.phase != "turn" or now is None or not now.dice:
        return None
    if not options.all_at_once:
        return T("Roll as many of these dice as you like; lay them one by one and move at once.")
    if not now.jumps:
        return T("Roll all of these dice once; lay some of them one by one and move at once.")
    return T("The dice are rolled already: lay some of them one by one and move at once.")
