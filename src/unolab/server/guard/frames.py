"""Frames: limit what a client sends over a WebSocket, before any of it is parsed."""

from __future__ import annotations

from typing import Final

from unolab.server.guard.limits import Bucket

POLICY, TOO_BIG = 1008, 1009  # why a connection is closed
MOST_FRAGMENTS: Final = 16  # per message
KILOBYTE: Final = 1024

_CONTINUATION: Final = 0x0
_FIRST_CONTROL: Final = 0x8  # close, ping and pong may come between fragments
_LENGTHS: Final = {126: 2, 127: 8}  # bytes of an extended length


class Frames:
    """Read the headers of frames (RFC 6455, 5.2) and skip their payload.

    A small chunk of data can hold thousands of frames, and the parser does not stop between them;
    this does, at the first one over the limit.
    """

    def __init__(self, bucket: Bucket, largest: int) -> None:
        """Take each frame from a bucket; none may have more than ``largest`` bytes."""
        self._bucket = bucket
        self._largest = largest
        self._head = bytearray()  # of a frame that has only partly arrived
        self._to_skip = 0
        self._fragments = 0
        self.seen = 0
        """The number of frames so far."""

    def feed(self, data: bytes) -> int | None:
        """Check received data; return the code to close with if it is too much."""
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
        """Count a frame whose header is complete; return what is wrong with it."""
        opcode, size = self._head[0] & 0x0F, self._head[1] & 0x7F
        if size in _LENGTHS:
            size = int.from_bytes(self._head[2 : 2 + _LENGTHS[size]], "big")
        self._to_skip = size + (4 if self._head[1] & 0x80 else 0)  # the mask and the payload
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
    """Return the length of a header, or how much of it is needed to know."""
    return 2 if len(head) < 2 else 2 + _LENGTHS.get(head[1] & 0x7F, 0)
