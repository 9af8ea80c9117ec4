"""What a conversation is made of: messages, media, tool calls, and where an answer stands."""

from enum import Enum
from pathlib import Path

from engine.frozen import frozen
from engine.sentences import say


class Channel(Enum):
    """The part of a reply that a piece of generated text belongs to."""

    REASONING = "reasoning"
    CONTENT = "content"
    TOOL_CALL = "tool_call"

    # Enum's own is a Python function, and channels are keys several times for each token.
    __hash__ = object.__hash__


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


@frozen
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
    """The options that people have for a file beyond the engine's budget, or of which only a part
    can be sent."""

    KEEP = say("keep")
    SHRINK = say("shrink to fit")
    FULL = say("send in full")
    LEAVE_OUT = say("leave out")


@frozen
class OverBudget:
    """A sentence with the size of a file and what will be done with it, and the options, of which
    the first is the usual one."""

    sentence: str
    choices: tuple[Choice, ...]


@frozen
class ToolInvocation:
    """A tool call of a conversation; `arguments` is a JSON object. `call_id` joins the call to its
    result."""

    name: str
    arguments: str
    call_id: str = ""


@frozen
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
