"""Tokens to channels: markers by id, partial characters, line breaks around markers."""

import random

import pytest

from engine.channels.format import Format
from engine.channels.known_formats import FORMATS
from engine.channels.router import ChannelRouter
from engine.channels.token_router import TokenRouter, start_channel
from engine.messages import Channel

R, C, T = Channel.REASONING, Channel.CONTENT, Channel.TOOL_CALL


def route(tokenizer, fmt: Format, ids: list[int], start: Channel = C) -> dict[Channel, str]:
    router = TokenRouter(fmt, tokenizer.detokenizer, start)
    pieces = [piece for token in ids for piece in router.feed(token)] + router.flush()
    assert all(text for _, text in pieces)
    found: dict[Channel, str] = {}
    for channel, text in pieces:
        found[channel] = found.get(channel, "") + text
    return found


def dot_ids(dot, text: str) -> list[int]:
    return dot.tokenizer.encode(text, add_special_tokens=False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello", {C: "Hello"}),
        ("<think>\nwhy\n</think>\n\nanswer", {R: "why", C: "answer"}),
        ("<think>\none\n\ntwo\n</think>\n\na\n\nb", {R: "one\n\ntwo", C: "a\n\nb"}),
        ("<think>never closed", {R: "never closed"}),
        ("answer</think> goes on", {C: "answer goes on"}),
        ("a < b and c <th", {C: "a < b and c <th"}),
        ("<tool_call>\n{}\n</tool_call>", {C: "{}"}),
        ('<tool_call>\n{"name": "add"}\n</tool_call>', {T: '{"name": "add"}'}),
        ("<think>a</think>b<think>c</think>d", {R: "ac", C: "bd"}),
        ("é ü 漢字 🙂!", {C: "é ü 漢字 🙂!"}),
        ("", {}),
    ],
)
def test_every_vector_is_split_as_expected(dot, text: str, expected: dict[Channel, str]) -> None:
    assert route(dot.tokenizer, dot.channels, dot_ids(dot, text)) == expected


def test_control_tokens_are_never_shown(dot) -> None:
    ids = dot_ids(dot, "<|im_start|>Hello<|vision_start|> you<|endoftext|>")
    assert route(dot.tokenizer, dot.channels, ids) == {C: "Hello you"}


def test_markers_of_several_tokens_are_found_in_any_chunking(dot) -> None:
    fmt = Format("own", (("<reason>", "</reason>"),)).as_text
    text = "<reason>\nwhy <b> not\n</reason>\nso </reaso"
    expected = {R: "why <b> not", C: "so </reaso"}
    whole = dot_ids(dot, text)
    letters = [token for letter in text for token in dot_ids(dot, letter)]
    assert route(dot.tokenizer, fmt, whole) == expected
    assert route(dot.tokenizer, fmt, letters) == expected


def test_a_label_may_follow_a_control_token(dot) -> None:
    """Gemma 4 opens its reasoning with a control token and a word."""
    names = ("<|channel>", "<channel|>")
    opener, closer = dot_ids(dot, "<|im_start|><|im_end|>")
    fmt = Format("own", headers="gemma", specials=dict(zip((opener, closer), names, strict=True)))
    ids = dot_ids(dot, "<|im_start|>thought\nwhy<|im_end|>so thought\nit is")
    assert route(dot.tokenizer, fmt, ids) == {R: "why", C: "so thought\nit is"}


def test_control_tokens_of_a_broken_call_are_not_shown(dot) -> None:
    ids = dot_ids(dot, "<tool_call>call<|vision_start|>{}</tool_call>")
    assert route(dot.tokenizer, dot.channels, ids) == {C: "call{}"}


def test_random_unicode_is_unchanged(dot) -> None:
    rng = random.Random(5)
    for _ in range(50):
        text = "".join(
            chr(
                rng.choice(
                    [
                        rng.randint(33, 126),
                        rng.randint(0x4E00, 0x9FFF),
                        rng.randint(0x1F600, 0x1F640),
                    ]
                )
            )
            for _ in range(30)
        )
        assert route(dot.tokenizer, dot.channels, dot_ids(dot, text)) == {C: text}


@pytest.mark.parametrize(
    ("prompt", "channel"),
    [
        ("<|im_start|>assistant\n", C),
        ("<|im_start|>assistant\n<think>\n", R),
        ("<|im_start|>assistant\n<think>\n\n</think>\n\n", C),
        ("<|im_start|>user\nWhat does <think> mean?<|im_end|>\n<|im_start|>assistant\n", C),
    ],
)
def test_the_prompt_decides_where_a_reply_starts(dot, prompt: str, channel: Channel) -> None:
    assert start_channel(dot.tokenizer, dot_ids(dot, prompt), dot.channels) is channel


def test_a_marker_of_another_format_opens_nothing(dot) -> None:
    ids = dot_ids(dot, "<|im_start|>assistant\n<think>\n")
    assert start_channel(dot.tokenizer, ids, FORMATS["plain"]) is C
    assert start_channel(dot.tokenizer, ids, FORMATS["harmony"]) is C


def test_tools_can_be_offered_by_name_alone() -> None:
    text = '[Calling tool: add({"a": 1})]'
    for tools in ((), ("subtract",), ("add",)):
        router = ChannelRouter(FORMATS["bracket"], tools=tools)
        router.feed(text)
        router.finish("stop")
        assert [call.name for call in router.tool_calls] == (["add"] if "add" in tools else [])
