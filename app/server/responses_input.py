"""Reads requests of OpenAI's responses."""

from dataclasses import replace
from typing import Any

from app.server.asked import Asked, Content, function_tool, in_place, thinking_for
from app.server.chat_input import read_choice, read_content, schema_option
from app.server.fields import (
    answer_limit,
    arguments_text,
    as_flag,
    as_list,
    as_object,
    as_text,
    given,
    one_of,
)
from app.server.media import RequestFiles
from app.server.problems import invalid
from engine.messages import ChatMessage, ToolInvocation, say_value

_ROLES = {
    "developer": "system",
    "system": "system",
    "user": "user",
    "assistant": "assistant",
}
# Calls of tools that run at OpenAI: as of the tools, the model is not told of them.
_HOSTED = frozenset(
    f"{kind}_call"
    for kind in ("web_search", "file_search", "code_interpreter", "image_generation", "mcp")
) | {"mcp_list_tools", "mcp_approval_request", "mcp_approval_response"}


def read_response(body: dict[str, Any], files: RequestFiles) -> Asked:
    """Return what the body of a response asks for. Raises Problem."""
    for name in ("previous_response_id", "conversation", "prompt", "background"):
        if body.get(name):
            raise invalid(f"{name} cannot be used: this server keeps no responses.", name)
    if body.get("top_logprobs"):
        raise invalid("top_logprobs are in chat completions only.", "top_logprobs")
    _check_echoed(body)
    instructions = as_text(body.get("instructions"), "instructions")
    said = [ChatMessage("system", instructions)] if instructions else []
    items = body.get("input")
    if isinstance(items, str):
        items = [{"role": "user", "content": items}]
    reader = _Reader(files, {named: name for name, (_, named) in tool_names(body).items()})
    for number, item in enumerate(as_list(items, "input")):
        reader.add(as_object(item, f"input[{number}]"), f"input[{number}]")
    choice, tools = read_choice(body, _tools(body))
    return Asked(
        model=as_text(body.get("model"), "model"),
        messages=in_place(
            [it for it in (*said, *reader.said) if it.content or it.role != "system"],
            "input",
        ),
        options=_options(body),
        tools=tools,
        tool_choice=choice,
        stream=as_flag(body.get("stream"), "stream"),
        trims=one_of(body.get("truncation"), "truncation", ("auto", "disabled")) == "auto",
        names={"messages": "input", "json_schema": "text.format"},
    )


def _check_echoed(body: dict[str, Any]) -> None:
    """Raise Problem for a wrong value of a field that changes nothing here, but that the response
    repeats: clients with types would not read it."""
    for name, value in as_object(body.get("metadata"), "metadata").items():
        as_text(value, f"metadata.{name}")
    for name in ("prompt_cache_key", "safety_identifier", "user"):
        as_text(body.get(name), name)
    text = as_object(body.get("text"), "text")
    one_of(text.get("verbosity"), "text.verbosity", ("low", "medium", "high"))
    reasoning = as_object(body.get("reasoning"), "reasoning")
    summaries = ("auto", "concise", "detailed")
    one_of(reasoning.get("summary"), "reasoning.summary", summaries)


def tool_names(body: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the namespace ("" for none) and the name of each function, by the name that the model
    is told. Raises Problem."""
    return {name: (space, named) for name, space, named, _ in _functions(body)}


def _functions(body: dict[str, Any]) -> list[tuple[str, str, str, dict[str, Any]]]:
    """Return the functions, those of namespaces too: the name for the model, the namespace, the
    name, and the tool. Tools that run at OpenAI are left out: the model is not told of them."""
    found: list[tuple[str, str, str, dict[str, Any]]] = []
    taken: set[str] = set()

    def add(tool: dict[str, Any], space: str, place: str) -> None:
        named = as_text(tool.get("name"), f"{place}.name")
        name = named if named not in taken else f"{space}__{named}"
        taken.add(name)
        found.append((name, space, named, tool))

    for number, item in enumerate(as_list(body.get("tools"), "tools")):
        place = f"tools[{number}]"
        tool = as_object(item, place)
        if tool.get("type") == "function":
            add(tool, "", place)
        elif tool.get("type") == "namespace":
            space = as_text(tool.get("name"), f"{place}.name")
            for inner in as_list(tool.get("tools"), f"{place}.tools"):
                each = as_object(inner, f"{place}.tools")
                if (each.get("type") or "function") == "function":
                    add(each, space, place)
    return found


def _tools(body: dict[str, Any]) -> tuple[str, ...]:
    return tuple(
        function_tool(name, tool.get("description"), tool.get("parameters"), f"the tool {name}")
        for name, _, _, tool in _functions(body)
    )


def _options(body: dict[str, Any]) -> dict[str, Any]:
    options = given(body, ("temperature", "top_p")) | answer_limit(body, "max_output_tokens")
    text = as_object(body.get("text"), "text")
    options |= schema_option(text.get("format"), "text.format")
    reasoning = as_object(body.get("reasoning"), "reasoning")
    return options | thinking_for(reasoning.get("effort"), "reasoning.effort")


class _Reader:
    """Reads items in order. What an assistant said, thought and called in a row is one message."""

    def __init__(self, files: RequestFiles, names: dict[str, str]) -> None:
        self.said: list[ChatMessage] = []
        self._files = files
        self._names = names
        self._called: dict[str, str] = {}

    def add(self, item: dict[str, Any], place: str) -> None:
        match item.get("type") or "message":
            case "message":
                self._add_message(item, place)
            case "function_call" | "custom_tool_call":
                self._add_call(item, place)
            case "function_call_output" | "custom_tool_call_output":
                self._add_result(item, place)
            case "reasoning":
                self._assistant(reasoning=_reasoning(item, place))
            case str(kind) if kind in _HOSTED:
                pass
            case kind:
                raise invalid(
                    f"{place}.type is {say_value(kind)}; this server takes message, reasoning, "
                    "function_call and function_call_output.",
                    place,
                )

    def _add_message(self, item: dict[str, Any], place: str) -> None:
        role = _ROLES.get(as_text(item.get("role"), f"{place}.role"))
        if role is None:
            raise invalid(f"{place}.role must be user, assistant, system or developer.", place)
        content = read_content(item.get("content"), f"{place}.content", self._files)
        if role == "assistant":
            self._assistant(text=content.text)
        else:
            self.said.append(content.message(role))

    def _add_call(self, item: dict[str, Any], place: str) -> None:
        named = as_text(item.get("name"), f"{place}.name")
        call = ToolInvocation(
            self._names.get(named, named),
            # A custom tool has any text as its input.
            arguments_text(item.get("arguments", item.get("input")), f"{place}.arguments"),
            as_text(item.get("call_id"), f"{place}.call_id"),
        )
        self._called[call.call_id] = call.name
        self._assistant(calls=(call,))

    def _add_result(self, item: dict[str, Any], place: str) -> None:
        call_id = as_text(item.get("call_id"), f"{place}.call_id")
        content: Content = read_content(item.get("output"), f"{place}.output", self._files)
        name = self._called.get(call_id, "")
        self.said.append(content.message("tool", call_id=call_id, name=name))

    def _assistant(
        self, text: str = "", reasoning: str = "", calls: tuple[ToolInvocation, ...] = ()
    ) -> None:
        if not self.said or self.said[-1].role != "assistant":
            self.said.append(ChatMessage("assistant", ""))
        last = self.said[-1]
        self.said[-1] = replace(
            last,
            content=last.content + text,
            reasoning=last.reasoning + reasoning,
            tool_calls=last.tool_calls + calls,
        )


def _reasoning(item: dict[str, Any], place: str) -> str:
    parts = as_list(item.get("content"), place) or as_list(item.get("summary"), place)
    return "".join(as_text(as_object(it, place).get("text"), place) for it in parts)
