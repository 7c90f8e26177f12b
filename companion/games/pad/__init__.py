"""A score pad for any other game: data that somebody wrote (docs/pads.md), played like the games of the shelf.

| what a pad says | here |
| --- | --- |
| its form, version 1 | `definition` |
| what may stand where | `checking` |
| as a TOML file, with the line of what is wrong | `toml_text` |
| small enough for a QR code | `sharing` |
| which numbers are asked for, in which round | `entries` |
| points as entered, times, tables, majorities, bonuses, pots | `counting` |
| totals, places, tie-breaks, won together | `scoring`, from the core's |
| end when a total is reached; bids against tricks; negative sets | left out: enter the points of it |
"""

from companion.games.pad.game import ScorePad, box_of, kind_of

__all__ = ["ScorePad", "box_of", "kind_of"]
