"""The command line as a function: arguments and input in, exit code and both outputs out."""

import io
import json
import os
import re
import sys
from typing import Any, NamedTuple
from unittest import mock

import pytest

from unolab.cli import main


class Done(NamedTuple):
    """What a command left behind."""

    code: object
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)


class Screen(io.StringIO):
    """A terminal, as far as colours are concerned."""

    def isatty(self) -> bool:
        return True


def run(
    *arguments: str,
    stdin: str | bytes = "",
    screen: bool = False,
    env: dict[str, str] | None = None,
) -> Done:
    """Run ``unolab`` as its script does, in a terminal of 80 columns unless ``env`` says else."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = Screen() if screen else io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["unolab", *arguments]),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8")),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", err),
        mock.patch.dict(
            os.environ, {"COLUMNS": "80", "TERM": "xterm", "NO_COLOR": ""} | (env or {})
        ),
        pytest.raises(SystemExit) as end,
    ):
        main()
    return Done(end.value.code or 0, out.getvalue(), without_notice(err.getvalue()))


def without_notice(err: str) -> str:
    """Leave out what the compiler says when it has something to do."""
    return re.sub(r"^unolab: compiling .*\n", "", err)


def refused(done: Done, *words: str) -> None:
    """Check that one sentence on stderr was all, and that it has these words."""
    assert (done.code, done.out) == (2, ""), done
    assert re.fullmatch(r"unolab: [^\n]+\n", done.err)
    assert len(done.err) < 500
    assert "Traceback" not in done.err
    for word in words:
        assert word in done.err
