"""Setting up, and the rules one tap away, in our own words; decisions are marked."""

from __future__ import annotations

from companion.core.game import Chapter, Rule, ToLay
from companion.core.text import TC, TN, T, Text
from companion.games.monkeys_on_the_moon.box import Printed
from companion.games.monkeys_on_the_moon.favour import dealt
from companion.games.monkeys_on_the_moon.state import POOL_OF_MONKEYS, ROUNDS, SET_ASIDE, Phase, opened


def setup_guide(seats: int, capricious: bool = False) -> tuple[Text, ...]:
    """What to lay out for this number of players, with the option Capricious or without."""
    in_box = opened(Printed(), seats).in_box
    boxed = (
        TN("Leave {n} coin of each tribe in the box.", "Leave {n} coins of each tribe in the box.", in_box)
        if in_box
        else T("No coin stays in the box.")
    )
    steps = [
        T("Put the track in the middle and the six stones beside its Start."),
        T("Shuffle the six tribe cards and lay them in a ring: opposite is the rival, beside it the two allies."),
        T("Put {n} coins of its colour on each tribe card.", n=dealt(seats).cards[0]),
        boxed,
        TN(
            "Shuffle the civilization cards, set {n} aside face up and deal 2 to everybody.",
            "Shuffle the civilization cards, set {n} aside face up and deal 2 to everybody.",
            SET_ASIDE[seats],
        ),
        T("Everybody gets 1 coin of each tribe and turns up 1 ship."),
        T("Turn up 2 ships as the ship pool; the others are the pile."),
        T("Shuffle the monkeys and turn up {n} as the monkey pool.", n=POOL_OF_MONKEYS[seats]),
        T("Lay the six scorn cards ready. The longest hair gets the moonstone."),
        T("You will play {n} rounds.", n=ROUNDS[seats]),
    ]
    if seats == 5:
        steps.insert(
            0, T("Five players play a variant: 2 coins instead of 3 on each tribe card, 6 monkeys in the pool.")
        )
    if capricious:
        steps.append(T("Capricious: look where the white dots are on the track."))
    return tuple(steps)


STARTING = T("The longest hair takes the moonstone and starts.")


def setting_up(seats: int) -> tuple[ToLay, ...]:
    """The numbers of the set-up, for this number of players."""
    in_box, on_card = opened(Printed(), seats).in_box, dealt(seats).cards[0]
    coins = (
        T("coins on each tribe card, {n} of each tribe in the box", n=in_box)
        if in_box
        else T("coins on each tribe card, none left in the box")
    )
    aside = TN("civilization card set aside, face up", "civilization cards set aside, face up", SET_ASIDE[seats])
    return (
        ToLay(6, T("tribe cards in a ring, at random")),
        ToLay(on_card, coins),
        ToLay(SET_ASIDE[seats], aside),
        ToLay(2, T("civilization cards each, 1 coin of each tribe, 1 ship")),
        ToLay(POOL_OF_MONKEYS[seats], T("monkeys and 2 ships face up in the pools")),
        ToLay(ROUNDS[seats], T("rounds: teach, bid, wrap up")),
    )


CHAPTERS: dict[Phase, str] = {"teaching": "teaching", "winning": "bidding", "wrap_up": "end", "levels": "scoring"}
"""Where the reference explains a phase."""

RULES: tuple[Chapter, ...] = (
    Chapter(
        T("Civilization turn"),
        (
            Rule(T("Clockwise from the moonstone, everybody plays one civilization card: a tribe and a number.")),
            Rule(T("Choose whom to teach: the card's tribe or one of its two allies.")),
            Rule(T("Take 2 coins of that tribe from its card. If you hold its scorn card, give it back and take 1.")),
            Rule(
                T(
                    "Its rival is offended: put 1 coin of the rival on its card. No coin: take the rival's scorn "
                    "card, from whoever holds it."
                )
            ),
            Rule(
                T(
                    "If you hold that scorn card already: pay 1 coin of one of its two allies, your choice; "
                    "without that coin the same goes for this ally."
                )
            ),
            Rule(T("A tribe already tried in this chain cannot be chosen again."), "decision"),
            Rule(T("Only now the stone moves. At the end of the track it takes the highest free place.")),
            Rule(T("A ranked tribe can still be taught: coins and offence apply, the stone stays."), "decision"),
        ),
        "teaching",
    ),
    Chapter(
        T("Bid turn"),
        (
            Rule(T("Clockwise from the moonstone, everybody picks one monkey from the pool.")),
            Rule(T("From the picker on: bid higher or pass. A pass is final, also the picker's.")),
            Rule(T("Coins of the monkey's tribe are worth 3, of its allies 2. A bid is at least 2 and paid exactly.")),
            Rule(T("Nobody bids: the monkey is discarded.")),
            Rule(T("The winner puts the coins on their cards and gives back the scorn card of that tribe.")),
            Rule(T("If the monkey's rival is aboard, the ship launches at once without the monkey.")),
            Rule(T("Otherwise it boards. A full ship must launch.")),
            Rule(T("Directly after boarding you may launch a ship that is not full."), "decision"),
            Rule(T("Once the next monkey is picked or the round ends, it is too late for that."), "decision"),
        ),
        "bidding",
    ),
    Chapter(
        TC("ship", "Launch"),
        (
            Rule(T("Take 1 coin of the ship's colour, or give back that tribe's scorn card instead.")),
            Rule(
                T("The passengers are brought home. A full ship is kept for its points, another goes under the pile.")
            ),
            Rule(T("Take a ship from the pool; a monkey left behind boards it. Refill the pool to 2.")),
            Rule(T("With an empty pile the pool is not refilled."), "decision"),
            Rule(T("Without any ship left, a monkey you win is discarded."), "decision"),
            Rule(T("Places and points stand on each ship."), "printed"),
        ),
        "launch",
    ),
    Chapter(
        T("Wrap-up and end"),
        (
            Rule(T("Deal 1 civilization card each, discard the rest of the monkey pool and lay out a new one.")),
            Rule(T("The moonstone goes to the left.")),
            Rule(T("The game ends after the round in which nobody has a civilization card left.")),
            Rule(
                T(
                    "Everybody launches the last ship: it scores nothing, its passengers come home, "
                    "and its colour's scorn card is given back."
                )
            ),
            Rule(T("A monkey still waiting for a ship then boards one and comes home too."), "decision"),
        ),
        "end",
    ),
    Chapter(
        T("Final scoring"),
        (
            Rule(T("Ranking: stones in the table keep their place, the others follow by nearness to the end.")),
            Rule(
                T("Level stones: the first to arrive is ahead; stones that never left the Start: you say."), "decision"
            ),
            Rule(T("Influence in a tribe: the sum of the numbers of its monkeys that you brought home.")),
            Rule(T("Rank 1 gives 7 and 4, rank 2 gives 6 and 3, rank 3 gives 5 and 3, rank 4 gives 4 and 2.")),
            Rule(T("What ranks 5 and 6 give stands on the track."), "printed"),
            Rule(T("A tie for the most shares both values, rounded down, and nobody gets the second.")),
            Rule(T("A tie for second shares the second value, rounded down.")),
            Rule(T("Influence 0 never scores: alone in a tribe, nobody gets the second value."), "decision"),
            Rule(T("2 players: only the most influence scores; a tie scores nothing.")),
            Rule(T("Full ships give their printed points; each scorn card costs 2.")),
            Rule(T("There are 18 ships, and at least 2 monkeys came home with each full one.")),
            Rule(T("Ties: more monkeys home, then the larger sum of their numbers, then longer hair.")),
        ),
        "scoring",
    ),
    Chapter(
        T("Somebody is away"),
        (
            Rule(
                T("Who is away is passed over. Who is back has every turn that has not come yet in this round."),
                "decision",
            ),
            Rule(
                T(
                    "Who leaves during an auction is out of it. If they had the highest bid, or had won, the monkey "
                    "is auctioned anew among the others."
                ),
                "decision",
            ),
            Rule(
                T(
                    "The moonstone goes to the next one to the left who is here. Rounds, coins and the monkey pool "
                    "stay as they are; monkeys left over are discarded."
                ),
                "decision",
            ),
            Rule(
                T(
                    "Ship and monkeys of who is away stay where they are: a ship to take and rivals aboard wait for "
                    "them, and the last ship launches with all the others."
                ),
                "decision",
            ),
            Rule(T("Sheets: the final scoring begins when those of everybody who is here are complete."), "decision"),
        ),
        "away",
    ),
    Chapter(
        T("Corrections"),
        (
            Rule(T("Another round, set by a correction, begins anew with the civilization turn."), "decision"),
            Rule(
                T(
                    "A correction of coins, ring, round, part of the round or turn puts the monkey that is auctioned "
                    "back: it can be picked again."
                ),
                "decision",
            ),
            Rule(T("A ship that is full after a correction launches full at once."), "decision"),
            Rule(T("Two tribes of the ring, or two places of the ranking table, change places."), "decision"),
            Rule(
                T("A full ship added by a correction comes from the pile; its points are corrected then."), "decision"
            ),
            Rule(T("When no monkey is left at all, nobody picks any more."), "decision"),
        ),
        "corrections",
    ),
    Chapter(
        T("Variants"),
        (
            Rule(T("No mercy: your influence is 0 in a tribe whose scorn card you hold.")),
            Rule(T("With No mercy the tie-break by numbers still counts every monkey."), "decision"),
            Rule(T("Capricious: a stone that stops on a white dot changes places with its left neighbour's card.")),
            Rule(T("Left is the next one clockwise; the other way is an option of the table."), "decision"),
            Rule(T("Then whoever has rivals aboard leaves all monkeys of one of the two behind and launches.")),
        ),
        "variants",
    ),
)
