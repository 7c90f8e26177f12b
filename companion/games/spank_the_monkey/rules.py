"""Setting up, and the rules one tap away, in our own words; decisions are marked."""

from __future__ import annotations

from companion.core.game import Chapter, Rule, ToLay
from companion.core.text import T, Text
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.state import DECK, HAND, Phase


def setup_guide(seats: int, options: Options) -> tuple[Text, ...]:
    """What to lay out before the first turn, for this number of players."""
    if options.start == "random":
        monkey = T("Roll one die: the monkey starts at the number + 7. Put the height marker there.")
    else:
        monkey = T(
            "Put the height marker of the monkey on {height} (14 − {players} players).",
            height=14 - seats,
            players=seats,
        )
    return (
        T("Lay the monkey height card where everybody sees it."),
        T("Deal {n} cards to each player.", n=HAND),
        T(
            "The other {n} cards are the draw pile; leave room for the discard pile beside it.",
            n=DECK - HAND * seats,
        ),
        monkey,
        T("A die decides who starts; play goes to the left."),
    )


STARTING = T("A die decides who starts; play goes to the left.")


def setting_up(seats: int, options: Options) -> tuple[ToLay, ...]:
    """The numbers of the set-up, for this number of players."""
    monkey = (
        ToLay(7, T("and a die are the height of the monkey"))
        if options.start == "random"
        else ToLay(14 - seats, T("is the height of the monkey: 14 − {players} players", players=seats))
    )
    return (
        ToLay(HAND, T("cards dealt to everybody")),
        ToLay(DECK - HAND * seats, T("cards in the draw pile, room for discards beside it")),
        monkey,
        ToLay(2, T("cards drawn a turn with 4 or fewer in hand, else 1")),
        ToLay(1, T("junk and one reinforcement built a turn")),
    )


_DECK = {
    "drawn": T("The monkey wins at the moment the last card is drawn."),
    "needed": T("The monkey wins when somebody must draw and cannot."),
}


CHAPTERS: dict[Phase, str] = {
    "height": "spank",
    "starter": "turn",
    "draw": "turn",
    "build": "piles",
    "attack": "attacks",
    "discard": "turn",
    "monkey": "spank",
}
"""Where the reference explains a phase."""


def rules(options: Options) -> tuple[Chapter, ...]:
    """The rules reference of a table with these options."""
    return (
        Chapter(
            T("A turn"),
            (
                Rule(T("Draw: 2 cards with 4 or fewer in hand, else 1. There is no hand limit.")),
                Rule(T("Build: at most one junk card and one reinforcement, in either order.")),
                Rule(T("Attack: any number of attack cards, one at a time.")),
                Rule(T("Spank: if you stand level with the monkey or higher.")),
                Rule(T("One try a turn."), "decision"),
                Rule(T("Discard: up to 2 cards, without using them.")),
                Rule(T("With the draw pile empty, the monkey wins.")),
                Rule(_DECK[options.deck_empty], "decision"),
            ),
            "turn",
        ),
        Chapter(
            T("Piles"),
            (
                Rule(T("Your height is the sum of the dots of your junk cards; you always stand on top.")),
                Rule(T("A reinforcement goes on the top junk card, adds to its strength, and moves with it.")),
                Rule(T("One junk card may have several reinforcements.")),
                Rule(T("An effect happens once, when the card is played, unless the card says it repeats.")),
                Rule(T("Heights, strengths and modifiers are printed on the cards."), "printed"),
            ),
            "piles",
        ),
        Chapter(
            T("Attacks"),
            (
                Rule(
                    T(
                        "Die + attack modifier − defences: if it reaches the strength of the junk with its "
                        "reinforcements, they are destroyed. A natural 1 always fails."
                    )
                ),
                Rule(T("Only the player attacked may defend, before the roll. All cards used are discarded.")),
                Rule(
                    T(
                        "Hand attack: only junk at your own height. Nobody taller than a pile can attack it by hand; "
                        "from the ground only its bottom junk is in reach."
                    )
                ),
                Rule(
                    T(
                        "Junk is in reach of a hand attack if your height is above its lower edge and not above its "
                        "upper edge; on your own pile that is the top."
                    ),
                    "decision",
                ),
                Rule(T("Throwing attack: any junk of any opponent. Sneak attack: as its card says.")),
                Rule(T("A sneak attack without a value cannot be met by defences that change the value.")),
                Rule(T("You may attack your own pile, and defend it too; there is no other way to remove junk.")),
            ),
            "attacks",
        ),
        Chapter(
            T("Collisions"),
            (
                Rule(
                    T(
                        "Above a hole everything drops as one block. The owner of the pile rolls one die: of the two "
                        "junk cards that touch, each whose strength is not above the die is destroyed."
                    )
                ),
                Rule(T("New holes mean new collisions, until nothing falls or nothing breaks.")),
                Rule(T("A natural 1 has no special meaning in a collision."), "decision"),
                Rule(T("A block that lands on the ground tests only its own lowest junk."), "decision"),
                Rule(T("If both break, the rest of the block falls on what is left."), "decision"),
                Rule(T("A top junk destroyed with nothing above it causes no collision."), "decision"),
            ),
            "collisions",
        ),
        Chapter(
            T("Spank the Monkey"),
            (
                Rule(
                    T(
                        "Level with the monkey 2-6; 1 above 3-6; 2 above 4-6; 3 above 5-6; 4 above 6; 5 or more above: "
                        "impossible."
                    )
                ),
                Rule(T("Who succeeds wins at once.")),
                Rule(T("The monkey never leaves the heights 1 to 25.")),
            ),
            "spank",
        ),
        Chapter(
            T("Cards in conflict"),
            (
                Rule(T("Special cards say when they may be played, and are then discarded.")),
                Rule(T("A card beats the rules; of two cards the later one wins.")),
                Rule(T("So anything can be moved or corrected by hand here; the history says so."), "decision"),
                Rule(
                    T(
                        "A card may change an attack roll until the die is thrown, the defence answered or not; "
                        "whoever is attacked may then defend once more."
                    ),
                    "decision",
                ),
                Rule(
                    T("Where a card calls off a fall, the block rests where it would have landed; nothing collides."),
                    "decision",
                ),
                Rule(
                    T(
                        "Where the phase of a turn is corrected, an attack under way is over. Back to the draw phase, "
                        "or to a build phase whose two cards are used, both may be built again."
                    ),
                    "decision",
                ),
            ),
            "conflict",
        ),
        Chapter(
            T("When somebody is away"),
            (
                Rule(T("Play passes over whoever is away; their pile stays and can be attacked."), "decision"),
                Rule(
                    T(
                        "Who leaves in their own turn ends it: an attack without its roll is over, what falls still "
                        "falls. Were cards drawn already, the next player makes the roll for an active monkey."
                    ),
                    "decision",
                ),
                Rule(T("Nobody defends a player who is away: the attack is rolled for at once."), "decision"),
                Rule(T("For the pile of a player who is away the player whose turn it is throws the die."), "decision"),
                Rule(T("Who is the only one left to throw for the start begins."), "decision"),
            ),
            "away",
        ),
    )
