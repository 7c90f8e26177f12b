"""A game kept in full: whom the table waits for, and what each entry does."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Action, Stage
from companion.core.refusal import Refused
from companion.core.text import Listing, Seat, T, Who
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon import bidding, closing, launching, teaching
from companion.games.monkeys_on_the_moon.auction import Coins
from companion.games.monkeys_on_the_moon.course import Course
from companion.games.monkeys_on_the_moon.reveal import reveal_told, revealed_after
from companion.games.monkeys_on_the_moon.ships import Monkey, Ship
from companion.games.monkeys_on_the_moon.standing import Customs
from companion.games.monkeys_on_the_moon.state import PHASES, Evening
from companion.games.monkeys_on_the_moon.tribes import ORDER, TRIBES


def active_seats(state: Evening) -> frozenset[Seat]:
    """Whom the table waits for."""
    everybody = frozenset(Seat(seat) for seat in range(state.seats))
    if state.phase == "over":
        return frozenset()
    if not state.set_up:
        return everybody if state.moonstone is None or state.ring is None else state.without_first_ship
    if state.to_take_ship:
        return state.to_take_ship
    if state.splitting:
        return frozenset(state.splitting[:1])
    if state.auction is not None:
        return frozenset((state.auction.turn,))
    if state.phase in ("teaching", "winning"):
        return frozenset((state.in_turn(state.turn),))
    return everybody


def stage(state: Evening) -> Stage:
    """Round k of n and the phase."""
    if not state.set_up:
        return Stage(T("Set-up"), 0, state.rounds)
    if state.phase in ("levels", "over"):
        return Stage(PHASES[state.phase], state.rounds, state.rounds)
    text = T("Round {n} of {all} · {phase}", n=state.round, all=state.rounds, phase=PHASES[state.phase])
    return Stage(text, state.round - 1, state.rounds)


def played(state: Evening, customs: Customs, seat: Seat | None, action: Action) -> Course:
    """The action gone through: the state after it and the sentences on the way. Raises Refused."""
    course = Course(state, customs)
    _check_lot(state, action)
    if not _for_the_table(course, action):
        if seat is None:
            raise Refused("bad_field", "seat", T("Say which seat enters this."))
        _for_a_seat(course, seat, action)
    return course


def _check_lot(state: Evening, action: Action) -> None:
    """Refuses a bid that was meant for an earlier monkey: a late tap must never buy another one."""
    lot = getattr(action, "lot", None)
    if lot is not None and lot != state.lot and state.auction is not None:
        raise Refused(
            "changed",
            None,
            T("That auction is over meanwhile; now it is about {monkey}.", monkey=state.auction.monkey.text),
        )


def _for_the_table(course: Course, action: Action) -> bool:
    """Goes through an action of the table as a whole; False where it is a seat's."""
    state = course.state
    match action:
        case act.Track():
            course.say(T("Spaces from the Start to the end of the track: {n}.", n=action.spaces))
            course.state = replace(state, printed=replace(state.printed, track_length=action.spaces))
        case act.RankPoints():
            tell_rank_points(course, action)
        case act.Dotted():
            spaces = tuple(sorted({int(space) for space in action.spaces}))
            if spaces:
                course.say(T("Spaces with a white dot: {spaces}.", spaces=Listing(spaces)))
            else:
                course.say(T("No space has a white dot."))
            course.state = replace(state, printed=replace(state.printed, dotted=spaces))
        case act.LayRing():
            names = Listing(tuple(TRIBES[tribe] for tribe in action.tribes))
            course.say(T("The ring, clockwise: {names}.", names=names))
            course.state = replace(state, ring=tuple(action.tribes))
        case act.Moonstone():
            course.say(T("{who} has the moonstone and begins.", who=Who(action.player)))
            course.state = replace(state, moonstone=Seat(action.player))
        case act.Sold():
            bidding.sold(course, Seat(action.player), action.value)
        case act.NoBid():
            bidding.nobody(course)
        case act.WrapUp():
            closing.wrap_up(course)
        case act.FinishNow():
            course.say(T("The game ends here."), "cost")
            closing.last_launches(course)
        case act.LevelStones():
            closing.put_level(course, tuple(action.tribes))
        case act.Reveal():
            course.say(reveal_told(state.revealed))
            course.state = replace(state, revealed=revealed_after(state.revealed, action.step))
        case _:
            return False
    return True


def tell_rank_points(course: Course, action: act.RankPoints) -> None:
    """The values of ranks 5 and 6 are known."""
    course.say(
        T(
            "Rank 5 gives {a} and {b}, rank 6 gives {c} and {d}.",
            a=action.fifth_first,
            b=action.fifth_second,
            c=action.sixth_first,
            d=action.sixth_second,
        )
    )
    points = ((action.fifth_first, action.fifth_second), (action.sixth_first, action.sixth_second))
    course.state = replace(course.state, printed=replace(course.state.printed, rank_points=points))


def _for_a_seat(course: Course, seat: Seat, action: Action) -> None:
    match action:
        case act.TakeShip():
            launching.take_ship(course, seat, Ship(action.color, action.capacity, action.points))
        case act.Teach():
            teaching.teach(course, seat, action.card, action.number, action.tribe, action.ally)
        case act.StayBehind():
            teaching.stay_behind(course, seat, action.tribe)
        case act.Pick():
            bidding.pick(course, seat, Monkey(action.tribe, action.number))
        case act.Bid():
            bidding.bid(course, seat, action.value)
        case act.Pass():
            bidding.pass_on(course, seat)
        case act.Pay():
            bidding.pay(course, seat, _checked_payment(course, seat, action))
        case act.Launch():
            course.say(T("{who} launches the ship, though it is not full.", who=Who(seat)))
            launching.launch(course, seat, full=False)
        case act.Hair():
            course.say(T("{who} is number {n} by length of hair.", who=Who(seat), n=action.value))
            course.put(seat, replace(course.corner(seat), hair=action.value))
        case _:
            raise Refused("illegal", "type", T("This is not possible now."))


def _checked_payment(course: Course, seat: Seat, action: act.Pay) -> Coins:
    ways = bidding.exact(course, seat)
    given = tuple((tribe, action.coins[tribe]) for tribe in ORDER if action.coins.get(tribe))
    for way in ways:
        if sorted(way) == sorted(given):
            return way
    listed = tuple(Listing(tuple(bidding.coins_text(*pair) for pair in way), "plus") for way in ways)
    raise Refused(
        "bad_field",
        "coins",
        T(
            "These coins are not worth exactly {n}. Pay {ways}.",
            n=bidding.under_hammer(course).value,
            ways=Listing(listed, "or"),
        ),
    )
