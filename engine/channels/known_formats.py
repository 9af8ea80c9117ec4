"""The table of formats: how model families mark reasoning, answer and tool calls."""

from dataclasses import replace

import regex

from engine.channels.format import Block, Format
from engine.channels.tool_calls import growing, marked, python_calls, written
from engine.channels.tool_calls.gemma import gemma_bracket_calls, gemma_calls
from engine.channels.tool_calls.tool_schema import Parser

_KEYS = r'\s*"(?:name|type|function|parameters|arguments|id|tool_name)"'
_PYTHON_CALL = regex.compile(r"\s*(?P<name>[\w.-]+)\(")


def _tags(name: str, parse: Parser = marked.tool_call_calls) -> Block:
    cuttable = parse in (marked.glm_calls, marked.longcat_calls, marked.invoke_calls)
    return Block(f"<{name}>", (f"</{name}>",), parse, must_close=cuttable)


def _text(*blocks: Block) -> frozenset[str]:
    return frozenset(marker for block in blocks for marker in (block.open, *block.close))


# Reasoning
_THINK = ("<think>", "</think>")
_GRANITE_THINK = (
    _THINK,
    ("Here is my thought process:", "Here is my response:"),
    ("Here's my thought process:", "Here's my response:"),
)

# Around the answer
_RESPONSE = ("<response>", "</response>")
_ANSWER = ("<answer>", "</answer>")

# Calls between markers
_TOOL_CALL = _tags("tool_call")
_TOOL_CALLS = replace(
    _tags("tool_calls", marked.listed_calls), inner=frozenset(("<tool_call>", "</tool_call>"))
)
_MINIMAX = _tags("minimax:tool_call", marked.invoke_calls)
_DSML = tuple(
    Block(f"<｜DSML｜{name}>", (f"</｜DSML｜{name}>",), marked.invoke_calls, must_close=True)
    for name in ("function_calls", "tool_calls")
)
_GLM = _tags("tool_call", marked.glm_calls)
_LONGCAT = _tags("longcat_tool_call", marked.longcat_calls)
_SEED = _tags("seed:tool_call", marked.xml_calls)
_OLMO = _tags("function_calls", python_calls.python_calls)
_NEMOTRON = Block("<TOOLCALL>", ("</TOOLCALL>",))
_GRANITE = Block("<|tool_call|>", ("<|/tool_call|>",))
_ACTION = Block("<|START_ACTION|>", ("<|END_ACTION|>",))
_PLUGIN = Block("<|action_start|>", ("<|action_end|>",), written.plugin_calls)
_APERTUS = Block("<|tools_prefix|>", ("<|tools_suffix|>",), written.keyed_calls,
                 head=growing.KEYED_HEAD)  # fmt: skip
_PYTHON_TAG = Block("<|python_tag|>", (), written.python_tag_calls)
_PYTHON_START = Block("<|python_start|>", ("<|python_end|>",), python_calls.python_calls)
_MISTRAL = Block("[TOOL_CALLS]", (), written.named_calls, head=growing.MISTRAL_HEAD)
# If the markers are tokens, the calls of a section end one by one.
_KIMI = (
    Block("<|tool_calls_section_begin|>", ("<|tool_calls_section_end|>",), marked.kimi_calls,
          head=growing.KIMI_HEAD),
    Block("<|tool_call_begin|>", ("<|tool_call_end|>", "<|tool_calls_section_end|>"),
          marked.kimi_calls, head=growing.KIMI_HEAD),
)  # fmt: skip
_DEEPSEEK = (
    Block("<｜tool▁calls▁begin｜>", ("<｜tool▁calls▁end｜>",), written.deepseek_calls,
          head=growing.DEEPSEEK_HEAD),
    Block("<｜tool▁call▁begin｜>", ("<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>"),
          written.deepseek_calls, head=growing.DEEPSEEK_HEAD),
)  # fmt: skip
_STEP = Block("<｜tool_calls_begin｜>", ("<｜tool_calls_end｜>",), marked.invoke_calls,
              must_close=True)  # fmt: skip
_GEMMA = Block("<|tool_call>", ("<tool_call|>",), gemma_calls)
_FUNCTION_GEMMA = Block("<start_function_call>", ("<end_function_call>",), marked.function_gemma)

# Calls as plain text
_XML = Block("<function=", ("</function>",), marked.xml_calls,
             regex.compile(r"\s*(?P<name>[\w.-]+)\s*>"))  # fmt: skip
_OBJECT = Block("{", (), written.json_calls, regex.compile(_KEYS), first=True)
_LIST = Block("[", (), written.json_calls, regex.compile(r"\s*\{" + _KEYS), first=True)
_FENCED = Block("```json", (), written.json_calls,
                regex.compile(r"\s*(?:\[\s*)?\{" + _KEYS), first=True)  # fmt: skip
_PYTHON = Block("[", (), python_calls.python_calls, _PYTHON_CALL, balanced=True)
_FUNCTOOLS = Block("functools[", (), written.functools_calls, regex.compile(r"\s*\{"), first=True)
_BRACKETS = (
    Block("[Calling tool", (), written.bracket_calls, regex.compile(r"s?\s*[:=]"), balanced=True),
    Block("[", (), written.bracket_calls, regex.compile(r"(?P<name>[\w.-]+)\(\s*\{"),
          balanced=True),
)  # fmt: skip
_GEMMA_TEXT = Block("call:", (), gemma_calls, regex.compile(r"(?P<name>[\w.-]+)\{"),
                    balanced=True)  # fmt: skip
_GEMMA_BRACKET = replace(_BRACKETS[0], parse=gemma_bracket_calls)


def _row(
    name: str, *tools: Block, think: tuple[tuple[str, str], ...] = (_THINK,), text=frozenset()
) -> Format:
    return Format(name, think, tools, text)


def _hidden(row: Format, *names: str) -> Format:
    return replace(row, hidden=frozenset(names))


_ROWS = (
    _row("plain", think=()),
    _row("think"),
    _row("hermes", _TOOL_CALL, _XML, _BRACKETS[0]),
    _row("qwen3_coder", _TOOL_CALL, _XML),
    _row("glm", _GLM, text=_text(_GLM)),
    _row("minimax", _MINIMAX, text=_text(_MINIMAX)),
    _row("mistral", _MISTRAL, think=(("[THINK]", "[/THINK]"), _THINK)),
    _row("seed", _SEED, think=(("<seed:think>", "</seed:think>"),), text=_text(_SEED)),
    _row("kimi", *_KIMI, think=(_THINK, ("◁think▷", "◁/think▷"))),
    _row("longcat", _LONGCAT, think=(("<longcat_think>", "</longcat_think>"),)),
    _hidden(_row("cohere", _ACTION, think=(("<|START_THINKING|>", "<|END_THINKING|>"),)),
            "<|START_TEXT|>", "<|END_TEXT|>", "<|START_RESPONSE|>", "<|END_RESPONSE|>"),
    _row("pythonic", Block("<|tool_call_start|>", ("<|tool_call_end|>",),
                           python_calls.python_calls), _PYTHON_START, _PYTHON),
    _row("deepseek", *_DEEPSEEK),
    _row("deepseek_dsml", *_DSML, text=_text(*_DSML)),
    _row("llama", _PYTHON_TAG, _PYTHON_START, _OBJECT, _XML),
    _hidden(_row("granite", _GRANITE, _TOOL_CALL, think=_GRANITE_THINK,
                 text=_text(_GRANITE, _TOOL_CALL).union(*_GRANITE_THINK[1:], _RESPONSE)),
            *_RESPONSE),
    _row("phi4_mini", _GRANITE, _FUNCTOOLS),
    replace(_row("functionary", _PYTHON_TAG, _XML, _LIST), recipients=True),
    _row("xlam", _LIST, _OBJECT, _FENCED, _TOOL_CALL, _MISTRAL,
         text=_text(_TOOL_CALL, _MISTRAL)),
    _row("nemotron", _NEMOTRON, _TOOL_CALL, _XML, text=_text(_NEMOTRON)),
    _row("bracket", *_BRACKETS),
    _hidden(_row("hunyuan", _TOOL_CALLS, text=_text(_TOOL_CALLS).union(_ANSWER)), *_ANSWER),
    _row("jamba", _TOOL_CALLS, text=_text(_TOOL_CALLS)),
    _hidden(_row("ernie", _TOOL_CALL, text=frozenset(_RESPONSE)), *_RESPONSE),
    _row("internlm", _PLUGIN),
    _row("apertus", _APERTUS, think=(("<|inner_prefix|>", "<|inner_suffix|>"),)),
    _row("olmo", _OLMO, text=_text(_OLMO)),
    _row("step3", _STEP),
    _row("function_gemma", _FUNCTION_GEMMA, think=()),
    _hidden(Format("gemma4", (), (_GEMMA, _GEMMA_TEXT, _GEMMA_BRACKET), headers="gemma"),
            "<|turn>", "<turn|>", "<|tool_response>", "<tool_response|>", "<|tool>", "<tool|>",
            "<eos>"),
    Format("harmony", headers="harmony"),
)  # fmt: skip

FORMATS: dict[str, Format] = {row.name: row for row in _ROWS}
# Other names of the same formats.
_ALIASES = {
    "hermes": ("qwen", "qwen3", "qwen2", "json", "json_tools", "exaone", "smollm3"),
    "think": ("deepseek_r1", "phi4"),
    "qwen3_coder": ("qwen3coder", "qwen3_5", "step3p5", "nemotron3"),
    "glm": ("glm4", "glm45", "glm47", "glm4_moe"),
    "minimax": ("minimax_m2",),
    "seed": ("seed_oss",),
    "kimi": ("kimi_k2",),
    "cohere": ("cohere2", "command"),
    "pythonic": ("lfm", "lfm2", "llama4_pythonic"),
    "deepseek": ("deepseek_v3", "deepseek_v31"),
    "deepseek_dsml": ("deepseek_v32", "deepseek_v4"),
    "llama": ("llama3", "llama3_json", "llama4"),
    "functionary": ("functionary_v2", "functionary_v3"),
    "jamba": ("minimax_m1",),
    "olmo": ("olmo3",),
    "harmony": ("gpt_oss",),
}
FORMATS.update({other: FORMATS[name] for name, others in _ALIASES.items() for other in others})
