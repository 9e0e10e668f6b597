"""OwnSecret: what this device adds to every deal: the server alone can't choose the cards."""

from __future__ import annotations

from typing import Any

from unolab.fairness import commit_to, make_secret
from unolab.server.protocol import Update


class OwnSecret:
    """The secret for the next deal, and the messages about it."""

    def __init__(self) -> None:
        """Draw the first one."""
        self._secret = make_secret()

    @property
    def commitment(self) -> str:
        """Its hash, which others may know before they have committed too."""
        return commit_to(self._secret)

    def answer(self, update: Update) -> dict[str, Any] | None:
        """Return the message that an update calls for, if any."""
        room, fair = update.room, update.room.fair
        if fair.drawing:
            waiting = [share.commitment for share in fair.next_shares if share.secret is None]
            if self.commitment not in waiting:
                return None
            return {"type": "reveal", "secret": self._secret, "rounds": room.rounds}
        alone = update.host and not any(seat.kind == "person" for seat in room.seats)
        seats: list[int | None] = [*update.seats] if update.seats or not alone else [None]
        if not seats or any(share.seat in seats for share in fair.next_shares):
            return None  # it has, or another client with the same seat has
        self._secret = make_secret()
        return {"type": "commit", "commitment": self.commitment, "rounds": room.rounds}
