"""Links to the seats of a game: the secret stands behind ``#``, which no browser sends."""

from __future__ import annotations

import io
from collections.abc import Mapping

import qrcode
from qrcode.image.svg import SvgPathImage

from reiterate.web.markup import Markup


def seat_path(game: str, who: str) -> str:
    """The address of a seat's page below the address of the server."""
    return f"/game/{game}/{who}"


def seat_link(base: str, game: str, who: str, secret: str) -> str:
    """The link that opens a seat: ``http://127.0.0.1:8421/game/NAME/p2#SECRET``."""
    return f"{base}{seat_path(game, who)}#{secret}"


def host_link(base: str, game: str, who: str, secrets: Mapping[str, str]) -> str:
    """The link of whoever began the game: it opens one seat and brings the secrets of the others along, for inviting."""
    others = "".join(f",{name}={secret}" for name, secret in secrets.items() if name != who)
    return f"{seat_link(base, game, who, secrets[who])}{others}"


def qr_code(text: str) -> Markup:
    """A text as a QR code: an SVG that is drawn here, in the colour of the text around it."""
    made = qrcode.QRCode(border=2, image_factory=SvgPathImage)
    made.add_data(text)
    out = io.BytesIO()
    made.make_image().save(out)
    drawn = out.getvalue().decode("utf-8")
    drawn = drawn[drawn.index("<svg") :].replace(' id="qr-path"', "")  # several stand on one page
    return Markup(drawn.replace("<svg", '<svg class="qr" role="img" aria-label="QR code of the link"', 1))
