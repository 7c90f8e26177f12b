"""What an entry does, in the sentences shown before it is confirmed and kept in the history after."""

from __future__ import annotations

from companion.core.game import Action, Clause, Telling
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.spank_the_monkey import actions as a
from companion.games.spank_the_monkey import rolls, telling_by_hand
from companion.games.spank_the_monkey.odds import spank_needs
from companion.games.spank_the_monkey.offering import must_draw
from companion.games.spank_the_monkey.pile import Junk, called, height_of
from companion.games.spank_the_monkey.state import KINDS, Pending, State, height, lead, target_index
from companion.games.spank_the_monkey.wording import (
    attack_words,
    falling_words,
    junk_words,
    lead_words,
    one_digit,
    outlook_words,
    signed,
    spank_words,
    sum_words,
)

# Words for cards without a name. Their own lines, because words inside other words are not gathered for translation.
REINFORCEMENT = T("a reinforcement")
SPECIAL_CARD = T("a special card")
DEFENCE_CARD = T("a defence card")
ATTACK_CARD = T("an attack card")


def tell(state: State, after: State, seat: Seat | None, action: Action, scares: bool) -> Telling:
    """The clauses of a legal entry that leads from ``state`` to ``after``; ``scares``: the scared monkey is on."""
    found = telling_by_hand.tell(state, after, action)
    if found is None:
        found = _table(state, after, action)
    if found is None and seat is not None:
        found = _seat(state, after, seat, action, scares)
    if found is None:
        found = (Clause(T("An entry for the table.")),)
    return (*found, *_ending(state, after))


def _ending(state: State, after: State) -> Telling:
    if after.monkey_won and not state.monkey_won:
        return (Clause(T("The draw pile is empty: the monkey wins."), "cost"),)
    if after.turn is not None and after.turns > state.turns:
        return (Clause(T("It is the turn of {who}.", who=Who(after.turn))),)
    return ()


def _table(state: State, after: State, action: Action) -> Telling | None:
    match action:
        case a.MonkeyHeight():
            words = T(
                "Roll {die} + 7: the monkey starts at height {height}.", die=action.die[0], height=after.monkey or 0
            )
            return (Clause(words),)
        case a.StartRoll():
            best = max(face for _, face in action.dice)
            if after.turn is not None:
                return (Clause(T("{who} rolls highest with {die} and starts.", who=Who(after.turn), die=best)),)
            names = Listing(tuple(Who(seat) for seat in after.contenders))
            return (Clause(T("{names} are level with {die} and roll again.", names=names, die=best)),)
        case a.StartPlayer():
            return (Clause(T("{who} starts.", who=Who(action.player))),)
        case a.GoOn():
            return (
                Clause(
                    TN(
                        "The game goes on with {n} card in the draw pile.",
                        "The game goes on with {n} cards in the draw pile.",
                        action.deck,
                    )
                ),
            )
        case a.DeckEmpty():
            return (Clause(T("The draw pile is empty now; it was counted as {n}.", n=state.deck)),)
        case a.CallOff() if state.attack is not None:
            junk = rolls.target(state, state.attack).called
            return (
                Clause(T("The attack on {junk} is called off.", junk=junk)),
                *telling_by_hand.because(action.reason),
            )
        case a.Redirect() if after.attack is not None:
            words = T("The attack is aimed at {junk} of {who} now.", **_named(after, after.attack))
            return (Clause(words), *_odds(after, after.attack), *telling_by_hand.because(action.reason))
    return None


def _named(state: State, attack: Pending) -> dict[str, Text | str | Who]:
    return {"junk": rolls.target(state, attack).called, "who": Who(attack.owner)}


def _seat(state: State, after: State, seat: Seat, action: Action, scares: bool) -> Telling | None:
    who = Who(seat)
    match action:
        case a.Draw():
            return _draw(state, after, seat, action)
        case a.Build():
            junk = after.piles[seat][-1]
            built = T(
                "{who} builds {junk}: from {old} to {new}.",
                who=who,
                junk=junk_words(junk),
                old=height(state, seat),
                new=height(after, seat),
            )
            return (
                Clause(built),
                Clause(spank_words(lead(after, seat)), "gain" if lead(after, seat) >= 0 else "plain"),
            )
        case a.Reinforce():
            old, new = state.piles[seat][-1], after.piles[seat][-1]
            words = T(
                "{who} puts {card} on {junk}: strength {old} becomes {new}.",
                who=who,
                card=called(new.reinforcements[-1].name, REINFORCEMENT),
                junk=new.called,
                old=old.full_strength,
                new=new.full_strength,
            )
            return (Clause(words, "gain"),)
        case a.Attack() if after.attack is not None:
            return _attack(after, seat, after.attack)
        case a.Defend() if after.attack is not None:
            return _defend(after, who, action, after.attack)
        case a.AttackRoll() if state.attack is not None:
            return _attack_roll(state, after, state.attack, action.die[0])
        case a.AttackByCard() if state.attack is not None:
            if not action.destroyed:
                return (Clause(T("{junk} of {who} stands.", **_named(state, state.attack))),)
            return (_broken(state, state.attack), *_then(after, state.attack.owner))
        case a.CollisionRoll() if state.falling is not None:
            return _collision(state, after, action.die[0])
        case a.Spank():
            return _spank(state, after, seat, action.die[0], scares)
        case a.EndTurn():
            return _end_turn(after, who, action)
        case a.MonkeyRoll():
            return (Clause(_monkey(state, after, action.die[0])),)
        case a.Special():
            words = T("{who} plays {card}.", who=who, card=called(action.cards[0].name.strip(), SPECIAL_CARD))
            effect = action.effect.strip()
            return (Clause(words), Clause(T("Effect: {effect}", effect=effect))) if effect else (Clause(words),)
    return None


def _draw(state: State, after: State, seat: Seat, action: a.Draw) -> Telling:
    taken = state.deck - after.deck
    clauses = [
        Clause(
            TN(
                "{who} draws {n} card; {left} left.",
                "{who} draws {n} cards; {left} left.",
                taken,
                who=Who(seat),
                left=after.deck,
            )
        )
    ]
    must = must_draw(state.hands[seat])
    if action.cards != must:
        clauses.append(Clause(T("By the rules {n}, with a hand of {hand}.", n=must, hand=state.hands[seat]), "cost"))
    return tuple(clauses)


def _odds(state: State, attack: Pending) -> Telling:
    """What the roll of an attack needs, and what a hit leaves of the pile."""
    pile, index = state.piles[attack.owner], target_index(state, attack)
    left = outlook_words(attack.owner, height_of(pile), rolls.outlook(pile, index))
    if attack.modifier is None:
        return (Clause(T("It has no attack value: what happens is up to the card.")), Clause(left))
    return (Clause(attack_words(state, attack)), Clause(left))


def _attack(after: State, seat: Seat, attack: Pending) -> Telling:
    head = T(
        "{kind} of {attacker} with {card} on {junk} of {who}.",
        kind=KINDS[attack.kind],
        attacker=Who(seat),
        card=called(attack.card, ATTACK_CARD),
        **_named(after, attack),
    )
    clauses = [Clause(head), *_odds(after, attack)]
    if attack.modifier is not None:
        here = rolls.aim(after, (attack.owner, target_index(after, attack)), attack.bonus)
        best = rolls.best_aim(after, seat, attack.kind, attack.bonus)
        if best is not None and best.loss > here.loss:
            clauses.append(
                Clause(
                    T(
                        "{junk} of {who} would cost more height on average: {best}, this one {here}.",
                        junk=after.piles[best.owner][best.index].called,
                        who=Who(best.owner),
                        best=one_digit(best.loss),
                        here=one_digit(here.loss),
                    )
                )
            )
    return tuple(clauses)


def _defend(after: State, who: Who, action: a.Defend, attack: Pending) -> Telling:
    if not action.cards:
        return (Clause(T("{who} lets the attack come.", who=who)), *_odds(after, attack))
    cards = Listing(tuple(called(card.name.strip(), DEFENCE_CARD) for card in action.cards))
    value = signed(-sum(card.value for card in action.cards))
    words = T("{who} defends with {cards}: {value} on the roll.", who=who, cards=cards, value=value)
    return (Clause(words, "gain"), *_odds(after, attack))


def _attack_roll(state: State, after: State, attack: Pending, die: int) -> Telling:
    junk = rolls.target(state, attack)
    if die == 1:
        return (Clause(T("A natural 1: the attack on {junk} of {who} fails.", **_named(state, attack))),)
    rolled = sum_words(die, attack.modifier or 0, sum(value for _, value in attack.defences))
    words = T("{sum} against strength {strength}.", sum=rolled, strength=junk.full_strength)
    if not rolls.hits(attack, junk.full_strength, die):
        return (Clause(words), Clause(T("{junk} of {who} stands.", **_named(state, attack))))
    return (Clause(words), _broken(state, attack), *_then(after, attack.owner))


def _broken(state: State, attack: Pending) -> Clause:
    junk = rolls.target(state, attack)
    if junk.reinforcements:
        return Clause(T("{junk} of {who} is destroyed, with its reinforcements.", **_named(state, attack)), "cost")
    return Clause(T("{junk} of {who} is destroyed.", **_named(state, attack)), "cost")


def _then(after: State, owner: Seat) -> Telling:
    """What falls next in a pile, or how high it is now that all is still."""
    if after.falling is not None:
        return (Clause(falling_words(after, after.falling), "cost"),)
    where = lead_words(lead(after, owner))
    words = T(
        "All is still: {who} stands at {height}, {where}.", who=Who(owner), height=height(after, owner), where=where
    )
    return (Clause(words),)


def _collision(state: State, after: State, die: int) -> Telling:
    if state.falling is None:
        return ()
    hit = rolls.impact(state, state.falling, die)
    touching: list[tuple[Junk, bool]] = [(hit.faller, hit.faller_breaks)]
    if hit.lander is not None:
        touching.append((hit.lander, hit.lander_breaks))
    clauses = [Clause(T("Collision roll of {who}: {die}.", who=Who(state.falling.owner), die=die))]
    for junk, breaks in touching:
        if breaks:
            words = T("{junk} (strength {strength}) breaks.", junk=junk.called, strength=junk.full_strength)
        else:
            words = T("{junk} (strength {strength}) holds.", junk=junk.called, strength=junk.full_strength)
        clauses.append(Clause(words, "cost" if breaks else "plain"))
    return (*clauses, *_then(after, state.falling.owner))


def _spank(state: State, after: State, seat: Seat, die: int, scares: bool) -> Telling:
    least = spank_needs(lead(state, seat)) or 0
    if after.winner is not None:
        return (
            Clause(
                T("Roll {die}, {least} needed: {who} spanks the monkey and wins!", die=die, least=least, who=Who(seat)),
                "gain",
            ),
        )
    missed = Clause(
        T("Roll {die}, {least} needed: {who} misses the monkey.", die=die, least=least, who=Who(seat)), "cost"
    )
    if not scares:
        return (missed,)
    return (missed, Clause(_moved(state, after, T("It takes fright."))))


def _moved(state: State, after: State, why: Text) -> Text:
    old, new = state.monkey or 0, after.monkey or 0
    if new > old:
        return T("{why} The monkey climbs to {height}.", why=why, height=new)
    if new < old:
        return T("{why} The monkey climbs down to {height}.", why=why, height=new)
    return T("{why} The monkey stays at {height}, as far as it can go.", why=why, height=new)


def _monkey(state: State, after: State, die: int) -> Text:
    if die in (1, 6):
        return _moved(state, after, T("Roll {die}.", die=die))
    return T("Roll {die}. The monkey stays at {height}.", die=die, height=after.monkey or 0)


def _end_turn(after: State, who: Who, action: a.EndTurn) -> Telling:
    clauses = [
        Clause(
            TN(
                "{who} discards {n} card and ends the turn.",
                "{who} discards {n} cards and ends the turn.",
                action.discard,
                who=who,
            )
        )
        if action.discard
        else Clause(T("{who} ends the turn.", who=who))
    ]
    if after.phase == "monkey":
        clauses.append(Clause(T("Now a roll for the monkey: 1 one down, 6 one up.")))
    return tuple(clauses)
