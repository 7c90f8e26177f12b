"""Monkeys on the Moon, 2-5 players: six tribes, favour and scorn, auctions, ships, split majorities.

| rule (rules page: Monkeys on the Moon) | here |
| --- | --- |
| set-up by number of players, ring entered as it lies | `rules.setup_guide`, action `ring` |
| civilization turn: coins, offence and its chain, stone | `favour`, `teaching` |
| bid turn: three currencies, exact coins, a pass is final | `auction`, `bidding` |
| boarding, forced and voluntary launches, pool and pile | `launching` |
| wrap-up, moonstone to the left, last launches | `closing` |
| ranking, majorities with split ties, full ships, scorn, tie-breaks | `standing`, `majority`, `scoring` |
| 2 players: only the most influence scores | `majority` |
| variants No mercy, Capricious; five players | `scoring`, `teaching`, `state.ROUNDS` |
| level stones by hand; which neighbour is left | options ``level_stones``, ``left`` |
| final scoring only | `pad`, `pad_offers`, `pad_performing`, option ``bookkeeping`` |
| somebody is away: passed over, out of the auction, sheets of the others end it (Decisions) | `leaving`, `turns` |
| every number can be corrected; what goes with it | `corrections`, `correcting` |
| why something cannot be entered now | `refusals` |
| printed: track length, white dots, ranks 5 and 6, every ship | `box`, asked once |
| contents of the monkey pool, cards in hand, the pile's order | left out: stay on the table |
"""

from companion.games.monkeys_on_the_moon.game import MonkeysOnTheMoon

__all__ = ["MonkeysOnTheMoon"]
