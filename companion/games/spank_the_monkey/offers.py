"""What may be entered now, by a seat and by the table as a whole."""

from __future__ import annotations

from companion.core.fields import Cards, Choice, Dice, Flag, Note, Number, SeatChoice
from companion.core.game import Offer
from companion.core.text import Seat, T, Text
from companion.games.spank_the_monkey import actions as a
from companion.games.spank_the_monkey.aiming import targets
from companion.games.spank_the_monkey.drawing import must_draw
from companion.games.spank_the_monkey.fields import CATEGORY, JUNK_CARD, REINFORCEMENT_CARD, junk_choice
from companion.games.spank_the_monkey.odds import spank_needs
from companion.games.spank_the_monkey.offers_by_hand import DRAW_HIGH, offers_by_hand
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.pile import MODIFIER_HIGH, MODIFIER_LOW, PILE_HIGH
from companion.games.spank_the_monkey.refusals import seen
from companion.games.spank_the_monkey.state import (
    DECK_HIGH,
    KINDS,
    State,
    awaits_defence,
    height,
    lead,
    monkey_roller,
    throwers,
)

FACES = (1, 2, 3, 4, 5, 6)
DISCARD_HIGH = 2
DEFENCES_HIGH = 6
EVERY_FACE = tuple((face,) for face in FACES)


def offers(state: State, seat: Seat | None, options: Options) -> tuple[Offer, ...]:
    """What this seat may enter, or with None the table."""
    return _of_the_table(state) if seat is None else _of_a_seat(state, seat, options)


def _of_the_table(state: State) -> tuple[Offer, ...]:
    if state.over:
        count = Number("deck", T("Cards in the draw pile"), 1, DECK_HIGH, current=max(1, state.deck))
        return (Offer(a.GoOn, T("The game goes on"), (count,), place="more"),)
    if state.phase == "height":
        die = Dice("die", T("Roll for the monkey"), 1, 1)
        examples = tuple(a.MonkeyHeight(die=face) for face in EVERY_FACE)
        return (Offer(a.MonkeyHeight, T("Roll for the monkey's height"), (die,), examples=examples),)
    if state.turn is None:
        return _starting(state)
    return offers_by_hand(state)


def _starting(state: State) -> tuple[Offer, ...]:
    throwing = state.throwing or state.contenders
    ids = tuple(str(seat) for seat in throwing)
    dice = Dice("dice", T("One die for each of you"), len(ids), len(ids), (FACES,), ids)
    shows = [tuple((die, face) for die, face in zip(ids, faces, strict=True)) for faces in _throws(len(ids))]
    return (
        Offer(
            a.StartRoll, T("Roll to see who starts"), (dice,), examples=tuple(a.StartRoll(dice=show) for show in shows)
        ),
        Offer(
            a.StartPlayer,
            T("Say who starts"),
            (SeatChoice("player", T("Start player"), state.here or state.seats),),
            examples=tuple(a.StartPlayer(player=seat) for seat in throwing),
        ),
    )


def _throws(dice: int) -> tuple[tuple[int, ...], ...]:
    """A throw that decides, one whose last two are level on top, and one in which all are level."""
    return (6, *(3,) * (dice - 1)), (*(2,) * (dice - 2), 5, 5), (4,) * dice


def _of_a_seat(state: State, seat: Seat, options: Options) -> tuple[Offer, ...]:
    if state.over or state.turn is None or seat in state.away:
        return ()
    special = Offer(
        a.Special,
        T("Play a special card"),
        (
            Cards("cards", T("Special card, or a sneak attack that hits no junk"), "specials", 1, 1),
            Note("effect", T("What it does"), 200, optional=True),
        ),
        examples=(a.Special(cards=(a.NamedCard("Banana"),), effect="The monkey climbs"),),
        place="more",
    )
    if state.falling is not None:
        own = _falling(state) if seat in throwers(state, state.falling) else ()
    elif state.attack is not None:
        own = _attacked(state, seat)
    elif state.phase == "monkey":
        own = _monkey() if seat == monkey_roller(state) else ()
    elif seat == state.turn:
        own = _turn(state, seat, options)
    else:
        own = ()
    return (*own, special)


def _was(state: State) -> Choice:
    key = seen(state)
    return Choice("was", T("The roll that was seen"), ((key, T("{key}", key=key)),), optional=True)


def _falling(state: State) -> tuple[Offer, ...]:
    die = Dice("die", T("Collision roll"), 1, 1)
    examples = tuple(a.CollisionRoll(die=face) for face in EVERY_FACE)
    return (Offer(a.CollisionRoll, T("Roll for the collision"), (die, _was(state)), examples=examples),)


def _attacked(state: State, seat: Seat) -> tuple[Offer, ...]:
    attack = state.attack
    if attack is None:
        return ()
    found: list[Offer] = []
    if seat == attack.owner and awaits_defence(state, attack):
        value = Number("value", T("Taken off the roll"), MODIFIER_LOW, MODIFIER_HIGH)
        cards = Cards("cards", T("Defence cards"), "defences", 0, DEFENCES_HIGH, (value,), optional=True)
        examples = (a.Defend(), a.Defend(cards=(a.DefenceCard("Guard dog", 1),)))
        found.append(Offer(a.Defend, T("Defend, or let it come"), (cards,), examples=examples))
    if seat == attack.attacker:
        die = Dice("die", T("Attack roll"), 1, 1)
        rolled = tuple(a.AttackRoll(die=face) for face in EVERY_FACE)
        found.append(Offer(a.AttackRoll, T("Roll for the attack"), (die, _was(state)), examples=rolled))
        if attack.modifier is None:
            flag = Flag("destroyed", T("The junk is destroyed"))
            either = (a.AttackByCard(destroyed=True), a.AttackByCard(destroyed=False))
            found.append(Offer(a.AttackByCard, T("Do what the card says"), (flag, _was(state)), examples=either))
    value = Number("value", T("Added to the roll"), MODIFIER_LOW, MODIFIER_HIGH)
    card = Cards("cards", T("Card that changes the roll"), "specials", 1, 1, (value,))
    more = (a.AddToRoll(cards=(a.RollCard("Adrenaline", 2),)),)
    found.append(Offer(a.AddToRoll, T("Change the attack roll with a card"), (card,), examples=more, place="more"))
    return tuple(found)


def _monkey() -> tuple[Offer, ...]:
    die = Dice("die", T("Roll for the monkey"), 1, 1)
    moves = tuple(a.MonkeyRoll(die=face) for face in EVERY_FACE)
    return (Offer(a.MonkeyRoll, T("Roll for the monkey"), (die,), examples=moves),)


def _turn(state: State, seat: Seat, options: Options) -> tuple[Offer, ...]:
    if state.phase == "draw":
        must = must_draw(state.hands[seat])
        cards = Number("cards", T("Cards drawn"), 0, DRAW_HIGH)
        examples = (a.Draw(cards=must), a.Draw(cards=3 - must))
        return (Offer(a.Draw, T("Draw {n}", n=must), (cards,), examples=examples),)
    found: list[Offer] = []
    if state.phase == "build":
        found.extend(_building(state, seat, options.free_building))
    if state.phase in ("build", "attack"):
        found.extend(_attacking(state, seat))
        if not state.tried and spank_needs(lead(state, seat)) is not None:
            die = Dice("die", T("Roll for the spank"), 1, 1)
            rolled = tuple(a.Spank(die=face) for face in EVERY_FACE)
            found.append(Offer(a.Spank, T("Spank the monkey"), (die,), examples=rolled))
    discard = Number("discard", T("Cards discarded"), 0, DISCARD_HIGH, optional=True)
    ends = tuple(a.EndTurn(discard=n) for n in range(DISCARD_HIGH + 1))
    found.append(Offer(a.EndTurn, T("End my turn"), (discard,), examples=ends))
    return tuple(found)


def _building(state: State, seat: Seat, free: bool) -> list[Offer]:
    found: list[Offer] = []
    pile = state.piles[seat]
    if (free or not state.built) and len(pile) < PILE_HIGH:
        built = (
            a.Build(cards=(a.JunkCard("Safe", 1, 5),), category="furniture"),
            a.Build(cards=(a.JunkCard("Dinosaur Skeleton", 4, 3),)),
            a.Build(cards=(a.JunkCard("Compost", 2, 2),), category="organic"),
            a.Build(cards=(a.JunkCard("Lamp", 1, 1),), end=True),
        )
        ends = Flag("end", T("My turn ends with it"), optional=True)
        found.append(Offer(a.Build, T("Build junk"), (JUNK_CARD, CATEGORY, ends), examples=built))
    if (free or not state.reinforced) and pile:
        stronger = (a.Reinforce(cards=(a.ReinforcementCard("Rope", 1),)),)
        found.append(Offer(a.Reinforce, T("Reinforce my top junk"), (REINFORCEMENT_CARD,), examples=stronger))
    return found


def _attacking(state: State, seat: Seat) -> list[Offer]:
    found: list[Offer] = []
    for kind, label in KINDS.items():
        places = targets(state, seat, kind)
        if not places:
            continue
        modifier = Number("modifier", T("Attack modifier"), MODIFIER_LOW, MODIFIER_HIGH, optional=kind == "sneak")
        examples = [
            a.Attack(kind=kind, cards=(a.AttackCard("Crowbar", 2 + index % 2),), target=place)
            for index, place in enumerate(places)
        ]
        if kind == "sneak":
            examples += [a.Attack(kind=kind, cards=(a.AttackCard("Termites"),), target=place) for place in places]
        found.append(
            Offer(
                a.Attack,
                label,
                (
                    Cards("cards", T("Attack card"), "attacks", 1, 1, (modifier,)),
                    junk_choice("target", T("Target"), state, places, _reach(state, seat, kind)),
                ),
                {"kind": kind},
                examples=tuple(examples),
            )
        )
    return found


def _reach(state: State, seat: Seat, kind: str) -> Text:
    """What an attack of this kind may be aimed at."""
    if kind != "hand":
        return T("Choose a junk card that lies in a pile.")
    mine = height(state, seat)
    if mine == 0:
        return T("You stand on the ground: a hand attack reaches only the bottom junk of a pile.")
    return T(
        "You stand at {height}: a hand attack reaches only junk that spans this height, or the top of your own pile.",
        height=mine,
    )
