"""The contract between the threads: commands to the engine, and events from it.

Frozen dataclasses of standard-library values. The user interface may import this module and nothing
else of `engine`.
"""

from engine.chat import Channel as Channel
from engine.chat import ChatMessage as ChatMessage
from engine.chat import Choice as Choice
from engine.chat import FinishReason as FinishReason
from engine.chat import Media as Media
from engine.chat import MediaKind as MediaKind
from engine.chat import OverBudget as OverBudget
from engine.chat import Overflow as Overflow
from engine.chat import Phase as Phase
from engine.chat import ToolInvocation as ToolInvocation
from engine.commands import Abort as Abort
from engine.commands import Command as Command
from engine.commands import Configure as Configure
from engine.commands import Continue as Continue
from engine.commands import Convert as Convert
from engine.commands import Count as Count
from engine.commands import Diverge as Diverge
from engine.commands import Generate as Generate
from engine.commands import LoadModel as LoadModel
from engine.commands import Measure as Measure
from engine.commands import OfferRecipes as OfferRecipes
from engine.commands import RemoveCached as RemoveCached
from engine.commands import Setting as Setting
from engine.commands import Shutdown as Shutdown
from engine.commands import TryProfile as TryProfile
from engine.commands import UnloadModel as UnloadModel
from engine.commands import UseDiskCache as UseDiskCache
from engine.commands import Work as Work
from engine.errors import FailureKind as FailureKind
from engine.events import NOBODY as NOBODY
from engine.events import Aborted as Aborted
from engine.events import Converted as Converted
from engine.events import ConvertProgress as ConvertProgress
from engine.events import Counted as Counted
from engine.events import Delta as Delta
from engine.events import Diverged as Diverged
from engine.events import DivergeProgress as DivergeProgress
from engine.events import EngineStats as EngineStats
from engine.events import Event as Event
from engine.events import Failed as Failed
from engine.events import Finished as Finished
from engine.events import LoadProgress as LoadProgress
from engine.events import Logprobs as Logprobs
from engine.events import LookProgress as LookProgress
from engine.events import Measured as Measured
from engine.events import ModelReady as ModelReady
from engine.events import ModelUnloaded as ModelUnloaded
from engine.events import PrefillProgress as PrefillProgress
from engine.events import ProfileTried as ProfileTried
from engine.events import RecipesOffered as RecipesOffered
from engine.events import RequestEvent as RequestEvent
from engine.events import SkimProgress as SkimProgress
from engine.events import StopToken as StopToken
from engine.events import TerminalEvent as TerminalEvent
from engine.events import ToolCall as ToolCall
from engine.events import ToolDelta as ToolDelta
from engine.events import Traced as Traced
from engine.events import TracedToken as TracedToken
from engine.events import Trimmed as Trimmed
from engine.events import Waiting as Waiting
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
from engine.plain_names import maker_name as maker_name
from engine.plain_names import model_name as model_name
from engine.remote_ids import HERE as HERE
from engine.remote_ids import address_and_name as address_and_name
from engine.remote_ids import addresses_of as addresses_of
from engine.remote_ids import host_of as host_of
from engine.remote_ids import is_encrypted as is_encrypted
from engine.remote_ids import is_host as is_host
from engine.remote_ids import is_remote as is_remote
from engine.remote_ids import on_this_computer as on_this_computer
from engine.remote_ids import remote_id as remote_id
from engine.reports import DraftCounts as DraftCounts
from engine.reports import Drafting as Drafting
from engine.reports import MediaCost as MediaCost
from engine.reports import ModelInfo as ModelInfo
from engine.reports import ModelStats as ModelStats
from engine.reports import RequestStats as RequestStats
from engine.reports import Timings as Timings
from engine.reports import TokenLogprob as TokenLogprob
from engine.reports import Usage as Usage
from engine.sampling_params import SamplingParams as SamplingParams
from engine.sentences import Sentence as Sentence
from engine.sentences import clock_time as clock_time
from engine.sentences import counted as counted
from engine.sentences import say as say
from engine.sentences import say_pixels as say_pixels
from engine.sentences import say_size as say_size
from engine.sentences import say_value as say_value
from engine.sentences import without_zero as without_zero
from engine.skim import NO_SKIM as NO_SKIM
from engine.skim import Skim as Skim
from engine.skim import SkimReport as SkimReport
from engine.tool_choice import ToolChoice as ToolChoice
from engine.tool_choice import ToolUse as ToolUse


def ends_request(command: Work | None, event: RequestEvent) -> bool:
    """Return True if the request of a command ends with this event. A ready model ends only a
    load."""
    if isinstance(event, ModelReady):
        return isinstance(command, LoadModel)
    return isinstance(event, TerminalEvent)
