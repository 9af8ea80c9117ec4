"""Commands to the engine, from the thread of the window."""

from dataclasses import field
from pathlib import Path

from engine.chat import ChatMessage, Media, Overflow
from engine.frozen import frozen
from engine.model_profile import ModelProfile
from engine.model_recipe import Recipe
from engine.reports import Drafting
from engine.sampling_params import SamplingParams
from engine.skim import Skim
from engine.tool_choice import ToolChoice


@frozen
class LoadModel:
    """Load the model in the folder `model_id`. Answered by ModelReady, Failed or Aborted. Unless it
    `evicts`, the load fails if other models would have to leave memory for it."""

    request_id: int
    model_id: str
    evicts: bool = True


@frozen
class UnloadModel:
    """Unload a model; its requests end with Aborted. Answered by ModelUnloaded, even if no such
    model was loaded."""

    request_id: int
    model_id: str


@frozen
class Generate:
    """Generate a reply, after loading the model if necessary. Answered by Finished, Failed or
    Aborted.

    `tools` are JSON objects in the OpenAI function form. `channel_format` overrides the detected
    one; it is a name in `engine.channels.known_formats.FORMATS`. `conversation` is the same number
    for all prompts of a conversation, which `read_again` compares; 0 for a prompt of no
    conversation. The cache of the prompt is saved on the disk under `cache_name`, which is the same
    in later runs; "" saves nothing. With `shares_beginning`, the part before the first question is
    saved for prompts of any conversation, and nothing else of it. A long prompt is read in part if
    there is a `skim`. With `raw`, the content of the only message is the prompt itself, with
    control tokens, and no chat template is applied.
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
    shares_beginning: bool = False
    skim: Skim | None = None
    tool_choice: ToolChoice = field(default_factory=ToolChoice)
    raw: bool = False


@frozen
class Measure:
    """Get the cost of a file for a loaded model. The file is processed for that, and need not be
    again when it is sent. Answered by Measured, Failed, or Aborted if the model is not loaded: this
    command loads none."""

    request_id: int
    model_id: str
    media: Media


@frozen
class Count:
    """Count the tokens of a Generate's prompt for a loaded model. Answered by Counted, by Failed if
    the Generate would fail, or by Aborted if the count is not available: the model is not loaded,
    its family processes all pixels of a prompt at once, or counting would take so long that replies
    stall. With `always`, the count is made in these cases too; for a model that is not loaded, from
    its tokenizer, chat template and processor."""

    request_id: int
    request: Generate
    always: bool = False

    @property
    def model_id(self) -> str:
        return self.request.model_id


@frozen
class Continue:
    """Continue the reply whose last request is `reply_id`: it was aborted, reached its maximum
    length, or was a Continue that was refused. The options and the random state are the same;
    `max_tokens` starts again. Nothing is prefilled again, unless others needed the memory
    meanwhile. Answered as Generate."""

    request_id: int
    reply_id: int


@frozen
class OfferRecipes:
    """Find out how a model on disk can be quantized, without loading its weights. Answered by
    RecipesOffered, Failed or Aborted."""

    request_id: int
    model_id: str


@frozen
class Convert:
    """Quantize the model in the folder `model_id` into the new folder `target`, in a process of its
    own. Answered by Converted, Failed or Aborted; only Converted leaves a folder."""

    request_id: int
    model_id: str
    target: Path
    recipe: Recipe


@frozen
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


@frozen
class Abort:
    """End a request with Aborted; no effect on a request that has ended."""

    request_id: int


@frozen
class Configure:
    """Replace the profiles of all models. A changed profile holds from the next load of the model;
    `kept` holds at once. Not answered."""

    profiles: tuple[ModelProfile, ...]


@frozen
class UseDiskCache:
    """Save prompt caches in `folder`, at most `limit` bytes; 0 removes what is there. If `names` is
    not None, caches of other names, as `RemoveCached` understands them, are removed. The
    first of these commands comes before all work. Not answered."""

    folder: Path
    limit: int
    names: frozenset[str] | None = None


@frozen
class RemoveCached:
    """Remove the prompt caches on the disk that have these names, or one of them with a slash and
    more. Not answered."""

    names: tuple[str, ...]


@frozen
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


@frozen
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
