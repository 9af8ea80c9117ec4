"""Writers of a model's prompts: in this process, or in a worker for models of other people."""

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Protocol

from engine.channels.tool_calls.call_syntax import CallSyntax
from engine.rendering.learned_calls import learned_calls
from engine.rendering.message_content import Medium, Shape
from engine.rendering.model_language import Language
from engine.rendering.offsets import PartOffsets, offsets_of
from engine.rendering.prompt_input import PromptInput
from engine.rendering.render import (
    Abilities,
    Events,
    RenderedPrompt,
    abilities_of,
    count,
    media_marks,
    render_prompt,
)


class Readable(Protocol):
    """A file descriptor that becomes readable when a worker process answers."""

    def fileno(self) -> int: ...


class PromptWriter(Protocol):
    """Renders and tokenizes. Its generators yield empty lists between pieces of work, and raise
    Refused. `request_id` names the request that a piece of work is for."""

    @property
    def abilities(self) -> Abilities: ...

    def write(
        self, request_id: int, prompt_input: PromptInput, media: Sequence[Medium]
    ) -> Generator[Events, None, RenderedPrompt]: ...

    def offsets(
        self,
        request_id: int,
        prompt_input: PromptInput,
        shapes: Sequence[Shape],
        text: str,
        tokens: list[int],
    ) -> Generator[Events, None, PartOffsets]:
        """Return the offsets of the parts of a prompt."""
        ...

    def count(self, request_id: int, text: str) -> Generator[Events, None, int]:
        """Return the number of tokens of a text."""
        ...

    def calls(
        self, request_id: int, channel_format: str
    ) -> Generator[Events, None, CallSyntax | None]:
        """Return how the model writes tool calls, None if that is not known."""
        ...

    @property
    def marks(self) -> tuple[str, str]:
        """The text for one image and for one video in a prompt: see `media_marks`."""
        ...

    def away(self, request_id: int) -> Readable | None:
        """Return the worker process that the request waits for, or None."""
        ...

    def left_over(self) -> Readable | None:
        """Poll a job whose request has ended; return its process as long as the job runs."""
        ...

    def close(self) -> None: ...


class WorkerWriter(PromptWriter, Protocol):
    """A writer in a worker process, which has a safe view of the model's folder."""

    @property
    def view(self) -> Path: ...


class LocalWriter:
    """Renders and tokenizes in this process, for the model that comes with the application."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self.abilities = abilities_of(language)

    def write(
        self, request_id: int, prompt_input: PromptInput, media: Sequence[Medium]
    ) -> Generator[Events, None, RenderedPrompt]:
        return render_prompt(prompt_input, media, self._language)

    def offsets(
        self,
        request_id: int,
        prompt_input: PromptInput,
        shapes: Sequence[Shape],
        text: str,
        tokens: list[int],
    ) -> Generator[Events, None, PartOffsets]:
        yield from ()
        return offsets_of(prompt_input, shapes, text, tokens, self._language)

    def count(self, request_id: int, text: str) -> Generator[Events, None, int]:
        yield []
        return count(text, self._language)

    def calls(
        self, request_id: int, channel_format: str
    ) -> Generator[Events, None, CallSyntax | None]:
        yield []
        return learned_calls(channel_format, self._language)

    @property
    def marks(self) -> tuple[str, str]:
        return media_marks(self._language)

    def away(self, request_id: int) -> Readable | None:
        return None

    def left_over(self) -> Readable | None:
        return None

    def close(self) -> None:
        pass
