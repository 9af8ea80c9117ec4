"""The files of a listed prompt, read on the worker that reads those that people add."""

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Slot

from app.attachments.previews import Preview, Previews, Result
from ui.state.attachment import Attachment
from ui.state.listed_prompt import ListedPrompt

Taken = Callable[[tuple[Attachment, ...], str], None]


@dataclass
class _Wanted:
    """`open` files have not been read yet."""

    taken: Taken
    open: int
    attachments: list[Attachment] = field(default_factory=list)
    problem: str = ""


class ListedFiles(QObject):
    """Asks for each file under a number of its own, as if it were a chat's; `forget` ends
    what is under way."""

    def __init__(self, previews: Previews, new_id: Callable[[], int], parent: QObject) -> None:
        super().__init__(parent)
        self._previews = previews
        self._new_id = new_id
        self._wanted: dict[int, _Wanted] = {}

    def read(self, prompt: ListedPrompt, taken: Taken) -> int:
        """The number under which they are read."""
        number = self._new_id()
        self._wanted[number] = _Wanted(taken, len(prompt.files))
        for file in prompt.files:
            self._previews.request(number, file)
        return number

    def forget(self, number: int) -> None:
        self._wanted.pop(number, None)
        self._previews.forget(number)

    @Slot(list)
    def on_previews(self, results: list[Result]) -> None:
        """Those of others are not for us."""
        for result in results:
            if isinstance(result, Preview) and (wanted := self._wanted.get(result.chat_id)):
                wanted.open -= 1
                wanted.attachments += result.attachments
                wanted.problem = wanted.problem or result.problem
                if not wanted.open:
                    del self._wanted[result.chat_id]
                    wanted.taken(tuple(wanted.attachments), wanted.problem)
