"""Forgeries made by rule from an honest certificate: every field agrees with the others, and what is claimed is false.

Each is a family, a title, the obligation that has to refuse it, and the changed certificate. The digests are right and the form is the
one form, so that nothing but the mathematics is left to refuse it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeAlias

from tests.check.copies import copied

Value: TypeAlias = dict[str, Any]
Forged: TypeAlias = tuple[str, str, str, Value]

#: Roles that a choice may be said to have.
ROLES = ("passes", "acts", "only answer", "declines", "continues", "leaves", "unknown")


def segments_of(value: Value) -> list[Value]:
    """The segments of a chain."""
    return [piece for piece in value["chain"] if piece["kind"] == "segment"]


def forgeries(honest: Value) -> Iterator[Forged]:
    """All forgeries of a certificate."""
    for made in (_closed, _updates, _guards, _lengths, _gains, _needs, _options, _roles, _ways, _sets, _runs, _blocks):
        yield from made(honest)


def _copy(honest: Value) -> tuple[Value, Value]:
    value = copied(honest)
    return value, segments_of(value)[-1]


def _form(terms: dict[tuple[int, int], Fraction]) -> list[list[str]]:
    return [[str(b), str(k), f"{c.numerator}/{c.denominator}"] for (b, k), c in sorted(terms.items()) if c]


def _terms(form: list[list[str]]) -> dict[tuple[int, int], Fraction]:
    return {(int(b), int(k)): Fraction(c) for b, k, c in form}


def _plus(form: list[list[str]], more: dict[tuple[int, int], Fraction]) -> list[list[str]]:
    found = _terms(form)
    for at, c in more.items():
        found[at] = found.get(at, Fraction(0)) + c
    return _form(found)


def _later(form: list[list[str]]) -> dict[tuple[int, int], Fraction]:
    """How much a form rises in a period, for powers of n up to the second and any base."""
    found: dict[tuple[int, int], Fraction] = {}
    for (b, k), c in _terms(form).items():
        for i, times in enumerate({0: (1,), 1: (1, 1), 2: (1, 2, 1)}[k]):
            found[b, i] = found.get((b, i), Fraction(0)) + c * b * times
        found[b, k] -= c
    return found


# --- closed forms and updates ------------------------------------------------------------------------------------


def _closed(honest: Value) -> Iterator[Forged]:
    """Forms that begin with the right values and then do not follow the update."""
    segment = segments_of(honest)[-1]
    if segment["closed"] == "powers":
        for base in ("1", "2"):
            value, made = _copy(honest)
            made["closed"] = [[[base, "0", f"{first}/1"]] if first != "0" else [] for first in made["start"]]
            yield "powers", f"a system without forms as powers of {base}", "closed", value
        return
    bent = {
        "right at first, and then with more": {(1, 2): Fraction(1, 2), (1, 1): Fraction(-1, 2)},
        "right for three periods": {(1, 3): Fraction(1), (1, 2): Fraction(-3), (1, 1): Fraction(2)},
        "right at 0 alone": {(2, 0): Fraction(1), (1, 0): Fraction(-1)},
        "less by a power": {(3, 0): Fraction(-1), (1, 1): Fraction(2), (1, 0): Fraction(1)},
    }
    for i, place in enumerate(segment["slots"]):
        for n, (title, more) in enumerate(bent.items()):
            if (i + n) % 4:
                continue
            value, made = _copy(honest)
            made["closed"][i] = _plus(made["closed"][i], more)
            for gain in value["claim"]["gains"]:
                if gain["amount"] == place and gain["change"]:
                    gain["change"] = _form(_later(made["closed"][i])) if n != 1 else gain["change"]
            yield "closed", f"{title}: {place}", "closed", value
    value, made = _copy(honest)
    made["closed"] = "powers"
    falls = any(int(x) < 0 for x in made["start"]) or any(
        term[0].startswith("-") for poly in made["update"] for term in poly
    )
    if falls:
        yield "powers", "a system that falls, by powers", "closed", value


def _updates(honest: Value) -> Iterator[Forged]:
    """Amounts that change by something else than play makes of them; form and gain follow the false update."""
    segment = segments_of(honest)[-1]
    for i, place in enumerate(segment["slots"]):
        value, made = _copy(honest)
        poly = made["update"][i]
        first = next((term for term in poly if not term[1]), None)
        if first is None:
            poly.insert(0, ["1", []])
        elif first[0] == "-1":
            poly.remove(first)
        else:
            first[0] = str(int(first[0]) + 1)
        if made["closed"] != "powers":
            made["closed"][i] = _plus(made["closed"][i], {(1, 1): Fraction(1)})
            for gain in value["claim"]["gains"]:
                if gain["amount"] == place and gain["change"]:
                    gain["change"] = _form(_later(made["closed"][i]))
        yield "update", f"one more each period: {place}", "step", value
    for i, place in enumerate(segment["slots"][:4]):
        value, made = _copy(honest)
        made["update"][i] = [["2", [i]]]
        if made["closed"] != "powers":
            made["closed"][i] = [["2", "0", f"{made['start'][i]}/1"]] if made["start"][i] != "0" else []
        yield "update", f"it doubles: {place}", "step", value


# --- guards and lengths ------------------------------------------------------------------------------------------


def _guards(honest: Value) -> Iterator[Forged]:
    """Comparisons left out, weaker, of other answers."""
    for i, guard in enumerate(segments_of(honest)[-1]["guards"]):
        value, made = _copy(honest)
        made["guards"].pop(i)
        yield "guards", f"left out: {i}", "step", value
        value, made = _copy(honest)
        poly = made["guards"][i]["poly"]
        if poly and not poly[0][1]:
            poly[0][0] = str(int(poly[0][0]) - 1)
            if poly[0][0] == "0":
                poly.pop(0)
        else:
            poly.insert(0, ["-1", []])
        yield "guards", f"weaker by one: {i}", "step", value
        value, made = _copy(honest)
        made["guards"][i]["truth"] = not guard["truth"]
        yield "guards", f"answered otherwise: {i}", "step", value


def _lengths(honest: Value) -> Iterator[Forged]:
    """Loops that go on for longer or shorter than they do, with the claim and the end that follow from it."""
    segment = segments_of(honest)[-1]
    if segment["periods"] == "":
        for periods in (1, 10**50):
            value, made = _copy(honest)
            made["periods"] = str(periods)
            code = "budget" if made["closed"] == "powers" and periods > 1 else "after"
            yield "length", f"without end, after {periods} periods", code, value
        value, made = _copy(honest)
        value["claim"] |= {"endless": False, "iterations": "7"}
        yield "length", "without end, claimed to end", "after", value
        value, made = _copy(honest)
        made["periods"] = "1"
        value["end"] = {"kind": "over", "iteration": "2", "choice": "1", "choices": [], "outcome": "p1_wins"}
        value["claim"] |= {"endless": False, "iterations": str(len(made["iterations"]))}
        yield "length", "without end, and over", "after", value
        return
    for more in (1, 2, 10**9):
        value, made = _copy(honest)
        made["periods"] = str(int(made["periods"]) + more)
        for place in ("claim", "end"):
            at = "iterations" if place == "claim" else "iteration"
            if at in value[place]:
                value[place][at] = str(int(value[place][at]) + more * len(made["iterations"]))
        yield "length", f"{more} periods more", "guards", value
    value, made = _copy(honest)
    made["periods"] = ""
    value["chain"] = value["chain"][: value["chain"].index(made) + 1]
    value["end"] = {"kind": "endless"}
    value["claim"] |= {"endless": True, "iterations": "", "gains": []}
    yield "length", "with an end, without end", "guards", value
    if value["claim"]["gains"] == [] and honest["end"]["kind"] == "over":
        value, _ = _copy(honest)
        value["end"]["outcome"] = {"p1_wins": "p2_wins"}.get(value["end"]["outcome"], "p1_wins")
        yield "length", "another winner", "after", value


# --- what is gained and needed -----------------------------------------------------------------------------------


def _gains(honest: Value) -> Iterator[Forged]:
    """Gains that are more, less, others, or none."""
    gains = honest["claim"]["gains"]
    for i, gain in enumerate(gains):
        for title, changed in _other_gains(gain):
            value, _ = _copy(honest)
            value["claim"]["gains"][i] = changed
            yield "gains", f"{title}: {gain['amount']}", "gains", value
    value, made = _copy(honest)
    there = [gain["amount"] for gain in gains]
    for place in made["slots"]:
        if place in there:
            continue
        value, _ = _copy(honest)
        said = {"alone": True, "amount": place, "change": [["1", "0", "1/1"]], "most": "", "size": "infinite"}
        if honest["end"]["kind"] != "endless":
            said |= {"most": "7", "size": "near-infinite"}
        value["claim"]["gains"] = sorted([*gains, said], key=lambda each: each["amount"])
        yield "gains", f"gained, and is not: {place}", "gains", value


def _other_gains(gain: Value) -> Iterator[tuple[str, Value]]:
    yield "does otherwise by itself", {**gain, "alone": not gain["alone"]}
    if gain["change"]:
        yield "twice as fast", {**gain, "change": _form({k: 2 * c for k, c in _terms(gain["change"]).items()})}
        yield "faster and faster", {**gain, "change": _plus(gain["change"], {(1, 1): Fraction(1)})}
    if isinstance(gain["most"], str) and gain["most"]:
        yield "one more in all", {**gain, "most": str(int(gain["most"]) + 1)}
        yield "without bound", {**gain, "most": "", "size": "infinite"}
        yield "once", {**gain, "size": "once"}
    elif gain["size"] == "infinite":
        yield "with a bound", {**gain, "most": "1" + "0" * 50, "size": "near-infinite"}


def _needs(honest: Value) -> Iterator[Forged]:
    """Needs that are not, more, less, or left out."""
    needs = honest["claim"]["needs"]
    if needs == "unknown":
        return
    for i, need in enumerate(needs):
        value, _ = _copy(honest)
        value["claim"]["needs"].pop(i)
        yield "needs", f"left out: {need}", "needs", value
        value, _ = _copy(honest)
        value["claim"]["needs"][i]["least"] = str(int(need["least"] or "0") + 1)
        yield "needs", f"one more: {need}", "needs", value
    there = {(need["row"], need["what"]) for need in needs}
    for handle, row in enumerate(honest["start"]["rows"]):
        for what in ("n", "not tapped", *row.get("num", {})):
            if (handle, what) in there:
                continue
            value, _ = _copy(honest)
            more = {"row": handle, "what": what, "least": "" if what == "not tapped" else "1"}
            rank = {"n": 0, "not sick": 1, "not tapped": 1}
            value["claim"]["needs"] = sorted(
                [*needs, more], key=lambda need: (need["row"], rank.get(need["what"], 2), need["what"])
            )
            yield "needs", f"needed, and is not: row {handle}, {what}", "needs", value


# --- choices -----------------------------------------------------------------------------------------------------


def _options(honest: Value) -> Iterator[Forged]:
    """Options that are not offered, or not listed; actions that could be taken, and are not said."""
    said = segments_of(honest)[-1]["choices"]
    if said == "unknown":
        return
    for i, shape in enumerate(said["options"]["shapes"]):
        for j in range(len(shape)):
            value, made = _copy(honest)
            made["choices"]["options"]["shapes"][i].pop(j)
            yield "options", f"one left out: {i}, {j}", "choices", value
        value, made = _copy(honest)
        more = {"how": [], "index": 0, "player": 0, "row": 3, "slots": [], "unknown": "", "verb": "activate"}
        if more not in made["choices"]["options"]["shapes"][i]:
            made["choices"]["options"]["shapes"][i].append(more)
            yield "options", f"one made up: {i}", "choices", value
    for i in range(len(said["could"])):
        value, made = _copy(honest)
        made["choices"]["could"].pop(i)
        yield "options", f"a possible action not said: {i}", "choices", value
    value, made = _copy(honest)
    made["choices"]["could"].append({"place": 0, "player": 1, "verb": "activate", "row": 4, "index": 0})
    yield "options", "an action that nobody could take", "choices", value
    value, made = _copy(honest)
    made["choices"]["unseen"] = [] if said["unseen"] else [1]
    yield "options", "who has unknown cards", "choices", value
    if said["until"] == "":
        for until in ("1", "5"):
            value, made = _copy(honest)
            made["choices"]["until"] = until
            yield "options", f"said to change in period {until}", "choices", value


def _roles(honest: Value) -> Iterator[Forged]:
    """Choices that are said to be something else; who keeps it up follows. "Unknown" says less, which is false of no choice."""
    said = segments_of(honest)[-1]["choices"]
    if said != "unknown":
        for i, role in enumerate(said["roles"]):
            others = [other for other in ROLES if other not in (role, "unknown")]
            other = others[i % len(others)]
            value, made = _copy(honest)
            made["choices"]["roles"][i] = other
            if other != "leaves" and role == "leaves":
                made["choices"]["leaves"] = [way for way in said["leaves"] if way["place"] != i]
            if other in ("only answer", "declines", "passes", "continues") and role == "acts":
                value["claim"] |= {"kept_up_by": "nobody", "draw": honest["end"]["kind"] == "endless"}
            yield "roles", f"{role} as {other}: {i}", "choices", value
    for keepers in ("nobody", "unknown", [0], [1], [0, 1], []):
        for draw in (True, False):
            claim = honest["claim"]
            if (keepers, draw) == (claim["kept_up_by"], claim["draw"]):
                continue
            value, _ = _copy(honest)
            value["claim"] |= {"kept_up_by": keepers, "draw": draw}
            yield "keepers", f"kept up by {keepers}, a draw: {draw}", "choices", value


def _ways(honest: Value) -> Iterator[Forged]:
    """Ways that do not lead out: the loop's own answer, ways that are too short or too long, of other places or players."""
    segment = segments_of(honest)[-1]
    if segment["choices"] == "unknown":
        return
    deeds = [deed for iteration in segment["iterations"] for deed in iteration]
    for i, way in enumerate(segment["choices"]["leaves"]):
        value, made = _copy(honest)
        made["choices"]["leaves"][i]["play"][0] = deeds[way["place"]]
        yield "ways out", f"the loop's own answer: {i}", "choices", value
        value, made = _copy(honest)
        made["choices"]["leaves"][i]["play"].pop()
        yield "ways out", f"too short: {i}", "choices", value
        value, made = _copy(honest)
        made["choices"]["leaves"][i]["play"].append({"over": "", "player": 7, "verb": "pass"})
        yield "ways out", f"too long: {i}", "choices", value
        value, made = _copy(honest)
        made["choices"]["leaves"][i]["play"][0] = {**way["play"][0], "player": 1 - way["play"][0]["player"] % 2}
        yield "ways out", f"another player's answer: {i}", "choices", value
        value, made = _copy(honest)
        made["choices"]["leaves"].pop(i)
        yield "ways out", f"none written: {i}", "choices", value
    if not segment["choices"]["leaves"]:
        for place in range(min(3, len(deeds))):
            value, made = _copy(honest)
            made["choices"]["roles"][place] = "leaves"
            made["choices"]["leaves"] = [{"place": place, "play": deeds[place:]}]
            value["claim"] |= {"kept_up_by": [deeds[place].get("player", 0)], "draw": False}
            yield "ways out", f"the loop itself leads out: {place}", "choices", value


def _sets(honest: Value) -> Iterator[Forged]:
    """Closed sets with fewer nodes, other bounds, other moves, another memory."""
    nodes = honest["closed_set"]["nodes"]
    for i, node in enumerate(nodes):
        for j, bound in enumerate(node["bounds"]):
            value, _ = _copy(honest)
            value["closed_set"]["nodes"][i]["bounds"][j] = [*bound[:2], str(int(bound[2] or "0") + 1), bound[3]]
            yield "sets", f"narrower below: {i}, {j}", "choices", value
        if node["move"]:
            for title, move in (
                ("no move", []),
                ("a pass", [{"over": "", "player": 0, "verb": "pass"}, node["move"][1]]),
                ("another player's", [{**node["move"][0], "player": 9}, node["move"][1]]),
                ("nobody's object", [{**node["move"][0], "verb": "activate", "row": 1}, node["move"][1]]),
                ("another memory", [node["move"][0], node["move"][1] + 1]),
            ):
                value, _ = _copy(honest)
                value["closed_set"]["nodes"][i]["move"] = move
                yield "sets", f"{title}: {i}", "choices", value
        value, _ = _copy(honest)
        value["closed_set"]["nodes"][i]["memory"] = node["memory"] + 1
        yield "sets", f"a memory further: {i}", "choices", value
    if nodes and honest["closed_set"]["keep"] == "":
        for keep in ("0", "1"):
            value, _ = _copy(honest)
            value["closed_set"]["keep"] = keep
            if any("move" in node and node["move"] for node in nodes) or keep == "0":
                yield "sets forgotten", f"{keep} entries kept", "choices", value


# --- runs and blocks ---------------------------------------------------------------------------------------------


def _runs(honest: Value) -> Iterator[Forged]:
    """Runs with other values, other rows, another width, another step."""
    segment = segments_of(honest)[-1]
    if "joined" not in segment:
        return
    for where in ("head", "end"):
        code = "base" if where == "head" else "step"
        for i, rows in enumerate(segment["joined"][where]):
            for title, changed in (
                ("backwards", rows[::-1]),
                ("without its first", rows[1:]),
                ("without its last", rows[:-1]),
                ("one twice", [*rows, rows[-1]]),
                ("a player in it", [*rows, 1]),
                ("a row that is not there", [*rows, 10**6]),
                ("another card in it", [3, *rows]),
            ):
                value, made = _copy(honest)
                made["joined"][where][i] = changed
                yield "runs", f"{where}, {title}", code, value
            value, made = _copy(honest)
            made["joined"][where].pop(i)
            if any(made["joined"].values()):
                yield "runs", f"{where}, not joined", "step" if where == "end" else "base", value
    for i, place in enumerate(segment["slots"]):
        if "|" not in place[1]:
            continue
        value, made = _copy(honest)
        made["start"][i] = str(int(made["start"][i]) + 1)
        if made["closed"] != "powers":
            made["closed"][i] = _plus(made["closed"][i], {(1, 0): Fraction(1)})
        yield "runs", f"one more at first: {place}", "base", value


def _blocks(honest: Value) -> Iterator[Forged]:
    """Rounds that are more, begin with another amount, or have other forms."""
    segment = segments_of(honest)[-1]
    deeds = [(i, j) for i, each in enumerate(segment["iterations"]) for j, deed in enumerate(each) if "block" in deed]
    for i, j in deeds:
        block = segment["iterations"][i][j]
        for n, place in enumerate(block["slots"]):
            value, made = _copy(honest)
            at = made["iterations"][i][j]
            at["closed"][n] = at["closed"][n] + [["1/1", [len(made["slots"])] * 2]]
            at["closed"][n].sort(key=lambda term: term[1])
            if [term[1] for term in at["closed"][n]] == sorted({tuple(term[1]): 0 for term in at["closed"][n]}):
                yield "blocks", f"a square too much: {place}", "closed", value
            value, made = _copy(honest)
            made["iterations"][i][j]["update"][n] = [["1", []], *[t for t in at["update"][n] if t[1]]]
            if made["iterations"][i][j]["update"][n] != block["update"][n]:
                yield "blocks", f"another round: {place}", "step", value
            value, made = _copy(honest)
            made["iterations"][i][j]["start"][n] = [["5", []]]
            if made["iterations"][i][j]["start"][n] != block["start"][n]:
                yield "blocks", f"another beginning: {place}", "step", value
        for n in range(len(block["guards"])):
            value, made = _copy(honest)
            made["iterations"][i][j]["guards"].pop(n)
            yield "blocks", f"a comparison left out: {n}", "step", value
