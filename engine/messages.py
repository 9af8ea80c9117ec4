"""Everything that crosses the thread boundary: commands in, events out.

Plain frozen data from the standard library. The user interface may import this
module and nothing else of `engine`.
"""

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from engine.sampling_params import SamplingParams
from engine.sentences import Sentence as Sentence
from engine.sentences import clock_time as clock_time
from engine.sentences import counted as counted
from engine.sentences import say as say


class Channel(Enum):
    """Where a piece of generated text belongs."""

    REASONING = "reasoning"
    CONTENT = "content"
    TOOL_CALL = "tool_call"


class FinishReason(Enum):
    STOP = "stop"
    LENGTH = "length"
    TOOL_CALLS = "tool_calls"


class MediaKind(Enum):
    IMAGE = "image"
    VIDEO = "video"
    # A file in UTF-8, which a prompt has as text.
    TEXT = "text"


class Overflow(Enum):
    """What becomes of a conversation that is longer than the model's context."""

    REFUSE = "refuse"
    TRIM = "leave out the oldest"
    SUMMARISE = "summarise the oldest"


class Phase(Enum):
    """How far a request has come."""

    IDLE = say("idle")
    QUEUED = say("waiting")
    LOADING = say("loading model")
    PREPARING = say("preparing prompt")
    LOOKING = say("looking at pictures")
    PREFILL = say("reading prompt")
    DECODE = say("answering")


@dataclass(frozen=True, slots=True)
class Media:
    """A picture, a page of a document (counted from 0) as a picture, a clip, or the `span` of it
    from one second to another, or a text. What is beyond the engine's budget is made smaller,
    unless it is wanted in `full`."""

    kind: MediaKind
    path: Path
    page: int = 0
    span: tuple[float, float] | None = None
    full: bool = False


class Choice(Enum):
    """What people can have done with a file that is beyond the engine's budget."""

    SHRINK = say("shrink to fit")
    FULL = say("send in full")
    LEAVE_OUT = say("leave out")


@dataclass(frozen=True, slots=True)
class OverBudget:
    """A sentence with the size of a file and what will be done, and what else can be."""

    sentence: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ToolInvocation:
    """A tool call as it stands in a conversation; `arguments` is a JSON object. `call_id` joins it
    to its result."""

    name: str
    arguments: str
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """`role` is system, user, assistant or tool; or summary, of what was said before it, which is
    told instead of that where it must be.

    `places` are the offsets in `content`, ascending, at which the media stand, one for each;
    without them all stand before it. `pinned` are the indexes of media that the model is told also
    where the message is left out. `reasoning` is what an assistant thought before; a chat
    template decides whether the model sees it again. `name` and `call_id` tell which call the
    result of a tool answers.
    """

    role: str
    content: str
    media: tuple[Media, ...] = ()
    tool_calls: tuple[ToolInvocation, ...] = ()
    reasoning: str = ""
    name: str = ""
    call_id: str = ""
    places: tuple[int, ...] = ()
    pinned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MediaCost:
    """What a picture or clip is to a model: the pixels of each frame as it gets them, `frames` of a
    clip (1 of a picture), tokens of the prompt, and bytes that it takes until it has been read.
    `images` are the pictures that a clip is sent as, where the model takes none; else 0. A text has
    tokens and bytes only."""

    width: int
    height: int
    frames: int
    tokens: int
    memory: int
    images: int = 0


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What the window needs to know of a loaded model. Sizes in bytes, context in tokens.

    `sampling` is what the model's makers recommend. `batched` models answer several requests at
    once; the others take one after the other. Where a model has no `thinking_switch`, it reasons
    always (`thinking`) or never. `channel_format` is how it marks reasoning and tool calls, found
    from its vocabulary and template among `channel_formats`. A token of a conversation takes
    `kv_bytes`, or `kv_8bit_bytes` quantised; that is 0 where the family cannot, and `kv_note` says
    why.
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


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts. `cached` of the prompt's were not read again; `generated` is without the
    token that ends the answer. Of those, `reasoning`, `content` and `tool_call` are the tokens of
    each channel; the rest are the markers between them. `looked` pictures and groups of frames
    were looked at for it, and `known` were not, since they had been before."""

    prompt: int = 0
    cached: int = 0
    generated: int = 0
    reasoning: int = 0
    content: int = 0
    tool_call: int = 0
    looked: int = 0
    known: int = 0


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds. `ttft` runs from submit to the first generated token and `decode` from there to the
    last; `queued` was spent waiting, and of it `loading` while the model was loaded and `memory`
    until there was enough; `prepare`, `looking` and `prefill` are the time of the work itself, and
    `behind` that of other requests in between."""

    ttft: float = 0.0
    queued: float = 0.0
    prepare: float = 0.0
    prefill: float = 0.0
    decode: float = 0.0
    loading: float = 0.0
    memory: float = 0.0
    looking: float = 0.0
    behind: float = 0.0

    @property
    def waited(self) -> float:
        """Seconds in which other work went first, the load and the wait for memory apart."""
        return max(0.0, self.queued - self.loading - self.memory) + self.behind


@dataclass(frozen=True, slots=True)
class RequestStats:
    """The numbers of one request; `read` tokens of its prompt are in the model, cached or not.
    `read_again` says why what stood before the last question was read, where it was, and `waiting`
    why the request waits."""

    request_id: int = 0
    model_id: str = ""
    phase: Phase = Phase.IDLE
    read: int = 0
    usage: Usage = field(default_factory=Usage)
    timings: Timings = field(default_factory=Timings)
    read_again: str = field(default="", kw_only=True)
    waiting: str = field(default="", kw_only=True)

    @property
    def prompt_tps(self) -> float:
        """Prompt tokens read per second of reading."""
        return _rate(self.read - self.usage.cached, self.timings.prefill)

    @property
    def generation_tps(self) -> float:
        """Tokens after the first per second of decoding."""
        return _rate(self.usage.generated - 1, self.timings.decode)


def _rate(count: int, seconds: float) -> float:
    return count / seconds if count > 0 and seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class ModelStats:
    """Sums of all replies of a model since the engine began; they never go down. `replies` have
    begun, `decode` are the seconds in which at least one of them grew, `cached` and `read` the
    tokens of prompts that were there and that were read, the latter in `prefill` seconds. `rows`
    grow now."""

    model_id: str
    context: int = 0
    rows: int = 0
    replies: int = 0
    generated: int = 0
    decode: float = 0.0
    cached: int = 0
    read: int = 0
    prefill: float = 0.0

    @property
    def decoded(self) -> int:
        """Tokens after the first of each reply: those that took `decode` seconds."""
        return self.generated - self.replies


@dataclass(frozen=True, slots=True)
class TokenLogprob:
    """A token's text, id and natural logarithm of the probability that the model gave it."""

    text: str
    token: int
    logprob: float


# --- commands: main thread -> engine thread ---------------------------------------------


@dataclass(frozen=True, slots=True)
class LoadModel:
    """`model_id` is the path of a model folder. Answered by ModelReady, Failed or Aborted."""

    request_id: int
    model_id: str


@dataclass(frozen=True, slots=True)
class UnloadModel:
    """Ends the model's requests with Aborted; answered by ModelUnloaded, also when no such model
    was loaded."""

    request_id: int
    model_id: str


@dataclass(frozen=True, slots=True)
class Generate:
    """Answered by Finished, Failed or Aborted. The model is loaded first where it is not.

    `tools` are JSON objects in the OpenAI function form. `channel_format` overrides the one found
    for the model; it is a name in `engine.channel_formats.FORMATS`. `conversation` is the same for
    all prompts of one, which `read_again` compares; 0 for a prompt of none.
    """

    request_id: int
    model_id: str
    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams = field(default_factory=SamplingParams)
    tools: tuple[str, ...] = ()
    overflow: Overflow = Overflow.REFUSE
    channel_format: str = ""
    kv_bits: int = 0
    conversation: int = 0


@dataclass(frozen=True, slots=True)
class Measure:
    """Ask what a picture or clip would be to a model that is in memory; it is read for that, so
    that it need not be when it is sent. Answered by Measured, Failed, or Aborted where the model is
    not in memory: none is loaded for this."""

    request_id: int
    model_id: str
    media: Media


@dataclass(frozen=True, slots=True)
class Count:
    """Ask how many tokens the prompt of a Generate would have, of a model that is in memory.
    Answered by Counted, Failed where that would be, or Aborted where it is not known: the model is
    not in memory, its family's prompts are processed with all their pixels at once, or counting
    would take so long that others would wait for their words."""

    request_id: int
    request: Generate

    @property
    def model_id(self) -> str:
        return self.request.model_id


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on with the reply of `reply_id`, which was aborted or came to its length limit: the same
    options and random state, `max_tokens` counted anew. Nothing is read again, unless others needed
    its memory meanwhile. Answered as Generate.
    """

    request_id: int
    reply_id: int


@dataclass(frozen=True, slots=True)
class Abort:
    """Ends the named request with Aborted; without effect on one that has ended."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Shutdown:
    pass


Work = LoadModel | UnloadModel | Generate | Measure | Count | Continue
Command = Work | Abort | Shutdown


# --- events: engine thread -> main thread ------------------------------------------------


@dataclass(frozen=True, slots=True)
class ModelReady:
    request_id: int
    model: ModelInfo


# The request id of what happens without a request.
NOBODY = 0


@dataclass(frozen=True, slots=True)
class ModelUnloaded:
    """With the request id NOBODY where an idle model had to make room, or the engine failed."""

    request_id: int
    model_id: str


@dataclass(frozen=True, slots=True)
class Measured:
    request_id: int
    cost: MediaCost


@dataclass(frozen=True, slots=True)
class Counted:
    """`tokens` of the prompt, which may be more than the model's `context`; `known` of them need
    not be read again as things are. `seconds` until the first token of the answer, as fast as this
    machine was with this model so far; None where that is not known. `left_out` are the oldest
    messages that would not be told as they stand, as the request allows; a summary of the first
    `summarised` of them is told instead. Where those are fewer, and a summary is wanted, it has to
    be made before, and `tokens` are those of all."""

    request_id: int
    model_id: str
    tokens: int
    known: int
    context: int
    seconds: float | None = None
    left_out: int = 0
    summarised: int = 0


@dataclass(frozen=True, slots=True)
class Waiting:
    """The request waits, and for what, in a sentence; comes again when the reason changes."""

    request_id: int
    reason: str


@dataclass(frozen=True, slots=True)
class Trimmed:
    """So many of the oldest messages were left out, as the request allowed."""

    request_id: int
    messages: int


@dataclass(frozen=True, slots=True)
class LookProgress:
    """Pictures and groups of frames that the vision tower has looked at, of all that it has to;
    comes before each."""

    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class PrefillProgress:
    """Tokens of the prompt read so far, of all, and how many came from a cache."""

    request_id: int
    done: int
    total: int
    cached: int = 0


@dataclass(frozen=True, slots=True)
class Delta:
    request_id: int
    channel: Channel
    text: str


@dataclass(frozen=True, slots=True)
class Logprobs:
    """The chosen token and the likeliest ones at its place, likeliest first, as the model gave
    them: before penalties and temperature."""

    request_id: int
    chosen: TokenLogprob
    top: tuple[TokenLogprob, ...]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """`written` where the model wrote the call as plain text: it is in the answer as that, and the
    call a suggestion, which does not end the reply."""

    request_id: int
    call: ToolInvocation
    written: str = ""


@dataclass(frozen=True, slots=True)
class TracedToken:
    """A generated token, and the channel that the reply was in after it; `special` where its text
    is the name of a token that is no text."""

    token: int
    text: str
    channel: Channel
    special: bool = False


@dataclass(frozen=True, slots=True)
class Traced:
    """How a reply came about, told just before its end: the prompt as the chat template wrote it,
    before media became tokens, the channel in which the reply began, and its tokens. Of a reply
    that was continued, those of this part."""

    request_id: int
    channel_format: str
    prompt: str
    opened: Channel
    tokens: tuple[TracedToken, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """`read_again` as in RequestStats."""

    request_id: int
    reason: FinishReason
    usage: Usage
    timings: Timings
    read_again: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """`message` says what is wrong and what to do; `fault` that the input was not to blame. Of a
    conversation that needs a summary first, `left_out` is how many of the oldest messages that has
    to cover."""

    request_id: int
    message: str
    fault: bool = False
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Aborted:
    request_id: int
    usage: Usage
    timings: Timings
    read_again: str = ""


@dataclass(frozen=True, slots=True)
class EngineStats:
    """One reading of the live panel. Sizes in bytes.

    `requests` have not ended, oldest first; `last` is the answer that ended last, as it ended.
    `batch_size` answers grow in one step. `peak_memory` is the most since the engine began,
    `cache_memory` what MLX keeps for the next use, `reserved` what the running requests may take.
    Models keep prompts that were read (`prompt_memory`), and pictures and frames that were looked
    at (`vision_memory`), which were found `vision_hits` times and encoded `vision_misses` times.
    `kv_saved` is what quantised conversations would take more if they were not. `models` have the
    sums of each model that was asked, first asked first. `gpu_busy` is a percentage, None where the
    system does not tell it.
    """

    requests: tuple[RequestStats, ...] = ()
    last: RequestStats | None = None
    batch_size: int = 0
    active_memory: int = 0
    peak_memory: int = 0
    cache_memory: int = 0
    reserved: int = 0
    memory_limit: int = 0
    prompt_memory: int = 0
    vision_memory: int = 0
    vision_hits: int = 0
    vision_misses: int = 0
    kv_saved: int = 0
    models: tuple[ModelStats, ...] = ()
    gpu_busy: float | None = None


TerminalEvent = ModelReady | ModelUnloaded | Measured | Counted | Finished | Failed | Aborted
RequestEvent = (
    Waiting
    | Trimmed
    | LookProgress
    | PrefillProgress
    | Delta
    | Logprobs
    | ToolCall
    | Traced
    | TerminalEvent
)
Event = RequestEvent | EngineStats
