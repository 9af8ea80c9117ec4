"""The request of a client in one form for all APIs."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.server.fields import as_flag, as_list, as_object, as_text
from app.server.problems import invalid
from app.tools.tool import function_form
from engine.frozen import frozen
from engine.messages import (
    ChatMessage,
    Media,
    ModelInfo,
    SamplingParams,
    Skim,
    ToolChoice,
    ToolUse,
    say_value,
)
from engine.skim import LEAST_KEPT

# Reasoning tokens by the effort that clients name; None is without a limit.
EFFORTS: dict[str, int | None] = {
    "none": 0,
    "minimal": 0,
    "low": 1024,
    "medium": 4096,
    "high": None,
    "xhigh": None,
    "max": None,
}

# Tokens, more than any model has in its context.
_ANY_LENGTH = 1 << 40
# The words of all APIs.
_CHOICES = {
    "auto": ToolUse.AUTO,
    "none": ToolUse.NONE,
    "required": ToolUse.REQUIRED,
    "any": ToolUse.REQUIRED,
    "function": ToolUse.REQUIRED,
    "tool": ToolUse.REQUIRED,
}
_NAMED = ("function", "tool")
# The schema of a tool without parameters.
_NO_PARAMETERS: dict[str, Any] = {"type": "object", "properties": {}}


@frozen
class Asked:
    """`options` are the fields of SamplingParams that the client gave; the model's own values fill
    the rest. `names` are the client's names of options, and of the messages, that its API names
    differently. `tools` are JSON texts in the OpenAI function form. `count` is the number of
    replies. With `trims`, the oldest messages are left out of a conversation that is too long; else
    it is refused. With `raw`, the only message is the prompt itself, without a chat template. A
    long prompt is read in part if there is a `skim`."""

    model: str
    messages: tuple[ChatMessage, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    tools: tuple[str, ...] = ()
    tool_choice: ToolChoice = field(default_factory=ToolChoice)
    stream: bool = False
    count: int = 1
    trims: bool = False
    raw: bool = False
    client: str = ""
    skim: Skim | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    def name(self, option: str) -> str:
        """Return the client's name of an option, or of the messages."""
        return self.names.get(option, option)


@dataclass
class Content:
    """The text of a message and its media, each at its place in the text."""

    text: str = ""
    media: list[Media] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def add_text(self, text: str) -> None:
        self.text += text

    def add_media(self, media: Media) -> None:
        self.media.append(media)
        self.places.append(len(self.text))

    def add(self, other: "Content") -> None:
        self.places += [len(self.text) + place for place in other.places]
        self.media += other.media
        self.text += other.text

    def message(self, role: str, **fields: Any) -> ChatMessage:
        return ChatMessage(
            role, self.text, media=tuple(self.media), places=tuple(self.places), **fields
        )


def messages_of(body: Mapping[str, Any]) -> list[Any]:
    """Return the messages of a body. Raises Problem if there are none."""
    found = as_list(body.get("messages"), "messages")
    if not found:
        raise invalid("messages is empty. Send at least one message of the user.", "messages")
    return found


def tool_choice_of(kind: str, name: str, tools: Sequence[str], *, single: bool) -> ToolChoice:
    """Return the choice that requires, allows or forbids a call of the tool `name`, "" for any.
    Raises Problem."""
    use = _CHOICES.get(kind)
    if use is None:
        known = ", ".join(_CHOICES)
        raise invalid(
            f"tool_choice is {say_value(kind)}; it must be one of {known}.", "tool_choice"
        )
    if kind in _NAMED and not name:
        raise invalid(f"tool_choice is a {kind}, but has no name.", "tool_choice")
    if not tools and use is ToolUse.REQUIRED:
        raise invalid("tool_choice requires a call, but tools is empty.", "tool_choice")
    if name and name not in {tool_name(it) for it in tools}:
        raise invalid(f"tool_choice names {say_value(name)}, which is not in tools.", "tool_choice")
    # A tool that is named is called once.
    return ToolChoice(use, name, single=single or bool(name))


def tool_name(tool: str) -> str:
    """Return the name of a tool in the OpenAI function form."""
    return json.loads(tool)["function"]["name"]


def sampling_for(asked: Asked, model: ModelInfo) -> SamplingParams:
    """Return the model's own sampling with the client's options over it. A length beyond the
    context becomes the context; a model without reasoning ignores its options. Raises ValueError
    with a sentence."""
    options = dict(asked.options)
    options["max_tokens"] = min(options.get("max_tokens", model.context), model.context)
    if not model.thinking:
        options |= {"thinking": False, "thinking_budget": None}
    return replace(model.sampling, **options)


def check_content(asked: Asked) -> None:
    """Raise Problem for messages without any content, which no model is asked."""
    if not any(it.content.strip() or it.media for it in asked.messages):
        raise invalid("The conversation is empty. Send a text or an image.", asked.name("messages"))


def check_options(asked: Asked) -> None:
    """Raise Problem for an option out of its range, whatever the model: before it is loaded, and
    while a refusal still has a status of its own."""
    for name, value in asked.options.items():
        try:
            SamplingParams(**{name: value})
        except (ValueError, TypeError) as error:
            said = asked.name(name)
            raise invalid(re.sub(rf"^{name}\b", said, str(error)), said) from error


def sampling_to_count(asked: Asked, *, thinks: bool) -> SamplingParams:
    """Return the options that count tokens: a length has no part in them. Raises ValueError with a
    sentence."""
    options = {key: value for key, value in asked.options.items() if key != "max_tokens"}
    if not thinks:
        options |= {"thinking": False, "thinking_budget": None}
    return SamplingParams(**options)


def thinking_for(effort: object, name: str) -> dict[str, Any]:
    """Return the options of a reasoning effort, none if it is null. Raises Problem."""
    if effort is None:
        return {}
    if not isinstance(effort, str) or effort not in EFFORTS:
        raise invalid(f"{name} must be one of {', '.join(EFFORTS)}.", name)
    budget = EFFORTS[effort]
    if budget == 0:
        return {"thinking": False, "thinking_budget": None}
    return {"thinking": True, "thinking_budget": budget}


def skim_of(body: Mapping[str, Any]) -> Skim | None:
    """Return how a long prompt shall be skimmed, by a field of our own that all APIs have: `skim`
    is true, false, the share to read, or an object with this share as `keep`. With `force`, prompts
    of any length are skimmed. Raises Problem."""
    value = body.get("skim")
    if value is None or value is False:
        return None
    fields = value if isinstance(value, dict) else {} if value is True else {"keep": value}
    if unknown := sorted(fields.keys() - {"keep", "force"}):
        name = f"skim.{unknown[0]}"
        raise invalid(f"{name} is not known. skim has the fields keep and force.", name)
    keep = fields.get("keep", Skim().keep)
    if isinstance(keep, bool) or not isinstance(keep, int | float) or not LEAST_KEPT <= keep <= 1:
        raise invalid(f"skim must be true, false, or the share to read, {LEAST_KEPT} to 1.", "skim")
    if as_flag(fields.get("force"), "skim.force"):
        return Skim(keep, least=0, most=_ANY_LENGTH)
    return Skim(keep)


def function_tool(name: object, description: object, parameters: object, place: str) -> str:
    """Return a tool in OpenAI's function form, as JSON. Raises Problem."""
    if not isinstance(name, str) or not name:
        raise invalid(f"{place} has no name.", place)
    schema = as_object(parameters, f"{place}.parameters") or _NO_PARAMETERS
    return function_form(name, as_text(description, f"{place}.description"), schema)


def in_place(messages: Sequence[ChatMessage], name: str = "messages") -> tuple[ChatMessage, ...]:
    """Return the messages with the system messages at the beginning joined. The engine keeps later
    ones at their place. Raises Problem about the field `name` if there are no others."""
    start = next((n for n, it in enumerate(messages) if it.role != "system"), len(messages))
    system = "\n\n".join(it.content for it in messages[:start] if it.content)
    said = [ChatMessage("system", system)] if system else []
    if start == len(messages):
        raise invalid("The conversation has no message of the user.", name)
    return (*said, *_with_media_of_users(messages[start:]))


def _with_media_of_users(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return the messages with images and videos of tool results in a message of the user after
    the results: templates take them nowhere else."""
    said: list[ChatMessage] = []
    shown: list[ChatMessage] = []
    for message in messages:
        if message.role != "tool":
            said, shown = [*said, *shown], []
        elif message.media:
            name = f" of {message.name}" if message.name else ""
            text = f"The result{name} has this:\n"
            places = (len(text),) * len(message.media)
            shown.append(ChatMessage("user", text, media=message.media, places=places))
            message = replace(message, media=(), places=())
        said.append(message)
    return [*said, *shown]
