"""What the engine tells of models, requests and answers: costs, counts, times."""

from dataclasses import field
from enum import StrEnum

from engine.chat import Phase
from engine.frozen import frozen
from engine.model_cost import ModelCost
from engine.sampling_params import SamplingParams
from engine.skim import NO_SKIM, SkimReport


@frozen
class MediaCost:
    """The cost of an image, video or text for a model.

    `width` and `height` are the pixels of each frame as the model gets it, `frames` those of a
    video (1 for an image), and `tokens` those of the prompt. `memory` is in bytes, taken until the
    prompt has been processed. `images` is the number of images that a video is sent as if the model
    takes no video, else 0. A text has tokens and memory only.
    """

    width: int
    height: int
    frames: int
    tokens: int
    memory: int
    images: int = 0


@frozen
class ModelInfo:
    """The facts about a loaded model that the window needs. Sizes in bytes, context in tokens.

    `sampling` is what the model's makers recommend. `batched` models answer several requests at
    once; others answer one request after the other. A model without `thinking_switch` reasons
    always (`thinking`) or never. `channel_format` is the way in which the model marks reasoning and
    tool calls, detected from its vocabulary and template, one of `channel_formats`. A token of a
    conversation takes `kv_bytes`, or `kv_8bit_bytes` if quantized; 0 if the family cannot quantize,
    and `kv_note` says why. `skim_note` says why prompts cannot be skimmed, "" if they can. `cost`
    is the memory that the model takes, None if not measured. `address` is that of the server that
    is asked, "" for a model that runs here.
    """

    model_id: str
    name: str
    family: str
    vision: bool
    thinking: bool
    tools: bool
    context: int
    weight_bytes: int
    load_seconds: float
    sampling: SamplingParams = field(default_factory=SamplingParams)
    batched: bool = True
    notice: str = ""
    thinking_switch: bool = True
    channel_format: str = ""
    channel_formats: tuple[str, ...] = ()
    kv_bytes: int = 0
    kv_8bit_bytes: int = 0
    kv_note: str = ""
    skim_note: str = ""
    cost: ModelCost | None = None
    address: str = ""

    @property
    def always_thinks(self) -> bool:
        return self.thinking and not self.thinking_switch


@frozen
class Usage:
    """Token counts of one request.

    `cached` of the prompt's tokens came from the prompt cache, and `restored` of them from the
    disk; `unread` are still to be processed, or were so when the request ended. `generated`
    excludes the token that ends the answer; `reasoning`, `content` and `tool_call` are its parts
    by channel, and the rest are markers. `looked` counts the images and groups of frames that were
    encoded, and `known` those whose features were cached. `cost` is what a server says that it
    charges, in US dollars; 0 if it says nothing.
    """

    prompt: int = 0
    cached: int = 0
    generated: int = 0
    reasoning: int = 0
    content: int = 0
    tool_call: int = 0
    looked: int = 0
    known: int = 0
    restored: int = 0
    cost: float = 0.0
    unread: int = 0

    @property
    def markers(self) -> int:
        """The generated tokens between the channels."""
        return self.generated - self.reasoning - self.content - self.tool_call


NO_USAGE = Usage()


@frozen
class Timings:
    """Durations of one request, in seconds.

    `ttft` runs from submit to the first generated token, and `decode` from there to the last.
    `queued` is the time spent waiting, which includes `loading`, the load of the model, and
    `memory`, the wait for memory. `prepare`, `looking`, `skimming` and `prefill` are times of the
    work itself, and `behind` is that of other requests in between. `interrupted` is the part of
    `decode` in which prompts of other requests were processed.
    """

    ttft: float = 0.0
    queued: float = 0.0
    prepare: float = 0.0
    prefill: float = 0.0
    decode: float = 0.0
    loading: float = 0.0
    memory: float = 0.0
    looking: float = 0.0
    behind: float = 0.0
    skimming: float = 0.0
    interrupted: float = 0.0

    @property
    def waited(self) -> float:
        """Seconds in which other work went first, without the load and the wait for memory."""
        return max(0.0, self.queued - self.loading - self.memory) + self.behind

    def rate(self, tokens: int) -> float:
        """Return the tokens per second of `decode`, without what interrupted it."""
        return _rate(tokens, self.decode - self.interrupted)


NO_TIMINGS = Timings()


class Drafting(StrEnum):
    """Use of drafts for a reply: where they were measured to save time, or never."""

    AUTO = "auto"
    OFF = "off"


@frozen
class DraftCounts:
    """The drafts of one request: `accepted` of the `drafted` tokens are part of the reply, which
    took `passes` of the model while decoding. `drafter` is "lookup", "grammar", "head" or "model",
    several joined by "+"; `note` is a sentence that says why nothing is drafted, or why a drafter
    is missing. `at_once` of the accepted ones came in one pass with the first token."""

    drafter: str = ""
    drafted: int = 0
    accepted: int = 0
    passes: int = 0
    note: str = ""
    at_once: int = 0


NO_DRAFTS = DraftCounts()


@frozen
class RequestStats:
    """The numbers of one request. `read` tokens of its prompt have been processed or were cached.
    `read_again` is the reason why tokens before the last question were processed again, if they
    were; `waiting` is the reason why the request waits."""

    request_id: int = 0
    model_id: str = ""
    phase: Phase = Phase.IDLE
    read: int = 0
    usage: Usage = field(default_factory=Usage)
    timings: Timings = field(default_factory=Timings)
    read_again: str = field(default="", kw_only=True)
    waiting: str = field(default="", kw_only=True)
    drafts: DraftCounts = field(default=DraftCounts(), kw_only=True)
    skim: SkimReport = field(default=NO_SKIM, kw_only=True)

    @property
    def prompt_tps(self) -> float:
        """Prompt tokens processed per second of prefill."""
        return _rate(self.read - self.usage.cached, self.timings.prefill)

    @property
    def generation_tps(self) -> float:
        """Tokens after those of the first pass, per second."""
        return self.timings.rate(self.usage.generated - 1 - self.drafts.at_once)


def _rate(count: int, seconds: float) -> float:
    return count / seconds if count > 0 and seconds > 0 else 0.0


@frozen
class ModelStats:
    """Totals of all replies of a model since the engine started; they never decrease.

    `replies` is the number of started replies. `decode` is the time in seconds during which at
    least one reply grew and no prompt of another request was processed. `cached` and `read` are
    prompt tokens from the cache and processed ones, the latter in `prefill` seconds. `rows` is the
    number of replies that grow now. `at_once` drafts came in one pass with the first token of their
    reply.
    """

    model_id: str
    context: int = 0
    rows: int = 0
    replies: int = 0
    generated: int = 0
    decode: float = 0.0
    cached: int = 0
    read: int = 0
    prefill: float = 0.0
    at_once: int = 0

    @property
    def decoded(self) -> int:
        """Tokens after the first pass of each reply: those that took `decode` seconds."""
        return self.generated - self.replies - self.at_once


@frozen
class TokenLogprob:
    """A token's text, its id, and the natural logarithm of its probability. `raw` are its bytes,
    which may be a part of a character; None if unknown."""

    text: str
    token: int
    logprob: float
    raw: bytes | None = None
