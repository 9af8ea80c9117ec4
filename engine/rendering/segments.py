"""Incremental tokenizing: the segments between special tokens are tokenized once and cached."""

import re
from array import array
from collections import OrderedDict
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any

from engine.rendering.control_tokens import between_breaks
from engine.rendering.half_characters import whole_characters

# Characters of cached segments, and of one piece of work.
MAX_CACHED, AT_ONCE = 8_000_000, 30_000


class Segments:
    """Tokenizes texts for one tokenizer. A special token separates the text before it from the text
    after it, so the tokens of a text are those of its segments, each beginning with a special
    token. A text for which that is not certain is tokenized as a whole."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        # Lists of millions of tokens would take nine times the memory.
        self._cached: OrderedDict[str, array[int]] = OrderedDict()
        self._size = 0

    def learn(self, text: str) -> Iterator[None]:
        """Tokenize new segments in bounded pieces of work, so that `encode` has little to do."""
        done = 0
        for segment in self._split(text):
            if segment not in self._cached:
                self._tokens(segment)
                done += len(segment)
            if done >= AT_ONCE:
                done = 0
                yield

    def encode(self, text: str, *, add_special_tokens: bool = False) -> list[int]:
        """Return the tokens that the tokenizer gives, the parts between breaks (`control_tokens`)
        taken separately."""
        segments = self._split(text)
        if len(segments) < 2 or (add_special_tokens and self._adds_tokens):
            return self._whole(text, add_special_tokens=add_special_tokens)
        return [token for segment in segments for token in self._tokens(segment)]

    def _whole(self, text: str, *, add_special_tokens: bool) -> list[int]:
        first, *others = between_breaks(whole_characters(text))
        tokens = self._tokenizer.encode(first, add_special_tokens=add_special_tokens)
        for piece in others:
            tokens = [*tokens, *self._after_break(piece)]
        return tokens

    def _after_break(self, piece: str) -> list[int]:
        """Return the tokens of a piece without the space that some tokenizers put in front."""
        tokens = self._tokenizer.encode("\n" + piece, add_special_tokens=False)
        size = len(self._line)
        if tokens[:size] == self._line:
            return tokens[size:]
        return self._tokenizer.encode(piece, add_special_tokens=False)

    def _split(self, text: str) -> list[str]:
        if not self._separators:
            return [text]
        found = self._added.finditer(text)
        starts = [match.start() for match in found if match.group() in self._separators]
        ends = [0, *starts, len(text)]
        return [text[a:b] for a, b in pairwise(ends) if a < b]

    def _tokens(self, segment: str) -> "array[int]":
        tokens = self._cached.get(segment)
        if tokens is not None:
            self._cached.move_to_end(segment)
            return tokens
        tokens = array("i", self._whole(segment, add_special_tokens=False))
        self._cached[segment] = tokens
        self._size += len(segment)
        while self._size > MAX_CACHED and len(self._cached) > 1:
            evicted, _ = self._cached.popitem(last=False)
            self._size -= len(evicted)
        return tokens

    @cached_property
    def _line(self) -> list[int]:
        return self._tokenizer.encode("\n", add_special_tokens=False)

    @cached_property
    def _adds_tokens(self) -> bool:
        """True if the tokenizer can write tokens of its own around a text."""
        return self._tokenizer.num_special_tokens_to_add(pair=False) > 0

    @cached_property
    def _separators(self) -> frozenset[str]:
        """Special tokens before which a text can be split."""
        if not getattr(self._tokenizer, "is_fast", False):
            return frozenset()
        # Such a tokenizer reads special tokens as ordinary text.
        if getattr(self._tokenizer, "split_special_tokens", False):
            return frozenset()
        return frozenset(
            str(token)
            for token in self._tokenizer.added_tokens_decoder.values()
            # A token with `lstrip` takes white space from the segment before it.
            if token.special and not (token.lstrip or token.single_word or token.normalized)
        )

    @cached_property
    def _added(self) -> re.Pattern[str]:
        """A pattern of the tokens that the tokenizer finds in raw text: leftmost, then longest."""
        added = self._tokenizer.added_tokens_decoder.values()
        names = sorted((str(it) for it in added if not it.normalized), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, filter(None, names))))
