"""How model families mark reasoning, answer and tool calls: one row per format."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import regex
from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.messages import Channel
from engine.tool_calls import marked, written
from engine.tool_calls.schema import Parser

# A special token of any of these ends a reply, and with it what is still open.
TURN_ENDS = frozenset(
    (
        "<|im_end|>", "<|endoftext|>", "</s>", "<eos>", "<|eot_id|>", "<|eom_id|>", "<turn|>",
        "<end_of_turn>", "<|end_of_text|>", "<|return|>", "<|call|>", "<|END_OF_TURN_TOKEN|>",
        "<｜end▁of▁sentence｜>", "[e~[", "<|end|>", "<|end_of_turn|>", "<|user|>",
        "<|observation|>", "<seed:eos>", "[EOS]", "<|eos|>",
    )
)  # fmt: skip


@dataclass(frozen=True)
class Block:
    """A block of tool text. Without `close` it goes on to the end of the turn.

    `bare`: it is written as plain text and counts only where this pattern follows `open`, and only
    while tools are offered; its group `name`, if any, must be one of theirs. `first`: only as the
    beginning of an answer. `inner`: special tokens that belong to the text of the block.
    `balanced`: it ends with the bracket that it began with. `must_close`: what is cut can look like
    a whole call, so only the closing marker tells.
    """

    open: str
    close: tuple[str, ...] = ()
    parse: Parser = written.json_calls
    bare: regex.Pattern[str] | None = None
    first: bool = False
    balanced: bool = False
    must_close: bool = False
    inner: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Format:
    """`think`: pairs that open and close reasoning. `text`: markers that are matched in ordinary
    text; all others count as special tokens alone. `headers`: how a channel's name is written
    after its token, "gemma" or "harmony". `hidden`: control tokens beyond the markers, by name.
    `specials`: by id, the tokens that are no text. Where it does not read `calls`, tool text is
    shown."""

    name: str
    think: tuple[tuple[str, str], ...] = ()
    tools: tuple[Block, ...] = ()
    text: frozenset[str] = frozenset()
    headers: str = ""
    hidden: frozenset[str] = frozenset()
    calls: bool = True
    specials: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def markers(self) -> frozenset[str]:
        """All that changes the channel."""
        found = {marker for pair in self.think for marker in pair}
        for block in self.tools:
            if block.bare is None:
                found.update((block.open, *block.close))
        return frozenset(found.union(HEADERS.get(self.headers, ())))

    @cached_property
    def openers(self) -> Mapping[str, Channel | Block]:
        """What a marker begins."""
        found: dict[str, Channel | Block] = {}
        for start, end in self.think:
            found[start], found[end] = Channel.REASONING, Channel.CONTENT
        found.update({block.open: block for block in self.tools if not block.first})
        return found

    @property
    def as_text(self) -> "Format":
        """The same for a vocabulary that has none of the markers: all are matched in the text."""
        return replace(self, text=self.text | self.markers | self.hidden)

    def bound(self, tokenizer: TokenizerWrapper) -> "Format":
        """The same for a tokenizer: ids for the markers that it has as one token."""
        added = tokenizer.added_tokens_decoder
        control = {i for i, token in added.items() if token.special} | set(
            tokenizer.all_special_ids
        )
        ids = {}
        for marker in self.markers:
            found = tokenizer.encode(marker, add_special_tokens=False)
            if len(found) == 1:
                ids[found[0]] = marker
        specials = {i: str(added[i]) if i in added else tokenizer.decode([i]) for i in control}
        text = self.markers.difference(ids.values())
        return replace(self, text=text, specials={**specials, **ids})


HEADERS = {
    "gemma": ("<|channel>", "<channel|>"),
    "harmony": ("<|start|>", "<|channel|>", "<|constrain|>", "<|message|>",
                "<|end|>", "<|return|>", "<|call|>"),
}  # fmt: skip

_THINK = ("<think>", "</think>")
_KEYS = r'\s*"(?:name|type|function|parameters|arguments|id)"'
_XML = Block(
    "<function=", ("</function>",), marked.xml_calls, regex.compile(r"\s*(?P<name>[\w.-]+)\s*>")
)
_TAGGED = replace(_XML, parse=written.tagged_calls)
_OBJECT = Block("{", (), written.json_calls, regex.compile(_KEYS), first=True)
_LIST = Block("[", (), written.json_calls, regex.compile(r"\s*\{" + _KEYS), first=True)
_PYTHON = Block(
    "[", (), marked.pythonic_calls, regex.compile(r"\s*(?P<name>[\w.-]+)\("), first=True
)
_BRACKETS = tuple(
    Block(opener, (), written.bracket_calls, regex.compile(r"s?\s*[:=]"), balanced=True)
    for opener in ("[Calling tool",)
)


def _tags(name: str, parse: Parser = marked.tool_call_calls) -> Block:
    cuttable = parse in (marked.glm_calls, marked.longcat_calls, marked.minimax_calls)
    return Block(f"<{name}>", (f"</{name}>",), parse, must_close=cuttable)


_TOOL_CALL = _tags("tool_call")
_FENCED = Block(
    "```json", (), written.json_calls, regex.compile(r"\s*(?:\[\s*)?\{" + _KEYS), first=True
)
_DEEPSEEK_CALL = "<｜tool▁call▁begin｜>"
_DEEPSEEK = tuple(
    Block(
        opener,
        ("<｜tool▁calls▁end｜>",),
        written.deepseek_calls,
        inner=frozenset((_DEEPSEEK_CALL,)),
    )
    for opener in ("<｜tool▁calls▁begin｜>", _DEEPSEEK_CALL)
)


def _text(*blocks: Block) -> frozenset[str]:
    return frozenset(marker for block in blocks for marker in (block.open, *block.close))


def _row(
    name: str, *tools: Block, think: tuple[tuple[str, str], ...] = (_THINK,), text=frozenset()
) -> Format:
    return Format(name, think, tools, text)


_MINIMAX = _tags("minimax:tool_call", marked.minimax_calls)
_GLM = _tags("tool_call", marked.glm_calls)
_LONGCAT = _tags("longcat_tool_call", marked.longcat_calls)
_SEED = _tags("seed:tool_call", marked.xml_calls)
_NEMOTRON = Block("<TOOLCALL>", ("</TOOLCALL>",))
_GRANITE = Block("<|tool_call|>")
_ACTION = Block("<|START_ACTION|>", ("<|END_ACTION|>",))
_COMMAND = (("<|START_THINKING|>", "<|END_THINKING|>"),)
_MISTRAL = Block("[TOOL_CALLS]", (), written.named_calls, inner=frozenset(("[TOOL_CALLS]",)))
_KIMI = Block("<|tool_calls_section_begin|>", ("<|tool_calls_section_end|>",), marked.kimi_calls)
_GRANITE_THINK = (_THINK, ("Here is my thought process:", "Here is my response:"))

_GEMMA_HIDDEN = frozenset(
    ("<|turn>", "<turn|>", "<|tool_response>", "<tool_response|>", "<|tool>", "<tool|>", "<eos>")
)
_COHERE_HIDDEN = frozenset(
    ("<|START_TEXT|>", "<|END_TEXT|>", "<|START_RESPONSE|>", "<|END_RESPONSE|>")
)

_ROWS = (
    _row("plain", think=()),
    _row("think"),
    _row("hermes", _TOOL_CALL),
    _row("qwen3_coder", _TOOL_CALL, _XML),
    _row("glm", _GLM, text=_text(_GLM)),
    _row("minimax", _MINIMAX, text=_text(_MINIMAX)),
    _row("mistral", _MISTRAL, think=(("[THINK]", "[/THINK]"), _THINK)),
    _row("seed", _SEED, think=(("<seed:think>", "</seed:think>"),), text=_text(_SEED)),
    _row("kimi", _KIMI, think=(_THINK, ("◁think▷", "◁/think▷"))),
    _row("longcat", _LONGCAT, think=(("<longcat_think>", "</longcat_think>"),)),
    replace(_row("cohere", _ACTION, think=_COMMAND), hidden=_COHERE_HIDDEN),
    _row("pythonic", Block("<|tool_call_start|>", ("<|tool_call_end|>",), marked.pythonic_calls),
         _PYTHON),
    _row("deepseek", *_DEEPSEEK),
    _row("llama", Block("<|python_tag|>"), _OBJECT, _TAGGED),
    _row("granite", _GRANITE, _TOOL_CALL, think=_GRANITE_THINK,
         text=_text(_GRANITE, _TOOL_CALL).union(_GRANITE_THINK[1])),
    _row("functionary", _TAGGED, Block("<|python_tag|>")),
    _row("xlam", _LIST, _OBJECT, _FENCED, _TOOL_CALL, replace(_MISTRAL, inner=frozenset()),
         text=_text(_TOOL_CALL, _MISTRAL)),
    _row("nemotron", _NEMOTRON, _TOOL_CALL, text=_text(_NEMOTRON)),
    _row("bracket", *_BRACKETS),
    Format("gemma4", (), (Block("<|tool_call>", ("<tool_call|>",), marked.gemma_calls),),
           headers="gemma", hidden=_GEMMA_HIDDEN),
    Format("harmony", headers="harmony"),
)  # fmt: skip

FORMATS: dict[str, Format] = {row.name: row for row in _ROWS}
_SAME = {
    "hermes": ("qwen", "qwen3", "qwen2", "json", "json_tools"),
    "think": ("deepseek_r1", "phi4"),
    "qwen3_coder": ("qwen3coder", "qwen3_5", "step3p5"),
    "glm": ("glm4", "glm47", "glm4_moe"),
    "minimax": ("minimax_m2",),
    "seed": ("seed_oss",),
    "kimi": ("kimi_k2",),
    "cohere": ("cohere2", "command"),
    "pythonic": ("lfm", "lfm2"),
    "deepseek": ("deepseek_v3", "deepseek_v31"),
    "llama": ("llama3", "llama3_json", "llama4"),
    "harmony": ("gpt_oss",),
}
FORMATS.update({other: FORMATS[name] for name, others in _SAME.items() for other in others})

# A marker that only one format has, in the vocabulary or in the chat template, in this order.
_IN_VOCABULARY = (
    ("<|message|>", "harmony"), ("<|channel>", "gemma4"), ("<｜tool▁calls▁begin｜>", "deepseek"),
    ("<|START_THINKING|>", "cohere"), ("<|START_ACTION|>", "cohere"),
    ("<|tool_calls_section_begin|>", "kimi"), ("◁think▷", "kimi"),
    ("<longcat_think>", "longcat"), ("<longcat_tool_call>", "longcat"), ("<seed:think>", "seed"),
    ("<minimax:tool_call>", "minimax"), ("<|tool_call_start|>", "pythonic"),
    ("[TOOL_CALLS]", "mistral"), ("[THINK]", "mistral"), ("<|tool_call|>", "granite"),
)  # fmt: skip
_IN_TEMPLATE = (
    ("<minimax:tool_call>", "minimax"), ("<longcat_tool_call>", "longcat"),
    ("<seed:tool_call>", "seed"), ("<arg_key>", "glm"), ("<TOOLCALL>", "nemotron"),
    ("<parameter=", "qwen3_coder"), ("<tool_call>", "hermes"), ("<|python_tag|>", "llama"),
    ("[Calling tool", "bracket"), ("<function=", "functionary"), ("<think>", "think"),
)  # fmt: skip


def format_for(tokenizer: TokenizerWrapper, family: str = "") -> Format:
    """The format of a model, by its vocabulary and chat template, or `family`, one of FORMATS.

    Where the libraries know a pair of markers or a parser of a model that no row names, theirs are
    taken. Raises KeyError for a family that is none.
    """
    found = FORMATS[family or _family(tokenizer)]
    start, end = tokenizer.think_start, tokenizer.think_end
    if not found.headers and start and end:
        found = replace(found, think=tuple(dict.fromkeys((*found.think, (start, end)))))
    opener, parse = tokenizer.tool_call_start, tokenizer.tool_parser
    if not found.tools and not found.headers and opener and parse is not None:
        close = (tokenizer.tool_call_end,) if tokenizer.tool_call_end else ()
        found = replace(found, tools=(Block(opener, close, marked.library(parse)),))
    return found.bound(tokenizer)


def _family(tokenizer: TokenizerWrapper) -> str:
    vocabulary = tokenizer.get_vocab()
    for marker, name in _IN_VOCABULARY:
        if marker in vocabulary:
            return name
    template = str(getattr(tokenizer, "chat_template", None) or "")
    for marker, name in _IN_TEMPLATE:
        if marker in template:
            return name
    return "hermes" if "<tool_call>" in vocabulary else "plain"
