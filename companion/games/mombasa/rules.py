"""Setting up, and the rules one tap away, in our own words; decisions are marked."""

from __future__ import annotations

from companion.core.game import Chapter, Rule, ToLay
from companion.core.text import TN, T, Text
from companion.games.mombasa.arithmetic import ROUNDS, coins_dropped
from companion.games.mombasa.state import Phase


def setup_guide(seats: int) -> tuple[Text, ...]:
    """What to lay out before round 1, for this number of players."""
    per_space = {
        2: T("Lay 1 coin on each of the round spaces 2 to 7 (6 in all)."),
        3: T("Lay 2 coins on the round spaces 2, 4 and 6, and 1 on 3, 5 and 7 (9 in all)."),
        4: T("Lay 2 coins on each of the round spaces 2 to 7 (12 in all)."),
    }[seats]
    return (
        T("Put the 15 trading posts of each company on its headquarters."),
        per_space,
        T("Fill the card display: right column first, then the middle, then the left, each from top to bottom."),
        T("Everybody has 3 action slots at first; spaces of the diamond and bookkeeping tracks unlock up to 2 more."),
        T("Agree who starts, and tap the start player at the table here."),
    )


STARTING = T("Agree who starts: that start player stays until you change it.")


def setting_up(seats: int) -> tuple[ToLay, ...]:
    """The numbers of the set-up, for this number of players."""
    coins = {
        2: T("coins: 1 on each of the round spaces 2 to 7"),
        3: T("coins: 2 on the round spaces 2, 4 and 6, 1 on 3, 5 and 7"),
        4: T("coins: 2 on each of the round spaces 2 to 7"),
    }[seats]
    return (
        ToLay(15, T("trading posts on the headquarters of each company")),
        ToLay(sum(coins_dropped(seats, ended) for ended in range(1, ROUNDS)), coins),
        ToLay(3, T("columns of the card display, filled from the right")),
        ToLay(3, T("action slots each; the tracks unlock up to 2 more")),
        ToLay(ROUNDS, T("rounds: planning, action, preparation")),
    )


def preparing(seats: int, round_ended: int) -> tuple[Text, ...]:
    """What phase 3 does after this round, step by step."""
    dropped = coins_dropped(seats, round_ended)
    where = T("one to the first row") if dropped == 1 else T("one to each of the two rows")
    return (
        TN(
            "{n} coin of round space {space} drops to the wooden spaces {space}: {where}. It belongs to the ledger above.",
            "{n} coins of round space {space} drop to the wooden spaces {space}: {where}. Each belongs to the ledger above.",
            dropped,
            space=round_ended + 1,
            where=where,
        ),
        T("Discard the cards still in the right column of the display; in each row the others move right."),
        T(
            "Fill the empty spaces: right column from top to bottom, then the middle, then the left, as long as cards last."
        ),
        T("Take the bonus markers back; one on a bonus tile brings its tile along, face up into your action area."),
    )


CHAPTERS: dict[Phase, str] = {
    "planning": "course",
    "action": "actions",
    "preparing": "preparation",
    "scoring": "scoring",
}
"""Where the reference explains a phase."""

RULES: tuple[Chapter, ...] = (
    Chapter(
        T("Course of play"),
        (
            Rule(T("7 rounds of three phases: planning, action, preparation. After round 7 there is no preparation.")),
            Rule(T("Planning: everybody lays one card face down in each action slot; then all are revealed together.")),
            Rule(
                T(
                    "Action phase: one action a turn, clockwise from the start player, "
                    "until everybody has ended the action phase."
                )
            ),
            Rule(T("Whoever has ended the action phase takes no more turns in this round.")),
            Rule(
                T(
                    "Whose turn it is is kept once the start player is named. Whoever knows that they will end the phase may "
                    "say so before their turn: they are passed over from then on."
                ),
                "decision",
            ),
            Rule(
                T(
                    "Whoever is away takes no turn, and nobody waits for their sheet, which counts as it stands. They may "
                    "come back at any moment; in an action phase that goes on they take turns again."
                ),
                "decision",
            ),
            Rule(
                T(
                    "A corrected round begins with its planning phase, a corrected phase as it begins in play; a corrected "
                    "turn is one of the action phase. Coins, money, shares and tracks stay as they are."
                ),
                "decision",
            ),
            Rule(T("The start player stays the same until the table changes it."), "decision"),
            Rule(T("Hands and resting piles stay on the table; the companion does not keep them."), "decision"),
        ),
        "course",
    ),
    Chapter(
        T("Actions"),
        (
            Rule(
                T("Goods: cards of one kind. Their values add up; spend them on one card of the display and on tracks.")
            ),
            Rule(T("Expansion: all expansion cards at once, for one company; crossing a border costs by its kind.")),
            Rule(T("A single line costs 1, a double line 2, and 1 more to oust a rival post."), "elsewhere"),
            Rule(T("Expansion points that are not spent are lost."), "decision"),
            Rule(
                T(
                    "Bookkeeper: the ink pot moves ledger by ledger; each requirement is checked separately "
                    "against your face-up cards, and a check uses nothing up."
                )
            ),
            Rule(T("For 2 money, one ledger may be turned face down first: it needs no check.")),
            Rule(
                T(
                    "Empty spaces cannot be entered. Last, even if the ink pot stood still, the points on the "
                    "bookkeeper are used and the card is turned down."
                )
            ),
            Rule(
                T("Diamond merchant: the diamond marker advances and you get money; the numbers are on the card."),
                "printed",
            ),
            Rule(T("Bonus marker: onto a free bonus space whose requirement you meet or whose price you pay.")),
            Rule(T("That bonus space is closed to everybody for the rest of the round.")),
        ),
        "actions",
    ),
    Chapter(
        T("Preparation phase"),
        (
            Rule(
                T("The coins of the next round space drop to the wooden spaces; each belongs to the ledger above it.")
            ),
            Rule(T("Coins per round space: 2 players 1; 3 players 2 and 1 in turn; 4 players 2."), "elsewhere"),
            Rule(T("Discard the right column of the display, move the others right, fill up from the pile.")),
            Rule(T("Bonus markers come back; one on a bonus tile brings its tile along, face up.")),
        ),
        "preparation",
    ),
    Chapter(
        T("Final scoring"),
        (
            Rule(T("Cash counts as it stands.")),
            Rule(T("Each company: coins uncovered at its headquarters × your shares.")),
            Rule(
                T(
                    "Your shares: the number at the last share icon your marker reached or passed "
                    "(not a sum) plus the share icons on all of your cards."
                )
            ),
            Rule(T("Cards still in the action area count too."), "decision"),
            Rule(T("Diamond and bookkeeping tracks: the last printed value reached or passed; ledgers score nothing.")),
            Rule(T("The highest total wins; equal totals share the victory, with no tie-break.")),
            Rule(T("Ranks with a tie skip: 1, 1, 3."), "decision"),
        ),
        "scoring",
    ),
)
