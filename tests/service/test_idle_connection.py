"""A connection that the server closed while it lay idle is opened anew, whatever is asked next."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from reiterate.client import Client
from tests.support.patience import PATIENCE

ANSWER = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"


@contextmanager
def closing_server(asked: list[bytes]) -> Iterator[str]:
    """The address of a server that answers one request on each connection, and then closes it without saying so."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            for _ in range(2):
                to, _ = listening.accept()
                with to:
                    asked.append(to.recv(65_536).split(b" ")[0])
                    to.sendall(ANSWER)

        thread = Thread(target=answer, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread.join()


def test_what_is_asked_behind_a_pause_is_asked_on_a_new_connection() -> None:
    asked: list[bytes] = []
    with closing_server(asked) as address, Client(address) as client:
        assert client.send("GET", "/first") == "{}"
        kept = client.kept
        assert kept is not None and kept.sock is not None
        kept.sock.settimeout(PATIENCE)
        assert kept.sock.recv(1, socket.MSG_PEEK) == b""  # the server's end has come
        assert client.send("POST", "/second", {}) == "{}"
    assert asked == [b"GET", b"POST"]
