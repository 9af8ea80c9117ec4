"""Everything that crosses the thread boundary: commands in, events out.

Plain frozen data from the standard library. The user interface may import this
module and nothing else of `engine`.
"""

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path


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


class Phase(Enum):
    """What the engine is doing now."""

    IDLE = "idle"
    LOADING = "loading model"
    PREPARING = "reading media"
    PREFILL = "reading prompt"
    DECODE = "answering"


@dataclass(frozen=True, slots=True)
class Media:
    kind: MediaKind
    path: Path


@dataclass(frozen=True, slots=True)
class ToolInvocation:
    """A tool call as it stands in a conversation; `arguments` is a JSON object."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """`role` is system, user, assistant or tool."""

    role: str
    content: str
    media: tuple[Media, ...] = ()
    tool_calls: tuple[ToolInvocation, ...] = ()


@dataclass(frozen=True, slots=True)
class SamplingParams:
    """How tokens are chosen. `temperature` 0 is greedy; `seed` None draws one at random.

    Raises ValueError for a value that no model can use.
    """

    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 2048
    seed: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.temperature <= 5:
            raise ValueError(f"temperature is {self.temperature:g}; it must be from 0 to 5")
        if not 0 < self.top_p <= 1:
            raise ValueError(f"top_p is {self.top_p:g}; it must be above 0 and at most 1")
        if self.max_tokens < 1:
            raise ValueError(f"max_tokens is {self.max_tokens}; it must be at least 1")
        if self.seed is not None and not 0 <= self.seed < 2**64:
            raise ValueError(f"seed is {self.seed}; it must be from 0 to 2^64 - 1")


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What the window needs to know of a loaded model. Sizes in bytes, context in tokens.

    `sampling` is what the model's makers recommend.
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
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts. `generated` is without the token that ends the answer, with `reasoning`."""

    prompt: int = 0
    cached: int = 0
    generated: int = 0
    reasoning: int = 0


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds. `ttft` runs from submit to the first generated token."""

    ttft: float = 0.0
    prepare: float = 0.0
    prefill: float = 0.0
    decode: float = 0.0


# --- commands: main thread -> engine thread ---------------------------------------------


@dataclass(frozen=True, slots=True)
class LoadModel:
    """`model_id` is the path of a model folder. Answered by ModelReady, Failed or Aborted."""

    request_id: int
    model_id: str


@dataclass(frozen=True, slots=True)
class UnloadModel:
    """Answered by ModelUnloaded, also when no such model was loaded."""

    request_id: int
    model_id: str


@dataclass(frozen=True, slots=True)
class Generate:
    """Answered by Finished, Failed or Aborted. The model is loaded first where it is not.

    `tools` are JSON objects in the OpenAI function form.
    """

    request_id: int
    model_id: str
    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams = field(default_factory=SamplingParams)
    thinking: bool = False
    tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Abort:
    """Ends the named request with Aborted; without effect on one that has ended."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Shutdown:
    pass


Command = LoadModel | UnloadModel | Generate | Abort | Shutdown


# --- events: engine thread -> main thread ------------------------------------------------


@dataclass(frozen=True, slots=True)
class ModelReady:
    request_id: int
    model: ModelInfo


@dataclass(frozen=True, slots=True)
class ModelUnloaded:
    request_id: int
    model_id: str


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
class ToolCall:
    request_id: int
    call: ToolInvocation


@dataclass(frozen=True, slots=True)
class Finished:
    request_id: int
    reason: FinishReason
    usage: Usage
    timings: Timings


@dataclass(frozen=True, slots=True)
class Failed:
    """`message` says what is wrong and what to do; `fault` that the input was not to blame."""

    request_id: int
    message: str
    fault: bool = False


@dataclass(frozen=True, slots=True)
class Aborted:
    request_id: int
    usage: Usage
    timings: Timings


@dataclass(frozen=True, slots=True)
class EngineStats:
    """One reading of the live panel. Rates in tokens per second, sizes in bytes, ttft in seconds.

    Token counts and rates are those of the running request, or of the last one when idle;
    `peak_memory` is the most since it began.
    """

    phase: Phase = Phase.IDLE
    waiting: int = 0
    ttft: float = 0.0
    prompt_tps: float = 0.0
    generation_tps: float = 0.0
    prompt_tokens: int = 0
    generated_tokens: int = 0
    active_memory: int = 0
    peak_memory: int = 0


TerminalEvent = ModelReady | ModelUnloaded | Finished | Failed | Aborted
RequestEvent = PrefillProgress | Delta | ToolCall | TerminalEvent
Event = RequestEvent | EngineStats
