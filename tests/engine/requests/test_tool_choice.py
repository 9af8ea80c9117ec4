"""Tool calls that are required, named, forbidden, or allowed once, from Dot and its template."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.channels.known_formats import FORMATS
from engine.channels.tool_calls.call_syntax import CallSyntax
from engine.errors import Refused
from engine.messages import (
    Channel,
    ChatMessage,
    Count,
    Counted,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Generate,
    SamplingParams,
    ToolCall,
    ToolChoice,
    ToolUse,
)
from engine.models.loader import LoadedModel
from engine.rendering.learned_calls import learned_calls
from engine.sampling.call_grammar import compile_call
from engine.sampling.grammar import MAX_DIGITS, NumberRun
from tests.conftest import DOT, Bench
from tests.kit.float32 import in_float32

pytestmark = pytest.mark.usefixtures("dot_in_float32")
ASK = (ChatMessage("user", "What is the weather in Paris?"),)
HELLO = (ChatMessage("user", "Hello"),)


def tool(name: str, **properties: Any) -> str:
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    function = {"name": name, "description": f"Get the {name}.", "parameters": parameters}
    return json.dumps({"type": "function", "function": function})


TEXT = {"type": "string"}
TOOLS = (
    tool("weather", city=TEXT),
    tool("weather_of_day", day={"enum": ["monday", "friday"]}),
    tool("add", a={"type": "integer"}, b={"type": "number"}),
)


@pytest.fixture
def bench(shared_bench: Bench) -> Bench:
    return shared_bench


def reply(
    bench: Bench,
    choice: ToolChoice,
    messages: tuple[ChatMessage, ...] = HELLO,
    tools: tuple[str, ...] = TOOLS,
    **options: Any,
) -> list[Any]:
    sampling = replace(SamplingParams(max_tokens=200), **options)
    return bench.run(Generate(1, str(DOT), messages, sampling, tools, tool_choice=choice))


def calls(events: list[Any]) -> list[tuple[str, Any]]:
    """Return the names and arguments of the called tools."""
    found = [it.call for it in events if isinstance(it, ToolCall)]
    return [(it.name, json.loads(it.arguments)) for it in found]


def text(events: list[Any], channel: Channel = Channel.CONTENT) -> str:
    return "".join(it.text for it in events if isinstance(it, Delta) and it.channel is channel)


def test_a_required_call_comes_for_a_question_without_need_of_one(bench: Bench) -> None:
    # Without need of a call, Dot would write long texts and numbers into it.
    tools = (tool("weather", city={"enum": ["Paris"]}), TOOLS[1])
    assert not calls(reply(bench, ToolChoice(), tools=tools))
    events = reply(bench, ToolChoice(ToolUse.REQUIRED), tools=tools)
    assert events[-1].reason is FinishReason.TOOL_CALLS
    [(name, _)] = calls(events)
    assert name in {"weather", "weather_of_day"} and not text(events)


def test_a_required_call_means_what_was_asked(bench: Bench) -> None:
    events = reply(bench, ToolChoice(ToolUse.REQUIRED), ASK)
    assert calls(events) == [("weather", {"city": "Paris"})]


@pytest.mark.parametrize("name", ["weather", "weather_of_day", "add"])
def test_the_named_tool_is_called_with_arguments_of_its_schema(bench: Bench, name: str) -> None:
    events = reply(bench, ToolChoice(ToolUse.REQUIRED, name, single=True), temperature=1.0, seed=3)
    [(called, arguments)] = calls(events)
    assert called == name
    schema = next(it for it in map(json.loads, TOOLS) if it["function"]["name"] == name)
    assert list(arguments) == list(schema["function"]["parameters"]["properties"])
    if name == "weather_of_day":
        assert arguments["day"] in ("monday", "friday")
    if name == "add":
        assert isinstance(arguments["a"], int) and isinstance(arguments["b"], int | float)


def test_a_model_that_reasons_calls_after_its_reasoning(bench: Bench) -> None:
    events = reply(bench, ToolChoice(ToolUse.REQUIRED, "weather"), thinking=True)
    assert text(events, Channel.REASONING)
    assert [name for name, _ in calls(events)] == ["weather"]


def test_with_none_the_prompt_is_the_same_and_nothing_is_called(bench: Bench) -> None:
    free = reply(bench, ToolChoice(), ASK)
    assert calls(free)
    barred = reply(bench, ToolChoice(ToolUse.NONE), ASK)
    assert not calls(barred) and text(barred)
    end = barred[-1]
    assert isinstance(end, Finished) and end.reason is FinishReason.STOP
    # The last token is always processed, for its logits.
    assert end.usage.cached >= free[-1].usage.prompt - 1


def test_a_single_call_ends_the_reply(bench: Bench) -> None:
    twice = (
        tool("add", a={"type": "integer"}),
        tool("calculator", expression=TEXT),
    )
    asked = (ChatMessage("user", "Call a tool for 3 + 4 and then a tool for 5 + 6."),)
    events = reply(bench, ToolChoice(ToolUse.REQUIRED, single=True), asked, twice)
    assert len(calls(events)) == 1
    assert isinstance(events[-1], Finished) and isinstance(events[-3], ToolCall)


def test_what_cannot_be_required_is_refused_with_a_sentence(bench: Bench) -> None:
    [failed] = [it for it in reply(bench, ToolChoice(ToolUse.REQUIRED, "fly")) if _fails(it)]
    assert "fly" in failed.message and not failed.fault
    [failed] = [it for it in reply(bench, ToolChoice(ToolUse.REQUIRED), tools=()) if _fails(it)]
    assert "no tool is offered" in failed.message


def test_a_count_is_refused_where_the_call_cannot_be_required(bench: Bench) -> None:
    asked = Generate(1, str(DOT), HELLO, tools=TOOLS, tool_choice=ToolChoice(ToolUse.REQUIRED))
    for request in (
        replace(asked, tools=()),
        replace(asked, tool_choice=ToolChoice(ToolUse.REQUIRED, "fly")),
    ):
        [refused] = [
            it for it in reply(bench, request.tool_choice, tools=request.tools) if _fails(it)
        ]
        counted = bench.run(Count(1, request, always=True))
        assert [it.message for it in counted if isinstance(it, Failed)] == [refused.message]
    assert isinstance(bench.run(Count(1, asked, always=True))[-1], Counted)


def _fails(event: Any) -> bool:
    return isinstance(event, Failed)


def test_a_schema_that_no_grammar_takes_is_left_to_the_client(bench: Bench) -> None:
    odd = tool("weather", city={"type": "string", "pattern": "(?<name>a)\\k<name>"})
    events = reply(bench, ToolChoice(ToolUse.REQUIRED, "weather"), ASK, (odd,))
    assert [name for name, _ in calls(events)] == ["weather"]
    # The other tools keep theirs.
    tools = (odd, tool("calculator", expression={"enum": ["1 + 1"]}))
    sums = (ChatMessage("user", "What is 3 + 4?"),)
    events = reply(bench, ToolChoice(ToolUse.REQUIRED), sums, tools)
    assert calls(events) == [("calculator", {"expression": "1 + 1"})]


def test_a_name_with_quotes_is_called(bench: Bench) -> None:
    odd = 'say "hi" \\ ü'
    events = reply(bench, ToolChoice(ToolUse.REQUIRED), ASK, (tool(odd, city=TEXT),))
    assert calls(events) == [(odd, {"city": "Paris"})]


# Templates as families write them, each with what their calls begin and end with.
TEMPLATES = {
    "qwen3_coder": (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}"
        "{% for c in m.tool_calls or [] %}<tool_call>\n<function={{ c.function.name }}>\n"
        "{% for k, v in c.function.arguments.items() %}<parameter={{ k }}>\n{{ v }}\n</parameter>\n"
        "{% endfor %}</function>\n</tool_call>{% endfor %}<|im_end|>\n{% endfor %}"
        "<|im_start|>assistant\n",
        CallSyntax(("<tool_call>", "\n<function="), (">\n",), json=False),
    ),
    "mistral": (
        "{% for m in messages %}{% if m.role == 'user' %}[INST]{{ m.content }}[/INST]{% else %}"
        "{{ m.content }}{% for c in m.tool_calls or [] %}[TOOL_CALLS]{{ c.function.name }}[ARGS]"
        "{{ c.function.arguments | tojson }}{% endfor %}<|im_end|>{% endif %}{% endfor %}",
        CallSyntax(("[TOOL_CALLS]",), ("[ARGS]",)),
    ),
    "llama": (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}"
        "{% for c in m.tool_calls or [] %}"
        '{"name": "{{ c.function.name }}", "parameters": {{ c.function.arguments | tojson }}}'
        "{% endfor %}<|im_end|>{% endfor %}<|im_start|>assistant\n",
        CallSyntax(('{"name": "',), ('", "parameters": ',), ("}",)),
    ),
    "kimi": (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}"
        "{% if m.tool_calls %}<|tool_calls_section_begin|>{% for c in m.tool_calls %}"
        "<|tool_call_begin|>{{ c.id }}<|tool_call_argument_begin|>"
        "{{ c.function.arguments | tojson }}<|tool_call_end|>{% endfor %}"
        "<|tool_calls_section_end|>{% endif %}<|im_end|>{% endfor %}<|im_start|>assistant\n",
        CallSyntax(
            ("<|tool_calls_section_begin|><|tool_call_begin|>functions.",),
            (":0<|tool_call_argument_begin|>",),
            ("<|tool_call_end|><|tool_calls_section_end|>",),
        ),
    ),
}


def spelled(syntax: CallSyntax, model: LoadedModel) -> CallSyntax:
    """Return the syntax with markers by their text: Dot has only some of them as tokens."""

    def joined(parts: tuple[Any, ...]) -> tuple[str, ...]:
        texts = (it if isinstance(it, str) else model.tokenizer.decode([it]) for it in parts)
        made = "".join(texts)
        return (made,) if made else ()

    parts = (joined(it) for it in (syntax.before, syntax.between, syntax.after))
    return CallSyntax(*parts, json=syntax.json)


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_syntax_of_calls_is_learned_from_the_template(
    dot: LoadedModel, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    template, expected = TEMPLATES[name]
    monkeypatch.setattr(dot.tokenizer._tokenizer, "chat_template", template)
    assert name in FORMATS
    found = learned_calls(name, dot)
    assert found is not None
    assert spelled(found, dot) == spelled(expected, dot)
    matcher = compile_call(TOOLS, "add", found, dot.tokenizer)
    wrong, right = (dot.tokenizer.encode(it, add_special_tokens=False) for it in ("Hi", "add"))
    assert not matcher.try_consume_tokens(wrong) and right


def test_a_template_without_calls_teaches_no_syntax(
    dot: LoadedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:"
    monkeypatch.setattr(dot.tokenizer._tokenizer, "chat_template", plain)
    assert learned_calls("hermes", dot) is None


def test_a_number_has_no_more_digits_than_its_bound(bench: Bench) -> None:
    events = reply(bench, ToolChoice(ToolUse.REQUIRED, "add", single=True))
    [(_, arguments)] = calls(events)
    assert all(len(str(value)) <= MAX_DIGITS + 4 for value in arguments.values())
    run = NumberRun()
    run.add(b'{"phone": "' + b"0" * 99)
    assert run.digits == 0
    run.add(b'\\"1", "a": 12')
    assert run.digits == 2
    name = NumberRun()
    name.add(b"<function=base64")
    assert name.digits == 0, "a name is no number"


def test_a_call_of_no_offered_tool_cannot_be_compiled(dot: LoadedModel) -> None:
    with pytest.raises(Refused, match="not offered"):
        compile_call(TOOLS, "fly", CallSyntax((), ()), dot.tokenizer)


def test_a_worker_process_learns_the_same_syntax(
    bench: Bench, dot: LoadedModel, tmp_path: Path
) -> None:
    folder = in_float32(DOT, tmp_path / "dot")
    choice = ToolChoice(ToolUse.REQUIRED, "weather")
    sampling = SamplingParams(max_tokens=60)
    events = bench.run(Generate(2, str(folder), ASK, sampling, TOOLS, tool_choice=choice))
    assert calls(events) == [("weather", {"city": "Paris"})], events[-1]
