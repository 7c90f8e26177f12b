"""The civilization turn: coins, the offence, and only then the stone.

| rule (rules page: Civilization turn) | here |
| --- | --- |
| the card's tribe or one of its two allies | `teach` |
| the stone moves by the number; at the end to the highest free place, surplus lost | `advance` |
| a tribe already ranked can still be taught, its stone stays (Decision) | `advance` |
| Capricious: a white dot swaps the tribe with its left neighbour (option: which is left) | `turn_capricious` |
| Capricious: rivals aboard: one tribe stays behind, the rest launches | `stay_behind` |
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Step
from companion.core.refusal import Refused
from companion.core.steps import said, then
from companion.core.text import TN, Listing, Seat, T, Who
from companion.games.monkeys_on_the_moon.actions import Teach
from companion.games.monkeys_on_the_moon.favour import Offence, choice_after, offence
from companion.games.monkeys_on_the_moon.launching import launch
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.ships import monkeys_text, rivals_aboard
from companion.games.monkeys_on_the_moon.state import Evening, is_dotted, ring_of
from companion.games.monkeys_on_the_moon.tribes import TITLES, TRIBES, changed, index, rival, swapped, teachable
from companion.games.monkeys_on_the_moon.turns import turn_done


def teach(state: Evening, options: Options, seat: Seat, action: Teach) -> Step[Evening]:
    """Coins, then the offence, and only then the stone."""
    allowed = teachable(ring_of(state), action.card)
    if action.tribe not in allowed:
        raise Refused(
            "bad_field",
            "tribe",
            T(
                "With this card you teach its own tribe or an ally: {names}.",
                names=Listing(tuple(TRIBES[name] for name in allowed), "or"),
            ),
        )
    step = then(take_coins(state, seat, action.tribe), offend, seat, action.tribe, action.ally)
    step = then(step, advance, options, seat, action.tribe, action.number)
    return then(Step(replace(step.state, may_launch=None), step.telling), turn_done, seat)


def take_coins(state: Evening, seat: Seat, tribe: str) -> Step[Evening]:
    """Two coins of the taught tribe, or its scorn card given back and one."""
    favours, taken, gives_back = state.favours.taught(seat, tribe)
    word, after = TRIBES[tribe], replace(state, favours=favours)
    step: Step[Evening] = Step(after, ())
    if gives_back:
        step = said(after, T("Give back the {tribe} scorn card, so take 1 coin at most.", tribe=word), "gain")
    if not taken:
        return then(step, said, T("No {tribe} coin lies on the tribe card.", tribe=word))
    told = TN("Take {n} {tribe} coin.", "Take {n} {tribe} coins.", taken, tribe=word)
    return then(step, said, told, "gain", ((f"coins:{seat}:{tribe}", taken),))


def offend(state: Evening, seat: Seat, tribe: str, ally: str | None) -> Step[Evening]:
    """The rival of the taught tribe, or one of its allies after it, is paid or scorns."""
    ring = ring_of(state)
    found, offended = offence(state.favours, ring, seat, tribe, ally), rival(ring, tribe)
    step: Step[Evening] = Step(state, ())
    for tried in found.tried:
        told = T("Its ally {tribe}: no coin either, and you hold that scorn card too.", tribe=TRIBES[tried])
        if tried == offended:
            told = T("Offend {tribe}: no {tribe} coin, and you hold its scorn card already.", tribe=TRIBES[tried])
        step = then(step, said, told)
    return then(step, _settled, seat, found)


def _settled(state: Evening, seat: Seat, found: Offence) -> Step[Evening]:
    word, holder = TRIBES[found.tribe], found.scorn_from
    if found.pays:
        told = T("Offend {tribe}: put {n} {tribe} coin back on its card.", n=1, tribe=word)
        if found.tried:
            told = T("So pay {n} {tribe} coin to its ally {tribe}.", n=1, tribe=word)
    elif holder is None:
        told = T("Offend {tribe}: no {tribe} coin, so take its scorn card.", tribe=word)
        if found.tried:
            told = T("Its ally {tribe}: no coin, so take the {tribe} scorn card.", tribe=word)
    else:
        told = T("Offend {tribe}: no {tribe} coin, so take its scorn card from {who}.", tribe=word, who=Who(holder))
        if found.tried:
            told = T(
                "Its ally {tribe}: no coin, so take the {tribe} scorn card from {who}.", tribe=word, who=Who(holder)
            )
    by = ((f"coins:{seat}:{found.tribe}", -1),) if found.pays else ()
    return said(replace(state, favours=found.applied(state.favours, seat)), told, "cost", by)


def advance(state: Evening, options: Options, seat: Seat, tribe: str, number: int) -> Step[Evening]:
    """The stone moves by the number on the card; on a white dot the ring turns (Capricious)."""
    stones, title, at = state.stones, TITLES[tribe], index(tribe)
    if tribe in stones.ranked:
        place = stones.ranked.index(tribe) + 1
        return said(state, T("{tribe} has place {place} of the ranking: its stone stays.", tribe=title, place=place))
    space, length = stones.spaces[at] + number, state.printed.track_length or 0
    if space >= length:
        told = T("{tribe} reaches the end: place {place} of the ranking.", tribe=title, place=len(stones.ranked) + 1)
        spaces = changed(stones.spaces, tribe, length - stones.spaces[at])
        stones = replace(stones, ranked=(*stones.ranked, tribe), spaces=spaces)
        return said(replace(state, stones=stones), told, "gain")
    told = TN("{tribe} moves {n} space to {space}.", "{tribe} moves {n} spaces to {space}.", number, tribe=title,
              space=space)  # fmt: skip
    stones = replace(
        stones,
        spaces=changed(stones.spaces, tribe, number),
        arrived=changed(stones.arrived, tribe, max(stones.arrived) + 1 - stones.arrived[at]),
    )
    step = said(replace(state, stones=stones), told, by=((f"stone:{tribe}", number),))
    dotted = options.capricious and is_dotted(state, space)
    return then(step, turn_capricious, options, seat, tribe) if dotted else step


def turn_capricious(state: Evening, options: Options, seat: Seat, tribe: str) -> Step[Evening]:
    """A white dot: two tribe cards change places, and rivals may now share ships."""
    before = ring_of(state)
    ring = swapped(before, tribe, options.left_is_clockwise)
    other = ring[before.index(tribe)]
    told = T("A white dot: {tribe} and {other} change places in the ring.", tribe=TRIBES[tribe], other=TRIBES[other])
    order = [Seat((seat + step) % state.seats) for step in range(state.seats)]
    splits = tuple(s for s in order if rivals_aboard(ring, state.corners[s].aboard) is not None)
    step = said(replace(state, ring=ring, splits=splits), told, "cost")
    if not splits:
        return step
    told = T(
        "Rivals are now aboard together: {names} must leave one tribe behind and launch.",
        names=Listing(tuple(map(Who, splits))),
    )
    return then(step, said, told, "cost")


def stay_behind(state: Evening, seat: Seat, tribe: str) -> Step[Evening]:
    """The tribe's monkeys get off, the ship launches with the others."""
    corner = state.corners[seat]
    left = tuple(monkey for monkey in corner.aboard if monkey.tribe == tribe)
    going = tuple(monkey for monkey in corner.aboard if monkey.tribe != tribe)
    told = TN("{monkeys} stays behind.", "{monkeys} stay behind.", len(left), monkeys=monkeys_text(left))
    after = state.with_corner(seat, replace(corner, aboard=going, waiting=left))
    after = replace(after, splits=tuple(s for s in state.splits if s != seat))
    return then(said(after, told, "cost"), launch, seat, full=False)


def choices_of_ally(state: Evening, seat: Seat, tribe: str) -> tuple[str, ...]:
    """The allies a player may choose from who teaches this tribe now; empty where nothing is to be chosen."""
    favours, _, _ = state.favours.taught(seat, tribe)
    return choice_after(favours, state.ring or (), seat, tribe)
