"""Whole rounds against a second, naive table: a finger that goes from symbol to symbol round cards lying in a circle."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.accepting import accept
from companion.core.codec import action_from_json, options_from_json
from companion.core.text import Seat
from companion.games.lunchtime_battle import LunchtimeBattle
from companion.games.lunchtime_battle.foods import FOODS
from companion.games.lunchtime_battle.rounds import PICKS

ROLL = st.sampled_from([2, 3, 4, 5, 6, "meat", "mushroom", "potion"])
SYMBOLS = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))
KINDS = ("total", "reverse", "start", "skip", "neighbour", "symbols", "none")


@dataclass
class Lying:
    """A monster in the circle."""

    id: str
    hunger: int
    foods: tuple[int, int, int]
    counted: bool = True


@dataclass
class Circle:
    """The table as it would be played by hand: cards clockwise, where the finger starts, which way it goes."""

    cards: list[Lying]
    start: str
    total: int
    stays: bool
    step: int = 1
    sides: set[str] = field(default_factory=set)
    hunger: list[int] = field(default_factory=lambda: [0, 0, 0])
    before: dict[str, tuple[int, int, int]] = field(default_factory=dict)

    def at(self, card: str) -> int:
        return [lying.id for lying in self.cards].index(card)

    def finger(self) -> int | None:
        """Where the finger stops: it taps every symbol it passes, one by one."""
        if self.total <= 0 or not any(card.counted and card.hunger > 0 for card in self.cards):
            return None
        here, tapped = self.at(self.start), 0
        while True:
            card = self.cards[here]
            for _ in range(max(0, card.hunger) if card.counted else 0):
                tapped += 1
                if tapped == self.total:
                    return here
            here = (here + self.step) % len(self.cards)

    def pick(self) -> None:
        """The finger stops; that monster and the neighbours wanted lie before their owners, the rest is counted on."""
        here = self.finger()
        if here is None:
            self.sides.clear()
            return
        size = len(self.cards)
        picked = [self.cards[here]]
        for side, way in (("left", 1), ("right", -1)):
            beside = self.cards[(here + way) % size]
            if side in self.sides and beside not in picked:
                picked.append(beside)
        for card in picked:
            self.before[card.id] = card.foods
            self.hunger = [n + more for n, more in zip(self.hunger, card.foods, strict=True)]
        self.sides.clear()
        following = [self.cards[(here + self.step * n) % size] for n in range(1, size + 1)]
        if not self.stays:
            self.cards = [card for card in self.cards if card not in picked]
            following = [card for card in following if card not in picked]
        if following:
            self.start = following[0].id


def use(circle: Circle, kind: str, change: int, target: int, side: str) -> dict[str, Any] | None:
    """Does an ability to the circle, and says it as an action."""
    card = circle.cards[target % len(circle.cards)]
    match kind:
        case "total":
            circle.total = max(0, circle.total + change)
            return {"change": change}
        case "reverse":
            circle.step = -circle.step
            return {}
        case "start":
            circle.start = card.id
            return {"target": card.id}
        case "skip":
            card.counted = False
            return {"target": card.id}
        case "neighbour":
            circle.sides.add(side)
            return {"side": side}
        case "symbols":
            card.hunger = card.hunger + change
            return {"target": card.id, "change": change}
    return None


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_a_round_by_the_companion_is_a_round_by_finger(data: st.DataObject) -> None:
    """Property: dice, ring, every effect on the count, every pick of the round, hunger and candidates."""
    seats = data.draw(st.integers(2, 6), label="players")
    stays = data.draw(st.booleans(), label="stays")
    options = {"picked_monster": "stays"} if stays else {}
    game = LunchtimeBattle.open(options_from_json(LunchtimeBattle, options, seats), {})
    state: Any = game.setup(seats)

    def do(seat: int | None, type_: str, **fields: Any) -> None:
        nonlocal state
        here = None if seat is None else Seat(seat)
        state = accept(game, state, here, action_from_json(game, {"type": type_, **fields})).state

    start = data.draw(st.integers(0, seats - 1), label="start")
    dice = data.draw(
        st.lists(ROLL, min_size=seats - 1, max_size=seats - 1).filter(
            lambda roll: all(roll.count(f) < 3 for f in FOODS)
        )
    )
    hungers = data.draw(st.lists(st.integers(0, 5), min_size=seats, max_size=seats), label="hunger symbols")
    foods = data.draw(st.lists(SYMBOLS, min_size=2 * seats, max_size=2 * seats), label="foods")
    circle = Circle(
        [Lying(f"1.{n + 1}", hungers[n], foods[n]) for n in range(seats)],
        f"1.{start + 1}",
        sum(1 if isinstance(face, str) else face for face in dice),
        stays,
        hunger=[dice.count(food) + sum(of[n] for of in foods[seats:]) for n, food in enumerate(FOODS)],
        before={f"0.{n + 1}": foods[seats + n] for n in range(seats)},
    )
    do(None, "start_player", player=start)
    do(start, "roll", dice=dice)
    for seat in range(seats):
        do(seat, "lay", hunger=hungers[seat], foods=dict(zip(FOODS, foods[seat], strict=True)))
        do(seat, "first_candidate", foods=dict(zip(FOODS, foods[seats + seat], strict=True)))
    unused = list(range(seats))
    for _ in range(PICKS[seats]):
        if state.phase != "count":
            break
        for kind in data.draw(st.lists(st.sampled_from(KINDS), max_size=2), label="abilities"):
            if unused and kind != "none":
                seat = unused.pop(data.draw(st.integers(0, len(unused) - 1)))
                fields = use(
                    circle,
                    kind,
                    data.draw(st.integers(-6, 6)),
                    data.draw(st.integers(0, 5)),
                    data.draw(st.sampled_from(["left", "right"])),
                )
                do(seat, f"ability_{kind}", monster=f"0.{seat + 1}", **(fields or {}))
        circle.pick()
        do(int(state.start_seat), "settle")
        assert list(state.hunger) == circle.hunger
        assert {card.id: card.foods for card in state.candidates} == circle.before
        if state.phase == "count":
            assert [card.id for card in state.ring] == [card.id for card in circle.cards]
            assert state.origin == circle.start
    assert state.phase == "roll"
    assert state.start == (start + 1) % seats
