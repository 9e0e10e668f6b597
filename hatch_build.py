"""Builds the page before hatchling packs it, be it for a wheel, an archive or an editable install.

Node is asked for only when the page is not up to date: an archive of the sources carries it.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file by its path alone

import webpage


class PageHook(BuildHookInterface[Any]):
    """Builds the page when its sources have changed."""

    def dependencies(self) -> list[str]:
        """Name what the environment of the build needs besides hatchling."""
        return [webpage.NODE_WHEEL] if webpage.is_due() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page."""
        if webpage.is_due():
            self.app.display_info("building the page")
            try:
                webpage.build()
            except webpage.Problem as problem:
                self.app.abort(str(problem))
