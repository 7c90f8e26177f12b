"""What may be entered now, by each seat and by the table as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.fields import Choice, Counts, Field, Flag, Note, Number, Order, SeatChoice
from companion.core.game import Offer, Place
from companion.core.text import Seat, T, Text
from companion.games.lunchtime_battle import abilities, actions, counting, dice, sheet, stages
from companion.games.lunchtime_battle.foods import FOODS, HUNGER_HIGH, SYMBOLS_HIGH
from companion.games.lunchtime_battle.known import FOOD_SYMBOLS_HIGH, HUNGER_SYMBOLS_HIGH, NAME_LENGTH, Known
from companion.games.lunchtime_battle.scoring import DISH_LENGTH
from companion.games.lunchtime_battle.state import State

if TYPE_CHECKING:
    from companion.games.lunchtime_battle.play import LunchtimeBattle

ROLLS: tuple[tuple[int | str, ...], ...] = (
    (6, 5, "meat", "meat", 2),
    ("mushroom", "potion", 3, 4, 6),
    (2, 2, 3, "potion", 6),
    ("meat", 4, 4, 5, "mushroom"),
)
"""Rolls as examples, cut to the number of dice."""


def seat_offers(game: LunchtimeBattle, state: State, seat: Seat) -> tuple[Offer, ...]:
    """What this seat may enter."""
    if game.only_sheet:
        return tuple(_sheet_offers(state, seat))
    match state.phase:
        case "roll" if seat == state.start_seat:
            field = dice.roll_field(stages.dice_of(state))
            examples = tuple(actions.Roll(dice=roll[: field.high]) for roll in ROLLS)
            return (Offer(actions.Roll, T("The roll"), (field,), examples=examples),)
        case "lay":
            return tuple(_laying(game, state, seat))
        case "count" | "final":
            return (*_passing(game, state, seat), *abilities.offers(state, seat))
    return ()


def _passing(game: LunchtimeBattle, state: State, seat: Seat) -> list[Offer]:
    if state.phase != "count":
        return []
    found = []
    key = counting.seen(state)
    was = Choice("was", T("The count that was seen"), ((key, T("{key}", key=key)),), optional=True)
    if seat in counting.awaited(state):
        found.append(Offer(actions.Pass, T("I use no ability"), (was,)))
    if seat == state.start_seat:
        found.append(Offer(actions.Settle, T("The pick is final"), (was,), place="more"))
    return found


def _laying(game: LunchtimeBattle, state: State, seat: Seat) -> list[Offer]:
    known = game.known(state)
    found: list[Offer] = []
    hands = len(state.columns[seat])
    for hand in range(hands):
        place = seat + hand * state.seats
        which = _hand(hand, hands)
        rank: Place = "next" if state.laid[place] is None else "more"
        found.extend(_lay(known, which, rank))
        if state.firsts:
            rank = "next" if state.firsts[place] is None else "more"
            found.extend(_first(known, which, rank))
    return found


def _hand(hand: int, hands: int) -> tuple[Field, ...]:
    """The field that says which of two hands; none where everybody has one."""
    return (Number("hand", T("Hand {n}", n=hand + 1), hand, hand, optional=hand == 0),) if hands > 1 else ()


def _lay(known: tuple[Known, ...], which: tuple[Field, ...], place: Place) -> list[Offer]:
    label = T("My monster in the counting ring")
    names = tuple((of.name, _called(of)) for of in known if of.hunger is not None and of.foods is not None)
    found = [Offer(actions.Lay, label, (Choice("name", T("Monster"), names), *which), place=place)] if names else []
    numbers = (
        Note("name", T("Name of the monster"), NAME_LENGTH, optional=True),
        Number("hunger", T("Hunger symbols"), 0, HUNGER_SYMBOLS_HIGH),
        _symbols(),
        Flag("game_end", T("It has the ability Game End"), optional=True),
        *which,
    )
    examples = tuple(
        actions.Lay(hunger=hunger, foods=foods, hand=_hand_of(which))
        for hunger, foods in (
            (2, {"mushroom": 1, "potion": 2}),
            (1, {"meat": 1}),
            (3, {"mushroom": 2}),
            (4, {"potion": 1}),
        )
    )
    found.append(Offer(actions.Lay, label, numbers, examples=examples, place=place))
    return found


def _first(known: tuple[Known, ...], which: tuple[Field, ...], place: Place) -> list[Offer]:
    label = T("My first candidate")
    names = tuple((of.name, _called(of)) for of in known if of.foods is not None and not of.game_end)
    found = []
    if names:
        field = Choice("name", T("Monster"), names)
        found.append(Offer(actions.FirstCandidate, label, (field, *which), place=place))
    numbers = (Note("name", T("Name of the monster"), NAME_LENGTH, optional=True), _symbols(), *which)
    found.append(
        Offer(
            actions.FirstCandidate,
            label,
            numbers,
            constrained=any(of.game_end for of in known),
            examples=tuple(
                actions.FirstCandidate(foods=foods, hand=_hand_of(which))
                for foods in ({"meat": 1}, {"mushroom": 2}, {"potion": 1, "meat": 1})
            ),
            place=place,
        )
    )
    return found


def _hand_of(which: tuple[Field, ...]) -> int:
    return which[0].sample() if which else 0


def _called(of: Known) -> Text:
    return T("{monster}", monster=of.name)


def _symbols() -> Counts:
    return Counts("foods", T("Food symbols"), tuple(FOODS.items()), (FOOD_SYMBOLS_HIGH,) * len(FOODS))


def _sheet_offers(state: State, seat: Seat) -> list[Offer]:
    found = []
    if state.phase == "sheet":
        done = seat in state.complete
        label = T("My numbers are not complete after all") if done else T("My numbers are complete")
        flag = Flag("done", T("All entered"), optional=True)
        example = actions.SheetComplete(done=not done)
        place: Place = "more" if done else "next"
        found.append(Offer(actions.SheetComplete, label, (flag,), examples=(example,), place=place))
    hands = state.columns[seat]
    for hand, foods in enumerate(hands):
        for (food, label), n in zip(FOODS.items(), foods, strict=True):
            found.append(
                Offer(
                    actions.SetSymbols,
                    T("My {food} symbols", food=label),
                    (
                        Choice("food", T("Which food"), ((food, label),)),
                        Number("value", label, 0, SYMBOLS_HIGH, current=n),
                        *_hand(hand, len(hands)),
                    ),
                    place="sheet",
                )
            )
    return found


def table_offers(game: LunchtimeBattle, state: State) -> tuple[Offer, ...]:
    """What anybody may enter for the table."""
    found: list[Offer] = []
    if state.phase == "start":
        seats = SeatChoice("player", T("Start player"), tuple(range(state.seats)), by_lot=True)
        found.append(
            Offer(
                actions.StartPlayer,
                T("Start player"),
                (seats,),
                examples=tuple(actions.StartPlayer(player=seat) for seat in range(state.seats)),
            )
        )
    if state.phase == "count":
        target = Choice("target", T("Which monster"), abilities.labelled(state.ring))
        found.append(Offer(actions.PointAt, T("Pick by hand"), (target,), place="more"))
    if game.by_hand and (level := sheet.level_foods(state)) and state.phase in ("final", "sheet"):
        order = Order("order", T("Most wanted first"), tuple((food, FOODS[food]) for food in level))
        place: Place = "more" if not sheet.unranked(state) else "next" if state.phase == "final" else "sheet"
        found.append(Offer(actions.RankFoods, T("Rank the level foods"), (order,), place=place))
    if state.phase == "final" and not (game.by_hand and sheet.unranked(state)):
        found.append(Offer(actions.Decide, T("Who fetches lunch?")))
    if game.dishes and state.phase != "over":
        found.append(_dishes(state))
    if state.phase == "over":
        found.append(Offer(actions.GoOn, T("It was not over"), place="more"))
    elif state.phase != "final":
        found.append(Offer(actions.FinishNow, T("End the game now"), place="more"))
    if game.only_sheet:
        found.extend(_hunger_offers(state))
    return tuple(found)


def _dishes(state: State) -> Offer:
    fields = tuple(Note(food, label, DISH_LENGTH, optional=True) for food, label in FOODS.items())
    return Offer(
        actions.Dishes,
        T("What shall we eat?"),
        fields,
        examples=(actions.Dishes(), actions.Dishes(meat="A", potion="B")),
        place="next" if state.phase == "dishes" else "more",
    )


def _hunger_offers(state: State) -> list[Offer]:
    return [
        Offer(
            actions.SetHunger,
            T("Hunger: {food}", food=label),
            (
                Choice("food", T("Which food"), ((food, label),)),
                Number("value", label, 0, HUNGER_HIGH, current=n),
            ),
            place="sheet",
        )
        for (food, label), n in zip(FOODS.items(), state.hunger, strict=True)
    ]
