"""The public walk in one place: pure calls on immutable values.

    position = load(text, "board.yaml", CardBook.builtin())
    proposal = propose(position.state, position.script, position.proposer, position.end)
    proposal = respond(proposal, 1, None)
    taken = take(proposal)

``answer(position, ["run", "loop"])`` gives all that the commands say of a position as one typed
value (docs/answers.md). ``combo(["midnight guard", "presence of gond"])`` proves a combo from the
names of its cards alone. ``survey("variants.json")`` gives what comes of each combo of a file. A notebook shows
all of these as HTML.

A call that can't be answered gives a ``Refusal``; only bugs raise.
"""

from __future__ import annotations

from reiterate import notebook
from reiterate.ask.answer import Answer
from reiterate.ask.answer_json import answer_schema, as_json
from reiterate.ask.building import Asking, answer
from reiterate.ask.building_checked import check_answer, checked
from reiterate.ask.building_combo import ComboAnswer, combo
from reiterate.ask.building_deck import DeckLoops, deck_answer, deck_loops
from reiterate.ask.building_verdict import judged as judge_answer
from reiterate.ask.building_verdict import verdict_of as verdict
from reiterate.ask.checked import Checked
from reiterate.ask.checked_words import checked_lines
from reiterate.boards.deck_list import Deck, read_collection, read_deck
from reiterate.cards import CardBook
from reiterate.certify.certificate import certify, certify_once
from reiterate.check.certificate import Accepted, check
from reiterate.combos.deck_loops import DeckAsked
from reiterate.databases.row_outcomes import Outcome
from reiterate.databases.surveying import Survey, survey
from reiterate.discoveries.discovering import Discovering, Discovery, discover
from reiterate.judging.case_facts import fact
from reiterate.judging.case_file import Case, load_case, load_case_file
from reiterate.judging.ruling import Ruling, judge
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import Kind
from reiterate.kinds.loops_in_play import ProvedLoop, Stretch
from reiterate.loops.loop import Loop, find_loop, jump
from reiterate.oracle import CompiledCard
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice, Option
from reiterate.rules.access.unread_clauses import UnreadClause, clauses_of, unread_clauses
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.outlook import Ability, Asked, Seen, abilities, plenty, question, see, source
from reiterate.rules.decisions.outlook import stack_ability_words as words
from reiterate.rules.decisions.step import IllegalChoice, step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same, same_for_rules, same_shape
from reiterate.rules.positions.layout import Layout
from reiterate.script.places import Place, parse_place
from reiterate.script.position import Position, load, load_file
from reiterate.script.script import BodyReader, parse_script
from reiterate.script.sentences import say
from reiterate.shortcuts import Proposal, Taken, propose, respond, take, verify_after
from reiterate.shortcuts.duty_to_differ import Recurrence
from reiterate.show.card_text import cards_answer
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.state.normal_form import explode, normal
from reiterate.survey.finder import find_on_board
from reiterate.survey.period import period_of
from reiterate.survey.proof import Found
from reiterate.survey.watcher import Shown, Watcher

__all__ = [
    "Ability",
    "Accepted",
    "Answer",
    "Asked",
    "Asking",
    "BodyReader",
    "CardBook",
    "Case",
    "Checked",
    "Choice",
    "ComboAnswer",
    "CompiledCard",
    "Deck",
    "DeckAsked",
    "DeckLoops",
    "Discovering",
    "Discovery",
    "Found",
    "IllegalChoice",
    "Kind",
    "Layout",
    "Loop",
    "Option",
    "Outcome",
    "Place",
    "Position",
    "Proposal",
    "ProvedLoop",
    "Recurrence",
    "Refusal",
    "Ruling",
    "Seen",
    "Shown",
    "State",
    "Stretch",
    "Survey",
    "Taken",
    "UnreadClause",
    "Unsupported",
    "Watcher",
    "abilities",
    "answer",
    "answer_schema",
    "as_json",
    "cards_answer",
    "certify",
    "certify_once",
    "check",
    "check_answer",
    "checked",
    "checked_lines",
    "clauses_of",
    "combo",
    "compile_card",
    "deck_answer",
    "deck_loops",
    "discover",
    "explode",
    "fact",
    "find_loop",
    "find_on_board",
    "judge",
    "judge_answer",
    "jump",
    "kind_of",
    "load",
    "load_case",
    "load_case_file",
    "load_file",
    "normal",
    "notebook",
    "options",
    "parse_place",
    "parse_script",
    "period_of",
    "plenty",
    "propose",
    "question",
    "read_collection",
    "read_deck",
    "respond",
    "same",
    "same_for_rules",
    "same_shape",
    "say",
    "see",
    "source",
    "state_from_json",
    "state_to_json",
    "step",
    "survey",
    "take",
    "unread_clauses",
    "verdict",
    "verify",
    "verify_after",
    "words",
]
