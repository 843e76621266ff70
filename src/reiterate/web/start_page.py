"""The first page: which cards make a combo, what is proved of them, new games, and a board that is built by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Final

from fastapi import Request

from reiterate.boards.draft import Draft, Piece, place_words
from reiterate.boards.draft_words import BUILDS
from reiterate.boards.kept_draft import kept, restored
from reiterate.examples.built_in import example_text
from reiterate.examples.offered_combos import COMBOS
from reiterate.refusals import Refusal
from reiterate.script.one_block import loop_of
from reiterate.service.pool import Job
from reiterate.table.entries import is_log
from reiterate.table.looking import BoardLook
from reiterate.table.seats import OPPONENTS
from reiterate.web import answer_part, builder_part, naming_part, shortcut_part
from reiterate.web.board_drawing import Drawing, draw_board
from reiterate.web.live import Element, Fragment, OpenPage, spawn
from reiterate.web.markup import NOTHING, Markup, inside, tag
from reiterate.web.page_frame import Heard, Words, frame, not_answered, page, refusal, whole_number
from reiterate.web.shortcut_part import Looking, LookWords
from reiterate.web.site import Site, Told

#: Seconds for which the page waits for what stands on the cards that it offers: only where nobody has asked for it before.
PATIENCE: Final = 2.0

#: Steps of a search for a loop on a board that was built.
STEPS: Final = "20000"

#: Cards of a combo.
MOST: Final = 5

#: What takes a position file that is too long for a page, and what takes a card file.
LONGER: Final = "a shorter text; reiterate run FILE and POST /api/v1/games take longer position files"
CARDS_LATER: Final = "a card's name first; where that card is not known, this page reads it out of the file"

#: Fields that take several names.
_SEVERAL: Final = ("others", "held")


def add(site: Site) -> None:
    """The page at ``/``."""

    @page(site, "/", "Reiterate", ("start.css", "start.js"))
    async def start_page(request: Request) -> None:
        made = StartPage(site, request.state.client)
        drawing = spawn(made.know_combos(), "picture combos")
        await asyncio.wait({drawing}, timeout=PATIENCE)
        made.build()
        if not site.offered:
            drawing.add_done_callback(lambda _: made.draw_combos())


class StartPage:
    """One open first page."""

    def __init__(self, site: Site, client: str) -> None:
        self.site = site
        self.client = client
        self.cards: list[str] = []
        self.unread: set[str] = set()
        self.own = ""  # the cards that came from a file of this person's
        self.unknown = False
        self.later: list[str] = []  # names typed with one that is not known, which are not known either
        self.lacks = False  # whether a name of those taken last is not known: what is typed next goes with the others
        self.before: list[str] = []  # the cards that stood there before the page was loaded
        self.typed = 0
        self.naming = asyncio.Lock()
        self.found: dict[str, Any] | None = None
        self.board: BoardLook | None = None
        self.looking: Looking | None = None
        self.work: asyncio.Task[Any] | None = None
        self.asked: tuple[str, Fragment, dict[str, Any]] | None = None  # what was asked last, to be asked again
        self.answers = 0
        self.plays = False  # whether a game begins from the answer that comes next
        self.brought = ""  # a board that was dropped, until it is said who plays
        self.draft = Draft()
        self.faces: dict[str, Any] = {}  # what stands on the cards of the board that is built
        self.checks = 0

    @property
    def may_play(self) -> bool:
        """Whether games can be begun."""
        return self.site.games is not None

    # --- building ------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Draw the page."""
        with frame("Shortcuts and loops, played exactly", class_="start-main"), Element("div", class_="start tells"):
            self._asking()
            self.told = Fragment(class_="told")
            with Element("div", class_="found"):
                with Element("div", class_="look"):
                    self.answer = Fragment()
                    self.slider = Fragment()
                with Element("div", class_="look"):
                    self.scrubber = Fragment(class_="scrub")
                    self.picture = Fragment()
            self.begun = Fragment(class_="told")
            self.combos = Fragment(naming_part.combos(self.site.offered, self.may_play))
            Fragment(naming_part.doors(self.may_play))
            self._builder()
            self._new_games()
        self._hear(self.told.page)
        self.told.page.ended.append(self._leave)

    def _asking(self) -> None:
        with Element("section", class_="panel", aria_labelledby="which", data_home=True):
            Fragment(tag("h2#which", "Which cards make a loop?"))
            with Element("form", class_="asking", data_do="prove"):
                label = "A card, a combo as A + B, a list, a board or a game's log"
                hint = "Type some letters of a name and choose it, or paste a text."
                hint += f" {self.site.known} cards are known here; others come from a file." if self.site.known else ""
                Fragment(naming_part.field("card", label, hint, takes="recognise"))
                self.offers = {"card": Fragment()}
                self.meant = Fragment(class_="told", id="meant")
                self.chosen = Fragment(naming_part.chosen_cards([], {}))
                Fragment(answer_part.combo_question())
                self.offers |= {"others": Fragment(), "held": Fragment()}
                Fragment(tag("button#prove.go", "Prove it", type="submit"))

    def _new_games(self) -> None:
        with Element("section", class_="panel tells", aria_labelledby="new-game"):
            Fragment(tag("h2#new-game", "A new game"))
            Fragment(answer_part.new_game(self.may_play), class_="stacked")
            self.new_told = Fragment(class_="told")

    def _builder(self) -> None:
        with Element("section", class_="panel tells", aria_labelledby="build-board"):
            Fragment(tag("h2#build-board", "Build a board"))
            words = (
                "Type a card's name and choose it: the card lies where “Put it on” says. Or drag the name into a zone."
            )
            with Element("div", class_="builder"):
                with Element("div", class_="palette"):
                    Fragment(tag("p.small-text", words))
                    with Element("form", class_="asking", data_do="put"):
                        Fragment(naming_part.field("search", "Search a card to put on the board"))
                        self.offers["search"] = Fragment()
                        self.search = Fragment(builder_part.card_target(self.draft), class_="fields")
                    self.token_form = Fragment(builder_part.token_form(self.draft))
                    self.build_meant = Fragment(class_="told")
                with Element("div", class_="bench"):
                    self.around = Fragment(self._around(), class_="stacked")
                    self.built = Fragment(builder_part.board(self.draft), class_="built")
            self.build_told = Fragment(class_="told")

    def _around(self) -> Markup:
        keeps = tag("div", data_draft=kept(self.draft), data_own=self.own, hidden=True)
        return inside((keeps, builder_part.turn_and_players(self.draft, self.may_play)))

    def _hear(self, live: OpenPage) -> None:
        heard = Heard(self.site, live, self.client, self.tell)
        heard.hear(LookWords(lambda: self.looking, self.tell, self._draw))
        heard.hear(self)
        heard.handlers.update({name: partial(self._build, name) for name in BUILDS})
        heard.beside["begin-decks"] = self._refuse_new
        heard.beside["begin-text"] = lambda long: self._refuse_new(replace(long, expected=LONGER))
        heard.beside["recognise"] = lambda long: self.tell(replace(long, expected=f"{LONGER}; or {CARDS_LATER}"))

    async def know_combos(self) -> None:
        """Learn what stands on the cards of the combos that are offered: once for all pages of the server."""
        if not self.site.offered:
            found = await self.site.work(self.client, "page faces", names=[*chain(*COMBOS)])
            if not isinstance(found, Told):
                self.site.offered = {each["name"]: each for each in found["faces"]}
            told = await self.site.work(self.client, "page card", name="")
            self.site.known = told["known"] if isinstance(told, dict) and told["more"] else ""

    def draw_combos(self) -> None:
        """Draw the cards of the combos on a page that could not wait for them."""
        self.combos.show(naming_part.combos(self.site.offered, self.may_play))

    def _leave(self) -> None:
        if self.work is not None:
            self.work.cancel()

    def tell(self, found: Told | None) -> None:
        """Say why something was not done; None takes away what was said."""
        self.told.show(NOTHING if found is None else refusal(found))

    def _refuse_new(self, found: Told) -> None:
        """Say beside the ways to a new game why none begins."""
        self._forget()
        self.new_told.show(refusal(found))

    def _forget(self) -> None:
        """Take away what was said of an earlier question; the words of work under way stay."""
        if self.work is None or self.work.done():
            self.told.show(NOTHING)
        if self.unknown:
            self.unknown, self.later = False, []
            self.meant.show(NOTHING)

    def _forget_answer(self) -> None:
        """Take away the answer to an earlier question, which would seem to be the one to the next."""
        self.found = self.board = self.looking = None
        self.plays = False
        for part in (self.answer, self.slider, self.scrubber, self.picture):
            part.show(NOTHING)

    async def hears_changed(self, words: Words) -> None:
        """Something was typed over what was refused."""
        self._forget()

    # --- names ---------------------------------------------------------------------------------------------------

    async def hears_complete(self, words: Words) -> None:
        """Letters were typed: names that begin so, then those that may be meant."""
        field, value = words.get("field", ""), words.get("value", "")
        begin = (value.rpartition(";")[2] if field in _SEVERAL else value).strip()[:200]
        if field not in self.offers:
            return
        typed = self.typed = self.typed + 1
        found = await self._work("page names", begin=begin) if len(begin) > 1 else None
        known = found if isinstance(found, dict) else {"cards": []}
        do = "pick" if field == "card" else "name-it"
        offered = naming_part.offered(field, known["cards"], do, draggable=field == "search")
        if known.get("unknown"):
            offered = naming_part.none_begins(begin, known["more"])
        if typed == self.typed:  # else a name was taken meanwhile, or more letters were typed
            self.offers[field].show(offered)

    def _close(self, field: str) -> None:
        """A name was taken: the field offers none, also where some are looked up right now."""
        self.typed += 1
        self.offers[field].show(NOTHING)

    async def hears_pick(self, words: Words) -> None:
        """A name was chosen for the combo: it is looked up at once."""
        self._close("card")
        self.told.show(NOTHING)
        async with self.naming:
            await self._take((words.get("name", ""), *self.later))

    async def _take(self, names: Sequence[str]) -> bool:
        """Take cards into the combo by their names; of those that are not known the first is asked about. Out: whether all were taken."""
        asked = [(name, await self._named(name.strip()[:200])) for name in names]
        self._chips()  # only now: a browser that is loaded again meanwhile would keep the first of several
        lacking = [(name, found) for name, found in asked if found is None or not found["name"]]
        self.later, self.lacks = [name for name, _ in lacking[1:]], bool(lacking)
        first = lacking[0][1] if lacking else None
        self.unknown = first is not None
        if first is not None:  # only now: what is said of a name is gone as soon as somebody types
            self.meant.show(naming_part.meant(first, "pick", [found for _, found in lacking if found is not None]))
        return not lacking

    async def _named(self, name: str) -> Mapping[str, Any] | None:
        """Take a card into the combo by its name. Out: the answer of ``page card``; None where that, or one card more, was refused."""
        found = await self._work("page card", name=name)
        if isinstance(found, Told):
            self.tell(found)
            return None
        card = found["name"]
        if card and card not in self.cards:
            if len(self.cards) == MOST:
                self.tell(Told("combo-size", f"{MOST} cards are chosen already", "two to five cards"))
                return None
            self.cards.append(card)
        if card:
            self.meant.show(naming_part.meant(found, "pick"))
        if found["unread"]:
            self.unread.add(card)
        return dict(found)

    def _chips(self) -> None:
        self.chosen.show(naming_part.chosen_cards(self.cards, self.unread, self.cards == self.before))
        self._draw_answer()

    async def hears_unpick(self, words: Words) -> None:
        """A card of the combo was taken away; without a name all of them."""
        self.cards = [each for each in self.cards if words.get("name", each) != each]
        self.meant.show(NOTHING)
        self._forget()
        self._chips()

    async def hears_again(self, words: Words) -> None:
        """The page was loaded again, or come back to: what stood there before stands there again: cards of a file, the board, the chosen cards."""
        found = restored(words.get("draft", ""))
        async with self.naming:
            names = words.get("names", "").split("\n")[: 0 if self.cards or not words.get("names") else MOST]
            self.own = self.own or words.get("own", "")
            self.before, self.cards = names, names or self.cards
            self._chips()  # at once; then each is looked up
            if names:
                self.cards = []
                await self._take(names)
        if found is not None and not self.draft.pieces:
            self.draft = found
            await self._know_faces(None)  # an Aura that is on nothing asks for its host again
            await self._seated("This board is from before." if found.pieces else None)

    async def hears_try(self, words: Words) -> None:
        """A combo that is offered: its cards are chosen, and proved as any others. ``play``: then a game with it begins."""
        names = [name for name in words.get("names", "").split("\n") if name] or list(naming_part.EXAMPLE)
        async with self.naming:
            self.cards = []
            await self._take(names[:MOST])
        await self.hears_prove({"life": "20", "players": "2", "held": words.get("held", "")})
        self.plays = bool(words.get("play"))

    async def hears_recognise(self, words: Words) -> None:
        """A text was pasted into the field for names, or a file was dropped. What it is decides what follows."""
        text = words.get("text", "")
        self._close("card")
        self._forget()
        given = await self._work("page given", text=text)
        if isinstance(given, Told):
            self.tell(given)
        elif given["kind"] == "names":
            await self.hears_prove({"life": "20", "players": "2", "name": text, "whole": "1"})
        elif given["kind"] == "cards":
            self.tell(Told("card-file", "this is a card file", CARDS_LATER))
        elif given["kind"] == "deck":
            self.told.show(tag("p.well", naming_part.DECK, role="status"))
        elif given["kind"] == "log":
            await self._create(self.begun, "", log=text)
        else:
            self.brought = text
            self.told.show(answer_part.brought(given["title"], self.may_play))

    async def _work(self, verb: str, show: Callable[[Job], None] | None = None, /, **values: Any) -> Any:
        """What a verb of the service gives (``Site.work``), by the cards that the server knows and those of this page."""
        found = await self.site.work(self.client, verb, show, **values, own=self.own)
        unknown = isinstance(found, Told) and found.code == "card-unknown"
        return replace(found, expected=naming_part.BRING_IT) if unknown else found

    async def hears_learn(self, words: Words) -> None:
        """A card file was chosen: ``cards`` are those of it with the ``name`` that was looked for, as JSON. They are known on this page."""
        name, cards = words.get("name", "")[:200], words.get("cards", "")
        if not cards:
            lacks = f"that file has no card called {name!r}"
            self.tell(Told("card-unknown", lacks, "a card file of Scryfall, such as “Oracle Cards”"))
            return
        before, self.own = self.own, "\n".join((self.own, cards)).strip()
        if isinstance(found := await self._work("page card", name=name), Told):
            self.own = before
            self.tell(found)
        else:
            self.around.show(self._around())  # the browser keeps what was learnt
            for part in (*self.offers.values(), self.meant, self.build_meant):
                part.show(NOTHING)
            if self.unknown and found["name"]:
                async with self.naming:
                    await self._take((found["name"], *self.later))
            self.told.show(tag("p.well", f"{found['name'] or name} is known on this page now.", role="status"))

    async def hears_name_it(self, words: Words) -> None:
        """A name was chosen in a field that keeps it: it stands there now, and the form takes it."""
        self._close(words["of"] if words.get("of") in self.offers else "search")

    # --- proving -------------------------------------------------------------------------------------------------

    async def hears_prove(self, words: Words) -> None:
        """Prove the combo of the chosen cards; a name that was typed and not chosen counts, too."""
        self._close("card")
        self._forget()
        self._forget_answer()
        self.told.show(NOTHING)
        self._await_answer()
        given = await self._work("page given", text=words.get("name", ""))
        async with self.naming:
            if "whole" in words or (not isinstance(given, Told) and len(given["names"]) > 1 and not self.lacks):
                self.cards = []  # what is entered as a whole takes the place of what stood there
            taken = not isinstance(given, Told) and await self._take(given["names"])
        self.answer.show(NOTHING)
        if isinstance(given, Told):
            self.tell(given)
        if not taken:
            return
        names = [*self.cards]
        for field in _SEVERAL:
            self._close(field)
        if not names:
            self.tell(Told("combo-size", "no card was named", "two to five names"))
        elif len(names) == 1:
            found = await self._work("page faces", names=names)
            self.told.show(naming_part.one_chosen(names[0], () if isinstance(found, Told) else found["faces"]))
        else:
            said = {name: words.get(name, "").strip()[:1000] for name in ("life", "players", *_SEVERAL)}
            self._begin("page combo", self.told, names=names, **said)

    def _await_answer(self) -> None:
        """Make room for an answer as soon as one is asked for, so that nothing moves away as the answer comes."""
        self.answer.show(answer_part.working("waiting", 0, self.site.service.limits.seconds))

    def _begin(self, verb: str, beside: Fragment, **values: Any) -> None:
        """Begin work whose answer is shown; earlier work is stopped. ``beside``: where a refusal is told, and the builder's progress."""
        self._leave()
        self._forget()
        self._forget_answer()
        self.asked = verb, beside, values
        if beside is self.told:
            self._await_answer()
        self.work = spawn(self._working(verb, beside, values), verb)

    async def _working(self, verb: str, beside: Fragment, values: dict[str, Any]) -> None:
        said, place = NOTHING, self.answer if beside is self.told else beside
        try:
            found = await self._work(
                verb,
                lambda job: place.show(answer_part.working(job.state, job.worked, job.seconds, job.passed)),
                **values,
            )
            if isinstance(found, Told):
                said = not_answered(found, verb == "page combo")
        except asyncio.CancelledError:
            said = tag("p.panel", "Stopped. Nothing was decided.", role="status")
            raise
        finally:
            place.show(NOTHING)
            beside.show(said)
        # what told of the work is gone by now: the answer stays where it is scrolled to
        if not isinstance(found, Told):
            await self._show({**found, "not held": not values.get("held", "?")})

    async def hears_try_again(self, words: Words) -> None:
        """Ask once more what was asked last."""
        if self.asked is not None:
            self._begin(self.asked[0], self.asked[1], **self.asked[2])

    async def hears_stop_work(self, words: Words) -> None:
        """Stop the work that is under way."""
        self._leave()

    async def _show(self, found: dict[str, Any]) -> None:
        """Show an answer beside its board."""
        self.found = found
        self.begun.show(NOTHING)
        self.answers += 1
        self._draw_answer()
        board = BoardLook(self._work, found["file"])
        refused = await board.read()
        looking = Looking(board)
        no_scene = refused or await looking.begin("")
        if self.found is not found:  # something else was asked meanwhile
            return
        self.board, self.looking = board, looking
        if refused is not None:
            self.tell(refused)
        self._draw(True)
        if no_scene is not None and refused is None:
            self.slider.show(NOTHING)
        if self.plays:
            self.plays = False
            await self.hears_play_this({"opponent": "cuts"})

    def _draw_answer(self) -> None:
        """Draw the answer, greyed where it is about other cards than those that stand there now."""
        if self.found is not None and self.asked is not None:
            of = self.asked[2]
            old = of.get("names") not in (None, self.cards) or of.get("position") not in (None, self.draft.text())
            self.answer.show(answer_part.answer(self.found, self.may_play, self.answers, old))

    # --- looking at the board ------------------------------------------------------------------------------------

    def _draw(self, whole: bool, problem: Told | None = None) -> None:
        """Draw the board, at the place that is looked at; ``whole``: the slider too, with what is wrong with the number that was typed."""
        looking, board = self.looking, self.board
        if looking is None or board is None:
            return
        scene = looking.scene
        if whole:
            looking.draw(self.slider, self.scrubber, "Where this leads", problem)
        shown = scene["board"] if scene is not None else board.plain
        if not shown:
            self.picture.show(NOTHING)
            return
        drawing = Drawing(
            me="p1",
            faces={**looking.faces, **board.faces},
            changed=looking.changed,
            on_stack=looking.on_stack,
            picture=self.site.pictures.address,
        )
        above = shortcut_part.places_shown(scene, False, board.faces) if scene is not None else NOTHING
        self.picture.show(tag("div.picture", above, draw_board(shown, drawing), data_word=looking.words))

    # --- beginning games -----------------------------------------------------------------------------------------

    async def _create(self, shown: Fragment, opponent: str, **values: Any) -> None:
        """Begin a game, to which the browser goes then; a refusal is shown beside what was asked."""
        if not self.may_play:
            return
        self._forget()
        if self.site.http.begun.take(self.client):
            most = self.site.service.limits.games
            shown.show(refusal(Told("too-many-requests", f"more than {most} games in an hour", "the same later")))
            return
        programs, cards = OPPONENTS.get(opponent, {}), "" if "log" in values else self.own
        found = await self.site.ask(self.client, "create", "", "", **values, programs=programs, cards=cards)
        if isinstance(found, Told):
            known = replace(found, expected=naming_part.BRING_IT) if found.code == "card-unknown" else found
            written = known.place if shown is self.new_told else ""  # elsewhere nobody has written that line
            shown.show(refusal(replace(known, place=written)))
        else:
            text = example_text(values["example"]) if "example" in values else values.get("position", "")
            shown.show(answer_part.sits_down(found, loop_of(text)))

    async def hears_play_this(self, words: Words) -> None:
        """A game from the board of the answer; with an ``opponent`` that is no person the program plays until somebody comes."""
        if self.found is not None:
            opponent, title = words.get("opponent", "person"), self.found["title"][:200]
            await self._create(self.begun, opponent, position=self.found["file"], title=title)

    async def _begin_new(self, words: Words, **values: Any) -> None:
        """A game by a form that says who plays p2, and the seconds that each decision may take, 0 for any."""
        limit = max(0, whole_number(words.get("limit", "")))
        await self._create(self.new_told, words.get("opponent", ""), limit=limit, **values)

    async def hears_begin_example(self, words: Words) -> None:
        """A game from an example that is built in."""
        await self._begin_new(words, example=words.get("example", ""))

    async def hears_begin_text(self, words: Words) -> None:
        """A game from a position file, a puzzle, or the log of a game."""
        text = words.get("text", "")
        if not text.strip():
            self._refuse_new(Told("empty", "no text was given", "a position file, a puzzle of Forge, or a log"))
            return
        kind = "log" if is_log(text) else "position"
        await self._begin_new(words, **{kind: text})

    async def hears_begin_decks(self, words: Words) -> None:
        """A game between two decks, shuffled now."""
        decks, title = [words.get(f"deck{number}", "") for number in (1, 2)], words.get("title", "")
        names = {f"p{number}": words.get(f"name{number}", "") for number in (1, 2)}
        await self._begin_new(words, decks=decks, title=title, names=names)

    # --- the board that is built ---------------------------------------------------------------------------------

    async def _built(self, found: Any = None) -> None:
        """Draw the board that is built, and say what is wrong with it: what was asked last, or what the engine says of it."""
        bare = self.draft.bare_aura()
        self.built.show(builder_part.board(self.draft, bare, self.faces))
        self.around.show(self._around())
        self._draw_answer()
        self.checks += 1
        if isinstance(found, Refusal):
            self.build_told.show(refusal(Told.of(found)))
            return
        check = self.checks
        if bare is not None:
            self.build_told.show(builder_part.host_asked(self.draft, bare))
            await self._know_faces(None)
            return
        said = await self._work("page board", position=self.draft.text())
        if check != self.checks:
            return
        await self._know_faces(said)
        if isinstance(said, Told):  # the place would be one of a file that nobody has written
            self.build_told.show(refusal(replace(said, place="")))
            return
        there = place_words(found.seat, found.zone) if isinstance(found, Piece) else ""
        put = f"{found.name}: {there}. " if there else f"{found} " if isinstance(found, str) else ""
        fine = f"{put}The board can be played as it stands." if self.draft.pieces else ""
        self.build_told.show(tag("p.well", fine, role="status") if fine else NOTHING)

    async def _know_faces(self, said: Any) -> None:
        """Learn what stands on the cards of the board. ``said``: of a board that can be played; where it can't, its cards are asked for alone."""
        names = {each.name for each in self.draft.pieces.values() if each.token is None} - self.faces.keys()
        if names and not isinstance(said, dict):
            said = await self._work("page faces", names=[*names])
        told = said["faces"] if isinstance(said, dict) else ()
        new = {each["name"]: each for each in told if each["name"] not in self.faces}
        if new:
            self.faces |= new
            self.draft.types |= {name: face["types"] for name, face in new.items()}
            self.built.show(builder_part.board(self.draft, self.draft.bare_aura(), self.faces))

    async def _put(self, name: str, where: str) -> None:
        seat, _, zone = where.partition(" ")
        nameless = Told("card-unknown", "no card was named", "a card's English name")
        found = await self._work("page card", name=name.strip()[:200]) if name.strip() else nameless
        if isinstance(found, Told):
            self.build_told.show(refusal(found))
            return
        self.build_meant.show(naming_part.meant(found, "put", where=where))
        self.draft.types[found["name"]] = found["types"]
        if found["name"]:
            put = self.draft.put(found["name"], whole_number(seat), zone)
            await self._built(put)
            if isinstance(put, Refusal):
                ways = builder_part.other_zones(self.draft, found["name"], whole_number(seat))
                self.build_told.show(inside((refusal(Told.of(put)), ways)))
        else:
            self.build_told.show(NOTHING)

    async def hears_put(self, words: Words) -> None:
        """The button: put the card of the search box into the chosen zone."""
        self._close("search")
        await self._put(words.get("name", ""), words.get("where", ""))

    async def hears_drop(self, words: Words) -> None:
        """A name, or a card of the board, was dropped on a zone."""
        if words.get("piece"):
            seat, _, zone = words.get("to", "").partition(" ")
            await self._built(self.draft.move(whole_number(words["piece"]), whole_number(seat), zone))
        elif words.get("name"):
            self._close("search")
            await self._put(words["name"], words.get("to", ""))

    async def _build(self, name: str, words: Words) -> None:
        await self._built(BUILDS[name](self.draft, words))

    async def hears_seats(self, words: Words) -> None:
        """How many players."""
        await self._seated(self.draft.seats(whole_number(words.get("value", ""))))

    async def _seated(self, found: Any = None) -> None:
        """Draw the board that is built, and the fields that name its players."""
        self.search.show(builder_part.card_target(self.draft))
        self.token_form.show(builder_part.token_form(self.draft))
        await self._built(found)

    async def hears_clear(self, words: Words) -> None:
        """Begin anew."""
        self.draft = Draft()
        await self._seated()

    async def hears_find(self, words: Words) -> None:
        """Look for a loop on the board; what is found stands above, as every answer does."""
        self._begin("page find", self.build_told, position=self.draft.text(), steps=STEPS)

    async def hears_play_board(self, words: Words) -> None:
        """A game from the board as it stands."""
        await self._create(self.build_told, words.get("opponent", "person"), position=self.draft.text())

    async def hears_play_brought(self, words: Words) -> None:
        """A game from the board that was dropped."""
        if self.brought:
            await self._create(self.told, words.get("opponent", "person"), position=self.brought)
