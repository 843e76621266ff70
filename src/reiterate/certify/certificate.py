"""Certificates: a loop written down so that another program can repeat the whole argument (docs/certificates.md).

``certify`` is the one entrance, for library and command line. It writes the chain first
(``chain``). Then it looks for an argument about choices with several answers: a closed set, a
strategy, or exits. What the checker does not take stays unsaid. In the end the checker reads the
whole text: no certificate is given that the checker refuses.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from reiterate.certify.chain import certify_plainly, once_plainly
from reiterate.certify.closed_set import with_closed_set
from reiterate.certify.exits import with_exits
from reiterate.certify.form import beyond_printing, canonical, stated_choices
from reiterate.certify.size import BUDGET, not_read
from reiterate.certify.strategy import with_strategy
from reiterate.check.certificate import Accepted, check, start_refused
from reiterate.loops.loop import Loop
from reiterate.loops.play import Reader
from reiterate.refusals import INPUT, UNDETERMINED, Refusal
from reiterate.rules.turn.state_based_actions import over
from reiterate.state.json_form import state_to_json
from reiterate.state.model import State


class Certified(NamedTuple):
    """A certificate's text, and what the checker said of that text."""

    text: str
    checked: Accepted


class _Written(NamedTuple):
    """A text, and what the checker said of it; None where the checker was not asked yet."""

    text: str
    checked: Accepted | None


def certify(loop: Loop) -> str | Refusal:
    """The certificate of a loop, as one line of JSON in its canonical form.

    In: a loop of ``find_loop``. Out: the text, which ``check`` accepts. Or a refusal where nothing is to be certified, the loop
    can't be certified, or the checker would refuse the text.
    Example: ``certify(find_loop(state, BodyReader(block.body)))``.
    """
    found = certified(loop)
    return found if isinstance(found, Refusal) else found.text


def certified(loop: Loop) -> Certified | Refusal:
    """The certificate of a loop as ``certify`` writes it, with the checker's answer."""
    refused = _start_refused(loop.heads[0])
    if refused is not None:
        return refused
    found = _written(loop)
    return found if isinstance(found, Refusal) else _taken(found)


def certify_once(state: State, reader: Reader) -> str | Refusal:
    """The certificate of a script that is played once: it wins at once, or does something a number of times, or both.

    In: the position before the first line; the reader of the lines. Out: one line of JSON, which ``check`` accepts. Or a
    refusal where the game is over at the start, a line is not legal, or the checker would refuse the text.
    """
    found = certified_once(state, reader)
    return found if isinstance(found, Refusal) else found.text


def certified_once(state: State, reader: Reader) -> Certified | Refusal:
    """The certificate of a script that is played once as ``certify_once`` writes it, with the checker's answer."""
    refused = _start_refused(state)
    text = once_plainly(state, reader) if refused is None else refused
    return text if isinstance(text, Refusal) else _taken(_Written(text, None))


def _start_refused(state: State) -> Refusal | None:
    """Why no certificate begins in a state: the game is over, or the checker does not take such a start."""
    if over(state):
        return Refusal(INPUT, "game-over", "nothing to certify: the game is over at the start", "a game that goes on")
    written = state_to_json(state)
    unwritable = beyond_printing(written)
    refused = start_refused(written) if unwritable is None else None
    return unwritable if refused is None else _not_taken(refused)


def _taken(found: _Written) -> Certified | Refusal:
    """The certificate, where the checker accepts it; what the checker refuses is not given."""
    said = check(found.text) if found.checked is None else found.checked
    return _not_taken(said) if isinstance(said, Refusal) else Certified(found.text, said)


def _not_taken(said: Refusal) -> Refusal:
    """The refusal for a certificate that the checker would refuse."""
    if said.code == BUDGET:
        return not_read(said.message)
    message = f"no certificate: the checker would refuse it: {said.message}"
    return Refusal(UNDETERMINED, "certificate-not-taken", message)


def _written(loop: Loop) -> _Written | Refusal:
    """The certificate with all that can be said of choices."""
    text = certify_plainly(loop, of_rounds=True)
    if isinstance(text, Refusal):
        return text
    plain = _of_rounds(text)
    value = json.loads(plain.text)
    if not any(one != "unknown" and "unknown" in one["roles"] for one in stated_choices(value)):
        return plain
    return _with_other_answers(value, loop) or plain


def _has_block(value: object) -> bool:
    """Whether a deed somewhere in a certificate is a block that is repeated."""
    if isinstance(value, dict):
        return "block" in value or any(_has_block(each) for each in value.values())
    return isinstance(value, list) and any(_has_block(each) for each in value)


def _with_other_answers(value: dict[str, Any], loop: Loop) -> _Written | None:
    """The certificate with an argument about choices that have several answers; None where no argument is found."""
    endless = bool(value["claim"]["endless"])
    if endless:
        found = with_closed_set(_copy(value), loop) or with_strategy(_copy(value), loop)
        if found is not None:
            return _Written(*found)
    found = with_exits(_copy(value), loop)
    if found is not None and endless and json.loads(found[0])["claim"]["kept_up_by"] == "unknown":
        found = with_strategy(json.loads(found[0]), loop) or found
    return None if found is None else _Written(*found)


def _copy(value: dict[str, Any]) -> dict[str, Any]:
    """The same certificate as another object, for a search that changes what is said."""
    return json.loads(canonical(value))  # type: ignore[no-any-return] # an object again


def _of_rounds(text: str) -> _Written:
    """A certificate that says of the choices in rounds of blocks what holds in one round; "unknown" where the checker refuses that."""
    value = json.loads(text)
    said = [piece for piece in value["chain"] if _has_block(piece) and piece.get("choices", "unknown") != "unknown"]
    if not said:
        return _Written(text, None)
    checked = check(text)
    if isinstance(checked, Accepted):
        return _Written(text, checked)
    for piece in said:
        piece["choices"] = "unknown"
    value["claim"] |= {"kept_up_by": "unknown", "draw": False}
    return _Written(canonical(value), None)
