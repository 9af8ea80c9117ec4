"""A JSON schema and tools in one request: the model calls, or its answer matches the schema."""

import json
from typing import Any

import pytest

from engine.channels.tool_calls.call_syntax import CallSyntax
from engine.messages import Failed, FinishReason, ToolChoice, ToolUse
from engine.models.loader import LoadedModel
from engine.requests import tool_use
from engine.sampling.call_grammar import compile_call
from engine.sampling.demand import Demand
from engine.sampling.grammar import Grammar
from engine.sampling.thinking_budget import Reasoning
from tests.conftest import Bench
from tests.engine.requests.test_tool_choice import ASK, HELLO, TOOLS, calls, reply, text

pytestmark = pytest.mark.usefixtures("dot_in_float32")

SCHEMA = json.dumps(
    {
        "type": "object",
        # Dot would write long numbers.
        "properties": {"mood": {"enum": ["good", "bad"]}, "points": {"enum": [1, 2, 3]}},
        "required": ["mood", "points"],
        "additionalProperties": False,
    }
)


@pytest.fixture
def bench(shared_bench: Bench) -> Bench:
    return shared_bench


def matches(answer: str) -> bool:
    value = json.loads(answer)
    return list(value) == ["mood", "points"] and value["mood"] in ("good", "bad")


@pytest.mark.parametrize("thinking", [False, True])
def test_the_model_calls_where_it_would_and_else_answers_in_json(
    bench: Bench, thinking: bool
) -> None:
    options: dict[str, Any] = {"json_schema": SCHEMA, "thinking": thinking}
    events = reply(bench, ToolChoice(), ASK, **options)
    assert calls(events) == [("weather", {"city": "Paris"})] and not text(events)
    assert events[-1].reason is FinishReason.TOOL_CALLS
    events = reply(bench, ToolChoice(), HELLO, **options)
    assert not calls(events) and matches(text(events))
    assert events[-1].reason is FinishReason.STOP


def test_whatever_is_drawn_is_a_call_or_an_answer(bench: Bench) -> None:
    kinds = set()
    for seed in range(6):
        said = HELLO if seed % 2 else ASK
        events = reply(bench, ToolChoice(), said, temperature=1.5, seed=seed, json_schema=SCHEMA)
        if events[-1].reason is FinishReason.LENGTH:
            continue
        called = calls(events)
        assert bool(called) != bool(text(events))
        assert called or matches(text(events))
        kinds.add(bool(called))
    assert kinds == {True, False}


def test_none_and_required_leave_one_of_both(bench: Bench) -> None:
    events = reply(bench, ToolChoice(ToolUse.NONE), ASK, json_schema=SCHEMA)
    assert not calls(events) and matches(text(events))
    events = reply(bench, ToolChoice(ToolUse.REQUIRED), HELLO, TOOLS[:2], json_schema=SCHEMA)
    assert len(calls(events)) == 1


def grammar_of(dot: LoadedModel, demand: Demand) -> Grammar:
    reasoning = Reasoning(dot.markers, opened=False)
    return Grammar(demand, dot.tokenizer, reasoning, dot.stop_ids, may_think=False)


def test_calls_may_follow_each_other_but_no_text(dot: LoadedModel) -> None:
    opener, closer = dot.tokenizer.encode("<tool_call></tool_call>", add_special_tokens=False)
    syntax = CallSyntax((opener, '\n{"name": "'), ('", "arguments": ',), ("}\n", closer))
    matcher = compile_call(TOOLS, "", syntax, dot.tokenizer, SCHEMA)
    made = grammar_of(dot, Demand(matcher, opener=opener))
    assert made.opener == opener
    made.decide(call=True)
    call = '<tool_call>\n{"name": "weather", "arguments": {"city":"a"}}\n</tool_call>'
    for token in dot.tokenizer.encode(f"{call}\n{call}", add_special_tokens=False):
        assert made.mask(len(dot.tokenizer.get_vocab()))[token], dot.tokenizer.decode([token])
        made.observe(token, reasoning=False)
    allowed = made.mask(len(dot.tokenizer.get_vocab()))
    [brace] = dot.tokenizer.encode("{", add_special_tokens=False)
    assert allowed[sorted(dot.stop_ids)[0]] and allowed[opener] and not allowed[brace]


def test_a_call_in_another_syntax_goes_on_as_the_model_likes(dot: LoadedModel) -> None:
    opener, *_ = dot.tokenizer.encode("<tool_call></tool_call>", add_special_tokens=False)
    syntax = CallSyntax((opener, "<function="), (">",), json=False)
    size = len(dot.tokenizer.get_vocab())
    for begin, free in (("<tool_call><function=weather>", True), ('{"mood": "bad"', False)):
        matcher = compile_call(TOOLS, "", syntax, dot.tokenizer, SCHEMA)
        made = grammar_of(dot, Demand(matcher, beginning=True, opener=opener))
        made.decide(call=free)
        for token in dot.tokenizer.encode(begin, add_special_tokens=False):
            assert made.mask(size)[token]
            made.observe(token, reasoning=False)
        assert bool(made.mask(size).all()) is free


def test_a_template_that_shows_no_call_is_refused(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: Any) -> Any:
        yield from ()

    monkeypatch.setattr(tool_use, "_syntax", none)
    [*_, last] = reply(bench, ToolChoice(), HELLO, json_schema=SCHEMA)
    assert isinstance(last, Failed) and "cannot be used together with Dot" in last.message
