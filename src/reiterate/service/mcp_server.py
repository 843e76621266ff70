"""`reiterate mcp`: the questions as tools for assistants (Model Context Protocol), with the same workers and limits.

A tool gives the text that the command line prints. A refusal is a result that says that it is an error, with problem details.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from types import GenericAlias
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent
from typing_extensions import TypedDict

from reiterate.refusals import Refusal
from reiterate.service import asked
from reiterate.service.pool import OUR_BUG, Job, Pool, Refused
from reiterate.service.problems import bug, problem, problem_text, refused_request, told_of
from reiterate.service.settings import Settings
from reiterate.untrusted_text import json_text


class CheckAsked(asked.Asked, frozen=True, kw_only=True):
    """Check a certificate without the solver: accepted, or rejected with the obligation that fails."""

    certificate: str


#: The tools: their verbs, and what they take.
TOOLS: Final[dict[str, type[asked.Asked]]] = {
    "run": asked.RunAsked,
    "loop": asked.LoopAsked,
    "find": asked.FindAsked,
    "certificate": asked.CertifyAsked,
    "check": CheckAsked,
    "watch": asked.WatchAsked,
    "judge": asked.JudgeAsked,
    "combo": asked.ComboAsked,
    "position": asked.PositionAsked,
    "cards": asked.CardsAsked,
    "names": asked.NamesAsked,
    "explain": asked.ExplainAsked,
}

_INSTRUCTIONS: Final = (
    "Shortcuts and loops of Magic: The Gathering, played exactly. 'combo' proves what cards do by their names; the other "
    "questions take the text of a position file. Quantities are strings of digits. Undetermined is no claim either way."
)


def tool_server(settings: Settings) -> MCPServer[None]:
    """The server; its workers start and end with it."""
    pool = Pool(settings)

    @asynccontextmanager
    async def living(_: MCPServer[None]) -> AsyncIterator[None]:
        await pool.start()
        try:
            yield
        finally:
            await pool.stop()

    tools = [_tool(pool, settings, verb, kind) for verb, kind in TOOLS.items()]
    return Questions("reiterate", version=settings.version, instructions=_INSTRUCTIONS, lifespan=living, tools=tools)


class Questions(MCPServer[None]):
    """A server whose tools read their arguments themselves: wrong ones are refused with problem details, as over HTTP."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult:
        """What a tool gives."""
        tool = self._tool_manager.get_tool(name)
        if tool is None:
            message = f"there is no tool '{name[: asked.NAME]}'"
            return _refused(refused_request(404, "no-such-page", message, ", ".join(TOOLS)))
        given = tool.fn_metadata.pre_parse_json(arguments)  # some clients send a list as a text of JSON
        call_tool_result: CallToolResult = await tool.fn(given=given)
        return call_tool_result


def _tool(pool: Pool, settings: Settings, verb: str, kind: type[asked.Asked]) -> Tool:
    """A tool that takes the fields of a request."""

    async def tool(given: dict[str, Any]) -> CallToolResult:
        found = asked.made({name: value for name, value in given.items() if value is not None}, kind)
        if isinstance(found, Refusal):
            return _refused(problem(told_of(replace(found, expected="what the schema of the tool says"))))
        values = asked.fields(found)
        limits = settings.limits
        seconds = min(float(values.pop("seconds") or limits.seconds), limits.seconds)
        if int(values.get("steps") or 0) > limits.steps:
            values["steps"] = str(limits.steps)
        try:
            reply = await pool.run(Job("assistant", verb, values, seconds))
        except Refused as error:
            return _refused(problem(told_of(error.refusal), error.status))
        if reply.exit_code == OUR_BUG:
            return _refused(bug(""))
        if reply.refusal is not None:
            return _result(problem_text(problem(reply.refusal), reply.text), True)
        return _result(reply.text, False)

    fields = msgspec.structs.fields(kind)
    parameters = [_parameter(each) for each in fields]
    tool.__name__ = verb
    tool.__signature__ = inspect.Signature(parameters, return_annotation=CallToolResult)  # type: ignore[attr-defined] # inspect reads it
    tool.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": CallToolResult}
    text = " ".join((kind.__doc__ or "").split())
    made = Tool.from_function(tool, verb, description=text, structured_output=False)
    made.parameters["additionalProperties"] = False
    return made


def _parameter(found: msgspec.structs.FieldInfo) -> inspect.Parameter:
    default: Any = inspect.Parameter.empty
    if found.default is not msgspec.NODEFAULT:
        default = found.default
    elif found.default_factory is not msgspec.NODEFAULT:
        default = None
    annotation = _plain(found.type) if default is not None else _plain(found.type) | None
    return inspect.Parameter(found.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _plain(annotation: Any) -> Any:
    """The type of a field as the reader of tools knows it: lists of Structs become lists of typed dictionaries."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        inner = {each.name: _plain(each.type) for each in msgspec.structs.fields(annotation)}
        return TypedDict(annotation.__name__, inner)  # type: ignore[operator] # made of another type's fields
    if get_origin(annotation) is Annotated:
        of, *said = get_args(annotation)
        return Annotated[_plain(of), *said]
    return GenericAlias(list, (_plain(get_args(annotation)[0]),)) if get_origin(annotation) is list else annotation


def _result(text: str, refused: bool) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=refused)


def _refused(found: dict[str, Any]) -> CallToolResult:
    """A problem as a result."""
    return _result(json_text(found), True)


def serve_assistant(settings: Settings) -> None:
    """Serve an assistant over standard input and output until the input ends."""
    tool_server(settings).run("stdio")
