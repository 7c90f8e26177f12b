"""Mombasa, 2-4 players: final scoring in seven categories, rounds and phases, sums on the way.

| rule (rules page: Mombasa) | here |
| --- | --- |
| seven categories, one column per player | `scoring.score` |
| coins uncovered once for everybody; shares as track and cards | actions `coins`, `shares` |
| highest total wins, equal totals share the victory | `scoring.score` |
| 7 rounds of planning, action, preparing; none after round 7 | `performing.perform` |
| action phase: clockwise from the start player, who ended it is passed over; who is away too (Decision) | `turns` |
| goods and expansion sums | `arithmetic` |
| the checks of the ledgers | left out: the tile lies beside the cards that meet it, nothing is to be added up |
| what phase 3 drops where, by number of players | `arithmetic.coins_dropped` |
| hands, resting piles, which action is taken | left out: stays on the table (Decision) |
| start player changes | table enters it (Decision: the text is silent) |
"""

from companion.games.mombasa.game import Mombasa

__all__ = ["Mombasa"]
