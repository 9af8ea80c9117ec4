"""Streaming search for markers and stop strings in text that arrives in pieces."""

import re
from collections import deque
from collections.abc import Iterable
from functools import cached_property, lru_cache


class TextMatcher:
    """An automaton that finds any of a set of strings.

    Its states are those of Aho and Corasick (Efficient string matching, 1975), so stepping through
    a text is linear in its length whatever the strings are. State 0 is the start. `complete` has,
    by state, the longest string with which the text ends, or None. `pending` has, by state, the
    length of the longest tail of the text that could still grow into a string.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        self.complete: list[str | None] = [None]
        self.pending = [0]
        self._next: list[dict[str, int]] = [{}]
        self._fallback = [0]
        # The longest first: an alternation takes the first that fits.
        self._strings = sorted(strings, key=lambda string: (-len(string), string))
        for string in self._strings:
            self._add(string)
        self._link()
        self._longest = max(map(len, self._strings), default=0)

    def begins_in(self, text: str, start: int) -> bool:
        """Return True if any character of text[start:] is the first of a string: without one,
        there is neither a string nor a tail."""
        return self._first.search(text, start) is not None

    def search(self, text: str, start: int) -> re.Match[str] | None:
        """Return the leftmost string in text[start:]; of several that begin there, the longest."""
        return self._whole.search(text, start)

    def tail(self, text: str, start: int) -> int:
        """Return the length of the tail of text[start:] that could still grow into a string."""
        found = self._first.search(text, max(start, len(text) - self._longest + 1))
        if not found:
            return 0
        state = 0
        for character in text[found.start() :]:
            state = self.step(state, character)
        return self.pending[state]

    def step(self, state: int, character: str) -> int:
        """Return the state after one more character."""
        while state and character not in self._next[state]:
            state = self._fallback[state]
        return self._next[state].get(character, 0)

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self._strings)) or r"(?!)")

    @cached_property
    def _first(self) -> re.Pattern[str]:
        """A pattern of the first characters of all strings."""
        starts = "".join(map(re.escape, self._next[0]))
        return re.compile(f"[{starts}]" if starts else r"(?!)")

    def _add(self, string: str) -> None:
        state = 0
        for depth, character in enumerate(string):
            self.pending[state] = depth
            if character not in self._next[state]:
                self._next[state][character] = len(self._next)
                self._next.append({})
                self._fallback.append(0)
                self.complete.append(None)
                self.pending.append(0)
            state = self._next[state][character]
        self.complete[state] = string

    def _link(self) -> None:
        """Set each state's fallback, the state of its longest proper suffix, in order of depth."""
        queue = deque(self._next[0].values())
        while queue:
            state = queue.popleft()
            shorter = self._fallback[state]
            self.complete[state] = self.complete[state] or self.complete[shorter]
            self.pending[state] = self.pending[state] or self.pending[shorter]
            for character, child in self._next[state].items():
                self._fallback[child] = self.step(shorter, character)
                queue.append(child)


@lru_cache(maxsize=512)
def matcher(strings: frozenset[str]) -> TextMatcher:
    return TextMatcher(strings)
