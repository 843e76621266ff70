"""Every node stands in a clause of the corpus, and what is printed of a random term reads as no other term."""

from __future__ import annotations

from hypothesis import assume, example, given
from hypothesis import strategies as st

from reiterate.oracle.clause import read_line
from reiterate.oracle.grammar.printing import Unprintable, show
from reiterate.terms.abilities import NotUnderstood
from reiterate.terms.base import has_kind
from reiterate.terms.code import NODES, from_json, to_json
from tests.terms.changed_terms import TWICE, UNSAID, changed, compared, said, samples


def test_every_node_is_said_by_a_clause_of_the_corpus_or_has_its_reason() -> None:
    assert {*NODES} - {*said()} == {*UNSAID}


def test_a_sample_reads_as_it_is_printed() -> None:
    """Each of them, unchanged: with these the next test begins."""
    for sample in samples()[::9]:
        assert read_line(show(sample.ability), sample.context) == (sample.ability,), show(sample.ability)


@given(st.integers(0, 2**32 - 1))
@example(18_807)  # "that player" behind a target opponent was printed for another player
def test_what_is_printed_of_a_changed_ability_reads_as_no_other_term(seed: int) -> None:
    """Words put together at random may be no sentence: then nothing is read."""
    sample = changed(seed)
    assert from_json(to_json(sample.ability)) == sample.ability
    assume(not has_kind(sample.ability, *TWICE))
    try:
        text = show(sample.ability)
    except Unprintable:
        return
    (first, *more) = read_line(text, sample.context)
    if not isinstance(first, NotUnderstood):
        assert not more and compared(first) == compared(sample.ability), text
