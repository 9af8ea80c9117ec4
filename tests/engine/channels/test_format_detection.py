"""The format of each family is detected by its real special tokens and chat template, and a reply
of each is split into channels."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from mlx_lm.tokenizer_utils import BPEStreamingDetokenizer, TokenizerWrapper
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from engine.channels.detection import format_for
from engine.channels.known_formats import FORMATS
from engine.channels.markers import markers
from engine.channels.token_router import TokenRouter, start_channel
from engine.messages import Channel
from tests.engine.channels.vectors_io import TOOLS

WEATHER = {"name": "get_weather", "arguments": {"city": "Tokyo"}}
OBJECT = '{"name": "get_weather", "arguments": {"city": "Tokyo"}}'
XML = "<function=get_weather>\n<parameter=city>\nTokyo\n</parameter>\n</function>"
CHATML = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
QWEN = ("<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>")
DEEPSEEK = ("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", "<｜User｜>", "<｜Assistant｜>")


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


KIMI = words(
    "<|tool_calls_section_begin|> <|tool_calls_section_end|> <|tool_call_begin|> <|tool_call_end|> "
    "<|tool_call_argument_begin|>"
)


@dataclass(frozen=True)
class Family:
    """`special` and `plain` tokens of its tokenizer, a part of its chat template, and a reply that
    thinks "why", says "Hello" and calls for the weather, as far as the family can."""

    name: str
    row: str
    special: tuple[str, ...]
    plain: tuple[str, ...]
    template: str
    reply: str
    reasoning: str = "why"


FAMILIES = [
    Family("Gemma 4", "gemma4",
           words('<pad> <eos> <bos> <|turn> <turn|> <|channel> <channel|> <|tool_call> '
                 '<tool_call|> <|tool> <tool|> <|tool_response> <tool_response|> <|"|>'),
           (), "<|channel>thought",
           '<|channel>thought\nwhy<channel|>Hello<|tool_call>call:get_weather{city:<|"|>Tokyo'
           '<|"|>}<tool_call|><turn|>'),
    Family("gpt-oss", "harmony",
           words("<|startoftext|> <|endoftext|> <|return|> <|constrain|> <|channel|> <|start|> "
                 "<|end|> <|message|> <|call|>"), (), "<|start|>assistant",
           "<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>commentary"
           "<|message|>Hello<|end|><|start|>assistant<|channel|>commentary to=functions."
           'get_weather <|constrain|>json<|message|>{"city": "Tokyo"}<|call|>'),
    Family("Magistral", "mistral",
           words("<s> </s> [INST] [/INST] [AVAILABLE_TOOLS] [/AVAILABLE_TOOLS] [TOOL_RESULTS] "
                 "[/TOOL_RESULTS] [TOOL_CALLS] [CALL_ID] [ARGS] [THINK] [/THINK]"), (),
           "[INST]", '[THINK]why[/THINK]Hello[TOOL_CALLS]get_weather[ARGS]{"city": "Tokyo"}</s>'),
    Family("Qwen3", "hermes", CHATML, QWEN, '<tool_call>\n{"name": <function-name>',
           f"<think>\nwhy\n</think>\n\nHello\n<tool_call>\n{OBJECT}\n</tool_call><|im_end|>"),
    Family("Qwen3-Coder", "qwen3_coder", CHATML, QWEN, "<function=example>\n<parameter=example>",
           f"<think>\nwhy\n</think>\n\nHello\n<tool_call>\n{XML}\n</tool_call><|im_end|>"),
    Family("GLM-4.5", "glm", words("<|endoftext|> [gMASK] <sop> <|system|> <|user|> <|assistant|> "
                                   "<|observation|>"),
           (*QWEN, "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"),
           "<tool_call>{function-name}\n<arg_key>{arg-key-1}</arg_key>",
           "<think>why</think>\nHello\n<tool_call>get_weather\n<arg_key>city</arg_key>\n"
           "<arg_value>Tokyo</arg_value>\n</tool_call><|observation|>"),
    Family("MiniMax-M2", "minimax", ("]~!b[", "]~b]", "[e~["),
           ("<think>", "</think>", "<minimax:tool_call>", "</minimax:tool_call>"),
           "<minimax:tool_call>", '<think>why</think>\n\nHello\n<minimax:tool_call>\n<invoke name="'
           'get_weather">\n<parameter name="city">Tokyo</parameter>\n</invoke>\n'
           "</minimax:tool_call>[e~["),
    Family("Kimi-K2-Thinking", "kimi", ("[BOS]", "[EOS]", "<|im_end|>", "<|im_user|>",
                                        *KIMI), ("<think>", "</think>"), "<|im_end|>",
           "<think>why</think>Hello<|tool_calls_section_begin|><|tool_call_begin|>functions."
           'get_weather:0<|tool_call_argument_begin|>{"city": "Tokyo"}<|tool_call_end|>'
           "<|tool_calls_section_end|><|im_end|>"),
    Family("Seed-OSS", "seed", ("<seed:bos>", "<seed:eos>", "<seed:pad>", "<seed:think>",
                                "</seed:think>", "<seed:tool_call>", "</seed:tool_call>"), (),
           "<seed:tool_call>\n<function=example>\n<parameter=example>",
           f"<seed:think>why</seed:think>Hello\n<seed:tool_call>\n{XML}\n</seed:tool_call>"
           "<seed:eos>"),
    Family("LongCat", "longcat", ("<longcat_s>", "</longcat_s>"),
           words("<longcat_think> </longcat_think> <longcat_tool_call> </longcat_tool_call> "
                 "<longcat_arg_key> </longcat_arg_key> <longcat_arg_value> </longcat_arg_value>"),
           "<longcat_tool_call>",
           "<longcat_think>why</longcat_think>Hello<longcat_tool_call>get_weather\n"
           "<longcat_arg_key>city</longcat_arg_key>\n<longcat_arg_value>Tokyo"
           "</longcat_arg_value>\n</longcat_tool_call>"),
    Family("Command A", "cohere",
           words("<BOS_TOKEN> <|START_OF_TURN_TOKEN|> <|END_OF_TURN_TOKEN|> <|START_THINKING|> "
                 "<|END_THINKING|> <|START_RESPONSE|> <|END_RESPONSE|> <|START_ACTION|> "
                 "<|END_ACTION|>"), (), "<|START_ACTION|>",
           "<|START_THINKING|>why<|END_THINKING|><|START_RESPONSE|>Hello<|END_RESPONSE|>"
           '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": '
           '{"city": "Tokyo"}}]<|END_ACTION|><|END_OF_TURN_TOKEN|>'),
    Family("Llama 3.1", "llama", words("<|begin_of_text|> <|end_of_text|> <|start_header_id|> "
                                       "<|end_header_id|> <|eom_id|> <|eot_id|> <|python_tag|>"),
           (), '{{- "<|python_tag|>" }}',
           f"Hello<|python_tag|>{OBJECT}<|eom_id|>", reasoning=""),
    Family("DeepSeek V3.1", "deepseek", DEEPSEEK,
           words("<think> </think> <｜tool▁calls▁begin｜> <｜tool▁calls▁end｜> "
                 "<｜tool▁call▁begin｜> <｜tool▁call▁end｜> <｜tool▁sep｜>"),
           "<｜tool▁calls▁begin｜>",
           "<think>why</think>Hello<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather"
           '<｜tool▁sep｜>{"city": "Tokyo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>'
           "<｜end▁of▁sentence｜>"),
    Family("DeepSeek V3.2", "deepseek_dsml", (*DEEPSEEK, "｜DSML｜"), ("<think>", "</think>"), "",
           "<think>why</think>Hello\n\n<｜DSML｜function_calls>\n<｜DSML｜invoke name=\""
           'get_weather">\n<｜DSML｜parameter name="city" string="true">Tokyo</｜DSML｜parameter>\n'
           "</｜DSML｜invoke>\n</｜DSML｜function_calls><｜end▁of▁sentence｜>"),
    Family("Granite 3.3", "granite", ("<|end_of_text|>", "<|start_of_role|>", "<|end_of_role|>",
                                      "<|tool_call|>"), (), "<response>",
           f"<think>why</think><response>Hello</response><|tool_call|>[{OBJECT}]<|end_of_text|>"),
    Family("Granite 4", "hermes", ("<|end_of_text|>", "<|start_of_role|>", "<|end_of_role|>"),
           ("<tool_call>", "</tool_call>"), "<tool_call>",
           f"Hello\n<tool_call>\n{OBJECT}\n</tool_call><|end_of_text|>", reasoning=""),
    Family("LFM2", "pythonic", (*CHATML, "<|startoftext|>", "<|tool_list_start|>",
                                "<|tool_list_end|>", "<|tool_call_start|>", "<|tool_call_end|>"),
           ("<think>", "</think>"), "<|tool_list_start|>",
           '<think>why</think>Hello<|tool_call_start|>[get_weather(city="Tokyo")]'
           "<|tool_call_end|><|im_end|>"),
    Family("Phi-4-mini", "phi4_mini", ("<|end|>", "<|tool|>", "<|/tool|>", "<|tool_call|>",
                                       "<|/tool_call|>"), (), "<|tool|>",
           f"Hello<|tool_call|>[{OBJECT}]<|/tool_call|><|end|>", reasoning=""),
    Family("Functionary 3.2", "functionary", ("<|begin_of_text|>", "<|eot_id|>", "<|python_tag|>"),
           (">>>",), ">>>${recipient}", 'all\nHello>>>get_weather\n{"city": "Tokyo"}<|eot_id|>',
           reasoning=""),
    Family("Functionary 2", "functionary", ("<|from|>", "<|recipient|>", "<|content|>",
                                            "<|stop|>"), (), "",
           "all\n<|content|>Hello\n<|from|>assistant\n<|recipient|>get_weather\n<|content|>"
           '{"city": "Tokyo"}<|stop|>', reasoning=""),
    Family("Nemotron Nano 2", "nemotron", ("<s>", "</s>"), ("<think>", "</think>"), "<TOOLCALL>",
           f"<think>\nwhy\n</think>\n\nHello<TOOLCALL>[{OBJECT}]</TOOLCALL></s>"),
    Family("Hunyuan", "hunyuan", ("<|startoftext|>", "<|eos|>"), (), "<tool_calls> <answer>\\n",
           f"<think>\nwhy\n</think>\n<answer>\nHello\n</answer><tool_calls>[{OBJECT}]</tool_calls>"
           "<|eos|>"),
    Family("Apertus", "apertus", ("<s>", "<|assistant_end|>", "<|inner_prefix|>",
                                  "<|inner_suffix|>", "<|tools_prefix|>", "<|tools_suffix|>"), (),
           "", '<|inner_prefix|>why<|inner_suffix|>Hello<|tools_prefix|>[{"get_weather": {"city": '
               '"Tokyo"}}]<|tools_suffix|><|assistant_end|>'),
    Family("Step 3", "step3", words("<｜tool_calls_begin｜> <｜tool_calls_end｜> <｜tool_sep｜> "
                                    "<｜tool_call_begin｜> <｜tool_call_end｜>"), (), "",
           "<think>why</think>Hello<｜tool_calls_begin｜>\n<｜tool_call_begin｜>function"
           '<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Tokyo'
           "</steptml:parameter></steptml:invoke><｜tool_call_end｜>\n<｜tool_calls_end｜>"),
    Family("OLMo 3", "olmo", CHATML, (), "<function_calls>",
           'Hello<function_calls>get_weather(city="Tokyo")</function_calls><|im_end|>',
           reasoning=""),
    Family("InternLM", "internlm", (*CHATML, "<|action_start|>", "<|action_end|>", "<|plugin|>"),
           (), "", "Hello<|action_start|><|plugin|>\n" + OBJECT + "<|action_end|>", reasoning=""),
    Family("a model without tools", "plain", CHATML, (), "", "Hello<|im_end|>", reasoning=""),
]  # fmt: skip


@cache
def tokenizer_of(family: Family) -> TokenizerWrapper:
    """Return a tokenizer of single bytes and the family's own tokens."""
    alphabet = {letter: at for at, letter in enumerate(pre_tokenizers.ByteLevel.alphabet())}
    inner = Tokenizer(models.BPE(vocab=alphabet, merges=[]))
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    inner.add_special_tokens([AddedToken(each, normalized=False) for each in family.special])
    inner.add_tokens([AddedToken(each, special=False, normalized=False) for each in family.plain])
    fast = PreTrainedTokenizerFast(tokenizer_object=inner)
    fast.chat_template = family.template
    detokenizer: Any = BPEStreamingDetokenizer
    return TokenizerWrapper(fast, detokenizer)


def split(family: Family, ids: list[int]) -> tuple[dict[Channel, str], list[Any]]:
    tokenizer = tokenizer_of(family)
    tools = (json.dumps(TOOLS["get_weather"]),)
    router = TokenRouter(format_for(tokenizer), tokenizer.detokenizer, Channel.CONTENT, tools)
    pieces = [piece for token in ids for piece in router.feed(token)] + router.flush()
    found = dict.fromkeys(Channel, "")
    for channel, text in pieces:
        found[channel] += text
    return found, router.tool_calls


named = pytest.mark.parametrize("family", FAMILIES, ids=[family.name for family in FAMILIES])


@named
def test_the_format_of_each_family_is_detected(family: Family) -> None:
    assert format_for(tokenizer_of(family)).name == family.row


@named
def test_a_reply_is_split_into_channels(family: Family) -> None:
    ids = tokenizer_of(family).encode(family.reply, add_special_tokens=False)
    found, calls = split(family, ids)
    calling = family.reply != "Hello<|im_end|>"
    assert found[Channel.REASONING].strip() == family.reasoning
    assert found[Channel.CONTENT].strip() == "Hello"
    assert calls == ([WEATHER] if calling else [])
    assert not any(call.written for call in calls)


@named
def test_markers_spelled_by_ordinary_tokens_stay_text(family: Family) -> None:
    tokenizer = tokenizer_of(family)
    tokens = [*family.special, *family.plain]
    text = "So: " + " ".join(tokens) + " are its tokens."
    letters = [token for letter in text for token in tokenizer.encode(letter)]
    found, calls = split(family, letters)
    assert found[Channel.CONTENT] == text
    assert not calls


@named
def test_a_prompt_that_opens_reasoning_is_recognized_by_its_marker(family: Family) -> None:
    tokenizer = tokenizer_of(family)
    fmt = format_for(tokenizer)
    found = markers(fmt, tokenizer)
    asked = tokenizer.encode("why\n", add_special_tokens=False)
    assert start_channel(tokenizer, asked, fmt) is Channel.CONTENT
    if not family.reasoning:
        return
    # The templates of some families have more markers than these excerpts.
    ends = [tokenizer.encode(it, add_special_tokens=False) for it in next(iter(fmt.think), ())]
    start, close = (found.start, found.close) if found.start else ends
    opened = [*asked, *start]
    assert start_channel(tokenizer, opened, fmt) is Channel.REASONING
    assert start_channel(tokenizer, [*opened, *close], fmt) is Channel.CONTENT
    assert start_channel(tokenizer, [*opened, *asked], fmt) is Channel.CONTENT


def test_a_format_can_be_chosen_by_name() -> None:
    tokenizer = tokenizer_of(FAMILIES[-1])
    for name, row in FORMATS.items():
        assert format_for(tokenizer, name).name == row.name
    with pytest.raises(KeyError):
        format_for(tokenizer, "nobody")
