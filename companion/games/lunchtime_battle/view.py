"""What Lunchtime Battle's pages show: the hunger track, the ring, who lays or passes, and how I stand."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.fields import Face
from companion.core.scoring import Result
from companion.core.text import Listing, Seat, T, Text
from companion.games.lunchtime_battle.abilities import EFFECTS
from companion.games.lunchtime_battle.board import Board, board_of
from companion.games.lunchtime_battle.box import Known
from companion.games.lunchtime_battle.counting import count, may_object, seen, unsaid, usable
from companion.games.lunchtime_battle.foods import FOODS, Foods
from companion.games.lunchtime_battle.geometry import Spot, spots
from companion.games.lunchtime_battle.headline import headline, is_fresh, newest
from companion.games.lunchtime_battle.learning import known
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.rounds import dice_of, lacking
from companion.games.lunchtime_battle.scoring import LunchSheet, added_up, score
from companion.games.lunchtime_battle.sheet import sheet_of
from companion.games.lunchtime_battle.state import Card, Phase, State, pips
from companion.games.lunchtime_battle.tiers import tiers
from companion.games.lunchtime_battle.verdict import place_of


@dataclass(frozen=True, slots=True)
class Food:
    """A food on the hunger track. ``wanted``: how much it is wanted; ``share``: 0-100, against the hungriest."""

    key: str
    label: Text
    hunger: int
    dish: str
    wanted: Text
    first: bool
    share: int


@dataclass(frozen=True, slots=True)
class Entry:
    """What a seat has to lay next: in the ring (``kind`` lay) or as a first candidate, for which of its hands."""

    kind: str
    hand: int


@dataclass(frozen=True, slots=True)
class Pile:
    """The candidates before a seat's hand, and their symbols by food."""

    seat: int
    hand: int
    cards: tuple[Card, ...]
    symbols: Foods


@dataclass(frozen=True, slots=True)
class Turning:
    """The count in numbers for the page: total, where it comes from, where it lands; ``symbols`` in counting order.

    ``seen``: a key of this very count, ``key``: one of what runs over the ring.
    """

    total: int
    rolled: int
    bonus: int
    lands: Text
    symbols: tuple[int, ...]
    backwards: bool
    seen: str
    key: str


@dataclass(frozen=True, slots=True)
class View:
    """Everything the pages need beyond offers and score.

    ``start``: who has the start player marker; ``dice``: the roll, ``total`` what is counted to, ``to_roll`` how many
    dice the next roll has; ``hands``: how many everybody plays; ``known``: monsters that can be laid by name now;
    ``effects``: abilities' action types, best guess first; ``guesses``: the effect a monster of mine had before;
    ``order``: level foods as ranked; ``runners``: who would go now, nobody while no symbol is counted; ``standing``: how
    this seat stands; ``late``: whether a number was changed after the end; ``fresh``: whether the monsters are to be turned
    up now; ``board``: what only the big screen draws; ``away``: who is passed over; ``passing``: who may still object; ``missing``: picked monsters whose food symbols
    are to be entered; ``mine``: symbols on this seat's candidates, by food; ``question``: a key of what is asked now.
    """

    phase: Phase
    full: bool
    round: int
    pick: int
    start: Seat
    dice: tuple[Face, ...]
    total: int
    to_roll: int
    hands: int
    foods: tuple[Food, ...]
    spots: tuple[Spot, ...]
    counting: Turning | None
    entry: Entry | None
    lacking: frozenset[Seat]
    passing: frozenset[Seat]
    missing: tuple[Card, ...]
    mine: tuple[int, ...]
    question: str
    piles: tuple[Pile, ...]
    known: tuple[Known, ...]
    usable: tuple[Card, ...]
    effects: tuple[str, ...]
    guesses: tuple[tuple[Card, Text], ...]
    order: tuple[str, ...]
    runners: frozenset[Seat]
    standing: Text | None
    not_hungry: Text | None
    late: bool
    fresh: bool
    away: frozenset[Seat]
    newest: Text | None
    headline: Text
    board: Board | None


def view_of(state: State, seat: Seat | None, options: Options) -> View:
    """The view of one seat, or of the board."""
    over = state.ending.over
    acting = seat is not None and not over and state.phase in ("count", "final")
    monsters = known(state, options)
    mine = usable(state, seat) if acting and seat is not None else ()
    effects = {of.name: of.effect for of in monsters if of.effect in EFFECTS}
    guesses = tuple((card, effects[card.name]) for card in mine if card.name in effects)
    guessed = {effect for _, effect in guesses}
    entry = _entry(state, seat)
    sheet = sheet_of(state, options)
    result = score(sheet)
    counted = over or any(line.points for player in result.players for line in player.lines)
    runners = frozenset(result.losers) if counted else frozenset[Seat]()
    return View(
        phase=state.phase,
        full=not options.only_sheet,
        round=state.round,
        pick=state.pick,
        start=state.start_seat,
        dice=state.dice,
        total=state.total,
        to_roll=dice_of(state),
        hands=state.hands,
        foods=_foods(state, sheet),
        spots=spots(state) if state.phase in ("lay", "count") else (),
        counting=_turning(state) if state.phase == "count" else None,
        entry=entry,
        lacking=lacking(state) if state.phase == "lay" else frozenset(),
        passing=may_object(state) if state.phase == "count" else frozenset(),
        missing=unsaid(state),
        mine=_mine(sheet, seat),
        question=_question(state, seat, entry),
        piles=_piles(state, sheet),
        known=_offered(monsters, state, entry),
        usable=mine,
        effects=tuple(f"ability_{key}" for key in sorted(EFFECTS, key=lambda key: key not in guessed)),
        guesses=tuple((card, EFFECTS[effect][1]) for card, effect in guesses),
        order=state.order,
        runners=runners,
        standing=_standing(state, seat, runners, [player.total for player in result.players]),
        not_hungry=_not_hungry(result) if over or state.candidates else None,
        late=state.ending.is_late(sheet),
        fresh=is_fresh(state),
        away=state.away,
        newest=newest(state),
        headline=headline(state),
        board=board_of(state, options) if seat is None else None,
    )


def _foods(state: State, sheet: LunchSheet) -> tuple[Food, ...]:
    place = {food: n for n, tier in enumerate(tiers(state.hunger, sheet.hunger_order)) for food in tier.foods}
    top = max(1, *state.hunger)
    return tuple(
        Food(key, label, n, dish, place_of(place[key]), place[key] == 0, round(100 * n / top))
        for (key, label), n, dish in zip(FOODS.items(), state.hunger, state.dishes, strict=True)
    )


def _turning(state: State) -> Turning:
    now = count(state)
    counted = now.landing is not None and not now.by_hand
    symbols = tuple(card.counts for card in now.order) if counted else ()
    shown = ".".join(map(str, symbols))
    return Turning(
        total=state.total,
        rolled=pips(state.dice),
        bonus=state.total - pips(state.dice),
        lands=now.lands,
        symbols=symbols,
        backwards=state.backwards,
        seen=seen(state),
        key=f"{state.round}-{state.pick}-{state.origin}-{shown}-{state.total}-{state.backwards}",
    )


def _entry(state: State, seat: Seat | None) -> Entry | None:
    if seat is None or state.phase != "lay" or seat in state.away:
        return None
    for hand in range(state.hands):
        place = state.place(seat, hand)
        if state.laid[place] is None:
            return Entry("lay", hand)
        if state.firsts and state.firsts[place] is None:
            return Entry("first_candidate", hand)
    return None


def _mine(sheet: LunchSheet, seat: Seat | None) -> tuple[int, ...]:
    if seat is None:
        return ()
    eater = sheet.players[seat]
    piles = eater.hands or (eater.candidates,)
    return added_up(tuple(candidate for pile in piles for candidate in pile))


def _question(state: State, seat: Seat | None, entry: Entry | None) -> str:
    """A key that is another one whenever a page asks something else."""
    parts: list[object] = [state.phase, state.round]
    match state.phase:
        case "lay" if entry is not None:
            parts += [entry.kind, entry.hand]
        case "count":
            parts += [seen(state), len(unsaid(state)), seat in may_object(state)]
        case "final":
            parts.append(state.ending.over)
    return ".".join(map(str, parts))


def _offered(known: tuple[Known, ...], state: State, entry: Entry | None) -> tuple[Known, ...]:
    """The known monsters that can still be laid: each is one card, and candidates never come back.

    Those that lie face down stay in the list: nobody shall see from it what somebody has laid.
    """
    if entry is None:
        return ()
    gone = {card.name for card in state.candidates}
    if entry.kind == "lay":
        return tuple(of for of in known if of.hunger is not None and of.name not in gone)
    return tuple(of for of in known if of.foods is not None and not of.game_end and of.name not in gone)


def _piles(state: State, sheet: LunchSheet) -> tuple[Pile, ...]:
    """What lies before each hand, once something does; of a table that only scores nothing."""
    beside = state.phase != "sheet" and any(any(foods) for hands in state.columns for foods in hands)
    if not state.candidates and not beside:
        return ()
    return tuple(
        Pile(seat, hand, state.pile(seat, hand), added_up(candidates))
        for seat, eater in enumerate(sheet.players)
        for hand, candidates in enumerate(eater.hands or (eater.candidates,))
    )


def _standing(state: State, seat: Seat | None, runners: frozenset[Seat], totals: list[int]) -> Text | None:
    if seat is None or not runners:
        return None
    if state.ending.over:
        if seat not in runners:
            return T("You stay where you are and wait for lunch.")
        return T("You fetch lunch.") if len(runners) == 1 else T("You fetch lunch, together with others.")
    if len(runners) == state.seats:
        return T("If it ended now, everybody would fetch lunch.")
    if seat in runners:
        return T("If it ended now, you would fetch lunch.")
    fewer = max(totals) - totals[seat]
    if fewer == 0:
        return T("If it ended now, only the next food would save you.")
    return T("If it ended now, you would be safe by {n}.", n=fewer)


def _not_hungry(result: Result) -> Text | None:
    """Who needs no lunch, where that is played."""
    spared = result.extra.get("not_hungry")
    return T("Not hungry: {names}", names=Listing(tuple(spared))) if spared else None
