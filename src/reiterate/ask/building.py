"""Questions asked of a position, and their answers as one ``answer/1``: the way that every face takes.

``answer(position, ["run", "loop"])`` never raises and never gives a refusal: what is refused stands
in ``refusals``.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from reiterate.ask.answer import Answer, Certificate, Found, Loop, Run
from reiterate.ask.answer_parts import AnyQuestion, BoardQuestion, Question, Refused
from reiterate.ask.answer_verdict import Verdict
from reiterate.ask.building_refusals import certificate_part, refused_of
from reiterate.ask.building_run import answer_about, run_of
from reiterate.ask.session import Study, run_position, study_loop
from reiterate.lazy_module import Later
from reiterate.refusals import EXIT_CODES, UNSUPPORTED, Refusal
from reiterate.rules.access.results import quoted_result
from reiterate.rules.access.unread_clauses import assumed_words
from reiterate.script.position import Position
from reiterate.script.script import BodyReader, results_in

if TYPE_CHECKING:
    from reiterate.ask import building_loop, building_verdict
    from reiterate.certify import certificate, form
    from reiterate.check import accepted
    from reiterate.check.accepted import Accepted
    from reiterate.judging import case_file, ruling
    from reiterate.kinds import kept_kinds
    from reiterate.kinds.kinds import Kind
    from reiterate.loops.loop import Loop as Engine
    from reiterate.survey import finder, needs, period, script_of_play
    from reiterate.survey.needs import Need, Needs
    from reiterate.worth import gains, second_loops
    from reiterate.worth.gains import Gain
    from reiterate.worth.second_loops import Before
else:
    certificate = Later("reiterate.certify.certificate")
    form = Later("reiterate.certify.form")
    accepted = Later("reiterate.check.accepted")
    kept_kinds = Later("reiterate.kinds.kept_kinds")
    case_file = Later("reiterate.judging.case_file")
    ruling = Later("reiterate.judging.ruling")
    building_loop = Later("reiterate.ask.building_loop")
    building_verdict = Later("reiterate.ask.building_verdict")
    finder = Later("reiterate.survey.finder")
    gains = Later("reiterate.worth.gains")
    needs = Later("reiterate.survey.needs")
    period = Later("reiterate.survey.period")
    second_loops = Later("reiterate.worth.second_loops")
    script_of_play = Later("reiterate.survey.script_of_play")

#: What an answer may leave open and still be one.
_LEFT_OPEN: Final = frozenset({"kind", "needs"})

#: All that can be asked, in the order in which it is answered.
_CERTIFY: Final[tuple[BoardQuestion, ...]] = ("certify",)
QUESTIONS: Final[tuple[BoardQuestion, ...]] = ("run", "loop", "find", "certify", "judge")


@dataclass(frozen=True, slots=True)
class Asking:
    """How questions are asked.

    ``steps``, ``played``, ``turns``, ``focus``: of a search, as ``find`` has them; None steps: the finder's budget. ``once``: the certificate
    is of the script done once. ``judged``: the kind and the gains of a found loop are told too.
    ``needed``: the needs of a scripted loop are told.
    """

    steps: int | None = None
    played: bool = False
    turns: bool = False
    focus: tuple[str, ...] = ()
    once: bool = False
    judged: bool = True
    needed: bool = True


def answer(
    position: Position, questions: Collection[BoardQuestion] = ("run", "loop"), asking: Asking | None = None
) -> Answer:
    """The answer to some questions about a position file.

    In: a position of ``load``. ``questions``: some of "run", "loop", "find", "certify" and "judge". ``asking``: how they are asked.
    Out: an answer whose part for each question is filled, or a refusal of the question among ``refusals``.
    Example: ``answer(position, ["loop"]).loop`` is None where the script has no loop, and ``refusals`` has ``no-loop``.
    """
    return _Answering(position, asking or Asking()).all(questions)


def answer_with_certificate(
    position: Position, asking: Asking, questions: Collection[BoardQuestion] = _CERTIFY
) -> tuple[Answer, str]:
    """The answer to ``certify`` and to whatever else is asked, and the certificate's text; "" where it is refused.

    In: as for ``answer``. The text is no part of the answer, which has digests of it.
    """
    answering = _Answering(position, asking)
    return answering.all(questions), answering.text


def answer_with_checked(
    position: Position, asking: Asking, questions: Collection[BoardQuestion] = _CERTIFY
) -> tuple[Answer, str, Accepted | None]:
    """``answer_with_certificate``, and what the checker says of that text; None for no text."""
    answering = _Answering(position, asking)
    found = answering.all(questions)
    return found, answering.text, answering.checked


def certificate_of(text: str, accepted_: bool | None = None) -> Certificate:
    """A certificate's text as a part of an answer; ``accepted_``: whether the checker accepted it, where it was asked."""
    start = json.loads(text)["start"]
    return certificate_part(text, accepted.digest_of(start), form.terms_digest(start), accepted_)


def exit_code(found: Answer) -> int:
    """The exit code of the command line for an answer: 0, that of the first refused question, 1 for a false claim."""
    for each in found.refusals:
        if each.question not in _LEFT_OPEN:
            return EXIT_CODES[each.kind]
    if found.verdict is not None and building_verdict.exit_code_of(found.verdict):
        return building_verdict.exit_code_of(found.verdict)
    return 1 if found.run is not None and found.run.differences else 0


class _Answering:
    """Answers questions one by one; keeps refusals and what was assumed."""

    def __init__(self, position: Position, asking: Asking) -> None:
        self.position = position
        self.asking = asking
        self.refusals: list[Refused] = []
        self.assumptions = tuple(assumed_words(position.state))
        self.text = ""  # of the certificate
        self.checked: Accepted | None = None  # what the checker said of that text
        self.studied: Study | Refusal | None = None  # the loop of the script, once it was asked for

    def all(self, questions: Collection[BoardQuestion]) -> Answer:
        """The whole answer."""
        position = self.position
        asked: list[Question] = [question for question in QUESTIONS if question in questions]
        run = self._run() if "run" in asked else None
        loop = self._loop() if "loop" in asked else None
        find = self._find() if "find" in asked else None
        certified = self._certificate() if "certify" in asked else None
        verdict = self._verdict() if "judge" in asked else None
        return replace(
            answer_about(position, *asked),
            run=run,
            loop=loop,
            find=find,
            certificate=certified,
            verdict=verdict,
            assumptions=list(self.assumptions),
            refusals=self.refusals,
        )

    def _refuse(self, question: AnyQuestion, refusal: Refusal) -> None:
        self.refusals.append(refused_of(question, refusal))

    def _run(self) -> Run | None:
        result = run_position(self.position)
        if isinstance(result, Refusal):
            self._refuse("run", result)
            return None
        if result.taken is not None:
            self.assumptions = (*self.assumptions, *result.taken.assumptions)
        return run_of(result)

    def _loop(self) -> Loop | None:
        study = self._study()
        if isinstance(study, Refusal):
            self._refuse("loop", study)
            return None
        position = self.position
        before = second_loops.Before(position.state, tuple(study.start_up))
        kind, worth = self._judged(study.part.loop, before)
        needed = None
        if self.asking.needed:
            lines = study.start_up, study.part.reader.body
            needed = self._needed(needs.needs_of_script(position.state, position.proposer, *lines))
        return building_loop.loop_of(study, kind, worth, needed)

    def _study(self) -> Study | Refusal:
        if self.studied is None:
            self.studied = study_loop(self.position)
        return self.studied

    def _needed(self, found: Needs) -> tuple[Need, ...] | None:
        if found.refusal is not None:
            self._refuse("needs", found.refusal)
        return found.needs

    def _judged(self, loop: Engine, before: Before) -> tuple[Kind | None, list[Gain]]:
        kind = kept_kinds.kept_kind_of(loop)
        if isinstance(kind, Refusal):
            self._refuse("kind", kind)
        worth = gains.worth(loop, self.position.proposer, kind, before)
        return None if isinstance(kind, Refusal) else kind, worth or []

    def _find(self) -> Found | None:
        position, asking = self.position, self.asking
        steps = finder.STEP_BUDGET if asking.steps is None else asking.steps
        if asking.played:
            found = period.period_of(position.state, position.script, position.proposer, steps)
        else:
            found = finder.find_on_board(
                position.state, position.proposer, steps, turns=asking.turns, focus=asking.focus
            )
        if isinstance(found, Refusal):
            self._refuse("find", found)
            return None
        before = second_loops.Before(found.start, script_of_play.nodes_of(found.prefix))
        kind, worth = self._judged(found.loop, before) if asking.judged else (None, None)
        return building_loop.found_of(found, kind, worth, self._needed(needs.needs(found)))

    def _certificate(self) -> Certificate | None:
        found = self._certified()
        if isinstance(found, Refusal):
            self._refuse("certify", found)
            return None
        self.text, self.checked = found
        return certificate_of(found.text)

    def _verdict(self) -> Verdict | None:
        found = ruling.judge(case_file.case_of(self.position))
        if isinstance(found, Refusal):
            self._refuse("judge", found)
            return None
        return building_verdict.verdict_of(found)

    def _certified(self) -> certificate.Certified | Refusal:
        line = results_in(self.position.script)
        if line is not None:
            message = f"a certificate can't vouch for what came at random: {quoted_result(line.results[0])}"
            expected = "a position in which it has come already"
            return Refusal(UNSUPPORTED, "random-result", message, expected, "732.2a", line.said_at[0])
        if self.asking.once:
            return certificate.certified_once(self.position.state, BodyReader(self.position.script))
        study = self._study()
        return study if isinstance(study, Refusal) else certificate.certified(study.part.loop)
