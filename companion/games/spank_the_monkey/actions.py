"""What can be entered at a Spank the Monkey table. A stored format: only ever added to, with defaults.

Places in a pile are ``[seat, index]``, counted from 0 at the bottom.
"""

from __future__ import annotations

import msgspec

from companion.core.game import Action

Place = tuple[int, int]


class JunkCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A junk card as printed."""

    name: str
    height: int
    strength: int


class ReinforcementCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reinforcement as printed."""

    name: str
    strength: int


class AttackCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An attack card as printed; a sneak attack may have no modifier."""

    name: str
    modifier: int | None = None


class DefenceCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A defence card as printed; ``value`` is taken off the roll."""

    name: str
    value: int


class RollCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that changes an attack roll; ``value`` is added to it."""

    name: str
    value: int


class NamedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card whose text only the table reads."""

    name: str


class MonkeyHeight(Action, frozen=True, kw_only=True, tag="monkey_height"):
    """The roll that places the monkey: die + 7."""

    die: tuple[int, ...]


class StartRoll(Action, frozen=True, kw_only=True, tag="start_roll"):
    """One die each to see who starts: pairs of seat (as text) and face."""

    dice: tuple[tuple[str, int], ...]


class StartPlayer(Action, frozen=True, kw_only=True, tag="start_player"):
    """Who starts."""

    player: int


class Draw(Action, frozen=True, kw_only=True, tag="draw"):
    """I draw so many cards; the build phase begins."""

    cards: int


class Build(Action, frozen=True, kw_only=True, tag="junk"):
    """I put a junk card on top of my pile; ``end``: and my turn ends, nothing discarded."""

    cards: tuple[JunkCard, ...]
    category: str = ""
    end: bool = False


class Reinforce(Action, frozen=True, kw_only=True, tag="reinforce"):
    """I put a reinforcement on my top junk."""

    cards: tuple[ReinforcementCard, ...]


class Attack(Action, frozen=True, kw_only=True, tag="attack"):
    """I attack a junk card."""

    kind: str
    cards: tuple[AttackCard, ...]
    target: Place


class Defend(Action, frozen=True, kw_only=True, tag="defend"):
    """I answer the attack on me with these defence cards; none lets it come."""

    cards: tuple[DefenceCard, ...] = ()


class AttackRoll(Action, frozen=True, kw_only=True, tag="attack_roll"):
    """The roll that decides the attack. ``was``: the key of the attack that was seen (`refusals.seen`)."""

    die: tuple[int, ...]
    was: str | None = None


class AttackByCard(Action, frozen=True, kw_only=True, tag="attack_by_card"):
    """What a sneak attack without a value does, as its card says; ``was`` as in `AttackRoll`."""

    destroyed: bool
    was: str | None = None


class CallOff(Action, frozen=True, kw_only=True, tag="call_off"):
    """A card cancels the attack."""

    reason: str = ""


class Redirect(Action, frozen=True, kw_only=True, tag="redirect"):
    """A card sends the attack to another junk card."""

    target: Place
    reason: str = ""


class AddToRoll(Action, frozen=True, kw_only=True, tag="add_to_roll"):
    """I play a card that changes the roll of the attack under way, before it is thrown."""

    cards: tuple[RollCard, ...]


class StopFall(Action, frozen=True, kw_only=True, tag="stop_fall"):
    """A card calls off the fall: what is in the air comes to rest without a collision."""

    reason: str = ""


class CollisionRoll(Action, frozen=True, kw_only=True, tag="collision_roll"):
    """The one roll for both junk cards that touch; ``was``: the key of the collision that was seen."""

    die: tuple[int, ...]
    was: str | None = None


class Spank(Action, frozen=True, kw_only=True, tag="spank"):
    """My roll to spank the monkey."""

    die: tuple[int, ...]


class EndTurn(Action, frozen=True, kw_only=True, tag="end_turn"):
    """I discard up to two cards and my turn ends."""

    discard: int = 0


class MonkeyRoll(Action, frozen=True, kw_only=True, tag="monkey_roll"):
    """Active monkey: the roll after a turn."""

    die: tuple[int, ...]


class Special(Action, frozen=True, kw_only=True, tag="special"):
    """I play a special card, or a sneak attack that is aimed at no junk; what it does is entered by hand."""

    cards: tuple[NamedCard, ...]
    effect: str = ""


class TakeCards(Action, frozen=True, kw_only=True, tag="take_cards"):
    """A card lets somebody draw."""

    player: int
    cards: int


class DeckEmpty(Action, frozen=True, kw_only=True, tag="deck_empty"):
    """The draw pile is empty, whatever the count says."""


class TurnTo(Action, frozen=True, kw_only=True, tag="turn_to"):
    """A card changes whose turn it is: this player's begins."""

    player: int
    reason: str = ""


class MoveMonkey(Action, frozen=True, kw_only=True, tag="move_monkey"):
    """A card moves the monkey."""

    height: int
    was: int | None = None
    reason: str = ""


class MoveJunk(Action, frozen=True, kw_only=True, tag="move_junk"):
    """A junk card goes elsewhere with its reinforcements; ``to``: a pile, and how many junk cards are below it there.

    Within its own pile it is counted among those below as long as it lies there: the gap is one that is seen before.
    ``falls``: what lay above the hole collides with what lies below it.
    """

    junk: Place
    to: Place
    falls: bool = False
    reason: str = ""


class RemoveJunk(Action, frozen=True, kw_only=True, tag="remove_junk"):
    """A junk card leaves the game with its reinforcements; ``falls`` as in `MoveJunk`."""

    junk: Place
    falls: bool = False
    reason: str = ""


class PutJunk(Action, frozen=True, kw_only=True, tag="put_junk"):
    """A junk card comes into a pile, ``to`` as in `MoveJunk`."""

    to: Place
    cards: tuple[JunkCard, ...]
    category: str = ""
    reason: str = ""


class PutReinforcement(Action, frozen=True, kw_only=True, tag="put_reinforcement"):
    """A reinforcement comes onto any junk card."""

    junk: Place
    cards: tuple[ReinforcementCard, ...]
    reason: str = ""


class RemoveReinforcement(Action, frozen=True, kw_only=True, tag="remove_reinforcement"):
    """A reinforcement leaves a junk card; ``which`` counts from 1, the first that was put there."""

    junk: Place
    which: int
    reason: str = ""


class GoOn(Action, frozen=True, kw_only=True, tag="go_on"):
    """The game was not over: ``deck`` cards are left in the draw pile."""

    deck: int


ByHand = MoveMonkey | MoveJunk | RemoveJunk | PutJunk | PutReinforcement | RemoveReinforcement
"""What a card's text moves in the piles and of the monkey."""

ACTIONS: tuple[type[Action], ...] = (
    MonkeyHeight,
    StartRoll,
    StartPlayer,
    Draw,
    Build,
    Reinforce,
    Attack,
    Defend,
    AttackRoll,
    AttackByCard,
    CallOff,
    Redirect,
    AddToRoll,
    StopFall,
    CollisionRoll,
    Spank,
    EndTurn,
    MonkeyRoll,
    Special,
    TakeCards,
    DeckEmpty,
    TurnTo,
    MoveMonkey,
    MoveJunk,
    RemoveJunk,
    PutJunk,
    PutReinforcement,
    RemoveReinforcement,
    GoOn,
)
