"""What people do at a table: each function makes an entry, or refuses it. The room's ``Table`` carries them out and keeps them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from reiterate.refusals import ILLEGAL, INPUT, Refusal
from reiterate.table import actions
from reiterate.table.endings import last_to_agree, who_decides
from reiterate.table.entries import (
    AGREE,
    AGREE_REMOVE,
    ANSWER,
    ASK_UNDO,
    BE_CALLED,
    CARDS,
    CHAT,
    CHOICE,
    CONCEDE,
    DECLINE,
    LET_PROGRAM,
    PROPOSE,
    REMOVE,
    SAY,
    STATEMENT,
    TAKE_SEAT,
    TIME_OVER,
    UNDO,
    WANT_REMATCH,
    Said,
    keepable,
)
from reiterate.table.judging import ruling_entries
from reiterate.table.rounds import Round
from reiterate.table.seats import JUDGE, Chair

#: Characters of a line, of chat or of a statement, of a script.
MOST_WORDS: Final = 2_000
MOST_SCRIPT: Final = 100_000
#: Seconds that a time limit has at most: thirty days.
MOST_LIMIT: Final = 30 * 24 * 3600

#: Characters of what a person is called.
MOST_NAME: Final = 40

#: What tells the time.
Clock: TypeAlias = Callable[[], datetime]


def utc_now() -> datetime:
    """The time by the machine's clock."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Accepted:
    """An entry that was made: its number, and that of the last entry, which is greater where a program has moved since."""

    number: int
    last: int


class Acting:
    """What people do at games. ``Table`` looks at a game and carries out what is said."""

    __slots__ = ()

    _clock: Clock

    @abstractmethod
    def _look(self, chair: Chair, look: Callable[[Any], Any], seconds: float | None = None) -> Any:
        """Do something with a chair's game as it stands in the database."""

    @abstractmethod
    def _act(
        self, chair: Chair, number: int, said: Said, most: int = MOST_WORDS, before: Said | None = None
    ) -> Accepted | Refusal:
        """Carry out what a chair does and keep it as entry ``number``."""

    # --- acting -------------------------------------------------------------------------------------------------

    def play(self, chair: Chair, number: int, line: str) -> Accepted | Refusal:
        """One or more choices of the chair's own by hand, as a line of a script."""
        return self._act(chair, number, Said(CHOICE, chair.who, {"text": line}))

    def propose(self, chair: Chair, number: int, script: str) -> Accepted | Refusal:
        """Propose a script as a shortcut (732.2a); the other players answer in turn order."""
        return self._act(chair, number, Said(STATEMENT, chair.who, {"what": PROPOSE, "text": script}), MOST_SCRIPT)

    def again(self, chair: Chair, number: int, times: str) -> Accepted | Refusal:
        """Propose what was shown by hand, so many times more: ``1000``, ``10^100``, ``until it ends``."""
        script = self._look(chair, lambda live: actions.shown_again(live.now.game, chair.who, times[:MOST_WORDS]))
        return script if isinstance(script, Refusal) else self.propose(chair, number, script)

    def answer(self, chair: Chair, number: int, said: str) -> Accepted | Refusal:
        """Answer the waiting proposal: ``accept``, or ``cut PLACE`` (732.2b)."""
        return self._act(chair, number, Said(STATEMENT, chair.who, {"what": ANSWER, "text": " ".join(said.split())}))

    def say(self, chair: Chair, number: int, text: str, secret: bool = False) -> Accepted | Refusal:
        """Make a statement, such as ``number 9``; a secret one is the judge's alone until the judge has ruled.

        Whoever says ``concede`` leaves the game (104.3a).
        """
        if " ".join(text.lower().split()) == CONCEDE:
            return self.concede(chair, number)
        body = {"what": SAY, "text": " ".join(text.split()), **({"secret": "yes"} if secret else {})}
        return self._act(chair, number, Said(STATEMENT, chair.who, body))

    def chat(self, chair: Chair, number: int, text: str, to: str = "all") -> Accepted | Refusal:
        """Say words to ``all``, or to the ``judge`` alone."""
        if to not in ("all", JUDGE):
            return Refusal(INPUT, "no-such-player", f"'{to[:40]}' is nobody to speak to", f"all, or {JUDGE}")
        return self._act(chair, number, Said(CHAT, chair.who, {"text": text, "to": to}))

    def ask_undo(self, chair: Chair, number: int, to: int) -> Accepted | Refusal:
        """Ask to go back to the position behind entry ``to``. Not past what has shown somebody a hidden card."""
        return self._act(chair, number, Said(STATEMENT, chair.who, {"what": ASK_UNDO, "to": str(to)}))

    def answer_undo(self, chair: Chair, number: int, agree: bool) -> Accepted | Refusal:
        """Agree to go back, or decline; the last agreement takes the entries back."""
        last = self._look(chair, lambda live: _last_to_agree(live.now, chair.who))
        if isinstance(last, Refusal):
            return last
        if agree and last:
            return self._act(chair, number, Said(UNDO, chair.who, {"to": str(last)}))
        return self._act(chair, number, Said(STATEMENT, chair.who, {"what": AGREE if agree else DECLINE}))

    def take_seat(self, chair: Chair, number: int) -> Accepted | Refusal:
        """Play one's own seat from now on, which a program has played until now. Every process that has the game hears of it."""
        return self._act(chair, number, Said(STATEMENT, chair.who, {"what": TAKE_SEAT}))

    def let_program(self, chair: Chair, number: int, way: str) -> Accepted | Refusal:
        """Let a program play one's own seat from now on, in one of ``WAYS``, until somebody takes the seat."""
        return self._act(chair, number, Said(STATEMENT, chair.who, {"what": LET_PROGRAM, "text": way}))

    def be_called(self, chair: Chair, number: int, name: str) -> Accepted | Refusal:
        """Say what one is called at one's seat: up to ``MOST_NAME`` characters, which stand beside ``p1``."""
        refused = unfit(name, MOST_NAME, "name")
        said = Said(STATEMENT, chair.who, {"what": BE_CALLED, "text": " ".join(name.split())})
        return refused or self._act(chair, number, said)

    def rule(self, chair: Chair, number: int, policy: str, script: str = "", own: str = "") -> Accepted | Refusal:
        """The judge's ruling on a loop, by what the players have said; the game goes on at the place that follows.

        In: the script of the loop, "" for what was shown by hand; the judge's own words, such as ``is a loop``. ``draw``,
        ``p1 wins`` and ``remove p1`` rule on the game itself. A ruling behind which nothing was done is taken back by the next one,
        and by ``take back`` alone.
        """
        if chair.who != JUDGE:
            return Refusal(ILLEGAL, "not-the-judge", f"{chair.who} does not rule", "the judge's link")
        refused = unfit(script, MOST_SCRIPT, "script") or unfit(own, MOST_WORDS, "statement")
        if refused is not None:
            return refused
        said = self._look(chair, lambda live: ruling_entries(live.now, policy[:MOST_WORDS], script, own))
        if isinstance(said, Refusal):
            return said
        before = said[0] if len(said) > 1 else None
        return self._act(chair, number, said[-1], 2 * MOST_SCRIPT, before)

    # --- endings ------------------------------------------------------------------------------------------------

    def concede(self, chair: Chair, number: int) -> Accepted | Refusal:
        """Lose and leave the game at once, whoever is to act (104.3a)."""
        return self._act(chair, number, Said(STATEMENT, chair.who, {"what": CONCEDE}))

    def remove(self, chair: Chair, number: int, player: str) -> Accepted | Refusal:
        """Agree that another player is taken out of the game, who is gone; the last agreement of all others does it."""
        last = self._look(chair, lambda live: last_to_agree(live.now, chair.who, player))
        if isinstance(last, Refusal):
            return last
        return self._act(
            chair, number, Said(STATEMENT, chair.who, {"what": REMOVE if last else AGREE_REMOVE, "player": player})
        )

    def time_over(self, chair: Chair, number: int) -> Accepted | Refusal:
        """Take the player for whom the game waits out of the game, whose time is over (the limit of the game)."""
        waits = self._look(chair, lambda live: (live.now.limit, live.now.since, who_decides(live.now)))
        if isinstance(waits, Refusal):
            return waits
        limit, since, player = waits
        if chair.seat is None and chair.who != JUDGE:
            return Refusal(ILLEGAL, "not-a-player", "spectators have no say in this", "the link of a player's seat")
        if not limit:
            return Refusal(ILLEGAL, "no-limit", "this game has no time limit", "the judge's ruling, or to wait")
        waited = int((self._clock() - datetime.fromisoformat(since)).total_seconds()) if player else 0
        if player and waited < limit:
            message = f"{player} has {limit - waited} seconds left"
            return Refusal(ILLEGAL, "time-left", message, "to wait until they are over")
        body = {"what": TIME_OVER, "player": player, "waited": str(waited)}
        return self._act(chair, number, Said(STATEMENT, chair.who, body))

    def rematch(self, chair: Chair, number: int) -> Accepted | Refusal:
        """Want to play again, once the game is over; when all players do, the game begins anew. The links stay.

        The position is that of the beginning. Decks are shuffled anew.
        """
        return self._act(chair, number, Said(STATEMENT, chair.who, {"what": WANT_REMATCH}))


def _last_to_agree(now: Round, who: str) -> int:
    """The entry to go back behind, where this chair's agreement is the last one that is missing; else 0."""
    return now.asked.to if now.asked is not None and now.asked.waiting == (who,) else 0


def beginning(text: str, limit: int, dealt: bool, names: Mapping[str, str], cards: str) -> dict[str, str]:
    """What the first entry of a game says; ``names``: what the people at seats are called, ``cards``: those that somebody brought."""
    called = {f"name of {who}": " ".join(name.split()) for who, name in names.items() if name.split()}
    said = {"limit": str(limit) if limit else "", "dealt": "yes" if dealt else "", CARDS: cards}
    return {"text": text, **{key: value for key, value in said.items() if value}, **called}


def unnamed(names: Mapping[str, str], players: Sequence[str]) -> Refusal | None:
    """Why people can't be called so: there is no such seat, or a name is too long or no text."""
    for who, name in names.items():
        if who not in players:
            return Refusal(INPUT, "no-such-player", f"no player '{who[:40]}' in this game", ", ".join(players))
        refused = unfit(name, MOST_NAME, f"name of {who}")
        if refused is not None:
            return refused
    return None


def unfit(text: str, most: int, what: str) -> Refusal | None:
    """Why words can't be kept: too many, or none that a database holds as text."""
    if len(text) > most:
        return Refusal(INPUT, "too-long", f"this {what} has {len(text):,} characters", f"at most {most:,} of them")
    return None if keepable(text) else unkeepable(what)


def unkeepable(what: str) -> Refusal:
    return Refusal(INPUT, "shape", f"this {what} holds the character 0, or half of a character", "text in UTF-8")
