"""Processes of the service: they start anew, know no secret of the server, and speak by frames of JSON.

Processes of the service: they start anew, know no secret of the server, and speak by frames.

Messages between the server and its workers: a length of four bytes, then so many bytes of JSON.
"""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import msgspec

from reiterate.lazy_module import Later
from reiterate.limits import bound_process
from reiterate.service.logs import begin_process_logs

if TYPE_CHECKING:
    import asyncio
    import subprocess
else:
    asyncio = Later("asyncio")
    subprocess = Later("subprocess")

# --- processes -----------------------------------------------------------------------------------

#: The variables of the environment that a process is given: nothing that is secret.
_GIVEN: Final = (
    "PATH", "HOME", "USERPROFILE", "LOCALAPPDATA", "SYSTEMROOT", "TMPDIR", "TEMP", "LANG", "LC_ALL", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE",
    "XDG_CACHE_HOME", "XDG_DATA_HOME", "REITERATE_CARDS", "REITERATE_FOLDER", "REITERATE_CACHE",
)  # fmt: skip


#: What begins a module as a process.
BEGIN: Final = "reiterate.service.begin"


async def start_process(module: str, *words: str, nicer: int = 0) -> asyncio.subprocess.Process:
    """Start ``main`` of a module of the package as a process whose input and output are ours. Raises ``OSError``.

    ``nicer``: by how much it gives way to others from its first moment on, its start included.
    """
    given = {name: os.environ[name] for name in _GIVEN if name in os.environ}
    home = str(Path(__file__).resolve().parents[2])  # where the package lies
    given["PYTHONPATH"] = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", BEGIN, module, *words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=given
    )
    if nicer:
        give_way(process.pid, nicer)
    return process


def give_way(process: int, nicer: int) -> None:
    """Have a process give way to those that are less nice, where the system knows that."""
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, nicer)


def begin_process(megabytes: int) -> tuple[BinaryIO, BinaryIO]:
    """Bound this process and give its input and its output; what else is printed goes to standard error.

    No more memory than so much, no dump of it where the process breaks, and nothing of the terminal's signals. What the process
    says itself are lines of the server's log.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bound_process(megabytes)
    begin_process_logs()
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, outgoing


def resident() -> int:
    """The bytes of memory that this process holds now; 0 where the system doesn't say."""
    try:
        with open("/proc/self/statm", "rb") as opened:
            return int(opened.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


# --- piped messages ------------------------------------------------------------------------------

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
