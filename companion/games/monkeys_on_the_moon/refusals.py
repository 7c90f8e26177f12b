"""Why something cannot be entered now: the rule, and what the table waits for instead."""

from __future__ import annotations

from companion.core.ending import FinishNow, GoOn, Reveal, SheetComplete
from companion.core.game import Action, action_type
from companion.core.refusal import Refused, illegal
from companion.core.text import TN, Seat, T, Text, Who
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon.headline import headline
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.ships import CAPACITY_LOW
from companion.games.monkeys_on_the_moon.state import Evening, State

IN_AUCTION = (act.Bid, act.Pass, act.Sold, act.NoBid, act.Pay)
OF_THE_PAD = (act.SetRanking, act.SetMonkeys, act.AddMonkey, act.AddMonkeys, act.SetShips, act.AddShip, act.SetScorn)
OF_BOTH = (act.RankPoints, act.Hair, SheetComplete, FinishNow, Reveal, GoOn)


def why_not(
    state: State, options: Options, seat: Seat | None, action: Action, own: frozenset[str], asked: frozenset[str]
) -> Refused | None:
    """The reason for an action that no offer takes; None where its fields are wrong, or where it is another's turn.

    ``own``: the types that this seat or the table may enter now; ``asked``: those of the seats that are asked.
    """
    kind = action_type(action)
    if isinstance(state, Evening) and isinstance(action, act.Sold | act.NoBid) and (told := _misplaced(state, action)):
        return illegal(T("{rule} {now}", rule=told, now=headline(state)))
    if kind in own:
        return None
    if isinstance(state, Pad):
        told = _of_the_pad(state, seat, action)
        return None if told is None else illegal(told)
    if seat is not None and isinstance(action, act.Bid | act.Pass) and _is_out(state, seat):
        told = T("{who} is out of this auction: a pass is final, and who cannot bid higher is out too.", who=Who(seat))
        return Refused("not_your_turn", "seat", told)
    if seat is not None and seat in state.away and not state.ending.over:
        return Refused("illegal", "seat", T("{who} is away. Say first that {who} is back.", who=Who(seat)))
    if kind in asked:
        return None
    rule = _of_the_game(state, options, seat, action)
    if rule is None:
        return None
    if state.ending.over:
        return illegal(rule)
    return illegal(T("{rule} {now}", rule=rule, now=headline(state)))


def check_ships(pad: Pad, seat: Seat) -> Text | None:
    """What is wrong with a sheet whose full ships cannot have been full; None where they can."""
    missing, ships = pad.monkeys_missing(seat), len(pad.tallies[seat].ships)
    if not missing:
        return None
    return TN(
        "{n} full ship carries at least {least} monkeys; {has} are entered. Add the others, or take a ship away.",
        "{n} full ships carry at least {least} monkeys; {has} are entered. Add the others, or take a ship away.",
        ships,
        least=CAPACITY_LOW * ships,
        has=CAPACITY_LOW * ships - missing,
    )


def _misplaced(state: Evening, action: act.Sold | act.NoBid) -> Text | None:
    """What is wrong with bids called aloud that name a monkey where one is auctioned already, or none where none is."""
    named, auction = action.tribe is not None, state.auction
    if auction is not None and named and not auction.paying:
        return T("One monkey is auctioned at a time.")
    if auction is None and not named and state.phase == "winning":
        return T("No monkey is being auctioned. First somebody picks one.")
    return None


def check_lot(state: State, lot: int | None) -> None:
    """Refuses a bid that was meant for an earlier monkey: a late tap must never buy another one."""
    if isinstance(state, Pad) or lot is None or lot == state.lot:
        return
    told = T("That monkey was sold meanwhile; now the next one is picked.")
    if state.auction is not None:
        told = T("That auction is over meanwhile; now it is about {monkey}.", monkey=state.auction.monkey.text)
    raise Refused("changed", None, told)


def _is_out(state: Evening, seat: Seat) -> bool:
    auction = state.auction
    return auction is not None and not auction.paying and seat in auction.out and seat not in state.away


def _of_the_pad(pad: Pad, seat: Seat | None, action: Action) -> Text | None:
    match action:
        case SheetComplete() if pad.ending.over:
            return T("The final scoring has begun. Say first that the game goes on.")
        case SheetComplete() | FinishNow() | Reveal() if not pad.known:
            return T("First enter what ranks 5 and 6 give, and the ranking.")
        case SheetComplete() if seat is not None and seat in pad.away:
            return T("{who} is away. Say first that {who} is back.", who=Who(seat))
        case SheetComplete() if seat is not None:
            return check_ships(pad, seat)
        case Reveal() if not pad.ending.over:
            return T("Figures are revealed once every sheet is complete.")
    if isinstance(action, (*OF_THE_PAD, *OF_BOTH)):
        return None
    return T("This table keeps the final scoring only; the game itself is not entered here.")


def _of_the_game(state: Evening, options: Options, seat: Seat | None, action: Action) -> Text | None:
    if isinstance(action, (*OF_THE_PAD, SheetComplete)):
        return T("This table keeps the whole game: the companion fills the sheets by itself.")
    match action:
        case act.Hair():
            return T("The length of hair is asked at the end, only of players who are still tied.")
        case GoOn():
            return T("The last ships have launched. Undo the end to go on with the game.")
        case Reveal() if not state.ending.over:
            return T("Figures are revealed once the game is over.")
        case act.Dotted() if not options.capricious:
            return T("White dots count only with the variant Capricious.")
    if state.ending.over:
        return None
    if isinstance(action, IN_AUCTION):
        return _of_an_auction(state, action)
    if not state.set_up:
        return T("First the table is set up.")
    if state.phase == "levels":
        return T("The last ships have launched.")
    match action:
        case act.TakeShip():
            return _no_ship_to_take(state, seat)
        case act.StayBehind():
            return T("A tribe stays behind only where the ring has just made rivals of two tribes aboard.")
        case act.LevelStones():
            return T("Level stones are put in order at the end.")
        case act.Launch():
            return T("A ship that is not full launches only directly after boarding, until the next monkey is picked.")
        case act.Moonstone():
            return T("The moonstone is passed on by itself; a correction sets who has it.")
        case act.LayRing():
            return T("The ring lies still while a monkey is auctioned; a correction can set it.")
    if state.to_take_ship:
        return T("A ship is taken before anything else.")
    if state.splitting:
        return T("Rivals aboard are parted before anything else.")
    match action:
        case act.Pick() if state.auction is not None:
            return T("One monkey is auctioned at a time.")
        case act.Pick():
            return T("Monkeys are picked in the bid turn, each player one.")
        case act.Teach():
            return T("Tribes are taught in the civilization turn, once by each player.")
        case act.WrapUp():
            return T("A round is over when everybody who is here has taught a tribe and picked a monkey.")
    return None


def _of_an_auction(state: Evening, action: Action) -> Text | None:
    auction = state.auction
    if auction is None:
        return T("No monkey is being auctioned. First somebody picks one.")
    if auction.paying:
        return T("The monkey is sold.")
    match action:
        case act.Pay():
            return T("A monkey is paid when nobody bids higher.")
        case act.NoBid() if auction.holder is not None:
            return T("There is a bid already, so somebody wins the monkey.")
    return None


def _no_ship_to_take(state: Evening, seat: Seat | None) -> Text | None:
    if seat is None:
        return T("Nobody is waiting for a ship.")
    if state.corners[seat].ship is not None:
        return T("{who} has a ship.", who=Who(seat))
    return T("No ship is left.")
