"""``discover(folder)``: new combos of two cards, each proved, one after another.

    for found in discover("news", cards=["oracle-cards.json"], known="combos.jsonl"):
        print(found.cards, found.verdict, found.gains)

Candidates are searched in rounds. Each round has about as many steps as the one before: ten times as many for each pair, a tenth of the pairs.
The first round has parts. What a part finds says which pairs the next part has.
All stands in a folder, so the same call goes on where another one was ended.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, nullcontext
from pathlib import Path
from typing import Final

import msgspec

from reiterate.boards.deck_list import MOST_COLLECTED, list_text, read_collection
from reiterate.cards import Cache, CardBook
from reiterate.cards.book import ENVIRONMENT
from reiterate.cards.language_version import paired_version
from reiterate.cards.names import named
from reiterate.cards.sources import CardFileError, key_of
from reiterate.databases.combo_files import known_combos
from reiterate.databases.combo_rows import Row
from reiterate.databases.results_folder import Head, Results, head_of
from reiterate.databases.row_outcomes import NOT_FOUND, Asked, Outcome
from reiterate.databases.row_worker import Limits
from reiterate.databases.row_workers import crew
from reiterate.databases.surveying import Survey
from reiterate.databases.text_workers import Crew, NoWorker
from reiterate.discoveries.candidates import Candidates, Counts, Pair, Wanted, pool
from reiterate.limits import MEMORY, SECONDS
from reiterate.refusals import INPUT, Refusal, Where

#: Steps that each pair may take in each round. A round has a tenth of the pairs of the one before.
ROUNDS: Final = (200, 2_000, 20_000)
FEWER: Final = 10

#: Candidates of the first round.
TRIES: Final = 200

#: Into how many parts the first round falls at most, and the fewest pairs of a part.
PARTS: Final = 10
PART: Final = 200

PAIRS: Final = "pairs.jsonl"
LOOPS: Final = "loops.jsonl"

#: What came of a pair whose loop gives as much without one of the cards.
WITHOUT: Final = "without one"


class Discovery(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A proved loop that is no known combo, in which both cards play a part. Its certificate was accepted by the checker.

    ``verdict``, ``gains``: as ``combo`` tells them. The rest is that of the ``Pair``. ``round``: in which it was found.
    """

    cards: tuple[str, ...]
    verdict: str
    gains: tuple[str, ...]
    first_gives: tuple[str, ...]
    second_gives: tuple[str, ...]
    near: tuple[str, ...] = ()
    alike: tuple[tuple[str, ...], tuple[str, ...]]
    round: int
    position: str
    certificate: str


class _Told(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of ``pairs.jsonl``: what the pairs depend on, and the counts of the join."""

    format: str = "pairs/1"
    head: Head
    paired: str
    among: tuple[str, ...]
    one_of: tuple[str, ...]
    known: tuple[tuple[str, ...], ...]
    tries: int
    counts: Counts


_WRITTEN: Final = msgspec.json.Encoder(order="deterministic")
_TOLD: Final = msgspec.json.Decoder(_Told)
_PAIR: Final = msgspec.json.Decoder(Pair)


class _Rows:
    """Pairs as the rows of a survey."""

    def __init__(self, pairs: Sequence[Pair], path: Path) -> None:
        self.pairs = pairs
        self.path = path
        self.share = 0.0

    def rows(self) -> Iterator[Row]:
        """Each pair as a row that claims nothing."""
        for number, pair in enumerate(self.pairs, 1):
            self.share = number / len(self.pairs)
            yield Row(number=number, id=" + ".join(pair.cards), cards=pair.cards)

    def close(self) -> None:
        """Nothing is open."""


class Discovering:
    """A search for new combos under way: iterate over it once.

    ``refusal``: why it ended early; None where it did not. ``counts``: those of the join. ``round``, ``done``, ``tries``: the round, and how many of its pairs are
    searched. ``came``: how often each outcome came.
    """

    def __init__(
        self,
        folder: Path,
        paired: Paired,
        crew: Crew,
        limits: Limits,
        files: list[Path],
    ) -> None:
        self.folder = folder
        self.paired = paired
        self.pairs: list[Pair] = paired.part(0, ())
        self.crew = crew
        self.limits = limits
        self.files = files
        self.refusal: Refusal | None = None
        self.round = 0  # discrete
        self.done = 0  # discrete
        self.tries = 0  # discrete
        self.came: Counter[str] = Counter()
        self.found = 0  # discrete: loops so far

    @property
    def counts(self) -> Counts:
        """The counts of the join."""
        return self.paired.told.counts

    def __iter__(self) -> Iterator[Discovery]:
        try:
            with self.crew, (self.folder / LOOPS).open("wb") as opened, closing(self._rounds()) as rounds:
                for found in rounds:
                    opened.write(_WRITTEN.encode(found) + b"\n")
                    opened.flush()
                    self.found += 1
                    yield found
        except NoWorker as error:
            self.refusal = error.refusal
        except OSError as error:
            self.refusal = no_folder(self.folder, error)

    def _rounds(self) -> Generator[Discovery, None, None]:
        behind: list[Pair] = []
        loops: list[Pair] = []
        self.round, self.tries = 1, max(len(self.pairs), self.paired.told.tries)
        part = self.pairs
        while part:
            where = f"round-1-{len(self.pairs)}" if len(part) < len(self.pairs) else "round-1"
            for found, pair in self._searched(where, part, behind):
                loops.append(pair)
                yield found
            part = self.paired.part(len(self.pairs), loops) if self.refusal is None else []
            self.pairs += part
        for number in range(2, len(ROUNDS) + 1):
            waiting, behind = behind[: max(1, len(self.pairs) // FEWER ** (number - 1))], []
            if not waiting or self.refusal is not None:
                return
            self.round, self.done, self.tries = number, 0, len(waiting)
            yield from (found for found, _ in self._searched(f"round-{number}", waiting, behind))

    def _searched(self, where: str, waiting: Sequence[Pair], behind: list[Pair]) -> Iterator[tuple[Discovery, Pair]]:
        """The loops of some pairs. Those of which nothing is found come to ``behind``. ``where``: the folder of the results."""
        asked = msgspec.structs.replace(self.limits.asked, steps=ROUNDS[self.round - 1])
        limits = msgspec.structs.replace(self.limits, asked=asked)
        head = head_of(limits, self.files)
        results = head if isinstance(head, Refusal) else Results.opened(self.folder / where, head)
        if isinstance(results, Refusal):
            self.refusal = results
            return
        survey = Survey(_Rows(waiting, self.folder), results, nullcontext(self.crew), asked)
        for outcome, pair in zip(survey, waiting, strict=False):
            self.done += 1
            self.came[WITHOUT if outcome.without else outcome.came] += 1
            if outcome.came == NOT_FOUND:
                behind.append(pair)
            if outcome.endless and not outcome.without:
                yield _discovery(pair, outcome, self.round), pair
        self.refusal = survey.refusal


def _discovery(pair: Pair, found: Outcome, number: int) -> Discovery:
    return Discovery(
        cards=found.cards,
        verdict=found.verdict,
        gains=found.gains,
        first_gives=pair.first_gives,
        second_gives=pair.second_gives,
        near=pair.near,
        alike=pair.alike,
        round=number,
        position=found.position,
        certificate=found.certificate,
    )


def discover(
    folder: str | Path,
    *,
    cards: Iterable[str | Path] = (),
    with_card: str = "",
    new: str | Path | None = None,
    among: str | Path | None = None,
    known: str | Path | None = None,
    tries: int = TRIES,
    workers: int = 2,
    dask: str = "",
    life: int = 20,
    seconds: float = SECONDS,
    megabytes: int = MEMORY // 1_000_000,
    beat: Callable[[], object] = lambda: None,
) -> Discovering | Refusal:
    """Look for combos of two cards that nobody listed.

    In: ``folder``, where the results are kept. ``cards``: card files. ``with_card``: the name of a card, "" for none. ``new``: a list of new cards. Each pair has that
    card, or one of the new cards. ``among``: a list of cards; both cards of a pair are on it. ``known``: a file of known combos, in any form. ``tries``: how many pairs the first
    round has. ``workers``: how many pairs are searched at once. ``dask``: the address of a Dask scheduler whose cluster searches them, "" for none. ``life``: of each player.
    ``seconds`` and ``megabytes``: what each pair may take, 0 for no limit. ``beat`` is called between two cards that are read. Out: the search, to be iterated over; or a refusal where a name, a file or Dask can't be used.
    """
    given = os.environ.get(ENVIRONMENT, "")
    files = [Path(each) for each in cards] + ([Path(given)] if given else [])
    book = CardBook.with_files(files, {}, Cache.of(os.environ))
    if isinstance(book, Refusal):
        return book
    wanted = _wanted(book, with_card, new, among, known)
    if isinstance(wanted, Refusal):
        return wanted
    limits = Limits(seconds=float(seconds), megabytes=megabytes, asked=Asked(life=life, once=False, alone=True))
    head = head_of(limits, files)
    if isinstance(head, Refusal):
        return head
    who = crew(limits, files, workers, dask)
    if isinstance(who, Refusal):
        return who
    try:
        with ExitStack() as opened:
            opened.enter_context(who)
            Path(folder).mkdir(parents=True, exist_ok=True)
            paired = Paired(Path(folder) / PAIRS, book, wanted, head, tries, beat)
            opened.pop_all()  # the search ends it
            return Discovering(Path(folder), paired, who, limits, files)
    except OSError as error:
        return no_folder(Path(folder), error)
    except (CardFileError, NoWorker) as error:
        return error.refusal


def _wanted(
    book: CardBook, with_card: str, new: str | Path | None, among: str | Path | None, known: str | Path | None
) -> Wanted | Refusal:
    """Which pairs are asked for."""
    rows = [] if known is None else known_combos(Path(known))
    sets: list[frozenset[str] | None] = []
    for file in (among, new):
        text = "" if file is None else list_text(Path(file), MOST_COLLECTED)
        listed = text if isinstance(text, Refusal) else read_collection(text, Path(file or "").name) if file else None
        if isinstance(listed, Refusal):
            return listed
        if listed is not None and not any(key in listed for source in book.sources for key in source.all_keys()):
            where = Where(file=Path(file or "").name)
            return Refusal(INPUT, "deck", "no card of the list is known", "names of the card file", where=where)
        sets.append(listed)
    if isinstance(rows, Refusal):
        return rows
    if with_card:
        card = named(book, with_card)
        if isinstance(card, Refusal):
            return card
        sets[1] = (sets[1] or frozenset()) | {key_of(card.name)}
    return Wanted(sets[0], sets[1], tuple(rows))


class Paired:
    """The candidates, in parts: those that stand in the file where they are the same, else those of a new join.

    ``told``: the first line of the file. Raises ``OSError``.
    """

    def __init__(
        self, file: Path, book: CardBook, wanted: Wanted, head: Head, tries: int, beat: Callable[[], object]
    ) -> None:
        self.file = file
        self.size = max(PART, -(-tries // PARTS))
        self.made: Candidates | None = None
        self.make: Callable[[], Candidates] = lambda: Candidates(pool(book, wanted, beat), wanted, tries)
        self.told = _Told(
            head=head,
            paired=paired_version(Cache.of(os.environ)),
            among=tuple(sorted(wanted.among or ())),
            one_of=tuple(sorted(wanted.one_of or ())),
            known=wanted.known,
            tries=tries,
            counts=Counts(cards=0, asked=0, untold=0, signatures=0, looked=0, joined=0),
        )
        self.pairs: list[Pair] | None = self._kept()

    def part(self, at: int, loops: Sequence[Pair]) -> list[Pair]:
        """The pairs that come after so many others, none where these are all. ``loops``: those of the others of which a loop was found."""
        many = min(self.size, self.told.tries - at)
        if many <= 0 or at % self.size:  # the part before was not full
            return []
        if self.pairs is None or len(self.pairs) == at:
            if self.made is None:
                self.made = self.make()
            before = self.pairs or []
            self.told = msgspec.structs.replace(self.told, counts=self.made.counts)
            self._write([*before, *self.made.more(many, before, loops)])
        return (self.pairs or [])[at : at + many]

    def _kept(self) -> list[Pair] | None:
        """The pairs that stand in the file, None for none that are of use."""
        lines = self.file.read_bytes().splitlines() if self.file.exists() else []
        try:
            kept = _TOLD.decode(lines[0]) if lines else None
            if kept is None or msgspec.structs.replace(kept, counts=self.told.counts) != self.told:
                return None
            pairs = [_PAIR.decode(line) for line in lines[1:]]
        except msgspec.DecodeError:  # a file of another form is written anew
            return None
        self.told = kept
        return pairs

    def _write(self, pairs: list[Pair]) -> None:
        whole = [_WRITTEN.encode(self.told), *map(_WRITTEN.encode, pairs)]
        new = self.file.with_suffix(".part")
        new.write_bytes(b"\n".join(whole) + b"\n")
        new.replace(self.file)  # a file that is there is whole
        self.pairs = pairs


def no_folder(folder: Path, error: OSError) -> Refusal:
    """The refusal of a folder that can't be used."""
    message = f"{folder.name}: {error.strerror or 'it can not be used'}"
    return Refusal(INPUT, "file", message, "a folder that can be written", where=Where(file=str(folder)))


__all__ = ["Discovering", "Discovery", "discover"]
