"""Certificates: a loop written down so that another program can repeat the whole argument (docs/certificates.md).

``certify`` is the one entrance, for library and command line. It writes the chain first
(``chain``). Then it looks for an argument about choices with several answers: a closed set, a
strategy, or exits. What the checker does not take stays unsaid.
"""

from __future__ import annotations

import json
from typing import Any

from reiterate.amounts import TracedMisuse
from reiterate.certify.chain import certify_once as certify_once
from reiterate.certify.chain import certify_plainly
from reiterate.certify.closed_set import with_closed_set
from reiterate.certify.exits import with_exits
from reiterate.certify.form import canonical, stated_choices
from reiterate.certify.strategy import with_strategy
from reiterate.check.certificate import check
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal


def certify(loop: Loop) -> str | Refusal:
    """The certificate of a loop, as a canonical text; a refusal where there is nothing to certify, or no way to."""
    text = certify_plainly(loop)
    if isinstance(text, Refusal):
        return text
    if '"block"' in text:
        text = _with_rounds(loop) or text
    value = json.loads(text)
    if not any(one != "unknown" and "unknown" in one["roles"] for one in stated_choices(value)):
        return text
    return _with_other_answers(value, loop) or text


def _with_other_answers(value: dict[str, Any], loop: Loop) -> str | None:
    """The certificate with an argument about choices that have several answers; None where no argument is found."""
    endless = bool(value["claim"]["endless"])
    if endless:
        found = with_closed_set(_copy(value), loop) or with_strategy(_copy(value), loop)
        if found is not None:
            return found
    found = with_exits(_copy(value), loop)
    if found is not None and endless and '"kept_up_by":"unknown"' in found:
        return with_strategy(json.loads(found), loop) or found
    return found


def _copy(value: dict[str, Any]) -> dict[str, Any]:
    """The same certificate as another object, for a search that changes what is said."""
    return json.loads(canonical(value))  # type: ignore[no-any-return] # an object again


def _with_rounds(loop: Loop) -> str | None:
    """The certificate that says of the choices in rounds of blocks what holds in one round; None where the checker refuses it."""
    try:
        text = certify_plainly(loop, of_rounds=True)
    except TracedMisuse:
        return None
    return None if isinstance(text, Refusal) or isinstance(check(text), Refusal) else text
