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

from companion.core.refusal import Refused
from companion.core.text import TN, Listing, Param, Seat, T, Who
from companion.games.monkeys_on_the_moon.course import Course
from companion.games.monkeys_on_the_moon.favour import choice_after, offence
from companion.games.monkeys_on_the_moon.launching import launch
from companion.games.monkeys_on_the_moon.ships import monkeys_text, rivals_aboard
from companion.games.monkeys_on_the_moon.state import Evening, is_dotted
from companion.games.monkeys_on_the_moon.tribes import TITLES, TRIBES, changed, index, rival, swapped, teachable


def teach(course: Course, seat: Seat, card: str, number: int, tribe: str, ally: str | None) -> None:
    """Coins, then the offence, and only then the stone."""
    allowed = teachable(course.ring, card)
    if tribe not in allowed:
        raise Refused(
            "bad_field",
            "tribe",
            T(
                "With this card you teach its own tribe or an ally: {names}.",
                names=Listing(tuple(TRIBES[name] for name in allowed), "or"),
            ),
        )
    take_coins(course, seat, tribe)
    offend(course, seat, tribe, ally)
    advance(course, seat, tribe, number)
    course.state = replace(course.state, turn=course.state.turn + 1, may_launch=None)
    if course.state.turn == course.state.seats:
        course.state = replace(course.state, turn=0, phase="winning")


def take_coins(course: Course, seat: Seat, tribe: str) -> None:
    favours, taken, gives_back = course.state.favours.taught(seat, tribe)
    course.state = replace(course.state, favours=favours)
    if gives_back:
        course.say(T("Give back the {tribe} scorn card, so take 1 coin at most.", tribe=TRIBES[tribe]), "gain")
    if taken:
        course.say(
            TN("Take {n} {tribe} coin.", "Take {n} {tribe} coins.", taken, tribe=TRIBES[tribe]),
            "gain",
        )
    else:
        course.say(T("No {tribe} coin lies on the tribe card.", tribe=TRIBES[tribe]))


def offend(course: Course, seat: Seat, tribe: str, ally: str | None) -> None:
    found = offence(course.state.favours, course.ring, seat, tribe, ally)
    offended = rival(course.ring, tribe)
    last = TRIBES[found.tribe]
    for tried in found.tried:
        if tried == offended:
            course.say(T("Offend {tribe}: no {tribe} coin, and you hold its scorn card already.", tribe=TRIBES[tried]))
        else:
            course.say(T("Its ally {tribe}: no coin either, and you hold that scorn card too.", tribe=TRIBES[tried]))
    if found.tried and found.pays:
        course.say(T("So pay 1 {tribe} coin to its ally {tribe}.", tribe=last), "cost")
    elif found.tried and found.scorn_from is None:
        course.say(T("Its ally {tribe}: no coin, so take the {tribe} scorn card.", tribe=last), "cost")
    elif found.tried:
        course.say(
            T(
                "Its ally {tribe}: no coin, so take the {tribe} scorn card from {who}.",
                tribe=last,
                who=_who(found.scorn_from),
            ),
            "cost",
        )
    elif found.pays:
        course.say(T("Offend {tribe}: put 1 {tribe} coin back on its card.", tribe=last), "cost")
    elif found.scorn_from is None:
        course.say(T("Offend {tribe}: no {tribe} coin, so take its scorn card.", tribe=last), "cost")
    else:
        course.say(
            T(
                "Offend {tribe}: no {tribe} coin, so take its scorn card from {who}.",
                tribe=last,
                who=_who(found.scorn_from),
            ),
            "cost",
        )
    course.state = replace(course.state, favours=found.applied(course.state.favours, seat))


def advance(course: Course, seat: Seat, tribe: str, number: int) -> None:
    stones = course.state.stones
    if tribe in stones.ranked:
        place = stones.ranked.index(tribe) + 1
        course.say(T("{tribe} has place {place} of the ranking: its stone stays.", tribe=TITLES[tribe], place=place))
        return
    space = stones.spaces[index(tribe)] + number
    length = course.state.printed.track_length or 0
    if space >= length:
        course.say(
            T(
                "{tribe} reaches the end: place {place} of the ranking.",
                tribe=TITLES[tribe],
                place=len(stones.ranked) + 1,
            ),
            "gain",
        )
        stones = replace(
            stones,
            ranked=(*stones.ranked, tribe),
            spaces=changed(stones.spaces, tribe, length - stones.spaces[index(tribe)]),
        )
        course.state = replace(course.state, stones=stones)
        return
    course.say(
        TN(
            "{tribe} moves {n} space to {space}.",
            "{tribe} moves {n} spaces to {space}.",
            number,
            tribe=TITLES[tribe],
            space=space,
        )
    )
    stones = replace(
        stones,
        spaces=changed(stones.spaces, tribe, number),
        arrived=changed(stones.arrived, tribe, max(stones.arrived) + 1 - stones.arrived[index(tribe)]),
    )
    course.state = replace(course.state, stones=stones)
    if course.customs.capricious and is_dotted(course.state, space):
        turn_capricious(course, seat, tribe)


def turn_capricious(course: Course, seat: Seat, tribe: str) -> None:
    """A white dot: two tribe cards change places, and rivals may now share ships."""
    ring = swapped(course.ring, tribe, course.customs.left_is_clockwise)
    other = ring[course.ring.index(tribe)]
    course.say(
        T("A white dot: {tribe} and {other} change places in the ring.", tribe=TRIBES[tribe], other=TRIBES[other]),
        "cost",
    )
    order = [Seat((seat + step) % course.state.seats) for step in range(course.state.seats)]
    splits = tuple(s for s in order if rivals_aboard(ring, course.corner(s).aboard) is not None)
    if splits:
        course.say(
            T(
                "Rivals are now aboard together: {names} must leave one tribe behind and launch.",
                names=Listing(tuple(Who(s) for s in splits)),
            ),
            "cost",
        )
    course.state = replace(course.state, ring=ring, splits=splits)


def stay_behind(course: Course, seat: Seat, tribe: str) -> None:
    """The tribe's monkeys get off, the ship launches with the others."""
    corner = course.corner(seat)
    left = tuple(monkey for monkey in corner.aboard if monkey.tribe == tribe)
    going = tuple(monkey for monkey in corner.aboard if monkey.tribe != tribe)
    course.say(TN("{monkeys} stays behind.", "{monkeys} stay behind.", len(left), monkeys=monkeys_text(left)), "cost")
    course.put(seat, replace(corner, aboard=going, waiting=left))
    course.state = replace(course.state, splits=tuple(s for s in course.state.splits if s != seat))
    launch(course, seat, full=False)


def choices_of_ally(state: Evening, seat: Seat, tribe: str) -> tuple[str, ...]:
    """The allies a player may choose from who teaches this tribe now; empty where nothing is to be chosen."""
    favours, _, _ = state.favours.taught(seat, tribe)
    return choice_after(favours, state.ring or (), seat, tribe)


def _who(seat: Seat | None) -> Param:
    return Who(seat or 0)
