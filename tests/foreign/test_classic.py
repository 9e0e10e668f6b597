"""The classic interface: what a strategy is shown, and the port of one that is known."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import unolab as uno
from tests.foreign.table import AMPLE, NIFTY, begin, in_play, seated, written
from unolab import Bot, Move, State, View
from unolab.bots import seated as bots_at
from unolab.bots.briefing import Briefing
from unolab.classroom import Card, Color, GameState, Rank
from unolab.classroom.cards import CARDS_BY_TEXT, COLORS_BY_LETTER, Held
from unolab.classroom.gamestate import Asked
from unolab.foreign import Player, Program

pytestmark = pytest.mark.slow  # nothing here depends on the compiler

EXAMPLES = Path(__file__).parents[2] / "examples"


def saw(folder: Path, expression: str, position: str, *more: str) -> str:
    """Ask a bot that tells what it sees, in the last of some positions of a game."""
    with seated(in_play(folder, f"raise ValueError({expression})")) as player:
        players = position.count("/") + 1
        seat = int(position.split()[1][0])
        player.begin("", seat, players, 7, [10, 20, 30, 40][:players])
        for text in (position, *more):
            player.faults.clear()
            player(View.parse(text, "nifty"))
        (fault,) = player.faults
    return fault.text.removeprefix("ValueError: ").partition(" (line")[0]


@pytest.mark.parametrize(
    ("position", "sizes", "totals"),
    [
        ("R5 1> 3/R7G3/4/5 - 93", "[4, 5, 3, 2]", "[30, 40, 10, 20]"),
        ("R5 1< 3/R7G3/4/5 - 93", "[3, 5, 4, 2]", "[10, 40, 30, 20]"),
        ("R5 1< 3/R7G3 - 102", "[3, 2]", "[10, 20]"),
    ],
)
def test_the_next_comes_first_and_oneself_last(
    tmp_path: Path, position: str, sizes: str, totals: str
) -> None:
    ours = "state.num_cards_in_hands_of_upcoming_players, state.total_score_of_upcoming_players"
    java = "state.getNumCardsInHandsOfUpcomingPlayers(), state.getTotalScoreOfUpcomingPlayers()"
    assert saw(tmp_path, f"[{ours}]", position) == f"[{sizes}, {totals}]"
    assert saw(tmp_path, f"[{java}]", position) == f"[{sizes}, {totals}]"


def test_cards(tmp_path: Path) -> None:
    card = "card.color, card.rank, card.number, card.points"
    java = "card.getColor(), card.getRank(), card.getNumber(), card.forfeitCost()"
    shown = (
        f"' '.join(sorted('/'.join(map(str, ({card}))) for card in hand if ({card}) == ({java})))"
    )
    assert saw(tmp_path, shown, "R5 0> R7GV*W*F/2 - 101") == (
        "GREEN/REVERSE/-1/20 NONE/WILD/-1/50 NONE/WILD_D4/-1/50 RED/NUMBER/7/7"
    )


def test_up_card_and_called_color(tmp_path: Path) -> None:
    shown = "f'{up_card.color} {up_card.rank} {called_color}'"
    assert saw(tmp_path, shown, "B5 0> R7/2 - 104") == "BLUE NUMBER NONE"
    assert saw(tmp_path, shown, "BF 0> R7/2 - 104") == "NONE WILD_D4 BLUE"


def test_played_cards(tmp_path: Path) -> None:
    shown = "f'{state.played_cards} {state.getPlayedCards() == state.played_cards}'"
    assert saw(tmp_path, shown, "B5 0> R7/2 _R1GWG5 - 101") == "[Card(R1), Card(*W), Card(G5)] True"


def test_new_cards_come_last(tmp_path: Path) -> None:
    first, second, third = (
        saw(tmp_path, "''.join(map(str, hand))", *positions)
        for positions in (
            ["R5 0> R7G3Y9B1B1/2 - 100"],
            ["R5 0> R7G3Y9B1B1/2 - 100", "R5 0> R0R7G3Y9B1B1/2 - 99"],
            ["R5 0> R7G3Y9B1B1/2 - 100", "R5 0> R0R7Y9B1B1/2 _G3 - 99"],
        )
    )
    assert sorted([first[i : i + 2] for i in range(0, 10, 2)]) == ["B1", "B1", "G3", "R7", "Y9"]
    assert first != "R7Y9G3B1B1"  # by lot, and not in any order of ours
    assert second == first + "R0"
    assert third == first.replace("G3", "") + "R0"


def test_colors_called(tmp_path: Path) -> None:
    """Seat 1 calls green, seat 2 blue, and seat 0 is asked."""
    state = State.parse("R5 1> R7G3/*WB1/*FY1Y2/B7B8 - Y3Y4Y5Y6", "nifty")
    told = "state.most_recent_color_called_by_upcoming_players"
    body = f"raise ValueError(' '.join({told}) + str({told} == state.{JAVA_CALLED}))"
    with seated(in_play(tmp_path, body)) as player:
        player.begin("", 0, 4, 7, [0] * 4)
        state = state.play("GW").play("BF")
        player(state.view(0))
        assert player.faults[0].text.startswith("ValueError: GREEN BLUE NONE NONETrue")


JAVA_CALLED = "getMostRecentColorCalledByUpcomingPlayers()"


def test_drawn_card_is_asked_for_again(tmp_path: Path) -> None:
    source = """
        class Bot:
            asked = 0

            def play(self, hand, up_card, called_color, state):
                self.asked += 1
                return -1 if self.asked == 1 else len(hand) - 1

            def call_color(self, hand):
                return "GREEN" if [str(card) for card in hand] == ["B1"] else "RED"
    """
    with seated(Program.of_file(written(tmp_path, source), "Bot")) as player:
        state = State.parse("R5 0> B1/B2B2/Y9 - *W", "nifty")
        move = player(state.view(0))
        assert str(move) == "+"
        assert move is not None
        state = state.play(move)
        assert str(player(state.view(0))) == "GW"
        assert player.faults == []


def test_games_do_not_know_of_each_other(tmp_path: Path) -> None:
    body = """
        self.asked = getattr(self, 'asked', 0) + 1
        raise ValueError(f'{self.asked} {random.random()} {len({*"abcdefgh"})}')
    """
    view = View.parse("R5 0> R7G3*W/2/1 - 101", "nifty")
    with seated(in_play(tmp_path, body)) as player:
        told = []
        for seed in (7, 7, 8):
            begin(player, seed)
            player(view)
            player(view)
            told.append([fault.text for fault in player.faults])
            player.faults.clear()
        assert told[0] == told[1] != told[2]
        assert told[0][0].startswith("ValueError: 1 ")


def test_engine_is_not_loaded(tmp_path: Path) -> None:
    body = """
        from unolab.classroom import Color
        raise ValueError(sorted({"numba", "numpy"} & {*sys.modules}))
    """
    with seated(in_play(tmp_path, body)) as player:
        player(View.parse("R5 0> R7G3*W/2/1 - 101", "nifty"))
        assert player.faults[0].text.startswith("ValueError: []")


# ── the port of ashtabna ──────────────────────────────────────────────────────────────────────────


def ported() -> Any:
    """Load the example."""
    path = EXAMPLES / "bots/ashtabna.py"
    spec = importlib.util.spec_from_file_location("ashtabna_example", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Ashtabna()


def choice(bot: Any, view: View) -> str:
    """Ask the port here, with the hand in the order that our bot sees."""
    assert view.seat is not None
    briefing = Briefing(view.seat, view.players, 0, [0] * view.players)
    question = json.loads(briefing.question(view, 1, []))
    step = view.direction
    order = [(view.seat + step * n) % view.players for n in range(1, view.players + 1)]
    texts = [str(card) for card in view.hand]
    hand = [CARDS_BY_TEXT[text] for text in texts]
    top = str(view.top)
    called = COLORS_BY_LETTER[top[0]] if top[1] in "WF" else Color.NONE
    state = Asked(question, [0] * view.players, order)
    place: int = bot.play(list(hand), CARDS_BY_TEXT[top], called, state)
    if place == -1:
        return "-" if view.phase == "drawn" else "+"
    if texts[place][0] != "*":
        return texts[place]
    del hand[place]
    return f"{bot.call_color(hand).name[0]}{texts[place][1]}"


@pytest.mark.parametrize(
    ("top", "cards", "others", "expected"),
    [
        pytest.param("R7", "R4G7GVB2BS*W", (5, 5, 5), "G7", id="B06"),
        pytest.param("R7", "RSR9", (1, 9, 1), "RS", id="B07"),
        pytest.param("R5", "RDRSRV", (2, 5, 6), "RV", id="B08"),
        pytest.param("R5", "RDRSRV", (6, 7, 3), "RS", id="B09"),
        pytest.param("R5", "RDRSRV", (6, 4, 3), "RD", id="B10"),
        pytest.param("R5", "RSRV", (6, 4, 3), "RV", id="B11"),
        pytest.param("R5", "R3R8G5", (5, 5, 5), "R8", id="B12"),
        pytest.param("B5", "G5R5R1", (5, 5, 5), "R5", id="B13"),
        pytest.param("B5", "R5G5", (5, 5, 5), "G5", id="B14"),
        pytest.param("R5", "*W*FB2", (5, 5, 5), "BF", id="B15"),
        pytest.param("R5", "*WB2", (5, 5, 5), "BW", id="B16"),
        pytest.param("R5", "B2", (5, 5, 5), "+", id="B16 draws"),
        pytest.param("GW", "G1R1*W", (5, 5, 5), "G1", id="B17"),
        pytest.param("Y5", "R1R2GSGDGV*W", (5, 5, 5), "GW", id="B18"),
        pytest.param("R5 _B1B2BSG1", "*W", (5, 5, 5), "BW", id="B19"),
        pytest.param("R5", "*W", (5, 5, 5), "RW", id="B19 nothing played"),
    ],
)
def test_port_in_known_positions(
    top: str, cards: str, others: tuple[int, int, int], expected: str
) -> None:
    card, _, under = top.partition(" ")
    stock = 108 - 1 - len(under.strip("_")) // 2 - len(cards) // 2 - sum(others)
    text = f"{card} 0> {cards}/{'/'.join(map(str, others))}{' ' if under else ''}{under} - {stock}"
    assert choice(ported(), View.parse(text, "nifty")) == expected


def positions(games: int) -> Iterator[View]:
    """Yield what ashtabna is asked in games against itself."""
    for seed in range(games):
        game = uno.play(["ashtabna"] * (2 + seed % 4), "nifty", seed)
        state = game.start
        for move in game.moves:
            if state.phase in ("turn", "drawn"):
                yield state.view(state.turn)
            state = state.play(move)


def test_port_chooses_as_ours_does() -> None:
    bot, asked = ported(), 0
    ours = bots_at(["ashtabna"] * 10, 0)
    for view in positions(50):
        assert view.seat is not None
        move = ours[view.seat](view)
        assert move is not None
        assert Move.parse(choice(bot, view)) == Move(move.action), view
        asked += 1
    assert asked > 2_000


@pytest.mark.parametrize("bot", ["ashtabna.py:Ashtabna", "spiteful.py:Spiteful"])
def test_example_plays(bot: str) -> None:
    file, _, name = bot.partition(":")
    player = Player(Program.of_file(EXAMPLES / "bots" / file, name), name, NIFTY, AMPLE)
    try:
        for seed in range(10):
            player.begin(f"nifty/4/{seed}", 0, 4, seed, [0] * 4)
            game = uno.play(
                [Bot(name, strategy=player), "random", "greedy", "mixbot2"], "nifty", seed
            )
            player.end(game.state)
        assert player.faults == []
        assert player.moves > 50
    finally:
        player.close()


FITTING = """
    class Bot:
        def play(self, hand, up_card, called_color, state):
            fits = [i for i, card in enumerate(hand) if card.can_play_on(up_card, called_color)]
            assert fits == [i for i, card in enumerate(hand) if card.canPlayOn(up_card)]
            return fits[-1] if fits else -1

        def call_color(self, hand):
            return "GREEN"
"""


@pytest.mark.parametrize(
    "rules",
    ["nifty", "official", "stacking", "party", "duel", "official+wd4=strict+drawn_card=must"],
)
def test_what_fits_is_legal_under_all_rules(tmp_path: Path, rules: str) -> None:
    """Wilds that are not free, penalties to answer, a drawn card that must be played."""
    program = Program.of_file(written(tmp_path, FITTING), "Bot")
    with seated(program, rules=uno.Rules.parse(rules)) as player:
        for seed in range(12):
            player.begin("", 0, 2, seed, [0, 0])
            player.end(uno.play([Bot("Ada", strategy=player), "greedy"], rules, seed).state)
        assert player.faults == []
        assert player.moves > 100


def test_other_pairs_match_or_not() -> None:
    five, seven, wild = CARDS_BY_TEXT["R5"], CARDS_BY_TEXT["G7"], CARDS_BY_TEXT["*W"]
    held = Held(seven, five, Color.NONE, True)
    assert held == seven
    assert len({held, seven}) == 1
    assert held.can_play_on(five)
    assert not held.can_play_on(CARDS_BY_TEXT["R6"])
    assert held.can_play_on(CARDS_BY_TEXT["R7"])
    held = Held(seven, wild, Color.GREEN, False)
    assert [held.can_play_on(wild, color) for color in ("GREEN", "RED")] == [False, False]
    held = Held(seven, wild, Color.RED, False)
    assert [held.can_play_on(wild, color) for color in ("GREEN", "RED")] == [True, False]


def test_names() -> None:
    assert [*Color] == ["RED", "YELLOW", "GREEN", "BLUE", "NONE"]
    assert [*Rank] == ["NUMBER", "SKIP", "REVERSE", "DRAW_TWO", "WILD", "WILD_D4"]
    assert len({*CARDS_BY_TEXT.values()}) == 54


def test_what_fits_is_what_the_rules_say() -> None:
    """Under rules without conditions, cards that match are those that the engine allows."""
    for view in positions(8):
        top = str(view.top)
        called = COLORS_BY_LETTER[top[0]] if top[1] in "WF" else Color.NONE
        fits: list[Card] = [
            card
            for card in {CARDS_BY_TEXT[str(card)] for card in view.hand}
            if card.can_play_on(CARDS_BY_TEXT[top], called)
        ]
        if view.phase == "turn":
            legal = {move.card.plain for move in view.legal if move.card}
            assert {card.text for card in fits} == {str(card) for card in legal}


# ── cards and states by hand ──────────────────────────────────────────────────────────────────────


def test_cards_are_made_by_hand() -> None:
    for text, card in CARDS_BY_TEXT.items():
        plain = f"*{text[1]}" if text[1] in "WF" else text
        assert Card(str(card.color), str(card.rank), card.number) == card == Card.parse(text)
        assert str(card) == plain
    assert Card("RED", "NUMBER", 7).can_play_on(Card.parse("B7"))
    assert Card(Color.NONE, Rank.WILD).points == 50


@pytest.mark.parametrize(
    ("color", "rank", "number"),
    [
        ("RED", "WILD", -1),
        ("NONE", "SKIP", -1),
        ("RED", "NUMBER", 10),
        ("RED", "NUMBER", -1),
        ("RED", "SKIP", 3),
        ("PINK", "SKIP", -1),
    ],
)
def test_cards_that_do_not_exist(color: str, rank: str, number: int) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - an enum has its own words
        Card(color, rank, number)
    with pytest.raises(ValueError, match="'R11' is not a card; R7, BS"):
        Card.parse("R11")


def test_a_state_is_made_by_hand() -> None:
    state = GameState([1, 7, 5], [0, 20, 0], ["RED", "NONE", "NONE"], [Card.parse("R7")])
    assert state.getNumCardsInHandsOfUpcomingPlayers() == [1, 7, 5]
    assert state.total_score_of_upcoming_players == [0, 20, 0]
    assert state.most_recent_color_called_by_upcoming_players[0] is Color.RED
    assert state.getPlayedCards() == [Card("RED", "NUMBER", 7)]
    bare = GameState([1, 7])
    assert bare.getTotalScoreOfUpcomingPlayers() == [0, 0]
    assert bare.getMostRecentColorCalledByUpcomingPlayers() == [Color.NONE] * 2
