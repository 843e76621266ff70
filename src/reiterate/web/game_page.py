"""The page of a game for one seat: everything that it shows comes of what the table tells that seat."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from fastapi import Request
from starlette.responses import Response

from reiterate.games import kinds_of_choices
from reiterate.lazy_module import Later
from reiterate.script.one_block import Lap, lap_of, lap_of_loop
from reiterate.service.games_http import COOKIE
from reiterate.service.seat_links import CHAIR, GAME, Base, is_seat, unpacked
from reiterate.show.game_words import names_at_seat, sentence
from reiterate.table.seat_entries import nobody_at, to_withdraw, words_alone
from reiterate.table.seats import CUTS_ONCE
from reiterate.web import answer_part, choices_part, record_part, shortcut_part
from reiterate.web.board_drawing import Drawing, draw_board
from reiterate.web.live import Element, Fragment, OpenPage, spawn
from reiterate.web.markup import NOTHING, Markup, Value, button, inside, tag
from reiterate.web.page_frame import Heard, Words, astray, entrance, frame, page, refusal, whole_number
from reiterate.web.passing import Passing
from reiterate.web.passing import form as passing_form
from reiterate.web.seat import AGAIN, Seat, asks_again, untimely
from reiterate.web.shortcut_part import Looking, LookWords
from reiterate.web.site import Site, Told, Watch
from reiterate.web.touch_part import Touching, declaring, on_card

if TYPE_CHECKING:
    from reiterate.judging import policies
else:
    policies = Later("reiterate.judging.policies")

#: What a proposal is asked for at first.
MANY: Final = "10^100"

#: Choices shown by hand that a page writes down by itself; the proof of more of them may take seconds.
BY_ITSELF: Final = 60

#: Seconds between the drawing of an entry and the proof of a lap: other pages look at the game first, which a proof holds.
BREATH: Final = 0.05

#: Seconds that the drawing of what happened waits for what may be begun with mana that is made first.
AT_ONCE: Final = 0.25

#: Entries of a game that is young: the loop that came with it is unfolded.
YOUNG: Final = 2

#: What is said where a number of times is missing.
NO_NUMBER: Final = Told.of(kinds_of_choices.NO_NUMBER)

#: What is said where an iteration has no lines.
NO_LINES: Final = Told(
    "empty-block", "play one iteration by hand first, or write its lines here", "a line for each choice"
)

#: What is said at the address of a seat that no game has.
NO_SEAT: Final = "No seat of a game has this address. Ask whoever began the game for the whole link to your seat."

#: Words that make one entry each: its call (``service/game_host.py``), and its fields by what a form says.
ACTS: Final[Mapping[str, tuple[str, Callable[[Words], dict[str, Any]]]]] = {
    "accept": ("answer", lambda said: {"said": "accept"}),
    "stop": ("answer", lambda said: {"said": f"cut {said.get('place', '')}"}),
    "rule": ("rule", lambda said: {name: said.get(name, "") for name in ("policy", "script", "own")}),
    "undo-answer": ("answer_undo", lambda said: {"agree": said.get("agree") == "yes"}),
    "take-seat": ("take_seat", lambda said: {}),
    "be-called": ("be_called", lambda said: {"name": said.get("name", "")}),
    "concede": ("concede", lambda said: {}),
    "remove": ("remove", lambda said: {"player": said.get("player", "")[:10]}),
    "time-over": ("time_over", lambda said: {}),
    "rematch": ("rematch", lambda said: {}),
    "decline": ("say", lambda said: {"text": "no action", "secret": False}),
    "chat": ("chat", lambda said: {"text": said.get("text", ""), "to": "all"}),
    "state": ("say", lambda said: {"text": said.get("text", ""), "secret": said.get("secret", "") == "on"}),
}


def add(site: Site) -> None:
    """The page of a seat: its cookie opens it, and without one it is the way in."""
    if site.games is None:
        return
    games = site.games

    @page(site, "/game/{game}/{who}", "Reiterate")
    async def seat_page(request: Request, game: str, who: str) -> Response | None:
        if not re.fullmatch(GAME, game) or not re.fullmatch(CHAIR, who):
            return astray(HTTPStatus.NOT_FOUND, NO_SEAT)
        secret = request.cookies.get(COOKIE, "")
        seat = Seat(site, games, request.state.client, game, secret)
        late = await seat.look(patient=False) if secret else None
        if untimely(late):
            words = sentence(asks_again(late).message)
            return astray(HTTPStatus.SERVICE_UNAVAILABLE, words, refresh=f"{AGAIN:g}")
        if late is not None or seat.who != who:
            return entrance()
        await GamePage(seat, site.base(request)).build()
        return None


class GamePage:
    """One open page of a game."""

    def __init__(self, seat: Seat, base: Base) -> None:
        self.seat = seat
        self.base = base
        self.looking = Looking(seat)
        self.board: Mapping[str, Any] = {}
        self.touching = Touching(seat)
        self.in_turn = asyncio.Lock()  # touches are taken one after another: each is meant for what the one before asks
        self.past: Mapping[str, Any] | None = None  # the board behind an earlier entry that is looked at
        self.idle: tuple[str, list[Any]] = ("", [])  # a card with which nothing may be done, and why
        self.fields = Lap(times=MANY)  # what stands in the fields of a proposal
        self.by_hand = ""  # the iteration that was played and proved, whatever is typed as a lap
        self.shown = False
        self.here = False
        self.taken = 0
        self.drawn = 0  # the last entry that is drawn
        self.typed = 0  # how often a lap was typed and looked at
        self.due = False  # whether a lap is to be read
        self.reading: asyncio.Task[None] | None = None
        self.beginning: asyncio.Task[None] | None = None
        self.brought = Lap()  # the loop that came with the link of the game
        self.problem = NOTHING
        self.entries: list[Mapping[str, Any]] = []
        self.rulings: dict[str, Any] = {}
        self.watch = Watch(self.show_working)

    async def build(self) -> None:
        """Draw the page, and follow the game as long as the page is there."""
        view = self.seat.view
        await self._read_entries()
        await self._follow_proposal()
        await self._begin()
        sound = button("♪", data_sound=True, aria_label="Sound", title="a quiet tone as you are asked")
        more = button("More", data_lead="judging", id="more", aria_label="More: a judge, talk, concede")
        tools = (record_part.inviting(view["game"]), more, sound, button("Keys", key="?", data_open="keys"))
        with frame(view["title"] or "A game", *tools):
            self.latest = _spoken()
            self.watches = Fragment()
            with Element("div", class_="table"):
                self.scrubber = Fragment(class_="scrub")
                self.picture = Fragment(class_="middle")
                with Element("div", class_="side"):
                    with Element("div", class_="sheet", data_floats=True):
                        with Element("div", class_="news"):
                            self.ended, self.answered = _spoken("assertive"), _spoken("assertive")
                        self.working, self.told, self.passed = Fragment(), Fragment(class_="told"), _spoken()
                        self.asking = _spoken(whole=False)
                        self.acts = Fragment(class_="acts", data_home=True)
                    self.slider = Fragment()
                    self.below = Fragment(class_="stacked", data_home=True)
                    self.named = Fragment()
                    self.record = Fragment(class_="stacked record")
        with Element("dialog", id="invites", aria_label="Invite"):
            self.invites = Fragment(record_part.invites(self.base, view["game"], {}))
        with Element("dialog", id="keys", aria_label="Keys"):
            Fragment(record_part.keys())
        with Element("dialog", id="really", aria_label="Concede"):
            self.really = Fragment()
        if self.seat.who == "p1":
            Fragment(tag("div", data_brought=view["game"], hidden=True))
        self.passing = Passing(self.seat, lambda: self.entries, self.passed.show)
        live = self.working.page
        live.lost.append(lambda: self.passing.stop("the connection was lost"))
        live.ended.append(self.passing.leave)
        self._hear(live)
        self.draw()
        self.drawn = self.seat.last
        self.seat.changed = self.changed
        self.seat.late = self.tell
        following = spawn(self.seat.follow(), "follow a game")
        live.ended.append(following.cancel)
        self._watch(live)
        live.ended.append(self._leave)
        self._read_soon()

    def _watch(self, live: OpenPage) -> None:
        """Show what is under way for this seat as long as the page is there."""
        watching, key = self.seat.site.watching, (self.seat.game, self.seat.secret)
        watching[key].add(self.watch)

        def gone() -> None:
            self.watch.close()
            watching[key].discard(self.watch)
            if not watching[key]:
                del watching[key]

        live.ended.append(gone)

    def _hear(self, live: OpenPage) -> None:
        heard = Heard(self.seat.site, live, self.seat.client, self.tell)
        heard.hear(LookWords(lambda: self.looking, self.tell, self._draw_look))
        heard.hear(self)
        heard.handlers.update({name: partial(self._act, name) for name in ACTS})

    # --- drawing --------------------------------------------------------------------------------------------------

    async def changed(self) -> None:
        """Something has happened in the game. It is drawn at once; a lap is read behind that, and proved."""
        self.idle = ("", [])
        self.rulings = {}
        self.problem = NOTHING
        self.tell(None)
        await self._read_entries()
        if not self._only_said():
            self.touching.forget()
            self.past = None
            await self._begin()
        self.passing.seen()
        await self._follow_proposal()
        stands = self.shown and self.seat.view["again"] and self._only_said()
        if not stands:
            self._forget_lap()
        self.draw()
        self.drawn = self.seat.last
        self.passing.news.set()
        if not stands:
            self._read_soon()

    async def _follow_proposal(self) -> None:
        """Look at the end of a shortcut that has come to wait; look away from one that was taken.

        Where only words were said, or others have answered, the place that is looked at stays. Behind a shortcut that was
        taken the number of times is asked for anew: the last one was meant for that shortcut alone.
        """
        proposal = self.seat.view["proposal"]
        answered = [each["entry"]["number"] for each in self.entries if each["entry"]["body"].get("what") == "answer"]
        if proposal is None and answered and answered[-1] > self.taken:
            self.taken, self.fields = answered[-1], replace(self.fields, times="")
        if proposal is None:
            board = self.seat.view["board"]
            if not self.looking.script or board != self.board:
                self.looking.forget()
            self.board = board
        elif self.looking.of == [proposal["proposer"], *proposal["script"]]:
            await self.looking.again()
        else:
            await self.looking.begin("")
            self.looking.of = [proposal["proposer"], *proposal["script"]]

    async def _read_entries(self) -> None:
        """Read what is new. An answer may end before the last entry; the rest is asked for."""
        after = self.entries[-1]["entry"]["number"] if self.entries else max(0, self.seat.last - record_part.SHOWN)
        while True:
            found = await self.seat.ask("happened", after=after)
            if isinstance(found, Told) or not found:
                return
            self.entries = [*self.entries, *found][-record_part.SHOWN :]
            after = found[-1]["entry"]["number"]
            if after >= self.seat.last:
                return

    def _only_said(self) -> bool:
        """Whether all entries behind the drawn ones are words, so that a proof stands."""
        new = [each["entry"] for each in self.entries if each["entry"]["number"] > self.drawn]
        return len(new) == self.seat.last - self.drawn and all(map(words_alone, new))

    def _forget_lap(self) -> None:
        self.shown = self.here = False
        self.by_hand = ""

    def _read_soon(self) -> None:
        """Read the lap behind what is drawn. One page reads one at a time."""
        self.due = True
        if self.reading is None or self.reading.done():
            self.reading = spawn(self._read_laps(), "read a lap")

    async def _read_laps(self) -> None:
        while self.due:
            self.due = False
            if self.beginning is not None and not self.beginning.done():
                await self.beginning
                self.draw_picture()
                self.draw_acts()
            if self.seat.view["again"]:
                await asyncio.sleep(BREATH)
                await self._read_lap()

    async def _read_begun(self) -> None:
        """What may be begun with mana that is made first is asked, lit and listed: with all else, unless that takes long."""
        view = self.seat.view
        if view["decides"] == self.seat.who and view["proposal"] is None and not view["hands"]:
            await self.touching.begin()

    async def _begin(self) -> None:
        """Ask what may be begun. Whoever declares attackers or blockers waits for the answer, for that takes the place of the lines."""
        self.beginning = spawn(self._read_begun(), "ask what may be begun")
        declares = self.seat.view["question"]["asked"] in kinds_of_choices.DECLARED
        await asyncio.wait({self.beginning}, timeout=None if declares else AT_ONCE)

    def _leave(self) -> None:
        if self.reading is not None:
            self.reading.cancel()

    async def _read_lap(self, most: int = BY_ITSELF) -> Told | None:
        """What was shown by hand, as the lines that a proposal begins with; no lines where it has more choices than ``most`` (0: any).

        What depends on it is drawn. Where something new has happened meanwhile, nothing is: that is drawn and read by itself.
        """
        async with self.seat.work:
            behind, typed = self.drawn, self.typed
            if behind != self.seat.last or not self.seat.view["again"]:
                return None
            found = await self.seat.ask("shown", times="1", most=most)
            if not behind == self.drawn == self.seat.last:
                return None
            self._forget_lap()
            self._take_lap(found, typed == self.typed)
            self.draw_acts()
        return found if isinstance(found, Told) else None

    def _take_lap(self, found: Any, fields: bool) -> None:
        """Keep what was read. ``fields``: also as what stands in the fields, where nobody has typed other lines meanwhile."""
        told = isinstance(found, Told)
        lap = self.brought.lines if told else lap_of(found["script"])
        if fields:
            self.fields = replace(self.fields, lines=lap, before=self.brought.before if told else "")
        self.by_hand = "" if told else lap
        self.shown = not told
        self.here = self.shown and found["here"]

    def draw(self) -> None:
        """Draw all that is to be seen."""
        self.draw_slider()
        self.draw_picture()
        self.draw_acts()
        self.draw_record()

    def draw_slider(self, problem: Told | None = None) -> None:
        """The slider, where there is a shortcut to look at; what it shows is drawn by ``draw_picture``.

        ``problem``: why the iteration that was typed is not shown.
        """
        title = "Where this leads" if self.looking.script else "The shortcut that waits"
        self.looking.draw(self.slider, self.scrubber, title, problem)

    def draw_picture(self) -> None:
        """The board: now, or at the place of a shortcut that is looked at."""
        view, scene = self.seat.view, self.looking.scene
        proposal = view["proposal"]
        there = scene or self.past or view
        if there is not view:  # what is asked of a card is asked on the board as it is now
            self.touching.cancel()
            self.idle = ("", [])
        drawing = Drawing(
            me=self.seat.who,
            cards=there["cards"],
            faces={**self.looking.faces, **self.seat.faces},
            changed=self.looking.changed,
            touch=self._touchable,
            on_card=self._on_card,
            aims=self.touching.aims,
            fights=self.touching.fights if there is view else {},
            chosen=self.touching.on,
            turn=view["turn"] if there is view else "0",
            on_stack=self.looking.on_stack,
            picture=self.seat.site.pictures.address,
            names=names_at_seat(view),
            begun=not view["hands"],
            beside=record_part.missing(view, self.entries),
        )
        above = NOTHING if self.past is None else record_part.past_heading(self.past, self.entries, view)
        if scene is not None:
            may_stop = proposal is not None and self.seat.who in proposal["to_answer"]
            above = shortcut_part.places_shown(scene, may_stop, self.seat.faces)
        looks = "picture" if there is view else "picture looked-at"
        board = draw_board(there["board"], drawing)
        self.picture.show(tag("div", above, board, class_=looks, data_word=self.looking.words))
        if proposal is not None:
            self.draw_acts()

    def _said(self) -> list[Mapping[str, Any]]:
        return [each["entry"] for each in self.entries]

    def _watches(self) -> bool:
        """Whether the program plays this seat, so that whoever is at the page looks on."""
        return self.seat.who in self.seat.view["programs"]

    def _touchable(self, who: str, card: Mapping[str, Any], zone: str) -> dict[str, str] | None:
        """An object of the present board is a button where it may be touched; one's own card says why where it may not."""
        view = self.seat.view
        if self.looking.scene is not None or self.past or not view["board"]["decides"] or not card["id"]:
            return None
        if card["id"] in self.touching.lit(view):
            touches = {"data_touch": f"object {card['id']}", "data_last": str(self.seat.last)}
            if self.touching.declares is not None:
                chosen = any(each["now"] for each in self.touching.fights.get(card["id"], ()))
                touches["aria_pressed"] = "true" if chosen else "false"
            return {"data_do": "touch", "id": f"object-{card['id']}".replace(" ", "-"), **touches}
        if who != self.seat.who or self._watches() or zone in ("stack", "player") or self.touching.aims:
            return None
        names = "/".join((card["name"], *card.get("labels", ())))
        return {"data_do": "why", "data_card": names, "id": f"object-{card['id']}"}

    def _on_card(self, card: Mapping[str, Any]) -> Markup | None:
        """What stands on the card that was touched."""
        asks, touched = self.touching.asks, card["id"] and card["id"] == self.touching.on
        return on_card(asks, self.seat.last, card["id"]) if asks is not None and touched else None

    def draw_acts(self) -> None:
        """What the seat may do."""
        view = self.seat.view
        self.watches.show(record_part.seat_taken(view) or NOTHING)
        self.ended.show(inside([record_part.outcome(view), record_part.ruled(view), record_part.draw_asked(view)]))
        parts = [
            record_part.time_limit(view),
            record_part.hands(view),
            choices_part.undo_asked(view),
            tag("p.refused", view["note"]) if view["note"] else None,  # what is to be said of the game itself
            choices_part.nothing_here(view, self._said()),
            choices_part.why_not(*self.idle),
        ]
        asked, below = NOTHING, [NOTHING]
        if self._watches() and view["board"]["decides"]:
            pass  # one line and its button: nothing else can be done here
        elif view["proposal"] is not None:
            parts.append(shortcut_part.answers_so_far(view, self.looking.scene, to_withdraw(self._said(), view)))
        else:
            on = NOTHING if self.passing.wish is not None else passing_form(view, self.passing.last)
            asks = self.touching.declares
            declared = None if asks is None else declaring(asks, self.seat.last)
            begun = self.touching.begun["ways"] if self.touching.begun is not None and asks is None else ()
            chosen = NOTHING if view["ended"] else choices_part.choices(view, on, begun, declared)
            proposing = self._proposing()
            foreseen = self.looking.scene is not None and bool(proposing)
            if self.here and self.looking.scene is None and view["draw"] is None:  # whether it is a draw comes first
                asked = choices_part.again_asked(view, self.by_hand, self.fields.times)
            # what is looked at, or asked, comes first of all
            parts.append(choices_part.foreseen() if foreseen else None if asked else chosen)
            below = [proposing, chosen] if foreseen else [chosen if asked else NOTHING, proposing]
        self.asking.show(asked)
        self.acts.show(inside(parts))
        self.below.show(inside(below))

    def _proposing(self) -> Markup:
        """A shortcut to propose, at the seat that is to act."""
        view = self.seat.view
        if view["decides"] != self.seat.who or not view["board"]["decides"]:
            return NOTHING
        return choices_part.proposing(
            self.shown,
            self.fields,
            self.looking.scene is not None,
            self.problem,
            brought=bool(self.brought.lines) and view["last"] <= YOUNG,
            here=self.here,
            about=f"{self.taken} {bool(self.brought.lines)} {self.fields.times}",
        )

    def draw_record(self) -> None:
        """What stands beside the game."""
        view = self.seat.view
        self.named.show(record_part.naming(view) or NOTHING)
        self.really.show(record_part.really(view))
        self.latest.show(record_part.latest(self.entries, view))
        self.answered.show(record_part.what_others_said(self.entries, view))
        parts = [
            None if self._watches() else choices_part.first_steps(view),
            record_part.happened(self.entries, view),
            record_part.judging(self.rulings, view),
            record_part.talk(view),
            record_part.leaving(view),
            record_part.take_along(view),
        ]
        self.record.show(inside(parts))

    def tell(self, found: Told | None) -> None:
        """Say why something was not done; None takes away what was said."""
        self.told.show(NOTHING if found is None else refusal(found))

    def show_working(self, seconds: float | None) -> None:
        """Show how long a call has taken, and the button that stops it; None: nothing is under way any more."""
        most = self.seat.games.limits.choice
        self.working.show(NOTHING if seconds is None else answer_part.working("working", min(seconds, most), most))

    async def hears_stop_work(self, words: Words) -> None:
        """Stop what is under way."""
        self.watch.stop()

    async def _acted(self, call: str, /, **values: Any) -> Told | None:
        """Make an entry, or say why there is none."""
        found = await self.seat.act(call, **values)
        self.tell(found)
        return found

    async def _act(self, name: str, words: Words) -> None:
        call, values = ACTS[name]
        await self._acted(call, **values(words))

    # --- looking at a shortcut -------------------------------------------------------------------------------------

    def _draw_look(self, whole: bool, problem: Told | None) -> None:
        """Draw the place that is looked at; ``whole``: the slider too. ``problem``: of the number that was typed there."""
        if whole:
            self.draw_slider(problem)
        self.draw_picture()

    async def hears_behind(self, words: Words) -> None:
        """An entry was touched: the board as it was just after it; 0 leads back to now."""
        number = words.get("number", "")
        if not number.isdecimal() or len(number) > 7:
            return
        found = await self.seat.ask("behind", number=int(number)) if number != "0" else None
        if isinstance(found, Told):
            self.tell(found)
            return
        self.tell(None)
        self.past = found
        if self.looking.script:
            self.looking.forget()
        self.draw_slider()
        self.draw_picture()
        self.draw_acts()

    async def hears_write_down(self, words: Words) -> None:
        """Write down what was shown by hand, however long it is."""
        lap = await self._read_lap(0)
        if lap is not None:
            self.tell(lap)

    async def hears_brought(self, words: Words) -> None:
        """The browser has a loop that came with the link of this game: its lines stand in the fields."""
        if self.brought.lines or self.fields.lines:
            return
        self.brought = lap_of_loop(unpacked(words.get("lap", "")))
        if self.brought.lines:
            self.fields = self.brought
        self.draw_acts()

    async def hears_foresee(self, words: Words) -> None:
        """Where a script leads that nobody has proposed; why it is not shown stands beside its fields."""
        self.typed += 1
        before, lines, times = (words.get(name, "") for name in ("before", "lap", "times"))
        said = self.fields = Lap(before, lines, times, words.get("how", "times"))
        numbered = said.how != "times" or said.times.strip()
        missing = NO_LINES if not said.lines.strip() else None if numbered else NO_NUMBER
        found = missing or await self.looking.begin(said.script())
        self.tell(None)
        self.problem, self.past = NOTHING if found is None else refusal(found), None
        if found is not None:
            self.looking.forget()
        self.draw()

    async def hears_forget(self, words: Words) -> None:
        """Back to the game as it is."""
        self.problem = NOTHING
        self.looking.forget()
        self.draw()

    # --- acting ----------------------------------------------------------------------------------------------------

    async def hears_touch(self, words: Words) -> None:
        """Something was touched: what is asked next stands on the card, or the lines are played that the touches are."""
        async with self.in_turn:
            word = f"number {words['number']}" if "number" in words else words.get("touch", "")
            self.idle = ("", [])
            seen = max(0, whole_number(words.get("last", "")))
            found = await self.touching.touch(word, seen, "whole" in words) if word else self.touching.cancel()
            if isinstance(found, Told):
                self.tell(found)
                return
            self.tell(None)
            if found:
                await self.hears_play({"line": "\n".join(found)})
            else:
                self.draw_picture()
                self.draw_acts()

    async def hears_why(self, words: Words) -> None:
        """A card of one's own was touched with which nothing may be done: why not."""
        names, behind = [name for name in words.get("card", "").split("/") if name], self.seat.last
        found = await self.seat.ask("why_not", names=names) if names else []
        if behind != self.seat.last:
            return
        if isinstance(found, Told):
            self.tell(found)
            return
        if self.touching.declares is None:
            self.touching.cancel()
        self.idle = (names[0] if names else "", found)
        self.draw_picture()
        self.draw_acts()

    async def hears_play(self, words: Words) -> None:
        """A line was chosen or typed, or several by touch, which are played one after another until one is refused."""
        self.looking.forget()
        self.past = None
        for at, line in enumerate(words.get("line", "").split("\n")):
            found = await self._acted("play", line=line, patient=at > 0)
            if found is not None:
                return

    async def hears_pass_until(self, words: Words) -> None:
        """Pass for this seat until something happens."""
        if self.passing.wished(words.get("goal", ""), words.get("own", "") == "on"):
            self.looking.forget()
            self.touching.cancel()
            self.draw()
            await self.passing.go()
            self.draw_acts()

    async def hears_pass_stop(self, words: Words) -> None:
        """Pass no longer."""
        self.passing.stop("you pressed the button")
        self.draw_acts()

    async def hears_propose(self, words: Words) -> None:
        """Propose what was looked at."""
        if self.looking.script:
            await self._acted("propose", script=self.looking.script)

    async def hears_ask_judge(self, words: Words) -> None:
        """Tell the judge that one is asked for, and show what follows under each policy."""
        await self._acted("chat", text="please look at this shortcut", to="judge")
        await self.hears_judge(words)

    async def hears_judge(self, words: Words) -> None:
        """What each policy makes of the loop."""
        self.rulings = {}
        for name in policies.POLICIES:
            found = await self.seat.ask("ruling", policy=name)
            if isinstance(found, Told) and found.code == "stopped":
                self.tell(found)
                break
            self.rulings[name] = found
        self.draw_record()

    async def hears_undo(self, words: Words) -> None:
        """Ask to go back behind an entry."""
        entry = whole_number(words.get("to", ""))
        if entry >= 0:
            await self._acted("ask_undo", to=entry)

    async def hears_invites(self, words: Words) -> None:
        """Draw the links that this browser has; the server keeps none of them."""
        pairs = [each.partition("=") for each in words.get("links", "").split(",") if "=" in each]
        links = {who: secret for who, _, secret in pairs if is_seat(who, secret)}
        view = self.seat.view
        seats = dict.fromkeys(nobody_at(view, self.entries) if view["decides"] else (), "free")
        watching, game = self.seat.site.watching, view["game"]
        seats |= {who: "here" for who, secret in links.items() if watching.get((game, secret))}
        self.invites.show(
            record_part.invites(self.base, game, links, seats | dict.fromkeys(view["programs"], "program"))
        )

    async def hears_let_program(self, words: Words) -> None:
        """The program plays a seat where nobody is yet, by the link of that seat, which this browser has."""
        seat, asked = self.seat, {"number": self.seat.last + 1, "way": CUTS_ONCE}
        found = await seat.site.ask(seat.client, "let_program", seat.game, words.get("secret", ""), **asked)
        self.tell(found if isinstance(found, Told) else None)


def _spoken(how: str = "polite", whole: bool = True, **attributes: Value) -> Fragment:
    """A part that screen readers speak when it is drawn anew; ``whole``: all of it, not only what has changed."""
    return Fragment(NOTHING, "div", role="status", aria_live=how, aria_atomic="true" if whole else None, **attributes)
