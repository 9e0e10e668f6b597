"""The players file."""

from pathlib import Path

import pytest

from unolab import NotationError
from unolab.errors import ResourceError, UnolabError
from unolab.tournament import Entry, read_players


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "players.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_names_and_strategies(tmp_path: Path) -> None:
    text = "# who plays\n\n Ada , mixbot2(slack=2)\n  # not Bob\nBen,greedy\r\nCy,mixbot2:points\n"
    entries = read_players(written(tmp_path, text))
    assert [(entry.name, entry.strategy) for entry in entries] == [
        ("Ada", "mixbot2(slack=2)"),
        ("Ben", "greedy"),
        ("Cy", "mixbot2:points"),
    ]
    assert not any(entry.is_foreign for entry in entries)


def test_a_file_from_windows(tmp_path: Path) -> None:
    path = written(tmp_path, b"\xef\xbb\xbfAda,random\r\nBen,random\r\n")
    assert [entry.name for entry in read_players(path)] == ["Ada", "Ben"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Ada", "Name,strategy is expected, as in Ada,mixbot2"),
        ("Ada,", "Name,strategy is expected"),
        (",random", "a name has 1 to 24 printable characters"),
        ("A" * 25 + ",random", "a name has 1 to 24"),
        ("A\x07da,random", "printable"),
        ("Ada,bots/ada.py", "bots/ada.py:Name is a strategy in it"),
        ("Ben,random", "duplicate player name Ben"),
        ("Ada,mixbto2", "did you mean mixbot2?"),
        ("Ada,mybot", "a command is written with its path, as in ./mybot"),
        ("Ada,mixbot2(slack=99)", "slack is a whole number from 0 to 25"),
        ("Ada,mixbot2(slak=1)", "slak"),
        ("Ada,nowhere.py:Bot", "nowhere.py"),
        ("Ada,./nothing --fast", "./nothing"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, line: str, words: str) -> None:
    path = written(tmp_path, f"# a comment\nBen,random\n{line}\n")
    with pytest.raises(NotationError) as error:
        read_players(path)
    assert str(error.value).startswith("players.txt, line 3: ")
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "at least two players"),
        ("Ada,random\n", "at least two players"),
        (b"Ada,\xff\xfe\n", "not UTF-8 text"),
    ],
)
def test_files_that_are_none(tmp_path: Path, text: str | bytes, words: str) -> None:
    with pytest.raises(UnolabError, match=words):
        read_players(written(tmp_path, text))


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="can't be read: No such file"):
        read_players(tmp_path / "none.txt")
    with pytest.raises(ResourceError, match="can't be read"):
        read_players(tmp_path)


@pytest.mark.parametrize("text", ["random(/../evil.py:f())", "mixbot2:points(/../evil.py:f())"])
def test_no_file_is_run_within_unolab(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text("open('ran', 'w')\ndef f(view): pass\n")
    with pytest.raises(NotationError, match=r"line 1: .* is not a bot: a name is expected"):
        read_players(written(tmp_path, f"Eve,{text}\nAda,random\n"))
    assert not (tmp_path / "ran").exists()


def test_an_entry_is_written_as_its_line() -> None:
    assert str(Entry("Ada", "mixbot2(slack=2)")) == "Ada,mixbot2(slack=2)"
