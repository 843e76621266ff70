"""Certificates: a loop written down so that another program can repeat the whole argument (docs/certificates.md).

``certify`` is the one entrance, for library and command line. It writes the chain first
(``chain``). Then it looks for an argument about choices with several answers: a closed set, a
strategy, or exits. What the checker does not take stays unsaid.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from reiterate.amounts import TracedMisuse
from reiterate.certify.chain import certify_once as certify_once
from reiterate.certify.chain import certify_plainly
from reiterate.certify.closed_set import with_closed_set
from reiterate.certify.exits import with_exits
from reiterate.certify.form import canonical, stated_choices
from reiterate.certify.strategy import with_strategy
from reiterate.check.certificate import Accepted, check
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal


class Certified(NamedTuple):
    """A certificate's text, and what the checker said of that text; None where the checker was not asked."""

    text: str
    checked: Accepted | None


def certify(loop: Loop) -> str | Refusal:
    """The certificate of a loop, as a canonical text; a refusal where there is nothing to certify, or no way to."""
    found = certified(loop)
    return found if isinstance(found, Refusal) else found.text


def certified(loop: Loop) -> Certified | Refusal:
    """The certificate of a loop as ``certify`` writes it, with the checker's answer where the search asked for one."""
    text = certify_plainly(loop)
    if isinstance(text, Refusal):
        return text
    plain = (_with_rounds(loop) if '"block"' in text else None) or Certified(text, None)
    value = json.loads(plain.text)
    if not any(one != "unknown" and "unknown" in one["roles"] for one in stated_choices(value)):
        return plain
    return _with_other_answers(value, loop) or plain


def _with_other_answers(value: dict[str, Any], loop: Loop) -> Certified | None:
    """The certificate with an argument about choices that have several answers; None where no argument is found."""
    endless = bool(value["claim"]["endless"])
    if endless:
        found = with_closed_set(_copy(value), loop) or with_strategy(_copy(value), loop)
        if found is not None:
            return Certified(*found)
    found = with_exits(_copy(value), loop)
    if found is not None and endless and '"kept_up_by":"unknown"' in found[0]:
        found = with_strategy(json.loads(found[0]), loop) or found
    return None if found is None else Certified(*found)


def _copy(value: dict[str, Any]) -> dict[str, Any]:
    """The same certificate as another object, for a search that changes what is said."""
    return json.loads(canonical(value))  # type: ignore[no-any-return] # an object again


def _with_rounds(loop: Loop) -> Certified | None:
    """The certificate that says of the choices in rounds of blocks what holds in one round; None where the checker refuses it."""
    try:
        text = certify_plainly(loop, of_rounds=True)
    except TracedMisuse:
        return None
    checked = None if isinstance(text, Refusal) else check(text)
    return Certified(text, checked) if isinstance(text, str) and isinstance(checked, Accepted) else None
