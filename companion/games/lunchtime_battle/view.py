"""What Lunchtime Battle's pages show: the hunger track, the ring, who lays or passes, and how I stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.lunchtime_battle import abilities, counting, geometry, sheet, stages, telling
from companion.games.lunchtime_battle.foods import FOODS
from companion.games.lunchtime_battle.geometry import Spot
from companion.games.lunchtime_battle.known import Known
from companion.games.lunchtime_battle.ring import explained
from companion.games.lunchtime_battle.state import Card, State, pips
from companion.games.lunchtime_battle.tiers import tiers
from companion.games.lunchtime_battle.verdict import joined, place_of

if TYPE_CHECKING:
    from companion.games.lunchtime_battle.play import LunchtimeBattle


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
    symbols: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """The count in numbers for the page: total, where it comes from, where it lands; ``symbols`` in counting order;
    ``seen``: a key of this very count."""

    total: int
    rolled: int
    bonus: int
    lands: Text
    sum: Text | None
    symbols: tuple[int, ...]
    backwards: bool
    seen: str


@dataclass(frozen=True, slots=True)
class View:
    """Everything the pages need beyond state, offers and score. ``effects``: abilities' action types, best guess first.

    ``known``: monsters that can be laid by name now; ``guesses``: the effect a monster of mine had before, by its id;
    ``runners``: who would go now, nobody while no symbol is counted; ``standing``: how this seat stands.
    """

    foods: tuple[Food, ...]
    spots: tuple[Spot, ...]
    counting: Turning | None
    entry: Entry | None
    lacking: frozenset[Seat]
    passing: frozenset[Seat]
    piles: tuple[Pile, ...]
    known: tuple[Known, ...]
    usable: tuple[Card, ...]
    effects: tuple[str, ...]
    guesses: tuple[tuple[Card, Text], ...]
    dice: int
    picks: int
    two_hands: bool
    full: bool
    runners: frozenset[int]
    standing: Text | None
    newest: Text | None
    headline: Text


def view_of(game: LunchtimeBattle, state: State, seat: Seat | None) -> View:
    """The view of one seat, or of the board."""
    usable = counting.usable(state, seat) if seat is not None and state.phase in ("count", "final") else ()
    known = {of.name: of for of in game.known(state)}
    guesses = tuple(
        (card, abilities.EFFECTS[known[card.name].effect][1])
        for card in usable
        if card.name in known and known[card.name].effect in abilities.EFFECTS
    )
    first = [known[card.name].effect for card, _ in guesses]
    entry = _entry(state, seat)
    result = game.score(game.sheet(state, tuple(str(of) for of in range(state.seats))))
    counted = any(line.points for player in result.players for line in player.lines) or state.phase == "over"
    runners = frozenset(int(name) for name in result.losers) if counted else frozenset()
    return View(
        foods=_foods(game, state),
        spots=geometry.spots(state) if state.phase in ("lay", "count") else (),
        counting=_turning(state) if state.phase == "count" else None,
        entry=entry,
        lacking=stages.lacking(state) if state.phase == "lay" else frozenset(),
        passing=counting.awaited(state) if state.phase == "count" else frozenset(),
        piles=_piles(game, state),
        known=_offered(tuple(known.values()), state, entry),
        usable=usable,
        effects=tuple(f"ability_{key}" for key in sorted(abilities.EFFECTS, key=lambda key: key not in first)),
        guesses=guesses,
        dice=stages.dice_of(state),
        picks=counting.PICKS[counting.places(state)],
        two_hands=game.two_hands,
        full=not game.only_sheet,
        runners=runners,
        standing=_standing(state, seat, runners, [player.total for player in result.players]),
        newest=_newest(state),
        headline=_headline(state),
    )


def _foods(game: LunchtimeBattle, state: State) -> tuple[Food, ...]:
    order = tiers(state.hunger, state.order if game.by_hand and not sheet.unranked(state) else ())
    place = {food: n for n, tier in enumerate(order) for food in tier.foods}
    top = max(1, *state.hunger)
    return tuple(
        Food(key, label, n, dish, place_of(place[key]), place[key] == 0, round(100 * n / top))
        for (key, label), n, dish in zip(FOODS.items(), state.hunger, state.dishes, strict=True)
    )


def _turning(state: State) -> Turning:
    now = counting.count(state)
    by_hand = bool(state.pointed) or now.landing is None
    return Turning(
        state.total,
        pips(state.dice),
        state.total - pips(state.dice),
        telling.lands(state),
        None if by_hand or now.landing is None else explained(state.total, now.landing),
        tuple(card.counts for card in now.order) if not by_hand else (),
        state.backwards,
        counting.seen(state),
    )


def _entry(state: State, seat: Seat | None) -> Entry | None:
    if seat is None or state.phase != "lay":
        return None
    for hand in range(len(state.columns[seat])):
        place = seat + hand * state.seats
        if state.laid[place] is None:
            return Entry("lay", hand)
        if state.firsts and state.firsts[place] is None:
            return Entry("first_candidate", hand)
    return None


def _offered(known: tuple[Known, ...], state: State, entry: Entry | None) -> tuple[Known, ...]:
    """The known monsters that can still be laid: each is one card, and candidates never come back."""
    if entry is None:
        return ()
    gone = {card.name for card in state.candidates}
    gone |= {card.name for card in (*state.laid, *state.firsts) if card is not None}
    if entry.kind == "lay":
        return tuple(of for of in known if of.hunger is not None and of.foods is not None and of.name not in gone)
    return tuple(of for of in known if of.foods is not None and not of.game_end and of.name not in gone)


def _piles(game: LunchtimeBattle, state: State) -> tuple[Pile, ...]:
    found = []
    for seat in range(state.seats):
        for hand, pile in enumerate(sheet.piles(game, state, seat)):
            cards = tuple(card for card in state.candidates if card.place == seat + hand * state.seats)
            symbols = tuple(sum(column) for column in zip((0, 0, 0), *(of.by_food() for of in pile), strict=True))
            found.append(Pile(seat, hand, cards, symbols))
    return tuple(found)


def _standing(state: State, seat: Seat | None, runners: frozenset[int], totals: list[int]) -> Text | None:
    if seat is None or not runners:
        return None
    if state.phase == "over":
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


def _newest(state: State) -> Text | None:
    """What the last round brought, while the next one begins."""
    if state.phase not in ("roll", "final") or not state.candidates:
        return None
    last = state.round if state.phase == "final" else state.round - 1
    cards = tuple(card for card in state.candidates if card.id.startswith(f"{last}."))
    if not cards:
        return None
    return T("Picked in round {n}: {monsters}.", n=last, monsters=Listing(tuple(telling.named(c) for c in cards)))


def _headline(state: State) -> Text:
    """The board's one message."""
    match state.phase:
        case "dishes":
            return T("What does each symbol stand for?")
        case "start":
            return T("Who gets the start player marker?")
        case "roll":
            rolls = T("{who} rolls the dice.", who=Who(state.start_seat))
            picked = _newest(state)
            return rolls if picked is None else joined((picked, rolls))
        case "lay":
            names = tuple(Who(seat) for seat in sorted(stages.lacking(state)))
            return T("Turn up your monsters. Still to enter: {names}.", names=Listing(names))
        case "count":
            return telling.lands(state)
        case "sheet":
            names = tuple(Who(seat) for seat in range(state.seats) if seat not in state.complete)
            return T("Still to enter: {names}.", names=Listing(names))
    return T("Who fetches lunch?")
