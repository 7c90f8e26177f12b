"""Mombasa at the table: the shared score pad, and which round and phase it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from companion.core.fields import Choice, Flag, Number, SeatChoice
from companion.core.game import (
    Action,
    Chapter,
    Counter,
    IllegalAction,
    Offer,
    Option,
    Outcome,
    Stage,
    Telling,
    action_type,
)
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text, Who
from companion.games.mombasa import reference, scoring, telling
from companion.games.mombasa.actions import (
    TRACK_ACTIONS,
    Bookkeeping,
    CardsRevealed,
    Cash,
    Coins,
    Diamonds,
    EndActions,
    FinishNow,
    GoOn,
    NextRound,
    Reveal,
    SetShares,
    SheetComplete,
    StartPlayer,
)
from companion.games.mombasa.arithmetic import ROUNDS
from companion.games.mombasa.scoring import CATEGORIES, COMPANIES, MombasaSheet, Pad, Shares
from companion.games.mombasa.state import PARTS, PHASES, Column, State, sum_key
from companion.games.mombasa.sums import SUMS, Sum
from companion.games.mombasa.view import View, view_of

TRACKS = ("cash", "diamonds", "bookkeeping")


REVEAL_STEPS = len(CATEGORIES) + 1


def _at(values: tuple[int, int, int, int], company: str, value: int) -> tuple[int, int, int, int]:
    index = list(COMPANIES).index(company)
    return tuple(value if i == index else old for i, old in enumerate(values))  # type: ignore[return-value]


@dataclass(frozen=True)
class Mombasa:
    """The game of a table. It has no options, and prints nothing that must be asked for beforehand."""

    key: ClassVar[str] = "mombasa"
    title: ClassVar[Text] = T("Mombasa")
    players: ClassVar[range] = range(2, 5)
    options: ClassVar[tuple[Option, ...]] = ()
    actions: ClassVar[tuple[type[Action], ...]] = (
        Coins,
        SetShares,
        Cash,
        Diamonds,
        Bookkeeping,
        StartPlayer,
        CardsRevealed,
        EndActions,
        NextRound,
        SheetComplete,
        FinishNow,
        Reveal,
        GoOn,
    )
    sheet_type: ClassVar[type[MombasaSheet]] = MombasaSheet
    sums: ClassVar[Mapping[str, Sum]] = SUMS
    seat_counters: ClassVar[frozenset[str]] = frozenset(TRACKS)

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        return cls()

    def setup(self, seats: int) -> State:
        return State(coins=(0, 0, 0, 0), columns=(Column(),) * seats)

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        return reference.setup_guide(seats)

    def stage(self, state: State) -> Stage:
        if state.over or state.phase == "scoring":
            return Stage(PHASES["scoring"], ROUNDS, ROUNDS)
        done = {"planning": 0, "action": 0, "preparing": 1}[state.phase]
        return Stage(
            T("Round {n} of {all} · {phase}", n=state.round, all=ROUNDS, phase=PHASES[state.phase]),
            state.round - 1 + done,
            ROUNDS,
        )

    def active_seats(self, state: State) -> frozenset[Seat]:
        everybody = frozenset(Seat(seat) for seat in range(len(state.columns)))
        if state.over:
            return frozenset()
        if state.phase == "action":
            return everybody - state.ended
        if state.phase == "scoring":
            return everybody - state.complete
        return everybody

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        if seat is None:
            return self._table_offers(state)
        found: list[Offer] = []
        if not state.over and state.phase == "action" and seat not in state.ended:
            found.append(Offer(EndActions, T("End my action phase")))
        if not state.over and state.phase == "scoring":
            done = seat in state.complete
            label = T("My sheet is not complete after all") if done else T("My sheet is complete")
            found.append(
                Offer(
                    SheetComplete,
                    label,
                    (Flag("done", T("Complete"), optional=True),),
                    examples=(SheetComplete(done=not done),),
                    place="more" if done else "next",
                )
            )
        column = state.columns[seat]
        for track, action in TRACK_ACTIONS.items():
            number = Number("value", CATEGORIES[track], 0, scoring.POINTS_HIGH, current=getattr(column, track))
            found.append(Offer(action, CATEGORIES[track], (number,), place="sheet"))
        for index, (company, label) in enumerate(COMPANIES.items()):
            for part, words in PARTS.items():
                shares = T("{company}, {part}", company=label, part=words)
                found.append(
                    Offer(
                        SetShares,
                        shares,
                        (
                            Choice("company", T("Company"), ((company, label),)),
                            Choice("part", T("Shares"), ((part, words),)),
                            Number("value", shares, 0, scoring.SHARES_HIGH, current=getattr(column, part)[index]),
                        ),
                        place="sheet",
                    )
                )
        return tuple(found)

    def _table_offers(self, state: State) -> tuple[Offer, ...]:
        found: list[Offer] = []
        seats = tuple(range(len(state.columns)))
        if state.over:
            if state.revealed < REVEAL_STEPS:
                found.append(Offer(Reveal, self._reveal_label(state)))
            found.append(Offer(GoOn, T("The game goes on"), place="more"))
        else:
            if state.phase == "planning":
                found.append(Offer(CardsRevealed, T("All cards are revealed")))
            if state.phase == "preparing":
                found.append(Offer(NextRound, T("Start round {n}", n=state.round + 1)))
            if state.phase in ("planning", "action"):
                found.append(
                    Offer(
                        StartPlayer,
                        T("Start player"),
                        (SeatChoice("player", T("Start player"), seats),),
                        place="more",
                    )
                )
            found.append(Offer(FinishNow, T("Finish now"), place="more"))
        for index, (company, label) in enumerate(COMPANIES.items()):
            found.append(
                Offer(
                    Coins,
                    T("Coins uncovered at {company}", company=label),
                    (
                        Choice("company", T("Company"), ((company, label),)),
                        Number("value", label, 0, scoring.COINS_HIGH, current=state.coins[index]),
                    ),
                    place="sheet",
                )
            )
        return tuple(found)

    def _reveal_label(self, state: State) -> Text:
        if state.revealed < len(CATEGORIES):
            return T("Reveal: {category}", category=list(CATEGORIES.values())[state.revealed])
        return T("Reveal the totals")

    def apply(self, state: State, seat: Seat | None, action: Action) -> State:
        return _marked_late(state, _with_sum(self._applied(state, seat, action), seat, action))

    def _applied(self, state: State, seat: Seat | None, action: Action) -> State:
        match action:
            case Coins():
                return replace(state, coins=_at(state.coins, action.company, action.value))
            case Reveal():
                return replace(state, revealed=state.revealed + 1)
            case GoOn():
                return _going_on(state)
            case FinishNow():
                return _finished(state)
            case CardsRevealed():
                return replace(state, phase="action", ended=frozenset())
            case NextRound():
                return replace(state, round=state.round + 1, phase="planning", ended=frozenset())
            case StartPlayer():
                return replace(state, start=Seat(action.player))
        if seat is None:
            raise IllegalAction("bad_field", "seat", T("Say which seat enters this."))
        if isinstance(action, EndActions):
            return self._end_actions(state, seat)
        if isinstance(action, SheetComplete):
            complete = state.complete | {seat} if action.done else state.complete - {seat}
            after = replace(state, complete=complete)
            return _finished(after) if len(complete) == len(state.columns) else after
        columns = list(state.columns)
        columns[seat] = _entered(columns[seat], action)
        return replace(state, columns=tuple(columns))

    def _end_actions(self, state: State, seat: Seat) -> State:
        ended = state.ended | {seat}
        if len(ended) < len(state.columns):
            return replace(state, ended=ended)
        return replace(state, ended=ended, phase="preparing" if state.round < ROUNDS else "scoring")

    def tell(self, state: State, seat: Seat | None, action: Action) -> Telling:

        return telling.tell(state, seat, action)

    def counters(self, state: State) -> tuple[Counter, ...]:
        found = [Counter("round", T("Round"), state.round, 1, ROUNDS)]
        for index, (company, label) in enumerate(COMPANIES.items()):
            coins = T("Coins uncovered at {company}", company=label)
            found.append(Counter(f"coins:{company}", coins, state.coins[index], 0, scoring.COINS_HIGH))
        for seat, column in enumerate(state.columns):
            for track in TRACKS:
                word, now = CATEGORIES[track], getattr(column, track)
                label = T("{category} of {who}", category=word, who=Who(seat))
                found.append(Counter(f"{track}:{seat}", label, now, 0, scoring.POINTS_HIGH, Seat(seat), word))
        return tuple(found)

    def with_counter(self, state: State, key: str, value: int) -> State:
        sums = tuple(entry for entry in state.sums if entry[0] != key)
        return _marked_late(state, self._corrected(replace(state, sums=sums), key, value))

    def _corrected(self, state: State, key: str, value: int) -> State:
        kind, _, of = key.partition(":")
        if kind == "round":
            return replace(_going_on(state), round=value, phase="planning", ended=frozenset())
        if kind == "coins":
            return replace(state, coins=_at(state.coins, of, value))
        columns = list(state.columns)
        columns[int(of)] = _with_track(columns[int(of)], kind, value)
        return replace(state, columns=tuple(columns))

    def learns(self, state: State, action: Action) -> Mapping[str, Any]:
        return {}

    def only_scores(self, state: State) -> bool:
        return state.round == 1 and state.phase == "planning" and state.start is None and not state.over

    def sheet(self, state: State, names: tuple[str, ...]) -> MombasaSheet:
        return _sheet(state.coins, state.columns, names)

    def frozen_sheet(self, state: State, names: tuple[str, ...]) -> MombasaSheet:
        """The sheet as the game ended, whatever was corrected since; the sheet now while it goes on."""
        return self.sheet(state, names) if state.frozen is None else _sheet(*state.frozen, names)

    def score(self, sheet: MombasaSheet) -> Result:
        return scoring.score(sheet)

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        names = tuple(str(seat) for seat in range(len(state.columns)))
        result = self.score(self.sheet(state, names))
        return Outcome(tuple(Seat(int(name)) for name in result.winners))

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def rules(self) -> tuple[Chapter, ...]:
        return reference.RULES


def _with_sum(state: State, seat: Seat | None, action: Action) -> State:
    """The state with the parts of a typed sum kept, so that the pad can show them."""
    if not isinstance(action, Coins | SetShares | Cash | Diamonds | Bookkeeping):
        return state
    if action.parts and sum(action.parts) != action.value:
        raise IllegalAction(
            "illegal", "parts", T("The parts of the sum add up to {n}. Enter the sum again.", n=sum(action.parts))
        )
    company = action.company if isinstance(action, Coins | SetShares) else ""
    part = action.part if isinstance(action, SetShares) else ""
    key = sum_key(action_type(action), None if isinstance(action, Coins) else seat, company, part)
    others = tuple(entry for entry in state.sums if entry[0] != key)
    return replace(state, sums=(*others, (key, action.parts)) if action.parts else others)


def _going_on(state: State) -> State:
    return replace(state, over=False, revealed=0, frozen=None, late=False, complete=frozenset())


def _marked_late(before: State, after: State) -> State:
    """The state with its mark, where a number of the pad was changed after the end."""
    changed = (after.coins, after.columns) != (before.coins, before.columns)
    return replace(after, late=True) if after.over and changed else after


def _finished(state: State) -> State:
    return replace(state, over=True, revealed=0, frozen=(state.coins, state.columns), late=False)


def _entered(column: Column, action: Action) -> Column:
    match action:
        case SetShares(part="track"):
            return replace(column, track=_at(column.track, action.company, action.value))
        case SetShares():
            return replace(column, cards=_at(column.cards, action.company, action.value))
        case Cash() | Diamonds() | Bookkeeping():
            kind = next(track for track, of in TRACK_ACTIONS.items() if isinstance(action, of))
            return _with_track(column, kind, action.value)
    raise IllegalAction("illegal", "type", T("This is not possible now."))


def _with_track(column: Column, track: str, value: int) -> Column:
    match track:
        case "cash":
            return replace(column, cash=value)
        case "diamonds":
            return replace(column, diamonds=value)
        case _:
            return replace(column, bookkeeping=value)


def _sheet(coins: tuple[int, ...], columns: tuple[Column, ...], names: tuple[str, ...]) -> MombasaSheet:
    return MombasaSheet(
        company_coins=dict(zip(COMPANIES, coins, strict=True)),
        players=tuple(
            Pad(
                name=name,
                cash=column.cash,
                diamonds=column.diamonds,
                bookkeeping=column.bookkeeping,
                shares={
                    company: Shares(track, cards)
                    for company, track, cards in zip(COMPANIES, column.track, column.cards, strict=True)
                },
            )
            for name, column in zip(names, columns, strict=True)
        ),
    )
