"""What a row of the table of formats says: markers and tool blocks, and ids for a tokenizer."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import regex
from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.tool_calls.schema import Parser
from engine.channels.tool_calls.written import json_calls
from engine.messages import Channel

# A special token of any of these ends a reply, and with it what is still open.
TURN_ENDS = frozenset(
    (
        "<|im_end|>", "<|endoftext|>", "</s>", "<eos>", "<|eot_id|>", "<|eom_id|>", "<turn|>",
        "<end_of_turn>", "<|end_of_text|>", "<|return|>", "<|call|>", "<|END_OF_TURN_TOKEN|>",
        "<｜end▁of▁sentence｜>", "[e~[", "<|end|>", "<|end_of_turn|>", "<|user|>",
        "<|observation|>", "<seed:eos>", "[EOS]", "<|eos|>", "<|stop|>", "[|endofturn|]",
        "<|assistant_end|>", "<|role_end|>", "<|end_of_msg|>", "<|eot|>",
    )
)  # fmt: skip

# How a channel's name is written: the tokens around it.
HEADERS = {
    "gemma": ("<|channel>", "<channel|>"),
    "harmony": ("<|start|>", "<|channel|>", "<|constrain|>", "<|message|>",
                "<|end|>", "<|return|>", "<|call|>"),
}  # fmt: skip
# What opens reasoning there, what ends it, and what is written where it has to end.
HEADED_REASONING = {
    "gemma": ("<|channel>thought", "<channel|>", "<channel|>"),
    "harmony": (
        "<|channel|>analysis<|message|>",
        "<|end|>",
        "<|end|><|start|>assistant<|channel|>final<|message|>",
    ),
}
# How Functionary names whom a message is for; its later versions write RECIPIENT, as text.
RECIPIENTS = ("<|from|>", "<|recipient|>", "<|content|>")
RECIPIENT = ">>>"


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
    parse: Parser = json_calls
    bare: regex.Pattern[str] | None = None
    first: bool = False
    balanced: bool = False
    must_close: bool = False
    inner: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Format:
    """`think`: pairs that open and close reasoning. `text`: markers that are matched in ordinary
    text; all others count as special tokens alone. `headers`: how a channel's name is written, a
    key of HEADERS. `recipients`: messages begin with whom they are for. `hidden`: control tokens
    beyond the markers, by name. `specials`: by id, the tokens that are no text. Where it does not
    read `calls`, tool text is shown."""

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
        """All that changes the channel, as one token where the vocabulary has it so."""
        found = {marker for pair in self.think for marker in pair}
        for block in self.tools:
            if block.bare is None:
                found.update((block.open, *block.close, *block.inner))
        return frozenset(found | self.heads)

    @cached_property
    def heads(self) -> frozenset[str]:
        """The tokens around a channel's or a recipient's name."""
        return frozenset(RECIPIENTS if self.recipients else HEADERS.get(self.headers, ()))

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
            # An entry that is no added token is not found by encoding its text.
            if marker in vocabulary:
                ids[vocabulary[marker]] = marker
        names = {i: str(added[i]) if i in added else tokenizer.decode([i]) for i in control}
        # DeepSeek writes a special token in the middle of a marker: there it is text.
        names = {i: name for i, name in names.items() if not _within(name, spelled)}
        text = self.text.difference(ids.values()) | spelled
        return replace(self, text=text, specials=names | ids)


def _within(name: str, markers: set[str]) -> bool:
    return bool(name) and any(name in marker for marker in markers)
