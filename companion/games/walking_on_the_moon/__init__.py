"""Walking on the Moon, 2-5 players: the race with its small print, or final scoring only.

| rule (rules page: Walking on the Moon) | here |
| --- | --- |
| set-up: 6, 7 or 8 moon cards, stars, score markers, start player | option `cards`; `rules.setup_guide`, `race.opened`, `rounds.start` |
| printed numbers: spaces, star points, 12/14/16/18, dice and faces | `box`, asked once, those of the end at the end: `setup_offers`, `printed`; corrected: `correcting`, and on the page *My copy* |
| last place starts, top of the stack counts as last, then clockwise (Decision) | `race.last_candidates`, `rounds.start_round`, `rounds.next_here` |
| somebody is away: passed over, neither last nor in the lead (Decision) | `leaving` |
| level on different spaces: the table says who is last or leads (Decision) | `questions`; actions `last`, `leader` |
| 4 of 6 dice, 3 when obstructed; 1 to 3 jumps, stopping | `turn.choose`, `jumping.jump`, `turn.stop` |
| dice jump by jump or all at once | option `roll`; the entries are the same |
| which dice, and what they show, only where it is wanted | option `dice`; `turn_offers`, `setup_offers` |
| what the faces move | stays on the table: a jump is entered as the new space |
| coma, half the stars, waking up; a rolled skull ends the turn (Decision) | `jumping.coma`, `turn.recover`, `jumping.check_entered_now`; option `lost_stars` |
| ground-control tokens, earned, refused and spent | `tokens.end_turn`, `turn.buy`, `turn.reroll` |
| obstruct: star, token or obstruction token | `jumping.obstructed` |
| stars on the way | `jumping.picked_up`: the table says which ones, the sentence names those left |
| first across 21, others 20, markers, stars, ties asked in order | `sheet`, `scoring`, `ties` |
| 2 players: two astronauts each, swapping | `state.each`, `jumping.swapped` |
| only order, comas, tokens and stars | option `bookkeeping`; `order`, `counting` |
| final scoring only | option `bookkeeping`; `pad`, `pad_performing` |
| the end by hand, going on after all, the reveal | `closing.finish`, `closing.go_on`, `companion.core.ending` |
| number of tokens in the box | left out: they do not run out (Decision) |
"""

from companion.games.walking_on_the_moon.game import WalkingOnTheMoon

__all__ = ["WalkingOnTheMoon"]
