"""Texts to tokens, where most of them was tokenized before: by the parts between special tokens."""

import re
from array import array
from collections import OrderedDict
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any

from engine.rendering.control_tokens import pieces

# Characters that are remembered, and how many are tokenized at once.
MOST, AT_ONCE = 8_000_000, 30_000


class Segments:
    """Of one tokenizer. A special token ends what stands before it, so that a text is its parts,
    each beginning with one; where that is not sure, it is tokenized as a whole."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        # Of millions of tokens, lists would take nine times the memory.
        self._known: OrderedDict[str, array[int]] = OrderedDict()
        self._size = 0

    def learn(self, text: str) -> Iterator[None]:
        """Tokenize what is new in bounded pieces of work, so that `encode` has little to do."""
        done = 0
        for part in self._parts(text):
            if part not in self._known:
                self._of(part)
                done += len(part)
            if done >= AT_ONCE:
                done = 0
                yield

    def encode(self, text: str, *, add_special_tokens: bool = False) -> list[int]:
        """The same as the tokenizer's own, of the pieces between breaks (`control_tokens`)."""
        parts = self._parts(text)
        if len(parts) < 2 or (add_special_tokens and self._adds):
            return self._whole(text, add_special_tokens=add_special_tokens)
        return [token for part in parts for token in self._of(part)]

    def _whole(self, text: str, *, add_special_tokens: bool) -> list[int]:
        first, *others = pieces(text)
        tokens = self._tokenizer.encode(first, add_special_tokens=add_special_tokens)
        for piece in others:
            tokens = [*tokens, *self._after_break(piece)]
        return tokens

    def _after_break(self, piece: str) -> list[int]:
        """Tokens without the space that some tokenizers put before a text."""
        tokens = self._tokenizer.encode("\n" + piece, add_special_tokens=False)
        size = len(self._line)
        if tokens[:size] == self._line:
            return tokens[size:]
        return self._tokenizer.encode(piece, add_special_tokens=False)

    def _parts(self, text: str) -> list[str]:
        if not self._enders:
            return [text]
        found = self._added.finditer(text)
        starts = [match.start() for match in found if match.group() in self._enders]
        ends = [0, *starts, len(text)]
        return [text[a:b] for a, b in pairwise(ends) if a < b]

    def _of(self, part: str) -> "array[int]":
        found = self._known.get(part)
        if found is None:
            found = array("i", self._whole(part, add_special_tokens=False))
            self._known[part] = found
            self._size += len(part)
            while self._size > MOST and len(self._known) > 1:
                gone, _ = self._known.popitem(last=False)
                self._size -= len(gone)
        else:
            self._known.move_to_end(part)
        return found

    @cached_property
    def _line(self) -> list[int]:
        return self._tokenizer.encode("\n", add_special_tokens=False)

    @cached_property
    def _adds(self) -> bool:
        """Whether it writes tokens of its own around a text when it is asked to."""
        return self._tokenizer.num_special_tokens_to_add(pair=False) > 0

    @cached_property
    def _enders(self) -> frozenset[str]:
        """Tokens at whose beginning a text can be cut."""
        if not getattr(self._tokenizer, "is_fast", False):
            return frozenset()
        # as text they are no tokens
        if getattr(self._tokenizer, "split_special_tokens", False):
            return frozenset()
        return frozenset(
            str(token)
            for token in self._tokenizer.added_tokens_decoder.values()
            # one with `lstrip` takes white space from the part before it
            if token.special and not (token.lstrip or token.single_word or token.normalized)
        )

    @cached_property
    def _added(self) -> re.Pattern[str]:
        """All that the tokenizer looks for in a raw text, as it does: leftmost, the longest."""
        added = self._tokenizer.added_tokens_decoder.values()
        names = sorted((str(it) for it in added if not it.normalized), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, filter(None, names))))
