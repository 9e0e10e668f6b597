"""Rules: presets, text form, refusals, descriptions, and the tables of docs/rules.md.

Run this file as a program to write the tables anew: ``python -m tests.core.test_rules``.
"""

import pickle
import re
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit import at
from tests.strategies import rules
from unolab.cards import Card
from unolab.errors import IllegalMove, NotationError
from unolab.moves import Move
from unolab.public import team_of
from unolab.reason import deed_of
from unolab.rules import ABOUT, CLASHES, OPTIONS, PRESETS, Rules

DOCS = Path(__file__).parents[2] / "docs" / "rules.md"

TABLE = """
option                   official  swing kata     unoai     nifty duel      2001      low       stack     party
hand_size                7         7     7        7         7     7         7         7         7         7
opening                  official  none  official open_wild inert official  official  official  official  official
draw_when_able           true      false false    true      false true      true      true      true      true
draw_until_playable      false     false false    false     false false     false     false     false     false
drawn_card               may       keep  may      may       may   may       may       may       may       must
stacking                 none      same  none     none      none  none      none      none      same      same
wd4                      challenge free  free     free      free  challenge challenge challenge strict    strict
wd4_test                 color     color color    color     color playable  color     color     color     color
two_player_reverse_skips true      true  true     true      false true      true      true      true      true
draw_plays_again         false     false true     false     false false     false     false     false     false
uno_penalty              2         0     0        0         0     2         4         2         2         2
last_card_draws          true      false true     true      false false     true      true      true      true
jump_in                  false     false false    false     false false     false     false     false     true
seven_zero               false     false false    false     false false     false     false     false     true
target                   500       0     500      0         0     0         500       500       500       500
low_score_wins           false     false false    false     false false     false     true      false     false
partners                 false     false false    false     false false     false     false     false     false
turn_limit               0         0     0        1000      0     0         0         0         0         0
dealer                   rotate    fixed rotate   rotate    rotate rotate   rotate    rotate    rotate    rotate
"""  # noqa: E501 (a table is easier to compare in one piece)


def literal(text: str) -> str | int:
    """Read a word of the table without the help of the code under test."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


def test_presets_are_those_of_the_table() -> None:
    rows = [line.split() for line in TABLE.split("\n")[2:-1]]
    columns = zip(*[[literal(word) for word in row[1:]] for row in rows], strict=True)
    names = [row[0] for row in rows]
    expected = [Rules(**dict(zip(names, column, strict=True))) for column in columns]
    assert list(PRESETS.values()) == expected
    assert " ".join(PRESETS) == (
        "official swing kata unoai nifty duel classic2001 lowscore stacking party"
    )
    assert names == [field.name for field in fields(Rules)] == list(OPTIONS)


def test_official_is_the_default() -> None:
    assert Rules.preset("official") == Rules() == Rules.parse("official")
    assert Rules().describe() == []


def test_rules_are_frozen_hashable_values() -> None:
    official = Rules()
    with pytest.raises(FrozenInstanceError):
        official.hand_size = 5  # type: ignore[misc]
    assert not hasattr(official, "__dict__")
    assert len({Rules(), Rules(), Rules(hand_size=5)}) == 2
    assert pickle.loads(pickle.dumps(PRESETS["party"])) == PRESETS["party"]


# --- text ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_written_as_its_name(name: str) -> None:
    assert str(PRESETS[name]) == name
    assert Rules.parse(name) is Rules.preset(name) is PRESETS[name]
    assert repr(PRESETS[name]) == f"Rules.parse('{name}')"


@pytest.mark.parametrize(
    ("given_rules", "text"),
    [
        (Rules(hand_size=5), "official+hand_size=5"),
        (Rules(stacking="up", wd4="strict"), "stacking+stacking=up"),
        (Rules(jump_in=True, draw_when_able=False), "official+draw_when_able=false+jump_in=true"),
        (Rules(uno_penalty=3), "official+uno_penalty=3"),  # classic2001 is as near
        (Rules(uno_penalty=4, low_score_wins=True), "classic2001+low_score_wins=true"),
        (replace(PRESETS["unoai"], turn_limit=0), "unoai+turn_limit=0"),
    ],
)
def test_rules_are_written_from_the_nearest_preset(given_rules: Rules, text: str) -> None:
    assert str(given_rules) == text
    assert Rules.parse(text) == given_rules


@given(rules())
def test_text_and_rules_are_inverse(some: Rules) -> None:
    text = str(some)
    assert Rules.parse(text) == some
    assert eval(repr(some)) == some
    assert Rules.of(text) == some
    assert Rules.of(some) is some
    assert text.count("+") == min(
        sum(getattr(some, f.name) != getattr(preset, f.name) for f in fields(Rules))
        for preset in PRESETS.values()
    )


@given(rules(), st.randoms(use_true_random=False))
def test_any_preset_and_any_order_reads_the_same(some: Rules, random: Any) -> None:
    parts = [f"{f.name}={str(getattr(some, f.name)).lower()}" for f in fields(Rules)]
    random.shuffle(parts)
    text = "+".join([random.choice(list(PRESETS)), *parts])
    assert Rules.parse(text) == some


@given(st.text() | st.text(alphabet="+=officalstkngwd4_rueh0175 ", max_size=60))
def test_any_other_text_is_a_notation_error(text: str) -> None:
    try:
        some = Rules.parse(text)
    except NotationError:
        return
    assert Rules.parse(str(some)) == some


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty; name a preset: official, swing"),
        ("offical", "unknown preset 'offical' (did you mean official?); known are official, swing"),
        ("OFFICIAL", "did you mean official?"),
        (" official", "unknown preset ' official' (did you mean official?)"),
        ("zzz", "unknown preset 'zzz'; known are official, swing"),
        ("x" * 200, "unknown preset 'xxxxxxxxx"),
        ("+hand_size=5", "unknown preset ''"),
        ("stacking=same", "begin with a preset: write 'official+stacking=same'"),
        ("official+", "nothing follows a '+'"),
        ("official++jump_in=true", "nothing follows a '+'"),
        ("official+=5", "unknown option ''"),
        ("official+jumpin=true", "unknown option 'jumpin' (did you mean jump_in?); known are hand"),
        ("official+zzz=1", "unknown option 'zzz'; known are hand_size, opening"),
        ("official+party", "unknown option 'party' (did you mean partners?)"),
        ("official+jump_in", "jump_in has no value; after jump_in= comes true or false"),
        ("official+stacking=", "stacking must be one of none, same, up, any, not ''"),
        ("official+stacking=sam", "one of none, same, up, any, not 'sam' (did you mean same?)"),
        ("official+stacking=same=up", "not 'same=up' (did you mean same?)"),
        ("official+jump_in=True", "must be true or false, not 'True' (did you mean true?)"),
        ("official+jump_in=1", "jump_in must be true or false, not '1'"),
        ("official+hand_size=", "a whole number from 1 to 10, not ''"),
        ("official+hand_size=0", "a whole number from 1 to 10, not '0'"),
        ("official+hand_size=07", "a whole number from 1 to 10, not '07'"),
        ("official+hand_size=7.0", "a whole number from 1 to 10, not '7.0'"),
        ("official+hand_size=-7", "a whole number from 1 to 10, not '-7'"),
        ("official+hand_size=\u0667", "a whole number from 1 to 10, not"),
        ("official+hand_size=\u00b2", "a whole number from 1 to 10, not"),
        ("official+target=1000001", "a whole number from 0 to 1000000, not '1000001'"),
        ("official+target=" + "9" * 900, "a whole number from 0 to 1000000, not '999"),
        ("official+hand_size=5+hand_size=5", "hand_size is set twice"),
        ("official" + "+hand_size=5" * 1000, "over the limit"),
    ],
)
def test_wrong_text_names_the_wrong_part(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)) as caught:
        Rules.parse(text)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("thing", [None, 5, b"official", ["official"], {}])
def test_what_is_not_text_is_a_notation_error(thing: Any) -> None:
    with pytest.raises(NotationError, match=f"written as text, not as {type(thing).__name__}"):
        Rules.parse(thing)
    with pytest.raises(NotationError, match="written as text"):
        Rules.of(thing)


# --- values --------------------------------------------------------------------------------


WRONG: dict[type, list[Any]] = {
    bool: [None, [], "zzz", 1.5, 0, 1, "true"],
    str: [None, [], "zzz", 1.5, 0, True, "No"],
    int: [None, [], "zzz", 7.0, "7", -1, True, False, 1_000_001, 10**30],
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[(option.name, value) for option in OPTIONS.values() for value in WRONG[option.kind]],
        *[("hand_size", 0), ("hand_size", 11), ("uno_penalty", 11)],
    ],
)
def test_wrong_values_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name} must be ") as caught:
        Rules(**{name: value})
    assert not isinstance(caught.value, NotationError)
    assert len(str(caught.value)) < 150


def test_a_number_too_long_to_print_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^target must be .*, not that int$"):
        Rules(target=10**5000)


STACKED = ["same", "up", "any"]
BAD = [
    *[({"stacking": s}, f"stacking={s} cannot go with wd4=challenge: ") for s in STACKED],
    *[
        (
            {"stacking": s, "wd4": wd4, "draw_plays_again": True},
            f"stacking={s} cannot go with draw_plays_again=true: ",
        )
        for s in STACKED
        for wd4 in ("strict", "free")
    ],
    (
        {"draw_until_playable": True, "drawn_card": "keep"},
        "draw_until_playable=true cannot go with drawn_card=keep: ",
    ),
    (
        {"partners": True, "low_score_wins": True},
        "partners=true cannot go with low_score_wins=true: ",
    ),
]


@pytest.mark.parametrize(("settings", "says"), BAD)
def test_settings_that_clash_are_refused(settings: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(says) + ".*; use ") as direct:
        Rules(**settings)
    assert not isinstance(direct.value, NotationError)
    text = "+".join(["official", *(f"{k}={str(v).lower()}" for k, v in settings.items())])
    with pytest.raises(NotationError) as read:
        Rules.parse(text)
    assert str(read.value) == str(direct.value)


@pytest.mark.parametrize(("settings", "says"), BAD)
def test_a_clash_names_its_options(settings: dict[str, Any], says: str) -> None:
    values = {"wd4": "challenge"} | settings
    (clash,) = [clash for clash in CLASHES if clash.applies(values.get)]
    assert set(clash.names) <= set(values)
    assert says.startswith(f"{clash.names[0]}=")
    assert f" {clash.names[1]}=" in says
    for name in clash.names:
        others = {other: value for other, value in values.items() if other != name}
        assert not clash.applies(others.get)


def test_nothing_else_clashes() -> None:
    """Of all pairs of settings only those of the list are refused."""
    refused = set()
    for one in OPTIONS.values():
        for two in OPTIONS.values():
            for a in one.values[:6]:
                for b in two.values[:6] if two.name > one.name else ():
                    settings: dict[str, Any] = {"wd4": "free", one.name: a, two.name: b}
                    try:
                        Rules(**settings)
                    except ValueError:
                        refused.add((one.name, two.name))
    assert refused == {
        ("stacking", "wd4"),
        ("draw_plays_again", "stacking"),
        ("draw_until_playable", "drawn_card"),
        ("low_score_wins", "partners"),
    }


def test_the_order_of_changes_does_not_matter() -> None:
    """Text is judged as a whole: a step that would clash alone is fine."""
    assert str(Rules.parse("official+stacking=same+wd4=strict")) == "stacking"
    changed = Rules.parse("swing+wd4=challenge+stacking=none")
    assert str(changed) == "swing+stacking=none+wd4=challenge"


@pytest.mark.parametrize("players", [-1, 0, 1, 11, 4.0, "4", None, True])
def test_two_to_ten_players(players: Any) -> None:
    with pytest.raises(ValueError, match="2 to 10 players, not"):
        Rules().check_players(players)


def test_partners_are_four() -> None:
    for players in range(2, 11):
        Rules().check_players(players)
    Rules(partners=True).check_players(4)
    for players in (2, 3, 5, 10):
        with pytest.raises(ValueError, match=f"needs 4 players, .* not {players}"):
            Rules(partners=True).check_players(players)


@given(rules(turn_limit=3, players=5))
def test_strategy_keeps_what_is_forced(some: Rules) -> None:
    assert some.turn_limit == 3
    some.check_players(5)


# --- codes and words -----------------------------------------------------------------------


def test_codes_are_part_of_the_engine() -> None:
    assert {o.name: o.values for o in OPTIONS.values() if o.kind is str} == {
        "opening": ("official", "open_wild", "no_wilds", "inert", "none"),
        "drawn_card": ("may", "must", "keep"),
        "stacking": ("none", "same", "up", "any"),
        "wd4": ("challenge", "strict", "free"),
        "wd4_test": ("color", "playable"),
        "dealer": ("rotate", "fixed", "random"),
    }
    assert Rules().codes() == (7, 0, 1, 0, 0, 0, 0, 0, 1, 0, 2, 1, 0, 0, 500, 0, 0, 0, 0)
    assert PRESETS["party"].codes() == (7, 0, 1, 0, 1, 1, 1, 0, 1, 0, 2, 1, 1, 1, 500, 0, 0, 0, 0)
    assert PRESETS["swing"].codes()[1:8] == (4, 0, 0, 2, 1, 2, 0)


@given(rules())
def test_codes_are_plain_integers(some: Rules) -> None:
    for code, field in zip(some.codes(), fields(Rules), strict=True):
        value = getattr(some, field.name)
        assert type(code) is int
        assert (OPTIONS[field.name].values[code] if isinstance(value, str) else code) == value


def is_sentence(text: str) -> bool:
    """Tell whether this reads as one finished line."""
    return text[:1].isupper() and text.endswith(".") and "{" not in text and "  " not in text


def test_every_preset_is_described() -> None:
    described = {name: tuple(preset.describe()) for name, preset in PRESETS.items()}
    assert described.pop("official") == ()
    assert all(described.values())
    assert len(set(described.values())) == len(described)
    assert all(is_sentence(line) for lines in described.values() for line in lines)
    assert list(ABOUT) == list(PRESETS)
    assert all(is_sentence(line) and len(line) <= 90 for line in ABOUT.values())
    assert len(set(ABOUT.values())) == len(ABOUT)


def test_every_value_has_its_own_sentence() -> None:
    seen = set()
    for option in OPTIONS.values():
        for value in option.values[:12]:
            sentence = option.meaning(value)
            assert is_sentence(sentence)
            assert sentence not in seen
            seen.add(sentence)
            settings: dict[str, Any] = {option.name: value}
            if option.name == "stacking" and value != "none":
                settings["wd4"] = "free"
            expected = [] if value == getattr(Rules(), option.name) else [sentence]
            assert [line for line in Rules(**settings).describe() if line == sentence] == expected


@given(rules())
def test_one_sentence_for_each_difference(some: Rules) -> None:
    changed = sum(getattr(some, f.name) != f.default for f in fields(Rules))
    assert len(set(some.describe())) == changed


def test_numbers_read_well() -> None:
    assert Rules(hand_size=1, target=1_000, turn_limit=1).describe() == [
        "Each player starts with 1 card.",
        "The match ends when a total reaches 1,000 points.",
        "A round that is not won after 1 turn is void, and nobody scores.",
    ]


# --- errors --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "deed"),
    [
        ("G3", "play G3 on R5"),
        ("G3!", "play G3 on R5"),
        ("2:G3", "play G3 on R5"),
        ("+", "draw"),
        ("-", "keep the card"),
        ("?", "challenge"),
        ("0:!", "call Uno"),
        (">2!", "swap hands with seat 2"),
        ("1:x0", "catch seat 0"),
        ("*G", "name green"),
    ],
)
def test_moves_in_words(move: str, deed: str) -> None:
    assert deed_of(Move.parse(move), Card.parse("R5")) == deed


def test_an_illegal_move_says_who_what_where_why() -> None:
    error = IllegalMove(0, 3, "R5 0> R7G3/B2", "play G3 on R5", "needs red or a 5", "does_not_fit")
    assert str(error) == "seat 0 cannot play G3 on R5 (R5 0> R7G3/B2): needs red or a 5"
    assert (error.seat, error.move, error.reason) == (0, 3, "needs red or a 5")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.position) == (str(error), "R5 0> R7G3/B2")


def test_a_move_on_an_empty_table_in_words() -> None:
    assert deed_of(Move.parse("G3"), None) == "play G3 on an empty table"


# --- the tables of docs/rules.md -----------------------------------------------------------


def options_table() -> str:
    """Render every value of every option."""
    lines = ["| option | value | meaning |", "|---|---|---|"]
    for option in OPTIONS.values():
        default = getattr(Rules(), option.name)
        name = f"`{option.name}`: {option.about}"
        for value, sentence in option.meanings.items():
            if option.numbers is None or value == 0:
                assert value is not None
                shown = f"**{option.text(value)}**" if value == default else option.text(value)
            elif value is None:
                shown = f"1 to {option.numbers[-1]:,}" + (f", **{default}**" if default else "")
                sentence = re.sub("{.*?}", "*n*", sentence)
            else:
                continue  # the same in the singular
            lines.append(f"| {name} | {shown} | {sentence} |")
            name = ""
    return "\n".join(lines)


def presets_table() -> str:
    """Render the values of every preset, those that differ from the official game in bold."""
    lines = [f"- `{name}`: {about}" for name, about in ABOUT.items()]
    lines += ["", f"| option | {' | '.join(PRESETS)} |", "|---" * (len(PRESETS) + 1) + "|"]
    for option in OPTIONS.values():
        cells = [f"`{option.name}`"]
        for preset in PRESETS.values():
            value = getattr(preset, option.name)
            bold = "**" if value != getattr(Rules(), option.name) else ""
            cells.append(f"{bold}{option.text(value)}{bold}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def clashes_table() -> str:
    """Render the settings that are refused."""
    lines = ["| refused together | why | use instead |", "|---|---|---|"]
    for clash in CLASHES:
        both = " with ".join(
            f"`{name}={'/'.join(map(OPTIONS[name].text, values))}`"
            for name, values in clash.settings
        )
        lines.append(f"| {both} | {clash.why} | {clash.instead} |")
    return "\n".join(lines)


PARTS = {"options": options_table, "presets": presets_table, "clashes": clashes_table}


def with_tables(page: str) -> str:
    """Put the tables between their markers."""
    for name, render in PARTS.items():
        before, rest = page.split(f"<!-- {name} -->\n")
        after = rest.partition(f"<!-- /{name} -->")[2]
        page = f"{before}<!-- {name} -->\n{render()}\n<!-- /{name} -->{after}"
    return page


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert page == with_tables(page), "run python -m tests.core.test_rules to write the tables anew"


def test_clauses_are_numbered_in_order() -> None:
    numbers = re.findall(r"^\*\*R(\d+)\.\*\*", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))
    assert numbers


@pytest.mark.parametrize("winner", range(4))
def test_teams_are_those_who_win_together(winner: int) -> None:
    hands = ["B2B3", "Y2Y3", "G2G3", "R2R3"]
    hands[winner] = "R7"
    state = at(f"R5 {winner}> {'/'.join(hands)}", "official+partners=true").play("R7")
    sides = [team_of(seat, state.rules) for seat in range(4)]
    together = [seat for seat in range(4) if sides[seat] == sides[winner]]
    assert list(state.winners) == together
    assert team_of(winner, Rules.parse("official")) is None


if __name__ == "__main__":
    DOCS.write_text(with_tables(DOCS.read_text(encoding="utf-8")), encoding="utf-8")
