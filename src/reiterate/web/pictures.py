"""Pictures of cards, where a person says from where: an address with ``{name}`` in it, the card file, or a folder of files."""

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

#: The word for the addresses of a card file, and the site to which those of Scryfall's files lead.
CARDS: Final = "cards"
SCRYFALL: Final = "https://cards.scryfall.io"


@dataclass(frozen=True, slots=True)
class Pictures:
    """From where pictures come: ``template`` is an address, ``folder`` a folder, ``cards`` the addresses of the card file; none of them for no pictures at all.

    ``sites``: the sites from which pages may load pictures, and those to which these lead on.
    """

    template: str = ""
    folder: Path | None = None
    cards: bool = False
    sites: tuple[str, ...] = ()

    def address(self, name: str, known: str = "") -> str:
        """The address of a card's picture; "" where there are none. ``known``: as the card file has it, which counts for a site that is allowed."""
        if self.cards:
            return known if _site(known) in self.sites else ""
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
        """The other sites that a page has to be allowed to load pictures from, with blanks between; "" for none."""
        return " ".join(self.sites)


def _site(address: str) -> str:
    """The site of an address, such as ``https://example.org``; "" where it is none that a policy can name."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    plain = parts.netloc and all(each.isascii() and (each.isalnum() or each in ".-:") for each in parts.netloc)
    return f"{parts.scheme}://{parts.netloc}" if plain and parts.scheme in ("http", "https") else ""


def pictures_of(words: str) -> Pictures | Refusal:
    """Pictures as a person names them: an address such as ``https://example.org/{name}.jpg``, ``cards``, or a folder; "" for none.

    Behind an address or ``cards`` stand more sites that are allowed, such as one to which the address leads on.
    """
    if not words:
        return Pictures()
    refused = Refusal(
        INPUT,
        "pictures",
        f"'{words[:200]}' gives no pictures",
        "a folder, an address with {name} in it, or cards; behind one of the latter https://SITE for each site that it leads on to",
        where=Where(span=f"--pictures {words[:200]}"),
    )
    first, *more = words.split()
    if first == CARDS or first.startswith(("http://", "https://")):
        sites = tuple(dict.fromkeys((SCRYFALL if first == CARDS else _site(first), *more)))
        if any(not each or each != _site(each) for each in sites) or (first != CARDS and "{name}" not in first):
            return refused
        return Pictures(template="" if first == CARDS else first, cards=first == CARDS, sites=sites)
    folder = Path(words)
    return Pictures(folder=folder.resolve()) if folder.is_dir() else refused
