"""Stop strings: an answer ends before the first of them, and no part of a stop string is shown."""

from collections import deque

from engine.channels.text_matcher import TextMatcher


class StopStrings:
    """Takes the text of one reply in pieces of any size and returns what can be shown by now.

    The stop string that is complete first ends the reply; of several that end at the same
    character, the longest. `matched` is that string, and nothing is returned after it. Only a tail
    that could still grow into a stop string is held back.
    """

    def __init__(self, stops: tuple[str, ...]) -> None:
        self.matched: str | None = None
        self._matcher = TextMatcher(stops) if stops else None
        self._state = 0
        self._held: deque[str] = deque()

    def feed(self, text: str) -> str:
        """Return what can be shown after `text` and was not returned before."""
        if self.matched is not None:
            return ""
        if self._matcher is None:
            return text
        shown: list[str] = []
        for character in text:
            self._state = self._matcher.step(self._state, character)
            self._held.append(character)
            self.matched = self._matcher.complete[self._state]
            if self.matched is not None:
                before = max(len(self._held) - len(self.matched), 0)
                shown += [self._held.popleft() for _ in range(before)]
                self._held.clear()
                break
            while len(self._held) > self._matcher.pending[self._state]:
                shown.append(self._held.popleft())
        return "".join(shown)

    def skip(self, text: str) -> None:
        """Take text from before the reply. A stop string can begin in it, but must end after it."""
        if self._matcher is None:
            return
        for character in text:
            self._state = self._matcher.step(self._state, character)
            if self._matcher.complete[self._state] is not None:
                self._state = 0

    def flush(self) -> str:
        """Return the held tail: the reply ends here, and the tail has not become a stop string. If
        the reply is continued, a stop string that began in the tail still ends it."""
        rest = "".join(self._held)
        self._held.clear()
        return rest

    def start_again(self) -> None:
        """Let no stop string span what came before and what comes next; call it after `flush`."""
        self._state = 0
