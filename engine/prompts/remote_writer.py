"""A writer that renders and tokenizes in a worker process, with limits of memory and time."""

from collections import deque
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from engine.channels.tool_calls.call_syntax import CallSyntax
from engine.checkpoints import guard
from engine.checkpoints.model_settings import unreadable
from engine.errors import Refused
from engine.prompts.text_process import TextProcess
from engine.rendering.message_content import Medium, Shape
from engine.rendering.offsets import PartOffsets
from engine.rendering.prompt_input import PromptInput
from engine.rendering.prompt_writer import Readable
from engine.rendering.render import Abilities, Events, RenderedPrompt

if TYPE_CHECKING:
    from engine.models.model_source import ModelSource


# Characters of the text for an image; the engine tokenizes this text in its own process.
MAX_MARK = 1000


class RemoteWriter:
    """Answers one request at a time, first come, first served.

    A process that had to be killed is started again for the next request. Call `start` first.
    """

    def __init__(self, source: "ModelSource") -> None:
        self._source = source
        self._files = ExitStack()
        template = source.profile.chat_template
        self.view = self._files.enter_context(guard.safe_view(source.folder, template))
        self._process: TextProcess | None = None
        # The request whose job runs. The request may have ended meanwhile.
        self._current: int | None = None
        self._queue: deque[int] = deque()
        self.abilities = Abilities(thinking_switch=False, tools=False, parsed=False)
        self.marks = "", ""

    def start(self) -> Generator[Events, None, None]:
        """Start the process and load tokenizer and template in it; raises Refused."""
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
        self.marks = str(image)[:MAX_MARK], str(video)[:MAX_MARK]

    def write(
        self, request_id: int, prompt_input: PromptInput, media: Sequence[Medium]
    ) -> Generator[Events, None, RenderedPrompt]:
        answer = yield from self._ask(request_id, "write", prompt_input, tuple(media))
        return RenderedPrompt(**answer)

    def offsets(
        self,
        request_id: int,
        prompt_input: PromptInput,
        shapes: Sequence[Shape],
        text: str,
        tokens: list[int],
    ) -> Generator[Events, None, PartOffsets]:
        answer = yield from self._ask(
            request_id, "offsets", prompt_input, tuple(shapes), text, tokens
        )
        return PartOffsets(**answer)

    def count(self, request_id: int, text: str) -> Generator[Events, None, int]:
        answer = yield from self._ask(request_id, "count", text)
        return int(answer["count"])

    def calls(
        self, request_id: int, channel_format: str
    ) -> Generator[Events, None, CallSyntax | None]:
        answer = yield from self._ask(request_id, "calls", channel_format)
        found = answer["calls"]
        if found is None:
            return None
        texts = (tuple(found[name]) for name in ("before", "between", "after"))
        return CallSyntax(*texts, json=bool(found["json"]))

    def described(
        self, request_id: int, stop_texts: Sequence[str]
    ) -> Generator[Events, None, dict[str, Any]]:
        """Return the fields of a ProfileTried that the tokenizer and the template give."""
        return (yield from self._ask(request_id, "described", tuple(stop_texts)))

    def away(self, request_id: int) -> Readable | None:
        return self._process if request_id in self._queue else None

    def fileno(self) -> int:
        assert self._process is not None
        return self._process.fileno()

    def close(self) -> None:
        self._end()
        self._files.close()

    def _ask(
        self, request_id: int, name: str, *arguments: Any
    ) -> Generator[Events, None, dict[str, Any]]:
        self._queue.append(request_id)
        try:
            while self._queue[0] != request_id or self._is_busy():
                yield []
            if self._process is None:
                yield from self.start()
            assert self._process is not None
            self._process.ask(name, arguments)
            self._current = request_id
            answer = yield from self._answer(self._process)
            self._current = None
            return answer
        finally:
            self._queue.remove(request_id)
            if self._current == request_id and self._process is not None:
                self._process.hurry()

    def _answer(self, process: TextProcess) -> Generator[Events, None, dict[str, Any]]:
        """Return the answer to the running job; raises Refused."""
        try:
            while (answer := process.take()) is None:
                yield []
        except GeneratorExit:
            raise
        except BaseException:
            self._current = None
            if not process.alive:
                self._process = None
            raise
        return answer

    def left_over(self) -> Readable | None:
        """Poll a job whose request has ended; return its process as long as the job runs."""
        ended = self._current is not None and self._current not in self._queue
        return self._process if ended and self._is_busy() else None

    def _is_busy(self) -> bool:
        """Poll the running job; return True while it runs."""
        if self._current is None or self._process is None:
            self._current = None
            return False
        try:
            done = self._process.take() is not None
        except Refused:
            done = True
            if not self._process.alive:
                self._process = None
        if done:
            self._current = None
        return not done

    def _end(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None
