"""Pads and their sheets, drawn; and their results reckoned once more, straight from the words of docs/pads.md.

Nothing here imports the pad's own scoring: the second reckoning is plain arithmetic over plain data.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

NUMBERED = ("points", "times", "table", "majority", "bonus", "pot", "count")
WORDS = st.sampled_from(
    ["Coins", "金幣", {"en": "Ships", "zh-TW": "船"}, {"de": "Wälder"}, {"zh-TW": "田地", "fr": "Champs"}]
)


@st.composite
def drawn_pads(draw: st.DrawFn) -> dict[str, Any]:
    """A pad that is accepted, as plain data."""
    wins = draw(st.sampled_from(["highest", "lowest", "together"]))
    rounds = draw(st.sampled_from([0, 0, 1, 2, 4]))
    low = draw(st.integers(1, 4))
    pad: dict[str, Any] = {"format": 1, "title": draw(WORDS), "players": [low, draw(st.integers(low, 6))], "wins": wins}
    if rounds:
        pad["rounds"] = rounds
    if wins == "together":
        pad["target"] = draw(st.integers(-50, 200))
    own = [_with_number(draw, f"own_{n}", rounds) for n in range(draw(st.integers(1, 4)))]
    found = list(own)
    for n in range(draw(st.integers(0, 3))):
        other = _of_others(draw, f"more_{n}", own, rounds)
        if other is not None:
            found.append(other)
    if all(category["kind"] == "count" for category in found):
        found.append({"key": "last", "label": "Last", "kind": "points"})
    pad["category"] = draw(st.permutations(found))
    breakers = [c["key"] for c in found if not c.get("once")]
    if wins != "together" and breakers:
        keys = draw(st.lists(st.sampled_from(breakers), max_size=2, unique=True))
        pad["tie_break"] = [{"by": key, "wins": draw(st.sampled_from(["highest", "lowest"]))} for key in keys]
    return pad


def _with_number(draw: st.DrawFn, key: str, rounds: int) -> dict[str, Any]:
    kind = draw(st.sampled_from(NUMBERED))
    found: dict[str, Any] = {"key": key, "label": draw(WORDS), "kind": kind}
    if rounds and draw(st.booleans()):
        found["every_round"] = False
    if kind in ("points", "times", "table", "bonus", "count") and draw(st.integers(0, 3)) == 0:
        found["once"] = True
    if kind not in ("bonus", "pot") and draw(st.booleans()):
        found |= {"low": draw(st.integers(-5, 0)), "high": draw(st.integers(0, 12))}
    return found | _of_kind(draw, kind)


def _of_kind(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if kind != "count" and draw(st.integers(0, 3)) == 0:
        found["minus"] = True
    match kind:
        case "times":
            found["factor"] = draw(st.integers(-5, 9).filter(bool))
        case "table" if draw(st.booleans()):
            found["sets"] = draw(st.lists(st.integers(-3, 30), min_size=1, max_size=6))
        case "table":
            ends = sorted(draw(st.lists(st.integers(-3, 14), min_size=2, max_size=8, unique=True)))
            ends = [*ends[:-1], max(ends[-1], 1)] if len(ends) % 2 == 0 else [*ends, 20]
            pairs = zip(ends[::2], ends[1::2], strict=True)
            found["steps"] = [[first, last, draw(st.integers(-9, 20))] for first, last in pairs]
        case "majority":
            found["places"] = draw(st.lists(st.integers(0, 12), min_size=1, max_size=4))
            found["ties"] = draw(st.sampled_from(["split", "all", "none"]))
            found["minimum"] = draw(st.integers(-2, 4))
        case "bonus":
            found["points"] = draw(st.integers(-9, 20).filter(bool))
        case "pot":
            found["pot"] = draw(st.integers(0, 30))
    return found


def _of_others(draw: st.DrawFn, key: str, own: list[dict[str, Any]], rounds: int) -> dict[str, Any] | None:
    """A category that works with the numbers of others."""
    kind = draw(st.sampled_from(["times", "table", "majority", "bonus", "pot"]))
    found: dict[str, Any] = {"key": key, "label": draw(WORDS), "kind": kind, **_of_kind(draw, kind)}
    per_round = bool(rounds) and draw(st.booleans())
    if rounds and not per_round:
        found["every_round"] = False
    usable = [c for c in own if not per_round or c.get("every_round", True)]
    if not usable:
        return None
    found["of"] = [c["key"] for c in draw(st.lists(st.sampled_from(usable), min_size=1, max_size=3, unique_by=id))]
    if kind in ("bonus", "pot"):
        found["least"] = draw(st.integers(-5, 8))
        if draw(st.booleans()):
            found["most"] = found["least"] + draw(st.integers(0, 9))
    if kind == "times" and draw(st.booleans()):
        found["by"] = draw(st.sampled_from(usable))["key"]
    once = [c["key"] for c in usable if c.get("once")]
    if kind == "pot" and once and draw(st.booleans()):
        found["pot"] = draw(st.sampled_from(once))
    if kind in ("times", "table", "bonus") and set(found["of"]) <= set(once) and found.get("by", once[0]) in once:
        found["once"] = draw(st.booleans())
    return found


def limits(category: dict[str, Any]) -> tuple[int, int]:
    """From where to where a number goes."""
    if category["kind"] in ("bonus", "pot"):
        return 0, 1
    high = 999
    if category["kind"] == "table":
        high = len(category["sets"]) if "sets" in category else max(row[1] for row in category["steps"])
    return category.get("low", 0), category.get("high", high)


@st.composite
def drawn_sheets(draw: st.DrawFn, pad: dict[str, Any]) -> dict[str, Any]:
    """A sheet of a pad, as plain data; small numbers more often, so that players are level."""
    seats = draw(st.integers(*pad["players"]))
    rounds = draw(st.integers(1, pad["rounds"])) if pad.get("rounds") else 0

    def numbers(once: bool) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for category in pad["category"]:
            if category.get("of") or bool(category.get("once")) is not once or not draw(st.integers(0, 5)):
                continue
            low, high = limits(category)
            number = st.integers(low, min(high, 4)) | st.integers(low, high)
            if rounds and category.get("every_round", True):
                found[category["key"]] = [draw(number) for _ in range(rounds)]
            else:
                found[category["key"]] = draw(number)
        return found

    sheet: dict[str, Any] = {"everybody": numbers(True)}
    sheet["players"] = [{"name": f"P{seat}", "numbers": numbers(False)} for seat in range(seats)]
    return sheet | ({"rounds": rounds} if rounds else {})


def reckoned(pad: dict[str, Any], sheet: dict[str, Any]) -> dict[str, Any]:
    """Points by category and player, totals, places and who wins, worked out anew."""
    seats, kinds = range(len(sheet["players"])), {c["key"]: c for c in pad["category"]}

    def number(key: str, seat: int, round_: int | None) -> int:
        of = sheet["everybody"] if kinds[key].get("once") else sheet["players"][seat]["numbers"]
        found = of.get(key, 0)
        if isinstance(found, list):
            return sum(found) if round_ is None else found[round_]
        return found

    table: dict[str, list[int]] = {}
    for key, category in kinds.items():
        if category["kind"] == "count":
            continue
        played = range(sheet["rounds"]) if pad.get("rounds") and category.get("every_round", True) else [None]
        table[key] = [0 for _ in seats]
        for round_ in played:
            values = [sum(number(k, s, round_) for k in category.get("of") or [key]) for s in seats]
            for seat in seats:
                by = number(category["by"], seat, round_) if category.get("by") else 1
                pot = category.get("pot")
                pot = number(pot, seat, round_) if isinstance(pot, str) else pot
                points = _gives(category, values, seat, by, pot)
                table[key][seat] += -points if category.get("minus") else points
    if pad["wins"] == "together":
        for key, of in table.items():
            table[key] = of if kinds[key].get("once") else [sum(of)] * len(of)
    totals = [sum(of[seat] for of in table.values()) for seat in seats]
    if pad["wins"] == "together":
        won = totals[0] >= pad["target"]
        return {"table": table, "totals": totals, "ranks": [1] * len(totals), "winners": list(seats) if won else []}
    sign = -1 if pad["wins"] == "lowest" else 1
    order = []
    for seat in seats:
        after = [
            (-1 if t["wins"] == "lowest" else 1)
            * (table[t["by"]][seat] if t["by"] in table else number(t["by"], seat, None))
            for t in pad.get("tie_break", [])
        ]
        order.append((sign * totals[seat], *after))
    ranks = [1 + sum(other > mine for other in order) for mine in order]
    return {"table": table, "totals": totals, "ranks": ranks, "winners": [s for s in seats if ranks[s] == 1]}


def _gives(category: dict[str, Any], values: list[int], seat: int, by: int, pot: int | None) -> int:
    mine = values[seat]
    low, high = category.get("least"), category.get("most")
    yes = [
        bool(v) if not category.get("of") else (low is None or v >= low) and (high is None or v <= high) for v in values
    ]
    match category["kind"]:
        case "points":
            return mine
        case "times":
            return mine * by * category.get("factor", 1)
        case "table" if "sets" in category:
            return 0 if mine < 1 else category["sets"][min(mine, len(category["sets"])) - 1]
        case "table":
            return sum(points for first, last, points in category["steps"] if first <= mine <= last)
        case "bonus":
            return category["points"] if yes[seat] else 0
        case "pot":
            if not yes[seat]:
                return 0
            assert pot is not None
            return int(pot / sum(yes))  # towards zero
    return _majority(category, values, mine)


def _majority(category: dict[str, Any], values: list[int], mine: int) -> int:
    """Everybody who has enough stands in a queue, the most first; each place of the queue has its points or none."""
    if mine < category.get("minimum", 1):
        return 0
    queue = sorted((v for v in values if v >= category.get("minimum", 1)), reverse=True)
    points = [*category["places"], *[0] * len(queue)]
    taken = [points[place] for place, value in enumerate(queue) if value == mine]
    match category.get("ties", "split"):
        case "split":
            return sum(taken) // len(taken)
        case "all":
            return taken[0]
    return taken[0] if len(taken) == 1 else 0
