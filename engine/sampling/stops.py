"""Stop strings: the answer ends before the first of them, and nothing of it is shown."""

from collections import deque


class StopStrings:
    """Text of one reply in, in pieces of any size; out comes what may be shown by now.

    The stop that is complete first wins, and the longest of several that are complete at the same
    character. `matched` is that stop; nothing comes out after it.

    Linear in the text whatever the stops are: the automaton of Aho and Corasick (Efficient string
    matching, 1975). Its depth is the length of the tail that could still grow into a stop, which is
    exactly what has to be held.
    """

    def __init__(self, stops: tuple[str, ...]) -> None:
        self.matched: str | None = None
        self._held: deque[str] = deque()
        self._state = 0
        self._next: list[dict[str, int]] = [{}]
        self._depth = [0]
        # The longest stop that the text ends with in this state.
        self._found: list[str | None] = [None]
        for stop in stops:
            self._add(stop)
        self._fallback = [0] * len(self._next)
        self._link()

    def feed(self, text: str) -> str:
        """What may be shown after `text`, without what was shown before."""
        if self.matched is not None:
            return ""
        if len(self._next) == 1:
            return text
        shown: list[str] = []
        for character in text:
            self._step(character)
            self._held.append(character)
            self.matched = self._found[self._state]
            if self.matched is not None:
                before = max(len(self._held) - len(self.matched), 0)
                shown += [self._held.popleft() for _ in range(before)]
                self._held.clear()
                break
            while len(self._held) > self._depth[self._state]:
                shown.append(self._held.popleft())
        return "".join(shown)

    def flush(self) -> str:
        """The held tail: the reply ends here without it having become a stop. Where the reply is
        continued, a stop that began in it still ends the reply."""
        rest = "".join(self._held)
        self._held.clear()
        return rest

    def _add(self, stop: str) -> None:
        state = 0
        for character in stop:
            if character not in self._next[state]:
                self._next[state][character] = len(self._next)
                self._next.append({})
                self._depth.append(self._depth[state] + 1)
                self._found.append(None)
            state = self._next[state][character]
        self._found[state] = stop

    def _link(self) -> None:
        """Point each state to that of its longest proper suffix, in the order of depth."""
        queue = deque(self._next[0].values())
        while queue:
            state = queue.popleft()
            self._found[state] = self._found[state] or self._found[self._fallback[state]]
            for character, child in self._next[state].items():
                self._fallback[child] = self._follow(self._fallback[state], character)
                queue.append(child)

    def _follow(self, state: int, character: str) -> int:
        while state and character not in self._next[state]:
            state = self._fallback[state]
        return self._next[state].get(character, 0)

    def _step(self, character: str) -> None:
        self._state = self._follow(self._state, character)
