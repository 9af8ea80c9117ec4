"""Events from the engine."""

from pathlib import Path

from engine.chat import Channel, FinishReason, ToolInvocation
from engine.errors import FailureKind
from engine.frozen import frozen
from engine.model_divergence import Divergence
from engine.model_recipe import RecipeOffer
from engine.reports import (
    NO_DRAFTS,
    NO_TIMINGS,
    NO_USAGE,
    DraftCounts,
    MediaCost,
    ModelInfo,
    ModelStats,
    RequestStats,
    Timings,
    TokenLogprob,
    Usage,
)
from engine.skim import NO_SKIM, SkimReport


@frozen
class ModelReady:
    """The answer to LoadModel: the model can be asked."""

    request_id: int
    model: ModelInfo


# The request id of events that belong to no request.
NOBODY = 0


@frozen
class ModelUnloaded:
    """A model was unloaded. The request id is NOBODY if an idle model was evicted, or the engine
    failed."""

    request_id: int
    model_id: str


@frozen
class Measured:
    """The answer to Measure."""

    request_id: int
    cost: MediaCost


@frozen
class Counted:
    """The answer to Count.

    `tokens` of the prompt may exceed the model's `context`; `known` of them are cached now.
    `seconds` is the estimated time until the first token, by this model's speed so far; None if
    unknown. `left_out` is the number of oldest messages that would be omitted, as the request
    allows; a summary replaces the first `summarized` of them. If `summarized` is smaller and the
    request wants a summary, it has to be made first, and `tokens` counts all messages.
    """

    request_id: int
    tokens: int
    known: int
    context: int
    seconds: float | None = None
    left_out: int = 0
    summarized: int = 0


@frozen
class StopToken:
    """A token that ends an answer, as people may read it."""

    token: int
    text: str


@frozen
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


@frozen
class RecipesOffered:
    """The answer to OfferRecipes."""

    request_id: int
    offers: tuple[RecipeOffer, ...]


@frozen
class ConvertProgress:
    """Bytes of the new weights that are converted, out of `total`."""

    request_id: int
    done: int
    total: int


@frozen
class Converted:
    """The model is quantized in `folder`; `size` is that of its weights. `predicted` is the memory
    that was reserved for it and `peak` what it took, in bytes; 0 if the system does not tell."""

    request_id: int
    folder: Path
    size: int
    predicted: int
    peak: int


@frozen
class DivergeProgress:
    """Prompts of both models that are done, out of `total`."""

    request_id: int
    done: int
    total: int


@frozen
class Diverged:
    """The answer to Diverge."""

    request_id: int
    divergence: Divergence


@frozen
class LoadProgress:
    """Bytes of a model's weights that are in memory, out of `total`; sent at most ten times a
    second, and when all are there."""

    request_id: int
    done: int
    total: int
    model_id: str = ""


@frozen
class Waiting:
    """The request waits, and the reason in a sentence; sent again if the reason changes."""

    request_id: int
    reason: str


@frozen
class Trimmed:
    """The number of oldest messages that were omitted, as the request allowed."""

    request_id: int
    messages: int


@frozen
class LookProgress:
    """Images and groups of frames encoded by the vision tower so far, out of `total`; sent before
    each."""

    request_id: int
    done: int
    total: int


@frozen
class SkimProgress:
    """Prompt tokens read by the draft model so far, out of `total`, to choose those that the model
    reads."""

    request_id: int
    done: int
    total: int


@frozen
class PrefillProgress:
    """Prompt tokens processed so far, out of those that are read, and the number of cached ones."""

    request_id: int
    done: int
    total: int
    cached: int = 0


@frozen
class Delta:
    """More text of a reply."""

    request_id: int
    channel: Channel
    text: str


@frozen
class Logprobs:
    """The chosen token and the likeliest tokens at its position, likeliest first, with the model's
    own probabilities: before penalties and temperature."""

    request_id: int
    chosen: TokenLogprob
    top: tuple[TokenLogprob, ...]


@frozen
class ToolDelta:
    """More `arguments` of a tool call that is being written. All of them add up to those of the
    ToolCall with the same id; without one, the call was cut or cannot be read."""

    request_id: int
    call_id: str
    name: str
    arguments: str


@frozen
class ToolCall:
    """A tool call of the reply. `written` is its text if the model wrote it as plain text: the text
    is in the answer too, and the call is a suggestion that does not end the reply."""

    request_id: int
    call: ToolInvocation
    written: str = ""


@frozen
class TracedToken:
    """A generated token, and the channel of the reply after it. `special`: the text is the name of
    a token that is not text. `drafted`: the token was a draft that the model accepted."""

    token: int
    text: str
    channel: Channel
    special: bool = False
    drafted: bool = False


@frozen
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


@frozen
class Finished:
    """The reply is complete. `read_again` as in RequestStats; `stop` is the stop string that ended
    the reply, "" for none."""

    request_id: int
    reason: FinishReason
    usage: Usage
    timings: Timings
    read_again: str = ""
    drafts: DraftCounts = NO_DRAFTS
    skim: SkimReport = NO_SKIM
    stop: str = ""


@frozen
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


@frozen
class Aborted:
    """The request was aborted, with the numbers so far."""

    request_id: int
    usage: Usage = NO_USAGE
    timings: Timings = NO_TIMINGS
    read_again: str = ""
    drafts: DraftCounts = NO_DRAFTS
    skim: SkimReport = NO_SKIM


@frozen
class EngineStats:
    """One sample of the engine's statistics. Sizes in bytes.

    `requests` have not ended, oldest first; `last` is the answer that ended last, as it ended.
    `batch_size` is the number of replies that grow in one step. `peak_memory` is the maximum since
    the engine started, `cache_memory` is MLX's cache, and `reserved` is what the running requests
    may take. `model_memory` holds weights, `prompt_memory` cached prompts; `vision_memory` holds
    images and frames that wait to be encoded, and cached features, which were found `vision_hits`
    times and encoded `vision_misses` times. `kv_saved` is what quantization of caches saves.
    `models` has the totals of each model that was used, in order of first use. `gpu_busy` is a
    percentage, None if the system does not report it.
    """

    requests: tuple[RequestStats, ...] = ()
    last: RequestStats | None = None
    batch_size: int = 0
    active_memory: int = 0
    peak_memory: int = 0
    cache_memory: int = 0
    reserved: int = 0
    memory_limit: int = 0
    model_memory: int = 0
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
    | ToolDelta
    | ToolCall
    | Traced
    | TerminalEvent
)
Event = RequestEvent | EngineStats
