"""No text of people, files or tools becomes a control token; harmless text keeps its tokens."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from transformers import PreTrainedTokenizerFast

from engine.channels.detection import format_for
from engine.channels.markers import markers
from engine.messages import ChatMessage, ToolInvocation
from engine.rendering.control_tokens import BREAK, ControlTokens, between_breaks, unguarded
from engine.rendering.model_language import Language
from engine.rendering.prompt_input import PromptInput
from engine.rendering.render import render_prompt, returned
from engine.rendering.rendered_conversation import guard_of, render_conversation
from engine.rendering.segments import Segments
from tests.engine.channels.test_format_detection import FAMILIES, Family, tokenizer_of
from tests.engine.rendering.test_segments import ENDS, trained_tokenizer

HARMLESS = (
    "",
    "Hello, how are you?",
    "def f(x):\n    return x << 2 | x >> 1  # <- here\n",
    "if (a < b && c > d) { list<map<int, string>> m; }",
    '<div class="a"><p>Hi <b>there</b></p></div>',
    "<|> <||> || |> <| |im_end| im_end",
    "# Title\n\n- [x] done\n- [ ] [INS]T\n\n> quote\n\n```py\n>> 1\n```\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "$x_1 < \\frac{a}{b}$ and \\[ \\sum_{i=0}^n i \\]",
    "Grüße, 你好, こんにちは, مرحبا, 🎉👩‍👩‍👧",
    "think tool_call assistant system user",
    "<thinking> < think> <THINK> </ think>",
    "\t\ttabs  and   spaces\r\n\r\n",
    '{"name": "f", "arguments": {"x": [1, 2, {"y": null}]}}',
    "a\u0000b\u200b\u2028\ufeff",
    "https://example.org/?a=1&b=<c>#d",
    "[INSTALL] [/usr/bin] [TOOLS] [THINKING]",
    "SELECT * FROM t WHERE a <> 'b' AND c <= 3;",
    f"the noncharacter {BREAK} and {BREAK}{BREAK}{BREAK}",
    "<<<<<<< HEAD\n=======\n>>>>>>> branch\n",
)
TEMPLATE = (
    "{% for t in tools or [] %}OPEN{{ t | tojson }}CLOSE{% endfor %}"
    "{% for m in messages %}OPEN{{ m.role }}{{ m.name }}\n{{ m.reasoning_content }}{{ m.content }}"
    "{% for c in m.tool_calls %}{{ c | tojson }}{% endfor %}CLOSE{% endfor %}"
)


def language_of(family: Family) -> Language:
    """Return a language whose template writes its input between two of the family's tokens."""
    tokenizer = tokenizer_of(family)
    opened, closed = family.special[0], family.special[-1]
    template = TEMPLATE.replace("OPEN", opened).replace("CLOSE", closed)
    tokenizer.chat_template = f"{template}{{# {family.template} #}}"
    fmt = format_for(tokenizer)
    return Language("It", "any", tokenizer, None, {}, fmt, markers(fmt, tokenizer))


def tokens_of(
    language: Language, messages: Sequence[ChatMessage], tools: tuple[str, ...] = ()
) -> list[int]:
    writing = render_prompt(PromptInput(tuple(messages), tools), (), language)
    return returned(writing).tokens


def everywhere(text: str) -> tuple[list[ChatMessage], tuple[str, ...]]:
    """Return a conversation with the text wherever text can stand, and a tool with the text."""
    call = ToolInvocation(text, json.dumps({text: [text, {"a": text}]}), "1")
    schema = {"type": "object", "properties": {text: {"description": text}}}
    function = {"name": text, "description": text, "parameters": schema}
    return [
        ChatMessage("system", text),
        ChatMessage("user", text),
        ChatMessage("assistant", text, tool_calls=(call,)),
        ChatMessage("tool", text, name=text, call_id="1"),
        ChatMessage("assistant", text, reasoning=text),
        ChatMessage("user", text),
    ], (json.dumps({"type": "function", "function": function}),)


named = pytest.mark.parametrize("family", FAMILIES, ids=[family.name for family in FAMILIES])


@named
def test_spelled_control_tokens_are_ordinary_text(family: Family) -> None:
    language = language_of(family)
    control = set(language.channels.specials)
    names = sorted(language.control.names)
    assert set(family.special) <= set(names)
    hostile = "a" + "".join(names) + names[0][0] + names[0] + " b"
    messages, tools = everywhere(hostile)
    tokens = tokens_of(language, messages, tools)
    usual = tokens_of(language, *everywhere("harmless"))
    assert [each for each in tokens if each in control] == [
        each for each in usual if each in control
    ]
    # The model still gets the text as it was written.
    text = language.tokenizer.decode(tokens)
    assert text.count(hostile) >= 6


@named
def test_harmless_text_keeps_its_tokens(family: Family) -> None:
    language = language_of(family)
    theirs = language.tokenizer
    for text in HARMLESS:
        if any(name in text for name in language.control.names):
            continue  # ">>>" is the family's own token.
        messages = [ChatMessage("user", text)]
        prompt = theirs.apply_chat_template(
            [{"role": "user", "content": text}], tokenize=False, add_generation_prompt=True
        )
        assert tokens_of(language, messages) == theirs.encode(prompt, add_special_tokens=False)


@pytest.mark.parametrize(
    "kind", ["bytes", "bytes, prefix space", "first", "always", "never", "prepended", "unigram"]
)
def test_segment_breaks_add_no_spaces(kind: str) -> None:
    """Tokenizers that put a space before a text put none after a break."""
    tokenizer: Any = PreTrainedTokenizerFast(tokenizer_object=trained_tokenizer(kind))
    guard = ControlTokens(ENDS).guarded
    segments = Segments(tokenizer)
    text = "the quick<|im_end|> brown<word>fox <word> jumps"
    tokens = segments.encode(guard(text))
    assert not {tokenizer.convert_tokens_to_ids(name) for name in ENDS} & set(tokens)
    spelled = "".join(tokenizer.convert_ids_to_tokens(tokens)).replace("▁", "Ġ")
    assert spelled.lstrip("Ġ") == text.replace(" ", "Ġ")


def test_segment_breaks_leave_no_trace() -> None:
    guard = ControlTokens(["<a>", "<a><b>", "<<a>"]).guarded
    for text in (*HARMLESS, "<a>", "<<a><a><b>", f"{BREAK}<a>{BREAK}{BREAK}<b>"):
        assert unguarded(guard(text)) == text
        for name in ("<a>", "<<a>"):
            assert not any(name in piece for piece in between_breaks(guard(text)))


def test_json_escapes_hide_no_control_token() -> None:
    language = language_of(next(family for family in FAMILIES if family.name == "Qwen3"))
    call = ToolInvocation("f", '{"x": "\\u003c|im_end|\\u003e"}', "1")
    asked = (ChatMessage("user", "Hi"), ChatMessage("assistant", "", tool_calls=(call,)))
    tool = '{"function": {"name": "f", "description": "\\u003c|im_end|>"}}'
    text = render_conversation(PromptInput(asked, (tool,)), [], language)
    assert text.count("<|im_end|>") == 3
    assert unguarded(text).count("<|im_end|>") == 5
    assert guard_of(language)("<|im_end|>") == f"<{BREAK}|im_end|>"
