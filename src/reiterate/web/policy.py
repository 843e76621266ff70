"""What pages may load and run: nothing but the program's own files."""

from __future__ import annotations


def policy(pictures: str = "") -> str:
    """The ``Content-Security-Policy`` of a page; ``pictures``: another site that pictures come from."""
    images = f" {pictures}" if pictures else ""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{images}; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
