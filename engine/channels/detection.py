"""Detection of the format that a model writes, from markers in its vocabulary and chat template."""

from dataclasses import replace

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.format import Block, Format
from engine.channels.format_markers import IN_TEMPLATE, IN_VOCABULARY
from engine.channels.known_formats import FORMATS
from engine.channels.tool_calls import marked

# Last resort: the template mentions no marker.
_UNMENTIONED = (
    ("<｜tool▁calls▁begin｜>", "deepseek"), ("<tool_call>", "hermes"), ("<|python_tag|>", "llama"),
)  # fmt: skip


def format_for(tokenizer: TokenizerWrapper, family: str = "") -> Format:
    """Return the format of a model, or the `family` of FORMATS that a person chose, bound to the
    tokenizer.

    Markers and parsers that the libraries know of a model are added if its row has none. Raises
    KeyError for an unknown family.
    """
    if family:
        return FORMATS[family].bound(tokenizer)
    return _with_library_markers(FORMATS[_family(tokenizer)], tokenizer).bound(tokenizer)


def _with_library_markers(fmt: Format, tokenizer: TokenizerWrapper) -> Format:
    if fmt.headers or fmt.recipients:
        return fmt
    start, end = tokenizer.think_start, tokenizer.think_end
    if start and end:
        fmt = replace(fmt, think=tuple(dict.fromkeys((*fmt.think, (start, end)))))
    opener, parse = tokenizer.tool_call_start, tokenizer.tool_parser
    if not fmt.tools and opener and parse is not None:
        close = (tokenizer.tool_call_end,) if tokenizer.tool_call_end else ()
        fmt = replace(fmt, tools=(Block(opener, close, marked.library(parse)),))
    return fmt


def template_of(tokenizer: TokenizerWrapper) -> str:
    """Return the text of the chat template; "" if there is none, or if it is a program."""
    return str(getattr(tokenizer, "chat_template", None) or "")


def _family(tokenizer: TokenizerWrapper) -> str:
    vocabulary = tokenizer.get_vocab()
    template = template_of(tokenizer)
    for marker, name in IN_VOCABULARY:
        if marker in vocabulary:
            return name
    for marker, name in IN_TEMPLATE:
        if marker in template:
            return name
    for marker, name in _UNMENTIONED:
        if marker in vocabulary:
            return name
    return "plain"
