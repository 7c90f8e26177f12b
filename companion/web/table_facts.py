"""What a table is, whoever looks at it: everything pages say of it that is the same for all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.ending import Ending
from companion.core.game import Chapter, Stage, Telling, ToLay
from companion.core.log import Event, to_restore, to_retract
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text, Who
from companion.play import House, Look, next_of
from companion.play import before as table_before
from companion.web.aside import Aside
from companion.web.evening import Evening, evening_of
from companion.web.finale import Finale
from companion.web.i18n import words
from companion.web.places import place_of


@dataclass(frozen=True)
class TableFacts:
    """A table as a look found it; `companion.web.phone.Page` adds who looks."""

    house: House
    look: Look

    @property
    def code(self) -> str:
        return self.look.code

    @property
    def seq(self) -> int:
        return self.look.seq

    @property
    def key(self) -> str:
        return self.look.row.game

    @property
    def keeps_copy(self) -> bool:
        """Whether something printed on the owner's copy is remembered for this game."""
        return self.look.game.keeps_copy

    @property
    def title(self) -> Text:
        """What the game is called."""
        return self.look.game.title

    @property
    def sign(self) -> str:
        """What is drawn in the place of the game's emblem, "" for the emblem."""
        return self.look.game.sign

    @property
    def players(self) -> range:
        """How many people can play this game."""
        return self.look.game.players

    @property
    def options(self) -> dict[str, Any]:
        """The options the table was opened with, by key."""
        return self.look.row.options

    @property
    def box(self) -> dict[str, Any]:
        """The printed numbers of the owner's copy, as the table knows them."""
        return self.look.row.box

    @property
    def names(self) -> tuple[str, ...]:
        return self.look.names

    @property
    def open(self) -> bool:
        """Whether the table takes entries; a closed one can be opened again."""
        return self.look.open

    @property
    def over(self) -> bool:
        return self.look.outcome is not None

    @property
    def ending(self) -> Ending:
        """How far the end has come: whose sheets are complete, which steps of the reveal are shown."""
        return self.look.ending

    @property
    def revealed_all(self) -> bool:
        """Whether the reveal has shown every category and the totals."""
        return self.look.revealed_all

    @property
    def veiled(self) -> bool:
        """Whether the end is still to be revealed: until then no page shows a place, a total or who won."""
        return self.look.veiled

    @property
    def ended(self) -> bool:
        """Whether the end is there for all to see."""
        return self.look.ended

    @cached_property
    def finale(self) -> Finale | None:
        """What the reveal and the end show; None without a score sheet."""
        return None if self.shown_score is None else Finale(self.shown_score)

    @property
    def heroes(self) -> tuple[Seat, ...]:
        """Whom the end is about: the winners, in a loser's game the losers; nobody where nobody won."""
        return self.look.outcome.winners or self.look.outcome.losers if self.look.outcome is not None else ()

    @cached_property
    def next_code(self) -> str | None:
        """Where these people play on, once somebody has opened that table."""
        return next_of(self.house, self.code)

    @cached_property
    def starting(self) -> tuple[Text, ...]:
        """Who may start, where these people played before: by the game's rule, else the winner. Until the first entry."""
        before = None if self.started else table_before(self.house, self.code)
        if before is None:
            return ()
        rule, outcome = self.look.game.start_rule, before.outcome
        if rule is None and outcome is not None and len(outcome.winners) == 1:
            rule = T("{name} has won and may start this time.", name=Who(outcome.winners[0]))
        return (T("The same seats as before."), *(() if rule is None else (rule,)))

    @cached_property
    def evening(self) -> Evening:
        """When it was played."""
        return evening_of(self.look, words().language)

    @property
    def file_name(self) -> str:
        """What a file about this table is called, without its ending: no code in it."""
        return f"{self.key.replace('_', '-')}-{self.evening.stamp}"

    def place(self, rank: int) -> Text:
        """A rank in words."""
        return place_of(rank)

    def shown_total(self, seat: int) -> int:
        """A player's total as far as it may be shown: while the end is revealed, of the categories that are."""
        if self.shown_score is None:
            return 0
        player = self.shown_score.players[seat]
        return sum(line.points for line in player.lines[: self.ending.revealed]) if self.veiled else player.total

    @property
    def fresh_line(self) -> Text | None:
        """The category that was revealed last; None before the first one and after the totals."""
        score, step = self.look.final_score, self.ending.revealed
        lines = () if score is None else score.players[0].lines
        return lines[step - 1].label if 0 < step <= len(lines) else None

    @property
    def outcome_sentence(self) -> Text | None:
        """How a game without a score sheet ended."""
        return None if self.look.outcome is None else self.look.outcome.sentence

    @property
    def started(self) -> bool:
        """Whether anything that counts was entered."""
        return bool(self.look.table.entries)

    @property
    def only_scores(self) -> bool:
        """Whether the table keeps a score sheet and nothing else so far: then seats may be moved."""
        return self.look.game.only_scores(self.look.state)

    @property
    def setup_guide(self) -> tuple[Text, ...]:
        """What to lay out for this number of players."""
        return self.look.game.setup_guide(len(self.names))

    @property
    def setting_up(self) -> tuple[ToLay, ...]:
        """What to lay out for this number of players, in numbers."""
        return self.look.game.setting_up(len(self.names))

    @property
    def who_starts(self) -> Text | None:
        """Who starts, by the rules."""
        return self.look.game.starting(len(self.names))

    @property
    def rules(self) -> tuple[Chapter, ...]:
        return self.look.game.rules()

    @cached_property
    def aside(self) -> Aside:
        """What happened beside the game: dice of the companion, the lot, the clock."""
        return Aside(self.look, self.house.at)

    @property
    def rules_here(self) -> str:
        """The address of what explains the decision at hand."""
        chapter = self.look.game.chapter(self.look.state)
        return f"/t/{self.code}/rules" + (f"#{chapter}" if chapter else "")

    @property
    def stage(self) -> Stage:
        return self.look.stage

    @property
    def active(self) -> frozenset[Seat]:
        return self.look.active

    @cached_property
    def score(self) -> Result | None:
        """The result as it would be now; None where a page can show none."""
        return self.look.score if self.look.score_is_shown else None

    @property
    def shown_score(self) -> Result | None:
        """What the big screen shows: while it is revealed the sheet as the game ended, else the score as it is now."""
        if not self.look.score_is_shown:
            return None
        return self.look.final_score if self.over and not self.revealed_all else self.look.score

    @property
    def late(self) -> frozenset[tuple[str, int]]:
        """The figures that were changed after the game had ended: key of the line, and seat."""
        return self.look.late

    @cached_property
    def can_undo(self) -> bool:
        return bool(to_retract(self.look.table))

    @cached_property
    def can_redo(self) -> bool:
        return to_restore(self.look.table) is not None

    @cached_property
    def last(self) -> Event | None:
        """The newest entry that counts."""
        return self.look.table.entries[-1].event if self.look.table.entries else None

    @property
    def news(self) -> Telling:
        """What the newest entry that counts has done, as its sentences said beforehand."""
        return self.look.table.entries[-1].telling if self.look.table.entries else ()
