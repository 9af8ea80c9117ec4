"""Reads requests of Anthropic's messages."""

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
)
from app.server.chat_input import schema_option
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
from engine.messages import ChatMessage, ToolChoice, ToolInvocation, say_value

# Claude Code begins its system prompt with a line that changes between conversations.
BILLING = "x-anthropic-billing-header:"
_NAMES = {"stop": "stop_sequences", "thinking_budget": "thinking.budget_tokens"}
_THINKING = ("enabled", "adaptive", "between_tools")


def read_messages(body: dict[str, Any], files: RequestFiles) -> Asked:
    """Return what the body of a message asks for. Raises Problem."""
    items = messages_of(body)
    reader = _Reader(files)
    system = _system(body.get("system"))
    said = [ChatMessage("system", system)] if system else []
    for number, item in enumerate(items):
        said += reader.messages(as_object(item, f"messages[{number}]"), f"messages[{number}]")
    tools = _tools(body)
    return Asked(
        model=as_text(body.get("model"), "model"),
        messages=in_place(said),
        options=_options(body),
        tools=tools,
        tool_choice=_choice(body, tools),
        stream=as_flag(body.get("stream"), "stream"),
        names=_NAMES,
    )


def _system(value: Any) -> str:
    if value is None or isinstance(value, str):
        return _without_billing(value or "")
    blocks = [as_object(it, "system") for it in as_list(value, "system")]
    texts = [as_text(it.get("text"), "system.text") for it in blocks]
    if texts and texts[0].startswith(BILLING):
        texts[0] = _without_billing(texts[0])
    return "\n".join(text for text in texts if text)


def _without_billing(text: str) -> str:
    return text.partition("\n")[2].lstrip("\n") if text.startswith(BILLING) else text


def _tools(body: dict[str, Any]) -> tuple[str, ...]:
    tools = []
    for number, item in enumerate(as_list(body.get("tools"), "tools")):
        place = f"tools[{number}]"
        tool = as_object(item, place)
        if (tool.get("type") or "custom") != "custom":
            # A tool that runs at Anthropic: the model is not told of it.
            continue
        tools.append(
            function_tool(
                tool.get("name"), tool.get("description"), tool.get("input_schema"), place
            )
        )
    return tuple(tools)


def _choice(body: dict[str, Any], tools: tuple[str, ...]) -> ToolChoice:
    choice = as_object(body.get("tool_choice"), "tool_choice")
    kind = as_text(choice.get("type"), "tool_choice.type") or "auto"
    name = as_text(choice.get("name"), "tool_choice.name")
    single = choice.get("disable_parallel_tool_use") is True
    return tool_choice_of(kind, name, tools, single=single)


def _options(body: dict[str, Any]) -> dict[str, Any]:
    options = sampling_numbers(body, ("temperature", "top_p", "top_k"))
    options |= answer_limit(body, "max_tokens")
    if stop := as_texts(body.get("stop_sequences"), "stop_sequences"):
        options["stop"] = stop
    config = as_object(body.get("output_config"), "output_config")
    options |= schema_option(config.get("format"), "output_config.format")
    return options | _thinking(body, config)


def _thinking(body: dict[str, Any], config: dict[str, Any]) -> dict[str, Any]:
    thinking = as_object(body.get("thinking"), "thinking")
    kind = thinking.get("type") or "disabled"
    if kind == "disabled":
        return {"thinking": False, "thinking_budget": None}
    if kind not in _THINKING:
        raise invalid(f"thinking.type must be disabled, {', '.join(_THINKING)}.", "thinking")
    if thinking.get("budget_tokens") is not None:
        budget = whole_number(thinking["budget_tokens"], "thinking.budget_tokens")
        return {"thinking": True, "thinking_budget": budget}
    effort = thinking_for(config.get("effort"), "output_config.effort")
    return {"thinking": True, "thinking_budget": None} | effort


class _Reader:
    """Reads messages in order, since results name calls that came before."""

    def __init__(self, files: RequestFiles) -> None:
        self._files = files
        self._called: dict[str, str] = {}

    def messages(self, message: dict[str, Any], place: str) -> list[ChatMessage]:
        """Return a message as the engine has it: each tool result is one of its own."""
        role = as_text(message.get("role"), f"{place}.role")
        if role not in ("user", "assistant", "system"):
            raise invalid(f"{place}.role must be user, assistant or system.", place)
        value = message.get("content")
        blocks = [{"type": "text", "text": value}] if isinstance(value, str) else value
        said: list[ChatMessage] = []
        content, calls, reasoning = Content(), [], ""
        for number, item in enumerate(as_list(blocks, f"{place}.content")):
            name = f"{place}.content[{number}]"
            block = as_object(item, name)
            match block.get("type"):
                case "tool_result":
                    said.append(self._result(block, name))
                case "tool_use":
                    calls.append(self._call(block, name))
                case "thinking":
                    reasoning += as_text(block.get("thinking"), f"{name}.thinking")
                case "redacted_thinking":
                    pass
                case str(kind) if _is_hosted(kind):
                    pass
                case _:
                    content.add(self._content([block], name))
        if content.text or content.media or calls or not said:
            said.append(content.message(role, tool_calls=tuple(calls), reasoning=reasoning))
        return said

    def _call(self, block: dict[str, Any], name: str) -> ToolInvocation:
        called = as_text(block.get("name"), f"{name}.name")
        call_id = as_text(block.get("id"), f"{name}.id")
        self._called[call_id] = called
        return ToolInvocation(called, arguments_text(block.get("input"), f"{name}.input"), call_id)

    def _result(self, block: dict[str, Any], name: str) -> ChatMessage:
        value = block.get("content")
        blocks = [{"type": "text", "text": value}] if isinstance(value, str) else value
        content = self._content(as_list(blocks, name), name)
        if block.get("is_error") is True and not content.text.startswith("Error"):
            failed = Content("Error: ")
            failed.add(content)
            content = failed
        call_id = as_text(block.get("tool_use_id"), f"{name}.tool_use_id")
        return content.message("tool", call_id=call_id, name=self._called.get(call_id, ""))

    def _content(self, blocks: list[Any], name: str) -> Content:
        content = Content()
        for item in blocks:
            block = as_object(item, name)
            match block.get("type"):
                case "text":
                    content.add_text(as_text(block.get("text"), f"{name}.text"))
                case "image":
                    content.add_media(self._image(block, name))
                case "document":
                    content.add_text(_document(block, name))
                case "search_result":
                    content.add_text(json.dumps(block.get("content"), ensure_ascii=False))
                case kind:
                    raise invalid(
                        f"{name}.type is {say_value(kind)}; this server takes text, image, "
                        "document (as text), tool_use, tool_result and thinking.",
                        name,
                    )
        return content

    def _image(self, block: dict[str, Any], name: str) -> Any:
        source = as_object(block.get("source"), f"{name}.source")
        if source.get("type") == "base64":
            return self._files.from_base64(source.get("data"), f"{name}.source.data")
        return self._files.from_url(source.get("url"), f"{name}.source.url")


def _is_hosted(kind: str) -> bool:
    """Return True for a call of a tool that runs at Anthropic, or its result: as of the tool, the
    model is not told of them."""
    return kind in ("server_tool_use", "mcp_tool_use") or kind.endswith("_tool_result")


def _document(block: dict[str, Any], name: str) -> str:
    source = as_object(block.get("source"), f"{name}.source")
    if source.get("type") != "text":
        raise invalid(f"{name} is a document; this server takes those with a text source.", name)
    return as_text(source.get("data"), f"{name}.source.data")
