"""The demands of a request's tools on its reply: a call that is required, or allowed beside an
answer in JSON, or none at all."""

from collections.abc import Generator
from dataclasses import replace

from engine.channels.markers import Markers
from engine.channels.tool_calls.call_syntax import CallSyntax
from engine.errors import Refused
from engine.messages import Generate, RequestEvent, ToolUse
from engine.models.loader import LoadedModel
from engine.sampling import call_grammar
from engine.sampling.demand import Demand
from engine.sampling_params import SamplingParams

# Added to the logit of a token that must not come.
_NEVER = -100.0


def demand_of(
    request: Generate, model: LoadedModel
) -> Generator[list[RequestEvent], None, Demand | None]:
    """Return the call with which the answer has to begin, or the choice between calls and an answer
    that matches a schema; None if the tools demand nothing. Raises Refused."""
    use, schema = request.tool_choice.use, request.sampling.json_schema
    if use is ToolUse.REQUIRED:
        return (yield from _required(request, model))
    if use is ToolUse.AUTO and schema and request.tools:
        return (yield from _call_or_answer(request, model))
    return None


def _required(request: Generate, model: LoadedModel) -> Generator[list[RequestEvent], None, Demand]:
    if not request.tools:
        raise Refused("A tool call is required, but no tool is offered. Offer one.")
    syntax = yield from _syntax(request, model)
    if syntax is None:
        raise Refused(
            "{model} cannot be required to call a tool: its chat template does not show how. "
            "Let it choose, or use another model.",
            model=model.info.name,
        )
    name = request.tool_choice.name
    matcher = call_grammar.compile_call(request.tools, name, syntax, model.tokenizer)
    return Demand(matcher, beginning=True)


def _call_or_answer(
    request: Generate, model: LoadedModel
) -> Generator[list[RequestEvent], None, Demand]:
    syntax = yield from _syntax(request, model)
    opener = syntax.before[0] if syntax and syntax.before else None
    # Without its token, a call whose arguments are not JSON is not told from an answer.
    if syntax is None or not (syntax.json or isinstance(opener, int)):
        raise Refused(
            "A JSON schema and tools cannot be used together with {model}: its chat template does "
            "not show how to write a tool call. Remove the schema, or switch the tools off.",
            model=model.info.name,
        )
    schema = request.sampling.json_schema
    matcher = call_grammar.compile_call(request.tools, "", syntax, model.tokenizer, schema)
    return Demand(
        matcher, beginning=not syntax.json, opener=opener if isinstance(opener, int) else None
    )


def _syntax(
    request: Generate, model: LoadedModel
) -> Generator[list[RequestEvent], None, CallSyntax | None]:
    model.marked(request.channel_format)
    return (yield from model.writer.calls(request.request_id, request.channel_format))


def without_calls(params: SamplingParams, markers: Markers, vocabulary: int) -> SamplingParams:
    """Return the options with a bias against markers that open calls, if they are one token of the
    model's `vocabulary`. A call in other text stays text."""
    openers = {opener[0] for opener, _ in markers.calls if len(opener) == 1}
    biases = dict(params.logit_bias)
    biases |= {token: _NEVER for token in openers if token < vocabulary}
    return replace(params, logit_bias=tuple(biases.items()))
