"""What a card's text moves: junk, reinforcements, the monkey, the turn. Offered always, told as done by hand."""

from __future__ import annotations

from dataclasses import replace

from companion.core.fields import Cards, Flag, Note, Number, SeatChoice
from companion.core.game import Action, Counter, Offer
from companion.core.refusal import Refused
from companion.core.text import Seat, T, Text, Who
from companion.games.spank_the_monkey.actions import (
    JunkCard,
    MoveJunk,
    MoveMonkey,
    PutJunk,
    PutReinforcement,
    ReinforcementCard,
    RemoveJunk,
    RemoveReinforcement,
)
from companion.games.spank_the_monkey.pile import (
    HEIGHT_HIGH,
    PILE_HIGH,
    STRENGTH_HIGH,
    Junk,
    Reinforcement,
    index_of,
    reinforced,
    with_junk,
    without,
)
from companion.games.spank_the_monkey.rolls import destroyed
from companion.games.spank_the_monkey.state import (
    MONKEY_HIGH,
    MONKEY_LOW,
    Falling,
    State,
    settled,
    with_monkey,
    with_pile,
)

Places = tuple[tuple[int, int], ...]

JUNK_NUMBERS = (
    Number("height", T("Height"), 0, HEIGHT_HIGH),
    Number("strength", T("Strength"), 0, STRENGTH_HIGH),
)
REINFORCEMENT_NUMBERS = (Number("strength", T("Strength"), 0, STRENGTH_HIGH),)
CATEGORY = Note("category", T("Category"), 40, optional=True)
REASON = Note("reason", T("Which card says so"), 200, optional=True)
FALLS = Flag("falls", T("What lay above it falls"), optional=True)


def junk_cards(name: str = "cards") -> Cards:
    """The field for one junk card."""
    return Cards(name, T("Junk card"), "junk", 1, 1, JUNK_NUMBERS)


def reinforcement_cards(name: str = "cards") -> Cards:
    """The field for one reinforcement."""
    return Cards(name, T("Reinforcement"), "reinforcements", 1, 1, REINFORCEMENT_NUMBERS)


def junk_places(state: State) -> Places:
    """Every junk card, by seat and from the bottom up."""
    return tuple((seat, index) for seat, pile in enumerate(state.piles) for index in range(len(pile)))


def gaps(state: State) -> Places:
    """Every place into which junk can be put: a pile, and how many junk cards are below."""
    return tuple(
        (seat, position)
        for seat, pile in enumerate(state.piles)
        if len(pile) < PILE_HIGH
        for position in range(len(pile) + 1)
    )


def place_words(state: State, places: Places) -> tuple[Text, ...]:
    """What lies at each place: how manieth from the ground, since two cards may have one name, and the card."""
    return tuple(T("{n}: {junk}", n=index + 1, junk=state.piles[seat][index].called) for seat, index in places)


def gap_words(state: State, places: Places) -> tuple[Text, ...]:
    """What lies below each place that junk can be put into."""
    found = []
    for seat, below in places:
        pile = state.piles[seat]
        if below == 0:
            found.append(T("on the ground"))
        elif below == len(pile):
            found.append(T("on top, on {junk}", junk=pile[-1].called))
        else:
            found.append(T("on {junk}", junk=pile[below - 1].called))
    return tuple(found)


def offers(state: State) -> tuple[Offer, ...]:
    """Everything a card's text may move now; all of it is for anybody at the table."""
    found: list[Offer] = []
    if state.monkey is not None:
        number = Number("height", T("Height of the monkey"), MONKEY_LOW, MONKEY_HIGH, current=state.monkey)
        found.append(Offer(MoveMonkey, T("Move the monkey"), (number, REASON), place="more"))
    free = gaps(state)
    into = SeatChoice("to", T("Where to: pile, and junk below"), free, words=gap_words(state, free))
    if into.seats:
        put = (into, junk_cards(), CATEGORY, REASON)
        found.append(Offer(PutJunk, T("Put junk into a pile"), put, place="more"))
    places = junk_places(state)
    if not places:
        return tuple(found)
    which = SeatChoice("junk", T("Junk card"), places, words=place_words(state, places))
    falls = () if state.falling is not None else (FALLS,)
    if into.seats:
        found.append(Offer(MoveJunk, T("Move junk"), (which, into, *falls, REASON), place="more"))
    found.append(Offer(RemoveJunk, T("Remove junk"), (which, *falls, REASON), place="more"))
    found.append(
        Offer(
            PutReinforcement,
            T("Put a reinforcement on any junk"),
            (which, reinforcement_cards(), REASON),
            place="more",
        )
    )
    strong = tuple(place for place in places if state.piles[place[0]][place[1]].reinforcements)
    if strong:
        most = max(len(state.piles[seat][index].reinforcements) for seat, index in strong)
        found.append(
            Offer(
                RemoveReinforcement,
                T("Remove a reinforcement"),
                (
                    SeatChoice("junk", T("Junk card"), strong, words=place_words(state, strong)),
                    Number("which", T("Which one, the first is 1"), 1, most),
                    REASON,
                ),
                constrained=True,
                examples=tuple(RemoveReinforcement(junk=place, which=1) for place in strong[:3]),
                place="more",
            )
        )
    return tuple(found)


def junk_at(state: State, place: tuple[int, int]) -> Junk:
    """The junk card at a place."""
    return state.piles[place[0]][place[1]]


def new_junk(state: State, card: JunkCard, category: str) -> Junk:
    """A junk card that comes into play, with the next free id."""
    return Junk(state.next_id, card.name.strip(), card.height, card.strength, category.strip())


def new_reinforcement(card: ReinforcementCard) -> Reinforcement:
    """A reinforcement that comes into play."""
    return Reinforcement(card.name.strip(), card.strength)


def apply(state: State, action: Action) -> State | None:
    """The state after one of these moves, or None for another action; raises Refused."""
    match action:
        case MoveMonkey():
            return with_monkey(state, action.height)
        case PutJunk():
            junk = new_junk(state, action.cards[0], action.category)
            seat, position = action.to
            after = with_pile(state, seat, with_junk(state.piles[seat], position, junk))
            return replace(after, next_id=state.next_id + 1)
        case MoveJunk():
            return _moved(state, action)
        case RemoveJunk():
            seat, index = action.junk
            return settled(destroyed(state, Seat(seat), index, _falls(state, action)))
        case PutReinforcement():
            return _with_junk_at(
                state, action.junk, reinforced(junk_at(state, action.junk), new_reinforcement(action.cards[0]))
            )
        case RemoveReinforcement():
            return _with_junk_at(state, action.junk, _weakened(junk_at(state, action.junk), action.which))
    return None


def falling_already(state: State, action: Action) -> Refused | None:
    """Why nothing more can be made to fall now: one block falls at a time. None where it can."""
    if not isinstance(action, MoveJunk | RemoveJunk) or not action.falls or state.falling is None:
        return None
    text = T("A block is falling already. Roll for that collision first, then move this junk.")
    return Refused("illegal", "falls", text)


def _falls(state: State, action: MoveJunk | RemoveJunk) -> bool:
    if (problem := falling_already(state, action)) is not None:
        raise problem
    return action.falls


def _moved(state: State, action: MoveJunk) -> State:
    (seat, index), (to_seat, position) = action.junk, action.to
    junk, pile = junk_at(state, action.junk), state.piles[seat]
    above = pile[index + 1].id if _falls(state, action) and index + 1 < len(pile) else None
    after = with_pile(state, seat, without(pile, index))
    after = with_pile(after, to_seat, with_junk(after.piles[to_seat], position, junk))
    if above is not None:
        after = replace(after, falling=Falling(Seat(seat), above))
    return settled(after)


def _weakened(junk: Junk, which: int) -> Junk:
    if which > len(junk.reinforcements):
        raise Refused(
            "bad_field",
            "which",
            T("Reinforcements on {junk}: {n}. Choose 1 to {n}.", junk=junk.called, n=len(junk.reinforcements)),
        )
    left = junk.reinforcements[: which - 1] + junk.reinforcements[which:]
    return replace(junk, reinforcements=left)


def _with_junk_at(state: State, place: tuple[int, int], junk: Junk) -> State:
    seat, index = place
    pile = state.piles[seat]
    return with_pile(state, seat, (*pile[:index], junk, *pile[index + 1 :]))


def junk_counters(state: State) -> tuple[Counter, ...]:
    """Height and strength of every junk card, under keys such as ``height:2:17`` (seat and id)."""
    found = []
    for at, pile in enumerate(state.piles):
        for junk in pile:
            key, card, who, seat = f"{at}:{junk.id}", junk.called, Who(at), Seat(at)
            label, short = T("Height of {junk} ({who})", junk=card, who=who), T("Height of {junk}", junk=card)
            found.append(Counter(f"height:{key}", label, junk.height, 0, HEIGHT_HIGH, seat, short))
            label = T("Strength of {junk} without reinforcements ({who})", junk=card, who=who)
            short = T("Strength of {junk} without reinforcements", junk=card)
            found.append(Counter(f"strength:{key}", label, junk.strength, 0, STRENGTH_HIGH, seat, short))
    return tuple(found)


def with_junk_number(state: State, kind: str, seat: int, junk_id: int, value: int) -> State:
    """The state with a junk card's printed height or strength set."""
    index = index_of(state.piles[seat], junk_id)
    if index is None:
        raise Refused("bad_field", "counter", T("This junk card is not in the pile any more."))
    junk = state.piles[seat][index]
    changed = replace(junk, height=value) if kind == "height" else replace(junk, strength=value)
    return _with_junk_at(state, (seat, index), changed)
