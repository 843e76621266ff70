"""Games of two to six players, drawn step by step: the procedure, what everybody sees, and the log hold at every step."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from reiterate.ask.answer_json import as_json
from reiterate.refusals import Refusal
from reiterate.rules.access.state_access import in_game
from reiterate.rules.positions.identity import same
from reiterate.table.seat_view import MaySay, Preview, View
from reiterate.table.table import Accepted, Created, Table
from tests.table.laid_table import (
    BOOK,
    HIDDEN,
    PUBLIC,
    SECRETS,
    decks,
    everything,
    names_known,
    position,
    quick_folder,
    seated,
    taken_seats,
    text_of,
)

#: Codes of what is owed, with which a line is refused that stands apart.
OWED = {"must-differ", "must-break", "restart"}
#: Codes with which an offered line may be refused: hidden cards alone.
UNSEEN = {"hidden-cards"}
#: Passes of everybody that are enough to show a loop of one trigger, and to have it proved.
ROUNDS = 8
#: Which of some offered lines: how many there are may depend on how the table has dealt, which nothing repeats.
PICK = st.integers(0, 10**4)
WORDS = ("number 9", "no action", "accept", "cut 2.1", "nonsense")


class Game(RuleBasedStateMachine):
    """One game; every function is called as the people at the table would call it, and some as they would not."""

    def __init__(self) -> None:
        super().__init__()
        self.leaving = ExitStack()
        self.folder = self.leaving.enter_context(quick_folder())
        self.told: dict[str, list[str]] = {}
        self.known: dict[str, set[str]] = {}

    @initialize(
        players=st.integers(2, 6),
        first=st.integers(0, len(SECRETS) - 1),
        public=st.lists(st.sampled_from(sorted(PUBLIC)), min_size=2, max_size=4, unique=True),
        program=st.sampled_from(["", "passes", "cuts once"]),
        endless=st.booleans(),
        dealt=st.integers(0, 2),
        early=st.booleans(),
    )
    def begins(
        self,
        players: int,
        first: int,
        public: list[str],
        program: str,
        endless: bool = False,
        dealt: int = 0,
        early: bool = False,
    ) -> None:
        """A position, or in one game of three decks with hands to be kept (103.5); ``early``: with cards that may begin on the battlefield."""
        self.players = [f"p{seat + 1}" for seat in range(players)]
        self.everybody = [*self.players, "spectator"]
        self.dealt = dealt == 2
        self.endless = endless and not self.dealt
        self.table = self.opened()
        if endless:  # whoever has these begins a loop that goes on by itself
            public = ["Old Bell", "Glad Chime", *(each for each in public if each != "Old Bell")]
        programs = {self.players[-1]: program} if program else {}
        if self.dealt:
            made = self.table.create_dealt(decks(players, early, first), f"seed {first}", programs)
            assert isinstance(made, Created), made
            self.sitting = taken_seats(self.table, made)
        else:
            self.sitting = seated(self.table, position(players, tuple(public), 2, 3, first), programs)
        self.humans = [who for who in self.players if who not in programs]
        self.told = {who: [] for who in self.everybody}
        self.known = {who: set() for who in self.everybody}
        self.look()
        for who in self.everybody:
            self.told[who].append(text_of(self.table.export(self.sitting[who], "position")))

    def opened(self) -> Table:
        table = Table.open(f"sqlite:///{self.folder / 'games.db'}", BOOK)
        assert isinstance(table, Table), table
        return table

    # --- helpers ------------------------------------------------------------------------------------------------

    def view(self, who: str) -> View:
        found = self.table.view(self.sitting[who])
        assert isinstance(found, View), found
        return found

    def does(self, who: str, call: Callable[..., Any], *given: Any) -> Accepted | Refusal:
        """Call a function of the table with the number that follows, and keep what the chair is told."""
        entries = len(self.sitting.now.entries)
        found: Accepted | Refusal = call(self.sitting[who], self.sitting.next, *given)
        self.told[who].append(text_of(found))
        assert isinstance(found, Refusal) == (len(self.sitting.now.entries) == entries)
        self.look()
        return found

    def look(self) -> None:
        """Take notice of the cards that each chair has been able to see by now."""
        for state in self.sitting.now.after.values():
            for who in self.everybody:
                self.known[who] |= names_known(state, who)

    def deciding(self) -> str:
        return self.view("spectator").decides

    # --- what people do -----------------------------------------------------------------------------------------

    @precondition(lambda self: self.sitting.now.game.proposal is None and self.deciding() in self.humans)
    @rule(pick=PICK, eager=st.booleans())
    def plays(self, pick: int, eager: bool) -> None:
        """One of the offered lines; before the first turn a hand is kept more often than not."""
        who = self.deciding()
        lines = [each.line for each in self.view(who).may]
        acts = [line for line in lines if line != "pass"]
        before = self.sitting.now.opening is not None
        some = lines[:1] if before and not eager else acts if eager and acts else lines
        line = some[pick % len(some)]
        found = self.does(who, self.table.play, line)
        assert not isinstance(found, Refusal) or found.code in UNSEEN, (line, found)

    @precondition(lambda self: self.sitting.now.opening is not None and self.deciding() in self.humans)
    @rule()
    def everybody_keeps(self) -> None:
        """All keep their hands, put what they owe on the bottom, and are ready: then the first turn begins (103.5, 103.6)."""
        for _ in range(10 * len(self.players)):
            if self.sitting.now.opening is None or self.deciding() not in self.humans:
                break
            line = self.view(self.deciding()).may[0].line
            assert isinstance(self.does(self.deciding(), self.table.play, line), Accepted)
        assert self.view("spectator").hands == []

    @precondition(lambda self: self.sitting.now.game.proposal is None and self.deciding() in self.humans)
    @rule(pick=PICK, times=st.sampled_from(["1", "2", "5", "10^30"]))
    def proposes(self, pick: int, times: str) -> None:
        """What may be activated, and passes of everybody until it has resolved, so many times."""
        who = self.deciding()
        lines = [each.line for each in self.view(who).may if each.line.startswith("activate")]
        if not lines or self.endless:  # with a loop in each iteration a shortcut has no end, and a long proof
            return
        passes = "  pass\n" * len(self.players)
        self.does(who, self.table.propose, f"repeat {times}:\n  {lines[pick % len(lines)]}\n{passes}")

    @precondition(lambda self: self.sitting.now.game.proposal is None and self.deciding() in self.humans)
    @rule(times=st.sampled_from(["1", "7", "10^30"]))
    def shows_a_lap_and_proposes_it_again(self, times: str) -> None:
        """A lap by hand: something is activated, everybody passes, and it is proposed again."""
        who = self.deciding()
        lines = [each.line for each in self.view(who).may if each.line.startswith(("activate Old", "activate Open"))]
        if not lines or self.endless or self.sitting.now.game.state.stack:
            return
        self.does(who, self.table.play, lines[0])
        while self.sitting.now.game.state.stack and self.deciding() in self.humans:
            if isinstance(self.does(self.deciding(), self.table.play, "pass"), Refusal):
                return
        if self.deciding() == who:
            self.does(who, self.table.again, times)

    @precondition(lambda self: self.sitting.now.game.proposal is not None)
    @rule(accept=st.booleans(), at=st.integers(1, 8), iteration=st.sampled_from([1, 2, 3, 7, 10**29]))
    def answers(self, accept: bool, at: int, iteration: int) -> None:
        waiting = self.sitting.now.game.proposal
        assert waiting is not None
        turn = waiting.to_answer[0]
        who = self.players[turn]
        before = waiting.end
        others = [other for other in self.players if other != who]
        assert isinstance(self.does(others[0], self.table.answer, "accept"), Refusal)
        said = "accept" if accept else f"cut {iteration}.{at}"
        found = self.does(who, self.table.answer, said)
        left = self.sitting.now.game.proposal
        if isinstance(found, Accepted) and left is not None:
            assert left.end <= before
            assert left.to_answer == waiting.to_answer[1 : len(waiting.to_answer)] or left.to_answer < waiting.to_answer
            behind = [(waiting.proposer + i) % len(self.players) for i in range(1, len(self.players))]
            order = [seat for seat in behind if in_game(self.sitting.now.game.state, seat)]  # who has lost is not asked
            assert left.to_answer == order[len(order) - len(left.to_answer) :]

    @rule(
        who=st.integers(0, 5),
        line=st.sampled_from(
            ["pass", "activate Old Bell", "all pass", "p1: pass", "", "choose top", "keep", "mulligan", "ready"]
        ),
    )
    def somebody_plays_out_of_turn(self, who: int, line: str) -> None:
        chair = self.players[who % len(self.players)]
        if chair != self.deciding():
            assert isinstance(self.does(chair, self.table.play, line), Refusal)

    @rule(who=st.integers(0, 5), off=st.integers(-3, 3), line=st.sampled_from(["pass", "activate Old Bell"]))
    def an_old_or_a_far_number_is_refused(self, who: int, off: int, line: str) -> None:
        chair = self.sitting[self.players[who % len(self.players)]]
        before = self.sitting.last
        if off == 1:
            return
        entries = self.sitting.now.entries
        number = before + off
        there = entries[number - 1].said if 1 <= number <= before else None
        found = self.table.play(chair, number, line)
        own = there is not None and (there.who, there.kind, there.text) == (chair.who, "choice", line)
        assert isinstance(found, Accepted) == own and self.sitting.last == before

    @rule(who=st.integers(0, 5), back=st.integers(1, 4), agree=st.booleans())
    def an_undo_is_asked_for(self, who: int, back: int, agree: bool) -> None:
        chair = self.players[who % len(self.players)]
        to = self.sitting.last - back
        reached = self.sitting.now.after.get(to)
        crossed = any(entry.reveals for entry in self.sitting.now.entries[max(to, 0) :])
        if isinstance(self.does(chair, self.table.ask_undo, to), Refusal):
            return
        while self.sitting.now.asked is not None and self.sitting.now.asked.waiting:
            next_one = self.sitting.now.asked.waiting[0]
            assert isinstance(self.does(next_one, self.table.answer_undo, agree), Accepted)
        if agree and reached is not None:
            assert (
                self.sitting.now.entries[-1].said.kind == "undo agreed"
                or chair not in self.humans
                or self.sitting.now.last
            )
            standing = [entry for entry in self.sitting.now.entries if entry.said.kind == "undo agreed"]
            assert same(self.sitting.now.after[standing[-1].number], reached)
            assert not crossed or not any(entry.reveals for entry in self.stood(to, standing[-1].number))

    def stood(self, to: int, until: int) -> list[Any]:
        """The entries that an undo has taken back."""
        from_there = self.sitting.now.entries[to : until - 1]
        return [entry for entry in from_there if entry.said.kind == "choice" and entry.number > to]

    @rule(who=st.integers(0, 6), text=st.sampled_from(WORDS), secret=st.booleans(), words=st.booleans())
    def somebody_speaks(self, who: int, text: str, secret: bool, words: bool) -> None:
        chair = self.everybody[who % len(self.everybody)]
        if words:
            self.does(chair, self.table.chat, f"words of {chair}", "judge" if secret else "all")
        else:
            self.does(chair, self.table.say, text, secret)

    @rule(who=st.integers(0, 5), other=st.integers(0, 5), seldom=st.integers(0, 9))
    def somebody_leaves(self, who: int, other: int, seldom: int) -> None:
        """A player concedes at any time, or agrees that another one is gone; who is left plays on, or has won (104.2a, 800.4a)."""
        chair, gone = self.players[who % len(self.players)], self.players[other % len(self.players)]
        before = self.view("spectator")
        if seldom > 1:
            self.does(chair, self.table.remove, gone)
            return
        if seldom == 0 or before.ended is not None:
            found = self.does(chair, self.table.concede)
            after = self.view("spectator")
            left = [each for each in self.players if each not in before.left]
            refused = before.ended is not None or chair in before.left
            assert isinstance(found, Refusal) == refused, found
            if not refused:
                assert (after.ended is not None) == (len(left) <= 2) and chair in after.left

    @rule(words=st.sampled_from(["draw", "p1 wins", "p6 wins", "remove p2", "take back"]), seldom=st.integers(0, 4))
    def the_judge_rules_on_the_game(self, words: str, seldom: int) -> None:
        """A judge's word has effect, and the next one on the same matter takes it back."""
        if seldom:
            return
        found = self.table.rule(self.sitting["judge"], self.sitting.next, "comprehensive", "", words)
        self.look()
        after = self.view("spectator")
        if isinstance(found, Refusal):
            return
        if words == "draw" or words.endswith("wins"):
            assert after.ended is not None and after.ruling is not None and after.ruling.sentence == words
        elif words == "take back":
            assert after.ruling is None or not after.ruling.newest

    @precondition(lambda self: self.view("spectator").ended is not None)
    @rule(all_of_them=st.booleans(), who=st.integers(0, 5))
    def they_play_again(self, all_of_them: bool, who: int) -> None:
        """Once the game is over nothing but words and a rematch is heard; when all want that, the game is as it began."""
        chair = self.players[who % len(self.players)]
        for found in (self.does(chair, self.table.play, "pass"), self.does(chair, self.table.say, "number 9")):
            assert isinstance(found, Refusal) and found.code == "game-over"
        for each in self.players if all_of_them else [chair]:
            if each not in self.view("spectator").rematch and self.view("spectator").ended is not None:
                assert isinstance(self.does(each, self.table.rematch), Accepted)
        assert not all_of_them or self.view("spectator").ended is None

    @precondition(lambda self: self.sitting.now.game.proposal is None and self.deciding() in self.humans)
    @rule(acts=st.booleans(), many=st.integers(1, ROUNDS))
    def a_loop_goes_on_by_itself(self, acts: bool, many: int) -> None:
        """Whoever has a bell and a chime begins a loop, and all pass. A draw is asked for in turn order: all decline, or one acts (104.4b, 732.4)."""
        who = self.deciding()
        bells = [each.line for each in self.view(who).may if each.line.startswith("activate Old Bell")]
        if not self.endless or not bells or isinstance(self.does(who, self.table.play, bells[0]), Refusal):
            return
        for _ in range(many * len(self.players)):
            if self.deciding() not in self.humans or self.view("spectator").draw is not None:
                break
            if isinstance(self.does(self.deciding(), self.table.play, "pass"), Refusal):
                break
        self.a_draw_is_answered(acts)

    def a_draw_is_answered(self, acts: bool) -> None:
        """Who is asked says so in turn order, and nobody else; behind the last word the game is a draw. Who acts ends the question."""
        asked = self.view("spectator").draw
        while asked is not None and asked.waiting and asked.waiting[0] in self.humans and not acts:
            for who in self.players:
                assert (MaySay(what="no action") in self.view(who).says) == (who == asked.waiting[0])
            assert isinstance(self.does(asked.waiting[0], self.table.say, "no action"), Accepted)
            before, asked = asked, self.view("spectator").draw
            assert (asked is None) == (self.view("spectator").ended is not None)
            assert asked is None or len(asked.waiting) < len(before.waiting)
        who = self.deciding()
        if asked is None or not acts or who not in self.humans:
            return
        lines = [each.line for each in self.view(who).may if each.line.startswith("activate")]
        if lines and isinstance(self.does(who, self.table.play, lines[0]), Accepted):
            assert self.view("spectator").ended is None and self.view("spectator").draw is None

    @precondition(lambda self: self.sitting.now.game.proposal is None and self.deciding() in self.humans)
    @rule(
        numbers=st.lists(
            st.sampled_from(["no action", "number 1", "number 3", "number 10^30"]), min_size=6, max_size=6
        ),
        policy=st.sampled_from(["comprehensive", "tournament"]),
        seldom=st.integers(0, 2),
    )
    def the_judge_rules_on_a_loop(self, numbers: list[str], policy: str, seldom: int) -> None:
        """Players name numbers, and the judge rules: outcome, place and duty are told alike to all, and hold.

        The loop is the one that goes on by itself, or an activation that its player repeats.
        """
        bells = [each.line for each in self.view(self.deciding()).may if each.line.startswith("activate Old Bell")]
        goes_on = self.endless and bool(self.sitting.now.game.state.stack)
        if seldom or not (goes_on or (bells and not self.endless)):
            return
        for who, words in zip(self.players, numbers, strict=False):
            if who in self.humans and isinstance(self.does(who, self.table.say, words), Refusal):
                return
        script = "repeat 1:\n" + ("" if goes_on else f"  {bells[0]}\n") + "  pass\n" * len(self.players)
        found = self.table.rule(self.sitting["judge"], self.sitting.next, policy, script)
        self.look()
        seen = [self.view(who).ruling for who in self.everybody]
        assert all(each == seen[0] for each in seen)
        if isinstance(found, Accepted) and self.sitting.last == found.number:
            assert seen[0] is not None and seen[0].number == found.number

    @rule(
        who=st.integers(0, 5),
        name=st.sampled_from(HIDDEN),
        how=st.sampled_from(["cast {}", "choose {}", "activate {}", "bottom {}", "begin with {}"]),
    )
    def nobody_learns_by_naming_a_card(self, who: int, name: str, how: str) -> None:
        """A card that a chair has never seen is refused in the same words as one that is nowhere."""
        chair = self.players[who % len(self.players)]
        if name in self.known[chair]:
            return
        found = [
            self.table.play(self.sitting[chair], self.sitting.next, how.format(each)) for each in (name, "Zebra Zone")
        ]
        texts = [text_of(each).replace(n, "NAME") for each, n in zip(found, (name, "Zebra Zone"), strict=True)]
        assert all(isinstance(each, Refusal) for each in found) and texts[0] == texts[1]

    @rule()
    def the_program_is_started_anew(self) -> None:
        """What a new process makes of the log is what the old one had."""
        before = self.sitting.now
        views = {who: as_json(self.view(who)) for who in self.everybody}
        self.table.close()
        self.table = self.opened()
        self.sitting.table = self.table
        after = self.sitting.now
        assert after.entries == before.entries and same(after.game.state, before.game.state)
        again = {who: as_json(self.view(who)) for who in self.everybody}
        for one in (*views.values(), *again.values()):
            one.pop("again")  # what was shown by hand is shown anew where a snapshot is gone on from
        assert again == views

    # --- what holds at every step -------------------------------------------------------------------------------

    @invariant()
    def nobody_is_told_of_a_hidden_card(self) -> None:
        last = self.sitting.last
        for turn, who in enumerate(self.everybody):  # who takes the script along changes with each entry
            script = (last + turn) % len(self.everybody) == 0
            words = everything(self.sitting, who, max(0, last - 4), script) + "\n".join(self.told[who])
            self.told[who].clear()
            assert [name for name in HIDDEN if name in words and name not in self.known[who]] == [], who

    @invariant()
    def whoever_owes_has_a_choice_or_is_told_that_none_exists(self) -> None:
        """What stands apart is refused, each line in the words that are told. What is left is offered, or it is said that nothing is."""
        now = self.sitting.now
        for who in self.players:
            view = self.view(who)
            if now.game.proposal is not None or view.decides != who:
                assert not view.not_now
                continue
            assert view.may or "none exists" in view.note, (who, view.not_now, view.note)
            for each in view.not_now:
                found = self.table.play(self.sitting[who], self.sitting.next, each.line)
                assert isinstance(found, Refusal) and (found.message, found.rule) == (each.why, each.rule)
                assert found.code in OWED | UNSEEN

    @invariant()
    def all_views_agree_about_what_everybody_sees(self) -> None:
        """Each view has names of its own for cards (``id``)."""
        seen = []
        for who in self.everybody:
            found = as_json(self.view(who))
            for player in found["board"]["players"]:
                player.pop("not_offered")
            cards = [{**each, "id": ""} for each in found["cards"] if each["zone"] not in ("hand", "library")]
            seen.append((found["board"], cards, found["decides"], found["last"], found["proposal"], found["undo"]))
        assert all(each == seen[0] for each in seen)

    @invariant()
    def a_waiting_proposal_is_shown_alike_to_all(self) -> None:
        if self.sitting.now.game.proposal is None:
            return
        shown = [self.table.preview(self.sitting[who]) for who in self.everybody]
        assert all(isinstance(each, Preview) for each in shown)
        assert all(as_json(each)["changes"] == as_json(shown[0])["changes"] for each in shown)  # type: ignore[arg-type] # none is a refusal

    def teardown(self) -> None:
        self.table.close()
        self.leaving.close()
