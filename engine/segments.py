"""Texts to tokens, where most of them was tokenized before: by the parts between special tokens."""

import re
from collections import OrderedDict
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any

# Characters that are remembered, and how many are tokenized at once.
MOST, AT_ONCE = 8_000_000, 30_000


class Segments:
    """Of one tokenizer. A special token ends what stands before it, so that a text is its parts,
    each beginning with one; where that is not sure, it is tokenized as a whole."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._known: OrderedDict[str, list[int]] = OrderedDict()
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
        """The same as the tokenizer's own."""
        parts = self._parts(text)
        if add_special_tokens or len(parts) < 2:
            return self._tokenizer.encode(text, add_special_tokens=add_special_tokens)
        return [token for part in parts for token in self._of(part)]

    def _parts(self, text: str) -> list[str]:
        if self._special is None:
            return [text]
        starts = [match.start() for match in self._special.finditer(text)]
        ends = [0, *starts, len(text)]
        return [text[a:b] for a, b in pairwise(ends) if a < b]

    def _of(self, part: str) -> list[int]:
        found = self._known.get(part)
        if found is None:
            found = self._tokenizer.encode(part, add_special_tokens=False)
            self._known[part] = found
            self._size += len(part)
            while self._size > MOST and len(self._known) > 1:
                gone, _ = self._known.popitem(last=False)
                self._size -= len(gone)
        else:
            self._known.move_to_end(part)
        return found

    @cached_property
    def _special(self) -> re.Pattern[str] | None:
        if not getattr(self._tokenizer, "is_fast", False):
            return None
        added = getattr(self._tokenizer, "added_tokens_decoder", {}).values()
        # one with `lstrip` takes white space from the part before it
        names = [
            str(token)
            for token in added
            if token.special and not (token.lstrip or token.single_word or token.normalized)
        ]
        names.sort(key=len, reverse=True)
        return re.compile("|".join(map(re.escape, names))) if names else None
