"""Tool calls that are told while they are written: the parts add up to the call."""

import json
import random
from typing import Any

import pytest

from engine.channels.known_formats import FORMATS
from engine.channels.router import ChannelRouter
from engine.channels.tool_calls.json_prefix import JsonPrefix

SPELLED = [
    r'{"a" :1 , "b":[ ],"c" : { } }rest',
    '{"t":"line\nbreak\\n\\u00e9 \\ud83d\\ude00 \\/ \\u0001 \\"q\\" \\\\"}',
    '{"n":[1.0,-0,1E5,0.1e-3,true,false,null,12345678901234567890]}',
    '{"same":1,"same":2}',
    "{\t\r\n}",
]
REFUSED = [
    '{"a":NaN}', '{"a":1e999}', '{"a":01}', '{"a" "b"}', '{"a":"\\x"}', '{"a":"\\ud83d!     "}',
    '{"a":"\\ude00"}', '{"a":[1}', '{,}', '{"a":1,}', "[1]", '{"a":Infinity}', '{a:1}',
    '{"a":' + "[" * 200,
]  # fmt: skip


def parts(text: str, sizes: random.Random) -> list[str]:
    found, at = [], 0
    while at < len(text):
        size = sizes.choice((1, 1, 2, 5, 40))
        found.append(text[at : at + size])
        at += size
    return found


@pytest.mark.parametrize("text", SPELLED)
def test_an_object_grows_to_what_json_writes(text: str) -> None:
    value, end = json.JSONDecoder(strict=False).raw_decode(text)
    for seed in range(20):
        prefix, grown, rest = JsonPrefix(), "", ""
        for part in parts(text, random.Random(seed)):
            if prefix.whole:
                rest += part
                continue
            more, rest = prefix.feed(part)
            grown += more
        assert prefix.whole
        assert rest == text[end:]
        assert json.loads(grown) == value
        if "same" not in text:
            assert grown == json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_json_stops_growing(text: str) -> None:
    prefix, grown = JsonPrefix(), ""
    for part in text:
        grown += prefix.feed(part)[0]
    assert prefix.failed
    assert not prefix.whole
    assert prefix.feed("}") == ("", "")
    grown.encode()


def test_random_objects_grow_to_themselves() -> None:
    chance = random.Random(1)

    def value(depth: int) -> Any:
        kind = chance.randrange(7 if depth < 3 else 5)
        text = "".join(chance.choice('a"\\/\n\t\x00é😀{}[],: ') for _ in range(chance.randrange(9)))
        simple = (text, chance.randrange(-99, 99), chance.random() * 1e9, None, True)
        if kind < 5:
            return simple[kind]
        some = [value(depth + 1) for _ in range(chance.randrange(4))]
        return some if kind == 5 else {f"{text}{n}": each for n, each in enumerate(some)}

    for number in range(200):
        wanted = {"k": value(0), "z": value(0)}
        text = json.dumps(wanted, indent=number % 3 or None, ensure_ascii=bool(number % 2))
        prefix = JsonPrefix()
        grown = "".join(prefix.feed(part)[0] for part in parts(text, chance))
        assert grown == json.dumps(wanted, ensure_ascii=False)


ONE, TWO = '{"city": "Zürich", "days": [1, 2]}', '{"path": "a\\nb"}'
# By format: the text of two calls, "weather" and "write"; names in <> are tokens.
WRITTEN = {
    "hermes": [
        "<tool_call>", f'\n{{"name": "weather", "arguments": {ONE}}}\n', "</tool_call>",
        "<tool_call>", f'\n{{"name":"write","arguments":{TWO}}}\n', "</tool_call>",
    ],
    "nemotron": [
        "<TOOLCALL>", f'[{{"name": "weather", "arguments": {ONE}}}, '
        f'{{"name": "write", "arguments": {TWO}}}]', "</TOOLCALL>",
    ],
    "mistral": ["[TOOL_CALLS]", f"weather[ARGS]{ONE}", "[TOOL_CALLS]", f"write[ARGS]{TWO}"],
    "kimi": [
        "<|tool_calls_section_begin|>",
        "<|tool_call_begin|>", "functions.weather:0", "<|tool_call_argument_begin|>", ONE,
        "<|tool_call_end|>",
        "<|tool_call_begin|>", "functions.write:1", "<|tool_call_argument_begin|>", TWO,
        "<|tool_call_end|>", "<|tool_calls_section_end|>",
    ],
    "deepseek": [
        "<｜tool▁calls▁begin｜>",
        "<｜tool▁call▁begin｜>", f"function<｜tool▁sep｜>weather\n```json\n{ONE}\n```",
        "<｜tool▁call▁end｜>",
        "<｜tool▁call▁begin｜>", f"write<｜tool▁sep｜>{TWO}", "<｜tool▁call▁end｜>",
        "<｜tool▁calls▁end｜>",
    ],
    "apertus": [
        "<|tools_prefix|>", f'[{{"weather": {ONE}}}, {{"write": {TWO}}}]', "<|tools_suffix|>",
    ],
    "harmony": [
        "<|channel|>", "commentary to=functions.weather ", "<|constrain|>", "json", "<|message|>",
        ONE, "<|call|>", "<|start|>", "assistant<", "<|channel|>",
        "commentary to=functions.write", "<|message|>", TWO, "<|call|>",
    ],
}  # fmt: skip
MARKS = ("<|", "<tool", "</tool", "<TOOL", "</TOOL", "[TOOL_CALLS]", "<｜tool▁call")


@pytest.mark.parametrize("name", WRITTEN)
def test_the_calls_of_a_format_grow(name: str) -> None:
    router = ChannelRouter(FORMATS[name], tools=("weather", "write"))
    lengths: dict[Any, list[int]] = {}
    for piece in WRITTEN[name]:
        special = piece.startswith(MARKS) and "▁sep" not in piece
        size = len(piece) if special else 4
        for at in range(0, len(piece), size):
            router.feed(piece[at : at + size], special=special)
            for call in router.growing:
                lengths.setdefault(call, []).append(len(call.arguments))
    router.finish()
    told = [(it.name, it.grown) for it in router.tool_calls]
    assert [(said, grown and grown.arguments) for said, grown in told] == [
        ("weather", ONE), ("write", TWO),
    ]  # fmt: skip
    # The call came in more than one part, before it was whole.
    assert all(len(set(it)) > 2 for it in lengths.values())


def test_a_name_that_follows_the_arguments_is_told_at_the_end() -> None:
    router = ChannelRouter(FORMATS["hermes"], tools=("write",))
    router.feed("<tool_call>", special=True)
    router.feed(f'{{"arguments": {TWO}, "name": "write"}}')
    assert router.growing == []
    router.feed("</tool_call>", special=True)
    [call] = router.tool_calls
    assert call.grown is None
    assert call.arguments == json.loads(TWO)


def test_a_call_grows_out_of_a_long_piece() -> None:
    arguments = json.dumps({"text": "y" * 3000})
    router = ChannelRouter(FORMATS["mistral"], tools=("write",))
    router.feed("[TOOL_CALLS]", special=True)
    router.feed(f"write[ARGS]{arguments}")
    assert [(it.name, it.arguments, it.whole) for it in router.growing] == [
        ("write", arguments, True),
    ]  # fmt: skip


def test_what_comes_too_late_begins_no_call() -> None:
    router = ChannelRouter(FORMATS["mistral"], tools=("write",))
    router.feed("[TOOL_CALLS]", special=True)
    for piece in ("y" * 1000, "y" * 1000, "[ARGS]{}"):
        router.feed(piece)
    assert router.growing == []
