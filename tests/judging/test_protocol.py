"""The protocol of every policy: whatever is said, by two to six players, of loops of every kind.

Statements are drawn at random, and those that may not be made now are refused and change nothing. A matter is settled
after a bounded number of them. Kinds of loops are made by hand, so no board is played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from reiterate.judging import policies as p
from reiterate.judging import statements as s
from reiterate.judging import verdict as v
from reiterate.judging.decide import NOT_SHOWN, Findings, decide, line_of, speakers
from reiterate.judging.policies import COMPREHENSIVE, G18, SECTION_421, TOURNAMENT, Policy
from reiterate.judging.statements import JUDGE, Said, read_statement
from reiterate.judging.verdict import Stop, Verdict
from reiterate.kinds.kinds import ACTS, AT, LEAVES, NEVER, UNKNOWN, Kind
from reiterate.refusals import Refusal
from tests.support.kinds_made import made

POLICIES: Final = (COMPREHENSIVE, TOURNAMENT, G18, SECTION_421)
#: Statements after which a matter of legal statements alone is settled: one a player, and the owner's own stop.
ROUNDS: Final = 2

NUMBERS: Final = st.one_of(
    st.integers(0, 12).map(str), st.sampled_from(["10^100", "infinitely many", "-3", "2.5", "1@2.5"])
)
PLACES: Final = st.builds("{}.{}".format, st.integers(1, 9), st.integers(1, 6))
BARE: Final = st.sampled_from([*s.BARE])


@st.composite
def kinds(draw: st.DrawFn) -> Kind:
    """A kind of loop among two to six players."""
    players = draw(st.integers(2, 6))
    active = draw(st.integers(0, players - 1))
    order = [(active + seat) % players for seat in range(players)]
    keepers = tuple(seat for seat in order if draw(st.booleans()))
    return made(
        keepers,
        players=players,
        active=active,
        ends=draw(st.sampled_from([NEVER, NEVER, NEVER, AT, UNKNOWN])),
        across_turns=draw(st.booleans()),
        recurs=draw(st.booleans()),
        read=draw(st.sampled_from(["", "", "", "a coin"])),
        unknown=draw(st.sampled_from(["", "", "", "a budget"])),
        could_act=[seat for seat in order if draw(st.booleans())],
        role=draw(st.sampled_from([ACTS, ACTS, LEAVES])),
    )


FINDINGS: Final = st.builds(
    Findings,
    kinds(),
    shown=st.sampled_from([2, 2, 1]),
    independent=st.sampled_from([False, False, True, None]),
    restarted=st.sampled_from([False] * 5 + [True]),
)


@dataclass
class Table:
    """A matter that is being settled: what was said and heard, and what was ruled after each statement."""

    policy: Policy
    findings: Findings
    heard: list[Said] = field(default_factory=list)
    ruled: list[Verdict] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ruled.append(self.settled(self.heard))

    def settled(self, said: list[Said]) -> Verdict:
        """What is ruled of statements that were all allowed."""
        found = decide(self.policy, self.findings, said)
        assert isinstance(found, Verdict), found
        return found

    def say(self, one: Said) -> bool:
        """Say something; whether it was heard. A refusal names what could be said, and leaves everything as it was."""
        found = decide(self.policy, self.findings, [*self.heard, one])
        if isinstance(found, Refusal):
            assert found.expected
            assert self.settled(self.heard) == self.ruled[-1]
            return False
        self.heard.append(one)
        self.ruled.append(found)
        return True

    @property
    def waiting(self) -> int | None:
        """Whose turn it is to speak, None where nobody's is."""
        asked = self.ruled[-1].to_speak
        return asked[0][0] if asked else None

    @property
    def order(self) -> tuple[int, ...]:
        """Who is asked, in order."""
        line = line_of(self.policy, self.findings)
        return () if line is None else speakers(line, self.findings)


def statement(draw: st.DrawFn, seat: int, what: str) -> Said:
    """A statement of a kind, with a number or place where it has one."""
    words = f"{what} {draw(NUMBERS if what == s.NUMBER else PLACES)}" if what in (s.NUMBER, s.CUT) else what
    found = read_statement(seat, words)
    assert isinstance(found, Said), found
    return found


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A matter in which legal and illegal statements were made."""
    table = Table(draw(st.sampled_from(POLICIES)), draw(FINDINGS))
    for _ in range(draw(st.integers(0, 14))):
        if table.waiting is None or draw(st.integers(0, 3)) == 0:
            seat = draw(st.integers(0, len(table.findings.kind.order) - 1))
            what = draw(st.sampled_from([s.NUMBER, s.CUT, *s.BARE]))
        else:
            seat, may = table.ruled[-1].to_speak[0]
            what = draw(st.sampled_from(may or [s.NUMBER, *s.BARE]))  # who has nothing to say shows the cycle first
        if what != s.CONCEDE:
            table.say(statement(draw, seat, what))
    return table


def earlier(one: Stop | None, other: Stop | None) -> bool:
    """Whether a stop is not later than another one; None stands for no stop at all."""
    return other is None or (one is not None and not other.before(one))


@given(tables())
def test_the_end_never_moves_later(table: Table) -> None:
    line = line_of(table.policy, table.findings)
    for before, after in zip(table.ruled, table.ruled[1:], strict=False):
        if line is not None and line.later == p.HIGHER:
            assert before.stop is None or after.stop is None or not after.stop.before(before.stop)
        elif table.policy.says(p.LAST_WORD) and before.stop is not None and after.stop is not None:
            assert after.stop.iterations <= before.stop.iterations  # a last word needs a part of the next one
        elif after.outcome not in (v.REJECTED, v.MUST_CHANGE) or after.stop is not None:
            assert earlier(after.stop, before.stop)


@given(tables())
def test_answers_follow_the_order_and_nobody_is_asked_twice(table: Table) -> None:
    asked = [ruled.to_speak[0][0] for ruled in table.ruled if ruled.to_speak]
    distinct = [seat for i, seat in enumerate(asked) if i == 0 or asked[i - 1] != seat]
    assert len(distinct) == len(set(distinct))
    assert list(table.order[: len(distinct)]) == distinct
    for one, before, after in zip(table.heard, table.ruled, table.ruled[1:], strict=False):
        owner = table.policy.says(p.OWNER_STOPS) and one.what in (s.NUMBER, s.CUT)
        if one.what not in (s.OBJECT, s.CALL_JUDGE) and before.to_speak and not owner:
            assert one.seat == before.to_speak[0][0]
        answered = one.what not in (s.OBJECT, s.CALL_JUDGE) and before.to_speak and one.seat == before.to_speak[0][0]
        none = len(after.rejected) > len(before.rejected)
        if answered and after.outcome == v.OPEN and not none:
            assert after.to_speak[0][0] != one.seat
        if none and after.to_speak:
            assert one.seat in (after.to_speak[0][0], before.to_speak[0][0])


@given(tables(), st.data())
def test_nothing_hangs(table: Table, data: st.DataObject) -> None:
    for _ in range(ROUNDS * len(table.findings.kind.order)):
        if not table.ruled[-1].to_speak or table.ruled[-1].outcome == v.MUST_CHANGE:
            break
        seat, may = table.ruled[-1].to_speak[0]
        if not may:  # the cycle has to be shown before anybody may say something
            assert table.ruled[-1].reason == NOT_SHOWN
            return
        what = data.draw(st.sampled_from(may))
        stop = table.ruled[-1].stop
        number = "1" if stop is None or stop.iterations > 1 else "0"
        words = {s.NUMBER: f"number {number}", s.CUT: "cut 1.1"}.get(what, what)
        said = read_statement(seat, words)
        assert isinstance(said, Said)
        if not table.say(said):
            assert table.say(Said(seat, s.ACCEPT))  # there is nothing lower, and what stands may be agreed to
    assert not table.ruled[-1].to_speak or table.ruled[-1].outcome == v.MUST_CHANGE


@given(st.sampled_from(POLICIES), FINDINGS)
def test_where_nobody_stops_it_only_what_is_known_to_go_on_for_ever_is_a_draw(
    policy: Policy, findings: Findings
) -> None:
    table, kind = Table(policy, findings), findings.kind
    while table.ruled[-1].to_speak and table.ruled[-1].outcome == v.OPEN:
        seat, may = table.ruled[-1].to_speak[0]
        quiet = [what for what in (s.INDEFINITELY, s.NO_ACTION, s.ACCEPT) if what in may]
        assert table.say(Said(seat, quiet[0]) if quiet else Said(seat, s.NUMBER, number=3))
    if table.ruled[-1].outcome == v.DRAW:
        assert not kind.unknown and kind.determined and kind.ending.when == NEVER
        assert not kind.keepers or (policy is TOURNAMENT and kind.across_turns and kind.recurs)
    elif not kind.keepers:
        told = not kind.unknown and kind.determined and kind.ending.when == NEVER and not findings.restarted
        assert not told or (
            policy is TOURNAMENT and kind.across_turns and not kind.recurs
        )  # turns that change are no loop


@given(tables())
def test_nothing_is_a_draw_that_is_not_known_to_go_on_for_ever(table: Table) -> None:
    kind = table.findings.kind
    for ruled in table.ruled:
        if ruled.outcome != v.DRAW:
            continue
        assert not kind.unknown
        assert kind.ending.when == NEVER
        assert kind.determined
        assert ruled.in_draw == kind.in_draw
        said = {one.what for one in table.heard if one.seat in kind.keepers} - {s.OBJECT, s.CALL_JUDGE}
        assert not kind.keepers or said == {s.INDEFINITELY}


@given(tables())
def test_whoever_has_stopped_a_loop_is_a_player_who_spoke(table: Table) -> None:
    spoke = {one.seat for one in table.heard}
    last = table.ruled[-1]
    if last.stop is not None and not table.policy.says(p.LAST_WORD):
        assert last.stop.seat in spoke
    if last.outcome in (v.STANDS, v.GAME_CONTINUES) and last.stop is not None:
        assert last.priority == last.stop.seat
        assert last.must_change in (None, last.stop.seat)
    if last.outcome == v.STANDS:
        assert len(table.findings.kind.keepers) == 1 or table.policy is COMPREHENSIVE
        assert last.must_change is None


@given(tables())
def test_every_reason_that_is_cited_is_a_sentence_of_the_policy(table: Table) -> None:
    of_lines = {cite for line in table.policy.lines.values() for cite in line.cites}
    own = of_lines | {cite for cites in table.policy.clauses.values() for cite in cites}
    for ruled in table.ruled:
        assert {because.cites for because in ruled.because} <= own | {""}
        assert ruled.because


@given(tables(), st.sampled_from([s.STALLING, s.IS_NO_LOOP, s.CHOICE_EXISTS, s.NO_CHOICE_EXISTS, s.IS_LOOP]))
def test_a_word_of_the_judge_may_come_at_any_time(table: Table, word: str) -> None:
    found = table.settled([*table.heard, Said(JUDGE, word)])
    if word in (s.CHOICE_EXISTS, s.NO_CHOICE_EXISTS, s.IS_LOOP):
        assert found == table.ruled[-1]
    elif table.policy is TOURNAMENT:
        assert found.outcome == (v.PENALTY if word == s.STALLING else v.NOT_A_LOOP)
