"""An application that is served for real, and clients of it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any, cast

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.clients import Memory
from unolab.server.app import Settings, create_app
from unolab.server.guard.limits import UNLIMITED, ServerLimits
from unolab.server.run import Server, configure, listen
from unolab.server.store.store import Store


class Site:
    """An application that is served for real, from a thread."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.client = httpx.Client(base_url=f"http://{host}", timeout=30)
        self.get, self.post = self.client.get, self.client.post

    @contextmanager
    def talk(self, **headers: str) -> Iterator["Talk"]:
        with connect(f"ws://{self.host}/api/ws", additional_headers=headers) as connection:
            yield Talk(connection)


class Talk:
    """A WebSocket that speaks JSON."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def say(self, **fields: Any) -> None:
        self.connection.send(json.dumps(fields))

    def hear(self) -> Any:
        return json.loads(self.connection.recv(timeout=20))


@contextmanager
def site(limits: ServerLimits = UNLIMITED, **settings: Any) -> Iterator[Site]:
    """Serve the application from a thread."""
    app = create_app(cast(Store, Memory()), Settings(limits=limits, **settings))
    with serving(app, limits) as found:
        yield found


@contextmanager
def serving(app: Any, limits: ServerLimits = UNLIMITED) -> Iterator[Site]:
    """Serve any application from a thread."""
    listening, ready = Event(), listen("127.0.0.1", 0)
    server = Server(configure(app, limits), listening.set)
    with ready:
        thread = Thread(target=server.run, kwargs={"sockets": [ready]})
        thread.start()
        try:
            assert listening.wait(20)
            found = Site(f"127.0.0.1:{ready.getsockname()[1]}")
            with found.client:
                yield found
        finally:
            server.should_exit = True
            thread.join()
