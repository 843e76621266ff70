"""Cards of a text typed in a test: compiled in full, and kept as JSON without loss."""

from __future__ import annotations

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.code import from_json, to_json
from reiterate.terms.proto import Proto


def card(text: str, kind: str = "Enchantment", name: str = "Test Card", cost: str = "{R}", size: int = 2) -> Proto:
    """A card of this text, each clause of it understood."""
    facts = {"name": name, "type_line": kind, "mana_cost": cost, "oracle_text": text}
    made = compile_card({**facts, "power": str(size), "toughness": str(size)} if "Creature" in kind else facts)
    assert made.complete, made.clauses
    assert from_json(to_json(made.proto)) == made.proto
    return made.proto


def said(state: State, text: str) -> Choice:
    """The choice that a line means; it is said by words that read back."""
    read = read_sentence(state, text)
    assert isinstance(read, Choice), read
    back = read_sentence(state, say(state, read))
    assert isinstance(back, Choice)
    assert (back.targets, back.x, back.picks) == (read.targets, read.x, read.picks)
    return read


def code(state: State, text: str) -> str:
    """The code of the refusal of a line, or "" where it is legal."""
    read = read_sentence(state, text)
    found = verify(state, read) if isinstance(read, Choice) else read
    return found.code if isinstance(found, Refusal) else ""
