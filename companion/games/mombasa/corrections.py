"""Every number of a Mombasa table that a correction may set."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import Ending
from companion.core.game import Counter
from companion.core.text import Seat, T, Who
from companion.games.mombasa.arithmetic import ROUNDS
from companion.games.mombasa.scoring import CATEGORIES, COINS_HIGH, COMPANIES, POINTS_HIGH, SHARES_HIGH
from companion.games.mombasa.state import PARTS, TRACKS, State, sum_key

SEAT_COUNTERS = frozenset({*TRACKS, *PARTS})


def counters(state: State) -> tuple[Counter, ...]:
    """The round, the coins of each company, and each column's numbers."""
    found = [Counter("round", T("Round"), state.round, 1, ROUNDS)]
    for index, (company, label) in enumerate(COMPANIES.items()):
        coins = T("Coins uncovered at {company}", company=label)
        found.append(Counter(sum_key("coins", company=company), coins, state.coins[index], 0, COINS_HIGH))
    for seat, column in enumerate(state.columns):
        for track in TRACKS:
            word, now = CATEGORIES[track], getattr(column, track)
            label = T("{category} of {who}", category=word, who=Who(seat))
            found.append(Counter(sum_key(track, seat), label, now, 0, POINTS_HIGH, Seat(seat), word))
        for part, words in PARTS.items():
            for index, (company, name) in enumerate(COMPANIES.items()):
                word, now = T("{company}, {part}", company=name, part=words), getattr(column, part)[index]
                label = T("{category} of {who}", category=word, who=Who(seat))
                found.append(Counter(sum_key(part, seat, company), label, now, 0, SHARES_HIGH, Seat(seat), word))
    return tuple(found)


def with_counter(state: State, key: str, value: int) -> State:
    """The state with one of them set; another round means that the game goes on with its planning phase."""
    kind, _, rest = key.partition(":")
    of, _, company = rest.partition(":")
    state = replace(state, sums=tuple(entry for entry in state.sums if entry[0] != key))
    if kind == "round":
        return replace(state, round=value, phase="planning", ended=frozenset(), ending=Ending())
    if kind == "coins":
        return state.with_coins(of, value)
    return state.with_number(int(of), kind, company or None, value)
