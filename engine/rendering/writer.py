"""The writers of a model's prompts: this process, or a worker for the folders of others."""

from collections.abc import Generator, Sequence
from typing import Protocol

from engine.messages import Generate, RequestEvent
from engine.rendering.boundaries import Places, places_of
from engine.rendering.language import Language
from engine.rendering.message_content import Medium, Shape
from engine.rendering.render import Abilities, Written, abilities_of, count, media_marks, write

Events = list[RequestEvent]


class Readable(Protocol):
    """A file descriptor that a worker process is heard through."""

    def fileno(self) -> int: ...


class Writer(Protocol):
    """Its generators yield nothing, between pieces of work; they raise Refused."""

    @property
    def abilities(self) -> Abilities: ...

    def write(
        self, request: Generate, media: Sequence[Medium]
    ) -> Generator[Events, None, Written]: ...

    def places(
        self, request: Generate, shapes: Sequence[Shape], text: str, tokens: list[int]
    ) -> Generator[Events, None, Places]:
        """Return where the parts of a prompt begin."""
        ...

    def count(self, request_id: int, text: str) -> Generator[Events, None, int]:
        """How many tokens a text has."""
        ...

    @property
    def marks(self) -> tuple[str, str]:
        """The text for one image and for one video in a prompt: see `media_marks`."""
        ...

    def away(self, request_id: int) -> Readable | None:
        """The worker process that the request waits for, where there is one."""
        ...

    def left_over(self) -> Readable | None:
        """Look after a job whose request has gone; return its process while there is one."""
        ...

    def close(self) -> None: ...


class LocalWriter:
    """Writes in this process, for the model that comes with the application."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self.abilities = abilities_of(language)

    def write(self, request: Generate, media: Sequence[Medium]) -> Generator[Events, None, Written]:
        writing = write(request, media, self._language)
        while True:
            try:
                next(writing)
            except StopIteration as done:
                return done.value
            yield []

    def places(
        self, request: Generate, shapes: Sequence[Shape], text: str, tokens: list[int]
    ) -> Generator[Events, None, Places]:
        yield from ()
        return places_of(request, shapes, text, tokens, self._language)

    def count(self, request_id: int, text: str) -> Generator[Events, None, int]:
        yield []
        return count(text, self._language)

    @property
    def marks(self) -> tuple[str, str]:
        return media_marks(self._language)

    def away(self, request_id: int) -> Readable | None:
        return None

    def left_over(self) -> Readable | None:
        return None

    def close(self) -> None:
        pass
