"""The bots: what they all do alike, their settings, and what they can't find out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit import at, complete, on, slowly, thoroughly, walk
from unolab import PRESETS, BadBot, BotSettings, Game, State, View, play
from unolab.bots import BOTS, Bot, bots_of, minds_of, seated, think
from unolab.bots.bot import VARIANTS
from unolab.bots.seat import bot_seed
from unolab.bots.settings import OWN_SLOTS
from unolab.engine.setup import words

Scale = Callable[[int], int]

SEVENS = "official+seven_zero=true"
WORD = 1 << 64
GOLDEN = 0x9E3779B97F4A7C15
WITH_POINTS = [name for name in BOTS if any(p.points is not None for p in Bot(name).parameters)]
ALL = [*BOTS, *(f"{name}:points" for name in WITH_POINTS)]
NASTY = (
    "party+stacking=any+wd4=free+drawn_card=must+uno_penalty=10",
    "official+jump_in=true+seven_zero=true+draw_until_playable=true",
    "stacking+stacking=up+wd4_test=playable+draw_when_able=false+draw_until_playable=true"
    "+drawn_card=must",
    "swing+jump_in=true+seven_zero=true+drawn_card=keep+opening=open_wild",
    "kata+draw_plays_again=true+jump_in=true+hand_size=1",
    "official+wd4_test=playable+two_player_reverse_skips=false+last_card_draws=false+hand_size=10",
)
NETWORKS = "neural", "expert"  # they decide themselves what others do alike
MANNERLY = [name for name in BOTS if name not in NETWORKS]
every_bot = pytest.mark.parametrize("bot", [*MANNERLY, "neural", *slowly("expert")])
QUICK = {"expert": {"worlds": 4, "moves": 2, "decisions": 1}}  # settings, where a move takes long
every_mannerly_bot = pytest.mark.parametrize("bot", MANNERLY)


def answer(position: str, rules: str = "official", seat: int | None = None, bot: str = "") -> str:
    """Ask a bot what it does."""
    state = at(position, rules)
    seat = state.turn if seat is None else seat
    return str(seated([bot or "random"] * state.players, seed=1)[seat](state.view(seat)))


# ── what they do alike ────────────────────────────────────────────────────────────────────────────


@every_mannerly_bot
@pytest.mark.parametrize(
    ("position", "rules", "move"),
    [
        ("R5 0> R7G3/B2B3/Y9Y8", "official", "R7!"),
        ("R5 0> R7G3G4/B2B3/Y9Y8", "official", "R7"),
        ("R5 0> G3G4/B2B3/Y9Y8", "official", "+"),
        ("R5 0> R3G3/B2B3/Y9Y8 =R3", "official", "R3!"),
        ("RF 0> R7G3/B2B3/Y9Y8 ?4", "official", "+"),
        ("RD 0> BDR7G3/B2B3/Y9Y8 +2", "stacking", "BD"),
        ("RD 0> R7G3/B2B3/Y9Y8 +2", "stacking", "+"),
        ("RD 0> BD*FR7/B2B3/Y9Y8 +2", "stacking+stacking=any", "BD"),  # the cheaper one
        ("RF 0> BD*FR7/B2B3/Y9Y8 +4", "stacking+stacking=any", "BD"),
        ("R7 0> G3G4/B2B3B4/Y9Y8 >", SEVENS, ">2"),
        ("R7 0> G3G4/B2/Y9Y8 >", SEVENS, ">1!"),  # one card comes, so Uno is said
        ("R7 0> G3G4/B2B3/Y9/Y1Y2Y3 >", SEVENS + "+partners=true", ">1"),  # never the partner
        ("R5 0> R0G3G4/B2B3/Y9", SEVENS, "R0!"),  # a zero brings one card
        ("R5 0> R0G3/B2B3/Y9Y8", SEVENS, "R0"),  # a zero takes it away
    ],
)
def test_what_bots_do_alike(position: str, rules: str, move: str, bot: str) -> None:
    assert answer(position, rules, bot=bot) == move


@every_mannerly_bot
def test_equal_hands_are_swapped_by_lot(bot: str) -> None:
    """Nobody is chosen for where they sit: least of all the first seat, a person's as a rule."""
    state = at("R7 3> R1R2/B2B3/Y9Y8/G1G2G3 >", SEVENS)
    chosen = [str(seated([bot] * 4, seed=n)[3](state.view(3))) for n in range(60)]
    assert {*chosen} == {">0", ">1", ">2"}
    assert min(map(chosen.count, {*chosen})) >= 8


def test_partners_do_not_swap_with_each_other() -> None:
    state = at("R7 3> R1R2/B2/Y9Y8/G1G2G3 >", SEVENS + "+partners=true")
    chosen = {str(seated(["random"] * 4, seed=n)[3](state.view(3))) for n in range(20)}
    assert chosen == {">0", ">2"}


@every_bot
@on("official", "party")
def test_bots_say_uno_late_and_catch(rules: str, bot: str) -> None:
    assert answer("R5 1> G3/B2B3/Y9Y8 !0", rules, seat=0, bot=bot) == "!"
    assert answer("R5 1> G3/B2B3/Y9Y8 !0", rules, seat=1, bot=bot) == "x0"
    assert answer("R5 1> G3/B2B3/Y9Y8 !0", rules, seat=2, bot=bot) == "x0"
    assert answer("R5 1> G3B1/B2B3/Y9Y8", rules, seat=2, bot=bot) == "None"


@every_mannerly_bot
def test_bots_jump_in(bot: str) -> None:
    assert answer("R5 1> G3/B2B3/R5Y9Y8", "party", seat=2, bot=bot) == "R5"
    assert answer("R5 1> G3/B2B3/R5Y9", "party", seat=2, bot=bot) == "R5!"


@every_bot
def test_bots_name_the_colour_of_the_first_card(bot: str) -> None:
    state = next(s for s in (State.deal(seed=n) for n in range(1000)) if s.phase == "color")
    move = seated([bot] * 4, seed=1)[state.turn](state.view(state.turn))
    assert move is not None
    assert move.names_color


@every_bot
@pytest.mark.parametrize(
    "rules",
    [
        "party",
        NASTY[0],
        *slowly("lowscore", *NASTY[1:]),
        *thoroughly(*sorted({*PRESETS} - {"party", "lowscore"})),
    ],
)
def test_bots_play_by_any_rules(bot: str, rules: str, games: Scale, thorough: bool) -> None:
    """Nothing illegal, nothing lost, whoever sits round the table."""
    quick = Bot(bot, settings=QUICK.get(bot, {}))
    doubting = quick.set(forget=0.5, **({"challenge": 0.5} if bot in MANNERLY else {}))
    others: list[Bot | str] = ["random", doubting, "greedy", quick.set(forget=1), "mixbot2"]
    for number in range(games(50 if thorough else 15)):
        players = 2 + number % 5
        bots = [quick, *others[: players - 1]]
        game = play(bots, f"{rules}+turn_limit=300", seed=3, number=number)
        assert game.over
        assert complete(game.state)


@every_bot
def test_partners_play_too(bot: str, games: Scale) -> None:
    quick = Bot(bot, settings=QUICK.get(bot, {}))
    for number in range(games(20)):
        rules = "party+partners=true+turn_limit=300"
        assert complete(play([quick, "random"] * 2, rules, seed=8, number=number).state)


@every_bot
def test_how_often_uno_is_forgotten(bot: str, games: Scale) -> None:
    view = at("R5 0> R7G3/B2B3", "official+draw_when_able=false").view(0)
    times = games(10_000)
    for share in (0.0, 0.25, 1.0):
        ask = seated([f"{bot}(forget={share})", "random"], seed=5)[0]
        silent = sum(str(ask(view)) == "R7" for _ in range(times))
        assert abs(silent / times - share) <= 5 * (share * (1 - share) / times) ** 0.5


@every_mannerly_bot
def test_how_often_a_draw_four_is_doubted(bot: str, games: Scale) -> None:
    view = at("RF 0> R7G3/B2B3 ?4").view(0)
    times = games(10_000)
    for share in (0.0, 0.25, 1.0):
        ask = seated([f"{bot}(challenge={share})", "random"], seed=5)[0]
        doubts = sum(str(ask(view)) == "?" for _ in range(times))
        assert abs(doubts / times - share) <= 5 * (share * (1 - share) / times) ** 0.5


# ── settings ──────────────────────────────────────────────────────────────────────────────────────


@st.composite
def bots(draw: st.DrawFn) -> Bot:
    """Any bot that comes with unolab, with any settings."""
    name = draw(st.sampled_from(sorted(BOTS)))
    variant = draw(st.sampled_from(VARIANTS if name in WITH_POINTS else [""]))
    settings = {}
    for one in draw(st.lists(st.sampled_from(Bot(name).parameters), unique=True)):
        numbers = st.integers(int(one.low), int(one.high))
        settings[one.name] = float(
            draw(numbers if one.whole else st.floats(one.low, one.high, allow_nan=False))
        )
    return Bot(name, variant, settings)


@given(bots())
def test_a_bot_is_its_text(bot: Bot) -> None:
    again = Bot.parse(str(bot))
    assert (again, str(again), hash(again)) == (bot, str(bot), hash(bot))
    assert again.values() == bot.values()
    assert again.slots().tolist() == bot.slots().tolist()


@given(st.text(alphabet="mixbot2cardnkg():=,.-1e9 lwh", max_size=40))
def test_any_other_text_is_refused(text: str) -> None:
    with suppress(BadBot, BotSettings):  # and nothing else
        bot = Bot.parse(text)
        assert Bot.parse(str(bot)) == bot


def test_what_says_nothing_is_left_out() -> None:
    assert str(Bot.parse(" mixbot2( slack = 1 ) ")) == "mixbot2"
    assert str(Bot.parse("mixbot2:points(slack=1,limit_wild=5)")) == "mixbot2:points(slack=1)"
    assert str(Bot.parse("mixbot2(slack=3,limit_wild=0)")) == "mixbot2(limit_wild=0,slack=3)"
    assert Bot.parse("mixbot2()") == Bot.parse("mixbot2") == Bot("mixbot2") == Bot.of("mixbot2")
    assert Bot.parse("scorebot(weight_wild=-0.25)").values()["weight_wild"] == -0.25
    assert Bot("mixbot2", settings={"slack": 2}) == Bot.parse("mixbot2(slack=2)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mixbot2(slak=2)", "mixbot2 has no setting 'slak' (did you mean slack?); it has rank_"),
        (
            "greedy(slack=2)",
            "greedy has no setting 'slack'; it has forget, challenge, judge, bluff",
        ),
        ("mixbot2(slack=2,slack=3)", "mixbot2: slack is set twice"),
        ("mixbot2(slack=two)", "slack is a whole number from 0 to 25, not 'two'"),
        ("mixbot2(slack=)", "slack is a whole number from 0 to 25, not ''"),
        ("mixbot2(slack)", "mixbot2: name=value is expected in brackets, not 'slack'"),
        ("mixbot2(,)", "mixbot2: name=value is expected in brackets, not ''"),
        ("mixbot2(slack=1.5)", "slack is a whole number from 0 to 25, not 1.5"),
        ("mixbot2(slack=-1)", "slack is a whole number from 0 to 25, not -1"),
        ("mixbot2(slack=99)", "slack is a whole number from 0 to 25, not 99"),
        ("mixbot2(slack=1e300)", "slack is a whole number from 0 to 25, not 1e+300"),
        ("mixbot2(slack=1e999)", "slack is a whole number from 0 to 25, not inf"),
        ("mixbot2(slack=nan)", "slack is a whole number from 0 to 25, not 'nan'"),
        ("mixbot2(slack=\u0663)", "slack is a whole number from 0 to 25, not '\u0663'"),
        ("mixbot2(slack=1_0)", "slack is a whole number from 0 to 25, not '1_0'"),
        (f"mixbot2(slack={'9' * 1_000})", "slack is a whole number from 0 to 25, not '9999"),
        ("scorebot(weight_wild=-inf)", "weight_wild is a number from -1000 to 1000, not '-inf'"),
        ("scorebot(weight_wild=nan)", "weight_wild is a number from -1000 to 1000, not 'nan'"),
        ("random(forget=2)", "random: forget is a number from 0 to 1, not 2"),
        ("cardranking(rank_skip=7)", "cardranking: rank_skip is a whole number from 1 to 6, not"),
        ("greedy:points", "greedy has no settings for points: there is only greedy"),
        ("mixbot2:foo", "mixbot2 has no variant 'foo': the only variant is mixbot2:points"),
        ("mixbot2:point", "mixbot2 has no variant 'point' (did you mean points?)"),
    ],
)
def test_wrong_settings(text: str, words: str) -> None:
    with pytest.raises(BotSettings) as error:
        Bot.parse(text)
    assert words in str(error.value)


@pytest.mark.parametrize("value", [10**400, -(10**400), True, "2", None, float("inf"), 2j])
def test_wrong_settings_in_python(value: object) -> None:
    with pytest.raises(BotSettings, match=r"^mixbot2: slack is a whole number from 0 to 25, not "):
        Bot("mixbot2", settings={"slack": value})  # type: ignore[dict-item]


@pytest.mark.parametrize("text", ["", " ", "mix bot", "mixbot2:", "mixbot2(slack=2", "a:b:c", "é!"])
def test_no_bot(text: str) -> None:
    with pytest.raises(BadBot, match=r"is not a bot: a name is expected, as in mixbot2, "):
        Bot.parse(text)


def test_unknown_bots() -> None:
    with pytest.raises(BadBot, match=r"^unknown bot 'mixbt2' \(did you mean mixbot2\?\)"):
        Bot.parse("mixbt2")
    with pytest.raises(BadBot, match=r"^3 is not a bot: a name or a function of a View is exp"):
        Bot.of(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="bots are a list, one for each seat, not 'greedy'"):
        play("greedy")


@every_bot
def test_every_number_has_a_place_of_its_own(bot: str) -> None:
    parameters = Bot(bot).parameters
    places = [parameter.slot for parameter in parameters]
    assert len(set(places)) == len(places) <= 42
    common = ["forget", "challenge", "judge", "bluff"] if bot in MANNERLY else ["forget"]
    assert max(places[: -len(common)], default=0) < OWN_SLOTS
    assert [parameter.name for parameter in parameters[-len(common) :]] == common
    for parameter in parameters:
        for variant in VARIANTS:
            parameter.check(bot, parameter.value(variant))


@pytest.mark.parametrize(
    ("text", "position", "rules", "move"),
    [
        ("cardranking(rank_skip=1)", "R5 0> RSR9B1/B2B3/Y9Y8", "unoai", "R9"),
        ("mixbot(limit_wild=-1)", "R5 0> *WB1B2G3/B2B3/Y9Y8", "unoai", "BW"),
        ("mixbot(drawn_wild=-1)", "R5 0> *WB1B2/B2B3/Y9Y8 =*W", "unoai", "BW"),
        ("mixbot(endgame=0)", "R5 0> *WB1B2G3/B9/Y9Y8", "unoai", "+"),
        ("mixbot2(end_limit_wild=0)", "R5 0> *WB1B2G3/B9/Y9Y8", "unoai", "+"),
        ("scorebot(weight_wild=-1)", "R5 0> *WR1R2G3/B9/Y9Y8", "unoai", "RW"),
        ("scorebot(weight_number=1)", "R5 0> R1R2G3/B9/Y9Y8", "unoai", "+"),
        ("cardcounting(weight_draw_four=-1)", "R5 0> *FR1R2G3/B9/Y9Y8", "unoai", "RF"),
    ],
)
def test_settings_matter(text: str, position: str, rules: str, move: str) -> None:
    assert answer(position, rules, bot=text) == move
    assert answer(position, rules, bot=text.partition("(")[0]) != move


# ── what they can't find out ──────────────────────────────────────────────────────────────────────


def unmix(z: int) -> int:
    """Undo the scrambling that opens a stream."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        word = z
        for _ in range(64 // shift):
            word = z ^ word >> shift
        z = word * pow(factor, -1, WORD) % WORD
    return z


def test_a_bot_cannot_find_the_seed_of_the_deck() -> None:
    """It can undo its own stream, and gets a seed from which there is no way back."""
    seed, number = 2**100 + 7, 5
    minds = minds_of(bots_of(["random"] * 3), seed, number)
    found = []
    for seat in range(3):
        a, b = (int(minds["each"]["rng"][word][0, seat]) for word in "ab")
        low = unmix((unmix(a) - (number * 16 + 2) * GOLDEN) % WORD)
        high = (unmix(b) - GOLDEN) % WORD ^ a
        assert (low, high) == words(bot_seed(seed, seat))
        found.append((low, high))
    assert len({*found, words(seed)}) == 4


def test_a_bot_is_a_function_of_a_view() -> None:
    view = View.parse("R5 0> R7G3G4/2/2 - 100")
    assert str(seated(["random"] * 3, seed=9)[0](view)) == "R7"
    assert str(Bot.parse("random")(view)) == "R7"
    assert str(Bot.of(lambda view: view.legal[-1])(view)) == "+"
    caught = Bot.parse("random")(at("R5 0> R7G3/B2/Y9Y8 !1").view(0))
    assert caught is not None
    assert caught.is_catch


@every_bot
def test_a_seated_bot_plays_the_same_game(bot: str) -> None:
    """Asked view by view it makes the moves that it makes among compiled bots."""
    game = play([bot] * 3, seed=4, number=2)
    bots = [Bot(bot).seat(seat, seed=4, number=2) for seat in range(3)]
    state = game.start
    for move, after in game.steps():
        if state.asked == (state.turn,):
            assert bots[state.turn](state.view(state.turn)) == move
        state = after


@pytest.mark.parametrize(
    ("strength", "name"), [("easy", "random"), ("hard", "mixbot2"), ("expert", "expert")]
)
def test_a_strength_is_a_bot(strength: str, name: str) -> None:
    bot = Bot.parse(strength)
    assert bot.name == name
    assert Bot.parse(str(bot)) == bot == Bot.load(strength) == Bot.of(strength)
    assert Bot.parse(f"{strength}(forget=0.5)").values()["forget"] == 0.5
    with pytest.raises(BadBot):
        Bot.parse(f"{strength}:points")


def test_a_program_is_told_where_it_plays() -> None:
    for text in ("./mybot --fast", "node bot.js", "../bots/fast"):
        with pytest.raises(BadBot, match=r"is a program: it plays in a tournament"):
            Bot.load(text)


@pytest.mark.slow
@every_bot
@on("official", "party", "unoai")
def test_what_looks_the_same_is_answered_alike(
    bot: str, rules: str, games: Scale, thorough: bool
) -> None:
    """Whatever is hidden: other hands, the stock, whether a draw four was a bluff."""
    rng = Random(6)
    for seed in range(games(10 if thorough else 4)):
        for state in [*walk(State.deal(rules, 3, seed=seed), seed, moves=60)][seed::7]:
            if state.over:
                break
            for seat in range(3):
                view = state.view(seat)
                if seat != state.turn and not view.out_of_turn:
                    continue
                other = view.sample(rng)
                assert other.view(seat) == view
                told = [seated([bot] * 3, seed)[seat](s.view(seat)) for s in (state, other)]
                assert told[0] == told[1]


@every_bot
def test_the_same_seed_plays_the_same_game(bot: str) -> None:
    game = play([bot, bot, "random"], "official", seed=11)
    assert play([bot, bot, "random"], "official", seed=11) == game
    assert Game.parse(str(game)) == game


def test_cards_do_not_depend_on_the_bots() -> None:
    starts = {str(play([bot, "random"], seed=4).start) for bot in ALL}
    assert len(starts) == 1


def test_bot_thinks_by_what_it_is_told_to_remember() -> None:
    """The same memory and position give the same move; without the memory it counts again."""
    bots = bots_of(["cardcounting"] * 3)
    state = State.deal("unoai", 3, 4)
    before: dict[int, Any] = {}
    for _ in range(12):
        seat = state.turn
        move, memory = think(bots, 9, before.get(seat), seat, state.view(seat))
        again, same = think(bots, 9, before.get(seat), seat, state.view(seat))
        assert move is not None
        assert (again, same.tobytes()) == (move, memory.tobytes())
        before[seat] = memory
        state = state.play(move)


def test_bot_lets_a_chance_go_by() -> None:
    bots = bots_of(["random"] * 3)
    state = State.deal("official", 3, 4)
    move, _ = think(bots, 9, None, (state.turn + 1) % 3, state.view((state.turn + 1) % 3))
    assert move is None
