"""Whether an entry is possible now, and what it comes to; a correction included, whatever the game."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TypeVar

import msgspec

from companion.core.away import SetAway, set_away
from companion.core.beside import Beside, done_beside
from companion.core.correction import Correct, changed_meanwhile, check_seen, corrected, correction_offer
from companion.core.fields import Choice
from companion.core.game import Action, Game, Offer, Step, action_type
from companion.core.playing_on import PlayedOn, played_on, playing_on_offer
from companion.core.refusal import Refused, illegal, no_seat
from companion.core.text import Listing, Seat, T, Text, Who, listed
from companion.core.vocabulary import fields_of

S = TypeVar("S")
CORRECTIONS = frozenset({action_type(Correct), action_type(PlayedOn)})


def accept(game: Game[S], state: S, seat: Seat | None, action: Action) -> Step[S]:
    """What an action that somebody asks for now comes to; raises Refused with the reason."""
    offer_for(game, state, seat, action)
    if isinstance(action, Correct):
        check_seen(game, state, action)
    game.check(state, seat, action)
    return perform(game, state, seat, action)


def accept_again(game: Game[S], state: S, seat: Seat | None, action: Action) -> Step[S]:
    """As `accept`, of an action that stands in a log already: an older version may have taken what `Game.check` refuses."""
    offer_for(game, state, seat, action)
    return perform(game, state, seat, action)


def perform(game: Game[S], state: S, seat: Seat | None, action: Action) -> Step[S]:
    """What a legal action comes to; raises Refused where the rules cannot do it."""
    match action:
        case Correct():
            return corrected(game, state, action)
        case PlayedOn():
            return played_on(game, state, action)
        case SetAway():
            return set_away(game, state, action)
        case Beside():
            return done_beside(state, action)
    return game.perform(state, seat, action)


def offers(game: Game[S], state: S, seat: Seat | None) -> tuple[Offer, ...]:
    """What this seat may enter now; with None what anybody may enter for the table, the corrections included."""
    found = game.offers(state, seat)
    if seat is not None:
        return found
    ours = (correction_offer(game, state), playing_on_offer(game, state))
    return (*found, *(offer for offer in ours if offer is not None))


def offers_of_type(game: Game[S], state: S, seat: Seat | None, kind: str) -> tuple[Offer, ...]:
    """The offers of one type that this seat, or anybody at the table, may take now; the seat's own first."""
    own = offers(game, state, seat) if seat is not None else ()
    # The corrections are not put together for an entry that is none: they list every number of the table.
    ours = offers(game, state, None) if kind in CORRECTIONS else game.offers(state, None)
    return tuple(offer for offer in (*own, *ours) if offer.type == kind)


def offer_for(game: Game[S], state: S, seat: Seat | None, action: Action) -> Offer:
    """The offer this action falls under, fields checked; raises Refused with the reason where there is none.

    Several offers may share a type (the coins of each company); what they carry unasked says which is meant.
    """
    kind = action_type(action)
    same = offers_of_type(game, state, seat, kind)
    meant = [offer for offer in same if all(getattr(action, name) == value for name, value in offer.fixed.items())]
    problems: list[tuple[bool, Refused]] = []
    for offer in meant:
        try:
            check_fields(offer, action)
            check_unasked({*offer.fixed, *(field.name for field in offer.fields)}, action)
        except Refused as found:
            problems.append((_means_another(offer, found), found))
        else:
            return offer
    if (reason := game.why_not(state, seat, action)) is not None:
        raise reason
    if problems:
        check_unasked({name for o in meant for name in (*o.fixed, *(field.name for field in o.fields))}, action)
        raise min(problems, key=lambda found: found[0])[1]
    if same:
        raise _none_meant(same, action)
    raise not_offered(game, state, seat, kind)


def _means_another(offer: Offer, problem: Refused) -> bool:
    """Whether a problem may only mean: not this offer. It does not ask for that field, or it is not among its choices."""
    return all(field.name != problem.field or isinstance(field, Choice) for field in offer.fields)


def _none_meant(same: Sequence[Offer], action: Action) -> Refused:
    """Offers of this type are there, but none with what the action carries: the first constant that is none of theirs."""
    names = dict.fromkeys(name for offer in same for name in offer.fixed)
    left = list(same)
    for name in names:
        fitting = [offer for offer in left if offer.fixed.get(name) == getattr(action, name)]
        if not fitting:
            allowed = dict.fromkeys(str(offer.fixed[name]) for offer in left if name in offer.fixed)
            return Refused("bad_field", name, T("Choose one of: {choices}", choices=listed(allowed)))
        left = fitting
    raise AssertionError("an offer that differs in nothing it carries was meant after all")


def not_offered(game: Game[S], state: S, seat: Seat | None, kind: str) -> Refused:
    """Why nothing of this type can be entered now, and what to do instead."""
    active = sorted(game.active_seats(state))
    others = [s for s in active if any(o.type == kind for o in game.offers(state, s))]
    if seat is None and others:
        return no_seat()
    if seat is not None and seat not in active:
        others = others or active
    if others:
        names = Listing(tuple(Who(s) for s in others))
        return Refused("not_your_turn", "seat", T("It is not your turn: {names} first.", names=names))
    if game.outcome(state) is not None:
        return illegal(T("The game is over. Undo or correct an entry, if something was wrong."))
    if not game.counters(state):
        return illegal(T("This is not possible now. Look at what the table is waiting for."))
    return illegal(T("This is not possible now. Look at what the table is waiting for, or enter a correction."))


def check_fields(offer: Offer, action: Action) -> None:
    """Refuses a value outside today's range, naming the field."""
    for field in offer.fields:
        value = plain_value(getattr(action, field.name, None))
        if value is None and field.optional:
            continue
        if (problem := field.check(value)) is not None:
            raise Refused("bad_field", field.name, problem)
        current = getattr(field, "current", None)
        was = getattr(action, "was", None)
        if current is not None and was is not None and was != current and value != current:
            mine = value if isinstance(value, int) else 0
            raise changed_meanwhile(field.name, field.label, current, was, mine)


def check_unasked(asked: Container[str], action: Action) -> None:
    """Refuses an action that carries something its offer does not ask for: nobody has checked its range."""
    for field in fields_of(type(action)):
        if field.name in asked or field.name in action.beside:
            continue
        if plain_value(getattr(action, field.name)) != plain_value(field.default):
            text: Text = T("{name} is not asked for here: leave it out.", name=field.name)
            raise Refused("bad_field", field.name, text)


def plain_value(value: object) -> object:
    """A field's value as plain JSON: tuples become lists, structs objects without what they leave out."""
    if isinstance(value, tuple | list):
        return [plain_value(v) for v in value]
    if hasattr(value, "__struct_fields__"):
        names = value.__struct_fields__
        return {name: plain_value(getattr(value, name)) for name in names if getattr(value, name) is not None}
    return value


def without_was(action: Action) -> Action:
    """The action without what its author saw: an amendment before it changes what there was to see."""
    seen = {name: None for name in ("was", "lot") if getattr(action, name, None) is not None}
    return msgspec.structs.replace(action, **seen) if seen else action
