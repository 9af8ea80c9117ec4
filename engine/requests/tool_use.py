"""What a request's choice of tools means for its reply: a call that is required, or none at all."""

from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.channels.markers import Markers
from engine.errors import Refused
from engine.messages import Generate, RequestEvent, ToolUse
from engine.models.loader import LoadedModel
from engine.sampling import call_grammar
from engine.sampling_params import SamplingParams

if TYPE_CHECKING:
    from llguidance import LLMatcher

# Added to the logit of a token that must not come.
_NEVER = -100.0


def required_call(
    request: Generate, model: LoadedModel
) -> Generator[list[RequestEvent], None, "LLMatcher | None"]:
    """Return the grammar of the call with which the answer has to begin, None if it need not.
    Raises Refused."""
    choice = request.tool_choice
    if choice.use is not ToolUse.REQUIRED:
        return None
    if not request.tools:
        raise Refused("A tool call is required, but no tool is offered. Offer one.")
    model.marked(request.channel_format)
    syntax = yield from model.writer.calls(request.request_id, request.channel_format)
    if syntax is None:
        raise Refused(
            "A tool call cannot be required of {model}: its chat template does not show how to "
            "write one. Let the model choose, or choose another model.",
            model=model.info.name,
        )
    return call_grammar.compile_call(request.tools, choice.name, syntax, model.tokenizer)


def without_calls(params: SamplingParams, markers: Markers, vocabulary: int) -> SamplingParams:
    """Return the options with a bias against markers that open calls, if they are one token of the
    model's `vocabulary`. A call in other text stays text."""
    openers = {opener[0] for opener, _ in markers.calls if len(opener) == 1}
    biases = dict(params.logit_bias)
    biases |= {token: _NEVER for token in openers if token < vocabulary}
    return replace(params, logit_bias=tuple(biases.items()))
