"""What can be entered now: what the table says as a whole, and what each seat does."""

from __future__ import annotations

from companion.core.fields import Choice, Counts, Flag, Labelled, Number, SeatChoice, Several
from companion.core.game import Offer, Place
from companion.core.text import Seat, T, Text
from companion.games.walking_on_the_moon import box, pad, rounds, ties, turn
from companion.games.walking_on_the_moon.actions import (
    Arrive,
    ChooseDice,
    DieFaces,
    ExtraDie,
    FinishNow,
    FirstAcross,
    GoOn,
    JumpDice,
    Last,
    LastCard,
    Leader,
    Recover,
    Reroll,
    Reveal,
    Rolled,
    SheetComplete,
    Spaces,
    StarPoints,
    Stars,
    StartPlayer,
    Stop,
    TieAnswer,
    TieOrder,
    TurnOf,
)
from companion.games.walking_on_the_moon.jump_offer import dice_shown, jump_offer
from companion.games.walking_on_the_moon.race import last_candidates, level_elsewhere
from companion.games.walking_on_the_moon.scoring import LINES, MOST_PLAYERS
from companion.games.walking_on_the_moon.state import LEVELS, State, each, target, whose

STAR_FIELDS = ("one", "two", "three", "four", "five", "six")


def missing(state: State) -> tuple[str, ...]:
    """The parts of the box profile that this table still has to ask for, in the order of asking."""
    parts = ("star_points",) if state.columns else ("spaces", "last_card", "star_points", "dice")
    return tuple(part for part in parts if getattr(state.box, part) is None)


def box_offer(state: State, part: str) -> Offer:
    """The question for one part of the box profile."""
    match part:
        case "spaces":
            label = T("Spaces in a row on one moon card")
            value = Number("value", label, box.SPACES_LOW, box.SPACES_HIGH)
            return Offer(Spaces, label, (value,), examples=(Spaces(value=5), Spaces(value=4)))
        case "last_card":
            fields = tuple(
                Number(f"up_to_{n}", T("Last space under the {n} (0: none)", n=n), 0, state.spaces)
                for n in (12, 14, 16)
            )
            spaces = state.spaces
            some = LastCard(up_to_12=min(1, spaces), up_to_14=min(2, spaces), up_to_16=min(3, spaces))
            label = T("Which spaces of the last card lie under 12, 14, 16 and 18?")
            return Offer(LastCard, label, fields, constrained=True, examples=(some,))
        case "star_points":
            fields = tuple(
                Number(name, T("Points printed for stars: {n}", n=n), 0, box.POINTS_HIGH)
                for n, name in enumerate(STAR_FIELDS, 1)
            )
            sample = StarPoints(one=1, two=3, three=6, four=10, five=15, six=21)
            return Offer(StarPoints, T("Points printed for 1 to 6 stars"), fields, examples=(sample,))
    counts = Counts("counts", T("Jump dice of each colour"), tuple(box.COLORS.items()), (box.DICE,) * 3, (6, 6))
    label = T("How many jump dice of each colour?")
    return Offer(JumpDice, label, (counts,), examples=(JumpDice(counts={"blue": 2, "black": 2, "white": 2}),))


def _faces_offer(color: str, label: Text) -> Offer:
    names: Labelled = tuple((k, v) for k, v in box.FACES.items() if k != "skull" or color == "black")
    faces = Counts("faces", T("How many of its six faces show it"), names, (6,) * len(names), (6, 6))
    one = Choice("color", T("Colour"), ((color, label),))
    sample = {"one": 3, "skull": 1, "up": 2} if color == "black" else {"one": 2, "two": 2, "up": 2}
    title = T("Faces of the {die}", die=label)
    return Offer(DieFaces, title, (one, faces), examples=(DieFaces(color=color, faces=sample),), place="more")


def table_offers(state: State) -> tuple[Offer, ...]:
    """What anybody may enter for the whole table."""
    found: list[Offer] = []
    asked = missing(state)
    if asked and state.phase in ("box", "pad"):
        found.append(box_offer(state, asked[0]))
    seats = tuple(range(state.seats))
    match state.phase:
        case "start":
            label = T("Start player: most recently on the Moon, else an American, else a Russian, else the oldest")
            found.append(Offer(StartPlayer, label, (SeatChoice("player", T("Start player"), seats),)))
        case "leading":
            ids = (state.mover, *level_elsewhere(state, state.mover))
            label = T("Level in front on different spaces: who leads?")
            found.append(Offer(Leader, label, (_astronaut(state, T("Leading"), ids),)))
        case "last":
            label = T("Level in last place on different spaces: who is last?")
            found.append(Offer(Last, label, (_astronaut(state, T("Last"), last_candidates(state)),)))
        case "first":
            choices = tuple(_named(state, seat, index) for seat, index in pad.needs_first(state))
            field = SeatChoice("astronaut", T("First across the finish"), choices)
            found.append(Offer(FirstAcross, T("Who crossed the finish first?"), (field,)))
        case "tie":
            found.append(_tie_offer(state))
    if state.phase == "turn" and state.turn is not None and not state.turn.jumps and len(state.waiting) > 1:
        field = _astronaut(state, T("Whose turn"), state.waiting[1:])
        found.append(Offer(TurnOf, T("It is somebody else's turn"), (field,), place="more"))
    if state.phase in ("turn", "leading", "last"):
        found.append(Offer(FinishNow, T("Finish now"), place="more"))
    if state.phase == "over" and state.revealed <= len(LINES):
        label = T("Reveal the totals")
        if state.revealed < len(LINES):
            label = T("Reveal: {category}", category=tuple(LINES.values())[state.revealed])
        found.append(Offer(Reveal, label))
    if rounds.may_go_on(state):
        found.append(Offer(GoOn, T("The race goes on"), place="more"))
    if not state.columns and state.box.dice is not None:
        found.extend(_faces_offer(color, label) for color, label in box.COLORS.items())
    return tuple(found)


def _astronaut(state: State, label: Text, ids: tuple[int, ...]) -> SeatChoice:
    return SeatChoice("astronaut", label, tuple(target(state, one) for one in ids))


def _named(state: State, seat: int, index: int) -> int | tuple[int, int]:
    return seat if each(state.seats) == 1 else (seat, index)


def _tie_offer(state: State) -> Offer:
    tie = state.tie
    key = (ties.question(tie) if tie is not None else None) or "oldest"
    alive = tie.alive if tie is not None else ()
    players = Several(
        "players",
        ties.QUESTIONS[key],
        tuple((str(seat), T("{who}", who=whose(3, seat, 0))) for seat in alive),
        0,
        1 if key in ties.ONE_ONLY else None,
    )
    one = Choice("question", T("Question"), ((key, ties.QUESTIONS[key]),))
    examples = (
        TieAnswer(question=key, players=(str(alive[0]),)),
        TieAnswer(question=key, players=()),
    )
    return Offer(TieAnswer, ties.QUESTIONS[key], (one, players), examples=examples)


def seat_offers(state: State, seat: Seat, *, lost_by_hand: bool) -> tuple[Offer, ...]:
    """What one seat may enter: its turn, or its column of the sheet."""
    if state.columns:
        return _column_offers(state, seat)
    if state.phase != "turn" or state.turn is None or state.astronauts[state.mover].seat != seat:
        return ()
    if state.astronauts[state.mover].coma:
        return (_recover_offer(state),)
    dice = state.turn
    if not dice.dice:
        all_dice = _dice(state.box.dice_ids())
        count = min(dice.allowed, len(all_dice))
        field = Several("dice", T("Dice of this turn"), all_dice, count, count)
        ids = tuple(die for die, _ in all_dice)
        examples = (ChooseDice(dice=ids[:count]), ChooseDice(dice=ids[-count:]))
        return (Offer(ChooseDice, T("Choose the dice"), (field,), examples=examples),)
    found: list[Offer] = []
    if dice.left:
        found.append(jump_offer(state, lost_by_hand=lost_by_hand))
    shown = dice_shown(state, "dice", 1)
    if shown is not None:
        only = Several("only", T("Dice that the companion rolls"), _dice(dice.left), optional=True)
        found.append(Offer(Rolled, T("What the dice show"), (shown, only), place="more"))
    if dice.jumps or not dice.left:
        found.append(Offer(Stop, T("End the turn")))
    if turn.may_buy(state):
        more = _dice(tuple(die for die in state.box.dice_ids() if die not in dice.dice))
        label = T("One more die for 1 ground-control token")
        found.append(Offer(ExtraDie, label, (Choice("die", T("Die"), more),), place="more"))
    if again := turn.may_reroll(state):
        label = T("Reroll one die for 1 ground-control token")
        found.append(Offer(Reroll, label, (Choice("die", T("Die"), _dice(again)),), place="more"))
    return tuple(found)


def _dice(ids: tuple[str, ...]) -> Labelled:
    return tuple((die, box.die_label(die)) for die in ids)


def _recover_offer(state: State) -> Offer:
    me = state.astronauts[state.mover]
    furthest = 0 if me.finish else 1
    fields = (
        Number("step", T("Spaces forward"), 0, furthest),
        Number("level", T("Level"), 1, max(LEVELS), optional=True),
    )
    examples = (Recover(step=furthest), Recover(step=0))
    return Offer(Recover, T("Wake up from the coma"), fields, examples=examples)


def _column_offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    found: list[Offer] = []
    done = seat in state.complete
    label = T("My column is not complete after all") if done else T("My column is complete")
    complete = Flag("done", T("Complete"), optional=True)
    place: Place = "more" if done or state.phase != "pad" else "next"
    found.append(Offer(SheetComplete, label, (complete,), examples=(SheetComplete(done=not done),), place=place))
    for index in range(each(state.seats)):
        entry = state.columns[seat].entries[index]
        one = Number("astronaut", T("Astronaut"), index, index, optional=index == 0)
        title = T("Where {who} ended", who=whose(state.seats, seat, index))
        where = Choice("where", title, tuple(pad.WHERE.items()))
        found.append(Offer(Arrive, title, (one, where), examples=(Arrive(where="10", astronaut=index),), place="sheet"))
        title = T("Stars of {who}", who=whose(state.seats, seat, index))
        most = pad.stars_left(state, seat, index)
        number = Number("value", title, 0, most, current=entry.stars)
        sample = Stars(value=entry.stars, astronaut=index)
        found.append(Offer(Stars, title, (one, number), examples=(sample,), place="sheet"))
    order = Number("value", T("Place in a tie (1 wins)"), 1, MOST_PLAYERS)
    found.append(Offer(TieOrder, T("Place in a tie (1 wins)"), (order,), place="more"))
    return tuple(found)
