"""Rendering: a game as text, as a picture, or printed."""

from __future__ import annotations

from typing import Any, Final

from unolab.envs.batch import Batch
from unolab.envs.check import choose
from unolab.envs.scene import make_scene, write_scene
from unolab.errors import BadOption

MODES: Final = ("human", "ansi", "rgb_array")


def check_mode(mode: str | None) -> str | None:
    """Return a render mode that is one; None renders nothing."""
    return None if mode is None else choose("render_mode", mode, MODES)


def render(batch: Batch, game: int, mode: str | None) -> Any:
    """Return a game as text (``ansi``) or a picture (``rgb_array``); ``human`` prints the text."""
    if mode is None:
        raise BadOption(f"nothing is rendered without a render_mode: {', '.join(MODES)}")
    scene = make_scene(batch, game)
    if mode == "rgb_array":
        from unolab.envs.picture import draw_scene

        return draw_scene(scene)
    if mode == "ansi":
        return write_scene(scene)
    print(write_scene(scene), end="\n\n", flush=True)
    return None
