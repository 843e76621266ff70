"""How a page draws the place of a shortcut that is looked at (``table/looking.py``), and the words that lead to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reiterate.table.looking import Look
from reiterate.web import shortcut_part
from reiterate.web.live import Fragment
from reiterate.web.markup import NOTHING
from reiterate.web.page_frame import Words, refusal, whole_number
from reiterate.web.site import Told


class Looking(Look):
    """A look at a shortcut, as a page draws it."""

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
