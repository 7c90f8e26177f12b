"""What an entry does, and the sentences that say so: both come from the same run."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import FinishNow, Reveal, after_end_action
from companion.core.game import Action, Step
from companion.core.refusal import illegal, no_seat
from companion.core.steps import named_once, said
from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon import bidding, closing, launching, teaching
from companion.games.monkeys_on_the_moon.box import Printed, learnt
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.pad_performing import enter, rank_points_text
from companion.games.monkeys_on_the_moon.scoring import LINES
from companion.games.monkeys_on_the_moon.sheet import with_hair
from companion.games.monkeys_on_the_moon.ships import Monkey
from companion.games.monkeys_on_the_moon.state import Evening, State
from companion.games.monkeys_on_the_moon.tribes import TRIBES


def perform(state: State, options: Options, seat: Seat | None, action: Action) -> Step[State]:
    """The state after an entry, and its sentences; raises Refused where the rules cannot do it."""
    if isinstance(state, Pad):
        entered = enter(state, options, seat, action)
        return Step(entered.state, entered.telling)
    step = _of_the_table(state, options, seat, action)
    if step is None:
        if seat is None:
            raise no_seat()
        step = _of_a_seat(state, options, seat, action)
    return Step(step.state, named_once(step.telling))


def _of_the_table(state: Evening, options: Options, seat: Seat | None, action: Action) -> Step[Evening] | None:
    """What an entry of the table as a whole does; None where it is a seat's."""
    match action:
        case act.Track() | act.RankPoints() | act.Dotted():
            printed = learnt(state.printed, action)
            return said(replace(state, printed=printed), _printed_text(printed, action))
        case act.LayRing():
            names = Listing(tuple(TRIBES[tribe] for tribe in action.tribes))
            told = T("The ring, clockwise: {names}.", names=names)
            return said(replace(state, ring=tuple(action.tribes)), told)
        case act.Moonstone():
            told = T("{who} has the moonstone and begins.", who=Who(action.player))
            return said(replace(state, moonstone=Seat(action.player)), told)
        case act.Sold():
            return bidding.sold(state, Seat(action.player), action.value, _picked(action))
        case act.NoBid():
            return bidding.nobody(state, _picked(action))
        case act.WrapUp():
            return closing.wrap_up(state, options)
        case FinishNow():
            return closing.finish(state, options)
        case act.LevelStones():
            return closing.put_level(state, options, tuple(action.tribes))
        case Reveal():
            ending, telling = after_end_action(state.ending, seat, action, state.seats, state.ending.frozen, LINES)
            return Step(replace(state, ending=ending), telling)
    return None


def _picked(action: act.Sold | act.NoBid) -> Monkey | None:
    """The monkey that an entry of bids called aloud names; None where it lies under the hammer already."""
    if action.tribe is None or action.number is None:
        return None
    return Monkey(action.tribe, action.number)


def _printed_text(printed: Printed, action: act.Track | act.RankPoints | act.Dotted) -> Text:
    match action:
        case act.Track():
            return T("Spaces from the Start to the end of the track: {n}.", n=action.spaces)
        case act.RankPoints():
            return rank_points_text(action)
    if not printed.dotted:
        return T("No space has a white dot.")
    return T("Spaces with a white dot: {spaces}.", spaces=Listing(printed.dotted))


def _of_a_seat(state: Evening, options: Options, seat: Seat, action: Action) -> Step[Evening]:
    match action:
        case act.TakeShip():
            return launching.take_ship(state, seat, action)
        case act.Teach():
            return teaching.teach(state, options, seat, action)
        case act.StayBehind():
            return teaching.stay_behind(state, seat, action.tribe)
        case act.Pick():
            return bidding.pick(state, seat, Monkey(action.tribe, action.number))
        case act.Bid():
            return bidding.bid(state, seat, action.value)
        case act.Pass():
            return bidding.pass_on(state, seat)
        case act.Pay():
            return bidding.pay(state, seat, action.coins)
        case act.Launch():
            return launching.launch_early(state, seat)
        case act.Hair():
            told = T("{who} is number {n} by length of hair.", who=Who(seat), n=action.value)
            after = state.with_corner(seat, replace(state.corners[seat], hair=action.value))
            return said(replace(after, ending=with_hair(state.ending, seat, action.value)), told)
    raise illegal(T("This table keeps the whole game: the companion fills the sheets by itself."))
