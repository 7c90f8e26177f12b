"""The shelf: every game the companion knows. None of them knows another.

Rule of this folder: pure, like `companion.core`. To add a game: one module or package here, its line in `GAMES`, a page
in ``templates/games``, its words in ``companion/locales``.
"""

from companion.core.game import AnyGame
from companion.games.lunchtime_battle import LunchtimeBattle
from companion.games.mombasa import Mombasa
from companion.games.monkeys_on_the_moon import MonkeysOnTheMoon
from companion.games.pad import ScorePad
from companion.games.spank_the_monkey import SpankTheMonkey
from companion.games.walking_on_the_moon import WalkingOnTheMoon

GAMES: dict[str, type[AnyGame]] = {
    game.key: game for game in (LunchtimeBattle, Mombasa, MonkeysOnTheMoon, SpankTheMonkey, WalkingOnTheMoon, ScorePad)
}
