"""Drawing: the secrets that players' devices add to the server's before a deal.

All of them commit first, and reveal their secrets only when the participants are fixed. So nobody
knows the others' secrets when choosing their own, not even somebody who knows the server's. Nothing
here is stored: the result is in the log, in the entry of the deal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from unolab.fairness import Share, commit_to
from unolab.server.protocol.refusal import Refusal


class Drawing:
    """Who takes part in the next deal, by the digests of their tokens."""

    def __init__(self) -> None:
        """Start with nobody."""
        self.able: set[str] = set()
        """Those whose devices take part; a program need not."""
        self.wanted = False
        """Whether to deal as soon as all have committed and revealed."""
        self.closed = False
        """Whether the participants are fixed, so that secrets can be revealed."""
        self._commitments: dict[str, str] = {}
        self._secrets: dict[str, str] = {}

    def commit(self, owner: str, commitment: str) -> None:
        """Take part, or replace one's commitment while that is possible."""
        if self.closed:
            raise Refusal("drawing", "the commitments are fixed: wait for the deal")
        self.able.add(owner)
        self._commitments[owner] = commitment

    def lacks_commitment(self, here: Collection[str]) -> bool:
        """Whether somebody who is here and takes part has not committed yet."""
        return any(owner in self.able and owner not in self._commitments for owner in here)

    def close(self, here: Collection[str]) -> None:
        """Fix the participants: those who have committed and are here."""
        self.closed = True
        self._commitments = {o: c for o, c in self._commitments.items() if o in here}

    def reveal(self, owner: str, secret: str) -> None:
        """Reveal a secret."""
        if not self.closed or owner not in self._commitments:
            raise Refusal("not_drawing", "no secret is expected from you now")
        if commit_to(secret) != self._commitments[owner]:
            raise Refusal("wrong_secret", "this secret does not match your commitment")
        self._secrets[owner] = secret

    @property
    def is_complete(self) -> bool:
        """Whether everyone who takes part has revealed their secret."""
        return self.closed and len(self._secrets) == len(self._commitments)

    def stop(self) -> None:
        """Cancel a requested deal; commitments stay if no secret can have been revealed."""
        self.wanted = False
        if self.closed:
            self.begin()

    def begin(self) -> None:
        """Reset for the next deal, with the same participants."""
        self.wanted = self.closed = False
        self._commitments.clear()
        self._secrets.clear()

    def shares(self, owners: Sequence[str]) -> tuple[Share, ...]:
        """Return the contributions by seat; ``owners`` has the owner of every seat."""
        seats = {owner: seat for seat, owner in reversed([*enumerate(owners)])}
        order = sorted(self._commitments, key=lambda owner: seats.get(owner, len(owners)))
        return tuple(
            Share(seats.get(o), self._commitments[o], self._secrets.get(o, "")) for o in order
        )
