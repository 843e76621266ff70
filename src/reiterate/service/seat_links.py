"""Links to the seats of a game: the secret stands behind ``#``, which no browser sends.

A game keeps no script of its position, so a loop that the game brings along travels with the link of whoever begins the game.
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
import re
import shlex
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from reiterate.script.one_block import MOST_LOOP
from reiterate.service.settings import loopback

#: The name of a game and the chair in the address of a seat's page, as patterns.
GAME: Final = "[A-Za-z0-9_-]+"
CHAIR: Final = "(p[1-6]|judge|spectator)"
#: The address on which a table listens where no other one is named.
LOCAL: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Base:
    """The address with which links begin. ``command``: what would start a server that other machines reach; "" where they do.

    ``then``: the address with which links begin on that server, where it is known.
    """

    address: str
    command: str = ""
    then: str = ""


def base_of(asked: str, listens: str, command: str, own: Callable[[bool], str] | None = None) -> Base:
    """The address with which the links on a page begin.

    In: the address under which a browser asked for the page; the host that the server listens on; the command that started
    the server; ``own`` as ``reachable``. Where a browser of this machine asks, links name the address that others reach.
    An address that stands for all addresses of a machine is never given: no other machine can open it.
    """
    asked = reachable_address(asked, own)
    parts = urlsplit(asked)
    if not loopback(parts.hostname or ""):
        return Base(asked)
    port = f":{parts.port}" if parts.port else ""
    host = listens.strip("[]")
    found = reachable_address(f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}", own)
    if unspecified(host) and not loopback(urlsplit(found).hostname or ""):
        return Base(found)
    then = reachable_address(f"{parts.scheme}://0.0.0.0{port}", own)
    return Base(asked, open_command(command, parts.port), "" if loopback(urlsplit(then).hostname or "") else then)


def open_command(command: str, port: int | None) -> str:
    """The command that starts the same server so that other machines reach it."""
    return f"{command} --host 0.0.0.0 --public{f' --port {port}' if port else ''}"


def same_port(command: str, host: str, public: bool, address: str) -> str:
    """The command that starts the same server under the same address, so that links which were given open it again."""
    port = urlsplit(address).port
    where = "" if host == LOCAL else f" --host {shlex.quote(host)}"
    return f"{command}{where}{' --public' if public else ''}{f' --port {port}' if port else ''}"


def others_open(base: Base) -> str:
    """What others in the same network open once the table lets them in."""
    if not base.then:
        return (
            "This machine has no address in a network at the moment, so others reach it only after it has joined one."
        )
    return f"Others in your network then open {base.then}/, and the links of the seats begin with the same address."


def reachable_address(address: str, own: Callable[[bool], str] | None = None) -> str:
    """The address of a server by which other machines reach it, where it listens on all addresses of this machine.

    ``own``: gives this machine's own address, of IPv6 or not; "" where it has none.
    """
    parts = urlsplit(address)
    if not unspecified(parts.hostname or ""):
        return address
    six = ":" in (parts.hostname or "")
    found = (own or own_address)(six) or ("::1" if six else "127.0.0.1")
    return f"{parts.scheme}://{f'[{found}]' if six else found}{f':{parts.port}' if parts.port else ''}"


def unspecified(host: str) -> bool:
    """Whether an address stands for all addresses of a machine: 0.0.0.0, or :: in any spelling."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return False


def own_address(six: bool) -> str:
    """The address with which this machine speaks to others; "" where it has none. Nothing is sent."""
    family, far = (socket.AF_INET6, "2001:db8::1") if six else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            return str(asking.getsockname()[0])
    except OSError:
        return ""


def seat_path(game: str, who: str) -> str:
    """The address of a seat's page below the address of the server."""
    return f"/game/{game}/{who}"


def seat_link(base: str, game: str, who: str, secret: str) -> str:
    """The link that opens a seat: ``http://127.0.0.1:8421/game/NAME/p2#SECRET``."""
    return f"{base}{seat_path(game, who)}#{secret}"


def host_link(base: str, game: str, who: str, secrets: Mapping[str, str], loop: str = "") -> str:
    """The link of whoever began the game: it opens one seat and brings the secrets of the others along, for inviting.

    ``loop``: one that the seat may propose (``packed``), or "".
    """
    brought = f",lap={loop}" if loop else ""
    others = "".join(f",{name}={secret}" for name, secret in secrets.items() if name != who)
    return f"{seat_link(base, game, who, secrets[who])}{others}{brought}"


def packed(loop: str) -> str:
    """A loop in letters, digits, ``-`` and ``_``, as a link carries it."""
    return base64.urlsafe_b64encode(loop.encode()).decode().rstrip("=")


def unpacked(said: str) -> str:
    """The loop that a link has carried; "" for what is none."""
    if len(said) > 8 * MOST_LOOP or not said.isascii():
        return ""
    try:
        loop = base64.b64decode(said + "=" * (-len(said) % 4), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return loop if len(loop) <= MOST_LOOP else ""


def is_seat(who: str, secret: str) -> bool:
    """Whether this can be a chair and its secret, as a browser says them."""
    return bool(re.fullmatch(CHAIR, who) and re.fullmatch(r"[A-Za-z0-9_-]{20,64}", secret))
