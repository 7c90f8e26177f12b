"""Every number of the table that a correction may set, in an order in which all of them can be set at once."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import Counter
from companion.core.text import Param, Seat, T, Text, Who
from companion.games.lunchtime_battle.abilities import SIDES
from companion.games.lunchtime_battle.foods import FOODS, HUNGER_HIGH, SYMBOLS_HIGH, amounts
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.rounds import PICKS
from companion.games.lunchtime_battle.state import Card, Phase, State

SEAT_COUNTERS = frozenset({"symbols"})
ROUNDS_HIGH = 40
TOTAL_HIGH = 99
RING_HIGH = 99

PHASES: dict[Phase, Text] = {
    "dishes": T("what shall we eat?"),
    "start": T("who starts?"),
    "roll": T("roll the dice"),
    "lay": T("lay monsters"),
    "count": T("count"),
    "final": T("final count"),
}
"""The steps of a table that keeps every round, in order, as a correction calls them."""

WAYS = (T("clockwise"), T("counter-clockwise"))
YES_OR_NO = (T("no"), T("yes"))
ABILITY = (T("not used yet"), T("used"))


def counters(state: State, options: Options) -> tuple[Counter, ...]:
    """What a correction may set: where in the game the table is, the count, hunger, and every monster's symbols."""
    hunger = (
        Counter(f"hunger:{food}", T("Hunger: {food}", food=label), n, 0, HUNGER_HIGH)
        for (food, label), n in zip(FOODS.items(), state.hunger, strict=True)
    )
    if options.only_sheet:
        return (*hunger, *_columns(state))
    where = () if state.ending.over else (*_where(state, options), *_count(state))
    return (*where, *hunger, *_ring(state), *_candidates(state), *_never_entered(state))


def _where(state: State, options: Options) -> Iterator[Counter]:
    """Round, step and start player."""
    yield Counter("rounds", T("Rounds to play"), state.rounds, 1, ROUNDS_HIGH)
    yield Counter("round", T("Number of the round"), state.round, 1, max(state.rounds, state.round))
    low = 0 if options.dishes or state.phase == "dishes" else 1
    steps = tuple(PHASES)
    words = tuple(PHASES[step] for step in steps[low:])
    yield Counter("phase", T("Step of the round"), steps.index(state.phase), low, len(steps) - 1, words=words)
    places = tuple(place_words(state, place) for place in range(state.places))
    yield Counter("start", T("Start player"), state.start, 0, state.places - 1, words=places)


def place_words(state: State, place: int) -> Param:
    """Whose place it is, and with two hands which hand."""
    who = Who(place % state.seats)
    return T("{who}, hand {n}", who=who, n=state.hand_of(place)) if state.hands > 1 else who


def _count(state: State) -> Iterator[Counter]:
    """What is counted to, and while it is counted, from where, which way, and who is picked."""
    if state.phase in ("lay", "count"):
        yield Counter("total", T("Total to count"), state.total, 0, max(TOTAL_HIGH, state.total))
    if state.phase != "count":
        return
    monsters = tuple(card.whose for card in state.ring)
    ids = [card.id for card in state.ring]
    yield Counter("pick", T("Number of the pick"), state.pick, 1, max(PICKS[state.places], state.pick))
    yield Counter("direction", T("Direction of the count"), int(state.backwards), 0, 1, words=WAYS)
    begin = ids.index(state.origin) if state.origin in ids else 0
    yield Counter("origin", T("Where the count begins"), begin, 0, len(ids) - 1, words=monsters)
    pointed = ids.index(state.pointed) + 1 if state.pointed in ids else 0
    words = (T("whoever is counted last"), *monsters)
    yield Counter("pointed", T("Who is picked"), pointed, 0, len(ids), words=words)
    for side, label in SIDES.items():
        picked = int(side in state.neighbours)
        yield Counter(f"neighbour:{side}", T("Picked as well: {side}", side=label), picked, 0, 1, words=YES_OR_NO)


def _ring(state: State) -> Iterator[Counter]:
    for card in state.ring:
        words = T("Hunger symbols: {monster}", monster=card.label)
        yield Counter(
            f"ring:{card.id}", words, card.counts, 0, max(RING_HIGH, card.counts), card.seat, printed=bool(card.name)
        )
        if card.unsaid:  # not wrong but missing: it is asked for when the monster is picked
            continue
        for index, (food, label) in enumerate(FOODS.items()):
            words = T("{food} on {monster}, in the ring", food=label, monster=card.label)
            yield Counter(
                f"foods:{card.id}:{food}", words, card.foods[index], 0, SYMBOLS_HIGH, card.seat, printed=bool(card.name)
            )


def _candidates(state: State) -> Iterator[Counter]:
    """Symbols, ability and owner of every candidate, and the abilities in the ring."""
    for card in state.candidates:
        for index, (food, label) in enumerate(FOODS.items()):
            words = T("{food} on {monster}, before {who}", food=label, monster=card.label, who=Who(card.seat))
            short = T("{food} on {monster}", food=label, monster=card.label)
            now = card.foods[index]
            yield Counter(
                f"candidate:{card.id}:{food}", words, now, 0, SYMBOLS_HIGH, card.seat, short, printed=bool(card.name)
            )
    places = tuple(place_words(state, place) for place in range(state.places))
    for card in state.candidates:
        words = T("{monster} lies before", monster=_which(card))
        yield Counter(f"owner:{card.id}", words, card.place, 0, state.places - 1, card.seat, words=places)
    lying = {card.id for card in state.candidates}
    for card in (*state.candidates, *(card for card in state.ring if card.id not in lying)):
        words = T("Ability of {monster}", monster=_which(card))
        yield Counter(f"used:{card.id}", words, int(bool(card.used)), 0, 1, card.seat, words=ABILITY)


def _which(card: Card) -> Text:
    """A monster with what is on it: several of one player may have no name."""
    return card.label if card.unsaid else T("{monster} ({foods})", monster=card.label, foods=amounts(card.foods))


def _never_entered(state: State) -> Iterator[Counter]:
    """Symbols on candidates of rounds that were played without the companion."""
    for seat, hands in enumerate(state.columns):
        for hand, foods in enumerate(hands):
            for (food, label), n in zip(FOODS.items(), foods, strict=True):
                who = place_words(state, state.place(seat, hand))
                words = T("{food} on candidates of {who} that were never entered", food=label, who=who)
                short = T("{food} on candidates that were never entered", food=label)
                if len(hands) > 1:
                    short = T("{food} on candidates of hand {n} that were never entered", food=label, n=hand + 1)
                yield Counter(f"symbols:{seat}:{hand}:{food}", words, n, 0, SYMBOLS_HIGH, Seat(seat), short)


def _columns(state: State) -> Iterator[Counter]:
    for seat, hands in enumerate(state.columns):
        for hand, foods in enumerate(hands):
            for (food, label), n in zip(FOODS.items(), foods, strict=True):
                if len(hands) == 1:
                    words, short = T("{food} of {who}", food=label, who=Who(seat)), label
                else:
                    words = T("{food} of {who}, hand {n}", food=label, who=Who(seat), n=hand + 1)
                    short = T("{food}, hand {n}", food=label, n=hand + 1)
                yield Counter(f"symbols:{seat}:{hand}:{food}", words, n, 0, SYMBOLS_HIGH, Seat(seat), short)
