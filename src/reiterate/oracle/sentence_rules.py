"""The rules by which sentences are read, in their order; ``reader_of`` is where reading begins."""

from __future__ import annotations

from typing import Final

from reiterate.oracle import combined, lists, rephrase
from reiterate.oracle.antecedents import Work
from reiterate.oracle.behind import BEHIND
from reiterate.oracle.being_read import becomes, becoming
from reiterate.oracle.build import Setting
from reiterate.oracle.durations_read import lasts
from reiterate.oracle.holes import HOLES, special_target
from reiterate.oracle.sentence_reader import Parse, SentenceReader, SentenceRules
from reiterate.oracle.several import several

_RULES: Final = SentenceRules(
    sentences=(
        becomes,
        several,
        lasts,
        rephrase.of_your_choice,
        rephrase.gets_and_becomes,
        becoming,
        rephrase.until_in_front,
        rephrase.where_x,
        rephrase.adapts,
        rephrase.each_and_each,
        *lists.RULES,
        *combined.RULES,
    ),
    behind=BEHIND,
    holes=HOLES,
    target=special_target,
    condition=rephrase.condition_in_other_words,
)


def reader_of(parse: Parse, setting: Setting, work: Work) -> SentenceReader:
    """A fresh reader of the sentences of one ability."""
    return SentenceReader(_RULES, parse, setting, work)
