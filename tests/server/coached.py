"""A coach that needs no networks: it says what it was asked, and answers when it may."""

import asyncio

from unolab.server.protocol import Advice
from unolab.server.protocol.coach import MoveValue, Reason
from unolab.server.protocol.refusal import Refusal
from unolab.server.room.coaching import Opinion
from unolab.state import View


class Coach:
    """Advises the last legal move, and remembers all that it got."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.addresses: list[str] = []
        self.warmed = 0
        self.fails = False
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    def warm(self) -> None:
        self.warmed += 1

    async def advise(self, address: str, view: View) -> Opinion:
        assert type(view) is View
        self.views.append(view)
        self.addresses.append(address)
        await self.may_answer.wait()
        if self.fails:
            raise Refusal("no_answer", "it has no idea")
        return opinion(view)


def opinion(view: View) -> Opinion:
    """What it thinks of a position."""
    chances = [1 / view.players] * view.players
    if len(view.legal) < 2:
        return Opinion(None, chances)
    moves = [MoveValue(move=str(move.by(None)), value=0.5) for move in reversed(view.legal)]
    advice = Advice(
        move=moves[0].move,
        moves=moves,
        error=0.01,
        clear=False,
        reasons=[Reason(key="all_alike")],
        chances=chances,
        worlds=2,
    )
    return Opinion(advice, chances)
