"""What is worth telling: the bad luck, the blow and the end, from public events alone."""

import pytest

from unolab import Game
from unolab.cards import Card
from unolab.event import Event
from unolab.gameloop import play
from unolab.server.room.story import Highlight, MatchStory

ADA, BEN, CEM = range(3)


def card(text: str) -> Card:
    return Card.parse(text)


def played(seat: int, text: str) -> Event:
    return Event("played", seat, card=card(text))


def took(seat: int, count: int) -> Event:
    return Event("took", seat, count=count)


def over(seat: int, points: int = 40) -> Event:
    return Event("over", seat, count=points)


def dealt(
    story: MatchStory, number: int = 1, hand_size: int = 7, people: str = "abc"
) -> MatchStory:
    story.deal(number, list(people), hand_size)
    story.add([Event("dealt", CEM, card=card("R1"))])
    return story


def told(story: MatchStory) -> list[tuple[object, ...]]:
    return [(m.kind, m.seat, m.other, str(m.card), m.count) for m in story.of_round()]


def test_round_without_anything_worth_telling_has_its_end_only() -> None:
    story = dealt(MatchStory())
    story.add([played(ADA, "R7"), Event("drew", BEN, count=1), played(ADA, "R5"), over(ADA)])
    assert story.of_round() == [Highlight("out", 1, ADA, None, card("R5"), 40)]


def test_void_round_has_no_end() -> None:
    story = dealt(MatchStory())
    story.add([played(ADA, "R7"), Event("over", ADA, void=True)])
    assert story.of_round() == []


def test_whoever_is_caught_without_uno_had_bad_luck() -> None:
    story = dealt(MatchStory(), hand_size=2)
    story.add([played(ADA, "R7"), Event("caught", ADA, other=BEN), took(ADA, 2)])
    assert told(story) == [("caught", ADA, BEN, "R7", 2)]


def test_one_card_left_and_then_cards_to_take() -> None:
    story = dealt(MatchStory(), hand_size=2)
    story.add([played(BEN, "R3"), played(ADA, "RD"), took(BEN, 2)])
    assert told(story) == [("struck", BEN, ADA, "RD", 2)]


def test_blow_is_the_largest_and_not_the_bad_luck_told_again() -> None:
    story = dealt(MatchStory(), hand_size=3)
    story.add([played(ADA, "RD"), played(BEN, "BD"), took(CEM, 4)])
    story.add([played(ADA, "B3"), played(CEM, "BD"), played(BEN, "GD"), took(ADA, 4)])
    assert told(story) == [("hit", BEN, CEM, "BD", 4), ("struck", ADA, BEN, "GD", 4)]


def test_card_turned_up_and_the_last_card_hit_nobody() -> None:
    story = dealt(MatchStory(), hand_size=1)
    story.add([took(ADA, 2)])  # an opening draw two: nobody played it
    story.add([played(BEN, "RF"), took(CEM, 4), over(BEN)])
    assert [moment.kind for moment in story.of_round()] == ["out"]


def test_challenges_are_a_blow_or_bad_luck() -> None:
    story = dealt(MatchStory())
    story.add([played(ADA, "BF"), Event("challenged", BEN, other=ADA, guilty=True), took(ADA, 4)])
    story.add([played(BEN, "GF"), Event("challenged", CEM, other=BEN), took(CEM, 6)])
    assert told(story) == [("bluff", BEN, ADA, "BF", 4), ("doubted", CEM, BEN, "GF", 6)]


def test_hands_that_are_swapped_and_passed_on_are_followed() -> None:
    story = dealt(MatchStory())
    story.add([Event("drew", ADA, count=5), played(ADA, "R7"), Event("swapped", ADA, other=BEN)])
    assert told(story)[1] == ("swapped", ADA, BEN, "R7", 4)
    story = dealt(MatchStory(), hand_size=2)
    story.add([played(ADA, "R0"), Event("rotated", ADA, clockwise=True)])  # one card goes to Ben
    story.add([played(ADA, "RD"), took(BEN, 2)])
    assert told(story) == [("struck", BEN, ADA, "RD", 2)]


def test_long_draw_is_bad_luck_about_the_card_that_nothing_fitted() -> None:
    story = dealt(MatchStory())
    story.add([Event("drew", ADA, count=6)])
    assert told(story) == [("drew", ADA, None, "R1", 6)]


def test_match_takes_the_best_of_its_rounds_in_their_order() -> None:
    story = dealt(MatchStory(), 1)
    story.add([played(ADA, "RD"), played(BEN, "BD"), took(CEM, 4), over(BEN)])
    dealt(story, 2, hand_size=2)
    story.add([played(CEM, "G2"), Event("caught", CEM, other=ADA), took(CEM, 2), over(ADA)])
    dealt(story, 3)
    story.add([played(ADA, "B5"), over(ADA, 12)])
    assert [(m.kind, m.round) for m in story.of_match()] == [("hit", 1), ("caught", 2), ("out", 3)]
    assert [(m.kind, m.round) for m in story.of_round()] == [("out", 3)]
    dealt(story, 1)
    assert story.of_match() == []


def test_nothing_is_told_of_somebody_who_did_not_sit_there() -> None:
    story = dealt(MatchStory(), 1)
    story.add([played(ADA, "RD"), played(BEN, "BD"), took(CEM, 4), over(BEN)])
    dealt(story, 2, people="abd")
    assert [moment.kind for moment in story.of_match()] == ["out"]


def test_round_that_was_not_seen_from_its_deal_is_not_told() -> None:
    story = MatchStory()
    story.add([played(ADA, "R7"), over(ADA)])
    assert story.of_round() == []


@pytest.mark.parametrize("rules", ["official", "stacking", "party"])
def test_sizes_of_hands_are_those_of_the_engine(rules: str) -> None:
    game: Game = play(["mixbot2"] * 4, rules, seed=3)
    story = MatchStory()
    story.deal(1, list("abcd"), game.rules.hand_size)
    story.add([Event("dealt", game.start.dealer, card=game.start.top), *game.start.events])
    for _, state in game.steps():
        story.add(state.events)
        assert tuple(story.sizes) == state.sizes
    assert story.of_round()[-1].seat == game.winner
