"""Setting up, and the rules one tap away, in our own words; decisions are marked."""

from __future__ import annotations

from companion.core.game import Chapter, Rule, ToLay
from companion.core.text import TN, T, Text
from companion.games.walking_on_the_moon.options import Options
from companion.games.walking_on_the_moon.state import Phase


def setup_guide(seats: int, options: Options) -> tuple[Text, ...]:
    """What to lay out, for this number of players and these options."""
    if not options.full:
        return (T("The race is over: enter where every astronaut ended, and its stars."),)
    bare = {
        6: T("Lay a star on each of the 6 cards, on the black area under the yellow arrow."),
        7: T("Lay a star on each card but the first, on the black area under the yellow arrow (6 in all)."),
        8: T(
            "Lay a star on each card but the first and the last, on the black area under the yellow arrow (6 in all)."
        ),
    }[options.cards]
    laid = (
        T("From the start player on, lay two astronauts each in turn on the leftmost space of the first card, stacked.")
        if seats == 2
        else T(
            "From the start player clockwise, everybody lays the astronaut on "
            "the leftmost space of the first card, each on top of the one before."
        )
    )
    return (
        T(
            "Shuffle the 12 moon cards and lay {n} of them face up in a ring; put the others back into the box.",
            n=options.cards,
        ),
        T("Lay the finish marker between two cards. The first card lies clockwise after it, the last card before it."),
        T(
            "Lay the score marker “12, 14, 16, 18” over the last card, "
            "“10” over the card before, “5” over the one before that."
        ),
        bare,
        T("Lay the 6 jump dice, the ground-control tokens and the obstruction tokens in the middle."),
        T("Start player: whoever was on the Moon most recently, else an American, else a Russian, else the oldest."),
        TN(
            "Everybody takes a colour: a jump card and {n} astronaut.",
            "Everybody takes a colour: a jump card and {n} astronauts.",
            2 if seats == 2 else 1,
        ),
        laid,
    )


STARTING = T("Whoever was on the Moon last starts; else an American, a Russian, the oldest.")


def setting_up(seats: int, options: Options) -> tuple[ToLay, ...]:
    """The numbers of the set-up, for this number of players and these options."""
    stars = {
        6: T("stars, one on each card"),
        7: T("stars, one on each card but the first"),
        8: T("stars, one on each card but the first and last"),
    }[options.cards]
    return (
        ToLay(options.cards, T("moon cards face up in a ring")),
        ToLay(1, T("finish marker between two of the cards")),
        ToLay(3, T("score markers on the three cards before the finish")),
        ToLay(6, stars),
        ToLay(6, T("jump dice in the middle, with the tokens")),
        ToLay(
            2 if seats == 2 else 1,
            TN(
                "astronaut each, stacked on the first space",
                "astronauts each, stacked on the first space",
                2 if seats == 2 else 1,
            ),
        ),
    )


CHAPTERS: dict[Phase, str] = {
    "box": "turn",
    "start": "order",
    "turn": "turn",
    "leading": "tokens",
    "last": "order",
    "pad": "end",
    "first": "end",
    "tie": "end",
    "over": "end",
}
"""Where the reference explains a phase."""


def rules(options: Options) -> tuple[Chapter, ...]:
    """The rules reference of a table's options."""
    rolling = (
        Rule(T("All dice of the turn are rolled once, before the first jump."), "decision")
        if options.all_at_once
        else Rule(T("Dice are rolled jump by jump, as many of those left as you like."), "decision")
    )
    lost = (
        Rule(T("The stars lost go back under the card the table chooses."), "decision")
        if options.lost_by_hand
        else Rule(T("The stars lost go back under the foremost moon card: the last one."), "decision")
    )
    return (
        Chapter(
            T("Order of turns"),
            (
                Rule(T("Round 1 goes clockwise from the start player.")),
                Rule(
                    T(
                        "From round 2 on the player in last place starts; tied: "
                        "the astronaut on top of the stack counts as last."
                    )
                ),
                Rule(T("Then the round goes clockwise."), "decision"),
                Rule(
                    T(
                        "Order in the race: card, then space. Level on different "
                        "spaces: the table says who counts as last or leading."
                    ),
                    "decision",
                ),
            ),
            "order",
        ),
        Chapter(
            T("A turn"),
            (
                Rule(T("Choose 4 of the 6 dice, of any colour; 3 after an obstruction. Make 1 to 3 jumps.")),
                rolling,
                Rule(
                    T(
                        "Lay the dice of a jump one by one and move the astronaut "
                        "at once by each face; after any jump you may stop."
                    )
                ),
                Rule(T("A star on the way, the end included, is yours.")),
                Rule(T("What the faces of the dice do is printed on the jump cards."), "printed"),
            ),
            "turn",
        ),
        Chapter(
            T("Coma"),
            (
                Rule(
                    T(
                        "Bumping into an obstacle, a skull on a black die or a "
                        "red-ringed space: the turn ends, the astronaut is turned over."
                    )
                ),
                Rule(T("In the next turn: no dice, turn the astronaut back, then move 0 or 1 space, red ones too.")),
                Rule(T("A coma costs half of the stars, rounded down: of 3 you lose 1, of 1 none.")),
                lost,
                Rule(
                    T(
                        "After a bump the astronaut stays before the obstacle, after "
                        "a skull where it was before that die, on a red space there."
                    ),
                    "decision",
                ),
                Rule(T("A skull cannot be rerolled."), "decision"),
                Rule(
                    T(
                        "A skull that was rolled is laid with the next jump, which ends with it; "
                        "nothing else is done in that turn first."
                    ),
                    "decision",
                ),
                Rule(T("Waking up is no jump: it takes no star and obstructs nobody."), "decision"),
            ),
            "coma",
        ),
        Chapter(
            T("Ground-control tokens"),
            (
                Rule(T("One for three jumps in a turn, each with at least one die, without a coma; not in the lead.")),
                Rule(
                    T(
                        "One at the end of the turn of whoever was last in "
                        "the previous round, coma or not; not in the lead."
                    )
                ),
                Rule(T("In the lead: nobody is further ahead; level counts as leading."), "decision"),
                Rule(T("One whenever you obstruct somebody.")),
                Rule(T("In your own turn 1 token buys one more die (6 at most), or rerolls one die (each once).")),
                Rule(T("Tokens do not run out."), "decision"),
            ),
            "tokens",
        ),
        Chapter(
            T("Obstruct an opponent"),
            (
                Rule(
                    T(
                        "Passing an opponent: take 1 star or 1 token of theirs; if they "
                        "have neither, give them an obstruction token (one each at most)."
                    )
                ),
                Rule(
                    T(
                        "The obstruction token is given back at the start "
                        "of their next turn, which then has only 3 dice."
                    )
                ),
                Rule(T("One opponent per jump; several in one turn.")),
                Rule(
                    T(
                        "Passing is leaving their space behind in one jump; "
                        "starting from it or ending on it is not passing."
                    ),
                    "decision",
                ),
                Rule(
                    T(
                        "Nothing to take and an obstruction token there already: "
                        "nothing more happens to them; you still take your token."
                    ),
                    "decision",
                ),
                Rule(
                    T(
                        "Tokens may still add dice after an obstruction; "
                        "in a coma the token is given back on waking up."
                    ),
                    "decision",
                ),
            ),
            "obstruct",
        ),
        Chapter(
            T("Two players"),
            (
                Rule(T("Two astronauts each, laid in turn; tokens and stars are kept for each astronaut.")),
                Rule(
                    T(
                        "Passing your own other astronaut, you may swap the stars "
                        "and tokens of the two; you obstruct nobody in that jump."
                    )
                ),
                Rule(T("At the end the stars of each astronaut score separately.")),
                Rule(T("Every astronaut has its own turn in a round; 21 points go to one astronaut only."), "decision"),
                Rule(T("A player's score is the sum of both astronauts."), "decision"),
            ),
            "two",
        ),
        Chapter(
            T("Somebody is away"),
            (
                Rule(T("Their astronauts stay on the ring; they may be passed and obstructed as before."), "decision"),
                Rule(
                    T("Whoever is away is neither last nor in the lead: both are looked for among those who are here."),
                    "decision",
                ),
                Rule(
                    T(
                        "Whoever goes away before the first jump of a turn has not had it, and what it cost is "
                        "taken back; after a jump the turn ends without a token, and the jumps made stand."
                    ),
                    "decision",
                ),
                Rule(
                    T(
                        "Whoever comes back before the round is complete still has the missed turn, after "
                        "the others; else they join with the next round."
                    ),
                    "decision",
                ),
                Rule(
                    T(
                        "The round is complete when everybody who is here has had a turn in it; "
                        "astronauts of those who are away score where they stand."
                    ),
                    "decision",
                ),
            ),
            "away",
        ),
        Chapter(
            T("The end"),
            (
                Rule(T("When somebody crosses the finish the round is completed; then the game ends.")),
                Rule(T("A round is complete when everybody has had a turn in it."), "decision"),
                Rule(T("Whoever has crossed the finish jumps no more and is passed by nobody."), "decision"),
                Rule(T("First across: 21. Others across: 20. The rest: the score marker over their card.")),
                Rule(
                    T("No marker over the card: 0. On the last card the space decides which of 12, 14, 16 and 18."),
                    "decision",
                ),
                Rule(T("Points for stars by the number held."), "printed"),
                Rule(T("Ties: most recently on the Moon, then American, then Russian, then oldest.")),
            ),
            "end",
        ),
    )
