"""The tools for assistants, asked in memory: what the command line prints, or problem details."""

from __future__ import annotations

import json
from typing import Any

from mcp import Client

from reiterate.service.mcp_server import TOOLS, tool_server
from reiterate.service.settings import Limits, Settings
from tests.support.apart import run_apart
from tests.support.command_line import in_process
from tests.support.served import EXAMPLES, MINUTES, Served, text_of

#: A board, what is played on it, and what lies there afterwards.
GUARD = """\
format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
"""
LAP = ["activate Midnight Guard", "all pass", "all pass"]
GUARD_AFTER = GUARD + "      - {token: Elf Warrior, power: 1, toughness: 1, colors: [G], sick: yes}\n"


def test_tools_answer_what_the_command_line_prints() -> None:
    limits = Limits(seconds=300, grace=1)

    async def story() -> dict[str, Any]:
        async with Client(tool_server(Settings(workers=1, long_workers=1, limits=limits))) as client:
            tools = (await client.list_tools()).tools

            async def ask(verb: str, **given: Any) -> tuple[bool, str]:
                found = await client.call_tool(verb, given)
                (content,) = found.content
                return bool(found.is_error), getattr(content, "text", "")

            certificate = (await ask("certificate", position=text_of("million")))[1]
            return {
                "tools": {tool.name: tool for tool in tools},
                "run": await ask("run", position=text_of("million"), name="million.yaml"),
                "combo": await ask("combo", names=["midnight guard", "presence of gond"]),
                "check": await ask("check", certificate=certificate),
                "refused": await ask("run", position="dance"),
                "wrong": await ask("find", position=text_of("million"), steps="none"),
                "long": await ask("find", position=MINUTES, steps="999999999", seconds="1"),
                "words": await ask("explain", word="mana-short"),
            }

    found = run_apart(story())
    assert set(found["tools"]) == set(TOOLS) and all(tool.description for tool in found["tools"].values())
    assert "position" in found["tools"]["run"].input_schema["required"]
    assert found["run"] == (False, in_process("run", str(EXAMPLES / "million.yaml"), "--json=answer")[1])
    assert found["combo"] == (False, in_process("combo", "midnight guard", "presence of gond", "--json")[1])
    assert json.loads(found["check"][1])["certificate"]["accepted"] is True
    assert found["refused"][0] and json.loads(found["refused"][1])["answer"]["refusals"]
    assert found["wrong"][0] and "steps" in found["wrong"][1]
    assert found["long"][0] and json.loads(found["long"][1])["code"] == "time-spent"
    assert not found["words"][0] and "mana" in found["words"][1]


#: Arguments that are none, with the code and the place of their refusal; HTTP refuses the same as a body.
WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("combo", {"names": "midnight guard"}, "shape", "$.names"),
    ("combo", {"names": ["midnight guard", 3]}, "shape", "$.names[1]"),
    ("combo", {}, "shape", ""),
    ("combo", {"names": ["midnight guard", "presence of gond"], "life": 20}, "shape", "$.life"),
    ("combo", {"names": ["midnight guard", "presence of gond"], "bogus": 1}, "unknown-key", ""),
    ("position", {"bogus": 1}, "unknown-key", ""),
]


def test_wrong_arguments_are_refused_as_wrong_bodies_are(served: Served) -> None:
    async def story() -> list[tuple[bool, str]]:
        async with Client(tool_server(Settings(workers=1, long_workers=1))) as client:
            for tool in (await client.list_tools()).tools:
                assert tool.input_schema["additionalProperties"] is False
            found = [await client.call_tool(verb, given) for verb, given, *_ in WRONG]
            found.append(await client.call_tool("explain", {"word": "shape", "bogus": 1}))
            found.append(await client.call_tool("dance", {}))
            return [(bool(each.is_error), getattr(each.content[0], "text", "")) for each in found]

    told = run_apart(story())
    assert all(refused and "pydantic" not in text for refused, text in told)
    problems = [json.loads(text) for _, text in told]
    for (verb, given, code, span), problem in zip(WRONG, problems, strict=False):
        over_http = served.post(verb, given)
        assert (problem["code"], problem["where"]["span"]) == (code, span), problem
        assert {**problem, "expected": ""} == {**over_http.json, "expected": ""}
        assert problem["expected"] == "what the schema of the tool says"
    assert [each["code"] for each in problems[-2:]] == ["unknown-key", "no-such-page"]


def test_a_list_that_a_client_sends_as_a_text_of_json_is_read() -> None:
    async def story() -> str:
        async with Client(tool_server(Settings(workers=1, long_workers=1))) as client:
            found = await client.call_tool("combo", {"names": '["midnight guard", "presence of gond"]'})
            return getattr(found.content[0], "text", "")

    assert json.loads(run_apart(story()))["combo"] is not None


def test_a_game_of_another_engine_is_watched() -> None:
    """The loop behind its first lap, nothing twice, and what the other engine sees compared (732.1b)."""

    async def story() -> dict[str, tuple[bool, Any]]:
        async with Client(tool_server(Settings(workers=1, long_workers=1))) as client:

            async def watch(**given: Any) -> tuple[bool, Any]:
                found = await client.call_tool("watch", given)
                (content,) = found.content
                return bool(found.is_error), json.loads(getattr(content, "text", ""))

            seen = [{"behind": 3, "position": GUARD_AFTER}]
            tools = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
            return {
                "schema": (False, tools["watch"]),
                "lap": await watch(position=GUARD, lines=LAP, seen=seen),
                "before": await watch(position=GUARD, lines=LAP[:2]),
                "later": await watch(position=GUARD, lines=LAP * 2, after=3),
                "differs": await watch(position=GUARD, lines=LAP, seen=[{"behind": 3, "position": GUARD}]),
                "unknown": await watch(position=GUARD, lines=LAP, seen=[{"behind": 0, "position": GUARD}]),
                "no line": await watch(position=GUARD, lines=["activate Midnight Guard", "dance"]),
            }

    found = run_apart(story())
    assert found["schema"][1]["required"] == ["position", "lines"]
    refused, lap = found["lap"]
    assert not refused and lap["format"] == "watched/1" and lap["decides"] == "p1"
    assert [(each["begin"], each["behind"], each["proved"]) for each in lap["loops"]] == [(1, 3, True)]
    assert lap["loops"][0]["answer"]["format"] == "answer/1"
    assert [found[name][1]["loops"] for name in ("before", "later")] == [[], []]
    assert found["differs"][0] and found["differs"][1]["code"] == "states-differ"
    assert found["unknown"][0] and found["unknown"][1]["code"] == "shape"
    assert found["no line"][0] and found["no line"][1]["where"]["line"] == 2
