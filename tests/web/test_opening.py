"""`reiterate table` on the local network: asked for by name, with links that other machines can open."""

from __future__ import annotations

from pathlib import Path

import pytest

from reiterate.web.opening import reachable
from tests.support.command_line import in_process


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--host", "0.0.0.0"], "public-address"),
        (["--host", "192.0.2.7"], "public-address"),
        (["--host", "no.such.name.invalid", "--public"], "address"),
        (["--port", "99999"], "address"),
    ],
)
def test_a_wrong_address_is_refused(words: list[str], code: str, tmp_path: Path) -> None:
    exit_code, text = in_process("table", "--check", "--database", f"sqlite:///{tmp_path / 'games.db'}", *words)
    assert exit_code == 2 and f"({code})" in text and "Traceback" not in text


@pytest.mark.parametrize(
    ("words", "address"),
    [([], "http://127.0.0.1:"), (["--host", "0.0.0.0", "--public"], "http://0.0.0.0:"), (["--host", "::1"], "http://[::1]:")],
)  # fmt: skip
def test_a_right_address_is_said(words: list[str], address: str, tmp_path: Path) -> None:
    exit_code, text = in_process("table", "--check", "--database", f"sqlite:///{tmp_path / 'games.db'}", *words)
    assert exit_code == 0 and text.startswith(f"the server would listen on {address}")


def test_links_name_an_address_that_a_phone_can_open() -> None:
    assert reachable("http://0.0.0.0:8421", lambda six: "" if six else "192.0.2.7") == "http://192.0.2.7:8421"
    assert reachable("http://[::]:8421", lambda six: "2001:db8::7" if six else "") == "http://[2001:db8::7]:8421"
    assert reachable("http://0.0.0.0:8421", lambda _: "") == "http://127.0.0.1:8421"
    assert reachable("http://[::]:8421", lambda _: "") == "http://[::1]:8421"
    for address in ("http://127.0.0.1:8421", "http://192.0.2.9:80", "http://[::1]:8421"):
        assert reachable(address, lambda _: "192.0.2.7") == address
