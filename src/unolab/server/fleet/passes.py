"""Passes: how a server shows another that it knows the secret of their database.

The secret itself is never sent: whoever listens at the address of a server that has ended would
have it. A pass is good for one client's address at one server, and for as long as that runs. The
other server answers with a proof of its own, because a client's token is sent to nobody else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest, digest


@dataclass(frozen=True, slots=True)
class PassKey:
    """The secret of a database, and the server that has it."""

    secret: str = field(repr=False)
    server: str

    def write(self, server: str, address: str) -> str:
        """Write a pass for a client at an address, to another server."""
        message = f"{server} {address}".encode()
        return digest(self.secret.encode(), message, sha256).hex()

    def accepts(self, shown: str, address: str) -> bool:
        """Whether a pass was written by somebody with the secret, for this server."""
        return self._is_right(shown, self.write(self.server, address))

    def answer(self, nonce: str, server: str | None = None) -> str:
        """Write the proof that a server knows the secret, by default this one."""
        message = f"answer {server or self.server} {nonce}".encode()
        return digest(self.secret.encode(), message, sha256).hex()

    def believes(self, shown: str, server: str, nonce: str) -> bool:
        """Whether an answer was written by that server, for what it was asked."""
        return self._is_right(shown, self.answer(nonce, server))

    def _is_right(self, shown: str, right: str) -> bool:
        return bool(self.secret) and compare_digest(shown.encode(), right.encode())
