"""Setting up, and the rules one tap away, in our own words; decisions are marked."""

from __future__ import annotations

from companion.core.game import Chapter, Rule, ToLay
from companion.core.text import TN, T, Text
from companion.games.lunchtime_battle.rounds import PICKS, ROUNDS
from companion.games.lunchtime_battle.state import Phase


def setup_guide(seats: int, *, two_hands: bool) -> tuple[Text, ...]:
    """What to lay out before round 1, for this number of players."""
    places = seats * 2 if two_hands else seats
    hands = (
        T("Each of you plays two hands, seated alternately around the table. Deal 2 cards to every hand.")
        if two_hands
        else T("Shuffle the monsters and deal 2 cards to everybody.")
    )
    return (
        hands,
        T("The rest is the draw pile, face down. Two hunger markers per food lie ready beside the hunger track."),
        T("Draw lots for the start player, and enter the start player here."),
        TN(
            "Each round the start player rolls {n} of the 6 dice.",
            "Each round the start player rolls {n} of the 6 dice.",
            places - 1,
        ),
        TN("{n} monster is picked in a round.", "{n} monsters are picked in a round.", PICKS[places]),
        TN("The game lasts {n} round.", "The game lasts {n} rounds.", ROUNDS[places]),
    )


STARTING = T("Draw lots: whoever starts takes the start player marker and rolls first.")


def setting_up(seats: int, *, two_hands: bool) -> tuple[ToLay, ...]:
    """The numbers of the set-up, for this number of players."""
    places = seats * 2 if two_hands else seats
    return (
        ToLay(2, T("monsters dealt to each of the four hands") if two_hands else T("monsters dealt to everybody")),
        ToLay(6, T("hunger markers, two for each food, beside the track")),
        ToLay(places - 1, TN("of the 6 dice is rolled a round", "of the 6 dice are rolled a round", places - 1)),
        ToLay(PICKS[places], TN("monster is picked a round", "monsters are picked a round", PICKS[places])),
        ToLay(ROUNDS[places], T("rounds, then lunch is fetched")),
    )


CHAPTERS: dict[Phase, str] = {
    "dishes": "round",
    "start": "round",
    "roll": "round",
    "lay": "round",
    "count": "abilities",
    "final": "lunch",
    "sheet": "lunch",
}
"""Where the reference explains a phase."""

RULES: tuple[Chapter, ...] = (
    Chapter(
        T("A round"),
        (
            Rule(T("The start player chooses one die fewer than there are players and rolls them.")),
            Rule(T("The total is the sum of the pips; a food counts 1 and moves its hunger marker 1 forward.")),
            Rule(T("Everybody lays one of two cards face down; all are turned up together and form the ring.")),
            Rule(T("Count the hunger symbols clockwise from the start player's monster, lap after lap, to the total.")),
            Rule(
                T("The monster counted last becomes a lunch candidate of its owner; its foods move the hunger markers.")
            ),
            Rule(T("With 4 or 5 players 2 monsters are picked in a round, with 6 players 3, otherwise 1.")),
            Rule(
                T("Each further pick counts from the monster after the one just picked, to the same total."), "decision"
            ),
            Rule(
                T("A picked monster leaves the ring for the rest of the round; the table may agree that it stays."),
                "decision",
            ),
            Rule(T("A total of 0, or a ring without symbols, picks nobody."), "decision"),
            Rule(T("The others are discarded, the start marker goes left, hands are filled to 2 cards.")),
            Rule(T("If the draw pile runs out, the discards are shuffled into a new one.")),
        ),
        "round",
    ),
    Chapter(
        T("First round"),
        (
            Rule(T("The second card becomes your first candidate, turned up together with the ring.")),
            Rule(T("All first candidates move the hunger markers; their abilities may be used at once.")),
            Rule(T("A monster with Game End may not be a first candidate.")),
        ),
        "first-round",
    ),
    Chapter(
        T("Abilities"),
        (
            Rule(
                T("Each candidate may use its ability once a game, while monsters are counted; whoever speaks first.")
            ),
            Rule(T("Candidates of this round may use theirs too, also the monster counted last itself.")),
            Rule(
                T("A neighbour that is picked as well may use its ability like the monster counted last."), "decision"
            ),
            Rule(T("The pick is final when nobody wants to use another ability.")),
            Rule(T("What an ability does stands on its card; choose the effect that fits."), "printed"),
            Rule(
                T(
                    "Bear: the monster to the left of the picked one is picked as well. Catty: removes all 3s or all 4s."
                ),
                "elsewhere",
            ),
            Rule(T("A total never falls below 0; the next ability changes it from there."), "decision"),
            Rule(T("Changes of total, dice, direction or symbols last until the end of the round."), "decision"),
            Rule(T("After a reversal the next pick begins at the next monster in the new direction."), "decision"),
            Rule(T("Dice changed by an ability do not move hunger markers."), "decision"),
            Rule(T("Game End: the table decides whether the game ends at once or after the round."), "decision"),
            Rule(
                T("Game End at once: nobody is picked any more, not even the monster that ended the game."), "decision"
            ),
        ),
        "abilities",
    ),
    Chapter(
        T("Away, and corrections"),
        (
            Rule(
                T("Who is away lays nothing, is not waited for and uses no ability; candidates stay and count."),
                "decision",
            ),
            Rule(T("Who is away hands the start player marker on to the left, to the next one there."), "decision"),
            Rule(T("Dice, picks and rounds stay as the game began, however many are away."), "decision"),
            Rule(
                T("Who is back lays with the others again; whoever missed the first round has no first candidate."),
                "decision",
            ),
            Rule(
                T("The number of the round is corrected alone: ring, start player and candidates stay as they are."),
                "decision",
            ),
            Rule(
                T(
                    "A step of the round is corrected: it begins anew; what lies in the ring is taken back, hunger stays."
                ),
                "decision",
            ),
            Rule(T("Food corrected on a monster does not move the hunger markers; correct them too."), "decision"),
            Rule(T("Each named monster lies on the table once."), "decision"),
        ),
        "away",
    ),
    Chapter(
        T("Who fetches lunch"),
        (
            Rule(T("6 players play 6 rounds, 5 play 5, 4 play 8, 3 play 12, 2 play 8.")),
            Rule(T("The food with the highest hunger is wanted most; most symbols of it on your candidates: you go.")),
            Rule(T("A tie: the tied players compare the second most wanted food, then the third. Still tied: all go.")),
            Rule(T("Foods of equal hunger count together; the table may agree to rank them by hand."), "decision"),
            Rule(T("Two hands: each is counted by itself; the hand with the most symbols loses for its player.")),
            Rule(T("Two hands: the start player marker passes through all four hands."), "decision"),
            Rule(
                T("Somebody is not hungry: the fewest symbols in all need no lunch; with a tie, all of them."),
                "decision",
            ),
            Rule(T("Whoever is not hungry can still be the one who goes.")),
        ),
        "lunch",
    ),
)
