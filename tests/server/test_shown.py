"""What the server says of rules and rounds, so that no client works it out."""

import pytest

from unolab import State
from unolab.game import Game
from unolab.rules import OPTIONS, Rules
from unolab.server.http.replays import replay_from
from unolab.server.protocol.rest import Replay
from unolab.server.room.shown import deal_of, features_of

OFFICIAL = ["calls", "challenges", "drawn", "keeping", "points"]


@pytest.mark.parametrize(
    ("rules", "without", "besides"),
    [
        ("official", [], []),
        ("official+uno_penalty=0", ["calls"], []),
        ("official+wd4=strict", ["challenges"], []),
        ("official+wd4=free", ["challenges"], []),
        ("official+drawn_card=must", ["keeping"], []),
        ("official+drawn_card=keep", ["drawn", "keeping"], []),
        ("official+target=0", ["points"], []),
        ("official+seven_zero=true", [], ["swaps"]),
        ("official+low_score_wins=true", [], ["fewest"]),
        ("swing", ["calls", "challenges", "drawn", "keeping", "points"], []),
    ],
)
def test_features_are_those_of_the_rules(
    rules: str, without: list[str], besides: list[str]
) -> None:
    there = {*OFFICIAL, *besides} - {*without}
    assert {*features_of(Rules.parse(rules))} == there


def test_every_other_option_shows_in_what_may_be_done() -> None:
    """Cards, stacking, jumping in and teams are told by choices, events and seats."""
    told = {"uno_penalty", "wd4", "drawn_card", "target", "seven_zero", "low_score_wins"}
    for name in OPTIONS.keys() - told:
        for value in [*OPTIONS[name].values][:8]:
            try:
                rules = Rules(**{name: value})
            except ValueError:  # it clashes with another
                continue
            assert features_of(rules) == OFFICIAL, name


def test_deal_says_who_gets_the_first_card() -> None:
    state = State.deal("official", 3, 5)
    event = deal_of(state)
    assert (event.seat, event.other) == (state.dealer, (state.dealer + 1) % 3)


def test_replay_has_the_teams() -> None:
    game = Game.parse("official+partners=true/4/42")
    replay = Replay.model_validate_json(replay_from(str(game), lambda: None))
    assert replay.teams == [0, 1, 0, 1]
    alone = Replay.model_validate_json(replay_from("official/3/42", lambda: None))
    assert alone.teams == [None] * 3
