"""Which format a model writes, by the markers that its vocabulary and chat template have."""

from dataclasses import replace

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.format import Block, Format
from engine.channels.known_formats import FORMATS
from engine.channels.tool_calls import marked

__all__ = ["FORMATS", "Format", "format_for", "template_of"]

# A marker that only one format has, in this order.
_IN_VOCABULARY = (
    ("<|message|>", "harmony"), ("<|channel>", "gemma4"), ("｜DSML｜", "deepseek_dsml"),
    ("<|recipient|>", "functionary"), ("<start_function_call>", "function_gemma"),
    ("<|START_THINKING|>", "cohere"), ("<|START_ACTION|>", "cohere"),
    ("<|tool_calls_section_begin|>", "kimi"), ("◁think▷", "kimi"),
    ("<longcat_think>", "longcat"), ("<longcat_tool_call>", "longcat"), ("<seed:think>", "seed"),
    ("<minimax:tool_call>", "minimax"), ("<|tool_call_start|>", "pythonic"),
    ("<｜tool_calls_begin｜>", "step3"), ("<|tools_prefix|>", "apertus"),
    ("<|action_start|>", "internlm"), ("[TOOL_CALLS]", "mistral"), ("[THINK]", "mistral"),
    ("<|/tool_call|>", "phi4_mini"), ("<|tool_call|>", "granite"),
)  # fmt: skip
# Of these the template must speak, as models distilled from others keep tokens that they never use.
_IN_TEMPLATE = (
    ("｜DSML｜", "deepseek_dsml"), ("<｜tool▁calls▁begin｜>", "deepseek"),
    ("<minimax:tool_call>", "minimax"), ("<longcat_tool_call>", "longcat"),
    ("<seed:tool_call>", "seed"), ("<arg_key>", "glm"), ("<TOOLCALL>", "nemotron"),
    ("<parameter=", "qwen3_coder"), ("<function_calls>", "olmo"), ("<tool_sep>", "hunyuan"),
    ("<answer>\\n", "hunyuan"), ("<response>", "ernie"), ("<tool_calls>", "jamba"),
    ("<tool_call>", "hermes"), (">>>${recipient}", "functionary"), ("functools[", "phi4_mini"),
    ("<|python_start|>", "llama"), ("<|python_tag|>", "llama"), ("[Calling tool", "bracket"),
    ("<function=", "llama"),
    ("Here is my thought process:", "granite"), ("<think>", "think"),
)  # fmt: skip
_UNSPOKEN = (
    ("<｜tool▁calls▁begin｜>", "deepseek"), ("<tool_call>", "hermes"), ("<|python_tag|>", "llama"),
)  # fmt: skip


def format_for(tokenizer: TokenizerWrapper, family: str = "") -> Format:
    """The format of a model, by its vocabulary and chat template, or just `family`, one of FORMATS.

    Where the libraries know a pair of markers or a parser of a model that no row names, theirs are
    taken. Raises KeyError for a family that is none.
    """
    found = FORMATS[family] if family else _with_theirs(FORMATS[_family(tokenizer)], tokenizer)
    return found.bound(tokenizer)


def _with_theirs(found: Format, tokenizer: TokenizerWrapper) -> Format:
    if found.headers or found.recipients:
        return found
    start, end = tokenizer.think_start, tokenizer.think_end
    if start and end:
        found = replace(found, think=tuple(dict.fromkeys((*found.think, (start, end)))))
    opener, parse = tokenizer.tool_call_start, tokenizer.tool_parser
    if not found.tools and opener and parse is not None:
        close = (tokenizer.tool_call_end,) if tokenizer.tool_call_end else ()
        found = replace(found, tools=(Block(opener, close, marked.library(parse)),))
    return found


def template_of(tokenizer: TokenizerWrapper) -> str:
    """The text of the chat template; "" where it is none, or a program."""
    return str(getattr(tokenizer, "chat_template", None) or "")


def _family(tokenizer: TokenizerWrapper) -> str:
    vocabulary = tokenizer.get_vocab()
    template = template_of(tokenizer)
    for marker, name in _IN_VOCABULARY:
        if marker in vocabulary:
            return name
    for marker, name in _IN_TEMPLATE:
        if marker in template:
            return name
    for marker, name in _UNSPOKEN:
        if marker in vocabulary:
            return name
    return "plain"
