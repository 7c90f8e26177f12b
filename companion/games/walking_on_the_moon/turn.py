"""A turn: dice chosen, bought and rerolled, jumps made, a coma and its recovery.

Each function answers with the state after the action and the sentences that tell what it did, so that what is told
beforehand is what happens.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause
from companion.core.refusal import Refused
from companion.core.text import TN, Listing, Param, T, Text
from companion.games.walking_on_the_moon import rounds
from companion.games.walking_on_the_moon.actions import Jump, Recover
from companion.games.walking_on_the_moon.box import FACES, die_label
from companion.games.walking_on_the_moon.race import moved, passable, starry, with_ring
from companion.games.walking_on_the_moon.rounds import Clauses
from companion.games.walking_on_the_moon.state import (
    MOST_DICE,
    MOST_JUMPS,
    State,
    Turn,
    found,
    where,
    who,
    with_astronaut,
)

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


def _turn(state: State) -> Turn:
    return state.turn or Turn(0)


def _dice(dice: tuple[str, ...]) -> Listing:
    return Listing(tuple(die_label(die) for die in dice))


def choose(state: State, dice: tuple[str, ...]) -> tuple[State, Clauses]:
    """The mover takes its dice."""
    clause = Clause(T("{who} takes {dice}.", who=who(state, state.mover), dice=_dice(dice)))
    state = with_astronaut(state, state.mover, liked=dice)
    return replace(state, turn=replace(_turn(state), dice=dice)), (clause,)


def may_buy(state: State) -> bool:
    """Whether a token can buy one more die: in one's own turn, with a jump left, up to six dice."""
    turn = _turn(state)
    bought_out = len(turn.dice) >= min(MOST_DICE, len(state.box.dice_ids()))
    return bool(turn.dice) and turn.jumps < MOST_JUMPS and not bought_out and state.astronauts[state.mover].tokens > 0


def may_reroll(state: State) -> tuple[str, ...]:
    """The dice a token can reroll: not laid yet, not rerolled before, no skull."""
    turn = _turn(state)
    if turn.jumps >= MOST_JUMPS or not state.astronauts[state.mover].tokens:
        return ()
    shown = dict(turn.shown)
    return tuple(die for die in turn.left if die not in turn.rerolled and shown.get(die) != "skull")


def buy(state: State, die: str) -> tuple[State, Clauses]:
    """A token for one more die."""
    turn = _turn(state)
    clause = Clause(
        T(
            "{who} pays 1 ground-control token for one more die: {die}.",
            who=who(state, state.mover),
            die=die_label(die),
        ),
        "cost",
    )
    state = _paid(state)
    return replace(state, turn=replace(turn, dice=(*turn.dice, die))), (clause,)


def reroll(state: State, die: str) -> tuple[State, Clauses]:
    """A token to reroll one die."""
    turn = _turn(state)
    name = who(state, state.mover)
    clause = Clause(T("{who} pays 1 ground-control token and rerolls {die}.", who=name, die=die_label(die)), "cost")
    shown = tuple(pair for pair in turn.shown if pair[0] != die)
    state = _paid(state)
    return replace(state, turn=replace(turn, rerolled=(*turn.rerolled, die), shown=shown)), (clause,)


def rolled(state: State, dice: tuple[tuple[str, str], ...]) -> tuple[State, Clauses]:
    """What dice show, kept until they are laid."""
    turn = _turn(state)
    shown = {**dict(turn.shown), **dict(dice)}
    faces = Listing(tuple(T("{die}: {face}", die=die_label(die), face=FACES[face]) for die, face in dice))
    clause = Clause(T("{who} rolls {faces}.", who=who(state, state.mover), faces=faces))
    return replace(state, turn=replace(turn, shown=tuple(shown.items()))), (clause,)


def _paid(state: State) -> State:
    return with_astronaut(state, state.mover, tokens=state.astronauts[state.mover].tokens - 1)


def stop(state: State) -> tuple[State, Clauses]:
    """The mover makes no further jump."""
    clause = Clause(T("{who} stops after jump {n}.", who=who(state, state.mover), n=_turn(state).jumps))
    after, clauses = rounds.end_turn(state, three=False)
    return after, (clause, *clauses)


def recover(state: State, action: Recover) -> tuple[State, Clauses]:
    """Out of the coma, 0 or 1 space on; no jump: no star, nobody obstructed, a red space does no harm."""
    mover = state.mover
    me = state.astronauts[mover]
    state = with_astronaut(state, mover, coma=False)
    if action.step:
        state = moved(state, mover, me.space + 1, action.level)
        text = T("{who} wakes up and moves to {where}.", who=who(state, mover), where=where(state, me.space + 1))
    else:
        text = T("{who} wakes up and stays on {where}.", who=who(state, mover), where=where(state, me.space))
    clauses = (Clause(text), *_crossed(state, mover))
    after, more = rounds.end_turn(state, three=False)
    return after, (*clauses, *more)


def _crossed(state: State, mover: int) -> Clauses:
    finish = state.astronauts[mover].finish
    if finish == 1:
        return (Clause(T("{who} is first across the finish: 21 points.", who=who(state, mover)), "gain"),)
    if finish:
        return (Clause(T("{who} is across the finish: 20 points.", who=who(state, mover)), "gain"),)
    return ()


def check_jump(state: State, action: Jump) -> None:
    """Refuses a jump whose parts do not fit each other, naming the part."""
    me = state.astronauts[state.mover]
    entered = dict(action.faces)
    if any(die not in action.dice for die in entered):
        _refuse("faces", T("A face was entered for a die that is not laid on this jump."))
    faces = {die: face for die, face in _turn(state).shown if die in action.dice} | entered
    black = [die for die in action.dice if die.startswith("black")]
    if action.ends == "skull" and not black:
        _refuse(
            "ends", T("Only a black die shows the skull: add the black die to this jump, or choose another ending.")
        )
    if action.ends == "skull" and black and all(faces.get(die, "skull") != "skull" for die in black):
        _refuse("faces", T("The faces entered show no skull: correct them, or choose another ending."))
    if "skull" in faces.values() and action.ends != "skull":
        _refuse("ends", T("A skull was entered, and a skull cannot be rerolled: the jump ends with it."))
    if action.space >= state.across and action.ends != "stands":
        _refuse("ends", T("Across the finish there is no coma: choose the space before it, or that it stands."))
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


def _refuse(field: str, text: Text) -> None:
    raise Refused("illegal", field, text)


def takeable(state: State, one: int) -> tuple[str, ...]:
    """What obstructing this astronaut can be: a star or a token it has; else an obstruction token, at most one each."""
    it = state.astronauts[one]
    has = tuple(key for key, count in (("star", it.stars), ("token", it.tokens)) if count)
    return has or (("nothing",) if it.obstructed else ("obstruction",))


def jump(state: State, action: Jump) -> tuple[State, Clauses]:
    """One jump as it came out; the turn ends with a coma, the finish, the third jump, or when nothing is left."""
    check_jump(state, action)
    mover = state.mover
    name = who(state, mover)
    turn = _turn(state)
    turn = replace(turn, used=(*turn.used, *action.dice), jumps=turn.jumps + 1)
    passed = passable(state, mover, action.space, action.level)
    state = moved(replace(state, turn=turn), mover, action.space, action.level)
    clauses = [
        Clause(
            T(
                "Jump {n} of {who} with {dice}: to {where}.",
                n=turn.jumps,
                who=name,
                dice=_dice(action.dice),
                where=where(state, action.space),
            )
        ),
        *_crossed(state, mover),
    ]
    state, more = _picked_up(state, action)
    clauses.extend(more)
    if action.swap:
        other = next(one for one in passed if state.astronauts[one].seat == state.astronauts[mover].seat)
        state, more = _swapped(state, other)
        clauses.extend(more)
    if action.obstruct is not None:
        one = found(state, action.obstruct)
        state, more = _obstructed(state, one, action.take or takeable(state, one)[0])
        clauses.extend(more)
    if action.ends != "stands":
        state, more = _coma(state, action)
        clauses.extend(more)
    over = action.ends != "stands" or state.astronauts[mover].finish > 0
    if over or turn.jumps == MOST_JUMPS or not (turn.left or may_buy(state)):
        state, more = rounds.end_turn(state, three=turn.jumps == MOST_JUMPS and action.ends == "stands")
        clauses.extend(more)
    return state, tuple(clauses)


def _picked_up(state: State, action: Jump) -> tuple[State, Clauses]:
    """Stars on the way; whoever picks up from a card takes all that lie there."""
    taken = 0
    for key in action.stars:
        card = int(key.removeprefix("card_"))
        taken += state.ring[card - 1]
        state = with_ring(state, card, -state.ring[card - 1])
    if not taken:
        return state, ()
    me = state.astronauts[state.mover]
    state = with_astronaut(state, state.mover, stars=me.stars + taken)
    name = who(state, state.mover)
    return state, (Clause(TN("{who} collects {n} star.", "{who} collects {n} stars.", taken, who=name), "gain"),)


def _swapped(state: State, other: int) -> tuple[State, Clauses]:
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
    return state, (Clause(text),)


def _obstructed(state: State, one: int, take: str) -> tuple[State, Clauses]:
    """One opponent gives a star or a token, or gets an obstruction; the mover takes a token from the supply too."""
    mover = state.mover
    me, it = state.astronauts[mover], state.astronauts[one]
    names = {"who": who(state, mover), "other": who(state, one)}
    if take == "star":
        state = with_astronaut(with_astronaut(state, one, stars=it.stars - 1), mover, stars=me.stars + 1)
        text = T("{who} passes {other} and takes 1 star from them.", **names)
    elif take == "token":
        state = with_astronaut(with_astronaut(state, one, tokens=it.tokens - 1), mover, tokens=me.tokens + 1)
        text = T("{who} passes {other} and takes 1 ground-control token from them.", **names)
    elif take == "obstruction":
        state = with_astronaut(state, one, obstructed=True)
        text = T("{who} passes {other}, who has nothing to take and gets an obstruction token.", **names)
    else:
        text = T("{who} passes {other}, who has nothing to take and an obstruction token already.", **names)
    state = with_astronaut(state, mover, tokens=state.astronauts[mover].tokens + 1)
    gained = T("{who} takes 1 ground-control token from the supply for passing.", who=who(state, mover))
    return state, (Clause(text, "gain"), Clause(gained, "gain"))


def _why_coma(ends: str, name: Param) -> Text:
    if ends == "bump":
        return T("{who} has bumped into an obstacle: coma, the turn ends.", who=name)
    if ends == "skull":
        return T("{who} has left the Moon: coma, the turn ends.", who=name)
    return T("{who} has entered dangerous terrain: coma, the turn ends.", who=name)


def _coma(state: State, action: Jump) -> tuple[State, Clauses]:
    """Half the stars, rounded down, go back under the foremost card, or where the table lays them."""
    mover = state.mover
    stars = state.astronauts[mover].stars
    lost = stars // 2
    card = action.lost_to or state.cards
    state = with_astronaut(state, mover, coma=True, stars=stars - lost)
    state = with_ring(state, card, lost)
    name = who(state, mover)
    clauses = [Clause(_why_coma(action.ends, name), "cost")]
    if lost:
        text = TN(
            "Of {all} stars {n} is lost, to card {card}.",
            "Of {all} stars {n} are lost, to card {card}.",
            lost,
            all=stars,
            card=card,
        )
        clauses.append(Clause(text, "cost"))
    elif stars:
        clauses.append(Clause(T("Half of 1 star, rounded down, is 0: no star is lost.")))
    return state, tuple(clauses)
