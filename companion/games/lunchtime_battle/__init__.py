"""Lunchtime Battle, 2-6 players: dice, counting ring, hunger track, and who fetches lunch for everybody.

| rule (rules page: Lunchtime Battle) | here |
| --- | --- |
| players - 1 dice; a food face counts 1 and moves its marker | `dice`, `laying.rolled` |
| everybody lays a monster, all turned up together; first round: first candidates too | `laying.laid` |
| count clockwise from the start player's monster, lap after lap | `counting.count`, `ring.land`; in words: `Count.lands` |
| 1, 2 or 3 picks a round; the next count begins after the monster just picked | `picking.settled` |
| same total for every pick, picked monster leaves (Decision) or stays (option ``picked_monster``) | `picking.settled` |
| the monsters of the ring that are left are discarded, start marker goes left | `rounds.next_round` |
| draw pile, hands, shuffling | left out: stays on the table |
| abilities, once each, whoever is first; final when all have passed or the start player says so | `abilities`, `counting.awaited` |
| what an ability does (Printed) | generic effects, `abilities.EFFECTS`; the box profile remembers which |
| laid face down: state, history and pages of others show nothing of it | `state.FaceDown`, `laying.turned_up` |
| one named monster lies once | `names.lying`, `refusals.check` |
| somebody is away (Decision) | `leaving.with_away`, `rounds.marker`, `rounds.lacking`, `counting.awaited` |
| a number is corrected (Decision), many at once where a round was played on | `corrections`, `correcting` |
| Game End may not be a first candidate | `laying.laid`, where the monster is known to have it |
| a total of 0 or a ring without symbols picks nobody (Decision) | `counting.count` |
| length by number of players; an ability may end the game (option of the table: at once, after the round) | `rounds.ROUNDS`, `abilities` |
| end: most symbols of what is wanted most, chain of ties, two hands, not hungry, dishes | `scoring.score` |
| foods of equal hunger count together (Decision) or are ranked (option ``level_foods``) | `tiers.tiers`, `errand.ranked` |

A pick from end to end: counted in `counting`, final and told in `picking`, handed to the pages by `view` (`Turning` and
`Spot`), drawn by `ring` in ``templates/games/_lunchtime_battle_parts.html``.
"""

from companion.games.lunchtime_battle.game import LunchtimeBattle

__all__ = ["LunchtimeBattle"]
