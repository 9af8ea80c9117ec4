"""Jobs of the worker process that renders and tokenizes; results are values for JSON."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.models.loader import ModelSource, rehearse
from engine.rendering.message_content import Medium, Shape
from engine.rendering.offsets import offsets_of
from engine.rendering.prompt_input import PromptInput
from engine.rendering.render import abilities_of, count, media_marks, render_prompt, returned


class TextJobs:
    """The jobs for one model; `introduced` comes before all others. Methods raise Refused."""

    def __init__(self, source: ModelSource, view: Path) -> None:
        self._source = source
        self._view = view

    def introduced(self) -> dict[str, Any]:
        self._language = rehearse(self._source, self._view)
        return {
            "abilities": asdict(abilities_of(self._language)),
            "marks": media_marks(self._language),
        }

    def write(self, prompt_input: PromptInput, media: tuple[Medium, ...]) -> dict[str, Any]:
        return asdict(returned(render_prompt(prompt_input, media, self._language)))

    def offsets(
        self, prompt_input: PromptInput, shapes: tuple[Shape, ...], text: str, tokens: list[int]
    ) -> dict[str, Any]:
        return asdict(offsets_of(prompt_input, shapes, text, tokens, self._language))

    def count(self, text: str) -> dict[str, Any]:
        return {"count": count(text, self._language)}
