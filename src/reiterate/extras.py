"""What parts of the program need beside the base installation: its extras, and what is said where one is not installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from reiterate.refusals import INPUT, Refusal

#: What the store imports.
STORE: Final = ("sqlalchemy", "alembic")

#: What a survey on a Dask cluster imports.
DASK: Final = ("distributed",)

#: What the service imports, and what the pages import beside that.
SERVICE: Final = ("fastapi", "uvicorn", "wsproto")
PAGES: Final = (*STORE, *SERVICE, "qrcode")


def missing(what: str, modules: tuple[str, ...] = STORE, extra: str = "web") -> Refusal | None:
    """Why a part of the program can't be used: modules of an extra are not installed; None where all are.

    In: what needs them, in words ("the table"); the modules; the extra that installs them.
    """
    absent = [name for name in modules if find_spec(name) is None]
    if not absent:
        return None
    message = f"{what} needs what is not installed: {', '.join(absent)}"
    return Refusal(INPUT, "extra-missing", message, f"pip install 'reiterate[{extra}]'")
