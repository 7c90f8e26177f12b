"""Favour coins and scorn cards: taking coins of a taught tribe, and the offence that chases itself round the ring.

| rule (rules page: Civilization turn) | here |
| --- | --- |
| take 2 coins of the taught tribe, as many as there are | `Favours.taught` |
| holding its scorn: give it back, take at most 1 | `Favours.taught` |
| rival offended: 1 coin of its colour, else its scorn, from whoever holds it | `offence` |
| already holding it: an ally of it, your choice, and so on | `offence` |
| a tribe already tried in this chain cannot be chosen again (Decision) | `offence` |
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.refusal import Refused
from companion.core.text import Listing, Seat, T, Who
from companion.games.monkeys_on_the_moon.tribes import TRIBES, PerTribe, Ring, allies, changed, index, rival

COINS_OF_A_TRIBE = 7


@dataclass(frozen=True, slots=True)
class Favours:
    """Who has which coins and scorn cards. ``coins`` by seat, ``cards`` what lies on the tribe cards."""

    coins: tuple[PerTribe, ...]
    cards: PerTribe
    scorn: tuple[Seat | None, ...]

    def has(self, seat: Seat, tribe: str) -> int:
        """How many coins of a tribe a seat has."""
        return self.coins[seat][index(tribe)]

    def on_card(self, tribe: str) -> int:
        """How many coins lie on a tribe's card."""
        return self.cards[index(tribe)]

    def scorned_by(self, tribe: str) -> Seat | None:
        """The seat that holds a tribe's scorn card, None where it lies on the table."""
        return self.scorn[index(tribe)]

    def taking(self, seat: Seat, tribe: str, number: int) -> Favours:
        """After ``number`` coins went from the tribe's card to the seat; back to the card where it is negative."""
        own = changed(self.coins[seat], tribe, number)
        coins = (*self.coins[:seat], own, *self.coins[seat + 1 :])
        return replace(self, coins=coins, cards=changed(self.cards, tribe, -number))

    def scorning(self, tribe: str, holder: Seat | None) -> Favours:
        """After the tribe's scorn card went to a seat, or with None back to the table."""
        at = index(tribe)
        return replace(self, scorn=(*self.scorn[:at], holder, *self.scorn[at + 1 :]))

    def taught(self, seat: Seat, tribe: str) -> tuple[Favours, int, bool]:
        """After the tribe was taught: the favours, the coins taken, and whether its scorn was given back."""
        gives_back = self.scorned_by(tribe) == seat
        taken = min(1 if gives_back else 2, self.on_card(tribe))
        after = self.taking(seat, tribe, taken)
        return (after.scorning(tribe, None) if gives_back else after), taken, gives_back


def dealt(seats: int) -> Favours:
    """The favours at the start: 1 coin of each tribe for everybody, 3 (with five players 2) on each card."""
    on_cards = 2 if seats == 5 else 3
    return Favours(((1,) * 6,) * seats, (on_cards,) * 6, (None,) * 6)


@dataclass(frozen=True, slots=True)
class Offence:
    """How an offence ends: ``tried`` tribes had neither coin nor free scorn; then ``tribe`` is paid or scorns."""

    tried: tuple[str, ...]
    tribe: str
    pays: bool
    scorn_from: Seat | None = None

    def applied(self, favours: Favours, seat: Seat) -> Favours:
        """The favours afterwards."""
        return favours.taking(seat, self.tribe, -1) if self.pays else favours.scorning(self.tribe, seat)


def choice_after(favours: Favours, ring: Ring, seat: Seat, taught: str) -> tuple[str, ...]:
    """The two allies of the rival the player may choose from, or nothing where the rival itself settles it.

    ``favours`` as they are after the coins of the taught tribe were taken.
    """
    offended = rival(ring, taught)
    if favours.has(seat, offended) or favours.scorned_by(offended) != seat:
        return ()
    return allies(ring, offended)


def offence(favours: Favours, ring: Ring, seat: Seat, taught: str, ally: str | None) -> Offence:
    """The offence to the rival of ``taught``; ``ally`` is the player's choice where there is one.

    Behind the first ally every further tribe is forced, because none is tried twice. Raises Refused naming the
    field ``ally`` where a choice is missing, or was made though there is none.
    """
    offended = rival(ring, taught)
    choices = choice_after(favours, ring, seat, taught)
    if choices and ally not in choices:
        raise Refused(
            "bad_field",
            "ally",
            T(
                "You have no {tribe} coin and hold its scorn card already: choose which ally is paid, {allies}.",
                tribe=TRIBES[offended],
                allies=Listing(tuple(TRIBES[tribe] for tribe in choices), "or"),
            ),
        )
    if not choices and ally is not None:
        raise Refused(
            "bad_field",
            "ally",
            T("The offence is settled with {tribe} itself: leave the ally empty.", tribe=TRIBES[offended]),
        )
    tried: list[str] = []
    current = offended
    while not favours.has(seat, current):
        holder = favours.scorned_by(current)
        if holder != seat:
            return Offence(tuple(tried), current, False, holder)
        tried.append(current)
        open_to = [tribe for tribe in allies(ring, current) if tribe not in tried]
        current = ally if len(tried) == 1 and ally is not None else open_to[0]
    return Offence(tuple(tried), current, True)


def corrected_coins(favours: Favours, seat: Seat, tribe: str, value: int) -> Favours:
    """The favours with a seat's coins set; the difference comes from, or goes to, the tribe's card.

    Raises Refused where the card has not enough: then another player's number is wrong too.
    """
    more = value - favours.has(seat, tribe)
    if more > favours.on_card(tribe):
        holders = tuple(Who(s) for s in range(len(favours.coins)) if s != seat and favours.coins[s][index(tribe)])
        raise Refused(
            "bad_field",
            "value",
            T(
                "Coins on the {tribe} card: only {n}. First correct the coins of {names}.",
                n=favours.on_card(tribe),
                tribe=TRIBES[tribe],
                names=Listing(holders, "or"),
            ),
        )
    return favours.taking(seat, tribe, more)
