"""The jobs of the worker process that renders and tokenizes; answers are values for JSON."""

from collections.abc import Generator
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from engine.messages import Generate
from engine.models.loader import Source, rehearse
from engine.rendering.boundaries import places_of
from engine.rendering.message_content import Medium, Shape
from engine.rendering.render import abilities_of, count, media_marks, write

T = TypeVar("T")


class TextJobs:
    """The jobs for one model; `introduced` comes before all else. Methods raise Refused."""

    def __init__(self, source: Source, view: Path) -> None:
        self._source = source
        self._view = view

    def introduced(self) -> dict[str, Any]:
        self._language = rehearse(self._source, self._view)
        return {
            "abilities": asdict(abilities_of(self._language)),
            "marks": media_marks(self._language),
        }

    def write(self, request: Generate, media: tuple[Medium, ...]) -> dict[str, Any]:
        return asdict(_returned(write(request, media, self._language)))

    def places(
        self, request: Generate, shapes: tuple[Shape, ...], text: str, tokens: list[int]
    ) -> dict[str, Any]:
        return asdict(places_of(request, shapes, text, tokens, self._language))

    def count(self, text: str) -> dict[str, Any]:
        return {"count": count(text, self._language)}


def _returned(work: Generator[None, None, T]) -> T:
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value
