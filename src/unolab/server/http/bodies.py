"""Request bodies: JSON with a bounded number of values, so that errors are bounded too."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from unolab.server.http.malformed import MOST_VALUES, has_too_many


class BoundedRequest(Request):
    """A request whose values are counted before the body is validated."""

    async def json(self) -> Any:
        """Parse the body; refuse one that could produce too many errors."""
        parsed = await super().json()
        if has_too_many(parsed, MOST_VALUES):
            raise HTTPException(400, f"not understood: more than {MOST_VALUES} values")
        return parsed


class BoundedRoute(APIRoute):
    """A route for such requests."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap each request in a BoundedRequest."""
        handle = super().get_route_handler()

        async def read_bounded(request: Request) -> Response:
            return await handle(BoundedRequest(request.scope, request.receive))

        return read_bounded
