"""The contract between the threads: commands to the engine, and events from it.

Frozen dataclasses of standard-library values. The user interface may import this module and nothing
else of `engine`.
"""

from dataclasses import dataclass, field
from enum import Enum, StrEnum
from pathlib import Path

from engine.errors import FailureKind as FailureKind
from engine.model_cost import ModelCost as ModelCost
from engine.model_divergence import Divergence as Divergence
from engine.model_divergence import ModelSpeed as ModelSpeed
from engine.model_divergence import PromptDivergence as PromptDivergence
from engine.model_facts import Fit as Fit
from engine.model_facts import MemoryParts as MemoryParts
from engine.model_facts import ModelFacts as ModelFacts
from engine.model_fit import longest_context as longest_context
from engine.model_fit import parts_of as parts_of
from engine.model_profile import ModelProfile as ModelProfile
from engine.model_recipe import Recipe as Recipe
from engine.model_recipe import RecipeOffer as RecipeOffer
from engine.remote_ids import address_and_name as address_and_name
from engine.remote_ids import addresses_of as addresses_of
from engine.remote_ids import host_of as host_of
from engine.remote_ids import is_encrypted as is_encrypted
from engine.remote_ids import is_remote as is_remote
from engine.remote_ids import on_this_computer as on_this_computer
from engine.remote_ids import remote_id as remote_id
from engine.remote_ids import short_name as short_name
from engine.sampling_params import SamplingParams
from engine.sentences import Sentence as Sentence
from engine.sentences import clock_time as clock_time
from engine.sentences import counted as counted
from engine.sentences import say as say
from engine.sentences import say_size as say_size
from engine.sentences import without_zero as without_zero
from engine.skim import NO_SKIM as NO_SKIM
from engine.skim import Skim as Skim
from engine.skim import SkimReport as SkimReport
from engine.tool_choice import ToolChoice as ToolChoice
from engine.tool_choice import ToolUse as ToolUse


class Channel(Enum):
    """The part of a reply that a piece of generated text belongs to."""

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
    # A UTF-8 file, whose text is put into the prompt.
    TEXT = "text"


class Overflow(Enum):
    """The treatment of a conversation that is longer than the model's context."""

    REFUSE = "refuse"
    TRIM = "leave out the oldest"
    SUMMARISE = "summarize the oldest"


class Phase(Enum):
    """The progress of a request."""

    IDLE = say("idle")
    QUEUED = say("queued")
    LOADING = say("loading model")
    PREPARING = say("preparing prompt")
    LOOKING = say("encoding images")
    SKIMMING = say("choosing what to read")
    PREFILL = say("processing prompt")
    DECODE = say("generating")
    CONVERTING = say("converting a model")
    COMPARING = say("comparing two models")


@dataclass(frozen=True, slots=True)
class Media:
    """An image, a page of a document (counted from 0) as an image, a video, the `span` of a video
    in seconds, or a text. Files beyond the engine's budget are made smaller, unless `full` is
    set."""

    kind: MediaKind
    path: Path
    page: int = 0
    span: tuple[float, float] | None = None
    full: bool = False


class Choice(Enum):
    """The options that people have for a file beyond the engine's budget."""

    SHRINK = say("shrink to fit")
    FULL = say("send in full")
    LEAVE_OUT = say("leave out")


@dataclass(frozen=True, slots=True)
class OverBudget:
    """A sentence with the size of a file and what will be done with it, and the other options."""

    sentence: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ToolInvocation:
    """A tool call of a conversation; `arguments` is a JSON object. `call_id` joins the call to its
    result."""

    name: str
    arguments: str
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message of a conversation.

    `role` is system, user, assistant, tool or summary. A summary covers the messages before it and
    is sent instead of them if they do not fit.

    `places` are the ascending offsets in `content` at which the media stand, one for each; without
    `places`, all media stand before the text. `pinned` are the indexes of media that are sent even
    if the message is omitted. `reasoning` is that of a past answer; a chat template decides whether
    the model sees it again. `name` and `call_id` identify the call that a tool result answers.
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


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """The facts about a loaded model that the window needs. Sizes in bytes, context in tokens.

    `sampling` is what the model's makers recommend. `batched` models answer several requests at
    once; others answer one request after the other. A model without `thinking_switch` reasons
    always (`thinking`) or never. `channel_format` is the way in which the model marks reasoning and
    tool calls, detected from its vocabulary and template, one of `channel_formats`. A token of a
    conversation takes `kv_bytes`, or `kv_8bit_bytes` if quantized; 0 if the family cannot quantize,
    and `kv_note` says why. `cost` is the memory that the model takes, None if not measured.
    `address` is that of the server that is asked, "" for a model that runs here.
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
    cost: ModelCost | None = None
    address: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts of one request.

    `cached` of the prompt's tokens came from the prompt cache, and `restored` of them from the
    disk. `generated` excludes the token that
    ends the answer; `reasoning`, `content` and `tool_call` are its parts by channel, and the rest
    are markers. `looked` counts the images and groups of frames that were encoded, and `known`
    those whose features were cached.
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


@dataclass(frozen=True, slots=True)
class Timings:
    """Durations of one request, in seconds.

    `ttft` runs from submit to the first generated token, and `decode` from there to the last.
    `queued` is the time spent waiting, which includes `loading`, the load of the model, and
    `memory`, the wait for memory. `prepare`, `looking`, `skimming` and `prefill` are times of the
    work itself, and `behind` is that of other requests in between.
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

    @property
    def waited(self) -> float:
        """Seconds in which other work went first, without the load and the wait for memory."""
        return max(0.0, self.queued - self.loading - self.memory) + self.behind


class Drafting(StrEnum):
    """Use of drafts for a reply: where they were measured to save time, or never."""

    AUTO = "auto"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class DraftCounts:
    """The drafts of one request: `accepted` of the `drafted` tokens are part of the reply, which
    took `passes` of the model while decoding. `drafter` is "lookup", "grammar", "head" or "model",
    several joined by "+"; `note` is a sentence that says why nothing is drafted, or why a drafter
    is missing."""

    drafter: str = ""
    drafted: int = 0
    accepted: int = 0
    passes: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
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
        """Tokens after the first per second of decode."""
        return _rate(self.usage.generated - 1, self.timings.decode)


def _rate(count: int, seconds: float) -> float:
    return count / seconds if count > 0 and seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class ModelStats:
    """Totals of all replies of a model since the engine started; they never decrease.

    `replies` is the number of started replies. `decode` is the time in seconds during which at
    least one reply grew. `cached` and `read` are prompt tokens from the cache and processed ones,
    the latter in `prefill` seconds. `rows` is the number of replies that grow now.
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

    @property
    def decoded(self) -> int:
        """Tokens after the first of each reply: those that took `decode` seconds."""
        return self.generated - self.replies


@dataclass(frozen=True, slots=True)
class TokenLogprob:
    """A token's text, its id, and the natural logarithm of its probability. `raw` are its bytes,
    which may be a part of a character; None if unknown."""

    text: str
    token: int
    logprob: float
    raw: bytes | None = None


# --- commands: main thread -> engine thread ---------------------------------------------


@dataclass(frozen=True, slots=True)
class LoadModel:
    """Load the model in the folder `model_id`. Answered by ModelReady, Failed or Aborted. Unless it
    `evicts`, the load fails if other models would have to leave memory for it."""

    request_id: int
    model_id: str
    evicts: bool = True


@dataclass(frozen=True, slots=True)
class UnloadModel:
    """Unload a model; its requests end with Aborted. Answered by ModelUnloaded, even if no such
    model was loaded."""

    request_id: int
    model_id: str


@dataclass(frozen=True, slots=True)
class Generate:
    """Generate a reply, after loading the model if necessary. Answered by Finished, Failed or
    Aborted.

    `tools` are JSON objects in the OpenAI function form. `channel_format` overrides the detected
    one; it is a name in `engine.channels.known_formats.FORMATS`. `conversation` is the same number
    for all prompts of a conversation, which `read_again` compares; 0 for a prompt of no
    conversation. The cache of the prompt is saved on the disk under `cache_name`, which is the same
    in later runs; "" saves nothing. A long prompt is read in part if there is a `skim`. With `raw`,
    the content of the only message is the prompt itself, with control tokens, and no chat template
    is applied.
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
    drafting: Drafting = Drafting.AUTO
    cache_name: str = ""
    skim: Skim | None = None
    tool_choice: ToolChoice = field(default_factory=ToolChoice)
    raw: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """Get the cost of a file for a loaded model. The file is processed for that, and need not be
    again when it is sent. Answered by Measured, Failed, or Aborted if the model is not loaded: this
    command loads none."""

    request_id: int
    model_id: str
    media: Media


@dataclass(frozen=True, slots=True)
class Count:
    """Count the tokens of a Generate's prompt for a loaded model. Answered by Counted, by Failed if
    the Generate would fail, or by Aborted if the count is not available: the model is not loaded,
    its family processes all pixels of a prompt at once, or counting would take so long that replies
    stall."""

    request_id: int
    request: Generate

    @property
    def model_id(self) -> str:
        return self.request.model_id


@dataclass(frozen=True, slots=True)
class Continue:
    """Continue the reply of `reply_id`, which was aborted or reached its maximum length, with the
    same options and random state; `max_tokens` starts again. Nothing is prefilled again, unless
    others needed the memory meanwhile. Answered as Generate."""

    request_id: int
    reply_id: int


@dataclass(frozen=True, slots=True)
class OfferRecipes:
    """Find out how a model on disk can be quantized, without loading its weights. Answered by
    RecipesOffered, Failed or Aborted."""

    request_id: int
    model_id: str


@dataclass(frozen=True, slots=True)
class Convert:
    """Quantize the model in the folder `model_id` into the new folder `target`, in a process of its
    own. Answered by Converted, Failed or Aborted; only Converted leaves a folder."""

    request_id: int
    model_id: str
    target: Path
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Diverge:
    """Measure how far the model `other_id` is from the original `model_id` on `prompts`, loading
    both, one after the other if memory is short. Answered by Diverged, Failed or Aborted.

    The original answers greedily with at most `max_tokens`; both then predict each token of that
    answer.
    """

    request_id: int
    model_id: str
    other_id: str
    prompts: tuple[ChatMessage, ...]
    max_tokens: int = 32


@dataclass(frozen=True, slots=True)
class Abort:
    """End a request with Aborted; no effect on a request that has ended."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Configure:
    """Replace the profiles of all models. A changed profile holds from the next load of the model;
    `kept` holds at once. Not answered."""

    profiles: tuple[ModelProfile, ...]


@dataclass(frozen=True, slots=True)
class UseDiskCache:
    """Save prompt caches in `folder`, at most `limit` bytes; 0 removes what is there. If `names` is
    not None, caches of other names, as `RemoveCached` understands them, are removed. The
    first of these commands comes before all work. Not answered."""

    folder: Path
    limit: int
    names: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class RemoveCached:
    """Remove the prompt caches on the disk that have these names, or one of them with a slash and
    more. Not answered."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TryProfile:
    """Load the tokenizer and the chat template of a model as `profile` has them, in a process of
    their own and without weights, and render a sample conversation. `stop_texts` are to be found in
    the vocabulary. Answered by ProfileTried, Failed or Aborted."""

    request_id: int
    profile: ModelProfile
    stop_texts: tuple[str, ...] = ()

    @property
    def model_id(self) -> str:
        return self.profile.model_id


@dataclass(frozen=True, slots=True)
class Shutdown:
    """End the engine thread."""


Work = (
    LoadModel
    | UnloadModel
    | Generate
    | Measure
    | Count
    | Continue
    | TryProfile
    | OfferRecipes
    | Convert
    | Diverge
)
# Commands that change how the engine works from now on.
Setting = Configure | UseDiskCache | RemoveCached
Command = Work | Abort | Setting | Shutdown


# --- events: engine thread -> main thread ------------------------------------------------


@dataclass(frozen=True, slots=True)
class ModelReady:
    request_id: int
    model: ModelInfo


# The request id of events that belong to no request.
NOBODY = 0


@dataclass(frozen=True, slots=True)
class ModelUnloaded:
    """A model was unloaded. The request id is NOBODY if an idle model was evicted, or the engine
    failed."""

    request_id: int
    model_id: str


@dataclass(frozen=True, slots=True)
class Measured:
    request_id: int
    cost: MediaCost


@dataclass(frozen=True, slots=True)
class Counted:
    """The answer to Count.

    `tokens` of the prompt may exceed the model's `context`; `known` of them are cached now.
    `seconds` is the estimated time until the first token, by this model's speed so far; None if
    unknown. `left_out` is the number of oldest messages that would be omitted, as the request
    allows; a summary replaces the first `summarized` of them. If `summarized` is smaller and the
    request wants a summary, it has to be made first, and `tokens` counts all messages.
    """

    request_id: int
    model_id: str
    tokens: int
    known: int
    context: int
    seconds: float | None = None
    left_out: int = 0
    summarized: int = 0


@dataclass(frozen=True, slots=True)
class StopToken:
    """A token that ends an answer, as people may read it."""

    token: int
    text: str


@dataclass(frozen=True, slots=True)
class ProfileTried:
    """The answer to TryProfile.

    `template` is the text in use; `own_template` is that of the model's folder, and
    `family_template` the one that comes with Duologue for `family_name`; each is "" if there is
    none. `prompt` is the rendered sample; if the template fails, `problem` says why in a sentence,
    and `line` is the number of the line, 0 if unknown. `channel_format`, `thinking_switch` and
    `tools` follow the template in use. `own_stops` end the model's answers in any case,
    `added_stops` are those of the profile. `found_stops` are the tokens of `stop_texts`; the texts
    that are not one token are in `missing_stops`.
    """

    request_id: int
    model_id: str
    template: str = ""
    own_template: str = ""
    family_template: str = ""
    family_name: str = ""
    prompt: str = ""
    problem: str = ""
    line: int = 0
    channel_format: str = ""
    thinking_switch: bool = False
    tools: bool = False
    own_stops: tuple[StopToken, ...] = ()
    added_stops: tuple[StopToken, ...] = ()
    found_stops: tuple[StopToken, ...] = ()
    missing_stops: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecipesOffered:
    request_id: int
    offers: tuple[RecipeOffer, ...]


@dataclass(frozen=True, slots=True)
class ConvertProgress:
    """Bytes of the new weights that are converted, out of `total`."""

    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Converted:
    """The model is quantized in `folder`; `size` is that of its weights. `predicted` is the memory
    that was reserved for it and `peak` what it took, in bytes; 0 if the system does not tell."""

    request_id: int
    folder: Path
    size: int
    predicted: int
    peak: int


@dataclass(frozen=True, slots=True)
class DivergeProgress:
    """Prompts of both models that are done, out of `total`."""

    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Diverged:
    request_id: int
    divergence: Divergence


@dataclass(frozen=True, slots=True)
class LoadProgress:
    """Bytes of a model's weights that are in memory, out of `total`; sent at most ten times a
    second, and when all are there."""

    request_id: int
    done: int
    total: int
    model_id: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The request waits, and the reason in a sentence; sent again if the reason changes."""

    request_id: int
    reason: str


@dataclass(frozen=True, slots=True)
class Trimmed:
    """The number of oldest messages that were omitted, as the request allowed."""

    request_id: int
    messages: int


@dataclass(frozen=True, slots=True)
class LookProgress:
    """Images and groups of frames encoded by the vision tower so far, out of `total`; sent before
    each."""

    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class SkimProgress:
    """Prompt tokens read by the draft model so far, out of `total`, to choose those that the model
    reads."""

    request_id: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class PrefillProgress:
    """Prompt tokens processed so far, out of those that are read, and the number of cached ones."""

    request_id: int
    done: int
    total: int
    cached: int = 0


@dataclass(frozen=True, slots=True)
class Delta:
    """More text of a reply."""

    request_id: int
    channel: Channel
    text: str


@dataclass(frozen=True, slots=True)
class Logprobs:
    """The chosen token and the likeliest tokens at its position, likeliest first, with the model's
    own probabilities: before penalties and temperature."""

    request_id: int
    chosen: TokenLogprob
    top: tuple[TokenLogprob, ...]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call of the reply. `written` is its text if the model wrote it as plain text: the text
    is in the answer too, and the call is a suggestion that does not end the reply."""

    request_id: int
    call: ToolInvocation
    written: str = ""


@dataclass(frozen=True, slots=True)
class TracedToken:
    """A generated token, and the channel of the reply after it. `special`: the text is the name of
    a token that is not text. `drafted`: the token was a draft that the model accepted."""

    token: int
    text: str
    channel: Channel
    special: bool = False
    drafted: bool = False


@dataclass(frozen=True, slots=True)
class Traced:
    """The record of a reply, sent just before its end: the prompt as the chat template wrote it,
    before media became tokens; the channel in which the reply began; and its tokens. For a
    continued reply, those of the last part. The ranges `left_out` of the prompt's characters were
    not read."""

    request_id: int
    channel_format: str
    prompt: str
    opened: Channel
    tokens: tuple[TracedToken, ...]
    left_out: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Finished:
    """The reply is complete. `read_again` as in RequestStats; `stop` is the stop string that ended
    the reply, "" for none."""

    request_id: int
    reason: FinishReason
    usage: Usage
    timings: Timings
    read_again: str = ""
    drafts: DraftCounts = DraftCounts()
    skim: SkimReport = NO_SKIM
    stop: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """The request failed. `message` says what is wrong and what to do; `fault`: the input was not
    to blame. If the conversation needs a summary first, `left_out` is the number of oldest messages
    to cover. `kind` is for programs; if it is TOO_LONG, the prompt has `tokens`, 0 if they were not
    counted, and the model's context is `context`."""

    request_id: int
    message: str
    fault: bool = False
    left_out: int = 0
    kind: FailureKind = FailureKind.REQUEST
    tokens: int = 0
    context: int = 0


@dataclass(frozen=True, slots=True)
class Aborted:
    """The request was aborted, with the numbers so far."""

    request_id: int
    usage: Usage
    timings: Timings
    read_again: str = ""
    drafts: DraftCounts = DraftCounts()
    skim: SkimReport = NO_SKIM


@dataclass(frozen=True, slots=True)
class EngineStats:
    """One sample of the engine's statistics. Sizes in bytes.

    `requests` have not ended, oldest first; `last` is the answer that ended last, as it ended.
    `batch_size` is the number of replies that grow in one step. `peak_memory` is the maximum since
    the engine started, `cache_memory` is MLX's cache, and `reserved` is what the running requests
    may take. `prompt_memory` holds cached prompts; `vision_memory` holds cached features of images
    and frames, which were found `vision_hits` times and encoded `vision_misses` times. `kv_saved`
    is what quantization of caches saves. `models` has the totals of each model that was used, in
    order of first use. `gpu_busy` is a percentage, None if the system does not report it.
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


TerminalEvent = (
    ModelReady
    | ModelUnloaded
    | Measured
    | Counted
    | ProfileTried
    | RecipesOffered
    | Converted
    | Diverged
    | Finished
    | Failed
    | Aborted
)
RequestEvent = (
    Waiting
    | LoadProgress
    | ConvertProgress
    | DivergeProgress
    | Trimmed
    | LookProgress
    | SkimProgress
    | PrefillProgress
    | Delta
    | Logprobs
    | ToolCall
    | Traced
    | TerminalEvent
)
Event = RequestEvent | EngineStats
