"""The continued answer: text and tokens after the prompt, as the model would have written them."""

from collections.abc import Sequence
from dataclasses import replace

from engine.channels.format import Format
from engine.channels.markers import reasoning_texts
from engine.channels.router import ChannelRouter
from engine.channels.token_router import start_channel
from engine.errors import Refused
from engine.frozen import frozen
from engine.messages import Channel, ChatMessage, FinishReason
from engine.rendering.message_content import Shape
from engine.rendering.model_language import Language
from engine.rendering.prompt_input import PromptInput
from engine.rendering.rendered_conversation import guard_of, render_conversation

# Probes for reasoning and answer, to see how a template writes them.
_REASONING, _CONTENT = "quokka", "wombat"
_HARMONY_FINAL = "<|channel|>final<|message|>"


@frozen
class Continuation:
    """The answer so far, after the prompt. A character that was cut in the middle is missing, and a
    word may have other tokens than those that the model had chosen."""

    text: str
    tokens: list[int]


@frozen
class _Wrapping:
    """The text that a family writes before its reasoning, between reasoning and answer, and before
    an answer without reasoning."""

    reasoning: str
    between: str
    content: str


def continuation(
    prompt_input: PromptInput,
    prompt: str,
    tokens: list[int],
    shapes: Sequence[Shape],
    language: Language,
) -> Continuation:
    """Return the input's answer as it continues the prompt, which is given as text and tokens."""
    answer = prompt_input.answer
    assert answer is not None
    fmt, markers = language.marked(prompt_input.channel_format)
    in_reasoning = start_channel(language.tokenizer, tokens, fmt) is Channel.REASONING
    reasoning = answer.reasoning if in_reasoning or markers.start else ""
    wrappings = _Wrappings(prompt_input, prompt, shapes, language, fmt, in_reasoning)
    # Text that looks like a marker in the answer stays text.
    guard = guard_of(language)
    content = guard(answer.content)
    if reasoning and content:
        wrapping = wrappings.reasoned()
        stripped = guard(reasoning.rstrip("\n"))
        text = f"{wrapping.reasoning}{stripped}{wrapping.between}{content}"
    elif reasoning:
        text = f"{wrappings.reasoned().reasoning}{guard(reasoning)}"
    else:
        text = f"{wrappings.plain().content}{content}"
    return Continuation(text, language.segments.encode(text))


@frozen
class _Wrappings:
    """Finds the wrapping that a template or format writes after one prompt."""

    prompt_input: PromptInput
    prompt: str
    shapes: Sequence[Shape]
    language: Language
    fmt: Format
    in_reasoning: bool

    def reasoned(self) -> _Wrapping:
        """Return the template's wrapping of an answer with reasoning, or else the format's."""
        written = self._by_template(ChatMessage("assistant", _CONTENT, reasoning=_REASONING))
        before, reasoning, rest = written.partition(_REASONING)
        between, content, _ = rest.partition(_CONTENT)
        probe = f"{before}{_REASONING}{between}{_CONTENT}"
        if reasoning and content and self._routes(probe, _REASONING):
            return _Wrapping(before, between, "")
        return self._by_format()

    def plain(self) -> _Wrapping:
        written = self._by_template(ChatMessage("assistant", _CONTENT))
        before, content, _ = written.partition(_CONTENT)
        if content and self._routes(f"{before}{_CONTENT}", ""):
            return _Wrapping("", "", before)
        return self._by_format()

    def _by_template(self, answer: ChatMessage) -> str:
        """Return the text after the prompt if the conversation goes on with `answer`; "" if the
        template writes past answers otherwise than it prompts for them."""
        messages = (*self.prompt_input.messages, answer)
        try:
            full = render_conversation(
                replace(self.prompt_input, messages=messages), self.shapes, self.language
            )
        except Refused:
            return ""
        return full[len(self.prompt) :] if full.startswith(self.prompt) else ""

    def _routes(self, text: str, reasoning: str) -> bool:
        """Return True if the router reads the probes in `text` back into their channels."""
        router = ChannelRouter(self.fmt.as_text, prompt_open=self.in_reasoning)
        pieces = [*router.feed(text), *router.finish(FinishReason.LENGTH)]
        routed = dict.fromkeys(Channel, "")
        for channel, piece in pieces:
            routed[channel] += piece.strip()
        return (routed[Channel.REASONING], routed[Channel.CONTENT]) == (reasoning, _CONTENT)

    def _by_format(self) -> _Wrapping:
        fmt, opened = self.fmt, self.in_reasoning
        start, end, close = reasoning_texts(fmt, self.language.tokenizer)
        if fmt.headers == "harmony":
            return _Wrapping("" if opened else start, close, close if opened else _HARMONY_FINAL)
        if fmt.headers:
            return _Wrapping("" if opened else f"{start}\n", end, end if opened else "")
        if fmt.recipients:
            token = "<|content|>" if "<|content|>" in fmt.specials.values() else ""
            return _Wrapping("", "", f"all\n{token}")
        if not start:
            return _Wrapping("", "", "")
        _, markers = self.language.marked(self.prompt_input.channel_format)
        breaks = markers.line_break is not None or (opened and self.prompt.endswith("\n"))
        between = f"\n{end}\n\n" if breaks else end
        before = f"{start}\n" if breaks else start
        return _Wrapping("" if opened else before, between, between.lstrip("\n") if opened else "")
