"""Spank the Monkey, 2-6 players: towers of junk, attacks, collapses, and the odds before every roll.

| rule (rules page: Spank the Monkey) | here |
| --- | --- |
| five cards each, monkey at 14 - players or D6 + 7, a die decides who starts, play goes to the left | `game.SpankTheMonkey.setup`, `turns.thrown_for`, option `start` |
| monkey always within 1 to 25 | `state.with_monkey` |
| draw 2 with 4 or fewer in hand, else 1; no hand limit | `drawing.must_draw`; hands are counted, the table may draw otherwise |
| one junk and one reinforcement a turn, in either order; free building | `offers._building`, `building`, option `free_building` |
| a reinforcement goes on the top junk, adds strength, moves with it | `pile`, `by_hand` |
| hand attacks reach junk at the attacker's height (Decision on spans) | `pile.in_hand_reach` |
| throwing and sneak attacks; sneak without a value; attacks on oneself | `offers._attacking`, `attacking` |
| only the player attacked defends, before the roll | `offers._attacked`, `attacking.answered`; redirected or called off by hand |
| a card changes an attack roll, or calls off a fall (Decisions) | `attacking.changed`, `collisions.stopped` |
| die + modifier - defences >= strength; a natural 1 fails | `aiming.hits` |
| collisions, one die for the two that touch, until all is still (Decisions) | `collisions.collided` |
| spank table; success wins at once; one try a turn (Decision) | `odds.spank_needs`, `monkey.spanked` |
| play passes over whoever is away (Decisions) | `leaving`, `state.next_here`, `state.throwers` |
| deck empty: the monkey wins (Decision, option `deck_empty`) | `drawing`, action `deck_empty` |
| active monkey, scared monkey | `monkey.rolled`, `monkey.spanked`, options |
| a card beats the rules: anything is moved by hand | `by_hand`, corrections |
| odds, outlook, best target | `odds`, `collisions.outlook`, `aiming.best_aim` |
| printed numbers remembered by name | `box` |
| what special cards and effects do | left out: only the table reads the cards; entered by hand |
| which cards are in whose hand | left out: hands are private, only counted |
"""

from companion.games.spank_the_monkey.game import SpankTheMonkey

__all__ = ["SpankTheMonkey"]
