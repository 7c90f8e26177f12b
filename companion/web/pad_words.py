"""What the kinds of categories, and what becomes of ties, are called on the pages where pads are made."""

from __future__ import annotations

import re

from companion.core.refusal import Refused
from companion.core.text import T, Text

KIND_WORDS: dict[str, Text] = {
    "points": T("Points"),
    "times": T("Number × factor"),
    "table": T("Table or sets"),
    "majority": T("Majority"),
    "bonus": T("Bonus"),
    "pot": T("Shared pot"),
    "count": T("Only a number"),
}
TIE_WORDS: dict[str, Text] = {
    "split": T("shared"),
    "all": T("all in full"),
    "none": T("nothing"),
}
FIELD_WORDS: dict[str, Text] = {
    "title": T("What is the game called?"),
    "players": T("Fewest players"),
    "players_low": T("Fewest players"),
    "players_high": T("Most players"),
    "target": T("Total that is enough"),
    "rounds": T("Rounds (0: none)"),
    "label": T("Name of the category"),
    "help": T("Words of explanation"),
    "about": T("Words of explanation"),
    "factor": T("Each is worth"),
    "table": T("Table or sets"),
    "steps": T("Table or sets"),
    "sets": T("Table or sets"),
    "places": T("Points of the most, the second most, …"),
    "minimum": T("Takes part from"),
    "points": T("Points for whoever fulfils it"),
    "pot": T("Points to share"),
    "low": T("Lowest number"),
    "high": T("Highest number"),
    "least": T("Fulfilled from"),
    "most": T("Fulfilled up to"),
}
"""What the fields are called on those pages."""


def naming(problem: Refused) -> Refused:
    """The refusal of a field, named as its page calls it."""
    names = re.findall(r"[a-z_]+", problem.field or "")
    known = [FIELD_WORDS[name] for name in names if name in FIELD_WORDS]
    if not known or "{field}" in problem.text.template:
        return problem
    text = T("{label}: {reason}", label=known[-1], reason=problem.text)
    return Refused(problem.code, problem.field, text, missing=problem.missing, more=problem.more)
