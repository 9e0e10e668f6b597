"""A client of an application in the test's own loop, and what its answers must look like."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx

from tests.server.clients import Memory
from tests.server.headers import HEADERS
from unolab.server.app import Settings, create_app
from unolab.server.guard.limits import UNLIMITED, ServerLimits
from unolab.server.protocol.rest import Problem
from unolab.server.store.store import Store

SEATS: list[Any] = [{"who": "me", "name": "Ada"}, {"who": "bot", "bot": "easy"}]

GAME = "unoai/2/7"


@asynccontextmanager
async def offered(
    limits: ServerLimits = UNLIMITED, memory: Memory | None = None, **settings: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application that runs in this loop."""
    app = create_app(cast(Store, memory or Memory()), Settings(limits=limits, **settings))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://uno.test") as client:
            yield client


def problem(answer: httpx.Response, status: int, code: str) -> str:
    """Check that an answer is a refusal with all headers, and return its sentence."""
    assert answer.status_code == status, answer.text
    found = Problem.model_validate_json(answer.content)
    assert found.code == code
    assert guarded(answer)
    return found.text


def guarded(answer: httpx.Response) -> bool:
    return all(answer.headers.get(name) == value for name, value in HEADERS.items())
