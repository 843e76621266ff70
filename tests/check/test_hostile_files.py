"""Hostile files: answered by few calls of functions, refused or not checked, never accepted for what they are not."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from typing import Any, Final

import pytest

from reiterate.certify.chain import certify_plainly
from reiterate.certify.form import canonical
from reiterate.check.arithmetic import Form, OutOfBudget, Polynomial, Signs, times
from reiterate.check.certificate import check
from reiterate.loops.loop import find_loop
from reiterate.refusals import Refusal
from tests.certify.certified import OBLIGATIONS, block_of_triggers, readable
from tests.certify.near_misses import good
from tests.support.dice import dice
from tests.support.worked import few_calls

# --- hostile files -----------------------------------------------------------------------------------------------

NINES: Final = "9" * 5_000
#: Characters of a certificate that is looked at by itself, too.
SHORT: Final = 40_000


def _with(path: tuple[str | int, ...], content: object) -> Callable[[], str]:
    return partial(_changed, {path: content})


def _in(text: str, path: tuple[str | int, ...], content: object) -> str:
    value = json.loads(text)
    at: Any = value
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = content
    return canonical(value)


SEGMENT: Final = ("chain", 1)
NAME: Final = "combos/painter-grindstone"


def _changed(made: dict[tuple[str | int, ...], object]) -> str:
    """The certificate with some fields changed; what is made of the certificate itself is a function."""
    text = good(NAME)
    for path, content in made.items():
        text = _in(text, path, content() if callable(content) else content)
    return text


#: The texts by their names. One of a certificate is made by the test that reads it, for that takes longer than to collect a folder.
HOSTILE: Final[dict[str, str | Callable[[], str]]] = {
    "nothing": "",
    "no JSON": "{",
    "deep lists": "[" * 1_000_000,
    "deep objects": '{"a":' * 300_000,
    "closing brackets": "]" * 1_000_000,
    "long": " " * 4_500_000,
    "a float": "1.5\n",
    "not a number": "NaN\n",
    "a long number": "9" * 1_000_000 + "\n",
    "long numbers": "[" + ",".join(["9" * 4_000] * 490) + "]\n",
    "a long row": _with(("end", "refused"), {"verb": "activate", "player": 0, "row": 10**3_999}),
    "a long player": _with(("end", "refused"), {"verb": "activate", "player": 10**3_999}),
    "a long place": _with(("start", "seqs", "stack"), [10**3_999]),
    "a lone surrogate": '"\\ud800"\n',
    "a list": "[]\n",
    "twice the same key": '{"a":1,"a":2}\n',
    "an early string": '"' + "\\" * 999_999,
    "a huge number of periods": _with((*SEGMENT, "periods"), "9" * 10_000),
    "periods beyond the budget": _with((*SEGMENT, "periods"), "9" * 100_000),
    "a power of ten as periods": _with((*SEGMENT, "periods"), "10^1000000"),
    "a huge base": _with((*SEGMENT, "closed", 0), [["9" * 30, "1", "1/1"]]),
    "a huge power": _with((*SEGMENT, "closed", 0), [["1", "999999999", "1/1"]]),
    "powers of powers": _with((*SEGMENT, "closed"), [[["7", "20", "1/1"]]] * 4),
    "a base of two for ever": _with((*SEGMENT, "closed", 0), [["2", "0", NINES + "/1"]]),
    "a huge factor": _with((*SEGMENT, "update", 0), [["9" * 100_000, []]]),
    "a high product": _with((*SEGMENT, "update", 0), [["1", [0] * 20_000]]),
    "many products": _with((*SEGMENT, "update", 0), [["1", [0] * (n % 20)] for n in range(20_000)]),
    "many guards": _with((*SEGMENT, "guards"), lambda: json.loads(good(NAME))["chain"][1]["guards"] * 5_000),
    "many slots": _with((*SEGMENT, "slots"), [[0, str(n)] for n in range(50_000)]),
    "many rows": _with(("start", "rows"), lambda: json.loads(good(NAME))["start"]["rows"] * 500),
    "an amount of many digits": _with(("start", "tally", "draws.p1"), "9" * 200_000),
    "an amount as a power": _with(("start", "tally", "draws.p1"), "10^1000000"),
    "an amount as a formula": _with(("start", "tally", "mills.p2"), [["1", "1", [["2", "9" * 4_000]]]]),
    "a formula of many terms": _with(
        ("start", "tally", "mills.p2"), [["1", "1", [["3", str(n)]]] for n in range(9**5)]
    ),
    "a formula with a fraction": _with(("start", "tally", "mills.p2"), [["1", "3", [["2", "9" * 4_000]]]]),
    "a formula of a long base": _with(("start", "tally", "mills.p2"), [["1", "1", [[NINES, "9" * 4_000]]]]),
    "a formula of close powers": _with(
        ("start", "tally", "mills.p2"),
        [["1", "1", [["3", "9" * 4_000]]], ["-1", "1", [["2", "158496250072115618" + "0" * 3_983]]]],
    ),
    "a formula that is short": _with(("start", "tally", "mills.p2"), [["1", "8", [["2", "1"]]]]),
    "an exponent beyond the budget": _with(("start", "tally", "mills.p2"), [["1", "1", [["2", "9" * 20_000]]]]),
    "powers of a matrix": _with((*SEGMENT, "closed"), "powers"),
    "a long number of periods and powers": partial(
        _changed, {(*SEGMENT, "closed"): "powers", (*SEGMENT, "periods"): "9" * 10_000}
    ),
    "a statement for very many periods": _with((*SEGMENT, "choices", "until"), "9" * 10_000),
    "many roles": _with((*SEGMENT, "choices", "roles"), ["passes"] * 100_000),
    "many gains": _with(("claim", "gains"), lambda: json.loads(good(NAME))["claim"]["gains"] * 20_000),
    "a gain as a formula": _with(("claim", "gains", 0, "most"), [["1", "1", [["2", "9" * 4_000]]]]),
    "a change with a huge power": _with(("claim", "gains", 0, "change"), [["9" * 39, "999999999", "1/1"]]),
    "many needs": _with(("claim", "needs"), [{"row": 3, "what": "n", "least": "1"}] * 40_000),
    "a need of a googol": _with(("claim", "needs"), [{"row": 1, "what": "mana.G", "least": NINES}]),
    "a need of nothing that there is": _with(("claim", "needs"), [{"row": 10**8, "what": "", "least": ""}]),
    "many options": _with((*SEGMENT, "choices", "options", "places"), [0] * 500_000),
    "many shapes of options": _with((*SEGMENT, "choices", "options", "shapes"), [[]] * 500_000),
    "many shapes and places": _with(
        (*SEGMENT, "choices", "options"), {"places": [0] * 330_000, "shapes": [[]] * 330_000}
    ),
    "many choices": _with(("end", "choices"), [{"player": 0, "verb": "pass", "over": ""}] * 60_000),
    "a choice of a googol": _with(("end", "choices"), [{"verb": "order", "player": 0, "row": 0, "count": NINES}]),
    "a row that is not there": _with(("end", "refused"), {"verb": "activate", "player": 0, "row": 10**8}),
    "no such verb": _with(("end", "refused"), {"verb": "dance", "player": 0}),
    "a player of no game": _with(("end", "choices"), [{"verb": "pass", "player": 77, "over": ""}]),
    "no iterations": _with((*SEGMENT, "iterations"), []),
    "empty iterations": _with((*SEGMENT, "iterations"), [[]] * 1_000),
}


@pytest.mark.slow("files that take seconds to refuse")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_answered_by_few_calls(name: str) -> None:
    made = HOSTILE[name]
    text = made if isinstance(made, str) else made()
    with few_calls():
        found = check(text)
    assert isinstance(found, Refusal), name
    assert found.code in {*OBLIGATIONS, "certificate-form", "certificate-budget"}
    if not isinstance(made, str) and len(text) < SHORT:
        read = readable(json.loads(text))  # what is written as a certificate is answered by an obligation
        assert found.code in (
            {*OBLIGATIONS, "certificate-budget"} if read else {"certificate-form", "certificate-budget"}
        )


# --- blocks ------------------------------------------------------------------------------------------------------


def _block(change: Callable[[dict[str, Any], list[Any], int], object]) -> str:
    """A good certificate with a block, with that block changed."""
    value = json.loads(_of_blocks())
    deeds = next(piece for piece in value["chain"] if piece["kind"] == "segment")["iterations"][0]
    at = next(i for i, deed in enumerate(deeds) if "block" in deed)
    change(deeds[at], deeds, at)
    return canonical(value)


@cache
def _of_blocks() -> str:
    start, reader = block_of_triggers("10^50")
    text = certify_plainly(find_loop(start, reader))
    assert isinstance(text, str), text
    return text


def _nested(depth: int) -> Callable[[dict[str, Any], list[Any], int], None]:
    def change(block: dict[str, Any], _deeds: list[Any], _at: int) -> None:
        for _ in range(depth):
            block["block"] = [json.loads(json.dumps(block))]

    return change


def _many_blocks(block: dict[str, Any], deeds: list[Any], at: int) -> None:
    deeds[at : at + 1] = [block] * 300


def _set(name: str, content: object) -> Callable[[dict[str, Any], list[Any], int], None]:
    return lambda block, _deeds, _at: block.update({name: content})


HOSTILE_BLOCKS: Final = {
    "a block in itself": _nested(1),
    "a nest of seven": _nested(7),
    "a nest of twelve": _nested(12),
    "many blocks": _many_blocks,
    "no rounds": _set("rounds", "0"),
    "fewer than no rounds": _set("rounds", "-7"),
    "a googol of rounds": _set("rounds", "1" + "0" * 10_000),
    "rounds to a high power": _set("rounds", [["1", [0] * 24]]),
    "a closed form of a high power": _set("closed", [[["1/1", [1] * 24]]] * 9),
    "a closed form of many terms": _set("closed", [[["1/7", [0] * n] for n in range(24)]] * 9),
    "long factors": _set("closed", [[[NINES + "/7", []]]] * 9),
    "an update of a high power": _set("update", [[["1", [0] * 24]]] * 9),
    "a block of a block without choices": _set("block", []),
    "many slots": _set("slots", [[0, str(n)] for n in range(50_000)]),
    "many guards": _set(
        "guards", [{"poly": [], "op": "==", "truth": True, "purpose": "rules", "rule": "", "place": 0}] * 9_999
    ),
}


@pytest.mark.parametrize("name", HOSTILE_BLOCKS)
def test_a_hostile_block_is_answered_by_few_calls(name: str) -> None:
    text = _block(HOSTILE_BLOCKS[name])
    with few_calls():
        found = check(text)
    assert isinstance(found, Refusal), name
    assert found.code in {*OBLIGATIONS, "certificate-form", "certificate-budget"}


# --- long numbers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("digits", [10, 1_000, 9_000])
@pytest.mark.parametrize("power", [1, 2, 4])
def test_comparisons_of_long_numbers_are_quick_or_out_of_budget(digits: int, power: int) -> None:
    with few_calls():
        shape = Form({(1, power): Fraction(1), (1, 0): Fraction(-(10**digits))})
        try:
            assert Signs().holds(shape, "<=", True, 10 ** (digits // power))
        except OutOfBudget:
            assert digits > 1_000


def test_a_product_of_polynomials_is_bounded_before_it_is_computed() -> None:
    wide: Polynomial = {(i,): 1 for i in range(500)}
    with pytest.raises(OutOfBudget):
        times(wide, wide)


# --- the checker's arithmetic ------------------------------------------------------------------------------------


def test_comparisons_along_a_loop_equal_brute_force() -> None:
    rng = dice("comparisons along a loop equal brute force")
    for _ in range(500):
        parts = {
            (rng.choice([1, 1, 1, 2, 3]), rng.randint(0, 3)): Fraction(rng.randint(-30, 30), rng.choice([1, 1, 2, 6]))
            for _ in range(rng.randint(0, 4))
        }
        shape = Form(parts)
        periods = rng.choice([1, 2, 3, 5, 10, 40, None])
        values = [shape.at(n) for n in range(periods or 60)]
        for op, answers in (("==", [v == 0 for v in values]), ("<=", [v <= 0 for v in values])):
            for truth in (True, False):
                expected = all(answer == truth for answer in answers)
                found = Signs().holds(shape, op, truth, periods)
                assert found == expected or (periods is None and expected), (parts, op, truth, periods)
