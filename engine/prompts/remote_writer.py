"""Renders and tokenizes for the model of a folder in a process of its own, with limits."""

from collections import deque
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from engine.checkpoints import guard
from engine.checkpoints.failed_load import unreadable
from engine.errors import Refused
from engine.messages import Generate
from engine.prompts.text_process import TextProcess
from engine.rendering.boundaries import Places
from engine.rendering.message_content import Medium, Shape
from engine.rendering.render import Abilities, Written
from engine.rendering.writer import Events, Readable

if TYPE_CHECKING:
    from engine.models.loader import Source


# Characters of what stands for an image; the engine tokenizes it in its own process.
LONGEST_MARK = 1000


class RemoteWriter:
    """Answers one request at a time, in the order in which they came.

    A process that had to be ended is started again for the next request. `start` before all else.
    """

    def __init__(self, source: "Source") -> None:
        self._source = source
        self._files = ExitStack()
        self.view = self._files.enter_context(guard.safe_view(source.folder))
        self._process: TextProcess | None = None
        # The request whose job is under way. It may have gone meanwhile.
        self._asked: int | None = None
        self._line: deque[int] = deque()
        self.abilities = Abilities(thinking_switch=False, tools=False)
        self.marks = "", ""

    def start(self) -> Generator[Events, None, None]:
        """Load what renders and tokenizes; raises Refused."""
        try:
            self._process = TextProcess(self._source.name, (self._source, self.view))
        except OSError as error:
            raise Refused(unreadable(self._source.folder, error)) from error
        try:
            answer = yield from self._answer(self._process)
        except BaseException:
            self._end()
            raise
        self.abilities = Abilities(**answer["abilities"])
        image, video = answer["marks"]
        self.marks = str(image)[:LONGEST_MARK], str(video)[:LONGEST_MARK]

    def write(self, request: Generate, media: Sequence[Medium]) -> Generator[Events, None, Written]:
        answer = yield from self._ask(request.request_id, "write", request, tuple(media))
        return Written(**answer)

    def places(
        self, request: Generate, shapes: Sequence[Shape], text: str, tokens: list[int]
    ) -> Generator[Events, None, Places]:
        answer = yield from self._ask(
            request.request_id, "places", request, tuple(shapes), text, tokens
        )
        return Places(**answer)

    def count(self, request_id: int, text: str) -> Generator[Events, None, int]:
        answer = yield from self._ask(request_id, "count", text)
        return int(answer["count"])

    def away(self, request_id: int) -> Readable | None:
        return self._process if request_id in self._line else None

    def fileno(self) -> int:
        assert self._process is not None
        return self._process.fileno()

    def close(self) -> None:
        self._end()
        self._files.close()

    def _ask(
        self, request_id: int, name: str, *arguments: Any
    ) -> Generator[Events, None, dict[str, Any]]:
        self._line.append(request_id)
        try:
            while self._line[0] != request_id or self._under_way():
                yield []
            if self._process is None:
                yield from self.start()
            assert self._process is not None
            self._process.ask(name, arguments)
            self._asked = request_id
            answer = yield from self._answer(self._process)
            self._asked = None
            return answer
        finally:
            self._line.remove(request_id)
            if self._asked == request_id and self._process is not None:
                self._process.hurry()

    def _answer(self, process: TextProcess) -> Generator[Events, None, dict[str, Any]]:
        """The answer to the job under way; raises Refused."""
        try:
            while (answer := process.take()) is None:
                yield []
        except GeneratorExit:
            raise
        except BaseException:
            # whether it said so itself, or was ended
            self._asked = None
            if not process.alive:
                self._process = None
            raise
        return answer

    def left_over(self) -> Readable | None:
        """Look after a job whose request has gone; return its process while there is one."""
        gone = self._asked is not None and self._asked not in self._line
        return self._process if gone and self._under_way() else None

    def _under_way(self) -> bool:
        """Return True while a job is under way."""
        if self._asked is None or self._process is None:
            self._asked = None
            return False
        try:
            done = self._process.take() is not None
        except Refused:
            done = True
            if not self._process.alive:
                self._process = None
        if done:
            self._asked = None
        return not done

    def _end(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None
