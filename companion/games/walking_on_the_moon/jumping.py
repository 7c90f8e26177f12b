"""A jump as it came out: whom and what it met on its way, and the coma it can end in.

What was met is taken in the order in which it happens: the finish, stars on the way, somebody passed, then the coma.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Step, Telling
from companion.core.refusal import Refused
from companion.core.text import TN, Listing, Param, T, Text
from companion.games.walking_on_the_moon import tokens
from companion.games.walking_on_the_moon.actions import Jump
from companion.games.walking_on_the_moon.options import Options
from companion.games.walking_on_the_moon.race import moved, passable, starry, with_ring
from companion.games.walking_on_the_moon.state import (
    MOST_JUMPS,
    State,
    counter_key,
    found,
    where,
    who,
    with_astronaut,
)
from companion.games.walking_on_the_moon.turn import crossed, dice_now, may_buy, named

ENDS: dict[str, Text] = {
    "stands": T("stands"),
    "bump": T("bump"),
    "skull": T("skull"),
    "red": T("red space"),
}
TAKES: dict[str, Text] = {
    "star": T("a star"),
    "token": T("a ground-control token"),
    "obstruction": T("give an obstruction token"),
    "nothing": T("nothing"),
}


def check_jump(state: State, action: Jump) -> None:
    """Refuses a jump whose parts do not fit each other, naming the part."""
    me = state.astronauts[state.mover]
    entered = dict(action.faces)
    if any(die not in action.dice for die in entered):
        _refuse("faces", T("A face was entered for a die that is not laid on this jump."))
    faces = {die: face for die, face in dice_now(state).shown if die in action.dice} | entered
    black = [die for die in action.dice if die.startswith("black")]
    if action.ends == "skull" and action.dice and not black:
        _refuse(
            "ends", T("Only a black die shows the skull: add the black die to this jump, or choose another ending.")
        )
    if action.ends == "skull" and black and all(faces.get(die, "skull") != "skull" for die in black):
        _refuse("faces", T("The faces entered show no skull: correct them, or choose another ending."))
    if "skull" in faces.values() and action.ends != "skull":
        _refuse("ends", T("A skull was entered, and a skull cannot be rerolled: the jump ends with it."))
    if action.space >= state.across and not action.stands:
        _refuse(
            "coma" if action.coma else "ends",
            T("Across the finish there is no coma: choose the space before it, or that it stands."),
        )
    reachable = {f"card_{card}" for card in starry(state, me.space, action.space)}
    if any(card not in reachable for card in action.stars):
        _refuse("stars", T("There is no star on that card, or it is not on the way. Choose other stars."))
    _check_passed(state, action)


def _check_passed(state: State, action: Jump) -> None:
    passed = passable(state, state.mover, action.space, action.level)
    seat = state.astronauts[state.mover].seat
    if action.swap and not any(state.astronauts[one].seat == seat for one in passed):
        _refuse("swap", T("To swap, the jump has to pass your other astronaut."))
    if action.swap and action.obstruct is not None:
        _refuse("obstruct", T("Whoever swaps obstructs nobody in that jump: do one or the other."))
    if action.obstruct is None:
        if action.take is not None:
            _refuse("obstruct", T("Say whom you obstruct."))
        return
    one = found(state, action.obstruct)
    if one not in passed or state.astronauts[one].seat == seat:
        _refuse(
            "obstruct",
            T("Only an opponent whose space this jump has passed can be obstructed; ending on it is not passing."),
        )
    allowed = takeable(state, one)
    if action.take is None and len(allowed) == 1:
        return
    if action.take not in allowed:
        _refuse(
            "take",
            T(
                "{who}: this can be chosen: {choices}.",
                who=who(state, one),
                choices=Listing(tuple(TAKES[choice] for choice in allowed), "or"),
            ),
        )


def check_entered_now(state: State, action: Jump) -> None:
    """Refuses what a jump that is entered now cannot be, although an older log may hold it: a skull dodged, a red space
    entered without moving."""
    me, skulls = state.astronauts[state.mover], dice_now(state).skulls
    entered = dict(action.faces)
    if skulls and (action.ends != "skull" or not set(skulls) & set(action.dice)):
        text = T("{dice} shows the skull: the jump ends with that die, off the Moon.", dice=named(skulls[:1]))
        _refuse("ends" if set(skulls) & set(action.dice) else "dice", text)
    if any(entered.get(die, "skull") != "skull" for die in skulls):
        _refuse("faces", T("A skull cannot be rerolled: leave the face of that die as it is."))
    if action.ends == "red" and (action.space, action.level) == (me.space, me.level):
        _refuse("space", T("A red space is entered by moving onto it: say where it is, or choose another ending."))


def _refuse(field: str, text: Text) -> None:
    raise Refused("illegal", field, text)


def takeable(state: State, one: int) -> tuple[str, ...]:
    """What obstructing this astronaut can be: a star or a token it has; else an obstruction token, at most one each."""
    it = state.astronauts[one]
    has = tuple(key for key, count in (("star", it.stars), ("token", it.tokens)) if count)
    return has or (("nothing",) if it.obstructed else ("obstruction",))


def jump(state: State, options: Options, action: Jump) -> Step[State]:
    """One jump as it came out; the turn ends with a coma, the finish, the third jump, or when nothing is left."""
    check_jump(state, action)
    mover = state.mover
    name = who(state, mover)
    turn = dice_now(state)
    # Jump by jump, what was rolled and not laid is rolled again for the next jump.
    shown = turn.shown if options.all_at_once else ()
    trail = (*turn.trail, state.astronauts[mover].space)
    turn = replace(turn, used=(*turn.used, *action.dice), jumps=turn.jumps + 1, shown=shown, trail=trail)
    passed = passable(state, mover, action.space, action.level)
    left_over = _left_on_the_way(state, action)
    state = moved(replace(state, turn=turn), mover, action.space, action.level)
    text = T("Jump {n} of {who}: to {where}.", n=turn.jumps, who=name, where=where(state, action.space))
    if action.dice:
        text = T(
            "Jump {n} of {who} with {dice}: to {where}.",
            n=turn.jumps,
            who=name,
            dice=named(action.dice),
            where=where(state, action.space),
        )
    clauses = [Clause(text), *crossed(state, mover)]
    state, more = picked_up(state, action)
    clauses.extend(more)
    if action.swap:
        other = next(one for one in passed if state.astronauts[one].seat == state.astronauts[mover].seat)
        state, more = swapped(state, other)
        clauses.extend(more)
    if action.obstruct is not None:
        one = found(state, action.obstruct)
        state, more = obstructed(state, one, action.take or takeable(state, one)[0])
        clauses.extend(more)
    clauses.extend(left_over)
    if not action.stands:
        state, more = coma(state, why_coma(action.ends, name), action.lost_to)
        clauses.extend(more)
    over = not action.stands or state.astronauts[mover].finish > 0 or turn.jumps == MOST_JUMPS
    if action.end and not over:
        clauses.append(Clause(T("{who} stops after jump {n}.", who=name, n=turn.jumps)))
    # How many dice are left is known only where they are kept.
    if over or action.end or (turn.dice and not turn.left and not may_buy(state)):
        state, more = tokens.end_turn(state, three=turn.jumps == MOST_JUMPS and action.stands)
        clauses.extend(more)
    return Step(state, tuple(clauses))


def _left_on_the_way(state: State, action: Jump) -> Telling:
    """Whom the jump passes without obstructing anybody, and the stars on its way that it leaves: named before it is confirmed."""
    me, found = state.astronauts[state.mover], []
    passed = [
        one
        for one in passable(state, state.mover, action.space, action.level)
        if state.astronauts[one].seat != me.seat and me.space < state.astronauts[one].space < action.space
    ]
    if passed and action.obstruct is None and not action.swap:
        names = Listing(tuple(who(state, one) for one in passed))
        found.append(Clause(T("Passed, and nobody obstructed: {names}.", names=names), "cost"))
    cards = [card for card in starry(state, me.space, action.space) if f"card_{card}" not in action.stars]
    if cards:
        names = Listing(tuple(T("card {n}", n=card) for card in cards))
        found.append(Clause(T("Stars on the way that stay where they are: {cards}.", cards=names), "cost"))
    return tuple(found)


def picked_up(state: State, action: Jump) -> Step[State]:
    """Stars on the way; whoever picks up from a card takes all that lie there."""
    taken = 0
    for key in action.stars:
        card = int(key.removeprefix("card_"))
        taken += state.ring[card - 1]
        state = with_ring(state, card, -state.ring[card - 1])
    if not taken:
        return Step(state, ())
    me = state.astronauts[state.mover]
    state = with_astronaut(state, state.mover, stars=me.stars + taken)
    told = TN("{who} collects {n} star.", "{who} collects {n} stars.", taken, who=who(state, state.mover))
    return Step(state, (Clause(told, "gain", ((counter_key(state, "stars", state.mover), taken),)),))


def swapped(state: State, other: int) -> Step[State]:
    """The mover and the other astronaut of its player change stars and tokens."""
    me, it = state.astronauts[state.mover], state.astronauts[other]
    state = with_astronaut(state, state.mover, stars=it.stars, tokens=it.tokens)
    state = with_astronaut(state, other, stars=me.stars, tokens=me.tokens)
    text = T(
        "{who} swaps stars and tokens with {other}: now {stars} and {tokens}.",
        who=who(state, state.mover),
        other=who(state, other),
        stars=TN("{n} star", "{n} stars", it.stars),
        tokens=TN("{n} token", "{n} tokens", it.tokens),
    )
    by = (
        (counter_key(state, "stars", state.mover), it.stars - me.stars),
        (counter_key(state, "tokens", state.mover), it.tokens - me.tokens),
    )
    return Step(state, (Clause(text, by=by),))


def obstructed(state: State, one: int, take: str) -> Step[State]:
    """One opponent gives a star or a token, or gets an obstruction; the mover takes a token from the supply too."""
    mover = state.mover
    me, it = state.astronauts[mover], state.astronauts[one]
    names = {"who": who(state, mover), "other": who(state, one)}
    by: tuple[tuple[str, int], ...] = ()
    if take == "star":
        state = with_astronaut(with_astronaut(state, one, stars=it.stars - 1), mover, stars=me.stars + 1)
        text = T("{who} passes {other} and takes {n} star from them.", **names, n=1)
        by = ((counter_key(state, "stars", mover), 1), (counter_key(state, "stars", one), -1))
    elif take == "token":
        state = with_astronaut(with_astronaut(state, one, tokens=it.tokens - 1), mover, tokens=me.tokens + 1)
        text = T("{who} passes {other} and takes {n} ground-control token from them.", **names, n=1)
        by = ((counter_key(state, "tokens", mover), 1), (counter_key(state, "tokens", one), -1))
    elif take == "obstruction":
        state = with_astronaut(state, one, obstructed=True)
        text = T("{who} passes {other}, who has nothing to take and gets an obstruction token.", **names)
    else:
        text = T("{who} passes {other}, who has nothing to take and an obstruction token already.", **names)
    state = with_astronaut(state, mover, tokens=state.astronauts[mover].tokens + 1)
    gained = T("{who} takes {n} ground-control token from the supply for passing.", who=who(state, mover), n=1)
    supplied = Clause(gained, "gain", ((counter_key(state, "tokens", mover), 1),))
    return Step(state, (Clause(text, "gain", by), supplied))


def why_coma(ends: str, name: Param) -> Text:
    """What a coma comes from, by how the jump ended; "stands": the reason is not said."""
    if ends == "stands":
        return T("{who} is in a coma: the turn ends.", who=name)
    if ends == "bump":
        return T("{who} has bumped into an obstacle: coma, the turn ends.", who=name)
    if ends == "skull":
        return T("{who} has left the Moon: coma, the turn ends.", who=name)
    return T("{who} has entered dangerous terrain: coma, the turn ends.", who=name)


def coma(state: State, why: Text, lost_to: int | None = None) -> Step[State]:
    """Half the stars, rounded down, go back under the foremost card, or where the table lays them."""
    mover = state.mover
    stars = state.astronauts[mover].stars
    lost = stars // 2
    card = lost_to or state.cards
    state = with_astronaut(state, mover, coma=True, stars=stars - lost)
    state = with_ring(state, card, lost)
    clauses = [Clause(why, "cost")]
    if lost:
        text = TN(
            "Of {all} stars {n} is lost, to card {card}.",
            "Of {all} stars {n} are lost, to card {card}.",
            lost,
            all=stars,
            card=card,
        )
        clauses.append(Clause(text, "cost", ((counter_key(state, "stars", mover), -lost),)))
    elif stars:
        clauses.append(Clause(T("Half of 1 star, rounded down, is 0: no star is lost.")))
    return Step(state, tuple(clauses))
