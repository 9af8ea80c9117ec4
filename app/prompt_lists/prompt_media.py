"""Loads the files of listed prompts on the same worker as files that users add."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Slot

from app.attachments.previews import Preview, Previews, Result
from ui.state.attachment import Attachment
from ui.state.listed_prompt import ListedPrompt

Taken = Callable[[tuple[Attachment, ...], str], None]


@dataclass
class _Wanted:
    """A prompt whose files are being read; `open` of them are missing."""

    taken: Taken
    open: int
    attachments: list[Attachment] = field(default_factory=list)
    problem: str = ""


class ListedFiles(QObject):
    """Requests each prompt's files under an id of its own, as if it were a chat. `forget` cancels a
    request."""

    def __init__(self, previews: Previews, ids: Iterator[int], parent: QObject) -> None:
        super().__init__(parent)
        self._previews = previews
        self._ids = ids
        self._wanted: dict[int, _Wanted] = {}

    def read(self, prompt: ListedPrompt, taken: Taken) -> int:
        """Start reading and return the id of the request."""
        number = next(self._ids)
        self._wanted[number] = _Wanted(taken, len(prompt.files))
        for file in prompt.files:
            self._previews.request(number, file)
        return number

    def forget(self, number: int) -> None:
        self._wanted.pop(number, None)
        self._previews.forget(number)

    @Slot(list)
    def on_previews(self, results: list[Result]) -> None:
        """Collect our results and ignore those of chats."""
        for result in results:
            if isinstance(result, Preview) and (wanted := self._wanted.get(result.chat_id)):
                wanted.open -= 1
                wanted.attachments += result.attachments
                wanted.problem = wanted.problem or result.problem
                if not wanted.open:
                    del self._wanted[result.chat_id]
                    wanted.taken(tuple(wanted.attachments), wanted.problem)
