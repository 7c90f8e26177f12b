"""Every action, done and told by the same code: so what is told beforehand is what happens."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Action, Clause
from companion.core.refusal import Refused
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.walking_on_the_moon import actions, offers, pad, rounds, ties, turn
from companion.games.walking_on_the_moon.box import COLORS, FACES, last_card_scores
from companion.games.walking_on_the_moon.rounds import Clauses
from companion.games.walking_on_the_moon.scoring import LINES
from companion.games.walking_on_the_moon.state import State, Turn, found, who, whose


def performed(state: State, seat: Seat | None, action: Action) -> tuple[State, Clauses]:
    """The state after an offered action, and the sentences that tell what it does; raises Refused."""
    match action:
        case actions.ChooseDice():
            return turn.choose(state, action.dice)
        case actions.ExtraDie():
            return turn.buy(state, action.die)
        case actions.Reroll():
            return turn.reroll(state, action.die)
        case actions.Rolled():
            return turn.rolled(state, action.dice)
        case actions.Jump():
            return turn.jump(state, action)
        case actions.Stop():
            return turn.stop(state)
        case actions.Recover():
            return turn.recover(state, action)
        case actions.StartPlayer():
            return rounds.start(state, action.player)
        case actions.Leader():
            return _leader(state, found(state, action.astronaut))
        case actions.Last():
            return rounds.start_round(state, found(state, action.astronaut))
        case actions.TurnOf():
            return rounds.turn_of(state, found(state, action.astronaut))
        case actions.FinishNow():
            clause = Clause(T("The race ends here; it is counted as it stands."), "cost")
            return ties.settled(replace(state, paused=state.phase)), (clause,)
        case actions.GoOn():
            return rounds.go_on(state)
        case actions.Reveal():
            return replace(state, revealed=state.revealed + 1), (Clause(_revealed(state)),)
        case actions.TieAnswer():
            return ties.answer(state, action.question, {int(player) for player in action.players})
        case actions.FirstAcross():
            return _first_across(state, action)
        case actions.StarPoints() | actions.Spaces() | actions.LastCard() | actions.JumpDice() | actions.DieFaces():
            return _learnt(state, action)
    if seat is None:
        raise Refused("bad_field", "seat", T("Say which seat enters this."))
    return _entered(state, seat, action)


def _revealed(state: State) -> Text:
    if state.revealed < len(LINES):
        return T("{category} is shown on every screen.", category=tuple(LINES.values())[state.revealed])
    return T("The totals are shown on every screen.")


def _leader(state: State, one: int) -> tuple[State, Clauses]:
    me, it = state.astronauts[state.mover], state.astronauts[one]
    # Whoever is on the same space as the leader is level with it, and so leads too.
    leads = (me.space, me.level) == (it.space, it.level)
    clause = Clause(T("{who} leads.", who=who(state, one)))
    after, clauses = rounds.award(state, (state.turn or Turn(0)).due, leads=leads)
    return after, (clause, *clauses)


def _learnt(state: State, action: Action) -> tuple[State, Clauses]:
    """Something printed on the owner's copy; when nothing is missing any more, the race can start."""
    box = state.box
    match action:
        case actions.StarPoints():
            points = tuple(getattr(action, name) for name in offers.STAR_FIELDS)
            box = replace(box, star_points=points)
            text = T("Points for 1 to 6 stars: {points}.", points=", ".join(map(str, points)))
        case actions.Spaces():
            box = replace(box, spaces=action.value)
            text = T("A moon card has {n} spaces in a row.", n=action.value)
        case actions.LastCard():
            up_to = (action.up_to_12, action.up_to_14, action.up_to_16)
            if list(up_to) != sorted(up_to):
                raise Refused(
                    "illegal", "up_to_14", T("12, 14, 16 and 18 follow each other: a later one cannot end earlier.")
                )
            scores = last_card_scores(state.spaces, up_to)
            box = replace(box, last_card=scores)
            text = T("Scores over the spaces of the last card: {scores}.", scores=", ".join(map(str, scores)))
        case actions.JumpDice():
            counts = tuple(action.counts.get(color, 0) for color in COLORS)
            box = replace(box, dice=counts)
            text = T(
                "Jump dice: {blue} blue, {black} black, {white} white.",
                blue=counts[0],
                black=counts[1],
                white=counts[2],
            )
        case actions.DieFaces():
            faces = tuple(face for face, n in action.faces.items() for _ in range(n))
            others = tuple(pair for pair in box.faces if pair[0] != action.color)
            box = replace(box, faces=(*others, (action.color, faces)))
            shown = Listing(tuple(FACES[face] for face in faces))
            text = T("Faces of the {die}: {faces}.", die=COLORS[action.color], faces=shown)
        case _:
            raise Refused("illegal", "type", T("This is not possible now."))
    state = replace(state, box=box)
    if state.phase == "box" and not offers.missing(state):
        state = replace(state, phase="start")
    return _counted(state), (Clause(text),)


def _counted(state: State) -> State:
    """A score sheet that is complete is counted: who was first across, ties, and then it is over."""
    if not state.columns:
        return state
    if not pad.is_complete(state):
        return replace(state, phase="pad", tie=None)
    if pad.needs_first(state):
        return replace(state, phase="first", tie=None)
    return ties.settled(state)


def _first_across(state: State, action: actions.FirstAcross) -> tuple[State, Clauses]:
    pair = (action.astronaut, 0) if isinstance(action.astronaut, int) else action.astronaut
    after = _counted(pad.with_entry(state, *pair, where="first"))
    return after, (Clause(T("{who} is first across the finish: 21 points.", who=whose(state.seats, *pair)), "gain"),)


def _entered(state: State, seat: Seat, action: Action) -> tuple[State, Clauses]:
    match action:
        case actions.SheetComplete():
            return _completed(state, seat, action.done)
        case actions.TieOrder():
            columns = tuple(
                replace(column, tie_order=action.value) if s == seat else column
                for s, column in enumerate(state.columns)
            )
            clause = Clause(T("{who}: place {n} in a tie.", who=Who(seat), n=action.value))
            return _counted(replace(state, columns=columns)), (clause,)
        case actions.Arrive():
            return _arrived(state, seat, action)
        case actions.Stars():
            value = min(action.value, pad.stars_left(state, seat, action.astronaut))
            old = state.columns[seat].entries[action.astronaut].stars
            name = whose(state.seats, seat, action.astronaut)
            after = _counted(pad.with_entry(state, seat, action.astronaut, stars=value))
            return after, (
                Clause(
                    TN(
                        "{who}: {new} star instead of {old}.",
                        "{who}: {new} stars instead of {old}.",
                        value,
                        who=name,
                        new=value,
                        old=old,
                    )
                ),
            )
    raise Refused("illegal", "type", T("This is not possible now."))


def _arrived(state: State, seat: Seat, action: actions.Arrive) -> tuple[State, Clauses]:
    name = whose(state.seats, seat, action.astronaut)
    clauses = [Clause(T("{who}: {where}.", who=name, where=pad.WHERE[action.where]))]
    if action.where == "first":
        for other, index, entry in pad.entries(state):
            if entry.where == "first" and (other, index) != (seat, action.astronaut):
                other_name = whose(state.seats, other, index)
                clauses.append(Clause(T("{who} was not the first across then: 20 points.", who=other_name), "cost"))
    return _counted(pad.with_entry(state, seat, action.astronaut, where=action.where)), tuple(clauses)


def _completed(state: State, seat: Seat, done: bool) -> tuple[State, Clauses]:
    complete = state.complete | {seat} if done else state.complete - {seat}
    after = _counted(replace(state, complete=complete))
    if not done:
        return after, (Clause(T("{who}: my column is not complete after all.", who=Who(seat))),)
    clauses = [Clause(T("{who}: my column is complete.", who=Who(seat)))]
    if after.phase != "pad":
        clauses.append(Clause(T("It was the last one: the race is counted.")))
    return after, tuple(clauses)
