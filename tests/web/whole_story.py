"""The whole story in real browsers: from "Which cards make a loop?" to a cut in iteration 7, and played on to the win.

One page is loaded anew on the way, the wire of another one is cut, and the server is killed and started again. A ``Way`` says how
wide the screens are, who sits there as third, and whether everything is done by keys. Every stage is looked at in light and dark.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.support.browsers import GONE, OpenTable, Visitor, Wire, axe, open_table, patience
from tests.support.files import ROOT
from tests.support.patience import until
from tests.web.stages import NAMELESS, NARROW, PALE, drag_to_seven

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

#: Where the screenshots of all stages are kept; they are no part of the record.
SHOTS: Final = ROOT / "build" / "stories"

#: An iteration of the combo, a line for each choice.
LAP: Final = "activate Kiki-Jiki, Mirror Breaker targeting Zealous Conscripts #1 of p1\nall pass\ntarget Kiki-Jiki, Mirror Breaker\nall pass"

#: What lies on the stack where the story stops.
TRIGGER: Final = "gain control of target permanent"

#: Whom the creatures attack where there are two to attack: four each, of which three are enough.
SPLIT: Final = (
    "attack with Zealous Conscripts #1 of p1 attacking p2 and 3 sick Zealous Conscripts attacking p2"
    " and 3 sick Zealous Conscripts attacking p3 and Zealous Conscripts #3 of p1 attacking p3"
)

#: Keeps whether a pointer was ever used, over all pages of a browser's tab.
_POINTED: Final = "addEventListener('pointerdown', () => sessionStorage.setItem('pointed', 'yes'), true)"


@dataclass(frozen=True, slots=True)
class Way:
    """A way to go through the story. ``third``: who sits there besides two players; "" for nobody."""

    name: str
    width: int = 1280
    third: str = ""
    keys: bool = False

    @property
    def players(self) -> int:
        """How many players there are."""
        return 3 if self.third == "p3" else 2


WAYS: Final = (
    Way("two browsers"),
    Way("three players", third="p3"),
    Way("two players and a judge", third="judge"),
    Way("phones", width=360),
    Way("phones of three players", width=360, third="p3"),
    Way("wide screens", width=2200),
    Way("keys alone", keys=True),
    Way("keys alone on phones", width=360, keys=True),
)


class Person(Visitor):
    """Somebody in the story, who does everything by keys or by pointer. ``tally``: what all of them have done."""

    def __init__(self, browser: Browser, link: str, way: Way, tally: Counter[str], ready: str = ".board") -> None:
        self.keys = way.keys
        self.tally = tally
        tally["browsers"] += 1
        super().__init__(browser, link, way.width, ready=ready, before=self._before)

    def _before(self) -> None:
        self.context.add_init_script(_POINTED)
        self.page.set_default_timeout(patience())
        self.page.on("load", self._loaded)

    def _loaded(self, _: Page) -> None:
        self.tally["pages loaded"] += 1

    def found(self, selector: str, words: str = "") -> Locator:
        """The first element that fits."""
        return self.page.locator(selector, has_text=words or None).first

    def reach(self, selector: str, words: str = "") -> None:
        """Go to an element with the Tab key alone."""
        self.found(selector, words).wait_for()
        for _ in range(400):
            if self.found(selector, words).evaluate("e => e === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not reach {selector} {words}")

    def press(self, selector: str, words: str = "") -> None:
        """Press a button, a link, or what unfolds something."""
        if self.keys:
            self.reach(selector, words)
            self.page.keyboard.press("Enter")
        else:
            self.found(selector, words).click()

    def write(self, selector: str, text: str) -> None:
        """Put a text into a field, in place of what is there."""
        if self.keys:
            self.reach(selector)
            self.page.keyboard.press("Control+A")
            self.page.keyboard.insert_text(text)
        else:
            self.page.fill(selector, text)

    def key_or_press(self, key: str, selector: str) -> None:
        """Press a button, where keys are used by the key that stands on it."""
        if self.keys:
            self.wait(selector)
            self.page.keyboard.press("Escape")
            self.page.keyboard.press(key)
        else:
            self.page.click(selector)

    def take_name(self, letters: str) -> None:
        """Type some letters of a card's name, and take the first name that is offered."""
        before = self.page.locator(".chip").count()
        if self.keys:
            self.reach("#card")
        else:
            self.page.click("#card")
        self.page.keyboard.type(letters)
        self.wait("#card-names [role=option]")
        if self.keys:
            self.page.keyboard.press("ArrowDown")
            self.page.keyboard.press("Enter")
        else:
            self.page.click("#card-name-0")
        self.soon(lambda: self.page.locator(".chip").count() == before + 1)

    def last(self) -> int:
        """The number of the last entry that the page shows."""
        return int(self.found(".past .number").inner_text())

    def choose_and_see(self, words: str) -> None:
        """Make a choice, and wait until it has happened."""
        before = self.last()
        self.tally["choices made"] += 1
        choice = self.found(".choice", words)
        choice.wait_for()
        key = (choice.get_attribute("data-key") or "").split()
        if self.keys and key:
            self.page.keyboard.press("Escape")
            self.page.keyboard.press(key[-1])
        else:
            self.press(".choice", words)
        self.soon(lambda: self.last() > before)

    def soon(self, what: Callable[[], Any]) -> None:
        """Wait until something is so, also while the page is loaded anew."""
        from playwright.sync_api import Error as Failed

        def is_so() -> bool:
            with suppress(Failed):
                return bool(what())
            return False

        until(is_so)

    def loaded_anew(self) -> None:
        """Wait until the page that had a mark has made way for a new one."""
        self.soon(lambda: self.page.evaluate("window.before !== true"))

    def gone(self) -> None:
        """Go; nothing may have gone wrong, and whoever uses keys has touched no pointer."""
        pointed = self.page.evaluate("sessionStorage.getItem('pointed')")
        assert not (self.keys and pointed), "a pointer was used"
        self.close(*GONE)


class Story:
    """The story on one way; ``tally`` counts what was done, and ``wrong`` keeps what was found at its stages."""

    def __init__(self, browser: Browser, way: Way, folder: Path) -> None:
        self.browser = browser
        self.way = way
        self.folder = folder
        self.tally: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.people: dict[str, Person] = {}
        self.shots = SHOTS / way.name.replace(" ", "-")
        self.axe = (axe() or Path()).read_text(encoding="utf-8") if axe() is not None else ""

    def tell(self) -> Counter[str]:
        """Go through the story; what was counted. Raises ``AssertionError`` where something is not as told."""
        shutil.rmtree(self.shots, ignore_errors=True)
        self.shots.mkdir(parents=True)
        with open_table(self.folder, "--opponent", "person") as table:
            self._which_cards(table)
            with self._seats(table):
                self._propose()
                table.kill()
                with open_table(self.folder, "--opponent", "person", port=table.port):
                    self._came_back()
                    self._cut()
                    self._wire_cut()
                    self._play_on()
        assert self.wrong == [], "\n".join(dict.fromkeys(self.wrong))
        self.tally["stories"] += 1
        return self.tally

    # --- looks ---------------------------------------------------------------------------------------------------

    def stage(self, name: str, *who: str) -> None:
        """Look at pages in light and dark: names, contrast, room, what axe-core knows, and a screenshot."""
        for each in who:
            page = self.people[each].page
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                place = f"{name}, {each}, {scheme}"
                for look in (NAMELESS, PALE, NARROW):
                    self.wrong += [f"{place}: {found}" for found in page.evaluate(look)]
                self._axe(each, place)
                number = self.tally["screens looked at"] = self.tally["screens looked at"] + 1
                file = f"{number:02} {place}.png".replace(", ", "-").replace(" ", "-")
                page.screenshot(path=self.shots / file, full_page=True)
            page.emulate_media(color_scheme="light")

    def _axe(self, who: str, place: str) -> None:
        if not self.axe:
            return
        page = self.people[who].page
        page.evaluate(self.axe)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
        self.tally["screens checked by axe"] += 1
        self.tally["serious findings"] += sum(each["impact"] in ("serious", "critical") for each in found["violations"])
        for each in found["violations"]:
            nodes = "; ".join(str(node["html"])[:160] for node in each["nodes"][:3])
            self.wrong.append(f"{place}: {each['id']} ({each['impact']}): {nodes}")

    # --- the story -----------------------------------------------------------------------------------------------

    def _which_cards(self, table: OpenTable) -> None:
        """Two names, the proof, iteration 7 on the answer's board, and a game from it in which the others have a Bolt."""
        one = Person(self.browser, f"{table.address}/", self.way, self.tally, ready="#card")
        one.soon(lambda: one.page.evaluate("'live' in document.body.dataset"))
        self.people["p1"] = one
        self.stage("which cards", "p1")
        one.take_name("kiki-j")
        one.take_name("zealous consc")
        if self.way.players == 3:
            one.press("#more-asked > summary")
            one.write("#life", "10")
            one.page.select_option("#players", "3")
        one.press("#prove")
        one.see(".verdict", "proved")
        one.wait("#iterations")
        self.stage("the answer", "p1")
        one.write("#exactly", "7")
        one.page.keyboard.press("Enter")
        one.see("#reached", "after 7 of 10^100 iterations")
        self.stage("iteration 7 of the answer", "p1")
        one.press("#answer-file-shown > summary")
        position = one.page.input_value("#answer-file")
        one.press("#by-text > summary")
        one.write("#position", with_bolts(position))
        one.press("form[data-do=begin-text] button.go")
        one.wait("#take-seat")
        self.stage("the game is ready", "p1")
        one.press("#take-seat")
        one.wait(".board .mine .card")
        one.wait("body[data-live]")  # its scripts hear
        assert one.page.url.endswith("/p1")  # the secret has gone out of the address

    @contextmanager
    def _seats(self, table: OpenTable) -> Iterator[None]:
        """The others are invited and sit down; p2 behind a wire that can be cut."""
        one = self.people["p1"]
        one.press("#invite")
        one.see("dialog[open]", "Invite")
        links = {
            who: one.page.input_value(f"#invites [aria-label='link for {who}']")
            for who in ("p2", self.way.third)
            if who
        }
        self.stage("inviting", "p1")
        one.page.keyboard.press("Escape")
        self.wire = Wire(table.port)
        links["p2"] = links["p2"].replace(f":{table.port}/", f":{self.wire.port}/")
        for who, link in links.items():
            self.people[who] = Person(self.browser, link, self.way, self.tally)
        self.stage("the board", *self.people)
        try:
            yield
            for person in self.people.values():
                person.gone()
        finally:
            self.wire.close()

    def _propose(self) -> None:
        """p1 looks where the iteration leads, proposes 10^100 of it, and loads the page anew."""
        one = self.people["p1"]
        if one.keys:
            one.page.keyboard.press("g")
        elif not one.page.locator("#proposal-form[open]").count():
            one.press("#proposal-form > summary")
        one.write("#times", "10^100")
        one.write("#lap", LAP)
        one.key_or_press("f", "#foresee")
        one.see(".reached", "after 10^100 of 10^100 iterations")
        one.see(".looked-at .card.token", "10^100")
        self.stage("where it leads", "p1")
        one.key_or_press("o", "#propose")
        self.tally["choices made"] += 1
        one.see(".answer", "next to answer")
        one.page.reload()
        one.see(".answer", "next to answer")
        self.people["p2"].wait("#accept")
        self.stage("asked", *self.people)
        for person in self.people.values():
            person.page.evaluate("window.before = true")

    def _came_back(self) -> None:
        """All pages come back by themselves when the server does, and show what waited."""
        self.tally["servers killed"] += 1
        for person in self.people.values():
            person.loaded_anew()
            person.see(".answer", "p1 proposes a shortcut")
            person.see(".past", "p1 proposes")

    def _cut(self) -> None:
        """p2, or p3 behind p2, goes to iteration 7, touches the trigger on the stack, and stops there."""
        two = self.people["p2"]
        if self.way.third == "judge":
            two.key_or_press("j", "#ask-judge")
            self.people["judge"].see(".past", "p2 to the judge")
            two.see(".ruling", "p1")
            self.stage("a judge is asked", *self.people)
        if self.way.third == "p3":
            two.write("#exactly", "10")
            two.page.keyboard.press("Enter")
            two.see("#reached", "after 10 of")
            self._stop(two, 10, 7)
            self.people["p3"].see(".answer", "p2 stops it at iteration 10")
        stopper = self.stopper
        stopper.wait("#accept")
        if stopper.keys:
            stopper.page.keyboard.press("Escape")
            stopper.page.keyboard.press("i")
            stopper.page.keyboard.press("Home")
            stopper.see(".reached", "after 0 of")
            for number in range(1, 8):
                stopper.page.keyboard.press("ArrowRight")
                stopper.see(".reached", f"after {number} of")
        elif self.way.width < 500:  # a pixel of a slider this short is several iterations
            stopper.write("#exactly", "7")
            stopper.page.keyboard.press("Enter")
            stopper.see("#reached", "after 7 of")
        else:
            drag_to_seven(stopper)
        stopper.see(".looked-at .card.token", "7 × Zealous Conscripts")
        self.stage("iteration 7", *self.people)
        self._stop(stopper, 7, 8 if self.way.players == 3 else 6)
        for person in self.people.values():
            person.see(".past", f"{self.stopping} stops the shortcut at iteration 7")
            person.see(".stack", TRIGGER)
        self.stage("stopped", *self.people)

    @property
    def stopping(self) -> str:
        """The seat that stops in iteration 7."""
        return "p3" if self.way.third == "p3" else "p2"

    @property
    def stopper(self) -> Person:
        """Who stops in iteration 7."""
        return self.people[self.stopping]

    def _stop(self, person: Person, iteration: int, place: int) -> None:
        """Touch a place in an iteration, its trigger on the stack, and stop there."""
        if person.keys:
            person.reach("#place-1")
            for _ in range(place - 1):
                person.page.keyboard.press("ArrowRight")
            person.page.keyboard.press("Enter")
        else:
            person.found(f"#place-{place - 1}").click()
            person.see(".looked-at .stack", TRIGGER)
            person.page.click("#stack-0")
        person.see("#stop-where", f"iteration {iteration}, before choice {place}")
        self.stage("a place", next(who for who, each in self.people.items() if each is person))
        person.key_or_press("s", "#stop-here")
        self.tally["choices made"] += 1

    def _wire_cut(self) -> None:
        """The wire of p2 is cut; p1 speaks meanwhile, and when the wire is mended p2 sees the words."""
        one, two = self.people["p1"], self.people["p2"]
        self.wire.cut()
        self.tally["wires cut"] += 1
        two.soon(lambda: two.page.locator("#lost:not([hidden])").count() == 1)
        self.stage("the wire is cut", "p2")
        one.press("#talk > summary")
        one.write("#chat", "take your time")
        one.page.keyboard.press("Enter")
        one.see(".past", "take your time")
        one.page.keyboard.press("Escape")
        self.wire.mend()
        two.see(".past", "take your time")

    def _play_on(self) -> None:
        """The Bolt in response to the trigger; all pass; the tokens attack; p1 wins."""
        self.stopper.choose_and_see("activate Mountain")
        self.stopper.choose_and_see("cast Lightning Bolt targeting Kiki-Jiki, Mirror Breaker")
        self.people["p1"].see(".stack", "Lightning Bolt")
        self.stage("a Bolt in response", *self.people)
        one = self._pass_until("attack with")
        assert one is self.people["p1"]
        self.stage("who attacks", "p1")
        if self.way.players == 3:
            one.press("#as-lines > summary")  # with two players to attack there are too many lines to stand unfolded
            one.press(".edit >> nth=1")
            assert one.page.input_value("#line").startswith("attack with")
            before = one.last()
            one.write("#line", SPLIT)
            one.page.keyboard.press("Enter")
            self.tally["choices made"] += 1
            one.soon(lambda: one.last() > before)
            one.page.keyboard.press("Escape")
        else:
            one.choose_and_see(" and 7 newly arrived Zealous Conscripts")
        self.stage("attacked", *self.people)
        assert self._pass_until("no such choice") is None
        for person in self.people.values():
            person.see("h2", "The game is over")
            person.see(".panel", "p1 has won")
        self.stage("the win", *self.people)

    def _pass_until(self, words: str) -> Person | None:
        """Whoever has a choice with these words, after all others have passed; None where the game is over."""
        found: list[Person | None] = []

        def step() -> bool:
            for person in self._players():
                if person.page.locator(".choice", has_text=words).count():
                    found.append(person)
                elif person.page.locator("h2", has_text="The game is over").count():
                    found.append(None)
                elif person.page.locator(".choice[data-line=pass]").count():
                    person.choose_and_see("pass")
                    return False
            return bool(found)

        for _ in range(1000):
            if step():
                return found[0]
            self.people["p1"].page.wait_for_timeout(50)
        raise AssertionError("nobody goes on")

    def _players(self) -> Sequence[Person]:
        return [person for who, person in self.people.items() if who != "judge"]


def with_bolts(position: str) -> str:
    """The position file of an answer, in which each opponent has a Lightning Bolt and a Mountain in place of unknown cards."""
    unknown, known = "    hand: '7'\n", "    hand: [Lightning Bolt]\n    battlefield: [Mountain]\n"
    assert unknown in position
    return position.replace(unknown, known)


def told(browser: Browser, way: Way) -> Counter[str]:
    """Go through the story on a way, with a database of its own; what was counted."""
    with tempfile.TemporaryDirectory(prefix="story-") as folder:
        return Story(browser, way, Path(folder)).tell()
