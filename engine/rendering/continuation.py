"""An answer that was begun before, in the tokens that the model would have written it with."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.channels.markers import Markers, around
from engine.channels.router import ChannelRouter, Format
from engine.channels.token_router import start_channel
from engine.errors import Refused
from engine.messages import Channel, ChatMessage, FinishReason, Generate
from engine.rendering.conversation import guard_of, render
from engine.rendering.language import Language
from engine.rendering.message_content import Shape

# Words that stand for the reasoning and the answer where a template is asked how it writes them.
_REASONING, _CONTENT = "quokka", "wombat"
_HARMONY_FINAL = "<|channel|>final<|message|>"


def parted(messages: Sequence[ChatMessage]) -> tuple[tuple[ChatMessage, ...], ChatMessage | None]:
    """The conversation, and the answer at its end that is to be gone on with; an empty one is none.
    Raises Refused."""
    if not messages or messages[-1].role != "assistant":
        return tuple(messages), None
    *before, last = messages
    if last.tool_calls:
        raise Refused(
            "An answer that ends with a tool call cannot be continued. Add the call's result."
        )
    if not any(message.role == "user" for message in before):
        raise Refused("There is no question before the answer that is to be continued.")
    return tuple(before), last if last.content or last.reasoning else None


def thinks(request: Generate, markers: Markers) -> bool:
    """Whether it reasons: an answer that was begun with reasoning was asked for with it."""
    last = request.messages[-1]
    reasoned = last.role == "assistant" and bool(last.reasoning and markers.start)
    return request.sampling.thinking or reasoned


@dataclass(frozen=True)
class Begun:
    """What stands after the prompt, as text and as tokens. A character that was cut in the middle
    is missing in it, and a word may be of other tokens than the model had chosen."""

    text: str
    tokens: list[int]


@dataclass(frozen=True)
class _Around:
    """What a family writes before its reasoning, between that and the answer, and before an answer
    without any."""

    reasoning: str
    between: str
    content: str


def begun(
    request: Generate,
    answer: ChatMessage,
    prompt: str,
    tokens: list[int],
    shapes: Sequence[Shape],
    language: Language,
) -> Begun:
    """`request` is the conversation before `answer`, with its prompt as text and as tokens."""
    fmt, found = language.marked(request.channel_format)
    opened = start_channel(language.tokenizer, tokens, fmt) is Channel.REASONING
    reasoning = answer.reasoning if opened or found.start else ""
    writing = _Writing(request, prompt, shapes, language, fmt, opened=opened)
    # what only looks like a marker in what was said is text
    guard = guard_of(language)
    content = guard(answer.content)
    if reasoning and content:
        way = writing.reasoned()
        text = f"{way.reasoning}{guard(reasoning.rstrip(chr(10)))}{way.between}{content}"
    elif reasoning:
        text = f"{writing.reasoned().reasoning}{guard(reasoning)}"
    else:
        text = f"{writing.plain().content}{content}"
    return Begun(text, language.segments.encode(text))


@dataclass(frozen=True)
class _Writing:
    request: Generate
    prompt: str
    shapes: Sequence[Shape]
    language: Language
    fmt: Format
    opened: bool

    def reasoned(self) -> _Around:
        """As the template writes an answer with reasoning, or else as the format's markers say."""
        written = self._by_template(ChatMessage("assistant", _CONTENT, reasoning=_REASONING))
        before, found, rest = written.partition(_REASONING)
        between, also, _ = rest.partition(_CONTENT)
        way = _Around(before, between, "")
        if found and also and self._reads(f"{before}{_REASONING}{between}{_CONTENT}", _REASONING):
            return way
        return self._by_format()

    def plain(self) -> _Around:
        before, found, _ = self._by_template(ChatMessage("assistant", _CONTENT)).partition(_CONTENT)
        if found and self._reads(f"{before}{_CONTENT}", ""):
            return _Around("", "", before)
        return self._by_format()

    def _by_template(self, answer: ChatMessage) -> str:
        """What follows the prompt where the conversation goes on with `answer`; nothing where that
        is written otherwise than what the model is asked to write."""
        messages = (*self.request.messages, answer)
        try:
            full = render(replace(self.request, messages=messages), self.shapes, self.language)
        except Refused:
            return ""
        return full[len(self.prompt) :] if full.startswith(self.prompt) else ""

    def _reads(self, text: str, reasoning: str) -> bool:
        router = ChannelRouter(self.fmt.as_text, prompt_open=self.opened)
        pieces = [*router.feed(text), *router.finish(FinishReason.LENGTH)]
        read = dict.fromkeys(Channel, "")
        for channel, piece in pieces:
            read[channel] += piece.strip()
        return (read[Channel.REASONING], read[Channel.CONTENT]) == (reasoning, _CONTENT)

    def _by_format(self) -> _Around:
        fmt, opened = self.fmt, self.opened
        start, end, close = around(fmt, self.language.tokenizer)
        if fmt.headers == "harmony":
            return _Around("" if opened else start, close, close if opened else _HARMONY_FINAL)
        if fmt.headers:
            return _Around("" if opened else f"{start}\n", end, end if opened else "")
        if fmt.recipients:
            token = "<|content|>" if "<|content|>" in fmt.specials.values() else ""
            return _Around("", "", f"all\n{token}")
        if not start:
            return _Around("", "", "")
        _, found = self.language.marked(self.request.channel_format)
        breaks = found.line_break is not None or (opened and self.prompt.endswith("\n"))
        between = f"\n{end}\n\n" if breaks else end
        before = f"{start}\n" if breaks else start
        return _Around("" if opened else before, between, between.lstrip("\n") if opened else "")
