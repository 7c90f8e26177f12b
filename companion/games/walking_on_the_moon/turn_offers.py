"""What a seat may enter in its turn: dice chosen, bought, rerolled and shown, a jump, stopping, waking up."""

from __future__ import annotations

from dataclasses import replace

from companion.core.fields import Choice, Labelled, Number, Several
from companion.core.game import Offer
from companion.core.text import Seat, T
from companion.games.walking_on_the_moon import box, order, turn
from companion.games.walking_on_the_moon.actions import ChooseDice, ExtraDie, Recover, Reroll, Rolled, Stop
from companion.games.walking_on_the_moon.jump_offer import dice_shown, jump_offer
from companion.games.walking_on_the_moon.options import Options
from companion.games.walking_on_the_moon.state import LEVELS, State


def turn_offers(state: State, options: Options, seat: Seat) -> tuple[Offer, ...]:
    """What this seat may do now; nothing where it is not its turn."""
    now = state.turn
    if state.phase != "turn" or now is None or state.astronauts[state.mover].seat != seat:
        return ()
    if turn.is_cut_short(state):
        return (Offer(Stop, T("End the turn")),)
    if state.ordered:
        return (order.turn_offer(state),)
    if state.astronauts[state.mover].coma:
        return (_recover(state),)
    if not now.dice:
        # Without its colours known there is nothing to choose from; where dice stay on the table nobody has to.
        choose = () if now.jumps or not state.box.dice_ids() else (_choose(state, now.allowed),)
        return choose if state.dice_kept else (*_jumping(state, options), *(replace(c, place="more") for c in choose))
    return _jumping(state, options)


def _jumping(state: State, options: Options) -> tuple[Offer, ...]:
    now = turn.dice_now(state)
    found: list[Offer] = []
    if now.left or not now.dice:
        found.append(jump_offer(state, options))
    unseen = turn.may_roll(state)
    shown = dice_shown(state, "dice", unseen, 1)
    if shown is not None:
        only = Several("only", T("Dice that the companion rolls"), _dice(unseen), optional=True)
        found.append(Offer(Rolled, T("What the dice show"), (shown, only), place="more"))
    if (now.jumps or (now.dice and not now.left)) and not now.skulls:
        found.append(Offer(Stop, T("End the turn")))
    if turn.may_buy(state):
        more = _dice(tuple(die for die in state.box.dice_ids() if die not in now.dice))
        label = T("One more die for 1 ground-control token")
        found.append(Offer(ExtraDie, label, (Choice("die", T("Die"), more),) if now.dice else (), place="more"))
    if turn.may_reroll_any(state):
        label, again = T("Reroll one die for 1 ground-control token"), _dice(turn.may_reroll(state))
        found.append(Offer(Reroll, label, (Choice("die", T("Die"), again),) if now.dice else (), place="more"))
    return tuple(found)


def _dice(ids: tuple[str, ...]) -> Labelled:
    return tuple((die, box.die_label(die)) for die in ids)


def _choose(state: State, allowed: int) -> Offer:
    ids = state.box.dice_ids()
    count = min(allowed, len(ids))
    field = Several("dice", T("Dice of this turn"), _dice(ids), count, count)
    liked = state.astronauts[state.mover].liked[:count]
    examples = (ChooseDice(dice=liked if len(liked) == count else ids[:count]), ChooseDice(dice=ids[-count:]))
    return Offer(ChooseDice, T("Choose the dice"), (field,), examples=examples)


def _recover(state: State) -> Offer:
    me = state.astronauts[state.mover]
    furthest = 0 if me.finish else 1
    fields = (
        Number("step", T("Spaces forward"), 0, furthest),
        Number("level", T("Level"), 1, max(LEVELS), optional=True),
    )
    examples = (Recover(step=furthest), Recover(step=0))
    return Offer(Recover, T("Wake up from the coma"), fields, examples=examples)
