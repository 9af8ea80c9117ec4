"""Reads requests of OpenAI's chat completions."""

import json
from typing import Any

from app.server.asked import (
    Asked,
    Content,
    function_tool,
    in_place,
    messages_of,
    thinking_for,
    tool_choice_of,
    tool_name,
)
from app.server.fields import (
    answer_limit,
    arguments_text,
    as_flag,
    as_list,
    as_object,
    as_text,
    as_texts,
    sampling_numbers,
    whole_number,
)
from app.server.media import RequestFiles
from app.server.problems import invalid
from engine.messages import ChatMessage, MediaKind, ToolChoice, ToolInvocation, say_value

MOST_REPLIES = 8
_ROLES = {"developer": "system", "function": "tool"}
_KNOWN = ("system", "user", "assistant", "tool")
_NUMBERS = (
    "temperature",
    "top_p",
    "top_k",
    "min_p",
    "presence_penalty",
    "frequency_penalty",
    "repetition_penalty",
)


def read_chat(body: dict[str, Any], files: RequestFiles) -> Asked:
    """Return what the body of a chat completion asks for. Raises Problem."""
    messages = messages_of(body)
    choice, tools = read_choice(body, chat_tools(body))
    return Asked(
        model=as_text(body.get("model"), "model"),
        messages=in_place(_messages(messages, files)),
        options=_options(body),
        tools=tools,
        tool_choice=choice,
        stream=as_flag(body.get("stream"), "stream"),
        count=reply_count(body.get("n")),
        names={"json_schema": "response_format"},
    )


def read_choice(body: dict[str, Any], tools: tuple[str, ...]) -> tuple[ToolChoice, tuple[str, ...]]:
    """Return the choice of a call, of chat completions and of responses, and the tools that may be
    called. Raises Problem."""
    single = body.get("parallel_tool_calls") is False
    value = body.get("tool_choice")
    if value is None or isinstance(value, str):
        return tool_choice_of(value or "auto", "", tools, single=single), tools
    choice = as_object(value, "tool_choice")
    kind = as_text(choice.get("type"), "tool_choice.type")
    if kind == "allowed_tools":
        # Chat completions have the choice in an object of that name.
        inner = as_object(choice.get("allowed_tools", choice), "tool_choice.allowed_tools")
        mode = as_text(inner.get("mode"), "tool_choice.mode")
        left = _allowed(as_list(inner.get("tools"), "tool_choice.tools"), tools)
        return tool_choice_of(mode, "", left, single=single), left
    name = _function_name(choice, "tool_choice")
    return tool_choice_of(kind, name, tools, single=single), tools


def _allowed(items: list[Any], tools: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tools that a choice lists. Tools that run at OpenAI are never offered."""
    listed = [as_object(it, "tool_choice.tools") for it in items]
    functions = [it for it in listed if it.get("type") == "function"]
    names = {_function_name(it, "tool_choice.tools") for it in functions}
    if missing := names - {tool_name(it) for it in tools}:
        raise invalid(
            f"tool_choice names {say_value(min(missing))}, which is not in tools.", "tool_choice"
        )
    return tuple(it for it in tools if tool_name(it) in names)


def _function_name(choice: dict[str, Any], place: str) -> str:
    """Return the name of a function, which responses have beside its type."""
    function = as_object(choice.get("function", choice), f"{place}.function")
    return as_text(function.get("name"), f"{place}.function.name")


def chat_tools(body: dict[str, Any]) -> tuple[str, ...]:
    tools = []
    for number, item in enumerate(as_list(body.get("tools"), "tools")):
        place = f"tools[{number}]"
        tool = as_object(item, place)
        if (tool.get("type") or "function") != "function":
            raise invalid(f"{place}.type must be function.", place)
        function = as_object(tool.get("function"), f"{place}.function")
        tools.append(
            function_tool(
                function.get("name"),
                function.get("description"),
                function.get("parameters"),
                f"{place}.function",
            )
        )
    return tuple(tools)


def common_options(body: dict[str, Any]) -> dict[str, Any]:
    """Return the options that chat and text completions share. Raises Problem."""
    options = sampling_numbers(body, _NUMBERS)
    if body.get("seed") is not None:
        options["seed"] = whole_number(body["seed"], "seed") % 2**64
    if stop := as_texts(body.get("stop"), "stop"):
        options["stop"] = stop
    if bias := as_object(body.get("logit_bias"), "logit_bias"):
        options["logit_bias"] = tuple(_bias(*pair) for pair in bias.items())
    return options | answer_limit(body, "max_completion_tokens", "max_tokens")


def schema_option(form: Any, name: str) -> dict[str, Any]:
    """Return the option for a `response_format`, or the `text.format` of a response."""
    form = as_object(form, name)
    match form.get("type") or "text":
        case "text":
            return {}
        case "json_object":
            # llama.cpp, Together and Fireworks have a schema here, and so have their clients.
            schema = as_object(form.get("schema"), f"{name}.schema")
        case "json_schema":
            # Responses have the schema in the format itself.
            inner = as_object(form.get("json_schema", form), f"{name}.json_schema")
            if inner.get("schema") is None:
                raise invalid(f"{name} has no schema. Send one, or the type json_object.", name)
            schema = as_object(inner["schema"], f"{name}.json_schema.schema")
        case _:
            raise invalid(f"{name}.type must be text, json_object or json_schema.", name)
    return {"json_schema": json.dumps(schema or {"type": "object"})}


def _options(body: dict[str, Any]) -> dict[str, Any]:
    options = common_options(body) | schema_option(body.get("response_format"), "response_format")
    if as_flag(body.get("logprobs"), "logprobs"):
        # The engine reports the chosen token with the likeliest ones only.
        options["top_logprobs"] = max(
            1, whole_number(body.get("top_logprobs") or 0, "top_logprobs")
        )
    elif body.get("top_logprobs"):
        raise invalid("top_logprobs needs logprobs. Set it to true.", "top_logprobs")
    options |= thinking_for(body.get("reasoning_effort"), "reasoning_effort")
    template = as_object(body.get("chat_template_kwargs"), "chat_template_kwargs")
    if "enable_thinking" in template:
        options["thinking"] = as_flag(template["enable_thinking"], "enable_thinking")
    return options


def _bias(token: str, bias: Any) -> tuple[int, float]:
    try:
        return int(token), bias
    except ValueError:
        raise invalid(
            f"logit_bias has the key {say_value(token)}; write token ids.", "logit_bias"
        ) from None


def reply_count(value: Any) -> int:
    """Return the number of replies that `n` asks for. Raises Problem."""
    count = 1 if value is None else whole_number(value, "n")
    if not 1 <= count <= MOST_REPLIES:
        raise invalid(f"n is {count}; it must be 1 to {MOST_REPLIES}.", "n")
    return count


def _messages(items: list[Any], files: RequestFiles) -> list[ChatMessage]:
    said: list[ChatMessage] = []
    # The names of the called tools by the ids of their calls.
    called: dict[str, str] = {}
    for number, item in enumerate(items):
        place = f"messages[{number}]"
        message = as_object(item, place)
        role = as_text(message.get("role"), f"{place}.role")
        role = _ROLES.get(role, role)
        if role not in _KNOWN:
            raise invalid(f"{place}.role must be system, user, assistant or tool.", place)
        content = read_content(message.get("content"), f"{place}.content", files)
        calls = _calls(message, place) if role == "assistant" else ()
        called |= {it.call_id: it.name for it in calls}
        call_id = as_text(message.get("tool_call_id"), f"{place}.tool_call_id")
        reasoning = message.get("reasoning_content") or message.get("reasoning")
        said.append(
            content.message(
                role,
                tool_calls=calls,
                reasoning=reasoning if isinstance(reasoning, str) and role == "assistant" else "",
                call_id=call_id,
                name=called.get(call_id, "") if role == "tool" else "",
            )
        )
    return said


def _calls(message: dict[str, Any], place: str) -> tuple[ToolInvocation, ...]:
    calls = []
    for number, item in enumerate(as_list(message.get("tool_calls"), f"{place}.tool_calls")):
        name = f"{place}.tool_calls[{number}]"
        call = as_object(item, name)
        function = as_object(call.get("function"), f"{name}.function")
        calls.append(
            ToolInvocation(
                as_text(function.get("name"), f"{name}.function.name"),
                arguments_text(function.get("arguments"), f"{name}.function.arguments"),
                as_text(call.get("id"), f"{name}.id"),
            )
        )
    return tuple(calls)


def read_content(value: Any, name: str, files: RequestFiles) -> Content:
    content = Content()
    if value is None or isinstance(value, str):
        content.add_text(value or "")
        return content
    for number, item in enumerate(as_list(value, name)):
        place = f"{name}[{number}]"
        part = as_object(item, place)
        match part.get("type"):
            case "text" | "input_text" | "output_text":
                content.add_text(as_text(part.get("text"), f"{place}.text"))
            case "refusal":
                content.add_text(as_text(part.get("refusal"), f"{place}.refusal"))
            case "image_url" | "input_image":
                content.add_media(files.from_url(_url(part.get("image_url")), f"{place}.image_url"))
            case "video_url":
                url = _url(part.get("video_url"))
                content.add_media(files.from_url(url, f"{place}.video_url", MediaKind.VIDEO))
            case kind:
                raise invalid(
                    f"{place}.type is {say_value(kind)}; this server takes text, image_url and "
                    "video_url.",
                    place,
                )
    return content


def _url(value: Any) -> Any:
    return value.get("url") if isinstance(value, dict) else value
