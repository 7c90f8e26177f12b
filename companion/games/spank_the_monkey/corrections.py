"""Every number of a table that a correction may set: whose turn, its phase, the monkey, cards counted, cards that lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Counter, no_such_counter
from companion.core.refusal import Refused
from companion.core.text import Param, Seat, T, Text, Who
from companion.games.spank_the_monkey.attacking import ATTACK_CARD, DEFENCE_CARD, ROLL_CARD
from companion.games.spank_the_monkey.building import REINFORCEMENT
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.pile import (
    HEIGHT_HIGH,
    MODIFIER_HIGH,
    MODIFIER_LOW,
    NAMELESS,
    PILE_HIGH,
    STRENGTH_HIGH,
    Junk,
    called,
    index_of,
)
from companion.games.spank_the_monkey.refusals import is_away
from companion.games.spank_the_monkey.state import (
    DECK_HIGH,
    HAND_HIGH,
    MONKEY_HIGH,
    MONKEY_LOW,
    PHASES,
    Pending,
    Phase,
    State,
    junk_at,
    with_hand,
    with_junk_at,
)
from companion.games.spank_the_monkey.turns import begun

TURN_PHASES: tuple[Phase, ...] = ("draw", "build", "attack", "discard", "monkey")
NOBODY = -1
"""Whose turn it is while nobody has started yet."""


def counters(state: State, options: Options) -> tuple[Counter, ...]:
    """All of them, in an order in which each can be set after those before it: whose turn and its phase come first.

    Numbers of a junk card have keys such as ``height:2:17``: seat and id.
    """
    return (*_of_the_turn(state, options), *_counted(state), *_of_the_attack(state), *_of_the_piles(state))


def _of_the_turn(state: State, options: Options) -> Iterator[Counter]:
    if state.phase == "height":
        return
    names: tuple[Param, ...] = tuple(Who(seat) for seat in state.seats)
    last = len(state.piles) - 1
    if state.turn is None:
        yield Counter("turn", T("Whose turn"), NOBODY, NOBODY, last, words=(T("nobody yet"), *names))
        return
    yield Counter("turn", T("Whose turn"), state.turn, 0, last, words=names)
    phases = TURN_PHASES if options.active_monkey or state.phase == "monkey" else TURN_PHASES[:-1]
    words = tuple(PHASES[phase] for phase in phases)
    yield Counter("phase", T("Phase of the turn"), phases.index(state.phase), 0, len(phases) - 1, words=words)
    high = PILE_HIGH if options.free_building else 1
    yield Counter("built", T("Junk cards built this turn"), state.built, 0, max(high, state.built))
    used = state.reinforced
    yield Counter("reinforced", T("Reinforcements played this turn"), used, 0, max(high, used))


def _counted(state: State) -> Iterator[Counter]:
    if state.monkey is not None:
        yield Counter("monkey", T("Height of the monkey"), state.monkey, MONKEY_LOW, MONKEY_HIGH)
    yield Counter("deck", T("Cards in the draw pile"), state.deck, 0, DECK_HIGH)
    for seat, hand in enumerate(state.hands):
        words = T("Hand cards of {who}", who=Who(seat))
        yield Counter(f"hand:{seat}", words, hand, 0, HAND_HIGH, Seat(seat), T("Hand cards"))


def _of_the_attack(state: State) -> Iterator[Counter]:
    """What the cards played in an attack add to its roll or take off it."""
    attack = state.attack
    if attack is None:
        return
    if attack.modifier is not None:
        label = T("Attack modifier of {card}", card=called(attack.card, ATTACK_CARD))
        yield Counter("modifier", label, attack.modifier, MODIFIER_LOW, MODIFIER_HIGH)
    for index, (name, value) in enumerate(attack.added):
        label = T("Added to the roll by {card}", card=called(name, ROLL_CARD))
        yield Counter(f"added:{index}", label, value, MODIFIER_LOW, MODIFIER_HIGH)
    for index, (name, value) in enumerate(attack.defences):
        label = T("Taken off the roll by {card}", card=called(name, DEFENCE_CARD))
        yield Counter(f"defence:{index}", label, value, MODIFIER_LOW, MODIFIER_HIGH)


def _of_the_piles(state: State) -> Iterator[Counter]:
    for at, pile in enumerate(state.piles):
        for junk in pile:
            yield from _of_the_junk(Seat(at), junk)


def _of_the_junk(seat: Seat, junk: Junk) -> Iterator[Counter]:
    key, card, who = f"{seat}:{junk.id}", junk.called, Who(seat)
    label, short = T("Height of {junk} ({who})", junk=card, who=who), T("Height of {junk}", junk=card)
    yield Counter(f"height:{key}", label, junk.height, 0, HEIGHT_HIGH, seat, short, printed=junk.name != NAMELESS)
    label = T("Strength of {junk} without reinforcements ({who})", junk=card, who=who)
    short = T("Strength of {junk} without reinforcements", junk=card)
    yield Counter(f"strength:{key}", label, junk.strength, 0, STRENGTH_HIGH, seat, short, printed=junk.name != NAMELESS)
    for index, one in enumerate(junk.reinforcements):
        name: Text | str = called(one.name, REINFORCEMENT)
        label = T("Strength of {card} on {junk} ({who})", card=name, junk=card, who=who)
        short = T("Strength of {card} on {junk}", card=name, junk=card)
        printed = one.name != NAMELESS
        yield Counter(
            f"reinforcement:{key}:{index}", label, one.strength, 0, STRENGTH_HIGH, seat, short, printed=printed
        )


def with_counter(state: State, key: str, value: int, options: Options) -> State:
    """The state with one of them set; raises Refused where it is no more there, or somebody away would have to play."""
    kind, _, of = key.partition(":")
    match kind:
        case "turn":
            return _turn_of(state, value)
        case "phase":
            return _in_phase(state, TURN_PHASES[value], options)
        case "built":
            return replace(state, built=value)
        case "reinforced":
            return replace(state, reinforced=value)
        case "monkey":
            return replace(state, monkey=value)
        case "deck":
            return replace(state, deck=value)
        case "hand":
            return with_hand(state, int(of), value - state.hands[int(of)])
        case "modifier" | "added" | "defence" if state.attack is not None:
            return replace(state, attack=_recounted(state.attack, kind, int(of or 0), value))
        case "height" | "strength" | "reinforcement":
            seat, junk_id, *card = map(int, of.split(":"))
            index = index_of(state.piles[seat], junk_id)
            if index is None:
                raise Refused("bad_field", "counter", T("This junk card is not in the pile any more."))
            place = (seat, index)
            return with_junk_at(state, place, _remeasured(junk_at(state, place), kind, card, value))
    raise no_such_counter()


def _turn_of(state: State, value: int) -> State:
    """Another player's turn begins, as by `TurnTo`; nobody's again is no correction but taking the start back."""
    if value == (NOBODY if state.turn is None else state.turn):
        return state
    if value in state.away:
        raise is_away(Seat(value))
    return begun(state, Seat(value)).state


def _in_phase(state: State, phase: Phase, options: Options) -> State:
    """Another phase of this turn: an attack under way is over, and what an earlier phase allows is allowed again."""
    if phase == state.phase:
        return state
    if state.turn in state.away and state.turn is not None:
        raise is_away(state.turn)
    after = replace(state, phase=phase, attack=None, tried=phase == "discard")
    nothing_left = state.built and state.reinforced and not options.free_building
    if phase == "draw" or (phase == "build" and nothing_left):
        return replace(after, built=0, reinforced=0)
    return after


def _recounted(attack: Pending, kind: str, index: int, value: int) -> Pending:
    if kind == "modifier":
        return replace(attack, modifier=value)
    if kind == "added":
        return replace(attack, added=_with_value(attack.added, index, value))
    return replace(attack, defences=_with_value(attack.defences, index, value))


def _with_value(cards: tuple[tuple[str, int], ...], index: int, value: int) -> tuple[tuple[str, int], ...]:
    return tuple((name, value if at == index else old) for at, (name, old) in enumerate(cards))


def _remeasured(junk: Junk, kind: str, card: list[int], value: int) -> Junk:
    if kind == "height":
        return replace(junk, height=value)
    if kind == "strength":
        return replace(junk, strength=value)
    cards = tuple(replace(one, strength=value) if [at] == card else one for at, one in enumerate(junk.reinforcements))
    return replace(junk, reinforcements=cards)
