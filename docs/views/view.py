"""A view: how to get to it, and what has to be done again at every size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.staged import Stage


@dataclass(frozen=True)
class Easel:
    """A page, with a stage on which rooms are played for it."""

    page: Page
    stage: Stage
    url: str


Act = Callable[[Easel], None]


@dataclass(frozen=True)
class View:
    """Something to be seen."""

    name: str
    open: Act
    passing: Act | None = None
    """Shows what would be gone at the next size; then the picture is taken while things move."""
    whole: bool = False
    """Whether the picture is of all of the page, also of what lies below the window."""
