"""Mombasa, 2-4 players: final scoring in seven categories, rounds and phases, sums on the way.

| rule (rules page: Mombasa) | here |
| --- | --- |
| seven categories, one column per player | `scoring.score` |
| coins uncovered once for everybody; shares as track and cards | actions `coins`, `shares` |
| highest total wins, equal totals share the victory | `scoring.score` |
| 7 rounds of planning, action, preparing; none after round 7 | `performing.perform` |
| goods, expansion and ledger sums | `arithmetic` |
| what phase 3 drops where, by number of players | `arithmetic.coins_dropped` |
| hands, resting piles, who may do what in the action phase | left out: stays on the table (Decision) |
| start player changes | table enters it (Decision: the text is silent) |
"""

from companion.games.mombasa.game import Mombasa

__all__ = ["Mombasa"]
