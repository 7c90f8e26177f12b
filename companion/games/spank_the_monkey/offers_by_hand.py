"""What a card's text may change, offered to anybody at the table as long as the game goes on."""

from __future__ import annotations

from companion.core.fields import Number, SeatChoice
from companion.core.game import Offer
from companion.core.text import T
from companion.games.spank_the_monkey.actions import (
    CallOff,
    DeckEmpty,
    MoveJunk,
    MoveMonkey,
    PutJunk,
    PutReinforcement,
    Redirect,
    RemoveJunk,
    RemoveReinforcement,
    StopFall,
    TakeCards,
    TurnTo,
)
from companion.games.spank_the_monkey.fields import (
    CATEGORY,
    FALLS,
    JUNK_CARD,
    REASON,
    REINFORCEMENT_CARD,
    Places,
    gap_choice,
    junk_choice,
    junk_places,
)
from companion.games.spank_the_monkey.state import MONKEY_HIGH, MONKEY_LOW, State

DRAW_HIGH = 5
"""No card lets anybody draw more at once."""


def offers_by_hand(state: State) -> tuple[Offer, ...]:
    """Everything a card's text may change now."""
    found: list[Offer] = []
    if state.monkey is not None:
        number = Number("height", T("Height of the monkey"), MONKEY_LOW, MONKEY_HIGH, current=state.monkey)
        found.append(Offer(MoveMonkey, T("Move the monkey"), (number, REASON), place="more"))
    found += _junk(state)
    if state.attack is not None and state.falling is None:
        found.append(Offer(CallOff, T("A card calls off the attack"), (REASON,), place="more"))
        target = junk_choice("target", T("New target"), state, junk_places(state))
        found.append(Offer(Redirect, T("A card redirects the attack"), (target, REASON), place="more"))
    if state.falling is not None:
        found.append(Offer(StopFall, T("A card calls off the fall"), (REASON,), place="more"))
    player, cards = SeatChoice("player", T("Player"), state.seats), Number("cards", T("Cards"), 1, DRAW_HIGH)
    found.append(Offer(TakeCards, T("A card lets somebody draw"), (player, cards), place="more"))
    whose = SeatChoice("player", T("Player"), state.here or state.seats)
    found.append(Offer(TurnTo, T("Change whose turn it is"), (whose, REASON), place="more"))
    found.append(Offer(DeckEmpty, T("The draw pile is empty"), place="more"))
    return tuple(found)


def _junk(state: State) -> list[Offer]:
    found: list[Offer] = []
    into = gap_choice(state)
    if into is not None:
        put = (into, JUNK_CARD, CATEGORY, REASON)
        found.append(Offer(PutJunk, T("Put junk into a pile"), put, place="more"))
    places = junk_places(state)
    if not places:
        return found
    which = junk_choice("junk", T("Junk card"), state, places)
    falls = () if state.falling is not None else (FALLS,)
    if into is not None:
        found.append(Offer(MoveJunk, T("Move junk"), (which, into, *falls, REASON), place="more"))
    found.append(Offer(RemoveJunk, T("Remove junk"), (which, *falls, REASON), place="more"))
    stronger = (which, REINFORCEMENT_CARD, REASON)
    found.append(Offer(PutReinforcement, T("Put a reinforcement on any junk"), stronger, place="more"))
    strong = tuple(place for place in places if state.piles[place[0]][place[1]].reinforcements)
    if strong:
        found.append(_weakening(state, strong))
    return found


def _weakening(state: State, strong: Places) -> Offer:
    most = max(len(state.piles[seat][index].reinforcements) for seat, index in strong)
    return Offer(
        RemoveReinforcement,
        T("Remove a reinforcement"),
        (
            junk_choice("junk", T("Junk card"), state, strong),
            Number("which", T("Which one, the first is 1"), 1, most),
            REASON,
        ),
        constrained=True,
        examples=tuple(RemoveReinforcement(junk=place, which=1) for place in strong[:3]),
        place="more",
    )
