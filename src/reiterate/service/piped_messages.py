"""Messages between the server and its workers: a length of four bytes, then so many bytes of JSON."""

from __future__ import annotations

import asyncio
import struct
from typing import Any, BinaryIO, Final

import msgspec

_LENGTH: Final = struct.Struct(">I")

#: Bytes of a message at most.
MOST_BYTES: Final = 64_000_000


def framed(message: Any) -> bytes:
    """A JSON value as a message."""
    data = msgspec.json.encode(message)
    return _LENGTH.pack(len(data)) + data


def read_frame(stream: BinaryIO) -> Any:
    """The next message of a stream. Raises ``EOFError`` where there is none, or a part of one."""
    return msgspec.json.decode(_exactly(stream, _LENGTH.unpack(_exactly(stream, _LENGTH.size))[0]))


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


async def next_frame(stream: asyncio.StreamReader) -> Any:
    """The next message of a stream. Raises ``EOFError`` as ``read_frame`` does."""
    (size,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    if size > MOST_BYTES:
        raise EOFError
    return msgspec.json.decode(await stream.readexactly(size))
