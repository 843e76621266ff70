"""Which place of a shortcut a page looks at: the latest word of a dragged slider counts, and earlier ones are let go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from reiterate.web import shortcut_part
from reiterate.web.live import Fragment
from reiterate.web.markup import NOTHING
from reiterate.web.page_frame import Words, refusal, whole_number
from reiterate.web.site import Told

#: Asks the service for what a verb gives, with the values that the verb takes.
Work = Callable[..., Awaitable[Any]]


class Asks(Protocol):
    """Whatever scenes are asked of: a seat at a game, or a board that is no game."""

    async def ask(self, call: str, /, **values: Any) -> Any:
        """What a call gives, or ``Told``."""


class Looking:
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

    async def begin(self, script: str) -> Told | None:
        """Look at the end of a script, or of the shortcut that waits."""
        self.script, self.scene, self.of = script, None, []
        return await self.show(whole=True)

    async def again(self) -> Told | None:
        """The same place once more, because others may have answered."""
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

    def on_stack(self, number: int, entry: Mapping[str, Any]) -> dict[str, str] | None:
        """What lies on the stack of a looked-at place is a button: it leads to a place at which one may stop."""
        if self.scene is None:
            return None
        return {"data_do": "stack", "data_text": entry["text"], "id": f"stack-{number}"}

    def draw(self, slider: Fragment, scrubber: Fragment, title: str, problem: Told | None = None) -> None:
        """Draw the shortcut and its slider, or neither. ``problem``: why the iteration that was typed is not shown."""
        said = NOTHING if problem is None else refusal(problem)
        slider.show(NOTHING if self.scene is None else shortcut_part.slider(self.scene, self.growth, title, said))
        scrubber.show(NOTHING if self.scene is None else shortcut_part.scrubber(self.scene))

    @property
    def iteration(self) -> str:
        """The iteration that is shown, as one types it; "" for one that nobody could write."""
        found = self.scene["iteration"] if self.scene is not None else "0"
        return found if isinstance(found, str) else ""

    @property
    def _block(self) -> int:
        return int(self.scene["block"]) if self.scene is not None else 0

    async def show(self, whole: bool = False, **wanted: Any) -> Told | None:
        """Show a place (``scenes.Wanted``); None where it is shown, or where a later word has come in the meantime.

        ``whole``: another line of the script is looked at, or another script, so that something else grows.
        """
        self.words += 1
        word = self.words
        found = await self.seat.ask("scene", **{"script": self.script, "block": self._block} | wanted)
        if isinstance(found, Told):
            return found
        if word == self.words:
            self.scene = found
            self.faces.update({each["name"]: each for each in found["faces"]})
        if whole:
            grown = await self.seat.ask("growth", script=self.script, block=self._block)
            self.growth = None if isinstance(grown, Told) else grown
        return None


class LookWords:
    """What a person says of the place of a shortcut that is looked at, by a slider, a typed number or a strip of places.

    ``looking``: the look of the page, None where it shows none. ``tell`` says why nothing else is shown; None: it is.
    ``draw`` draws the place. In: whether the slider is drawn too, and what is wrong with the number that was typed there.
    """

    def __init__(
        self,
        looking: Callable[[], Looking | None],
        tell: Callable[[Told | None], None],
        draw: Callable[[bool, Told | None], None],
    ) -> None:
        self.looking = looking
        self.tell = tell
        self.draw = draw
        self.misread = False  # whether it stands beside the number that was typed why that is not shown

    async def _show(self, whole: bool = False, typed: bool = False, **wanted: Any) -> None:
        looking = self.looking()
        if looking is None:
            return
        found = await looking.show(whole, **wanted)
        if looking is not self.looking():  # something else was asked meanwhile
            return
        self.tell(None if typed else found)
        again, self.misread = self.misread, typed and found is not None
        self.draw(whole or typed or again, found if typed else None)

    async def hears_look(self, words: Words) -> None:
        """A position of the slider, or a step from the iteration that is shown, such as ``+1``."""
        looking, position = self.looking(), words.get("value", "")
        if words.get("step") and looking is not None:
            await self._show(iteration=looking.iteration, moved=words["step"])
        elif whole_number(position, 4) >= 0:
            await self._show(position=int(position))

    async def hears_exactly(self, words: Words) -> None:
        """An iteration as typed, which may be nothing but a blank."""
        await self._show(typed=True, iteration=words.get("iteration", "") or " ")

    async def hears_block(self, words: Words) -> None:
        """Another line of the script."""
        if whole_number(words.get("block", "")) >= 0:
            await self._show(whole=True, block=int(words["block"]))

    async def hears_place(self, words: Words) -> None:
        """A place inside of the iteration that is shown; 0 for behind it."""
        looking = self.looking()
        if whole_number(words.get("choice", "")) >= 0 and looking is not None:
            await self._show(iteration=looking.iteration, choice=int(words["choice"]))

    async def hears_stack(self, words: Words) -> None:
        """Something on the stack was touched: the first place of one's own with that on the stack."""
        looking = self.looking()
        number = looking.stop_with(words.get("text", "")) if looking is not None else 0
        if number:
            await self.hears_place({"choice": str(number)})


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

    async def read(self) -> Told | None:
        """Read the board itself, and what stands on its cards."""
        found = await self.work("page board", position=self.text)
        if isinstance(found, Told):
            return found
        self.plain = found["board"]
        self.faces = {each["name"]: each for each in found["faces"]}
        return None
