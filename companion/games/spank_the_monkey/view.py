"""What the pages show: towers beside the monkey, the odds of whatever is rolled next, the best targets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.text import Seat, T, Text, Who
from companion.games.spank_the_monkey import box as profile
from companion.games.spank_the_monkey import odds
from companion.games.spank_the_monkey.aiming import Aim, best_aim
from companion.games.spank_the_monkey.board import Board, board_of, now
from companion.games.spank_the_monkey.drawing import must_draw
from companion.games.spank_the_monkey.due import Face, ShownAttack, ShownFall, faces_of, shown_attack, shown_fall
from companion.games.spank_the_monkey.monkey import outcome
from companion.games.spank_the_monkey.pile import CATEGORIES, height_of
from companion.games.spank_the_monkey.refusals import seen
from companion.games.spank_the_monkey.state import Pending, Phase, State, lead, target
from companion.games.spank_the_monkey.towers import Tower, tower_of
from companion.games.spank_the_monkey.wording import chance_words, one_digit, signed, spank_words


@dataclass(frozen=True, slots=True)
class Advice:
    """The best target of a kind of attack for attack modifiers such as "+0 to +2", and what it does with the first."""

    kind: str
    bonuses: str
    target: Text | str
    owner: Seat
    place: tuple[int, int]
    chance: Text
    loss: str


@dataclass(frozen=True, slots=True)
class View:
    """Everything a page shows beyond offers. ``scale``: the height at which the drawing ends.

    ``now`` and ``board``: what the big screen says and draws; ``seen``: the key of the roll that is due, sent back with
    it; ``verdict``: how the game ended, once it has.
    """

    towers: tuple[Tower, ...]
    monkey: int | None
    scale: int
    turn: Seat | None
    phase: Phase
    headline: Text | None
    now: Text | None
    board: Board
    deck: int
    must_draw: int
    hand: int
    spank: Text | None
    spank_least: int | None
    attack: ShownAttack | None
    fall: ShownFall | None
    advice: tuple[Advice, ...]
    known: Mapping[str, tuple[profile.KnownCard, ...]]
    faces: tuple[Face, ...]
    categories: tuple[tuple[str, Text | str], ...]
    seen: str
    verdict: Text | None


SCALE_LOW, SCALE_HIGH = 12, 60
"""How many heights a page draws at least and at most."""
ADVICE_BONUSES = range(7)
"""Attack modifiers for which the page names the best target beforehand."""


def view_of(state: State, seat: Seat | None, box: Mapping[str, Any]) -> View:
    """What the pages show to a seat (None: the board)."""
    turn, ended = state.turn, outcome(state)
    tallest = max((height_of(pile) for pile in state.piles), default=0)
    playing = turn is not None and not state.over
    where = lead(state, turn) if turn is not None else None
    spanks = playing and state.phase in ("build", "attack") and not state.tried and where is not None
    attack = shown_attack(state, state.attack) if state.attack is not None else None
    fall = shown_fall(state, state.falling) if state.falling is not None else None
    hit = fall or attack
    return View(
        towers=tuple(tower_of(state, s) for s in state.seats),
        monkey=state.monkey,
        scale=min(SCALE_HIGH, max((state.monkey or 0) + 4, tallest + 2, SCALE_LOW)),
        turn=turn,
        phase=state.phase,
        headline=_headline(state, state.attack) if state.attack is not None else None,
        now=now(state),
        board=board_of(state, hit.outlook if hit is not None else None),
        deck=state.deck,
        must_draw=must_draw(state.hands[turn]) if turn is not None else 0,
        hand=state.hands[turn] if turn is not None else 0,
        spank=spank_words(where) if spanks and where is not None else None,
        spank_least=odds.spank_needs(where) if spanks and where is not None else None,
        attack=attack,
        fall=fall,
        advice=_advice(state, turn) if turn is not None and seat == turn and state.phase in ("build", "attack") else (),
        known={kind: profile.known(box, kind) for kind in profile.RANGES},
        faces=faces_of(state),
        categories=_categories(box),
        seen=seen(state),
        verdict=ended.sentence if ended is not None else None,
    )


def _categories(box: Mapping[str, Any]) -> tuple[tuple[str, Text | str], ...]:
    """The categories to choose from: those of the rules, then those this copy has shown."""
    shown = {card.word for card in profile.known(box, "junk") if card.word}
    return (*CATEGORIES.items(), *((word, word) for word in sorted(shown - set(CATEGORIES))))


def _headline(state: State, attack: Pending) -> Text:
    return T(
        "{attacker} attacks {junk} of {who}.",
        attacker=Who(attack.attacker),
        junk=target(state, attack).called,
        who=Who(attack.owner),
    )


def _advice(state: State, turn: Seat) -> tuple[Advice, ...]:
    found: list[Advice] = []
    for kind in ("hand", "throwing"):
        runs: list[tuple[int, int, Aim]] = []
        for bonus in ADVICE_BONUSES:
            best = best_aim(state, turn, kind, bonus)
            if best is None:
                continue
            if runs and (runs[-1][2].owner, runs[-1][2].index) == (best.owner, best.index):
                runs[-1] = (runs[-1][0], bonus, runs[-1][2])
            else:
                runs.append((bonus, bonus, best))
        for low, high, best in runs:
            junk = state.piles[best.owner][best.index]
            chance = chance_words(odds.attack_needs(low, junk.full_strength))
            span = signed(low) if low == high else f"{signed(low)} … {signed(high)}"
            place = (int(best.owner), best.index)
            found.append(Advice(kind, span, junk.called, best.owner, place, chance, one_digit(best.loss)))
    return tuple(found)
