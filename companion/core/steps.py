"""One thing after the other within an entry: each move takes the state so far and answers with its own step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Concatenate, ParamSpec, TypeVar

from companion.core.game import Clause, Step, Telling, Tone
from companion.core.text import Text

S = TypeVar("S")
P = ParamSpec("P")
By = tuple[tuple[str, int], ...]


def said(state: S, text: Text, tone: Tone = "plain", by: By = ()) -> Step[S]:
    """The step to a state that one sentence tells."""
    return Step(state, (Clause(text, tone, by),))


def then(step: Step[S], move: Callable[Concatenate[S, P], Step[S]], *args: P.args, **kwargs: P.kwargs) -> Step[S]:
    """The step and the move made after it, as one."""
    after = move(step.state, *args, **kwargs)
    return Step(after.state, (*step.telling, *after.telling))


def named_once(telling: Telling) -> Telling:
    """The telling of a whole entry: a counter that several sentences are about is named by none of them.

    What a clause names is the difference the whole entry makes, and each of those sentences says only a part of it.
    """
    keys = [key for clause in telling for key, _ in clause.by]
    if len(keys) == len(set(keys)):
        return telling
    return tuple(
        replace(clause, by=tuple(pair for pair in clause.by if keys.count(pair[0]) == 1)) for clause in telling
    )
