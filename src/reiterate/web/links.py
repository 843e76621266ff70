"""Links to the seats of a game: the secret stands behind ``#``, which no browser sends."""

from __future__ import annotations

import io
from typing import Final

import qrcode
from qrcode.image.svg import SvgPathImage

from reiterate.service.seat_links import Base, others_open
from reiterate.web.markup import NOTHING, Markup, button, tag

#: What links to seats are to whoever has them.
ONE_SEAT: Final = "Each link opens one seat. Whoever has it may play there."


def only_here(base: Base) -> Markup:
    """That only this machine opens the links, and what to do about it; nothing where others do."""
    if not base.command:
        return NOTHING
    only = tag("summary", tag("strong", "Only this machine opens these links. "), "How others get in")
    how = "To let others in, press Ctrl-C in the terminal of the table, and start it with this command. The games stay:"
    return tag(
        "details.unknown.only-here",
        only,
        tag("p", "Here, use another browser of this machine, or its private window."),
        tag("p", how),
        tag("p", tag("code", base.command), " ", button("Copy", data_copy=base.command, class_="small")),
        tag("p", others_open(base)),
    )


def qr_code(text: str) -> Markup:
    """A text as a QR code: an SVG that is drawn here, in the colour of the text around it."""
    made = qrcode.QRCode(border=2, image_factory=SvgPathImage)
    made.add_data(text)
    out = io.BytesIO()
    made.make_image().save(out)
    drawn = out.getvalue().decode("utf-8")
    drawn = drawn[drawn.index("<svg") :].replace(' id="qr-path"', "")  # several stand on one page
    return Markup(drawn.replace("<svg", '<svg class="qr" role="img" aria-label="QR code of the link"', 1))


def invited(base: Base, who: str, link: str, by_program: bool, free: bool = False) -> Markup:
    """The link of one seat, with a QR code where others can open the link.

    ``by_program``: the program plays there until somebody takes the seat. ``free``: nobody plays there yet, so the program may.
    """
    does = {"data_do": "let-program", "data_secret": link.partition("#")[2], "id": f"let-{who}"}
    taken = f"The program plays {who}; whoever opens this link can take the seat."
    address = tag("input.link", type="text", readonly=True, value=link, aria_label=f"link for {who}", data_fresh=True)
    return tag(
        "section.invite",
        tag("h3", who),
        tag("p.small-text", taken) if by_program else None,
        button(f"Let the program play {who}", data_close=True, **does) if free else None,
        qr_code(link) if not (base.command or by_program) else None,
        address,
        button("Copy", data_copy=link),
    )
