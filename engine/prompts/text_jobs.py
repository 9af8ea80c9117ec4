"""Jobs of the worker process that renders and tokenizes; results are values for JSON."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.messages import StopToken
from engine.models.language_loader import rehearse
from engine.models.model_source import ModelSource
from engine.models.stop_ids import added_stop_ids, own_stop_ids
from engine.rendering.learned_calls import learned_calls
from engine.rendering.message_content import Medium, Shape
from engine.rendering.offsets import offsets_of
from engine.rendering.prompt_input import PromptInput
from engine.rendering.render import abilities_of, count, media_marks, render_prompt, returned
from engine.rendering.stop_tokens import find_stops, stop_token
from engine.rendering.trial import rendered_sample


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

    def calls(self, channel_format: str) -> dict[str, Any]:
        found = learned_calls(channel_format, self._language)
        return {"calls": found and asdict(found)}

    def described(self, stop_texts: tuple[str, ...]) -> dict[str, Any]:
        """Return the fields of a ProfileTried, and render a sample."""
        language, source = self._language, self._source
        tokenizer = language.tokenizer
        found, missing = find_stops(stop_texts, tokenizer)
        own = own_stop_ids(source, tokenizer, language.processor)
        added = added_stop_ids(source, tokenizer)

        def listed(ids: Iterable[int]) -> list[StopToken]:
            return [stop_token(it, tokenizer) for it in sorted(ids)]

        return asdict(rendered_sample(language)) | {
            "own_stops": [asdict(it) for it in listed(own)],
            "added_stops": [asdict(it) for it in listed(added)],
            "found_stops": [asdict(it) for it in listed(found)],
            "missing_stops": missing,
        }
