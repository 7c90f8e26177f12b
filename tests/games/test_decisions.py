"""Where the rules are silent, what this companion does stands in the rules reference, marked as its own decision."""

from __future__ import annotations

import pytest

from companion.core.codec import options_from_json
from companion.core.text import plain
from companion.games import GAMES

DECISIONS: dict[str, dict[str, str]] = {
    "mombasa": {
        "points not spent are lost": "that are not spent are lost",
        "the app keeps the start player until the table changes it": "start player stays the same",
        "hands and resting piles are not tracked": "Hands and resting piles",
        "cards still in the action area count too": "Cards still in the action area",
        "ranks are standard competition ranks": "1, 1, 3",
        "who ends before their turn is passed over": "may say so before their turn",
        "who is away takes no turn and is not waited for": "Whoever is away takes no turn",
        "what a corrected round, phase or turn begins": "A corrected round begins",
    },
    "monkeys_on_the_moon": {
        "a tribe already tried in this chain cannot be chosen again": "already tried in this chain",
        "a tribe already ranked can still be taught": "ranked tribe can still be taught",
        "directly after boarding, by the player who boarded": "Directly after boarding",
        "that is over once the next monkey is picked": "Once the next monkey is picked",
        "a monkey that waits for a ship at the end comes home": "still waiting for a ship",
        "who is away is passed over": "Who is away is passed over",
        "who leaves an auction is out of it": "auctioned anew among the others",
        "the moonstone passes over who is away": "next one to the left who is here",
        "ship and monkeys of who is away stay": "stay where they are",
        "sheets of those who are here end the pad": "everybody who is here are complete",
        "a round set by a correction begins anew": "begins anew with the civilization turn",
        "a correction puts the monkey that is auctioned back": "can be picked again",
        "the pool is not refilled if the pile is empty": "empty pile",
        "two stones on one space: the first to arrive is ahead": "first to arrive is ahead",
        "influence 0 never scores": "Influence 0 never scores",
        "No mercy: the tie-break still counts every monkey": "still counts every monkey",
        "left: the next one clockwise": "next one clockwise",
    },
    "lunchtime_battle": {
        "the same total, no new roll": "to the same total",
        "the picked monster has left the ring": "leaves the ring",
        "after a reversal the next pick begins in the reversed direction": "After a reversal",
        "Game End: the table chooses the effect": "Game End: the table decides",
        "Game End at once: nobody is picked any more": "not even the monster that ended the game",
        "who is away is passed over": "Who is away lays nothing",
        "the start player marker passes over who is away": "hands the start player marker on",
        "food corrected on a monster moves no marker": "does not move the hunger markers",
        "level foods form one tier": "equal hunger count together",
        "the start marker passes through the four hands": "all four hands",
        "not hungry: ties, all of them": "with a tie, all of them",
    },
    "spank_the_monkey": {
        "the monkey wins at the moment the last card is drawn": "last card is drawn",
        "reach of a hand attack": "reach of a hand attack",
        "a natural 1 has no special meaning in a collision": "natural 1 has no special",
        "on the ground only its own lowest junk": "lands on the ground",
        "if both break, the rest falls on what is left": "If both break",
        "a top junk destroyed causes no collision": "causes no collision",
        "one try a turn": "One try",
        "a card that adds to an attack roll after the defender answered": "until the die is thrown",
        "a card calls off a fall": "calls off a fall",
        "a corrected phase ends an attack": "phase of a turn is corrected",
        "away: passed over, their pile stays": "passes over whoever is away",
        "away in one's own turn": "leaves in their own turn",
        "away: nobody defends": "Nobody defends a player who is away",
        "away: who throws for the pile": "pile of a player who is away",
        "away: the only one left to throw starts": "only one left to throw",
    },
    "walking_on_the_moon": {
        "tokens do not run out": "do not run out",
        "then clockwise": "round goes clockwise",
        "level on different spaces: the app asks": "the table says who counts as last or leading",
        "dice are rolled jump by jump": "rolled jump by jump",
        "stars go back under the last card": "the last one",
        "after a bump the astronaut stays before the obstacle": "After a bump",
        "a skull cannot be rerolled": "skull cannot be rerolled",
        "the recovery step is no jump": "Waking up is no jump",
        "level counts as leading": "level counts as leading",
        "tokens may still add dice": "may still add dice",
        "ending on it is not passing": "ending on it is not passing",
        "nothing to take: nothing more happens": "nothing more happens to them",
        "each player has had a turn in the round": "everybody has had a turn",
        "0 without a marker, on the last card the space decides": "the space decides",
        "every astronaut has its own turn": "its own turn",
        "a player's score is the sum of both": "sum of both",
    },
}


@pytest.mark.parametrize(
    ("key", "words"),
    [
        pytest.param(key, words, id=f"{key}: {rule}")
        for key, rules in DECISIONS.items()
        for rule, words in rules.items()
    ],
)
def test_every_decision_is_marked_in_the_rules_reference(key: str, words: str) -> None:
    kind = GAMES[key]
    game = kind.open(options_from_json(kind, {}, kind.players[0]), {})
    marked = [plain(rule.text) for chapter in game.rules() for rule in chapter.rules if rule.basis == "decision"]
    assert any(words in text for text in marked), marked
