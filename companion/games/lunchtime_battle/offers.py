"""What may be entered now, by each seat and by the table as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.ending import complete_offer, end_offers
from companion.core.fields import Choice, Counts, Flag, Note, Number, Order, SeatChoice
from companion.core.game import Offer, Place
from companion.core.text import Seat, T, Text
from companion.games.lunchtime_battle import actions
from companion.games.lunchtime_battle.ability_offers import ability_offers, counted
from companion.games.lunchtime_battle.box import FOOD_SYMBOLS_HIGH, HUNGER_SYMBOLS_HIGH, NAME_LENGTH, Known
from companion.games.lunchtime_battle.counting import awaited, may_object, seen, unsaid
from companion.games.lunchtime_battle.dice import roll_field
from companion.games.lunchtime_battle.foods import FOODS, HUNGER_HIGH, SYMBOLS_HIGH
from companion.games.lunchtime_battle.learning import known
from companion.games.lunchtime_battle.names import lying, same_name
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.rounds import dice_of
from companion.games.lunchtime_battle.scoring import DISH_LENGTH
from companion.games.lunchtime_battle.state import State
from companion.games.lunchtime_battle.tiers import level_foods, unranked

Fixed = Mapping[str, str | int]

ROLLS: tuple[tuple[int | str, ...], ...] = (
    (6, 5, "meat", "meat", 2),
    ("mushroom", "potion", 3, 4, 6),
    (2, 2, 3, "potion", 6),
    ("meat", 4, 4, 5, "mushroom"),
)
"""Rolls as examples, cut to the number of dice."""


def offers(state: State, seat: Seat | None, options: Options) -> tuple[Offer, ...]:
    """What this seat may enter, or with None the table."""
    return _of_the_table(state, options) if seat is None else _of_a_seat(state, seat, options)


def _of_a_seat(state: State, seat: Seat, options: Options) -> tuple[Offer, ...]:
    if options.only_sheet:
        return tuple(_columns(state, seat))
    if state.ending.over or seat in state.away:
        return ()
    match state.phase:
        case "roll":
            field = roll_field(dice_of(state))
            examples = tuple(actions.Roll(dice=roll[: field.high]) for roll in ROLLS)
            # Whoever has the dice before them may enter the roll; so it stays when the start player is corrected.
            place: Place = "next" if seat == state.start_seat else "more"
            return (Offer(actions.Roll, T("The roll"), (field,), examples=examples, place=place),)
        case "lay":
            return tuple(_laying(state, seat, options))
        case "count":
            return (*_passing(state, seat), *ability_offers(state, seat))
        case "final":
            return ability_offers(state, seat)
    return ()


def _passing(state: State, seat: Seat) -> list[Offer]:
    found = []
    # No constant: it may be left out, and whoever saw another count is told so.
    key = seen(state)
    was = Choice("was", T("The count that was seen"), ((key, T("{key}", key=key)),), optional=True)
    missing = unsaid(state)
    if seat in may_object(state):
        found.append(Offer(actions.Pass, T("I use no ability"), (was,)))
    if seat == state.start_seat and len(missing) <= 1:
        foods = (_symbols(),) if missing else ()
        examples = (actions.Settle(foods={"potion": 2, "mushroom": 1}), actions.Settle(foods={})) if missing else ()
        found.append(Offer(actions.Settle, T("The pick is final"), (was, *foods), place="more", examples=examples))
    if missing:
        monster = Choice("monster", T("Which monster"), tuple((card.id, card.whose) for card in missing))
        shown = tuple(actions.SayFoods(monster=card.id, foods={"meat": 1, "potion": 1}) for card in missing)
        due: Place = "next" if seat in awaited(state) - may_object(state) else "more"
        label = T("Food symbols of the picked monster")
        found.append(Offer(actions.SayFoods, label, (monster, _symbols()), place=due, examples=shown))
    return found


def _laying(state: State, seat: Seat, options: Options) -> list[Offer]:
    monsters = known(state, options)
    found: list[Offer] = []
    for hand in range(state.hands):
        place = state.place(seat, hand)
        fixed = _hand(state, hand)
        taken = lying(state, actions.Lay, place)
        found.extend(_lay(monsters, taken, fixed, "next" if state.laid[place] is None else "more"))
        if state.firsts:
            taken = lying(state, actions.FirstCandidate, place)
            found.extend(_first(monsters, taken, fixed, "next" if state.firsts[place] is None else "more"))
    return found


def _hand(state: State, hand: int) -> Fixed:
    """What says which of two hands; nothing where everybody has one."""
    return {"hand": hand} if state.hands > 1 else {}


def _lay(monsters: tuple[Known, ...], taken: frozenset[str], fixed: Fixed, place: Place) -> list[Offer]:
    """By name or by numbers; a name that lies already is refused, and what lies face down is still in the list."""
    label = T("My monster in the counting ring")
    names = tuple((of.name, _called(of)) for of in monsters if of.hunger is not None)
    free = next((name for name, _ in names if same_name(name) not in taken), None)
    found = []
    if free is not None:
        field = Choice("name", T("Monster"), names)
        named = (actions.Lay(name=free, hand=int(fixed.get("hand", 0))),)
        found.append(Offer(actions.Lay, label, (field,), fixed, constrained=True, examples=named, place=place))
    numbers = (
        Note("name", T("Name of the monster"), NAME_LENGTH, optional=True),
        Number("hunger", T("Hunger symbols"), 0, HUNGER_SYMBOLS_HIGH),
        _symbols(optional=True),
        Flag("game_end", T("It has the ability Game End"), optional=True),
    )
    examples = tuple(
        actions.Lay(hunger=hunger, foods=foods, hand=int(fixed.get("hand", 0)))
        for hunger, foods in (
            (2, {"mushroom": 1, "potion": 2}),
            (1, {"meat": 1}),
            (3, {"mushroom": 2}),
            (4, None),
        )
    )
    found.append(Offer(actions.Lay, label, numbers, fixed, constrained=True, examples=examples, place=place))
    return found


def _first(monsters: tuple[Known, ...], taken: frozenset[str], fixed: Fixed, place: Place) -> list[Offer]:
    label = T("My first candidate")
    names = tuple((of.name, _called(of)) for of in monsters if of.foods is not None and not of.game_end)
    free = next((name for name, _ in names if same_name(name) not in taken), None)
    found = []
    if free is not None:
        field = Choice("name", T("Monster"), names)
        named = (actions.FirstCandidate(name=free, hand=int(fixed.get("hand", 0))),)
        found.append(
            Offer(actions.FirstCandidate, label, (field,), fixed, constrained=True, examples=named, place=place)
        )
    numbers = (Note("name", T("Name of the monster"), NAME_LENGTH, optional=True), _symbols())
    found.append(
        Offer(
            actions.FirstCandidate,
            label,
            numbers,
            fixed,
            constrained=True,
            examples=tuple(
                actions.FirstCandidate(foods=foods, hand=int(fixed.get("hand", 0)))
                for foods in ({"meat": 1}, {"mushroom": 2}, {"potion": 1, "meat": 1})
            ),
            place=place,
        )
    )
    return found


def _called(of: Known) -> Text:
    return T("{monster}", monster=of.name)


def _symbols(*, optional: bool = False) -> Counts:
    highs = (FOOD_SYMBOLS_HIGH,) * len(FOODS)
    return Counts("foods", T("Food symbols"), tuple(FOODS.items()), highs, optional=optional)


def _columns(state: State, seat: Seat) -> list[Offer]:
    found = []
    asked = seat not in state.away or seat in state.ending.complete
    if state.phase == "sheet" and not state.ending.over and asked:
        found.append(complete_offer(state.ending, seat))
    for hand, foods in enumerate(state.columns[seat]):
        for (food, label), n in zip(FOODS.items(), foods, strict=True):
            number = Number("value", label, 0, SYMBOLS_HIGH, current=n)
            fixed = {"food": food, **_hand(state, hand)}
            found.append(Offer(actions.SetSymbols, T("My {food} symbols", food=label), (number,), fixed, place="sheet"))
    return found


def _of_the_table(state: State, options: Options) -> tuple[Offer, ...]:
    over, found = state.ending.over, list[Offer]()
    if state.phase == "start":
        here = tuple(sorted(state.present))
        seats = SeatChoice("player", T("Start player"), here, by_lot=True)
        examples = tuple(actions.StartPlayer(player=seat) for seat in here)
        found.append(Offer(actions.StartPlayer, T("Start player"), (seats,), examples=examples))
    if state.phase == "count":
        target = Choice("target", T("Which monster"), counted(state.ring))
        found.append(Offer(actions.PointAt, T("Pick by hand"), (target,), place="more"))
    if not over:
        found += _deciding(state, options)
    if options.dishes and not over:
        found.append(_dishes(state))
    if over or state.phase != "final":
        found += end_offers(state.ending, ())
    if options.only_sheet:
        found += _hunger(state)
    return tuple(found)


def _deciding(state: State, options: Options) -> list[Offer]:
    """Level foods are ranked where the players do so themselves; then the errand can be decided."""
    found = []
    missing = options.by_hand and unranked(state.hunger, state.order)
    if options.by_hand and (level := level_foods(state.hunger)) and state.phase in ("final", "sheet"):
        order = Order("order", T("Most wanted first"), tuple((food, FOODS[food]) for food in level))
        place: Place = "more" if not missing else "next" if state.phase == "final" else "sheet"
        found.append(Offer(actions.RankFoods, T("Rank the level foods"), (order,), place=place))
    if state.phase == "final" and not missing:
        found.append(Offer(actions.Decide, T("Who fetches lunch?")))
    return found


def _dishes(state: State) -> Offer:
    fields = tuple(Note(food, label, DISH_LENGTH, optional=True) for food, label in FOODS.items())
    return Offer(
        actions.Dishes,
        T("What shall we eat?"),
        fields,
        examples=(actions.Dishes(), actions.Dishes(meat="A", potion="B")),
        place="next" if state.phase == "dishes" else "more",
    )


def _hunger(state: State) -> list[Offer]:
    return [
        Offer(
            actions.SetHunger,
            T("Hunger: {food}", food=label),
            (Number("value", label, 0, HUNGER_HIGH, current=n),),
            {"food": food},
            place="sheet",
        )
        for (food, label), n in zip(FOODS.items(), state.hunger, strict=True)
    ]
