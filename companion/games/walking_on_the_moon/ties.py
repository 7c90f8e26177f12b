"""A tie for first place: the table is asked who was on the Moon, who is American, Russian, oldest, in that order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from companion.core.game import Clause, Step
from companion.core.text import Listing, T, Text, Who
from companion.games.walking_on_the_moon import scoring
from companion.games.walking_on_the_moon.sheet import sheet_of
from companion.games.walking_on_the_moon.state import State, Tie

QUESTIONS: dict[str, Text] = {
    "moon": T("Who was on the Moon most recently?"),
    "american": T("Who is American?"),
    "russian": T("Who is Russian?"),
    "oldest": T("Who is the oldest?"),
}
ONE_ONLY = ("moon", "oldest")
"""Questions that are true of one player at most."""


def question(tie: Tie) -> str | None:
    """The next question, or None when the tie is settled or there is nothing left to ask."""
    if len(tie.alive) < 2 or tie.asked >= len(QUESTIONS):
        return None
    return tuple(QUESTIONS)[tie.asked]


def answered(tie: Tie, of: Collection[int]) -> Tie:
    """The tie after an answer: whoever it is true of stays; where it is true of nobody or everybody, all stay."""
    stay = tuple(seat for seat in tie.alive if seat in of)
    if not stay or len(stay) == len(tie.alive):
        return replace(tie, asked=tie.asked + 1)
    gone = tuple(seat for seat in tie.alive if seat not in of)
    return Tie(tie.group, stay, tie.asked + 1, (*tie.out, gone))


def settled(state: State) -> State:
    """The state of a race that is over: asked about its tie for first place, or ended, if there is none left.

    The sheet stays frozen as the race ended first, whatever is corrected since and whatever tie that brings.
    """
    group = tuple(map(int, scoring.score(sheet_of(replace(state, tie=None))).winners))
    tie = state.tie
    # Where nobody is tied now, what was answered is kept: a correction may bring the same tie back.
    if len(group) > 1:
        if tie is None or tie.group != group:
            # Answers given for another tie say nothing about this one.
            tie = Tie(group, group)
        if question(tie) is not None:
            return replace(state, phase="tie", tie=tie, ending=replace(state.ending, over=False))
    after, ending = replace(state, phase="over", tie=tie), state.ending
    if ending.frozen is None:
        return replace(after, ending=ending.finished(sheet_of(after)))
    return replace(after, ending=replace(ending, over=True))


def answer(state: State, key: str, of: Collection[int]) -> Step[State]:
    """The state after the answer to a tie question, told."""
    tie = answered(state.tie or Tie((), ()), of)
    said = Listing(tuple(Who(seat) for seat in sorted(of)))
    text = (
        T("{question} {names}.", question=QUESTIONS[key], names=said)
        if of
        else T("{question} Nobody of those tied.", question=QUESTIONS[key])
    )
    clauses = [Clause(text)]
    if len(tie.alive) == 1:
        clauses.append(Clause(T("{who} wins the tie.", who=Who(tie.alive[0])), "gain"))
    elif question(tie) is None:
        names = Listing(tuple(Who(seat) for seat in tie.alive))
        clauses.append(Clause(T("Nothing separates {names}: they share the victory.", names=names)))
    return Step(settled(replace(state, tie=tie)), tuple(clauses))
