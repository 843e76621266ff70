"""The whole story in real browsers: from "Which cards make a loop?" to a cut in iteration 7, and played on to the end.

One page is loaded anew on the way, the wire of another one is cut, and the server is killed and started again. A ``Way`` says how
wide the screens are, in which colours they stand, with which hands all is done, who sits there, and how the game ends.
The contrast of every stage is measured in light and in dark. How far the pages shift by themselves is measured throughout.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from tests.support.browsers import GONE, OpenTable, Visitor, Wire, axe, open_table, patience
from tests.support.files import ROOT
from tests.support.patience import until
from tests.support.shifts import KEEPS_SHIFTS, MOST_SHIFT, shifts
from tests.web.stages import NAMELESS, NARROW, PALE, at_the_table, drag_to_seven

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

#: Waits until a page is drawn.
_DRAWN: Final = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"

#: What a page's clock says, in seconds.
_NOW: Final = "(performance.timeOrigin + performance.now()) / 1000"

#: By which everything is done, and how a game ends.
POINTER, TOUCH, KEYS = "pointer", "touch", "keys"
WIN, RULE_DRAW, AGREED_DRAW, CONCESSION, RULING = "win", "draw by rule", "agreed draw", "concession", "ruling"


@dataclass(frozen=True, slots=True)
class Way:
    """A way to go through the story. ``third``: who sits there besides two players; "" for nobody.

    ``dark``: the pages stand in dark colours. ``hands``: by which everything is done. ``ending``: how the game ends; a ruling is taken back, and
    behind that the game is won.
    """

    width: int
    dark: bool
    hands: str
    third: str = ""
    ending: str = WIN

    @property
    def players(self) -> int:
        """How many players there are."""
        return 3 if self.third == "p3" else 2

    @property
    def people(self) -> str:
        """Who sits there, in words."""
        return {"": "two players", "p3": "three players", "judge": "two players and a judge"}[self.third]

    @property
    def name(self) -> str:
        """What the way is called: no two are called alike."""
        return f"{self.people}, {self.hands}, {self.width} {'dark' if self.dark else 'light'}, {self.ending}"


#: Each size in light and in dark, by gestures and by keys; two people, three, and a judge; each ending by gestures and by keys.
WAYS: Final = (
    Way(390, True, TOUCH, "", RULE_DRAW),
    Way(390, False, KEYS, "", AGREED_DRAW),
    Way(390, False, TOUCH, "p3"),
    Way(390, True, KEYS, "judge", RULING),
    Way(768, False, TOUCH, "p3", CONCESSION),
    Way(768, True, KEYS, "p3"),
    Way(768, True, POINTER, "judge", RULING),
    Way(768, False, KEYS, "", CONCESSION),
    Way(1280, False, POINTER, ""),
    Way(1280, True, KEYS, "p3", CONCESSION),
    Way(1280, True, POINTER, "judge", RULING),
    Way(1280, False, KEYS, "judge", RULING),
    Way(2200, True, POINTER, "", AGREED_DRAW),
    Way(2200, False, KEYS, "", RULE_DRAW),
    Way(2200, False, POINTER, "p3"),
    Way(2200, True, KEYS, "p3"),
)


class Person(Visitor):
    """Somebody in the story, who does everything by keys, by pointer or by touch. ``tally``: what all of them have done."""

    def __init__(self, browser: Browser, link: str, way: Way, tally: Counter[str], ready: str = ".board") -> None:
        self.way = way
        self.keys = way.hands == KEYS
        self.tally = tally
        self.looked: list[tuple[float, float]] = []  # when the page was looked at, which may move what stands there
        tally["browsers"] += 1
        options = {"has_touch": True} if way.hands == TOUCH else {}
        super().__init__(browser, link, way.width, way.dark, ready=ready, before=self._before, **options)

    def _before(self) -> None:
        for script in (_POINTED, KEEPS_SHIFTS):
            self.context.add_init_script(script)
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
        elif self.way.hands == TOUCH:
            self.found(selector, words).tap()
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
            self.press(selector)

    def take_name(self, letters: str) -> None:
        """Type some letters of a card's name, and take the first name that is offered."""
        before = self.page.locator(".chip").count()
        if self.keys:
            self.reach("#card")
        else:
            self.press("#card")
        self.page.keyboard.type(letters)
        self.wait("#card-names [role=option]")
        if self.keys:
            self.page.keyboard.press("ArrowDown")
            self.page.keyboard.press("Enter")
        else:
            self.press("#card-name-0")
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

    def cast(self, words: str, target: str) -> None:
        """Cast a card of the hand at a target, by its keys or by touching both. ``target``: where it lies on the board."""
        before = self.last()
        self.tally["choices made"] += 1
        if self.keys:
            self.reach(".zone.hand .may", words)
            self.page.keyboard.press("Enter")
            self.wait(".aim")
        else:
            self.press(".zone.hand .may", words)
        self.press(f"{target}.aim")
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
        self.shift = 0.0  # the farthest that a page has shifted by itself
        self.people: dict[str, Person] = {}
        self.sitting = [f"p{number}" for number in range(1, way.players + 1)]  # the players who are in the game
        self.shots = SHOTS / way.name.replace(",", "").replace(" ", "-")
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
        """Look at pages: contrast in light and in dark; in the colours of the way names, room, what axe-core knows, and a screenshot."""
        own: Literal["light", "dark"] = "dark" if self.way.dark else "light"
        other: Literal["light", "dark"] = "light" if self.way.dark else "dark"
        for each in who:
            person, page = self.people[each], self.people[each].page
            page.evaluate(_DRAWN)
            begun, place = page.evaluate(_NOW), f"{name}, {each}"
            page.emulate_media(color_scheme=other, reduced_motion="reduce")
            self.wrong += [f"{place}, {other}: {found}" for found in page.evaluate(PALE)]
            page.emulate_media(color_scheme=own, reduced_motion="reduce")
            for look in (NAMELESS, PALE, NARROW):
                self.wrong += [f"{place}, {own}: {found}" for found in page.evaluate(look)]
            self._axe(each, place)
            self.tally["screens looked at"] += 1
            file = f"{self.tally['screens looked at']:02} {place}.png".replace(", ", "-").replace(" ", "-")
            page.screenshot(path=self.shots / file)
            page.evaluate(_DRAWN)
            person.looked.append((begun, page.evaluate(_NOW)))

    def _axe(self, who: str, place: str) -> None:
        if not self.axe:
            return
        page = self.people[who].page
        if not page.evaluate("'axe' in window"):
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
        one.write("#position", armed(position, self.way.ending))
        one.press("form[data-do=begin-text] button.go")
        at_the_table(one.page)

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
            for who, person in self.people.items():
                for far, what in shifts(person.page, person.looked):
                    self.shift = max(self.shift, far)
                    if far >= MOST_SHIFT:
                        print(f"{self.way.name}: a page of {who} shifts by {far:.3f}:{what}", flush=True)
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
        elif self.way.hands == TOUCH or self.way.width < 500:  # a pixel of a slider this short is several iterations
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
            person.press(f"#place-{place - 1}")
            person.see(".looked-at .stack", TRIGGER)
            person.press("#stack-0")
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
        """The Bolt in response to the trigger, and then to the end of the game."""
        drawn = self.way.ending in (RULE_DRAW, AGREED_DRAW)
        target = "[data-player=p1] h2 button" if drawn else "[data-player=p1] .battlefield .card:has-text('Kiki-Jiki')"
        self.stopper.cast("Lightning Bolt", target)
        self.people["p1"].see(".stack", "Lightning Bolt")
        self.stage("a Bolt in response", *self.people)
        endings = {RULE_DRAW: self._draw, AGREED_DRAW: self._draw, CONCESSION: self._concede, RULING: self._rule}
        endings.get(self.way.ending, self._win)()

    def _draw(self) -> None:
        """What p1 loses p2 gains, and p1 can't lose: the loop is a draw once all who could act do nothing (104.4b)."""
        self._pass_to("#outcome, #draw-asked")
        if self.way.ending == AGREED_DRAW:
            for person in self.people.values():
                person.see("#draw-asked", "Nobody keeps this loop up")
            self.stage("a draw is asked for", *self.people)
            self.people["p2"].press("#decline")
        self._over("The game is a draw.")
        self.people["p1"].see("#outcome", "The game is a draw")

    def _concede(self) -> None:
        """p2 is asked whether they mean it, and concedes (104.3a); of three players the others play on."""
        two = self.people["p2"]
        two.press("#leaving > summary")
        two.press("#concede")
        two.see("dialog[open]", "Really concede?")
        self.stage("really concede", "p2")
        two.press("#concede-really")
        self.tally["choices made"] += 1
        for person in self.people.values():
            person.see(".past", "p2 concedes")
        if self.way.players == 3:
            self.stage("p2 is gone", *self.people)
            self.sitting.remove("p2")
            self._win()
        else:
            self._over("p1 has won")

    def _rule(self) -> None:
        """The judge rules that the game is a draw, takes that back, and the game goes on to the win."""
        judge = self.people["judge"]
        for own, seen in (("draw", "The game is a draw"), ("take back", "")):
            judge.write("#own", own)
            judge.press("form[data-do=rule] button")
            self.tally["choices made"] += 1
            for person in self.people.values():
                if seen:
                    person.see("#outcome", seen)
                else:
                    person.see(".past", "the judge takes back the ruling")
                    person.page.wait_for_selector("#outcome", state="detached")
            self.stage(f"the judge says {own}", *self.people)
        self._win()

    def _win(self) -> None:
        """All pass, the tokens attack, and p1 wins."""
        one = self._pass_until("attack with")
        assert one is self.people["p1"]
        self.stage("who attacks", "p1")
        if self.way.players == 3 and self.way.ending == WIN:
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
            before = one.last()
            one.press("#declaring button:has-text('All')")
            one.see("#declaring .go", "Attack with")
            one.press("#declaring .go")
            self.tally["choices made"] += 1
            one.soon(lambda: one.last() > before)
        self.stage("attacked", *self.people)
        assert self._pass_until("no such choice") is None
        self._over("p1 has won")

    def _over(self, said: str) -> None:
        """The game is over at every seat, and all are told how."""
        for who, person in self.people.items():
            person.see("#outcome", "You have won." if f"{who} has won" == said else said)
        self.stage("the end", *self.people)

    def _pass_until(self, words: str) -> Person | None:
        """Whoever has a choice with these words, after all others have passed; None where the game is over."""
        found = self._pass_to(f".choice:has-text('{words}'), #outcome")
        return found if found.page.locator(".choice", has_text=words).count() else None

    def _pass_to(self, there: str) -> Person:
        """Whoever's page shows something, after all others have passed."""
        for _ in range(1000):
            for person in map(self.people.__getitem__, self.sitting):
                if person.page.locator(there).count():
                    return person
                if person.page.locator(".choice[data-line=pass]").count():
                    person.choose_and_see("pass")
                    break
            else:
                self.people["p1"].page.wait_for_timeout(50)
        raise AssertionError("nobody goes on")


def armed(position: str, ending: str) -> str:
    """The position file of an answer, in which each opponent has a Lightning Bolt and a Mountain in place of unknown cards.

    For a draw p1 can't lose, and p2 gains what p1 loses, which p1 loses then. For an agreed one p2 can act.
    """
    unknown, theirs = "    hand: '7'\n", "  p2:\n"
    assert unknown in position and theirs in position
    many = 2 if ending == AGREED_DRAW else 1
    hand, there = ["Lightning Bolt"] * many, ["Mountain"] * many
    if ending in (RULE_DRAW, AGREED_DRAW):
        there += ["Sanguine Bond", "Exquisite Blood"]
        position = position.replace(theirs, f"    - Platinum Angel\n{theirs}", 1)
    return position.replace(unknown, f"    hand: [{', '.join(hand)}]\n    battlefield: [{', '.join(there)}]\n")


def told(browser: Browser, way: Way) -> Counter[str]:
    """Go through the story on a way, with a database of its own; what was counted. Shifts count in thousandths."""
    with tempfile.TemporaryDirectory(prefix="story-") as folder:
        story = Story(browser, way, Path(folder))
        return story.tell() + Counter({"thousandths of shift": round(1000 * story.shift)})
