"""Lunchtime Battle, 2-6 players: who fetches lunch for everybody.

| rule (rules page: Lunchtime Battle) | here |
| --- | --- |
| end: most symbols of what is wanted most, chain of ties, two hands, not hungry, dishes | `scoring.score` |
"""
