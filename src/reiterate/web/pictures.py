"""Pictures of cards, where a person says from where: an address with ``{name}`` in it, or a folder of files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

from reiterate.refusals import INPUT, Refusal, Where

#: Endings of picture files that are looked for in a folder, and their media types.
KINDS: Final = {".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}

#: Where pictures of a folder are served.
AT: Final = "/pictures/"


@dataclass(frozen=True, slots=True)
class Pictures:
    """From where pictures come: ``template`` is an address, ``folder`` a folder; "" and None for no pictures at all."""

    template: str = ""
    folder: Path | None = None

    def address(self, name: str) -> str:
        """The address of a card's picture; "" where there are none."""
        if self.template:
            return self.template.replace("{name}", quote(name, safe=""))
        if self.folder is not None and self.file(name) is not None:
            return AT + quote(name, safe="")
        return ""

    def file(self, name: str) -> Path | None:
        """The file of a card's picture in the folder."""
        if self.folder is None or not name or name.startswith(".") or "/" in name or "\\" in name or "\0" in name:
            return None
        found = (self.folder / f"{name}{ending}" for ending in KINDS)
        return next((file for file in found if file.is_file()), None)

    @property
    def source(self) -> str:
        """The other site that a page has to be allowed to load pictures from; "" for none."""
        parts = urlsplit(self.template)
        return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def pictures_of(words: str) -> Pictures | Refusal:
    """Pictures as a person names them: an address such as ``https://example.org/{name}.jpg``, or a folder; "" for none."""
    if not words:
        return Pictures()
    refused = Refusal(
        INPUT,
        "pictures",
        f"'{words[:200]}' gives no pictures",
        "a folder, or an address with {name} in it",
        where=Where(span=f"--pictures {words[:200]}"),
    )
    if words.startswith(("http://", "https://")):
        host = urlsplit(words).netloc
        plain = host and all(each.isalnum() or each in ".-:" for each in host)
        return Pictures(template=words) if plain and "{name}" in words and "{name}" not in host else refused
    folder = Path(words)
    return Pictures(folder=folder.resolve()) if folder.is_dir() else refused
