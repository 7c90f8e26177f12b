"""The counters a correction may set, in an order in which each can be set after those before it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import Counter
from companion.core.text import Param, Seat, T, Who
from companion.games.walking_on_the_moon import box, pad
from companion.games.walking_on_the_moon.race import pile_of
from companion.games.walking_on_the_moon.state import (
    LEVELS,
    MOST_DICE,
    MOST_JUMPS,
    State,
    counter_key,
    each,
    who,
    whose,
)

ROUNDS_HIGH = 99
TOKENS_HIGH = 40
NOBODY = -1
"""The value of a counter whose words are names, where it is nobody."""
SEAT_COUNTERS = frozenset({"arrival", "held"})
SHORT = {
    "space": T("Space (counted from the start)"),
    "place": T("Place from the back (1: last)"),
    "level": T("Level"),
    "stack": T("Place in its stack (1: at the bottom)"),
    "finish": T("Place in the order across the finish"),
    "stars": T("Stars"),
    "tokens": T("Ground-control tokens"),
    "coma": T("In a coma (1: yes)"),
    "obstructed": T("Obstructed (1: yes)"),
    "waits": T("Still to have a turn in this round (1: yes)"),
}


def by_seat(state: State) -> tuple[int, ...]:
    """The ids in the order of the seats, as counters of names list them."""
    return tuple(
        sorted(range(len(state.astronauts)), key=lambda i: (state.astronauts[i].seat, state.astronauts[i].index))
    )


def counters(state: State) -> tuple[Counter, ...]:
    """Every number a correction may set now: the turn, the astronauts, the ring; the pad; what is printed."""
    return tuple(_counters(state))


def _counters(state: State) -> Iterator[Counter]:
    if state.round and state.full:
        yield from _of_the_turn(state)
        yield from _astronauts(state)
        for card, stars in enumerate(() if state.ordered else state.ring, 1):
            yield Counter(f"ring:{card}", T("Stars on card {n}", n=card), stars, 0, sum(state.ring))
    if not state.full:
        yield from _of_the_pad(state)
    yield from _printed(state)


def _of_the_turn(state: State) -> Iterator[Counter]:
    yield Counter("round", T("Round"), state.round, 1, max(ROUNDS_HIGH, state.round))
    seats: tuple[Param, ...] = tuple(Who(seat) for seat in range(state.seats))
    yield Counter("start", T("Start player"), state.astronauts[0].seat, 0, state.seats - 1, words=seats)
    listed = by_seat(state)
    names: tuple[Param, ...] = tuple(who(state, one) for one in listed)
    if state.phase in ("turn", "leading"):
        yield Counter("turn", T("Whose turn"), listed.index(state.mover), 0, len(listed) - 1, words=names)
    else:
        yield Counter("turn", T("Whose turn"), NOBODY, NOBODY, len(listed) - 1, words=(T("nobody"), *names))
    last = NOBODY if state.last is None else listed.index(state.last)
    label = T("Last in the previous round")
    yield Counter("last", label, last, NOBODY, len(listed) - 1, words=(T("nobody"), *names))
    if state.phase != "turn" or state.turn is None:
        return
    if not state.turn.dice and not state.ordered:
        yield Counter("dice", T("Dice to choose in this turn"), state.turn.allowed, 1, MOST_DICE)
    if state.turn.dice or not (state.dice_kept or state.ordered):
        yield Counter("jumps", T("Jumps made in this turn"), state.turn.jumps, 0, MOST_JUMPS - 1)


def _astronauts(state: State) -> Iterator[Counter]:
    across = sum(1 for a in state.astronauts if a.finish)
    for one, a in enumerate(state.astronauts):
        name = who(state, one)
        stars, tokens, pile = a.stars + sum(state.ring), max(TOKENS_HIGH, a.tokens), pile_of(state, one)
        numbers = [
            ("space", T("Space of {who} (counted from the start)", who=name), a.space, 1, state.across),
            ("level", T("Level of {who}", who=name), a.level, 1, max(LEVELS)),
            ("stars", T("Stars of {who}", who=name), a.stars, 0, stars),
            ("tokens", T("Ground-control tokens of {who}", who=name), a.tokens, 0, tokens),
            ("coma", T("{who} in a coma (1: yes)", who=name), int(a.coma), 0, 1),
            ("obstructed", T("{who} obstructed (1: yes)", who=name), int(a.obstructed), 0, 1),
        ]
        if state.ordered:
            label = T("Place of {who} from the back (1: last)", who=name)
            numbers[:2] = [("place", label, a.space, 1, state.across)]
        if len(pile) > 1:
            label = T("Place of {who} in the stack (1: at the bottom)", who=name)
            numbers.append(("stack", label, pile.index(one) + 1, 1, len(pile)))
        if a.finish:
            label = T("Place of {who} in the order across the finish", who=name)
            numbers.append(("finish", label, a.finish, 1, across))
        if state.phase in ("turn", "leading") and one != state.mover:
            label = T("{who} still to have a turn in this round (1: yes)", who=name)
            numbers.append(("waits", label, int(one in state.waiting), 0, 1))
        for kind, label, value, low, high in numbers:
            word = SHORT[kind]
            short = word if each(state.seats) == 1 else T("astronaut {n}: {what}", n=a.index + 1, what=word)
            yield Counter(counter_key(state, kind, one), label, value, low, high, Seat(a.seat), short)


def _of_the_pad(state: State) -> Iterator[Counter]:
    words: tuple[Param, ...] = tuple(pad.WHERE.values())
    for seat, index, entry in pad.entries(state):
        name = whose(state.seats, seat, index)
        label = T("Where {who} ended", who=name)
        value = tuple(pad.WHERE).index(entry.where)
        yield Counter(f"arrival:{seat}:{index}", label, value, 0, len(words) - 1, Seat(seat), label, words)
        label, high = T("Stars of {who}", who=name), pad.stars_left(state, seat, index)
        yield Counter(f"held:{seat}:{index}", label, entry.stars, 0, high, Seat(seat), label)


def _printed(state: State) -> Iterator[Counter]:
    """What stands on the owner's copy, as far as this table knows it."""
    known = state.box
    raced = state.full and not state.ordered
    if raced and known.spaces is not None:
        label = T("Spaces in a row on one moon card")
        yield Counter("spaces", label, known.spaces, box.SPACES_LOW, box.SPACES_HIGH, printed=True)
    for score, up_to in box.last_spaces(known).items() if raced and known.spaces else ():
        label = T("Last space under the {n} (0: none)", n=score)
        yield Counter(f"under:{score}", label, up_to, 0, state.spaces, printed=True)
    for color, count in zip(box.COLORS, known.dice or (), strict=False) if raced else ():
        label = T("Dice in the box: {die}", die=box.COLORS[color])
        yield Counter(f"color:{color}", label, count, 0, box.DICE, printed=True)
    for stars, points in enumerate(known.star_points or (), 1):
        label = T("Points printed for stars: {n}", n=stars)
        yield Counter(f"points:{stars}", label, points, 0, box.POINTS_HIGH, printed=True)
