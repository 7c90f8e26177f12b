"""What an entry does, in the sentence shown before it is confirmed and kept in the history after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.game import Action, Clause, Telling
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.lunchtime_battle import actions, sheet
from companion.games.lunchtime_battle.abilities import ENDINGS, REMOVED, SIDES
from companion.games.lunchtime_battle.counting import Count, card_of, count
from companion.games.lunchtime_battle.dice import FACE_WORDS, foods_of
from companion.games.lunchtime_battle.foods import FOODS, Foods, amounts
from companion.games.lunchtime_battle.ring import explained
from companion.games.lunchtime_battle.state import Card, State, pips

if TYPE_CHECKING:
    from companion.games.lunchtime_battle.play import LunchtimeBattle


def tell(game: LunchtimeBattle, state: State, seat: Seat | None, action: Action) -> Telling:
    """The clauses of a legal entry."""
    who = Who(seat if seat is not None else 0)
    match action:
        case actions.Dishes():
            return (Clause(_dishes(action)),)
        case actions.StartPlayer():
            return (Clause(T("{who} gets the start player marker and rolls first.", who=Who(action.player))),)
        case actions.Roll():
            return _roll(who, action)
        case actions.Lay() | actions.FirstCandidate():
            return _laid(state, who, action, game.apply(state, seat, action))
        case actions.Ability():
            return _ability(state, who, action, game.apply(state, seat, action))
        case actions.Pass():
            return _passed(state, who, game.apply(state, seat, action))
        case actions.Settle():
            return _settled(state, game.apply(state, seat, action))
        case actions.PointAt():
            return (Clause(T("The table picks {monster} by hand.", monster=named(card_of(state, action.target)))),)
        case actions.RankFoods():
            order = Listing(tuple(FOODS[food] for food in action.order))
            return (Clause(T("The level foods are wanted in this order: {foods}.", foods=order)),)
        case actions.Decide():
            return _decided(game, state)
        case actions.FinishNow() if game.only_sheet:
            return _finished(game, state, game.apply(state, seat, action))
        case actions.FinishNow():
            return (Clause(T("The game ends here; the final count begins."), "cost"),)
        case actions.GoOn():
            return (Clause(T("It was not over: back to the numbers.")),)
    return _sheet(game, state, seat, who, action)


def _dishes(action: actions.Dishes) -> Text:
    dishes = zip(FOODS.values(), (action.meat.strip(), action.mushroom.strip(), action.potion.strip()), strict=True)
    named = tuple(T("{food} stands for {dish}", food=food, dish=dish) for food, dish in dishes if dish)
    return T("What shall we eat? {dishes}.", dishes=Listing(named)) if named else T("The symbols stand for themselves.")


def _roll(who: Who, action: actions.Roll) -> Telling:
    foods = foods_of(action.dice)
    rolled = T("{who} rolls {dice}: total {n}.", who=who, dice=faces(action.dice), n=pips(action.dice))
    return (Clause(rolled), *_hungrier(foods))


def faces(dice: tuple[int | str, ...]) -> Listing:
    """A roll as "6 + 4 + Meat"."""
    return Listing(tuple(FOODS[face] if isinstance(face, str) else face for face in dice), "plus")


def _hungrier(foods: tuple[int, ...]) -> Telling:
    moved = tuple(T("{food} +{n}", food=label, n=n) for label, n in zip(FOODS.values(), foods, strict=True) if n > 0)
    moved += tuple(T("{food} −{n}", food=label, n=-n) for label, n in zip(FOODS.values(), foods, strict=True) if n < 0)
    return (Clause(T("Hunger: {foods}.", foods=Listing(moved)), "gain"),) if moved else ()


def _difference(after: Foods, before: Foods) -> tuple[int, ...]:
    return tuple(new - old for new, old in zip(after, before, strict=True))


def named(card: Card) -> Text:
    """A monster with whose it is, and in which hand where everybody has two."""
    if card.name and card.hand:
        return T("{monster} ({who}, hand {n})", monster=card.name, who=Who(card.seat), n=card.hand)
    return T("{monster} ({who})", monster=card.name, who=Who(card.seat)) if card.name else card.label


def _laid(state: State, player: Who, action: actions.Lay | actions.FirstCandidate, after: State) -> Telling:
    place = player.seat + action.hand * state.seats
    name = action.name.strip()
    if after.phase == "count":
        pile = after.ring if isinstance(action, actions.Lay) else after.candidates
        card = next(card for card in pile if card.place == place)
    else:
        found = after.laid[place] if isinstance(action, actions.Lay) else after.firsts[place]
        assert found is not None
        card = found
    who: Who | Text = T("{who} (hand {n})", who=player, n=card.hand) if card.hand else player
    what: Text | Listing = amounts(card.foods)
    if isinstance(action, actions.FirstCandidate):
        first = (
            T("{who}'s first candidate is {monster}: {foods}.", who=who, monster=name, foods=what)
            if name
            else T("{who}'s first candidate: {foods}.", who=who, foods=what)
        )
    elif name:
        first = TN(
            "{who} lays {monster}: {n} hunger symbol, {foods}.",
            "{who} lays {monster}: {n} hunger symbols, {foods}.",
            card.hunger,
            who=who,
            monster=name,
            foods=what,
        )
    else:
        first = TN(
            "{who} lays a monster: {n} hunger symbol, {foods}.",
            "{who} lays a monster: {n} hunger symbols, {foods}.",
            card.hunger,
            who=who,
            foods=what,
        )
    if after.phase != "count":
        return (Clause(first),)
    turned = Clause(T("All monsters are turned up."))
    return (Clause(first), turned, *_hungrier(_difference(after.hunger, state.hunger)), Clause(lands(after)))


def lands(state: State) -> Text:
    """Where the count ends now, and why."""
    now = count(state)
    if now.card is None:
        return T("Nothing can be counted: nobody is picked.")
    if state.pointed or now.landing is None:
        return T("The table picks {monster} by hand.", monster=named(now.card))
    return T(
        "{sum}: symbol {n} of {monster}.",
        sum=explained(state.total, now.landing),
        n=now.landing.symbol,
        monster=named(now.card),
    )


def _ability(state: State, who: Who, action: actions.Ability, after: State) -> Telling:
    card = card_of(state, action.monster)
    used = T("{who} uses {monster}.", who=who, monster=card.label)
    clauses = [Clause(used), Clause(_effect(state, action, after))]
    if note := action.note.strip():
        clauses.append(Clause(T("“{note}”", note=note)))
    if after.phase == "count":
        before, now = count(state), count(after)
        clauses.append(Clause(lands(after), "plain" if _same(before, now) else "cost"))
        if len(now.picked) > 1:
            also = Listing(tuple(named(card) for card in now.picked[1:]))
            clauses.append(Clause(T("Picked as well: {monsters}.", monsters=also), "cost"))
    elif state.phase == "count":
        clauses.append(Clause(T("The final count begins."), "cost"))
    return tuple(clauses)


def _same(before: Count, now: Count) -> bool:
    return [card.id for card in before.picked] == [card.id for card in now.picked]


def _effect(state: State, action: actions.Ability, after: State) -> Text:
    match action:
        case actions.ChangeTotal() if state.total + action.change < 0:
            return T("The total goes from {old} to {new}: it never falls below 0.", old=state.total, new=after.total)
        case actions.ChangeTotal():
            return T("The total goes from {old} to {new}.", old=state.total, new=after.total)
        case actions.ChangeDie():
            return _changed_die(state, action, after)
        case actions.Reverse():
            if after.backwards:
                return T("Counting now runs counter-clockwise.")
            return T("Counting runs clockwise again.")
        case actions.StartFrom():
            return T("The count begins at {monster}.", monster=named(card_of(state, action.target)))
        case actions.Skip():
            return T("{monster} is not counted.", monster=named(card_of(state, action.target)))
        case actions.Neighbour():
            return T("Also picked: the {side} of the picked monster.", side=SIDES[action.side])
        case actions.ChangeSymbols():
            was = card_of(state, action.target)
            now = next(card for card in after.ring if card.id == action.target)
            return TN(
                "{monster}: {new} hunger symbol instead of {old}.",
                "{monster}: {new} hunger symbols instead of {old}.",
                now.counts,
                monster=named(was),
                new=now.counts,
                old=was.counts,
            )
        case actions.MoveHunger():
            index = list(FOODS).index(action.food)
            return T(
                "Hunger for {food}: from {old} to {new}.",
                food=FOODS[action.food],
                old=state.hunger[index],
                new=after.hunger[index],
            )
        case actions.ChangeCandidate():
            index = list(FOODS).index(action.food)
            was = card_of(state, action.target)
            now = next(card for card in after.candidates if card.id == action.target)
            return T(
                "{monster}: {food} {new} instead of {old}.",
                monster=named(was),
                food=FOODS[action.food],
                new=now.foods[index],
                old=was.foods[index],
            )
        case actions.EndGame():
            return T("Game End: the game ends {when}.", when=ENDINGS[action.when])
    return T("The table does what its card says.")


def _changed_die(state: State, action: actions.ChangeDie, after: State) -> Text:
    face = FACE_WORDS[action.die]
    total = after.total
    if action.to == REMOVED and action.every:
        return T("Every {face} is removed: the total is {n}.", face=face, n=total)
    if action.to == REMOVED:
        return T("A {face} is removed: the total is {n}.", face=face, n=total)
    if action.every:
        return T("Every {face} becomes {to}: the total is {n}.", face=face, to=FACE_WORDS[action.to], n=total)
    return T("A {face} becomes {to}: the total is {n}.", face=face, to=FACE_WORDS[action.to], n=total)


def _passed(state: State, who: Who, after: State) -> Telling:
    first = Clause(T("{who} uses no ability.", who=who))
    if after.phase == "count" and after.pick == state.pick:
        return (first,)
    return (first, *_settled(state, after))


def _settled(state: State, after: State) -> Telling:
    now = count(state)
    clauses = []
    if now.card is None:
        clauses.append(Clause(T("Nothing could be counted: nobody is picked.")))
    clauses.extend(
        Clause(T("{monster} is picked and wants {foods}.", monster=named(card), foods=amounts(card.foods)), "cost")
        for card in now.picked
    )
    clauses.extend(_hungrier(_difference(after.hunger, state.hunger)))
    if after.phase == "count":
        clauses.append(Clause(T("Next pick:")))
        clauses.append(Clause(lands(after)))
    elif after.phase == "final":
        clauses.append(Clause(T("That was the last round: the final count begins.")))
    else:
        clauses.append(
            Clause(
                T(
                    "The others are discarded, everybody draws back to two cards. Round {n}: {who} starts.",
                    n=after.round,
                    who=Who(after.start_seat),
                )
            )
        )
    return tuple(clauses)


def _decided(game: LunchtimeBattle, state: State) -> Telling:
    """Who fetches lunch; the whole chain is the result's own sentence."""
    names = tuple(str(seat) for seat in range(state.seats))
    result = game.score(game.sheet(state, names))
    runners = tuple(Who(int(name)) for name in result.losers)
    if len(runners) == 1:
        return (Clause(T("{who} fetches lunch.", who=runners[0]), "cost"),)
    return (Clause(T("{who} fetch lunch together.", who=Listing(runners)), "cost"),)


def _finished(game: LunchtimeBattle, state: State, after: State) -> Telling:
    if after.phase == "final":
        level = Listing(tuple(FOODS[food] for food in sheet.level_foods(state)))
        return (Clause(T("{foods} are level: rank them, then the errand is decided.", foods=level)),)
    return _decided(game, after)


def _sheet(game: LunchtimeBattle, state: State, seat: Seat | None, who: Who, action: Action) -> Telling:
    match action:
        case actions.SetHunger():
            old = state.hunger[list(FOODS).index(action.food)]
            return (
                Clause(
                    T("Hunger for {food}: from {old} to {new}.", food=FOODS[action.food], old=old, new=action.value)
                ),
            )
        case actions.SetSymbols():
            old = state.columns[who.seat][action.hand][list(FOODS).index(action.food)]
            words = T(
                "{who}: {food} {new} instead of {old}.", who=who, food=FOODS[action.food], new=action.value, old=old
            )
            return (Clause(words),)
        case actions.SheetComplete(done=False):
            return (Clause(T("{who}: my numbers are not complete after all.", who=who)),)
    first = Clause(T("{who}: my numbers are complete.", who=who))
    after = game.apply(state, seat, action)
    return (first,) if after.phase == "sheet" else (first, *_finished(game, state, after))
