"""Rows of the table of formats: markers and tool blocks, and their ids for a tokenizer."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import regex
from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.tool_calls.growing import JSON_HEAD
from engine.channels.tool_calls.tool_schema import Parser
from engine.channels.tool_calls.written import json_calls
from engine.messages import Channel

# Special tokens that end a reply, and every block that is still open.
TURN_ENDS = frozenset(
    (
        "<|im_end|>", "<|endoftext|>", "</s>", "<eos>", "<|eot_id|>", "<|eom_id|>", "<turn|>",
        "<end_of_turn>", "<|end_of_text|>", "<|return|>", "<|call|>", "<|END_OF_TURN_TOKEN|>",
        "<｜end▁of▁sentence｜>", "[e~[", "<|end|>", "<|end_of_turn|>", "<|user|>",
        "<|observation|>", "<seed:eos>", "[EOS]", "<|eos|>", "<|stop|>", "[|endofturn|]",
        "<|assistant_end|>", "<|role_end|>", "<|end_of_msg|>", "<|eot|>",
    )
)  # fmt: skip

# The tokens around a channel's name.
HEADERS = {
    "gemma": ("<|channel>", "<channel|>"),
    "harmony": ("<|start|>", "<|channel|>", "<|constrain|>", "<|message|>",
                "<|end|>", "<|return|>", "<|call|>"),
}  # fmt: skip
# By header style: what opens reasoning, what ends it, and what leads from it to the answer.
HEADED_REASONING = {
    "gemma": ("<|channel>thought", "<channel|>", "<channel|>"),
    "harmony": (
        "<|channel|>analysis<|message|>",
        "<|end|>",
        "<|end|><|start|>assistant<|channel|>final<|message|>",
    ),
}
# Functionary's tokens around the name of a recipient; later versions write RECIPIENT, as text.
RECIPIENTS = ("<|from|>", "<|recipient|>", "<|content|>")
RECIPIENT = ">>>"


@dataclass(frozen=True)
class Block:
    """A block of tool text. Without `close` it goes on to the end of the turn.

    `bare`: the block is plain text. It counts only if this pattern follows `open` and tools are
    offered; the pattern's group `name`, if any, must be one of them. `first`: the block counts only
    at the beginning of an answer. `inner`: special tokens that are part of the block's text.
    `balanced`: the block ends with the bracket that closes its first one. `must_close`: text that
    was cut can look like a whole call, so the closing marker is required. `head`: the text before
    the arguments of a call in JSON, for calls that are told while they are written; `name`: the
    tool, if the text of the block does not name it.
    """

    open: str
    close: tuple[str, ...] = ()
    parse: Parser = json_calls
    bare: regex.Pattern[str] | None = None
    first: bool = False
    balanced: bool = False
    must_close: bool = False
    inner: frozenset[str] = frozenset()
    head: regex.Pattern[str] = JSON_HEAD
    name: str = ""


@dataclass(frozen=True)
class Format:
    """One way to mark reasoning, answer and tool calls.

    `think` has pairs of markers that open and close reasoning. `text` has the markers that are
    matched in ordinary text; all others count only as special tokens. `headers` is a key of
    HEADERS: the way in which channels are named. `recipients`: messages begin with the name of
    their recipient. `hidden`: control tokens that are no markers, by name. `specials` maps
    the ids of tokens that are not text to their names. Without `calls`, tool text is shown as text.
    """

    name: str
    think: tuple[tuple[str, str], ...] = ()
    tools: tuple[Block, ...] = ()
    text: frozenset[str] = frozenset()
    headers: str = ""
    recipients: bool = False
    hidden: frozenset[str] = frozenset()
    calls: bool = True
    specials: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def markers(self) -> frozenset[str]:
        """Texts that change the channel, as one token if the vocabulary has them so."""
        found = {marker for pair in self.think for marker in pair}
        for block in self.tools:
            if block.bare is None:
                found.update((block.open, *block.close, *block.inner))
        return frozenset(found | self.heads)

    @cached_property
    def heads(self) -> frozenset[str]:
        """The tokens around the name of a channel or recipient."""
        return frozenset(RECIPIENTS if self.recipients else HEADERS.get(self.headers, ()))

    @cached_property
    def openers(self) -> Mapping[str, Channel | Block]:
        """The channel or block that each marker begins."""
        found: dict[str, Channel | Block] = {}
        for start, end in self.think:
            found[start], found[end] = Channel.REASONING, Channel.CONTENT
        found.update({block.open: block for block in self.tools if not block.first})
        return found

    @property
    def as_text(self) -> "Format":
        """This format for a vocabulary without its markers: all are matched in the text."""
        return replace(self, text=self.text | self.markers | self.hidden)

    def bound(self, tokenizer: TokenizerWrapper) -> "Format":
        """Return the format for a tokenizer, with the ids of markers that are one token."""
        added = tokenizer.added_tokens_decoder
        control = {i for i, token in added.items() if token.special}.union(
            tokenizer.all_special_ids
        )
        vocabulary, ids, spelled = tokenizer.get_vocab(), {}, set()
        for marker in self.markers | self.hidden:
            found = tokenizer.encode(marker, add_special_tokens=False)
            if len(found) == 1:
                ids[found[0]] = marker
            else:
                spelled.add(marker)
            # Encoding a text does not find an entry that is no added token.
            if marker in vocabulary:
                ids[vocabulary[marker]] = marker
        names = {i: str(added[i]) if i in added else tokenizer.decode([i]) for i in control}
        # DeepSeek writes special tokens inside of a marker: there they are text.
        names = {i: name for i, name in names.items() if not _within(name, spelled)}
        text = self.text.difference(ids.values()) | spelled
        return replace(self, text=text, specials=names | ids)


def _within(name: str, markers: set[str]) -> bool:
    return bool(name) and any(name in marker for marker in markers)
