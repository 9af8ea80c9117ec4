"""Stored prompts: texts that a person keeps and inserts into a question by typing a slash."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from ui.state.one_line_text import free_name, title_from

# Characters of a text, and the number of prompts that are kept.
LONGEST_TEXT, MOST_PROMPTS = 100_000, 1_000


@frozen
class StoredPrompt:
    """`text` may have variables: see `prompt_variables`."""

    name: str
    text: str


class StoredPrompts(QObject):
    """The prompts of a person, with unique names. `changed` comes when one of them has changed,
    `page_wanted` asks for their page in the settings, with the name of a prompt to edit, or "".
    `import_wanted` and `export_wanted` ask for a file; the latter has a tuple of StoredPrompts.
    `refused` has a text that was not kept: it is too long, or there are MOST_PROMPTS."""

    changed = Signal()
    refused = Signal(str)
    page_wanted = Signal(str)
    import_wanted = Signal()
    export_wanted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._prompts: dict[str, StoredPrompt] = {}

    def fill(self, prompts: tuple[StoredPrompt, ...]) -> None:
        """Set what was saved; this is no change."""
        self._prompts = {it.name: it for it in prompts}

    def all(self) -> tuple[StoredPrompt, ...]:
        return tuple(sorted(self._prompts.values(), key=lambda it: it.name.casefold()))

    def get(self, name: str) -> StoredPrompt | None:
        return self._prompts.get(name)

    @property
    def full(self) -> bool:
        return len(self._prompts) >= MOST_PROMPTS

    def add(self, *prompts: StoredPrompt) -> tuple[StoredPrompt, ...]:
        """Add prompts, renaming those whose names are in use, and return those that were added.
        Prompts that are there already are not added, and none above MOST_PROMPTS."""
        added = []
        for prompt in prompts:
            if prompt in self._prompts.values() or self.full:
                continue
            named = replace(prompt, name=free_name(prompt.name, self._prompts))
            self._prompts[named.name] = named
            added.append(named)
        if added:
            self.changed.emit()
        return tuple(added)

    def keep(self, text: str) -> None:
        """Add a text as a prompt, and ask for its page, where it can be named."""
        text = text.strip()
        kept = next((it for it in self.all() if it.text == text), None)
        if kept is None and len(text) <= LONGEST_TEXT:
            kept = next(iter(self.add(StoredPrompt(title_from(text), text))), None)
        if kept is None:
            self.refused.emit(text)
        else:
            self.page_wanted.emit(kept.name)

    def change(self, name: str, prompt: StoredPrompt) -> None:
        """Replace the prompt called `name`; a new name must be unused."""
        if self._prompts.get(name) != prompt:
            del self._prompts[name]
            self._prompts[prompt.name] = prompt
            self.changed.emit()

    def delete(self, name: str) -> StoredPrompt:
        """Delete a prompt, and return it; `add` brings it back."""
        gone = self._prompts.pop(name)
        self.changed.emit()
        return gone

    def matching(self, words: str) -> list[StoredPrompt]:
        """Return the prompts with these words, those whose names begin with them first."""
        asked = words.casefold().split()
        ranked = [(_rank(asked, it), it) for it in self.all()]
        return [it for rank, it in sorted(ranked, key=lambda pair: pair[0]) if rank < _NONE]


_NONE = 3


def _rank(asked: list[str], prompt: StoredPrompt) -> int:
    """Return how well a prompt matches: smaller is better, _NONE if a word does not occur."""
    name = prompt.name.casefold()
    if name.startswith(" ".join(asked)):
        return 0
    if all(word in name for word in asked):
        return 1
    text = f"{name}\n{prompt.text.casefold()}"
    return 2 if all(word in text for word in asked) else _NONE
