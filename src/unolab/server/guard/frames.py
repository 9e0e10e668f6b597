"""Frames: how much a client sends over a WebSocket, seen before any of it is parsed."""

from __future__ import annotations

from typing import Final

from unolab.server.guard.limits import Bucket

POLICY, TOO_BIG = 1008, 1009  # why a connection is closed
MOST_FRAGMENTS: Final = 16  # of one message
KILOBYTE: Final = 1024

_CONTINUATION: Final = 0x0
_FIRST_CONTROL: Final = 0x8  # close, ping and pong may come between the parts of a message
_LENGTHS: Final = {126: 2, 127: 8}  # bytes of a length that does not fit into seven bits


class Frames:
    """Read the heads of frames (RFC 6455, 5.2) and skip the rest.

    A small piece of data can hold thousands of frames, and what parses them does not stop between
    two; this does, at the first that is too many.
    """

    def __init__(self, bucket: Bucket, largest: int) -> None:
        """Take every frame from a bucket; none has more than ``largest`` bytes."""
        self._bucket = bucket
        self._largest = largest
        self._head = bytearray()  # of a frame that has only begun to come
        self._to_skip = 0
        self._fragments = 0
        self.seen = 0
        """How many there were."""

    def feed(self, data: bytes) -> int | None:
        """Look at what came; return the code to close with if it is too much."""
        at = 0
        while at < len(data):
            if self._to_skip:
                skipped = min(self._to_skip, len(data) - at)
                self._to_skip -= skipped
                at += skipped
                continue
            missing = _head_length(self._head) - len(self._head)
            self._head += data[at : at + missing]
            at += missing
            if len(self._head) == _head_length(self._head):
                problem = self._begin()
                if problem is not None:
                    return problem
        return None

    def _begin(self) -> int | None:
        """Count a frame whose head is whole; return what is wrong with it."""
        opcode, size = self._head[0] & 0x0F, self._head[1] & 0x7F
        if size in _LENGTHS:
            size = int.from_bytes(self._head[2 : 2 + _LENGTHS[size]], "big")
        self._to_skip = size + (4 if self._head[1] & 0x80 else 0)  # a mask, and what it hides
        self._head.clear()
        self.seen += 1
        if size > self._largest:
            return TOO_BIG
        if opcode < _FIRST_CONTROL:
            self._fragments = self._fragments + 1 if opcode == _CONTINUATION else 1
        if self._fragments > MOST_FRAGMENTS or not self._bucket.take(1 + size / KILOBYTE):
            return POLICY
        return None


def _head_length(head: bytearray) -> int:
    """Say how long a head is, or how much of it has to be there to tell."""
    return 2 if len(head) < 2 else 2 + _LENGTHS.get(head[1] & 0x7F, 0)
