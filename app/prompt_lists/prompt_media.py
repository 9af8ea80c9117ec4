"""Loads the files of listed prompts on the same worker as files that users add."""

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Slot

from app.attachments.previews import Preview, Previews, Result
from app.prompt_lists.prompt_run import OnLoaded
from ui.state.attachment import Attachment
from ui.state.prompt_list import ListedPrompt


@dataclass
class _PendingPrompt:
    """A prompt whose files are being read; `open` of them are missing."""

    loaded: OnLoaded
    open: int
    attachments: list[Attachment] = field(default_factory=list)
    problem: str = ""


class ListedFiles(QObject):
    """Requests each prompt's files under an id of its own, as if it were a chat. `forget` cancels a
    request."""

    def __init__(self, previews: Previews, new_id: Callable[[], int], parent: QObject) -> None:
        super().__init__(parent)
        self._previews = previews
        self._new_id = new_id
        self._pending: dict[int, _PendingPrompt] = {}

    def read(self, chat_id: int, prompt: ListedPrompt, loaded: OnLoaded) -> int:
        """Start reading the files of a prompt of a comparison; return the id of the request."""
        number = self._new_id()
        self._pending[number] = _PendingPrompt(loaded, len(prompt.files))
        for file in prompt.files:
            self._previews.request(number, file, owner=chat_id)
        return number

    def forget(self, number: int) -> None:
        self._pending.pop(number, None)
        self._previews.forget(number)

    @Slot(list)
    def on_previews(self, results: list[Result]) -> None:
        """Collect our results and ignore those of chats."""
        for result in results:
            if isinstance(result, Preview) and (pending := self._pending.get(result.chat_id)):
                pending.open -= 1
                pending.attachments += result.attachments
                pending.problem = pending.problem or result.problem
                if not pending.open:
                    del self._pending[result.chat_id]
                    pending.loaded(tuple(pending.attachments), pending.problem)
