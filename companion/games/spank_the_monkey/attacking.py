"""An attack from its card to its roll: declared, defended, redirected or called off, rolled."""

from __future__ import annotations

from dataclasses import replace

from companion.core.correction import because
from companion.core.game import Clause, Step, Telling
from companion.core.steps import said, then
from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.spank_the_monkey import actions as a
from companion.games.spank_the_monkey.aiming import aim, best_aim, hits
from companion.games.spank_the_monkey.collisions import afterwards, destroyed, outlook
from companion.games.spank_the_monkey.pile import called, height_of
from companion.games.spank_the_monkey.state import (
    KINDS,
    Pending,
    State,
    awaits_defence,
    target,
    target_index,
    with_hand,
)
from companion.games.spank_the_monkey.wording import (
    attack_words,
    one_digit,
    outlook_words,
    signed,
    sum_words,
)

# Words for cards without a name. Their own lines, because words inside other words are not gathered for translation.
DEFENCE_CARD = T("a defence card")
ATTACK_CARD = T("an attack card")
ROLL_CARD = T("a card")


def declared(state: State, seat: Seat, action: a.Attack) -> Step[State]:
    """A seat plays an attack card; building is over for this turn."""
    owner, index = action.target
    card, junk = action.cards[0], state.piles[owner][index]
    number = state.attacks + 1
    attack = Pending(number, seat, Seat(owner), junk.id, action.kind, card.name.strip(), card.modifier)
    after = replace(with_hand(state, seat, -1), phase="attack", attack=attack, attacks=number)
    head = T(
        "{kind} of {attacker} with {card} on {junk} of {who}.",
        kind=KINDS[attack.kind],
        attacker=Who(seat),
        card=called(attack.card, ATTACK_CARD),
        **_named(after, attack),
    )
    return Step(after, (Clause(head), *_odds(after, attack), *_better(after, attack)))


def _named(state: State, attack: Pending) -> dict[str, Text | str | Who]:
    return {"junk": target(state, attack).called, "who": Who(attack.owner)}


def _odds(state: State, attack: Pending) -> Telling:
    """What the roll of an attack needs, and what a hit leaves of the pile."""
    pile, index = state.piles[attack.owner], target_index(state, attack)
    left = outlook_words(attack.owner, height_of(pile), outlook(pile, index))
    if attack.modifier is None:
        return (Clause(T("It has no attack value: what happens is up to the card.")), Clause(left))
    return (Clause(attack_words(state, attack)), Clause(left))


def _better(state: State, attack: Pending) -> Telling:
    """Which target would cost more height, where one would."""
    if attack.modifier is None:
        return ()
    here = aim(state, (attack.owner, target_index(state, attack)), attack.bonus)
    best = best_aim(state, attack.attacker, attack.kind, attack.bonus)
    if best is None or best.loss <= here.loss:
        return ()
    words = T(
        "{junk} of {who} would cost more height on average: {best}, this one {here}.",
        junk=state.piles[best.owner][best.index].called,
        who=Who(best.owner),
        best=one_digit(best.loss),
        here=one_digit(here.loss),
    )
    return (Clause(words),)


def answered(state: State, attack: Pending, seat: Seat, action: a.Defend) -> Step[State]:
    """The player attacked plays defence cards, or lets it come."""
    played = tuple((card.name.strip(), card.value) for card in action.cards)
    met = replace(attack, defences=attack.defences + played, answered=True)
    after = replace(with_hand(state, seat, -len(played)), attack=met)
    who = Who(seat)
    if not played:
        return Step(after, (Clause(T("{who} lets the attack come.", who=who)), *_odds(after, met)))
    cards = Listing(tuple(called(name, DEFENCE_CARD) for name, _ in played))
    value = signed(-sum(value for _, value in played))
    words = T("{who} defends with {cards}: {value} on the roll.", who=who, cards=cards, value=value)
    return Step(after, (Clause(words, "gain"), *_odds(after, met)))


def changed(state: State, attack: Pending, seat: Seat, action: a.AddToRoll) -> Step[State]:
    """A card changes the roll; whoever had answered the attack before may defend once more, as a card beats the rules."""
    card = action.cards[0]
    name = card.name.strip()
    anew = attack.answered and seat != attack.owner
    met = replace(attack, added=(*attack.added, (name, card.value)), answered=attack.answered and not anew)
    after = replace(with_hand(state, seat, -1), attack=met)
    words = T(
        "{who} plays {card}: {value} on the roll.",
        who=Who(seat),
        card=called(name, ROLL_CARD),
        value=signed(card.value),
    )
    again = (Clause(T("{who} may defend once more.", who=Who(met.owner))),)
    return Step(after, (Clause(words), *_odds(after, met), *(again if anew and awaits_defence(after, met) else ())))


def rolled(state: State, attack: Pending, action: a.AttackRoll) -> Step[State]:
    """The roll against the strength of the target."""
    die, strength = action.die[0], target(state, attack).full_strength
    if die == 1:
        failed = T("A natural 1: the attack on {junk} of {who} fails.", **_named(state, attack))
        return said(replace(state, attack=None), failed)
    words = T("{sum} against strength {strength}.", sum=sum_words(die, attack.parts), strength=strength)
    return then(said(state, words), _resolved, attack, hits(attack, strength, die))


def by_card(state: State, attack: Pending, action: a.AttackByCard) -> Step[State]:
    """A sneak attack without a value does what its card says."""
    return _resolved(state, attack, action.destroyed)


def _resolved(state: State, attack: Pending, hit: bool) -> Step[State]:
    after = replace(state, attack=None)
    if not hit:
        return said(after, T("{junk} of {who} stands.", **_named(state, attack)))
    broken = T("{junk} of {who} is destroyed.", **_named(state, attack))
    if target(state, attack).reinforcements:
        broken = T("{junk} of {who} is destroyed, with its reinforcements.", **_named(state, attack))
    after = destroyed(after, attack.owner, target_index(state, attack))
    return Step(after, (Clause(broken, "cost"), *afterwards(after, attack.owner)))


def called_off(state: State, attack: Pending, action: a.CallOff) -> Step[State]:
    """A card cancels the attack."""
    words = T("The attack on {junk} is called off.", junk=target(state, attack).called)
    return Step(replace(state, attack=None), (Clause(words), *because(action.reason)))


def redirected(state: State, attack: Pending, action: a.Redirect) -> Step[State]:
    """A card sends the attack to another junk card, whose owner may defend anew."""
    owner, index = action.target
    turned = replace(attack, owner=Seat(owner), junk=state.piles[owner][index].id, answered=False)
    after = replace(state, attack=turned)
    words = T("The attack is aimed at {junk} of {who} now.", **_named(after, turned))
    return Step(after, (Clause(words), *_odds(after, turned), *because(action.reason)))
