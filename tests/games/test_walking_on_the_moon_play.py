"""Walking on the Moon: the end, the box, final scoring only, and what holds all along, each row named after the rule."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.accepting import accept
from companion.core.codec import action_from_json, options_from_json
from companion.core.ending import Ending, changed_late
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.walking_on_the_moon import WalkingOnTheMoon
from testkit.playing import entries
from tests.games.drawing import drawn_action
from tests.games.walking_race import BOX, FACES, NAMES, Race, refusal, stars_in_all


class TestEnd:
    def test_two_across_in_one_round_and_the_round_is_completed(self) -> None:
        """First across 21, others across 20; each player has had a turn in the round."""
        race = Race(4)
        for seat, space in ((0, 27), (1, 29), (2, 28), (3, 22)):
            race.turn(seat, space)
        assert race.next() == 3
        race.turn(3, 24)
        assert "first across the finish: 21 points" in race.turn(0, 31)
        assert race.state.phase == "turn"
        assert "across the finish: 20 points" in race.turn(1, 31)
        assert "the race is over" in race.turn(2, 29)
        sheet = race.game.sheet(race.state)
        arrivals = [(p.astronauts[0].finish, p.astronauts[0].marker) for p in sheet.players]
        assert arrivals == [(1, 0), (2, 0), (0, 16), (0, 10)]
        assert race.game.outcome(race.state) is not None

    MARKERS = (
        *(
            pytest.param(space, marker, id=f"last card, {marker}")
            for space, marker in zip(range(26, 31), BOX["last_card"], strict=True)
        ),  # type: ignore[arg-type]
        pytest.param(25, 10, id="the next '10'"),
        pytest.param(16, 5, id="the third '5'"),
        pytest.param(15, 0, id="Decision: 0 without one"),
    )

    @pytest.mark.parametrize(("space", "marker"), MARKERS)
    def test_the_marker_over_the_card(self, space: int, marker: int) -> None:
        """On the last card the space decides which of 12/14/16/18."""
        race = Race()
        race.set(0, space=space)
        sheet = race.game.sheet(race.state)
        assert sheet.players[0].astronauts[0].marker == marker

    def tie(self) -> Race:
        """Ann, Bo and Cy end level on the last card, Di behind."""
        race = Race(4)
        race.enter(None, "finish")
        for seat in range(3):
            race.state = race.game.with_counter(race.state, f"space:{seat}", 26)
        return race

    def test_ties_are_asked_in_the_order_of_the_rules(self) -> None:
        """Most recently on the Moon, then American, then Russian, then oldest."""
        race = self.tie()
        race.enter(None, "tie_answer", question="moon", players=[])
        race.enter(None, "tie_answer", question="american", players=["0", "2"])
        race.enter(None, "tie_answer", question="russian", players=["0", "2"])
        told = race.enter(None, "tie_answer", question="oldest", players=["2"])
        assert "Cy wins the tie." in told
        sheet = race.game.sheet(race.state)
        assert [p.tie_order for p in sheet.players] == [2, 3, 1, None]
        result = race.game.score(sheet)
        assert (result.winners, result.tie_break) == ((2,), "tie_order")
        assert plain(result.sentence, ("Ann", "Bo", "Cy", "Di")).endswith(": level on points, but the oldest.")
        assert [p.rank for p in result.players] == [2, 3, 1, 4]

    def test_the_questions_stop_when_one_is_left(self) -> None:
        """Only those still tied are asked about, and no longer than needed."""
        race = self.tie()
        race.enter(None, "tie_answer", question="moon", players=["1"])
        assert race.state.phase == "over"
        assert race.game.outcome(race.state).winners == (1,)  # type: ignore[union-attr]

    def test_what_nothing_separates_stays_shared(self) -> None:
        """Ties that stay: equal rank, all in winners."""
        race = self.tie()
        for question in ("moon", "american", "russian", "oldest"):
            race.enter(None, "tie_answer", question=question, players=[])
        assert race.game.outcome(race.state).winners == (0, 1, 2)  # type: ignore[union-attr]

    def test_a_correction_after_the_end_asks_about_the_new_tie(self) -> None:
        """Answers given for another tie say nothing about this one."""
        race = self.tie()
        race.enter(None, "tie_answer", question="moon", players=["1"])
        race.state = race.game.with_counter(race.state, "space:1", 20)
        assert (race.state.phase, race.state.tie and race.state.tie.alive) == ("tie", (0, 2))

    def test_a_correction_that_is_taken_back_asks_nothing_again(self) -> None:
        """What was answered about a tie holds when the same tie comes back."""
        race = self.tie()
        race.enter(None, "tie_answer", question="moon", players=["1"])
        for space in (29, 26):
            race.state = race.game.with_counter(race.state, "space:0", space)
        assert race.state.phase == "over"
        assert race.game.outcome(race.state).winners == (1,)  # type: ignore[union-attr]

    def test_a_race_ended_by_hand_goes_on_where_it_was(self) -> None:
        """Nothing is lost by ending too early."""
        race = Race()
        race.take(0)
        before = race.state
        race.enter(None, "finish")
        race.enter(None, "go_on")
        assert race.state == before


def test_an_empty_box_is_asked_first_and_learnt() -> None:
    """Printed: asked once, kept in the box profile."""
    race = Race(started=False, box={})
    profile: dict[str, Any] = {}
    asked = [
        ("spaces", {"value": 5}),
        ("last_card", {"up_to_12": 1, "up_to_14": 3, "up_to_16": 4}),
        ("star_points", {"one": 1, "two": 3, "three": 6, "four": 10, "five": 15, "six": 21}),
        ("jump_dice", {"counts": {"blue": 2, "black": 2, "white": 2}}),
    ]
    for type, fields in asked:
        offer = race.offer(None, type)
        assert offer is not None
        assert offer.place == "next"
        before = race.state
        race.enter(None, type, **fields)
        profile.update(race.game.learns(before, action_from_json(race.game, {"type": type, **fields})))
    assert profile == BOX
    assert race.state.phase == "start"
    assert Race(started=False, box=profile).state.phase == "start"


def test_scores_of_the_last_card_cannot_go_back() -> None:
    """12, 14, 16 and 18 follow each other."""
    race = Race(started=False, box={"spaces": 5})
    assert refusal(race, None, "last_card", up_to_12=3, up_to_14=2, up_to_16=4).code == "illegal"


BROKEN = [{"spaces": 99}, {"spaces": True}, {"dice": {"blue": 5}}, {"star_points": [1, 2]}, {"last_card": [12] * 5}]


@pytest.mark.parametrize("profile", BROKEN, ids=str)
def test_a_box_profile_that_is_not_well_formed_is_asked_again(profile: dict[str, Any]) -> None:
    """What was edited by hand and is wrong does not stop the table."""
    assert Race(started=False, box=profile).state.phase == "box"


class TestFinalOnly:
    def test_the_sheet_is_entered_seat_by_seat(self) -> None:
        """bookkeeping = final: the state is the sheet; the example of the rules page."""
        race = Race(4, started=False, bookkeeping="final")
        for seat, where, stars in ((1, "later", 0), (0, "first", 2), (2, "10", 3), (3, "0", 1)):
            race.enter(seat, "arrive", where=where)
            race.enter(seat, "stars", value=stars)
        for seat in range(4):
            race.enter(seat, "sheet_complete")
        sheet = race.game.sheet(race.state)
        assert [p.total for p in race.game.score(sheet).players] == [24, 20, 16, 1]
        assert race.game.outcome(race.state).winners == (0,)  # type: ignore[union-attr]

    def test_one_first_across_only(self) -> None:
        """First across is one: whoever was it before is not any more, and is told."""
        race = Race(3, started=False, bookkeeping="final")
        race.enter(0, "arrive", where="first")
        assert "Ann was not the first across then" in race.enter(1, "arrive", where="first")
        assert [c.entries[0].where for c in race.state.columns] == ["later", "first", "0"]

    def test_nobody_first_is_asked(self) -> None:
        """Somebody crossed the finish first."""
        race = Race(3, started=False, bookkeeping="final")
        race.enter(1, "arrive", where="later")
        for seat in range(3):
            race.enter(seat, "sheet_complete")
        race.enter(None, "first_across", astronaut=1)
        assert race.state.phase == "over"

    def test_never_more_than_six_stars(self) -> None:
        """Six stars in all: the range of a seat is what the others leave."""
        race = Race(3, started=False, bookkeeping="final")
        race.enter(0, "stars", value=4)
        assert refusal(race, 1, "stars", value=3).field == "value"
        race.enter(1, "stars", value=2)

    def test_a_tie_is_asked_unless_the_table_has_entered_its_order(self) -> None:
        """tie_order: 1 wins."""
        race = Race(3, started=False, bookkeeping="final")
        race.enter(0, "tie_order", value=2)
        race.enter(1, "tie_order", value=1)
        for seat in range(2):
            race.enter(seat, "arrive", where="18")
        for seat in range(3):
            race.enter(seat, "sheet_complete")
        assert race.state.phase == "over"
        assert race.game.outcome(race.state).winners == (1,)  # type: ignore[union-attr]


def test_corrections_of_the_finish_keep_its_order() -> None:
    """Who crossed later moves up when somebody had not crossed after all."""
    race = Race()
    for seat in range(3):
        race.state = race.game.with_counter(race.state, f"space:{seat}", 31)
    race.state = race.game.with_counter(race.state, "space:0", 30)
    assert [race.one(seat).finish for seat in range(3)] == [0, 1, 2]


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 5), cards=st.sampled_from("678"))
@settings(max_examples=25)
def test_exactly_six_stars_at_all_times(seed: int, seats: int, cards: str) -> None:
    """Stars: players' + on the ring = 6 always, through jumps, comas, thefts, swaps and corrections."""
    chance = random.Random(seed)
    race = Race(seats, cards=cards, lost_stars=chance.choice(("last_card", "by_hand")))
    for _ in range(60):
        found = [e for e in entries(race.game, race.state, seats) if e[1].examples or not e[1].fields]
        if not found or race.game.outcome(race.state) is not None:
            break
        seat, offer = chance.choice(found)
        if chance.random() < 0.1:
            counter = chance.choice([c for c in race.game.counters(race.state) if c.key[:4] in ("star", "ring")])
            value = chance.randint(counter.low, counter.high)
            race.state = race.game.with_counter(race.state, counter.key, value)
        else:
            action = chance.choice(offer.examples) if offer.examples else offer.action()
            race.state = accept(race.game, race.state, seat, action).state
        assert stars_in_all(race.state) == 6
        assert all(n >= 0 for n in race.state.ring)
        assert all(a.stars >= 0 and a.tokens >= 0 for a in race.state.astronauts)


def test_the_rules_reference_follows_the_options() -> None:
    """Table options are named where they apply, as decisions."""
    texts = {
        plain(rule.text)
        for roll in ("each_jump", "all_at_once")
        for chapter in Race(roll=roll).game.rules()
        for rule in chapter.rules
        if rule.basis == "decision"
    }
    assert {t for t in texts if "rolled" in t} == {
        "Dice are rolled jump by jump, as many of those left as you like.",
        "All dice of the turn are rolled once, before the first jump.",
        "A skull cannot be rerolled.",
        "A skull that was rolled is laid with the next jump, which ends with it; nothing else is done in that turn first.",
    }
    assert WalkingOnTheMoon.players == range(2, 6)


def test_faces_entered_before_a_jump_are_kept_and_hold_for_it() -> None:
    """A skull cannot be rerolled, and whoever lays it is off the Moon."""
    race = Race(box={**BOX, "faces": FACES})
    race.set(0, tokens=2)
    race.take(0)
    assert "Ann rolls black 1: skull and white 1: 2 spaces." in race.enter(
        0, "rolled", dice=[["black_1", "skull"], ["white_1", "two"]]
    )
    assert refusal(race, 0, "reroll", die="black_1").field == "die"
    assert refusal(race, 0, "jump", dice=["black_1"], space=2).field == "ends"
    assert refusal(race, 0, "reroll", die="white_1").field == "die"
    race.enter(0, "jump", dice=["black_1"], space=2, ends="skull")
    assert race.one(0).coma


def test_faces_are_asked_only_where_they_are_printed_in_the_box() -> None:
    """Faces, if wanted: without the printed faces a jump is its dice and its space."""
    race = Race()
    race.take(0)
    assert race.offer(0, "rolled") is None


HINTS = [
    pytest.param("each_jump", ["Roll as many", "Roll as many"], id="Decision: dice are rolled jump by jump"),
    pytest.param("all_at_once", ["Roll all of these dice once", "rolled already"], id="Table option: all at once"),
]


@pytest.mark.parametrize(("roll", "hints"), HINTS)
def test_what_to_do_with_the_dice(roll: str, hints: list[str]) -> None:
    """The page says when to roll."""
    race = Race(roll=roll)
    race.take(0)
    for n, hint in enumerate(hints):
        shown = race.game.view(race.state, None).hint
        assert shown is not None
        assert hint in plain(shown)
        race.jump(0, 3 + n)


@given(data=st.data(), seats=st.integers(2, 5), roll=st.sampled_from(("each_jump", "all_at_once")))
@settings(max_examples=6)
def test_with_a_known_box_too_whatever_is_offered_is_accepted_or_refused_with_a_reason(
    data: st.DataObject, seats: int, roll: str
) -> None:
    """Law: drawn actions are accepted (constrained: or refused with a Text), and so is every example."""
    race = Race(seats, box={**BOX, "faces": FACES}, roll=roll)
    for _ in range(25):
        found = [entry for entry in entries(race.game, race.state, seats) if entry[1].type != "finish"]
        for seat, offer in found:
            for example in offer.examples:
                accept(race.game, race.state, seat, example)
        nexts = [entry for entry in found if entry[1].place == "next" or entry[1].type == "rolled"]
        seat, offer = data.draw(st.sampled_from(nexts or found))
        action = data.draw(drawn_action(race.game, offer))
        try:
            race.state = accept(race.game, race.state, seat, action).state
        except Refused as refused:
            assert offer.constrained, (offer.type, action, refused)
            assert plain(refused.text, NAMES)
        assert stars_in_all(race.state) == 6


def test_the_ring_is_drawn_as_it_lies() -> None:
    """Every star and astronaut is drawn, a stack upwards, markers over the three last cards; one who crossed stands apart."""
    race = Race(2)
    race.state = race.game.with_counter(race.state, "ring:6", 4)
    view = race.game.view(race.state, None)
    assert [len(card.stars_at) for card in view.cards] == list(race.state.ring)
    assert [card.marker for card in view.cards] == [None, None, None, "5", "10", "12–18"]
    assert [space.space for card in view.cards for space in card.spaces] == list(range(1, 31))
    assert [runner.on_top for runner in view.runners] == [False, False, False, True]
    assert len({runner.at for runner in view.runners}) == 4
    race.state = race.game.with_counter(race.state, "space:0:0", 31)
    crossed = next(r for r in race.game.view(race.state, None).order)
    assert (crossed.key, crossed.finish, crossed.on_top) == ("0:0", 1, True)


def test_the_review_freezes_the_sheet_and_marks_later_edits() -> None:
    """Lesson: final review freezes the big screen; later edits are marked; a race that goes on forgets both."""
    race = Race()
    race.set(0, space=21)
    race.enter(None, "finish")
    before = race.state.ending.frozen
    assert before is not None
    assert not race.state.ending.is_late(race.game.sheet(race.state))
    race.enter(None, "reveal")
    race.state = race.game.with_counter(race.state, "space:1", 16)
    assert race.state.ending.frozen == before
    assert race.game.sheet(race.state) != before
    assert race.state.ending.is_late(race.game.sheet(race.state))
    assert changed_late(race.game.score(before), race.game.score(race.game.sheet(race.state))) == {("arrival", 1)}
    race.enter(None, "reveal")
    assert "totals" in race.enter(None, "reveal")
    assert race.offer(None, "reveal") is None
    race.enter(None, "go_on")
    assert race.state.ending == Ending()


def test_a_tie_that_a_correction_brings_leaves_the_sheet_as_the_race_ended() -> None:
    """Final review freezes the big screen, a tie asked about in between included."""
    race = Race()
    race.set(0, space=21)
    race.enter(None, "finish")
    before = race.state.ending
    assert before.over
    race.enter(None, "correct", counter="space:1", value=21)
    assert (race.state.phase, race.game.outcome(race.state)) == ("tie", None)
    race.enter(None, "tie_answer", question="moon", players=["1"])
    assert race.state.ending == before
    assert race.game.outcome(race.state).winners == (1,)  # type: ignore[union-attr]
    race.enter(None, "reveal", step=0)
    with pytest.raises(Refused) as refused:
        race.enter(None, "reveal", step=0)
    assert refused.value.code == "changed"


def test_the_last_sheet_waits_for_the_points_printed_for_stars() -> None:
    """Points for stars are printed, asked once: nothing is counted before they are known."""
    race = Race(3, started=False, box={}, bookkeeping="final")
    for seat in range(3):
        told = race.enter(seat, "sheet_complete")
    assert (told, race.state.phase) == ("Cy: my sheet is complete.", "pad")
    points = {"one": 1, "two": 3, "three": 6, "four": 10, "five": 15, "six": 21}
    race.enter(None, "star_points", **points)
    assert race.state.phase == "tie"
    race.enter(1, "sheet_complete", done=False)
    assert (race.state.phase, race.state.ending.complete) == ("pad", {0, 2})
    race.enter(0, "arrive", where="18")
    assert "It was the last one: the final scoring begins." in race.enter(1, "sheet_complete")
    assert race.state.ending.frozen == race.game.sheet(race.state)


NAMED = [
    pytest.param({}, {"stars:0": 1}, id="a star collected"),
    pytest.param({"ends": "bump", "stars": ["card_1", "card_2"]}, {}, id="2 collected and 1 lost: two sentences"),
    pytest.param(
        {"obstruct": 1, "take": "token"}, {"stars:0": 1, "tokens:1": -1}, id="two tokens, told as one and one"
    ),
]


@pytest.mark.parametrize(("fields", "named"), NAMED)
def test_a_sentence_names_the_counter_it_changes(fields: dict[str, Any], named: dict[str, int]) -> None:
    """What a clause names is the difference the whole entry makes; where several sentences share it, none does."""
    race = Race()
    race.set(1, space=4, tokens=1)
    race.take(0)
    action = action_from_json(
        race.game, {"type": "jump", "dice": ["blue_1"], "space": 6, "stars": ["card_1"], **fields}
    )
    telling = accept(race.game, race.state, Seat(0), action).telling
    assert {key: by for clause in telling for key, by in clause.by} == named


OPTIONS = [
    pytest.param({}, "6", id="First value = default"),
    pytest.param({"cards": "8"}, "8", id="8 for a longer game"),
    pytest.param({"cards": 7}, "7", id="7 possible, written as a number"),
]


@pytest.mark.parametrize(("given_options", "cards"), OPTIONS)
def test_moon_cards_as_an_option(given_options: dict[str, Any], cards: str) -> None:
    """cards 6/7/8."""
    assert options_from_json(WalkingOnTheMoon, given_options, 3)["cards"] == cards


@pytest.mark.parametrize("cards", [9, "5", True, 6.0, None], ids=str)
def test_another_number_of_moon_cards_is_refused(cards: object) -> None:
    """6, 7 or 8; the refusal names the field."""
    with pytest.raises(Refused) as refused:
        options_from_json(WalkingOnTheMoon, {"cards": cards}, 3)
    assert refused.value.field == "options.cards"
