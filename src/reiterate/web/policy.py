"""What pages may load and run: nothing but the program's own files, and scripts that carry the number of their response.

NiceGUI writes scripts and styles into a page. Each response gets a number that nobody can guess; scripts and styles that carry it
run, and others don't. ``unsafe-eval`` and ``unsafe-inline`` are not needed, because pages are made of ``Fragment`` and plain elements alone.
"""

from __future__ import annotations

import secrets
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: The header by which NiceGUI marks its pages.
PAGE: Final = "x-nicegui-content"


def policy(nonce: str = "", pictures: str = "") -> str:
    """The ``Content-Security-Policy`` of a page; ``pictures``: another site that pictures come from."""
    numbered = f" 'nonce-{nonce}'" if nonce else ""
    images = f" {pictures}" if pictures else ""
    return (
        f"default-src 'none'; script-src 'self'{numbered}; style-src 'self'{numbered}; img-src 'self' data:{images}; "
        "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


class Numbered:
    """An application whose pages get a number of their own, on each script and style and in the policy."""

    def __init__(self, app: ASGIApp, pictures: str = "") -> None:
        self.app = app
        self.pictures = pictures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start: Message = {}
        parts: list[bytes] = []

        async def numbered(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
                if PAGE not in MutableHeaders(scope=start):
                    await send(message)
            elif PAGE not in MutableHeaders(scope=start):
                await send(message)
            else:
                parts.append(message.get("body", b""))
                if not message.get("more_body", False):
                    await self._whole(start, b"".join(parts), send)

        await self.app(scope, receive, numbered)

    async def _whole(self, start: Message, body: bytes, send: Send) -> None:
        nonce = secrets.token_urlsafe(18)
        text = body.decode("utf-8")
        for name in ("script", "style"):
            text = text.replace(f"<{name}", f'<{name} nonce="{nonce}"')
        written = text.replace(' style="display: none"', " hidden").encode("utf-8")
        headers = MutableHeaders(scope=start)
        headers["content-security-policy"] = policy(nonce, self.pictures)
        headers["content-length"] = str(len(written))
        await send(start)
        await send({"type": "http.response.body", "body": written})
