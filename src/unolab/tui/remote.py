"""Remote: a connection to a server over the network."""

from __future__ import annotations

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from unolab.tui.address import Address

OPEN_WITHIN = 10.0  # seconds


class Remote:
    """A WebSocket whose end is an EOFError, as a pipe's is."""

    def __init__(self, socket: ClientConnection) -> None:
        """Use ``Remote.open``."""
        self._socket = socket

    @classmethod
    async def open(cls, address: Address) -> Remote:
        """Connect to the server, or raise an OSError whose message says why not."""
        try:
            socket = await connect(address.socket, open_timeout=OPEN_WITHIN, proxy=None)
        except TimeoutError:
            raise OSError(f"{address.host} does not answer: is the server running?") from None
        except (InvalidHandshake, InvalidURI, EOFError):
            raise OSError(f"{address.host} answers, but is not a unolab server") from None
        except OSError:
            raise OSError(
                f"there is no server at {address.host}: is it running, and is that its address?"
            ) from None
        return cls(socket)

    async def send(self, text: str) -> None:
        """Send a text."""
        try:
            await self._socket.send(text)
        except ConnectionClosed:
            raise EOFError from None

    async def recv(self) -> str:
        """Wait for the next text, or raise EOFError when there will be none."""
        try:
            return await self._socket.recv(decode=True)
        except ConnectionClosed:
            raise EOFError from None

    async def close(self) -> None:
        """Hang up."""
        await self._socket.close()
