"""Bodies of requests: JSON with few values, so that little can be wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from unolab.server.http.malformed import MOST_VALUES, has_too_many


class BoundedRequest(Request):
    """A request whose body is counted before it is validated."""

    async def json(self) -> Any:
        """Parse the body; refuse one of which there would be many errors to write down."""
        parsed = await super().json()
        if has_too_many(parsed, MOST_VALUES):
            raise HTTPException(400, f"not understood: more than {MOST_VALUES} values")
        return parsed


class BoundedRoute(APIRoute):
    """A route that takes such requests."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Hand on the request as one that counts."""
        handle = super().get_route_handler()

        async def bounded(request: Request) -> Response:
            return await handle(BoundedRequest(request.scope, request.receive))

        return bounded
