"""The game in the terminal, played by scripted persons."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest
from rich.text import Text

from tests.kit import on
from unolab import Card, Game, Match, Move, View, play
from unolab.cards import CARD_NUMBERS
from unolab.review import Review
from unolab.review.advice import Advice, MoveValue
from unolab.review.reading import read_review
from unolab.review.reasons import Reason
from unolab.text.show import describe_card
from unolab.text.terminal import Terminal

pytestmark = pytest.mark.slow  # the bots want to be compiled

NAMES = {
    name: card
    for card in map(Card, range(CARD_NUMBERS))
    for name in (str(card), describe_card(card))
}
LONGEST_FIRST = sorted(map(re.escape, NAMES), key=len, reverse=True)
CARD = re.compile(rf"(?<![\w*])(?:{'|'.join(LONGEST_FIRST)})(?!\w)")


class Person:
    """Somebody at the keyboard: every line that is shown is kept, every answer is scripted."""

    def __init__(
        self, rules: str = "official", players: int = 3, seed: int = 1, name: str = "You"
    ) -> None:
        self.lines: list[str] = []
        self.script: Iterator[str] = iter(())
        match = Match(rules, players, seed)
        self.terminal = Terminal(match, "random", self.ask, self.tell, name=name)

    def tell(self, text: str | Text) -> None:
        self.lines += str(text).split("\n")

    def ask(self, prompt: str) -> str:
        assert "\x1b" not in prompt  # the editing of lines counts its columns
        self.lines.append(prompt)
        answer = next(self.script, None)
        if answer is None:
            raise EOFError
        return answer

    @property
    def view(self) -> View:
        return self.terminal.match.state.view(0)

    def plays(self, *answers: str) -> str:
        """Type these lines, then the first legal move each time; return what was shown."""
        self.script = chain(answers, (self.first() for _ in repeat(None)))
        self.terminal.run()
        return "\n".join(self.lines)

    def types(self, *answers: str) -> str:
        """Type these lines and no more; return what was shown."""
        self.script = iter(answers)
        self.terminal.run()
        return "\n".join(self.lines)

    def first(self) -> str:
        if self.view.over or "[y/N" in self.lines[-1]:
            return ""
        return "y" if "[Y/n]" in self.lines[-1] else str(self.view.legal[0])


class Watched(Person):
    """The same, with an eye on what this person may know of the cards."""

    def __init__(self, rules: str, players: int, seed: int) -> None:
        super().__init__(rules, players, seed)
        self.known: set[Card] = set()
        self.noted: Game | None = None

    def note(self) -> None:
        """Learn what a player at the table has seen by now."""
        match = self.terminal.match
        if match.game is self.noted:
            return
        if not match.game.moves:
            self.known = set()
        self.noted = match.game
        seen = [*self.view.hand, *self.view.discards]
        seen += [] if self.view.top is None else [self.view.top]
        for event in match.events_for(0):
            seen += [*(event.cards or ()), *([event.card] if event.card is not None else [])]
        self.known |= {card.plain for card in seen}

    def tell(self, text: str | Text) -> None:
        super().tell(text)
        self.note()
        if not self.terminal.match.state.over:
            shown = {NAMES[name].plain for name in CARD.findall(str(text))}
            assert shown <= self.known, text
            assert not re.search(r"Bot \d (draws|takes)[^.]*:", str(text)), text

    def ask(self, prompt: str) -> str:
        self.tell(prompt)
        self.lines.pop()
        return super().ask(prompt)


def silent(view: View) -> Move | None:
    """A bot without manners: it plays the first card that fits and never says a word."""
    return view.legal[0] if view.legal else None


def against(bot: Callable[[View], Move | None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unolab.text.terminal.seated", lambda bots, seed, number: [bot] * len(bots))


# ── whole rounds ──────────────────────────────────────────────────────────────────────────────────

TABLES = [
    ("official", 3),
    ("swing", 4),
    ("kata", 3),
    ("duel", 2),
    ("lowscore", 3),
    ("stacking", 5),
    ("party", 4),
    ("party+draw_until_playable=true+stacking=any", 10),
    ("official+partners=true+seven_zero=true+jump_in=true", 4),
    ("unoai+turn_limit=9", 3),
]


@pytest.mark.parametrize(("rules", "players"), TABLES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_round_to_its_end_shows_nothing_hidden(rules: str, players: int, seed: int) -> None:
    person = Watched(f"{rules}+target=0" if "target" not in rules else rules, players, seed)
    shown = person.plays()
    state = person.terminal.match.state
    assert state.over
    assert ("void" if state.winner is None else "the round, which is worth") in shown
    for held in state.hands:  # now everything may be seen
        assert " ".join(map(str, held[:7])) in shown
    assert Game.parse(str(person.terminal.match.game)) == person.terminal.match.game
    assert max(map(len, person.lines)) <= 80


@on("official+target=150", "lowscore+target=200", "party+target=250")
def test_a_match_to_its_end(rules: str) -> None:
    person = Watched(rules, 3, 4)
    shown = person.plays()
    match = person.terminal.match
    assert match.over
    assert len(match.games) > 1
    assert shown.count("Enter deals the next round") == len(match.games) - 1
    last = r"\n(You|Bot \d)( and .*)? wins? the match with [\d,]+ points\.\nreview looks back"
    assert re.search(last, shown)
    for total in match.totals:
        assert re.search(rf"  {total}\b", shown)


def test_the_same_seed_and_answers_are_the_same_game() -> None:
    assert Person(seed=9).plays() == Person(seed=9).plays()


@on("official", "party", "official+jump_in=true+seven_zero=true")
def test_a_person_who_plays_like_a_bot_plays_the_game_of_the_bots(rules: str) -> None:
    for seed in range(5):
        person = Person(rules + "+target=0", 3, seed)

        def answers(person: Person = person) -> Iterator[str]:
            game, move = None, None
            while not person.view.over:
                if person.terminal.match.game is not game:
                    game = person.terminal.match.game
                    move = person.terminal.bots[0](person.view)
                assert move is not None
                asked_to_jump = person.lines[-1].startswith("Jump in")
                if "[y/N" in person.lines[-1] or "[Y/n]" in person.lines[-1]:
                    wanted = move.is_play if asked_to_jump else not move.is_play
                    yield "n" if not wanted else "y!" if move.says_uno else "y"
                else:
                    yield str(move)

        person.script = answers()
        person.terminal.run()
        assert person.terminal.match.game == play(["random"] * 3, rules + "+target=0", seed)


def test_a_game_with_a_person_can_be_replayed() -> None:
    person = Person("party", 4, 5)
    person.plays()
    again = [Game.parse(line) for line in str(person.terminal.match).splitlines()]
    assert tuple(again) == person.terminal.match.games
    assert again[-1].over


# ── typing ────────────────────────────────────────────────────────────────────────────────────────


def test_a_wrong_answer_is_explained_and_loses_nothing() -> None:
    person = Person(seed=5)
    fits = {move.card.plain for move in person.view.legal if move.card is not None}
    wrong = next(n for n, card in enumerate(person.view.hand, 1) if card not in fits)
    shown = person.types(str(wrong), "B9" * 40, "k", "c", ">1", "u", "", "99", str(wrong) + "!")
    assert shown.count("Not possible: needs ") == 2
    assert "Not possible: no card was drawn that could be played." in shown
    assert "Not possible: there is no wild draw four to challenge." in shown
    assert "Not possible: no seven was played, so no hands are swapped." in shown
    assert "Nothing typed." in shown
    assert not person.terminal.match.game.moves


def test_a_reason_never_tells_the_position() -> None:
    person = Watched("official", 3, 5)
    legal = {str(move) for move in person.view.legal}
    others = [text for text in map(str, map(Card, range(CARD_NUMBERS))) if text not in legal]
    cards = [text for text in others if not text.startswith("*")]
    shown = person.types(*cards, "k", "c", ">1")
    assert shown.count("Not possible: ") == len(cards) + 3
    assert not person.terminal.match.game.moves


@pytest.mark.parametrize("leave", ["q", "Q", "quit", " q "])
def test_leaving_prints_what_was_played(leave: str) -> None:
    person = Person("official", 3, 5)
    shown = person.types("d", "k", leave)
    assert shown.splitlines()[-2:] == [
        "Good-bye. What was played, for unolab replay:",
        str(person.terminal.match.game),
    ]


def test_the_end_of_the_input_is_no_accident() -> None:
    person = Person()
    assert "Good-bye." in person.types()
    assert person.lines[-1] == "official/3/1"


def test_leaving_between_rounds() -> None:
    person = Person("official", 2, 5)

    def answers() -> Iterator[str]:
        while not person.view.over:
            yield person.first()
        yield "q"

    person.script = answers()
    person.terminal.run()
    assert len(person.terminal.match.games) == 1
    assert Game.parse(person.lines[-1]).over


@on("official", "party", "swing")
def test_help_tells_the_keys_and_the_rules(rules: str) -> None:
    shown = Person(rules, 4).types("h", "?", "help", "rules")
    assert shown.count("draw a card") == 3
    assert shown.count(f"The rules in force ({rules}):") == 1
    assert max(map(len, shown.splitlines())) <= 80


def test_the_colour_of_a_wild_is_asked_and_may_be_taken_back() -> None:
    person = Person(seed=next(s for s in range(99) if Card.parse("*W") in hand(s)))
    shown = person.types("w", "", "w", "purple", "h", "g", "q")
    assert shown.count("Which colour?") == 4
    assert "Please answer r, y, g or b." in shown
    assert str(person.terminal.match.game.moves[0]) == "GW"
    assert "You play Wild (green)." in shown


def hand(seed: int) -> tuple[Card, ...]:
    return Match("official", 3, seed).state.hands[0]


# ── out of turn ───────────────────────────────────────────────────────────────────────────────────


def prompted(
    monkeypatch: pytest.MonkeyPatch, rules: str, question: str, answer: Callable[[Person], str]
) -> Person:
    """Play against bots that say nothing, until the question comes; then answer it and leave."""
    against(silent, monkeypatch)
    for seed in range(50):
        person = Person(rules, 3, seed)

        def answers(person: Person = person) -> Iterator[str]:
            while not person.view.over:
                if re.search(question, person.lines[-1]):
                    yield answer(person)
                    return
                yield person.first()

        person.script = answers()
        person.terminal.run()
        if any(re.search(question, line) for line in person.lines):
            return person
    raise AssertionError(f"never asked: {question}")


CATCH = r"Bot \d did not say Uno: catch\? \[y/N\]"


def test_who_forgets_uno_can_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    person = prompted(monkeypatch, "official", CATCH, lambda _: "y")
    assert any(re.match(r"Bot \d is caught by you without Uno", line) for line in person.lines)
    assert any(move.is_catch and move.seat == 0 for move in person.terminal.match.game.moves)


def test_a_chance_may_be_let_go_by(monkeypatch: pytest.MonkeyPatch) -> None:
    person = prompted(monkeypatch, "official", CATCH, lambda _: "n")
    assert not any(move.is_catch for move in person.terminal.match.game.moves)


def test_uno_can_be_said_late(monkeypatch: pytest.MonkeyPatch) -> None:
    person = prompted(monkeypatch, "official", r"You did not say Uno: say it now\?", lambda _: "")
    assert "You say Uno, late." in person.lines


@pytest.mark.parametrize(("answer", "says_uno"), [("y", False), ("Y !", True)])
def test_jumping_in(monkeypatch: pytest.MonkeyPatch, answer: str, says_uno: bool) -> None:
    rules = "official+jump_in=true"
    person = prompted(monkeypatch, rules, r"Jump in with .*\?", lambda _: answer)
    jumps = [move for move in person.terminal.match.game.moves if move.seat == 0 and move.is_play]
    assert [move.says_uno for move in jumps] == [says_uno]
    assert any(line.startswith("You jump in with") for line in person.lines)


def test_a_chance_wants_a_yes_or_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    person = prompted(monkeypatch, "official", CATCH, lambda _: "maybe")
    assert "Please answer y or n." in person.lines


def test_bots_with_manners_catch_a_person() -> None:
    shown = "".join(Person("official", 3, seed).plays() for seed in range(3))
    assert re.search(r"You are caught by Bot \d without Uno and take 2 cards: ", shown)


def test_a_bot_that_makes_no_move_is_no_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    against(lambda view: None, monkeypatch)
    with pytest.raises(RuntimeError, match="Bot 1 made no move"):
        Person().plays()


# ── how it reads ──────────────────────────────────────────────────────────────────────────────────


def test_a_person_may_have_a_name() -> None:
    shown = Person(name="Ada").plays()
    assert "Ada plays " in shown
    assert "You " not in re.sub(r"You (drew|did)", "", shown)


def test_a_bot_is_given_time_to_be_seen() -> None:
    pauses: list[None] = []
    person = Person("swing", 4)
    person.terminal.pause = lambda: pauses.append(None)
    person.plays()
    game = person.terminal.match.game
    bots = 0
    before = game.start
    for move, after in game.steps():
        bots += (before.turn if move.seat is None else move.seat) != 0
        before = after
    assert len(pauses) == bots


def test_partners_know_each_other() -> None:
    assert "Bot 2 is your partner." in Person("official+partners=true", 4).types("q")


# ── the coach ─────────────────────────────────────────────────────────────────────────────────────


def test_hint_says_what_to_do_and_why_and_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    move = MoveValue(Move.of("R7"), 0.31)
    advice = Advice((move,), 0.01, True, (Reason("holds_up", seat=1),), (0.3, 0.7), 256)
    seen: list[View] = []

    def advise(view: View) -> Advice:
        seen.append(view)
        return advice

    monkeypatch.setattr("unolab.text.terminal.advise", advise)
    shown = Person("official", 2, 5).plays("hint")
    assert "Play the red 7. It holds Bot 1 up. There is nothing else to do. 31 % to win." in shown
    assert [view.seat for view in seen] == [0]
    assert "Played with a hint: this round does not count." in shown


def test_a_move_is_taken_back_and_the_bots_go_on_as_before() -> None:
    plain, again = Person("official", 2, 5), Person("official", 2, 5)
    first = str(plain.view.legal[0])
    plain.types(first)
    assert again.types("back", first, "back", first).count("Taken back.") == 1
    assert "There is no move of yours to take back." in again.lines
    assert again.terminal.match == plain.terminal.match


def test_a_round_is_reviewed_after_it_and_not_before() -> None:
    person = Person("official", 4, 5)
    fixture = Path(__file__).resolve().parents[2] / "web" / "src" / "review" / "fixture.json"
    found = read_review(json.loads(fixture.read_text("utf-8")))
    asked: list[Game] = []

    def review(game: Game) -> Review:
        asked.append(game)
        return found

    person.terminal.review = review

    def answers() -> Iterator[str]:
        yield "review"
        while not person.view.over:
            yield person.first()
        yield from ("review", "q")

    person.script = answers()
    person.terminal.run()
    shown = "\n".join(person.lines)
    assert "A review comes after the round." in shown
    accuracy = round(found.seats[0].accuracy or 0)
    assert f"You played well and were unlucky: accuracy {accuracy} out of 100." in shown
    assert [game.over for game in asked] == [True]
