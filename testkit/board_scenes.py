"""Tables of every game at the moments a big screen is looked at: before the start, in the middle, revealed, ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from companion import play
from companion.core.refusal import Refused
from companion.games import GAMES
from companion.play import House
from companion.play.pads import PREFIX, keep_pad, samples
from testkit.playing import play_on

SHORT = ("Ann", "小明", "Bo", "Di", "Ed", "Fay")
LONG = (
    "Maximiliane-Alexandra Grünwald",
    "王小明和他最好的朋友阿宏今天一起來玩吧",
    "Bartholomew Constantine Oldman",
    "Wilhelmina Featherstonehaugh-X",
    "Christopher Alexander Montague",
    "Florence Elizabeth Nightingale",
)
COLORS = ("red", "blue", "green", "amber", "purple", "slate")
BOXES: dict[str, dict[str, Any]] = {
    "monkeys_on_the_moon": {
        "track_length": 22,
        "rank_points": {"5": [3, 2], "6": [2, 1]},
        "dotted": [4, 8, 12, 16],
        "ships": {"red": [{"capacity": 3, "points": 4}]},
    },
    "walking_on_the_moon": {
        "star_points": [1, 3, 6, 10, 15, 21],
        "spaces": 5,
        "last_card": [12, 14, 14, 16, 18],
        "dice": {"blue": 2, "black": 2, "white": 2},
    },
}
"""What is remembered of the owner's copies."""
RING = ("red", "blue", "green", "black", "brown", "purple")
SHIPS = (("red", 2, 3), ("blue", 4, 6), ("green", 3, 4), ("brown", 3, 4), ("purple", 9, 12))


class Played:
    """A table somebody enters things at."""

    def __init__(self, house: House, game: str, names: Sequence[str], **options: Any) -> None:
        if game in BOXES:
            house.store.set_box(game, BOXES[game])
        seats = [{"name": name, "color": color} for name, color in zip(names, COLORS, strict=False)]
        self.house, self.names = house, names
        self.code = play.open_table(house, game, seats, options).code

    @property
    def look(self) -> play.Look:
        """The table as it is now."""
        return play.look(self.house, self.code)

    def enter(self, seat: int | None, what: str, **fields: Any) -> None:
        """Enters something."""
        key = f"scene-{self.code}-{self.look.seq:05}"
        play.act(self.house, self.code, "scene", {"type": what, **fields}, key, seat=seat)


def mombasa(house: House, names: Sequence[str]) -> Played:
    """In an action phase, with coins, shares and tracks."""
    at = Played(house, "mombasa", names)
    at.enter(None, "start_player", player=0)
    at.enter(None, "cards_revealed")
    for n, (company, coins) in enumerate((("mombasa", 5), ("cape_town", 2), ("saint_louis", 17))):
        at.enter(None, "coins", company=company, value=coins)
        for seat in range(len(names)):
            at.enter(seat, "shares", company=company, part="track", value=(3 * n + 2 * seat) % 8)
    for seat in range(len(names)):
        at.enter(seat, "cash", value=9 + 4 * seat)
    at.enter(1, "end_actions")
    return at


def monkeys_on_the_moon(house: House, names: Sequence[str]) -> Played:
    """In an auction; one monkey was sold in one go before."""
    at = Played(house, "monkeys_on_the_moon", names, capricious=True)
    at.enter(None, "ring", tribes=list(RING))
    at.enter(None, "moonstone", player=0)
    for seat, (color, capacity, points) in enumerate(SHIPS[: len(names)]):
        at.enter(seat, "take_ship", color=color, capacity=capacity, points=points)
    for seat in range(len(names)):
        at.enter(seat, "teach", card=RING[seat], number=2 + seat, tribe=RING[seat])
    at.enter(None, "sold", tribe=RING[0], number=5, player=1, value=3)
    return at


def lunchtime_battle(house: House, names: Sequence[str]) -> Played:
    """In a count: somebody is picked, others may object."""
    at = Played(house, "lunchtime_battle", names)
    at.enter(None, "start_player", player=0)
    at.enter(0, "roll", dice=[6, 5, 2, "meat", "potion"][: at.look.state.places - 1])
    foods: tuple[dict[str, int], ...] = (
        {"meat": 1},
        {"potion": 2, "mushroom": 1},
        {"potion": 1},
        {"mushroom": 1},
        {},
        {"potion": 1},
    )
    for seat in range(len(names)):
        at.enter(seat, "first_candidate", foods=foods[seat])
        at.enter(seat, "lay", hunger=1 + seat % 3, name=f"Medusa {seat + 1}", foods=foods[-seat])
    return at


def spank_the_monkey(house: House, names: Sequence[str]) -> Played:
    """A roll of an attack is due; everybody has built."""
    at = Played(house, "spank_the_monkey", names)
    at.enter(None, "start_player", player=0)
    at.enter(0, "draw", cards=1)
    built: tuple[tuple[tuple[str, int, int], ...], ...] = (
        (("Bathtub", 3, 4), ("Sofa", 2, 2)),
        (("Piano", 4, 5), ("Statue", 3, 3), ("Grandfather clock", 3, 4)),
        (("Kitchen sink", 3, 6), ("Safe", 1, 6)),
        (("Dinosaur", 4, 3), ("Fridge", 3, 4)),
        (("Fridge", 3, 4), ("Crate", 1, 2)),
        (("Tyres", 3, 3),),
    )
    for seat, pile in enumerate(built[: len(names)]):
        for below, (name, height, strength) in enumerate(pile):
            at.enter(None, "put_junk", to=[seat, below], cards=[{"name": name, "height": height, "strength": strength}])
    at.enter(0, "attack", kind="throwing", target=[1, 1], cards=[{"name": "Brick", "modifier": 1}])
    return at


def spanked(house: House, names: Sequence[str]) -> Played:
    """Somebody was level with the monkey and has spanked it, the piles as in the middle."""
    at = spank_the_monkey(house, names)
    at.enter(0, "attack_roll", die=[1])
    at.enter(None, "put_junk", to=[0, 2], cards=[{"name": "Grandfather clock", "height": 7, "strength": 2}])
    at.enter(0, "spank", die=[6])
    return at


def walking_on_the_moon(house: House, names: Sequence[str]) -> Played:
    """Some on one space, one of them in a coma, one ahead."""
    at = Played(house, "walking_on_the_moon", names, dice="table")
    at.enter(None, "start_player", player=0)
    at.enter(0, "jump", space=9, ends="bump", stars=["card_1"], end=True)
    at.enter(1, "jump", space=9, end=True)
    if len(names) > 2:
        at.enter(2, "jump", space=9, end=True)
    if len(names) > 3:
        at.enter(3, "jump", space=24, stars=["card_2", "card_3"], end=True)
    if len(names) > 4:
        at.enter(4, "jump", space=10)
    return at


MIDDLES: dict[str, Callable[[House, Sequence[str]], Played]] = {
    "mombasa": mombasa,
    "monkeys_on_the_moon": monkeys_on_the_moon,
    "lunchtime_battle": lunchtime_battle,
    "spank_the_monkey": spank_the_monkey,
    "walking_on_the_moon": walking_on_the_moon,
}


def boards(house: House, game: str) -> dict[str, str]:
    """Codes of tables by what is seen on their boards: 2 and the most players, short and long names, four moments."""
    found: dict[str, str] = {}
    for names, called in ((SHORT, "short"), (LONG, "30 letters")):
        for count in (2, GAMES[game].players[-1]):
            people, who = names[:count], f"{count} players, {called}"
            found[f"{who}: set-up"] = Played(house, game, people).code
            found[f"{who}: middle"] = MIDDLES[game](house, people).code
            end = Played(house, game, people)
            play_on(house, end.code, 4000)
            if end.look.ending is not None and end.look.veiled:
                found[f"{who}: reveal"] = revealing(house, game, people).code
                while end.look.veiled:
                    end.enter(None, "reveal")
            found[f"{who}: end"] = end.code
            if game == "spank_the_monkey":
                found[f"{who}: end by a spank"] = spanked(house, people).code
    return found


def pad_boards(house: House) -> dict[str, str]:
    """Codes of tables with the pads that come with the companion, with the fewest and the most players it has."""
    found: dict[str, str] = {}
    for key, pad in samples().items():
        game = f"{PREFIX}{keep_pad(house, pad).name}"
        for names in (SHORT[: pad.players[0]], LONG[: pad.players[1]]):
            at = Played(house, game, names)
            for n, category in enumerate(pad.category):
                for seat in range(len(names)):
                    value = ((category.low or 0) + 3 * n + 2 * seat) % (1 + min(9, category.high or 9))
                    with suppress(Refused):  # what is worked out from other lines takes no number
                        at.enter(seat, "enter", category=category.key, value=value)
            found[f"{key}, {len(names)} players: middle"] = at.code
    return found


def revealing(house: House, game: str, names: Sequence[str]) -> Played:
    """A game that is over, three of its categories revealed."""
    at = Played(house, game, names)
    play_on(house, at.code, 4000)
    for _ in range(3):
        if at.look.veiled:
            at.enter(None, "reveal")
    return at
