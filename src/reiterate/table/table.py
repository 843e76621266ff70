"""The table: games that are kept in a database, and what people do at them (``docs/table.md``).

Every function is plain and may block; what can't be done is a ``Refusal``. An entry is durable before it is answered.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Condition, Lock, RLock
from typing import Final, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from reiterate.ask.answer_verdict import Verdict
from reiterate.boards.dealing import dealt
from reiterate.cards import CardBook
from reiterate.deadline import OutOfTime, at_most, holding
from reiterate.examples.built_in import example_text, examples
from reiterate.games import ending
from reiterate.refusals import ILLEGAL, INPUT, UNDETERMINED, Refusal
from reiterate.script.places import parse_place
from reiterate.script.position_text import position_text
from reiterate.table import actions, endings, reasons, rounds, seat_view, touching
from reiterate.table.acting import (
    MOST_LIMIT,
    MOST_WORDS,
    Accepted,
    Acting,
    Clock,
    beginning,
    unfit,
    unkeepable,
    unnamed,
    utc_now,
)
from reiterate.table.card_faces import Face, faces_of
from reiterate.table.digests import engine_digest
from reiterate.table.entries import LET_PROGRAM, POSITION, STATEMENT, TAKE_SEAT, Said, Snapshot, keepable
from reiterate.table.exporting import PAST, Exported, exported, read_log
from reiterate.table.game_now import Drawing
from reiterate.table.hiding import seen_from
from reiterate.table.judging import verdict_on
from reiterate.table.listening import Listener
from reiterate.table.opening_hands import next_deal, not_offered, opening_of, with_hands
from reiterate.table.past import Page, happened, page_of
from reiterate.table.programs import MOST_MOVES, moves
from reiterate.table.resuming import (
    EVERY,
    LONG,
    LOOKED_AT,
    MOST_POSITIONS,
    forget_old,
    goes_on,
    positions,
    resume,
    snapshot_text,
)
from reiterate.table.rounds import Carried, Round
from reiterate.table.scenes import Growth, Scene, Wanted, growth_of, scene_of
from reiterate.table.seat_view import Happened, Preview, View, preview_of, view_of
from reiterate.table.seats import (
    JUDGE,
    MOST_PLAYERS,
    WAYS,
    Chair,
    chair_of,
    chairs_of,
    kept_form,
    new_name,
    new_secret,
    seat_of,
)
from reiterate.table.store import Kept, Store, open_store

#: Games that are kept in memory; others are taken up again from their log.
MOST_LIVE: Final = 1_200
#: Games that are taken up at once with what came back in them before; more of them, as after a new start, begin with their last snapshot.
MOST_TAKEN_UP: Final = 4
#: Entries of one game.
MOST_ENTRIES: Final = 20_000
#: Characters of a title.
MOST_TITLE: Final = 200
#: Characters of a log, and entries of a game, from which on reading them counts as long work from its first moment.
LONG_LOG: Final = 200_000
LONG_PAST: Final = 200
#: Characters of a script from which on it gives way to other calls from its first moment: it may have many lines.
LONG_SCRIPT: Final = 500

#: Seconds of work that the proof of a draw may take; one that takes longer is none.
DRAW_SECONDS: Final = 4.0

#: Seconds of work after which a snapshot is kept, so that the game is taken up in less.
COSTLY: Final = 1.0

_R = TypeVar("_R")

__all__ = ["Accepted", "Created", "Table"]


@dataclass(frozen=True, slots=True)
class Created:
    """A new game: its name, the secret of each chair, and the number of its last entry."""

    game: str
    links: Mapping[str, str]
    last: int


@dataclass(slots=True)
class _Live:
    """A game in memory. Whoever looks at it or changes it holds the lock.

    ``used``: when it was asked for last (``time.monotonic``). ``held``: how many of its positions the table has counted.
    ``cost``: seconds of work since the last snapshot. ``lost``: its position is not that of its log, so nobody goes on from it.
    ``views``: the number of an entry, and what each chair that has looked behind that entry sees.
    """

    name: str
    kept: Kept
    now: Round
    secrets: Mapping[str, str] = field(default_factory=dict)
    used: float = field(default_factory=time.monotonic)
    held: int = 0
    cost: float = 0.0
    lost: bool = False
    views: tuple[int, dict[str, View]] = (0, {})
    lock: RLock = field(default_factory=RLock)


class Table(Acting):
    """Games in a database. ``Table.open`` makes one; it is closed with ``close``."""

    __slots__ = (
        "_book",
        "_changed",
        "_clock",
        "_games",
        "_games_lock",
        "_held",
        "_listener",
        "_seconds",
        "_store",
        "_taken",
        "_told",
    )

    def __init__(self, store: Store, book: CardBook, seconds: float = 0.0, clock: Clock = utc_now) -> None:
        self._store = store
        self._clock = clock
        self._seconds = seconds
        self._book = book
        self._games: OrderedDict[str, _Live] = OrderedDict()
        self._games_lock = Lock()
        self._held = 0  # positions of all games in memory
        self._taken = 0  # games that are being taken up
        self._changed = Condition()
        self._told: Callable[[str], None] = lambda _game: None
        self._listener: Listener | None = None
        if store.shared:
            self._listener = Listener(store.engine, self._news)
            self._listener.start()

    def on_news(self, tell: Callable[[str], None]) -> None:
        """Let a function be told the name of each game that another process, or this one, has written to. On PostgreSQL alone."""
        self._told = tell

    def _news(self, game: str) -> None:
        with self._changed:
            self._changed.notify_all()
        self._told(game)

    @classmethod
    def open(cls, url: str, book: CardBook, seconds: float = 0.0, clock: Clock = utc_now) -> Table | Refusal:
        """The table of a database: ``sqlite:///FILE`` or ``postgresql+psycopg://...``, with the cards of a book.

        ``seconds``: of work that a call may take, by the processor time of its thread; 0: any. A call that takes longer changes nothing, and
        gives the refusal ``time-spent``. ``clock``: what tells the time of an entry.
        """
        store = open_store(url)
        return store if isinstance(store, Refusal) else cls(store, book, seconds, clock)

    def close(self) -> None:
        """Keep what waits, and let the database go."""
        if self._listener is not None:
            self._listener.close()
        self._store.close()
        with self._changed:
            self._changed.notify_all()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def answers(self) -> bool:
        """Whether the database answers."""
        return self._store.answers()

    def measured(self) -> dict[str, int]:
        """Counts for whoever watches over the server.

        ``games`` in memory, and the ``positions`` and ``entries`` that they hold. ``commits``; the ``writes`` in all of them, and
        the ``most_together`` in one. A write lasts from when it is asked for until it is on the disk. ``write_ms`` and
        ``longest_write_ms``: milliseconds of all writes, and of the longest one. ``writes_in_10_ms``: how many were that short.
        """
        writer = self._store.writer
        with self._games_lock:
            entries = sum(live.now.entries.held for live in self._games.values())
        counts = {"commits": writer.commits, "writes": writer.written, "most_together": writer.most}
        longest = {"write_ms": int(1000 * writer.spent), "longest_write_ms": int(1000 * writer.longest)}
        took = {"writes_in_10_ms": writer.soon, **longest}
        return {"games": len(self._games), "positions": self._held, "entries": entries, **counts, **took}

    def rest(self, seconds: float) -> int:
        """Put games to rest that nobody has asked for in so many seconds; how many. They are taken up from their log again."""
        before = time.monotonic() - seconds
        with self._games_lock:
            idle = [live for live in self._games.values() if live.used < before]
            for live in idle:
                self._drop(live)
        return len(idle)

    # --- games --------------------------------------------------------------------------------------------------

    def create(
        self,
        text: str,
        title: str = "",
        programs: Mapping[str, str] | None = None,
        limit: int = 0,
        dealt: bool = False,
        names: Mapping[str, str] | None = None,
        cards: str = "",
    ) -> Created | Refusal:
        """A game from the text of a position file, or of a puzzle of Forge; its script is not played.

        What is kept of a puzzle is the position file that says the same. In: a title, which everybody sees;
        the seats that a program plays, and how: ``{"p2": "cuts once"}``; seconds that each decision may take, 0 for any;
        ``dealt``: hands are kept or drawn anew first (103.5), and a rematch shuffles all cards; ``names``: what the people at seats are called, such as
        ``{"p1": "Anna"}``; ``cards``: a card file, which this game alone knows behind the cards of the table. A rematch keeps all of these.
        """
        if not 0 <= limit <= MOST_LIMIT:
            return Refusal(INPUT, "shape", f"no time limit of {limit} seconds", f"0 for none, to {MOST_LIMIT:,}")
        book = self._book.with_brought(cards) if keepable(cards) else unkeepable("card file")
        if isinstance(book, Refusal):
            return book
        now = rounds.begin(text, book) if keepable(text) else unkeepable("position")
        kept = text if isinstance(now, Refusal) else position_text(text, "position")
        if kept != text and isinstance(kept, str):
            now = rounds.begin(kept, book)
        if isinstance(kept, Refusal):
            return kept
        if isinstance(now, Refusal):
            return now
        refused = unnamed(names or {}, [f"p{seat + 1}" for seat in range(now.players)])
        if refused is not None:
            return refused
        body = beginning(kept, limit, dealt, names or {}, cards)
        said = Said(POSITION, JUDGE, with_hands(body) if dealt else body)
        refused = not_offered(now.game.state) if dealt else None
        if refused is not None:
            return refused
        now.opening = opening_of(said, now.players, now.game.state)
        rounds.put_down(now, rounds.entry_for(now, said, Carried(), self._time()))
        return self._keep(now, title, programs or {})

    def create_dealt(
        self,
        decks: Sequence[str],
        seed: str = "",
        programs: Mapping[str, str] | None = None,
        limit: int = 0,
        title: str = "",
        names: Mapping[str, str] | None = None,
        cards: str = "",
    ) -> Created | Refusal:
        """A game from deck lists, one for each player in turn order; a ``seed`` decides how they are shuffled.

        Without a ``title`` the game is called after its decks.
        """
        book = self._book.with_brought(cards)
        lists = [(text, f"deck {number}") for number, text in enumerate(decks, 1)]
        made = book if isinstance(book, Refusal) else dealt(lists, book, seed)
        if isinstance(made, Refusal):
            return made
        return self.create(
            made.text, title.strip() or made.title, programs, limit, dealt=True, names=names, cards=cards
        )

    def create_example(
        self,
        name: str,
        programs: Mapping[str, str] | None = None,
        limit: int = 0,
        title: str = "",
        names: Mapping[str, str] | None = None,
    ) -> Created | Refusal:
        """A game from a position that is built in, such as ``million``; a refusal names those that there are."""
        known = sorted(each for each, _ in examples())
        if name not in known:
            return Refusal(INPUT, "no-such-demo", f"there is no example '{name[:40]}'", ", ".join(known))
        return self.create(example_text(name), title.strip() or name, programs, limit, names=names)

    def load(self, text: str, programs: Mapping[str, str] | None = None) -> Created | Refusal:
        """A game from the log that a judge has exported: all of its entries, and new secrets."""
        try:
            with at_most(self._seconds, lane=True, patience=None if len(text) < LONG_LOG else 0.0):
                read = read_log(text)
                now = read if isinstance(read, Refusal) else resume(read[1], (), self._book)
        except OutOfTime:
            return self._too_long()
        if isinstance(read, Refusal):
            return read
        return now if isinstance(now, Refusal) else self._keep(now, read[0], programs or {})

    def _keep(self, now: Round, title: str, programs: Mapping[str, str]) -> Created | Refusal:
        """Keep a new game, with secrets for its chairs."""
        players = [f"p{seat + 1}" for seat in range(now.players)]
        refused = unfit(title, MOST_TITLE, "title") or _seats(players, programs)
        if refused is not None:
            return refused
        game = new_name()
        links = {who: new_secret() for who in chairs_of(now.players)}
        kept = Kept(title, self._time(), dict(programs))
        forms = {who: kept_form(game, secret) for who, secret in links.items()}
        snapshot = self._pin(now)
        try:
            self._store.add_game(game, kept, forms, now.entries)
            if snapshot is not None:
                self._store.put_snapshot(game, snapshot)
        except SQLAlchemyError:
            return _unkept()
        now.entries.kept_by(partial(self._store.entries, game))
        live = _Live(game, kept, now)
        with self._games_lock:
            self._put(live)
        with live.lock:
            self._let_programs_move(live)
            return Created(game, links, now.last)

    def enter(self, game: str, secret: str) -> Chair | Refusal:
        """The chair that a secret opens. Every refusal is the same, whether there is such a game or not."""
        return self._asking(lambda: chair_of(game, secret, self._secrets(game)))

    def _secrets(self, game: str) -> Mapping[str, str]:
        """What is kept of a game's secrets. They never change, so those of games in memory are not read again."""
        with self._games_lock:
            live = self._games.get(game)
            if live is not None and live.secrets:
                return live.secrets
        found = self._store.secrets(game)
        if live is not None:
            live.secrets = found
        return found

    def _time(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")

    def last(self, game: str) -> int | Refusal:
        """The number of a game's last entry; 0 where there is no such game."""
        return self._asking(lambda: self._store.last(game))

    # --- looking ------------------------------------------------------------------------------------------------

    def view(self, chair: Chair) -> View | Refusal:
        """All that a chair may see of its game now; worked out once behind each entry."""

        def look(live: _Live) -> View:
            if live.views[0] != live.now.last:
                live.views = live.now.last, {}
            if chair.who not in live.views[1]:
                self._look_for_draw(live)
                live.views[1][chair.who] = view_of(live.now, live.name, live.kept.title, live.kept.programs, chair.who)
            return live.views[1][chair.who]

        return self._look(chair, look)

    def faces(self, chair: Chair) -> list[Face] | Refusal:
        """What stands on the cards that a chair sees now."""
        return self._look(chair, lambda live: faces_of(seen_from(live.now.game.state, chair.who), live.now.book))

    def entries(self, chair: Chair, after: int = 0, limit: int = 200) -> Page | Refusal:
        """The entries behind the number ``after``, in order, as a chair may see them.

        There are at most ``limit`` of them, and no more words than an answer holds. Whoever wants those behind them asks with the
        number of the last one.
        """
        return self._look(chair, lambda live: page_of(live.now, chair.who, after, limit))

    def wait(self, chair: Chair, after: int, seconds: float) -> int | Refusal:
        """The number of the last entry, as soon as it is greater than ``after``, or when the seconds are over.

        What another process writes to the database is seen within a second.
        """
        until = time.monotonic() + seconds
        while True:
            found = self.last(chair.game)
            left = until - time.monotonic()
            if isinstance(found, Refusal) or found > after or left <= 0:
                return found
            with self._changed:
                self._changed.wait(min(left, 1.0))

    def happened(self, chair: Chair, after: int = 0) -> list[Happened] | Refusal:
        """What was done behind an entry, and what each entry has changed of what everybody sees.

        Of entries that are long past the changes are not told. An answer ends where that of ``entries`` does.
        """
        return self._look(chair, lambda live: happened(live.now, chair.who, after))

    def behind(self, chair: Chair, number: int) -> seat_view.Behind | Refusal:
        """The game as it was just after an entry, as the chair saw it then."""
        return self._look(chair, lambda live: seat_view.behind_of(live.now, number, chair.who))

    def preview(self, chair: Chair, place: str = "") -> Preview | Refusal:
        """The waiting proposal at a place such as ``7.3``, or at its end: the board there, and what has changed."""
        found = parse_place(place) if place else None
        if isinstance(found, Refusal):
            return found

        def look(live: _Live) -> Preview | Refusal:
            if live.now.offered is None:
                return Refusal(ILLEGAL, "no-proposal", "nothing is proposed", "a proposal", "732.2a")
            return preview_of(live.now, found, chair.who)

        return self._look(chair, look)

    def scene(self, chair: Chair, wanted: Wanted) -> Scene | Refusal:
        """The waiting proposal, or a script that nobody has proposed yet, at a place of it: board, changes, where to stop."""
        return self._look(chair, lambda live: scene_of(live.now, chair.who, wanted))

    def growth(self, chair: Chair, script: str = "", block: int = 0) -> Growth | Refusal:
        """What changes over the iterations of the waiting proposal, or of a script that nobody has proposed yet."""
        return self._look(chair, lambda live: growth_of(live.now, chair.who, script, block))

    def shown(self, chair: Chair, times: str, most: int = 0) -> str | Refusal:
        """The script that does so many times more what was shown by hand (``again``); "" where that has more than ``most`` choices (0: any)."""
        return self._look(chair, lambda live: actions.shown_again(live.now.game, chair.who, times[:MOST_WORDS], most))

    def shown_here(self, chair: Chair) -> bool | Refusal:
        """Whether the iteration that was shown by hand ends at the present position."""
        return self._look(chair, lambda live: actions.ends_here(live.now.game))

    def ruling(self, chair: Chair, policy: str) -> Verdict | Refusal:
        """What a policy makes of the loop that was recognised or shown last, on what the chair sees."""
        return self._look(chair, lambda live: verdict_on(live.now, chair.who, policy.lower()))

    def gesture(self, chair: Chair, last: int, touched: Sequence[str]) -> touching.Gesture | Refusal:
        """What the chair may touch behind some touches, by what its view behind entry ``last`` calls the objects; or the lines that they are."""
        return self._look(chair, lambda live: touching.gesture_of(live.now, chair.who, last, touched))

    def why_not(self, chair: Chair, names: Sequence[str]) -> reasons.Reasons | Refusal:
        """Why the chair may do nothing with its card of these names now; [] where it may."""
        return self._look(chair, lambda live: reasons.why_not(live.now, chair.who, names))

    def export(self, chair: Chair, what: str) -> Exported | Refusal:
        """Something to take along: ``position``, ``script``, ``replay``, ``certificate``, ``sheet``, or for the judge ``log``."""
        if what not in PAST:
            return self._look(chair, lambda live: exported(live.now, chair.who, what, live.kept.title))
        found = self._look(chair, lambda live: (live.now.last, live.kept.title))
        return found if isinstance(found, Refusal) else self._export_past(chair, what, *found)

    def _export_past(self, chair: Chair, what: str, last: int, title: str) -> Exported | Refusal:
        """What tells of all entries up to a number. They never change, so nobody waits for the game meanwhile."""

        def asking() -> Exported | Refusal:
            return PAST[what](self._store.parts(chair.game, last), chair.who, title, self._book)

        try:
            with at_most(self._seconds, lane=True, patience=None if last < LONG_PAST else 0.0):
                return self._asking(asking)
        except OutOfTime:
            return self._too_long()

    # --- carrying out ------------------------------------------------------------------------------------------

    def _act(
        self, chair: Chair, number: int, said: Said, most: int = MOST_WORDS, before: Said | None = None
    ) -> Accepted | Refusal:
        """Carry out what a chair does and keep it as entry ``number``, if that follows the last one.

        ``before``: what is entered first, as entry ``number``; ``said`` follows it.
        """
        refused = unfit(said.text, most, said.what or said.kind)
        if refused is not None:
            return refused

        def act(live: _Live) -> Accepted | Refusal:
            now = live.now
            if 1 <= number <= now.last and now.entries[number - 1].said.spoken == (before or said):
                return Accepted(number, now.last)  # the same once more: the answer to it was lost
            if number != now.last + 1:
                message = f"entry {number} does not follow: the last one of this game is {now.last}"
                return Refusal(ILLEGAL, "not-next", message, f"number {now.last + 1}, after a look at what is new")
            for each in (said,) if before is None else (before, said):
                refused = self._enter(live, each)
                if refused is not None:
                    return refused
            self._let_programs_move(live)
            return Accepted(number, now.last)

        found = self._look(chair, act, seconds=0.0)  # what is carried out is bounded, and what is written never
        if isinstance(found, Refusal) and found.code == "not-next":
            return self._look(chair, act, seconds=0.0)  # the same words may have come by way of another process
        return found

    def _enter(self, live: _Live, said: Said) -> Refusal | None:
        """Carry out what comes next and keep it; None once it is durable."""
        now = live.now
        if now.last >= MOST_ENTRIES:
            message = f"a game has at most {MOST_ENTRIES:,} entries"
            return Refusal(ILLEGAL, "too-many-entries", message, "a new game from this position")
        programs = _programs_behind(live.kept.programs, said)
        if isinstance(programs, Refusal):
            return programs
        begun = time.thread_time()
        with at_most(self._seconds, lane=True, gentle=len(said.text) > LONG_SCRIPT):
            carried = rounds.carry_out(now, said)
        if isinstance(carried, Refusal):
            return carried
        live.cost += time.thread_time() - begun
        entry = rounds.entry_for(now, said, carried, self._time())
        snapshot = None
        if carried.shortcut or (said.moves and (entry.number % EVERY == 0 or live.cost > COSTLY)):
            text = snapshot_text(now.game) if now.opening is None else None
            snapshot = None if text is None else Snapshot(entry.number, engine_digest(), text)
            live.cost = live.cost if snapshot is None else 0.0
        try:
            kept = self._store.append(live.name, entry, snapshot, programs)
        except SQLAlchemyError:
            self._forget(live)
            return _unkept()
        if not kept:
            self._forget(live)
            message = f"entry {entry.number} does not follow: somebody else was first"
            return Refusal(ILLEGAL, "not-next", message, "another number, after a look at what is new")
        rounds.put_down(now, entry)
        if programs is not None:
            live.kept = replace(live.kept, programs=programs)
        with self._changed:
            self._changed.notify_all()
        if self._held > MOST_POSITIONS and positions(now) >= LOOKED_AT:
            forget_old(now)
        self._count(live)
        return None

    def _let_programs_move(self, live: _Live) -> None:
        """Let the table deal hands that all have declared about (103.5), and the program's seats act, until somebody else has to."""
        for _ in range(MOST_MOVES):
            deal = next_deal(live.now)
            if deal is not None and self._enter(live, deal) is not None:
                return
            if self._let_the_game_end(live):
                continue
            if not any(self._program_moves(live, who, way) for who, way in live.kept.programs.items()):
                return

    def _let_the_game_end(self, live: _Live) -> bool:
        """Enter that the game is a draw, where a loop that goes on by itself is proved and everybody has declined to act (732.4)."""
        if live.lost:
            return False
        if endings.final(live.now.game.state):
            again = endings.all_play_again(live.now)
            return again and self._enter(live, endings.beginning_anew(live.now)) is None
        if self._look_for_draw(live) is None:
            return False
        said = endings.outcome_said(live.now)
        return said is not None and self._enter(live, said) is None

    def _look_for_draw(self, live: _Live) -> Drawing | None:
        """What is proved of a loop at this place. A proof that takes too long is none: then nothing is known, and nobody is asked."""
        try:
            with at_most(min(DRAW_SECONDS, self._seconds or DRAW_SECONDS), lane=True):
                return endings.look_for_draw(live.now)
        except OutOfTime:
            notice = ending.loop_in_play(live.now.game)
            if notice is not None:
                live.now.drawing = Drawing(ending.run_of(live.now.game, notice), None)
            return None

    def _program_moves(self, live: _Live, who: str, way: str) -> bool:
        """Whether a program has made a move of its seat. A program that thinks for too long does nothing until the next act."""
        if live.lost:
            return False
        try:
            with at_most(self._seconds, lane=True):
                return self._moved(live, who, way)
        except OutOfTime:
            self._forget(live)
            return False

    def _moved(self, live: _Live, who: str, way: str) -> bool:
        for said in list(moves(live.now, who, way)):
            if live.lost:
                return False
            if self._enter(live, said) is None:
                return True
        return False

    # --- games in memory ----------------------------------------------------------------------------------------

    def _look(self, chair: Chair, look: Callable[[_Live], _R], seconds: float | None = None) -> _R | Refusal:
        """Do something with a chair's game as it stands in the database, in so many seconds of work."""
        bound = self._seconds if seconds is None else seconds

        def asking() -> _R | Refusal:
            live = self._live(chair.game)
            if isinstance(live, Refusal):
                return live
            with holding(live.lock):
                fresh = self._caught_up(live)
                return fresh if isinstance(fresh, Refusal) else self._looked(fresh, look, bound)

        return self._asking(asking)

    def _looked(self, live: _Live, look: Callable[[_Live], _R], seconds: float) -> _R | Refusal:
        """Do something with a game; one that was broken off in the middle is taken up from its log again."""
        try:
            with at_most(seconds, lane=True):
                return look(live)
        except OutOfTime:
            self._forget(live)
            return self._too_long()
        except SQLAlchemyError:  # nothing was carried out that the database does not have
            raise
        except BaseException:  # such as too little memory, in the middle of a move
            self._forget(live)
            raise

    def _too_long(self) -> Refusal:
        message = f"this takes more than {self._seconds:g} seconds of work; nothing was changed"
        return Refusal(UNDETERMINED, "time-spent", message, "a shorter script")

    def _asking(self, ask: Callable[[], _R | Refusal]) -> _R | Refusal:
        """Ask the store; a refusal where the database is gone."""
        try:
            return ask()
        except SQLAlchemyError:
            return Refusal(INPUT, "table-database", "the database does not answer", "the same again in a while")

    def _live(self, game: str) -> _Live | Refusal:
        with self._games_lock:
            live = self._games.get(game)
            if live is not None:
                self._games.move_to_end(game)
                live.used = time.monotonic()
                return live
        found = self._taken_up(game)
        if isinstance(found, Refusal):
            return found
        with self._games_lock:
            live = self._games.setdefault(game, found)
            self._put(live)
        return live

    def _put(self, live: _Live) -> None:
        """Keep a game in memory, and let go of the one that was looked at least recently."""
        self._games[live.name] = live
        self._games.move_to_end(live.name)
        self._recount(live)
        while len(self._games) > MOST_LIVE:
            self._drop(next(iter(self._games.values())))

    def _drop(self, live: _Live) -> None:
        """Let a game in memory go; the lock of the games is held."""
        if self._games.get(live.name) is live:
            del self._games[live.name]
            self._held -= live.held
            live.held = 0

    def _count(self, live: _Live) -> None:
        """Count the positions of a game that has gone on."""
        with self._games_lock:
            if self._games.get(live.name) is live:
                self._recount(live)

    def _recount(self, live: _Live) -> None:
        held = positions(live.now)
        self._held += held - live.held
        live.held = held

    def _forget(self, live: _Live) -> None:
        """Let a game in memory go: its position is not that of its log."""
        live.lost = True
        with self._games_lock:
            self._drop(live)

    def _caught_up(self, live: _Live) -> _Live | Refusal:
        """The game as the database has it, where another process has written to it."""
        if self._store.last(live.name) == live.now.last and self._games.get(live.name) is live:
            return live
        if not self._went_on(live):
            found = self._taken_up(live.name)
            if isinstance(found, Refusal):
                return found
            live.now, live.lost = found.now, False
            live.views = (0, {})
        live.kept = self._store.kept(live.name) or live.kept  # read behind the entries: never older than they are
        with self._games_lock:
            self._put(live)
        return live

    def _went_on(self, live: _Live) -> bool:
        """Whether what another process has written could be carried out on the game in memory."""
        if self._games.get(live.name) is not live:
            return False
        try:
            with at_most(LONG):
                return goes_on(live.now, self._store.entries(live.name, live.now.last))
        except OutOfTime:
            return False

    def _taken_up(self, game: str) -> _Live | Refusal:
        """A game taken up from its log."""
        kept = self._store.kept(game)
        if kept is None:
            return Refusal(ILLEGAL, "no-such-seat", "this link opens no seat", "a link as it was given")
        with self._taking() as many:
            now = resume(self._store.entries(game), self._store.snapshots(game), self._book, hasty=many > MOST_TAKEN_UP)
        if isinstance(now, Refusal):
            return now
        snapshot = self._pin(now)
        if snapshot is not None:
            self._store.put_snapshot(game, snapshot)
        now.entries.kept_by(partial(self._store.entries, game))
        return _Live(game, self._store.kept(game) or kept, now)  # somebody may have taken a seat meanwhile

    @contextmanager
    def _taking(self) -> Iterator[int]:
        """A block that takes up a game: how many games are taken up at the moment."""
        with self._games_lock:
            self._taken += 1
            many = self._taken
        try:
            yield many
        finally:
            with self._games_lock:
                self._taken -= 1

    def _pin(self, now: Round) -> Snapshot | None:
        """The snapshot that keeps what this engine makes of a log that another one has written; None where they agree."""
        at = next(now.entries.back()).number
        text = snapshot_text(now.game) if now.note and now.base != at and now.opening is None else None
        if text is None:
            return None
        now.base = at
        return Snapshot(at, engine_digest(), text, now.note)


def _seats(players: Sequence[str], programs: Mapping[str, str]) -> Refusal | None:
    """Why a game can't have these seats."""
    if len(players) > MOST_PLAYERS:
        message = f"a table has at most {MOST_PLAYERS} seats, and this position has {len(players)} players"
        return Refusal(INPUT, "table-seats", message, "fewer players")
    for who, way in programs.items():
        if who not in players:
            return Refusal(INPUT, "no-such-player", f"no player '{who[:40]}' in this game", ", ".join(players))
        if way not in WAYS:
            return _no_way(way)
    return None


def _no_way(way: str) -> Refusal:
    return Refusal(INPUT, "table-program", f"'{way[:40]}' is no way in which a program plays", ", ".join(WAYS))


def _programs_behind(programs: Mapping[str, str], said: Said) -> Mapping[str, str] | Refusal | None:
    """The seats that a program plays behind an entry that gives it one or takes one away; None for any other entry."""
    if said.kind != STATEMENT or said.what not in (TAKE_SEAT, LET_PROGRAM):
        return None
    if said.what == LET_PROGRAM:
        if said.text not in WAYS:
            return _no_way(said.text)
        return {**programs, said.who: said.text} if seat_of(said.who) is not None else None
    if said.who not in programs and seat_of(said.who) is not None:
        message = f"the program does not play {said.who}"
        return Refusal(INPUT, "table-program", message, "the link of a seat that the program plays")
    return {who: way for who, way in programs.items() if who != said.who}


def _unkept() -> Refusal:
    message = "the entry could not be written; the same words with the same number count once"
    return Refusal(INPUT, "table-database", message, "the same again in a while")
