"""Which place of a shortcut somebody looks at: the latest word of a dragged slider counts, and earlier ones are let go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

#: Asks the service for what a verb gives, with the values that the verb takes.
Work = Callable[..., Awaitable[Any]]


class Asks(Protocol):
    """Whatever scenes are asked of: a seat at a game, or a board that is no game."""

    async def ask(self, call: str, /, **values: Any) -> Any:
        """What a call gives: a JSON object, or anything else that says why there is none."""


class Look:
    """A look at a shortcut. ``scene``: what is shown, None where the page shows the game as it is.

    ``script``: one that nobody has proposed; "" for the shortcut that waits, which ``of`` tells from others.
    ``words``: how often something was asked for. A page draws the number, so that each word of a slider is answered by a change.
    """

    def __init__(self, seat: Asks) -> None:
        self.seat = seat
        self.script = ""
        self.scene: dict[str, Any] | None = None
        self.growth: dict[str, Any] | None = None
        self.of: list[str] = []
        self.words = 0
        self.faces: dict[str, Mapping[str, Any]] = {}  # what stands on tokens that were seen, by name

    def forget(self) -> None:
        """Look at the game as it is."""
        self.script, self.scene, self.growth, self.of = "", None, None, []
        self.words += 1

    async def begin(self, script: str) -> Any:
        """Look at the end of a script, or of the shortcut that waits; out as ``show``."""
        self.script, self.scene, self.of = script, None, []
        return await self.show(whole=True)

    async def again(self) -> Any:
        """The same place once more, because others may have answered; out as ``show``."""
        stops = [] if self.scene is None else [each["place"] for each in self.scene["stops"]]
        place = self.scene["place"] if self.scene is not None else ""
        return await self.show(iteration=self.iteration, choice=stops.index(place) + 1 if place in stops else 0)

    def stop_with(self, text: str) -> int:
        """The first place of one's own in this iteration with something on the stack; else the first place with it; 0 for none."""
        stops: list[Mapping[str, Any]] = [] if self.scene is None else self.scene["stops"]
        there = [number for number, each in enumerate(stops, 1) if text in each["stack"]]
        mine = [number for number in there if stops[number - 1]["mine"]]
        return (mine or there or [0])[0]

    @property
    def changed(self) -> dict[str, tuple[Any, Any]]:
        """The numbers that are otherwise than now, by their paths (``board_drawing.Drawing``)."""
        changes = [] if self.scene is None else self.scene["changes"]
        return {each["path"]: (each["before"], each["after"]) for each in changes}

    @property
    def iteration(self) -> str:
        """The iteration that is shown, as one types it; "" for one that nobody could write."""
        found = self.scene["iteration"] if self.scene is not None else "0"
        return found if isinstance(found, str) else ""

    @property
    def _block(self) -> int:
        return int(self.scene["block"]) if self.scene is not None else 0

    async def show(self, whole: bool = False, **wanted: Any) -> Any:
        """Show a place (``scenes.Wanted``). Out: None where it is shown, or where a later word has come in the meantime; else why not, as asked.

        ``whole``: another line of the script is looked at, or another script, so that something else grows.
        """
        self.words += 1
        word = self.words
        found = await self.seat.ask("scene", **{"script": self.script, "block": self._block} | wanted)
        if not isinstance(found, dict):
            return found
        if word == self.words:
            self.scene = found
            self.faces.update({each["name"]: each for each in found["faces"]})
        if whole:
            grown = await self.seat.ask("growth", script=self.script, block=self._block)
            self.growth = grown if isinstance(grown, dict) else None
        return None


class BoardLook:
    """A position file that is looked at as a shortcut of a game is (``Looking``): the same questions, and no game."""

    def __init__(self, work: Work, text: str) -> None:
        self.work = work
        self.text = text
        self.faces: dict[str, Mapping[str, Any]] = {}
        self.plain: dict[str, Any] = {}

    async def ask(self, call: str, /, **values: Any) -> Any:
        """A scene, or what grows."""
        return await self.work(f"page {call}", position=self.text, look=values)

    async def read(self) -> Any:
        """Read the board itself, and what stands on its cards. Out: None, or why not, as asked."""
        found = await self.work("page board", position=self.text)
        if not isinstance(found, dict):
            return found
        self.plain = found["board"]
        self.faces = {each["name"]: each for each in found["faces"]}
        return None
