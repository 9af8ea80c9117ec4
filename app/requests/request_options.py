"""The options of a question, and how a Generate is made of them and a history."""

from dataclasses import replace
from itertools import compress, count
from operator import not_

from engine.frozen import frozen
from engine.messages import ChatMessage, Generate, ModelInfo, SamplingParams, Skim
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions

# Bits of the keys and values in an 8-bit conversation cache.
KV_BITS = 8
# Tool rounds after which a model must answer without further calls.
MAX_TOOL_ROUNDS = 10


@frozen
class RequestOptions:
    """The model and options of a question, for all its tool rounds. `recommended` are the sampling
    settings that the options were chosen over; they may be of another model than `model_id`. None
    if the options stand for themselves. `tool_rounds` counts the replies to this question that
    called tools so far."""

    model_id: str
    chat_options: ChatOptions
    recommended: SamplingParams | None
    tool_rounds: int = 0

    @property
    def may_call_tools(self) -> bool:
        return self.tool_rounds < MAX_TOOL_ROUNDS

    def request(
        self,
        request_id: int,
        model: ModelInfo,
        history: tuple[ChatMessage, ...],
        offered: tuple[str, ...],
        channel_format: str,
    ) -> Generate:
        """Return the request for a reply. `model` describes `model_id`; `offered` are the schemas
        of tools."""
        options = self.chat_options
        if self.recommended is not None:
            options = options.following(self.recommended, model.sampling)
        options = options.supported_by(model)
        history = _without_lost_media(history)
        if options.system_prompt.strip():
            history = (ChatMessage("system", options.system_prompt.strip()), *history)
        tools = offered if model.tools and self.may_call_tools else ()
        in_8_bit = self.model_id in options.kv_8bit and model.kv_8bit_bytes > 0
        return Generate(
            request_id,
            self.model_id,
            history,
            options.sampling,
            tools,
            options.overflow,
            channel_format,
            kv_bits=KV_BITS if in_8_bit else 0,
            drafting=options.drafting,
            skim=_skim(options.skim),
        )


def request_options(chat: Chat) -> RequestOptions:
    """Return the options that the next question of a chat is asked with."""
    return RequestOptions(chat.model_id, chat.options.usable, chat.recommended)


def _skim(percent: int) -> Skim | None:
    """Return the option for a percentage, which may come from a file; None for 0."""
    return Skim(min(max(percent, 10), 100) / 100) if percent > 0 else None


def _without_lost_media(history: tuple[ChatMessage, ...]) -> tuple[ChatMessage, ...]:
    """Leave out missing files of earlier questions, which must not stop the chat. Those of the last
    question stay, so that the engine reports what is missing."""
    last = max((i for i, m in enumerate(history) if m.role == "user"), default=0)
    return tuple(
        message if index == last else _without_lost(message)
        for index, message in enumerate(history)
    )


def _without_lost(message: ChatMessage) -> ChatMessage:
    found = [media.path.exists() for media in message.media]
    if all(found):
        return message
    lost = (media.path.name for media in compress(message.media, map(not_, found)))
    note = f"(No longer there: {', '.join(lost)}.)\n"
    left = list(compress(count(), found))
    return replace(
        message,
        media=tuple(compress(message.media, found)),
        pinned=tuple(left.index(index) for index in message.pinned if index in left),
        content=note + message.content,
        places=tuple(place + len(note) for place in compress(message.places, found)),
    )
