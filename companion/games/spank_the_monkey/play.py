"""Spank the Monkey at the table: whose turn it is, what may be done, and what it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from companion.core.game import Action, Chapter, Counter, Offer, Option, Outcome, Stage, Telling
from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text, Who
from companion.games.spank_the_monkey import actions as a
from companion.games.spank_the_monkey import box, by_hand, offering, reference, refusals, rolls, telling
from companion.games.spank_the_monkey.pile import index_of, reinforced
from companion.games.spank_the_monkey.state import (
    DECK,
    DECK_HIGH,
    HAND,
    HAND_HIGH,
    MONKEY_HIGH,
    MONKEY_LOW,
    PHASES,
    Pending,
    State,
    with_hand,
    with_monkey,
    with_pile,
)
from companion.games.spank_the_monkey.view import View
from companion.games.spank_the_monkey.view import view as shown

PHASE_NUMBER = {"height": 0, "starter": 0, "draw": 0, "build": 1, "attack": 2, "discard": 4, "monkey": 5}


@dataclass(frozen=True)
class SpankTheMonkey:
    """The game of a table. ``box``: the cards its owner's copy has shown so far, as described in `box`."""

    key: ClassVar[str] = "spank_the_monkey"
    title: ClassVar[Text] = T("Spank the Monkey")
    players: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = reference.OPTIONS
    actions: ClassVar[tuple[type[Action], ...]] = (
        a.MonkeyHeight,
        a.StartRoll,
        a.StartPlayer,
        a.Draw,
        a.Build,
        a.Reinforce,
        a.Attack,
        a.Defend,
        a.AttackRoll,
        a.AttackByCard,
        a.CallOff,
        a.Redirect,
        a.CollisionRoll,
        a.Spank,
        a.EndTurn,
        a.MonkeyRoll,
        a.Special,
        a.TakeCards,
        a.DeckEmpty,
        a.TurnTo,
        a.MoveMonkey,
        a.MoveJunk,
        a.RemoveJunk,
        a.PutJunk,
        a.PutReinforcement,
        a.RemoveReinforcement,
        a.GoOn,
    )
    sheet_type: ClassVar[None] = None

    start: str = "players"
    active_monkey: bool = False
    scared_monkey: bool = False
    free_building: bool = False
    deck_empty: str = "drawn"
    box: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        return cls(**options, box=box)

    def setup(self, seats: int) -> State:
        everybody = tuple(Seat(seat) for seat in range(seats))
        random_start = self.start == "random"
        return State(
            piles=((),) * seats,
            hands=(HAND,) * seats,
            deck=DECK - HAND * seats,
            monkey=None if random_start else 14 - seats,
            phase="height" if random_start else "starter",
            contenders=everybody,
        )

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        return reference.setup_guide(seats, self.start == "random")

    def stage(self, state: State) -> Stage:
        if state.over:
            return Stage(T("The game is over"), 5, 5)
        if state.turn is None:
            return Stage(PHASES[state.phase], 0, 5)
        words = T("The pile of {who} collapses", who=Who(state.falling.owner)) if state.falling else PHASES[state.phase]
        return Stage(T("Turn of {who} · {phase}", who=Who(state.turn), phase=words), PHASE_NUMBER[state.phase], 5)

    def active_seats(self, state: State) -> frozenset[Seat]:
        if state.over:
            return frozenset()
        if state.turn is None:
            return frozenset(state.contenders)
        if state.falling is not None:
            return frozenset({state.falling.owner, state.turn})
        if state.attack is not None:
            waiting = {state.attack.attacker}
            if not state.attack.answered and state.attack.modifier is not None:
                waiting.add(state.attack.owner)
            return frozenset(waiting)
        return frozenset({state.turn})

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        if seat is None:
            return offering.for_the_table(state)
        return offering.for_a_seat(state, seat, self.free_building)

    def why_not(self, state: State, seat: Seat | None, action: Action) -> Refused | None:
        """The reason for an action that is not offered, where there is a better one than that."""
        return refusals.why_not(state, seat, action)

    def tell(self, state: State, seat: Seat | None, action: Action) -> Telling:
        return self.apply(state, seat, action).news

    def apply(self, state: State, seat: Seat | None, action: Action) -> State:
        after = self._applied(state, seat, action)
        return replace(after, news=telling.tell(state, after, seat, action, self.scared_monkey))

    def _applied(self, state: State, seat: Seat | None, action: Action) -> State:
        after = by_hand.apply(state, action)
        if after is None:
            after = self._for_the_table(state, action)
        if after is None:
            if seat is None:
                raise Refused("bad_field", "seat", T("Say which seat enters this."))
            after = self._by_seat(state, seat, action)
        return after

    def _for_the_table(self, state: State, action: Action) -> State | None:
        match action:
            case a.MonkeyHeight():
                return replace(with_monkey(state, action.die[0] + 7), phase="starter")
            case a.StartRoll():
                return _start_roll(state, action)
            case a.StartPlayer():
                return _turn_of(state, Seat(action.player))
            case a.TurnTo():
                return _turn_of(state, Seat(action.player))
            case a.CallOff():
                return replace(state, attack=None)
            case a.Redirect() if state.attack is not None:
                owner, index = action.target
                return replace(
                    state,
                    attack=replace(state.attack, owner=Seat(owner), junk=state.piles[owner][index].id, answered=False),
                )
            case a.TakeCards():
                return self._drawn(state, Seat(action.player), action.cards)
            case a.DeckEmpty():
                return replace(state, deck=0, monkey_won=self.deck_empty == "drawn")
            case a.GoOn():
                return replace(state, deck=action.deck, monkey_won=False, winner=None)
        return None

    def _by_seat(self, state: State, seat: Seat, action: Action) -> State:
        match action:
            case a.Draw():
                return replace(self._drawn(state, seat, action.cards), phase="build")
            case a.Build() | a.Reinforce():
                return self._built(state, seat, action)
            case a.Attack():
                return _attacked(state, seat, action)
            case a.Defend() if state.attack is not None:
                played = tuple((card.name.strip(), card.value) for card in action.cards)
                attack = replace(state.attack, defences=state.attack.defences + played, answered=True)
                return replace(with_hand(state, seat, -len(played)), attack=attack)
            case a.AttackRoll() if state.attack is not None:
                attack = state.attack
                hit = rolls.hits(attack, rolls.target(state, attack).full_strength, action.die[0])
                return _resolved(state, attack, hit)
            case a.AttackByCard() if state.attack is not None:
                return _resolved(state, state.attack, action.destroyed)
            case a.CollisionRoll() if state.falling is not None:
                return _settled_attack(rolls.after_impact(state, state.falling, action.die[0]))
            case a.Spank():
                return self._spanked(state, seat, action.die[0])
            case a.EndTurn():
                after = replace(with_hand(state, seat, -action.discard), phase="monkey")
                return after if self.active_monkey else _turn_of(after, _left_of(after))
            case a.MonkeyRoll():
                return _turn_of(rolls.restless(state, action.die[0]), _left_of(state))
            case a.Special():
                return with_hand(state, seat, -1)
        raise Refused("illegal", "type", T("This is not possible now."))

    def _drawn(self, state: State, seat: Seat, cards: int) -> State:
        taken = min(cards, state.deck)
        after = replace(with_hand(state, seat, taken), deck=state.deck - taken)
        emptied = self.deck_empty == "drawn" and after.deck == 0 and cards > 0
        return replace(after, monkey_won=True) if emptied or taken < cards else after

    def _built(self, state: State, seat: Seat, action: a.Build | a.Reinforce) -> State:
        pile = state.piles[seat]
        if isinstance(action, a.Build):
            junk = by_hand.new_junk(state, action.cards[0], action.category)
            after = with_pile(state, seat, (*pile, junk))
            after = replace(after, next_id=state.next_id + 1, built=state.built + 1)
        else:
            card = by_hand.new_reinforcement(action.cards[0])
            after = with_pile(state, seat, (*pile[:-1], reinforced(pile[-1], card)))
            after = replace(after, reinforced=state.reinforced + 1)
        after = with_hand(after, seat, -1)
        done = after.built and after.reinforced and not self.free_building
        return replace(after, phase="attack") if done else after

    def _spanked(self, state: State, seat: Seat, die: int) -> State:
        if rolls.spank_succeeds(state, seat, die):
            return replace(state, winner=seat, tried=True, phase="discard")
        after = replace(state, tried=True, phase="discard")
        return rolls.scared(after, seat) if self.scared_monkey else after

    def counters(self, state: State) -> tuple[Counter, ...]:
        found: list[Counter] = []
        if state.monkey is not None:
            found.append(Counter("monkey", T("Height of the monkey"), state.monkey, MONKEY_LOW, MONKEY_HIGH))
        found.append(Counter("deck", T("Cards in the draw pile"), state.deck, 0, DECK_HIGH))
        for seat, hand in enumerate(state.hands):
            words = T("Hand cards of {who}", who=Who(seat))
            found.append(Counter(f"hand:{seat}", words, hand, 0, HAND_HIGH, Seat(seat), T("Hand cards")))
        found.extend(by_hand.junk_counters(state))
        return tuple(found)

    def with_counter(self, state: State, key: str, value: int) -> State:
        return replace(self._counted(state, key, value), news=())

    def _counted(self, state: State, key: str, value: int) -> State:
        kind, _, of = key.partition(":")
        if kind == "monkey":
            return replace(state, monkey=value)
        if kind == "deck":
            return replace(state, deck=value)
        if kind == "hand":
            return with_hand(state, int(of), value - state.hands[int(of)])
        seat, _, junk_id = of.partition(":")
        return by_hand.with_junk_number(state, kind, int(seat), int(junk_id), value)

    def learns(self, state: State, action: Action) -> Mapping[str, Any]:
        return box.learnt(self.box, action)

    def only_scores(self, state: State) -> bool:
        return False

    def sheet(self, state: State, names: tuple[str, ...]) -> None:
        return None

    def score(self, sheet: object) -> Result:
        """There is nothing to score: always raises Refused."""
        raise Refused("bad_field", "game", T("Spank the Monkey has no score sheet. Whoever spanks the monkey wins."))

    def outcome(self, state: State) -> Outcome | None:
        if state.winner is not None:
            return Outcome((state.winner,), (), T("{who} spanks the monkey and wins.", who=Who(state.winner)))
        if state.monkey_won:
            return Outcome((), (), T("The draw pile is empty: the monkey wins, and nobody else."))
        return None

    def view(self, state: State, seat: Seat | None) -> View:
        return shown(state, seat, self.box, self.active_monkey, self.free_building)

    def rules(self) -> tuple[Chapter, ...]:
        return reference.rules(self.deck_empty)


def _left_of(state: State) -> Seat:
    return Seat(((state.turn or 0) + 1) % len(state.piles))


def _turn_of(state: State, seat: Seat) -> State:
    """The beginning of a player's turn; an attack that was still open is over."""
    return replace(
        state, turn=seat, turns=state.turns + 1, phase="draw", built=0, reinforced=0, tried=False, attack=None
    )


def _start_roll(state: State, action: a.StartRoll) -> State:
    """Highest starts; whoever is level on top throws again."""
    highest = max(face for _, face in action.dice)
    best = tuple(sorted(Seat(int(die)) for die, face in action.dice if face == highest))
    return _turn_of(state, best[0]) if len(best) == 1 else replace(state, contenders=best)


def _attacked(state: State, seat: Seat, action: a.Attack) -> State:
    owner, index = action.target
    card = action.cards[0]
    junk = state.piles[owner][index]
    attack = Pending(seat, Seat(owner), junk.id, action.kind, card.name.strip(), card.modifier)
    return replace(with_hand(state, seat, -1), phase="attack", attack=attack)


def _resolved(state: State, attack: Pending, hit: bool) -> State:
    after = replace(state, attack=None)
    if not hit:
        return after
    index = index_of(state.piles[attack.owner], attack.junk)
    return after if index is None else rolls.destroyed(after, attack.owner, index)


def _settled_attack(state: State) -> State:
    """An attack ends with its target, should a collapse have broken it first."""
    attack = state.attack
    lost = attack is not None and index_of(state.piles[attack.owner], attack.junk) is None
    return replace(state, attack=None) if lost else state
