"""Random streams over each format, and calls as each family writes them."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.channels.channel_text import Piece
from engine.channels.format import Format
from engine.channels.known_formats import FORMATS
from engine.channels.router import ChannelRouter
from engine.messages import Channel
from tests.engine.channels import vectors_io as io

R, C, T = Channel.REASONING, Channel.CONTENT, Channel.TOOL_CALL
GENERAL = ("<|im_end|>", "<pad>", "<|vision_start|>")
PIECES = ("thought\n", "analysis", " to=functions.add", "final", '{"name": "add", "arguments": {}}',
          "\n", "\n\n", "call:add{a:1}", "add", "{", "}", "[Calling tool: add({})]", "<thi", "<",
          "<function=add>", "</function>", "[add(a=1)]", "漢🙂", " ", "x")  # fmt: skip
NAMES = sorted({row.name for row in FORMATS.values()})
FINISH = st.sampled_from(["stop", "length"])


def random_streams(test: Callable[..., None]) -> Callable[..., None]:
    """Return new streams in every run; a few per format are enough."""
    return settings(max_examples=8)(given(data=st.data())(test))


def stream_parts(name: str) -> Any:
    fmt = FORMATS[name]
    specials = st.sampled_from(sorted(fmt.markers | fmt.hidden) + list(GENERAL))
    spelled = sorted(fmt.markers | set(PIECES))
    text = st.one_of(st.sampled_from(spelled), st.text(max_size=6))
    part = st.one_of(st.tuples(specials, st.just(True)), st.tuples(text, st.just(False)))
    return st.lists(part, max_size=14)


def vector(fed: list[io.Fed], *, opened: bool, finish: str) -> dict[str, Any]:
    given_ = {"segments": fed, "prompt_open_thinking": opened, "finish": finish}
    return {"input": {**given_, "tools": ["add", "get_weather"]}}


@pytest.mark.parametrize("name", NAMES)
@random_streams
def test_random_streams_of_each_format_are_routed(name: str, data: Any) -> None:
    """All properties are checked on one stream, since drawing it takes the time."""
    fed, fmt = data.draw(stream_parts(name)), FORMATS[name]
    opened, finish = data.draw(st.booleans()), data.draw(FINISH)
    cuts = data.draw(st.randoms())
    the_split_does_not_depend_on_the_chunking(fmt, fed, cuts, opened, finish)
    as_text = [(text, special and text in GENERAL) for text, special in fed]
    the_split_does_not_depend_on_the_chunking(fmt.as_text, as_text, cuts, opened, finish)
    no_special_token_is_shown(fmt, fed, opened, finish)


def the_split_does_not_depend_on_the_chunking(
    fmt: Format, fed: list[io.Fed], cuts: Random, opened: bool, finish: str
) -> None:
    case = vector(fed, opened=opened, finish=finish)
    whole = io.route_vector(fmt, io.join_ordinary(fed), case)
    assert io.route_vector(fmt, io.characters(fed), case) == whole
    assert io.route_vector(fmt, io.at_random(fed, cuts), case) == whole


def no_special_token_is_shown(fmt: Format, fed: list[io.Fed], opened: bool, finish: str) -> None:
    """Ordinary text has no angle or square brackets here, so any in the output come from a
    token."""
    bare = str.maketrans("<>[]|", "     ")
    fed = [(text if special else text.translate(bare), special) for text, special in fed]
    found = io.route_vector(fmt, fed, vector(fed, opened=opened, finish=finish))
    assert not set("<>[]|") & set(found.reasoning + found.content)


@settings(max_examples=100)
@example(text="\r", name="harmony")
@given(text=st.text(), name=st.sampled_from(NAMES))
def test_plain_text_is_unchanged(text: str, name: str) -> None:
    case = vector([(text, False)], opened=False, finish="stop")
    if not text.startswith("thought\n"):
        assert io.route_vector(FORMATS[name], [(text, False)], case).content == text


def tok(*parts: str) -> list[io.Fed]:
    """Every other part is a special token, the first is text."""
    return [(part, bool(at % 2)) for at, part in enumerate(parts) if part]


TOKYO = {"name": "get_weather", "arguments": {"city": "Tokyo"}}
OBJECT = '{"name": "get_weather", "arguments": {"city": "Tokyo"}}'
CALLS = [
    ("kimi", tok("", "<|tool_calls_section_begin|>", "", "<|tool_call_begin|>",
                 "functions.get_weather:0", "<|tool_call_argument_begin|>", '{"city": "Tokyo"}',
                 "<|tool_call_end|>", "", "<|tool_calls_section_end|>")),
    ("longcat", tok("", "<longcat_tool_call>", "get_weather\n<longcat_arg_key>city"
                    "</longcat_arg_key>\n<longcat_arg_value>Tokyo</longcat_arg_value>\n",
                    "</longcat_tool_call>")),
    ("seed", tok("", "<seed:tool_call>", "\n<function=get_weather>\n<parameter=city>Tokyo"
                 "</parameter>\n</function>\n", "</seed:tool_call>")),
    ("cohere", tok("", "<|START_ACTION|>", '[{"tool_call_id": "0", "tool_name": "get_weather", '
                   '"parameters": {"city": "Tokyo"}}]', "<|END_ACTION|>")),
    ("deepseek", tok("", "<｜tool▁calls▁begin｜>", "", "<｜tool▁call▁begin｜>", "get_weather",
                     "<｜tool▁sep｜>", '{"city": "Tokyo"}', "<｜tool▁call▁end｜>", "",
                     "<｜tool▁calls▁end｜>")),
    ("llama", tok(OBJECT.replace("arguments", "parameters"))),
    ("llama", tok("", "<|python_tag|>", OBJECT, "<|eom_id|>")),
    ("llama", tok('<function=get_weather>{"city": "Tokyo"}</function>')),
    ("functionary", tok('<function=get_weather>{"city": "Tokyo"}</function>')),
    ("granite", tok("", "<|tool_call|>", f"[{OBJECT}]")),
    ("xlam", tok(f"[{OBJECT}]")),
    ("nemotron", tok(f"<TOOLCALL>[{OBJECT}]</TOOLCALL>")),
    ("bracket", tok('[Calling tool: get_weather({"city": "Tokyo"})]')),
    ("pythonic", tok('[get_weather(city="Tokyo")]')),
    ("mistral", tok("", "[TOOL_CALLS]", f"[{OBJECT}]")),
    ("mistral", tok("", "[TOOL_CALLS]", "get_weather", "[CALL_ID]", "abc123456", "[ARGS]",
                    '{"city": "Tokyo"}')),
    ("glm", tok("", "<tool_call>", "get_weather\n<arg_key>city</arg_key>\n<arg_value>Tokyo"
                "</arg_value>\n", "</tool_call>")),
    ("qwen3_coder", tok("<function=get_weather>\n<parameter=city>\nTokyo\n</parameter>\n"
                        "</function>\n", "</tool_call>", "")),
    ("harmony", tok("", "<|start|>", "assistant to=functions.get_weather", "<|channel|>",
                    "commentary json", "<|message|>", '{"city": "Tokyo"}', "<|call|>")),
    ("harmony", tok(" to=functions.get_weather", "<|channel|>", "commentary", "<|message|>",
                    '{"city": "Tokyo"}')),
]  # fmt: skip


@pytest.mark.parametrize(("name", "fed"), CALLS)
def test_a_call_of_each_family_is_parsed(name: str, fed: list[io.Fed]) -> None:
    found = io.route_vector(FORMATS[name], fed, vector(fed, opened=False, finish="stop"))
    assert found == io.Split("", found.content, [TOKYO])
    assert not found.content.strip()


@pytest.mark.parametrize(("name", "fed"), CALLS)
def test_a_truncated_call_is_not_a_call(name: str, fed: list[io.Fed]) -> None:
    letters = list(io.characters(fed))
    body = max(at for at, (text, special) in enumerate(letters) if text in "}]>" and not special)
    for at in range(body):
        some = letters[:at]
        for finish in ("stop", "length"):
            found = io.route_vector(FORMATS[name], some, vector(some, opened=False, finish=finish))
            calls = found.tool_calls
            assert not calls or (calls == [TOKYO] and finish == "stop"), at


TAGS = "a </parameter> b </function> c </invoke> d </arg_value> e </longcat_arg_value> f"


@pytest.mark.parametrize(
    ("name", "block", "call"),
    [
        (
            "qwen3_coder",
            "tool_call",
            f"<function=write>\n<parameter=text>\n{TAGS}\n</parameter>\n<parameter=path>\na.py\n"
            "</parameter>\n</function>\n",
        ),
        (
            "minimax",
            "minimax:tool_call",
            f'<invoke name="write">\n<parameter name="text">{TAGS}</parameter>\n'
            '<parameter name="path">a.py</parameter>\n</invoke>\n',
        ),
    ],
)
def test_an_argument_can_have_the_tags_of_its_format_as_text(
    name: str, block: str, call: str
) -> None:
    fed = tok("", f"<{block}>", call * 2, f"</{block}>")
    found = io.route_vector(FORMATS[name], fed, vector(fed, opened=False, finish="stop"))
    assert found.tool_calls == 2 * [{"name": "write", "arguments": {"text": TAGS, "path": "a.py"}}]


@pytest.mark.parametrize(("name", "tag"), [("glm", ""), ("longcat", "longcat_")])
def test_an_argument_in_two_elements_can_have_their_tags_as_text(name: str, tag: str) -> None:
    call = (
        f"write\n<{tag}arg_key>text</{tag}arg_key>\n<{tag}arg_value>{TAGS}</{tag}arg_value>\n"
        f"<{tag}arg_key>path</{tag}arg_key>\n<{tag}arg_value>a.py</{tag}arg_value>\n"
    )
    fed = tok("", f"<{tag}tool_call>", call, f"</{tag}tool_call>")
    found = io.route_vector(FORMATS[name], fed, vector(fed, opened=False, finish="stop"))
    assert found.tool_calls == [{"name": "write", "arguments": {"text": TAGS, "path": "a.py"}}]


@pytest.mark.parametrize(
    ("name", "block", "call"),
    [
        (
            "minimax",
            "minimax:tool_call",
            '<invoke name="a"><parameter name="b">c</parameter></invoke>\nNow:\n' * 2,
        ),
        ("glm", "tool_call", "a\n" + "<arg_key>b</arg_key><arg_value>c</arg_value>, " * 2),
    ],
)
def test_text_between_elements_makes_no_call(name: str, block: str, call: str) -> None:
    fed = tok("", f"<{block}>", call.rstrip("Now:, \n"), f"</{block}>")
    found = io.route_vector(FORMATS[name], fed, vector(fed, opened=False, finish="stop"))
    assert not found.tool_calls


@pytest.mark.parametrize("end", ["", "</function>"])
def test_text_behind_an_argument_makes_no_call(end: str) -> None:
    call = f"<function=write>\n<parameter=text>\na\n</parameter> b{end}\n</function>"
    fed = tok("", "<tool_call>", call, "</tool_call>")
    found = io.route_vector(FORMATS["qwen3_coder"], fed, vector(fed, opened=False, finish="stop"))
    assert not found.tool_calls


def fed_to(router: ChannelRouter, fed: list[io.Fed]) -> list[Piece]:
    return [piece for text, special in fed for piece in router.feed(text, special=special)]


@pytest.mark.parametrize(("name", "fed"), CALLS)
def test_a_call_is_complete_after_a_continuation(name: str, fed: list[io.Fed]) -> None:
    """Text shown by the cut is not shown again, and the call is still read as a whole."""
    letters = list(io.characters(fed))
    for at in range(len(letters)):
        router = ChannelRouter(FORMATS[name], tools=[io.TOOLS["get_weather"]])
        shown = fed_to(router, letters[:at]) + router.cut()
        assert router.cut() == []
        shown += fed_to(router, letters[at:]) + router.finish("stop")
        assert router.tool_calls == [TOKYO], at
        if router.tool_calls[0].written:
            whole = "".join(text for _, text in shown)
            assert (
                whole.strip()
                == "".join(text for text, _ in fed).removesuffix("</tool_call>").strip()
            )


@pytest.mark.parametrize("name", NAMES)
@random_streams
def test_a_continuation_of_plain_text_loses_and_repeats_nothing(name: str, data: Any) -> None:
    text = "x" + data.draw(st.text(alphabet="<>[]{|/thinkcall:_ \n", max_size=40))
    at = data.draw(st.integers(0, len(text)))
    router = ChannelRouter(FORMATS[name])
    pieces = router.feed(text[:at]) + router.cut() + router.feed(text[at:]) + router.finish("stop")
    assert "".join(piece for _, piece in pieces) == text


OPENERS = [
    (row.name, block)
    for row in FORMATS.values()
    for block in row.tools
    if block.bare is None and FORMATS[row.name] is row
]
OPENERS = list({(name, block.open): (name, block) for name, block in OPENERS}.values())


@pytest.mark.parametrize(
    ("name", "opener"), [(name, block.open) for name, block in OPENERS], ids=lambda each: str(each)
)
def test_an_endless_block_becomes_text(name: str, opener: str) -> None:
    router = ChannelRouter(FORMATS[name], tools=[io.TOOLS["get_weather"]])
    router.feed(opener, special=True)
    pieces = [piece for _ in range(30) for piece in router.feed("y" * 50_000)]
    assert "".join(text for _, text in pieces) == "y" * 1_500_000
    assert {channel for channel, _ in pieces} == {C}
    assert router.finish("stop") == []
    assert not router.tool_calls


def test_an_endless_message_to_a_tool_becomes_text() -> None:
    router = ChannelRouter(FORMATS["harmony"])
    for text, special in tok("", "<|channel|>", "commentary to=functions.f", "<|message|>"):
        router.feed(text, special=special)
    pieces = [piece for _ in range(30) for piece in router.feed("y" * 50_000)]
    assert "".join(text for _, text in pieces) == "y" * 1_500_000
    assert not router.finish("stop")


@pytest.mark.parametrize("name", NAMES)
@random_streams
def test_markers_in_ordinary_tokens_stay_text(name: str, data: Any) -> None:
    fmt = FORMATS[name]
    spelled = sorted((fmt.markers | fmt.hidden) - fmt.text) or ["<x>"]
    words = data.draw(st.lists(st.sampled_from([*spelled, " and ", "\n"]), max_size=8))
    text = "So " + "".join(words)
    case = vector([(text, False)], opened=False, finish="stop")
    found = io.route_vector(fmt, io.characters([(text, False)]), case)
    assert found == io.Split("", text, [])


def visible_text(name: str, text: str) -> tuple[str, list[Any]]:
    """Return all that a person sees if calls written as text stay in the answer."""
    router = ChannelRouter(FORMATS[name], tools=[io.TOOLS["get_weather"], io.TOOLS["add"]])
    pieces = [piece for letter in text for piece in router.feed(letter)] + router.finish("stop")
    return "".join(piece for _, piece in pieces), router.tool_blocks


@pytest.mark.parametrize(
    ("name", "text", "calls"),
    [
        ("bracket", "Sure.\n\n[Calling tool: add({})]\n\nDone.\n", ["[Calling tool: add({})]"]),
        ("llama", f"\n{OBJECT}\n", [OBJECT]),
        ("hermes", "a <function=add>\n</function> b", ["<function=add>\n</function>"]),
        ("bracket", "[add({})][add({})]", ["[add({})]", "[add({})]"]),
        ("pythonic", "[add(a=1), add(a=2)]", ["[add(a=1), add(a=2)]"]),
        ("gemma4", "Sure.\n[Calling tool: add({})]\nDone.\n", ["[Calling tool: add({})]"]),
    ],
)
def test_a_call_written_as_text_is_shown_unchanged(name: str, text: str, calls: list[str]) -> None:
    whole, blocks = visible_text(name, text)
    assert whole == text
    assert [block[0].written for block in blocks] == calls
    assert all(call.channel is C for block in blocks for call in block)


def test_a_call_between_markers_is_not_shown_as_text() -> None:
    router = ChannelRouter(FORMATS["hermes"], tools=[io.TOOLS["get_weather"]])
    for text, special in tok("Hi\n", "<tool_call>", OBJECT, "</tool_call>", "\n"):
        router.feed(text, special=special)
    assert router.finish("stop") == []
    assert [(call.written, call.channel) for call in router.tool_calls] == [("", T)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("llama", '{"name": "Bob", "age": 5}'),
        ("llama", '{"city": "Tokyo"}'),
        ("xlam", '[{"name": "Bob", "arguments": {}}]'),
        ("pythonic", "[print(a=1)]"),
        ("bracket", "[Calling tool: nobody({})] and on"),
        ("qwen3_coder", "<function=nobody>\n</function>"),
    ],
)
def test_text_that_names_no_offered_tool_stays_text(name: str, text: str) -> None:
    case = vector([(text, False)], opened=False, finish="stop")
    assert io.route_vector(FORMATS[name], [(text, False)], case) == io.Split("", text, [])


def test_a_call_is_found_after_the_start_of_another_call() -> None:
    text = "call:call:add{a:1}"
    for pieces in ([text], list(text)):
        router = ChannelRouter(FORMATS["gemma4"], tools=[io.TOOLS["add"]])
        shown = fed_to(router, [(piece, False) for piece in pieces]) + router.finish("stop")
        assert [call.written for call in router.tool_calls] == ["call:add{a:1}"]
        assert "".join(piece for _, piece in shown) == text


def test_unknown_markers_inside_a_call_are_part_of_its_text() -> None:
    text = "add\n<|content|>x"
    for pieces in ([text], list(text)):
        router = ChannelRouter(FORMATS["functionary"].as_text, tools=[io.TOOLS["add"]])
        shown = fed_to(router, [(piece, False) for piece in pieces]) + router.finish("stop")
        assert "".join(piece for _, piece in shown) == "<|content|>x"


@pytest.mark.parametrize(
    ("name", "start", "rest"),
    [
        # A line break after the shown part of a call that turns out to be text.
        ("llama", "{", "\n'"),
        # Several characters that turn out to be no marker.
        ("functionary", "Yes >", ">> no"),
        ("mistral", "[", "TOOL_CALLS] no"),
    ],
)
def test_a_continuation_does_not_change_text_without_a_call(
    name: str, start: str, rest: str
) -> None:
    router = ChannelRouter(FORMATS[name], prompt_open=True, tools=[io.TOOLS["add"]])
    router.feed(FORMATS[name].think[0][1], special=True)
    shown = router.feed(start) + router.cut() + router.feed(rest) + router.finish("stop")
    assert "".join(piece for _, piece in shown) == start + rest


@pytest.mark.parametrize(
    ("name", "fed"),
    [
        ("pythonic", tok("[add(a={1, 2})]")),
        ("pythonic", tok("[add(a=b'x')]")),
        ("hermes", tok("", "<tool_call>", '{"name": "add", "arguments": {"a": 1e999}}',
                       "</tool_call>")),
        ("hermes", tok("", "<tool_call>", '{"name": "add", "arguments": {"a": NaN}}',
                       "</tool_call>")),
        ("hermes", tok("", "<tool_call>", '{"name": "add", "arguments": {"a": "\\ud83d"}}',
                       "</tool_call>")),
    ],
)  # fmt: skip
def test_invalid_json_arguments_are_not_a_call(name: str, fed: list[io.Fed]) -> None:
    case = vector(fed, opened=False, finish="stop")
    text = "".join(text for text, special in fed if not special)
    assert io.route_vector(FORMATS[name], fed, case) == io.Split("", text, [])
