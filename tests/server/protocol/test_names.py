"""Names: everything that can be seen, and nothing that can't."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unolab.server.protocol.names import (
    LONGEST_NAME,
    MOST_MARKS,
    check_name,
    check_visible,
    distinct,
    is_taken,
    likeness,
)

GOOD = [
    *("Ada", "Ève", "Ngọc Ánh", "李雷", "さくら", "김민준", "Владимир", "Αθηνά", "محمد", "שרה"),
    *(
        "สมชาย",
        "अमित",
        "தமிழ்",
        "བཀྲ་ཤིས་",
        "ክብሮም",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "क्\u200dष",
    ),
    *("👨\u200d👩\u200d👧", "👩🏽\u200d💻 Ada", "❤\ufe0f", "1\ufe0f\u20e3", "🇩🇪", "O'Neil-Smith 3"),
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
]
BAD = [
    *("\u200d", "A\u200d", "\u200dA", "A\u200d\u200dB", "A\u200bB", "\u202eadA", "A\u2066B"),
    *("\u3164", "\u2800", "\uffa0", "A\u115fB", "A\u034fB", "A\ufeffB", "A\u00adB", "A\nB"),
    *("\ufe0f", "A\ufe0f\ufe0f", "A\U000e0067", "A\ufe00", "A\U000e0100", "A\u00a0B"),
    *("A" + "\u0301" * (MOST_MARKS + 1), "\u0301A", "A\u20dd\u20dd\u20dd\u20dd"),
]


@pytest.mark.parametrize("name", GOOD)
def test_every_script_and_joined_emoji_are_names(name: str) -> None:
    assert likeness(check_name(name)) == likeness(name)


@pytest.mark.parametrize("name", BAD)
def test_what_nobody_sees_is_no_name(name: str) -> None:
    with pytest.raises(ValueError, match=r"visible|marks"):
        check_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ada", "ada"), ("Ada", "\uff21\uff24\uff21"), ("A da", "Ada")),
        *(("Straße", "STRASSE"), ("❤", "❤\ufe0f")),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert is_taken(one, [other])
    assert is_taken(other, [one])
    assert distinct(one, ["Bob", other]) == f"{one} 2"


def test_number_makes_a_name_distinct_and_not_too_long() -> None:
    assert distinct("Ada", ["Bob"]) == "Ada"
    assert distinct("Ada", ["ada", "Ada 2"]) == "Ada 3"
    long = "x" * LONGEST_NAME
    assert distinct(long, [long]) == "x" * (LONGEST_NAME - 2) + " 2"
    family = "x" * 15 + "👨\u200d👩\u200d👧"
    assert check_visible(distinct(family, [family])) == "x" * 15 + " 2"


@given(st.text(max_size=LONGEST_NAME), st.lists(st.text(max_size=LONGEST_NAME), max_size=5))
def test_distinct_names_are_names(name: str, others: list[str]) -> None:
    try:
        name = check_name(name)
    except ValueError:
        return
    new = distinct(name, [*others, name])
    assert check_name(new) == new
    assert len(new) <= LONGEST_NAME
    assert not is_taken(new, [*others, name])


@pytest.mark.parametrize(
    "name",
    ["\u0420\u0430ul\u0430", "P\u0430ula", "\u03a1\u03b1ul\u03b1", "\uff30aula", "P A U L A"],
)
def test_letters_of_other_scripts_that_look_the_same_are_the_same(name: str) -> None:
    assert is_taken(name, ["Paula"])


def test_flag_with_stray_tags_looks_like_the_flag() -> None:
    assert is_taken("\U0001f3f4\U000e0061", ["\U0001f3f4"])


def test_joiners_do_not_let_marks_pile_up() -> None:
    with pytest.raises(ValueError, match="too many marks"):
        check_name("a" + "\u0301\u0301\u0301\u200d" * 2 + "a")
