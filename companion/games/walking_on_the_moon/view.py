"""What the pages of Walking on the Moon show: the ring to draw, whose turn it is and why, and everybody's things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.text import TN, Listing, Param, Seat, T, Text, Who
from companion.games.walking_on_the_moon import order, pad, questions, turn
from companion.games.walking_on_the_moon.actions import Target
from companion.games.walking_on_the_moon.box import COLORS, FACES, die_label
from companion.games.walking_on_the_moon.jumping import ENDS, TAKES
from companion.games.walking_on_the_moon.options import Options
from companion.games.walking_on_the_moon.placing import Lying, Point, Tray, drawn_of, trays_of
from companion.games.walking_on_the_moon.race import passable, pile_of, starry
from companion.games.walking_on_the_moon.ring import CardShape, card_of, finish_anchor, trail_of
from companion.games.walking_on_the_moon.stages import active_seats
from companion.games.walking_on_the_moon.state import LEVELS, MOST_JUMPS, PHASES, Entry, State, each, target, where, who


@dataclass(frozen=True, slots=True)
class Runner:
    """An astronaut: where it is and what it holds.

    ``key``: as forms post it; ``at`` and ``scale``: in the drawing; ``on_top``: nobody lies on it; ``under``: whom it lies on,
    ``under_seat`` of that player.
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
    scale: float
    under: Param | None
    under_seat: int | None
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
class Slot:
    """A place in the order that the mover can take. ``behind``: the keys of whoever it would have passed."""

    key: str
    label: Text
    behind: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Taking:
    """What obstructing somebody can be. ``value``: as forms post it; ``of``: the key of whom."""

    value: str
    of: str
    label: Text
    best: bool


@dataclass(frozen=True, slots=True)
class View:
    """Everything a page needs.

    ``trays`` and ``trail``: under piles and from where the mover came, in the drawing; ``finish_anchor``: of its word; ``piles``: by place from the back,
    where only the order is kept. ``runners``: as they are drawn, lower ones first; ``order``: leader first. ``dice``: those chosen, or all while
    choosing; ``more_dice``: one of each colour; ``hint``: what to do with the dice. ``skull``: one was rolled, so that the
    jump ends with it. ``star_cards``: those on the way, each with its first space and the first one after it. ``candidates``: whom the question to the table is about, ``true_of_one``: at most of one of
    them. ``doing``: what whoever has the turn does now. ``count``: dice of this turn, those
    bought included, ``left`` of them not laid yet as far as that is kept; ``kept``: which they are is kept; ``slots`` and ``takings``:
    where only the order is kept. ``asked``: the question, named so that another one has another name. ``entries``: my astronauts on the pad of a table that only scores.
    """

    phase: str
    asked: str
    full: bool
    ordered: bool
    kept: bool
    two: bool
    headline: Text
    hint: Text | None
    cards: tuple[CardShape, ...]
    trays: tuple[Tray, ...]
    trail: str
    finish_anchor: Literal["start", "end"]
    piles: tuple[tuple[Runner, ...], ...]
    runners: tuple[Runner, ...]
    order: tuple[Runner, ...]
    mover: Runner | None
    jumps: int
    doing: Text
    allowed: int
    count: int
    left: int
    slots: tuple[Slot, ...]
    takings: tuple[Taking, ...]
    dice: tuple[DieShape, ...]
    more_dice: tuple[DieShape, ...]
    rerolls: tuple[DieShape, ...]
    skull: bool
    across: int
    star_cards: dict[int, tuple[int, int]]
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
    raced = state.full and (state.ordered or state.box.spaces is not None)
    on_ring = raced and not state.ordered
    drawn = drawn_of(state) if raced else {}
    runners = {i: _runner(state, i, drawn[i]) for i in state.stack} if raced else {}
    moving = raced and state.phase == "turn" and state.turn is not None
    now = state.turn if moving else None
    mover = state.astronauts[state.mover] if moving else None
    ids = state.box.dice_ids()
    chosen = (now.dice or ids) if now is not None else ()
    return View(
        phase=state.phase,
        asked=_asked(state),
        full=state.full,
        ordered=state.ordered,
        kept=state.dice_kept or bool(now is not None and now.dice),
        two=state.seats == 2,
        headline=_headline(state),
        hint=_hint(state, options),
        cards=tuple(card_of(state, number, drawn.values()) for number in range(1, state.cards + 1)) if on_ring else (),
        trays=trays_of(state, drawn) if on_ring else (),
        trail=_trail(state) if on_ring else "",
        finish_anchor=finish_anchor(drawn.values()),
        piles=tuple(tuple(runners[i] for i in group) for group in order.groups(state))
        if raced and state.ordered
        else (),
        runners=tuple(runners.values()),
        order=tuple(sorted(runners.values(), key=lambda r: (r.finish or 99, -r.space))),
        mover=runners[state.mover] if moving else None,
        jumps=now.jumps if now is not None else 0,
        allowed=now.allowed if now is not None else 0,
        count=now.count if now is not None else 0,
        left=(len(now.left) if now.dice else now.count) if now is not None else 0,
        doing=_doing(state),
        slots=_slots(state) if moving and state.ordered else (),
        takings=_takings(state) if moving and state.ordered else (),
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


def _asked(state: State) -> str:
    now = state.turn
    turn_now = (state.mover, now.jumps, bool(now.dice)) if now is not None and state.waiting else ()
    return ".".join(map(str, (state.phase, state.round, *turn_now, state.tie.asked if state.tie else "")))


def _doing(state: State) -> Text:
    now = state.turn
    if state.phase != "turn" or now is None or state.ordered:
        return PHASES[state.phase]
    if state.astronauts[state.mover].coma:
        return T("waking up")
    return T("Jump {n}", n=min(now.jumps + 1, MOST_JUMPS)) if now.dice or not state.dice_kept else T("Dice")


def _trail(state: State) -> str:
    now = state.turn
    if state.phase != "turn" or now is None or not now.trail:
        return ""
    return trail_of(state, now.trail[-1], state.astronauts[state.mover].space)


def _slots(state: State) -> tuple[Slot, ...]:
    return tuple(
        Slot(key, label, tuple(order.key_of(state, one) for one in order.passed(state, key)))
        for key, label in order.places(state).items()
    )


def _takings(state: State) -> tuple[Taking, ...]:
    found: list[Taking] = []
    for value, label in order.obstructions(state).items():
        of = value.partition("/")[0]
        found.append(Taking(value, of, label, best=all(other.of != of for other in found)))
    return tuple(found)


def _key(named: Target) -> str:
    return str(named) if isinstance(named, int) else f"{named[0]}:{named[1]}"


def _candidate(named: Target) -> Candidate:
    if isinstance(named, int):
        return Candidate(_key(named), named, None)
    return Candidate(_key(named), named[0], named[1] + 1)


def _runner(state: State, one: int, lying: Lying) -> Runner:
    a, pile = state.astronauts[one], pile_of(state, one)
    return Runner(
        seat=a.seat,
        index=a.index,
        key=_key(target(state, one)),
        name=who(state, one),
        space=a.space,
        place=_place(state, one) if state.ordered else where(state, a.space),
        level=LEVELS[a.level],
        level_number=a.level,
        at=lying.at,
        on_top=pile[-1] == one or a.finish > 0,
        scale=lying.scale,
        under=_short(state, pile[pile.index(one) - 1]) if pile[0] != one else None,
        under_seat=state.astronauts[pile[pile.index(one) - 1]].seat if pile[0] != one else None,
        stars=a.stars,
        tokens=a.tokens,
        coma=a.coma,
        obstructed=a.obstructed,
        finish=a.finish,
        moves=state.phase == "turn" and one == state.mover,
        was_last=state.last == one,
    )


def _short(state: State, one: int) -> Param:
    """What an astronaut is called in a line of a table: two of a player are told apart by their numbers alone."""
    a = state.astronauts[one]
    return T("{who} {n}", who=Who(a.seat), n=a.index + 1) if each(state.seats) > 1 else Who(a.seat)


def _place(state: State, one: int) -> Text:
    """Where an astronaut is in the order, where only that is kept."""
    a, piles = state.astronauts[one], order.groups(state)
    if a.finish:
        return where(state, state.across)
    place = len(piles) - next(n for n, pile in enumerate(piles) if one in pile)
    return T("in the lead") if place == 1 else T("place {n}", n=place)


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


def _star_cards(state: State, space: int) -> dict[int, tuple[int, int]]:
    n = state.spaces
    return {card: ((card - 1) * n + 1, card * n + 1) for card in starry(state, space, state.across)}


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
    if state.phase != "turn" or now is None:
        return None
    if not now.dice:
        dice = TN("{n} die", "{n} dice", now.count)
        return T("This turn has {dice}: roll some for each jump, and move at once by each face.", dice=dice)
    if not options.all_at_once:
        return T("Roll as many of these dice as you like; lay them one by one and move at once.")
    if not now.jumps:
        return T("Roll all of these dice once; lay some of them one by one and move at once.")
    return T("The dice are rolled already: lay some of them one by one and move at once.")
