"""The input of a prompt: a request, normalized once before anything is rendered."""

from collections.abc import Sequence

from engine.channels.markers import Markers
from engine.errors import Refused
from engine.frozen import frozen
from engine.messages import ChatMessage, Generate


@frozen
class PromptInput:
    """Everything that a prompt depends on. `messages` has neither summaries nor text files;
    `answer` is the answer to continue, which is not in `messages`. With `raw`, the content of the
    only message is the prompt."""

    messages: tuple[ChatMessage, ...]
    tools: tuple[str, ...] = ()
    thinking: bool = False
    channel_format: str = ""
    answer: ChatMessage | None = None
    raw: bool = False


def normalized(request: Generate, messages: Sequence[ChatMessage], markers: Markers) -> PromptInput:
    """Return the input of a prompt with those `messages` of the request; raises Refused."""
    if request.raw:
        return PromptInput(tuple(messages), channel_format=request.channel_format, raw=True)
    before, answer = split_answer(messages)
    # An answer that began with reasoning was asked for with it.
    reasoned = answer is not None and bool(answer.reasoning and markers.start)
    thinking = request.sampling.thinking or reasoned
    return PromptInput(before, request.tools, thinking, request.channel_format, answer)


def split_answer(
    messages: Sequence[ChatMessage],
) -> tuple[tuple[ChatMessage, ...], ChatMessage | None]:
    """Split the answer to continue from the end of a conversation; an empty answer is dropped, and
    the question answered anew. Raises Refused if the answer cannot be continued."""
    if not messages or messages[-1].role != "assistant":
        return tuple(messages), None
    *before, last = messages
    if last.tool_calls:
        raise Refused(
            "An answer that ends with a tool call cannot be continued. Add the call's result first."
        )
    if not any(message.role == "user" for message in before):
        raise Refused("There is no question before the answer to continue. Ask a question first.")
    return tuple(before), last if last.content or last.reasoning else None
