"""The kind of a loop in words and as JSON."""

from __future__ import annotations

from reiterate.amounts import digits_text, quantity_json
from reiterate.judge.kinds import (
    ACTS,
    AT,
    CONTINUES,
    DECLINED,
    ENDS,
    FORCED,
    LEAVES,
    NEVER,
    NO,
    PASS,
    YES,
    Kind,
    Possible,
    Statement,
)
from reiterate.loops.loop import Count, ending_place
from reiterate.refusals import EDITION, Refusal


def _names(seats: tuple[int, ...]) -> str:
    return ", ".join(f"p{seat + 1}" for seat in seats)


def kept_up_by(kind: Kind) -> str:
    """Who keeps it up in words: nobody, one player, several players, unknown."""
    if len(kind.keepers) > 1:
        return "several players"
    if kind.keepers:
        return "one player"
    return "unknown" if kind.unknown else "nobody"


def kind_lines(kind: Kind | Refusal) -> list[str]:
    """The kind of a loop in words."""
    if isinstance(kind, Refusal):
        rule = f" [{kind.rule}]" if kind.rule else ""
        return ["", f"what kind of loop it is can't be told: {kind.message}{rule} ({kind.code})"]
    who = kept_up_by(kind)
    lines = ["", f"kept up by: {_names(kind.keepers) if kind.keepers else who}{_where(kind)}"]
    if kind.unknown:
        lines.append(f"  not known: {kind.unknown}")
    lines += [f"  {_statement(s)}" for s in kind.statements if s.role != PASS]
    lines.append(f"objects of: {_names(kind.involved) or 'nobody'} [104.4f]")
    lines.append(f"determined: {'yes' if kind.determined else 'no: ' + kind.read}")
    lines.append(f"ends: {_ending(kind)}")
    if kind.could_act:
        lines.append("could act outside the loop:")
        lines += [f"  {_possible(p)}" for p in kind.could_act]
    if kind.unseen:
        lines.append(f"what else could be done is not all known: {kind.unseen}")
    if kind.open:
        lines.append(f"unknown cards in hand: {_names(kind.open)}")
    lines.append(f"draw: {_draw(kind)}")
    if kind.must_differ is not None:
        lines.append(f"the position comes back: p{kind.must_differ + 1} must choose differently [{EDITION}.3]")
    return lines


def _where(kind: Kind) -> str:
    if kind.within_resolution:
        return ", inside one resolution"
    return ", across turns" if kind.across_turns else ", within a turn"


def _while(first: Count, until: Count | None) -> str:
    if until is None:
        return "" if first == 1 else f", from iteration {digits_text(first)} on"
    if until == first + 1:
        return f", iteration {digits_text(first)}"
    return f", iterations {digits_text(first)} to {digits_text(until - 1)}"


def _statement(s: Statement) -> str:
    what = {
        ACTS: "acts",
        FORCED: "has no other answer",
        LEAVES: "could end it",
        ENDS: "ends it, as it is answered",
    }.get(s.role, "goes on whatever is answered" if s.role != "unknown" else "is not known to go on")
    witness = f" ({s.witness})" if s.witness else ""
    return f"choice {s.place}, {s.choice}: {what}{witness}{_while(s.first, s.holds_until)}"


def _possible(p: Possible) -> str:
    unsure = f" (not known whether: {p.unknown})" if p.unknown else ""
    paying = f", which would pay for: {'; '.join(p.pays_for)}" if p.pays_for else ""
    return f"p{p.seat + 1}: {p.what}{unsure}{_while(p.first, p.holds_until)}{paying}"


def _ending(kind: Kind) -> str:
    end = kind.ending
    if end.when == NEVER:
        return "never by itself"
    if end.when == AT:
        outcome = f", {end.outcome}" if end.outcome else ""
        return f"{ending_place(end.iteration, end.choice)}: {end.reason}{outcome}"
    return f"not known: {end.reason}"


def _draw(kind: Kind) -> str:
    part = len(kind.in_draw) < len(kind.order)
    rule = f"{'104.4f' if part else '104.4b'}, {EDITION}"
    whom = f", for {_names(kind.in_draw)} alone" if part else ""
    if kind.draw == YES:
        asked = any(s.role == CONTINUES for s in kind.statements)
        why = "it goes on whatever is answered" if asked else "only mandatory actions"
        return f"yes{whom}: {why}, and nobody could do anything else [{rule}.4]"
    if kind.draw == DECLINED:
        return f"if each of {_names(kind.to_ask)}, asked in turn order, declines to do anything else{whom} [{rule}.5]"
    return "no" if kind.draw == NO else "not known"


# --- JSON --------------------------------------------------------------------------------------------------------


def kind_json(kind: Kind | Refusal) -> dict[str, object]:
    """The kind of a loop as JSON: quantities are strings, players ``pN``."""
    if isinstance(kind, Refusal):
        return {"refused": {"code": kind.code, "message": kind.message, "rule": kind.rule}}
    end = kind.ending
    return {
        "kept_up_by": kept_up_by(kind),
        "players": [f"p{seat + 1}" for seat in kind.keepers],
        "not_known": kind.unknown,
        "mandatory": kind.mandatory,
        "across_turns": kind.across_turns,
        "within_resolution": kind.within_resolution,
        "position_comes_back": kind.recurs,
        "objects_of": [f"p{seat + 1}" for seat in kind.involved],
        "ends": {
            "when": end.when,
            "iteration": quantity_json(end.iteration) if end.when == AT else None,
            "choice": quantity_json(end.choice) if end.when == AT else None,
            "outcome": end.outcome,
            "reason": end.reason,
            "rule": end.rule,
        },
        "determined": kind.determined,
        "read": kind.read,
        "statements": [_statement_json(s) for s in kind.statements],
        "could_act": [
            {
                "player": f"p{p.seat + 1}",
                "what": p.what,
                "mana": p.mana,
                "pays_for": list(p.pays_for),
                "not_known": p.unknown,
                **_span(p.first, p.holds_until),
            }
            for p in kind.could_act
        ],
        "could_act_not_known": kind.unseen,
        "nobody_else_could_act": kind.nobody_else,
        "unknown_cards": [f"p{seat + 1}" for seat in kind.open],
        "to_ask": [f"p{seat + 1}" for seat in kind.to_ask],
        "draw": kind.draw,
        "draw_players": [f"p{seat + 1}" for seat in kind.in_draw] if kind.draw in (YES, DECLINED) else [],
        "must_differ": None if kind.must_differ is None else f"p{kind.must_differ + 1}",
    }


def _span(first: Count, until: Count | None) -> dict[str, object]:
    return {"first": quantity_json(first), "holds_until": None if until is None else quantity_json(until)}


def _statement_json(s: Statement) -> dict[str, object]:
    return {
        "place": quantity_json(s.place),
        "in_period": quantity_json(s.offset + 1),
        "player": f"p{s.seat + 1}",
        "choice": s.choice,
        "role": s.role,
        "answers": quantity_json(s.answers),
        "witness": s.witness,
        **_span(s.first, s.holds_until),
    }
