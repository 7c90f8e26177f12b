"""We played on: a round, or a turn, that was played without the companion, entered as one.

One entry sets any number of counters at once (the round, who starts, everybody's numbers), whatever the rules say, and is
one line in the history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.core.correction import because, check_in_range, counter_of
from companion.core.fields import Counts, Note
from companion.core.game import Clause, Counter, Game, Offer, S, Step
from companion.core.refusal import Refused
from companion.core.text import Listing, T, Text
from companion.core.vocabulary import Action


class PlayedOn(Action, frozen=True, kw_only=True, tag="played_on"):
    """What the table shows now: counters by key, each set to what it is. ``reason`` stands in the history."""

    counters: dict[str, int]
    reason: str = ""


def playing_on_offer(game: Game[S], state: S) -> Offer | None:
    """All counters of a table on one page, or None for a game that counts nothing."""
    counters = game.counters(state)
    if not counters:
        return None
    most = reach(counters)
    numbers = Counts(
        "counters",
        T("What the table shows now"),
        tuple((counter.key, counter.label) for counter in counters),
        tuple(most[counter.key] for counter in counters),
        lows=tuple(counter.low for counter in counters),
    )
    example = PlayedOn(counters={counters[0].key: counters[0].value})
    note = Note("reason", T("Reason"), 200, optional=True)
    return Offer(PlayedOn, T("We played on"), (numbers, note), constrained=True, examples=(example,), place="more")


def reach(counters: Sequence[Counter]) -> dict[str, int]:
    """How far each counter may go in one entry that sets others too, by key.

    What the others of its kind give up in the same entry is its to take: with all stars among the players nobody's can
    rise today, unless another's fall. Whether they do is checked when all are set.
    """
    together: dict[str, int] = {}
    for counter in counters:
        kind = _kind(counter)
        together[kind] = together.get(kind, 0) + max(0, counter.value)
    return {c.key: c.high if c.words or c.low < 0 else c.high + together[_kind(c)] - max(0, c.value) for c in counters}


def _kind(counter: Counter) -> str:
    return counter.key.partition(":")[0]


def played_on(game: Game[S], state: S, action: PlayedOn) -> Step[S]:
    """The state with the counters set, in the order the game lists them, and one sentence about what changed.

    A counter may change with another one (a new round begins with nobody done): each is set on what those before it left,
    and one that is no longer there is left as the game left it. One that cannot be set yet (coins that somebody else still
    has) waits for the others. Raises Refused where nothing is said, where a counter does not exist or is out of range, and
    where nothing sensible would remain.
    """
    if not action.counters:
        raise Refused("bad_field", "counters", T("Say at least one number that the table shows now."))
    before = {counter.key: counter for counter in game.counters(state)}
    for key in action.counters:
        counter_of(game, state, key)
    after, follows = _all_set(game, state, {key: action.counters[key] for key in before if key in action.counters})
    changed = [
        (before[counter.key], counter)
        for counter in game.counters(after)
        if counter.key in before and counter.key in action.counters and counter.value != before[counter.key].value
    ]
    told = T("Played on without the companion: {changes}.", changes=Listing(tuple(_change(*c) for c in changed)))
    if not changed:
        told = T("Played on without the companion; every number is as it was.")
    by = tuple((new.key, new.value - old.value) for old, new in changed if not new.words)
    return Step(after, (Clause(told, "cost", by), *follows, *because(action.reason)))


def _all_set(game: Game[S], state: S, values: Mapping[str, int]) -> Step[S]:
    """The counters set one after the other, those that were refused once more after the others; what follows, said."""
    told: list[Clause] = []
    waiting = list(values)
    while waiting:
        refused: dict[str, Refused] = {}
        for key in waiting:
            try:
                state, follows = _set(game, state, key, values[key])
            except Refused as reason:
                refused[key] = reason
            else:
                told += [replace(clause, by=()) for clause in follows]
        if len(refused) == len(waiting):
            raise next(iter(refused.values()))
        waiting = list(refused)
    for key in _out_of_place(game, state, values):
        state = _set(game, state, key, values[key]).state
    return Step(state, tuple(dict.fromkeys(told)))


def _out_of_place(game: Game[S], state: S, values: Mapping[str, int]) -> list[str]:
    """Places in one order that came out otherwise, because each one set moves the others: lowest place first they stay.

    Such a kind is one whose counters run from 1 to at most as many as there are.
    """
    now = {counter.key: counter for counter in game.counters(state)}
    kinds: dict[str, list[str]] = {}
    for key in values:
        if key in now and not now[key].words and now[key].low == 1:
            kinds.setdefault(_kind(now[key]), []).append(key)
    found: list[str] = []
    for kind, keys in kinds.items():
        every = sum(1 for counter in now.values() if _kind(counter) == kind)
        places = all(now[key].high <= every for key in keys)
        if places and any(now[key].value != values[key] for key in keys):
            found += sorted(keys, key=lambda key: values[key])
    return found


def _set(game: Game[S], state: S, key: str, value: int) -> Step[S]:
    now = next((counter for counter in game.counters(state) if counter.key == key), None)
    if now is None or now.value == value:
        return Step(state, ())
    check_in_range(now, value, "counters")
    return game.corrected(state, key, value)


def _change(old: Counter, new: Counter) -> Text:
    return T("{label} {new} instead of {old}", label=new.label, new=new.shown, old=old.shown)
