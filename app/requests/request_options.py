"""A question as it was asked, and the requests that come of it."""

from dataclasses import dataclass, replace
from itertools import compress
from operator import not_

from engine.messages import ChatMessage, Generate, ModelInfo, SamplingParams
from ui.state.chat_options import ChatOptions

# Of the keys and values of a conversation that is kept smaller.
KV_BITS = 8
# A model that still calls must answer with what it has.
MAX_TOOL_ROUNDS = 10


@dataclass(frozen=True)
class Asked:
    """What a question is asked with, in all its tool rounds. `recommended` are the settings of the
    makers of a model over which the options were chosen, which need not be that of `model_id`; None
    where they stand for themselves."""

    model_id: str
    options: ChatOptions
    recommended: SamplingParams | None
    rounds: int = 0

    @property
    def may_call(self) -> bool:
        return self.rounds < MAX_TOOL_ROUNDS

    def request(
        self,
        request_id: int,
        model: ModelInfo,
        history: tuple[ChatMessage, ...],
        offered: tuple[str, ...],
        channel_format: str,
    ) -> Generate:
        """`model` is what is known of `model_id`; `offered` are schemas of tools."""
        options = self.options
        if self.recommended is not None:
            options = options.following(self.recommended, model.sampling)
        history = _without_lost_media(history)
        if options.system_prompt.strip():
            history = (ChatMessage("system", options.system_prompt.strip()), *history)
        sampling = options.sampling
        if not model.thinking:
            sampling = replace(sampling, thinking=False, thinking_budget=None)
        tools = offered if model.tools and self.may_call else ()
        small = self.model_id in options.kv_8bit and model.kv_8bit_bytes > 0
        return Generate(
            request_id,
            self.model_id,
            history,
            sampling,
            tools,
            options.overflow,
            channel_format,
            kv_bits=KV_BITS if small else 0,
        )


def _without_lost_media(history: tuple[ChatMessage, ...]) -> tuple[ChatMessage, ...]:
    """A file of an earlier question that was moved since must not stop the chat; that of the last
    question stays, so that the engine says what is missing."""
    last = max((i for i, m in enumerate(history) if m.role == "user"), default=0)
    return tuple(
        message if index == last else _kept(message) for index, message in enumerate(history)
    )


def _kept(message: ChatMessage) -> ChatMessage:
    there = [media.path.exists() for media in message.media]
    if all(there):
        return message
    lost = (media.path.name for media in compress(message.media, map(not_, there)))
    note = f"(No longer there: {', '.join(lost)}.)\n"
    stay = [index for index, found in enumerate(there) if found]
    return replace(
        message,
        media=tuple(compress(message.media, there)),
        pinned=tuple(stay.index(index) for index in message.pinned if index in stay),
        content=note + message.content,
        places=tuple(place + len(note) for place in compress(message.places, there)),
    )
