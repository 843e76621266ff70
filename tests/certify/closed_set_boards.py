"""Certificates with closed sets, and hostile changes of such sets."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from reiterate.certify.certificate import certify
from reiterate.check.claims.closed_set import ClosedSet
from reiterate.loops.loop import Loop
from tests.certify.choice_boards import loop_of
from tests.kinds.kinds_table import BASES

#: Boards in whose loops somebody has several answers, with each of which the loop goes on.
SEVERAL: Final = ("wardens", "aimed", "finks")


@cache
def board(name: str) -> str:
    """The certificate of a board, with its closed set."""
    loop = loop_of(BASES[name].text())
    assert isinstance(loop, Loop)
    text = certify(loop)
    assert isinstance(text, str), text
    return text


def set_of(text: str) -> ClosedSet:
    """The closed set of a certificate."""
    return ClosedSet(json.loads(text)["closed_set"])


def _nodes(change: Callable[[list[Any]], object]) -> Callable[[dict[str, Any]], None]:
    def made(value: dict[str, Any]) -> None:
        change(value["closed_set"]["nodes"])

    return made


def _many_rows(nodes: list[Any]) -> None:
    for node in nodes:
        node["state"]["rows"] += [node["state"]["rows"][-1]] * 100


def _many_alike(nodes: list[Any]) -> None:
    """Rows that only a search could tell apart."""
    for node in nodes:
        rows = node["state"]["rows"]
        rows += [json.loads(json.dumps(rows[3])) for _ in range(90)]
        for i in range(len(rows) - 90, len(rows)):
            rows[i]["refs"] = {"other": {"mode": "one", "row": len(rows) - 1 if i == len(rows) - 90 else i - 1}}


def _without_bounds(nodes: list[Any]) -> None:
    for node in nodes:
        for i, row in enumerate(node["state"]["rows"]):
            node["bounds"] += [[i, "n", "", ""], *([i, name, "", ""] for name in row.get("num", {}))]
            row["n"] = "0"
            row["num"] = dict.fromkeys(row.get("num", {}), "0")
        node["bounds"] = [list(one) for one in sorted({(b[0], b[1]): b for b in node["bounds"]}.values())]


HOSTILE: Final[dict[str, Callable[[dict[str, Any]], object]]] = {
    "no object": lambda value: value.update(closed_set=[]),
    "no such keep": lambda value: value["closed_set"].update(keep="7"),
    "very many nodes": _nodes(lambda nodes: nodes.extend(nodes * 400)),
    "many rows": _nodes(_many_rows),
    "many rows that are alike": _nodes(_many_alike),
    "nothing is bounded": _nodes(_without_bounds),
    "a long bound": _nodes(lambda nodes: nodes[0]["bounds"][0].__setitem__(2, "9" * 100_000)),
    "a bound of no row": _nodes(lambda nodes: nodes[0]["bounds"].append([99_999_999, "n", "1", "2"])),
    "an amount last known of nothing": _nodes(lambda nodes: nodes[0]["bounds"].append([3, "host\nlife", "1", "2"])),
    "no rows": _nodes(lambda nodes: nodes[0]["state"].update(rows=[])),
    "a state of another format": _nodes(lambda nodes: nodes[0]["state"].update(format="state/0")),
    "many bounds": _nodes(
        lambda nodes: nodes[0].update(bounds=[[3, f"counter.{i:06}", "0", "1"] for i in range(20_000)])
    ),
}
