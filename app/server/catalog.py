"""The names under which clients ask for models."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from app.server.problems import Problem, invalid
from engine.frozen import frozen
from engine.messages import Event, ModelFacts, ModelInfo, ModelReady, ModelUnloaded, say_value


@frozen
class Served:
    """A model in the folder `model_id`. `context` is in tokens and `size` in bytes, 0 if unknown.
    `state` and `modified` are those of its files, as in LibraryModel. `channel_format` and
    `in_8_bit` are what a person chose for it."""

    name: str
    model_id: str
    context: int = 0
    vision: bool = False
    tools: bool = False
    thinking: bool = False
    family: str = ""
    size: int = 0
    state: str = ""
    modified: float = 0.0
    channel_format: str = ""
    in_8_bit: bool = False


def served(
    name: str,
    model_id: str,
    facts: ModelFacts | None = None,
    state: str = "",
    modified: float = 0.0,
) -> Served:
    """Return a model with what its files tell."""
    made = Served(name, model_id, state=state, modified=modified)
    return made if facts is None else _told(made, facts)


def _told(model: Served, facts: ModelFacts | ModelInfo) -> Served:
    """Return the model with these facts."""
    return replace(
        model,
        context=facts.context,
        vision=facts.vision,
        tools=facts.tools,
        thinking=facts.thinking,
        family=facts.family,
        size=facts.weight_bytes,
    )


class Catalog:
    """The models in the order in which clients see them. `chosen` is the name of the model that
    answers for unknown names, "" if those are refused. With `evicts`, a request may unload other
    models. Replaced as a whole from any thread."""

    def __init__(
        self, models: Iterable[Served] = (), chosen: str = "", *, evicts: bool = False
    ) -> None:
        self.set(models, chosen, evicts=evicts)
        # Folders; those of models that are not served, too.
        self._loaded = set[str]()

    def set(self, models: Iterable[Served], chosen: str = "", *, evicts: bool = False) -> None:
        self.evicts = evicts
        self._models = {it.name: it for it in models}
        self._chosen = chosen

    @property
    def models(self) -> tuple[Served, ...]:
        return tuple(self._models.values())

    @property
    def loaded(self) -> tuple[Served, ...]:
        return tuple(it for it in self.models if it.model_id in self._loaded)

    def note(self, event: Event) -> None:
        """Take an event of the engine on its thread: a model may have been loaded or unloaded."""
        if isinstance(event, ModelReady):
            self._loaded.add(event.model.model_id)
        elif isinstance(event, ModelUnloaded):
            self._loaded.discard(event.model_id)

    def find(self, name: str) -> Served:
        """Return the model of a name, which may have a tag such as ":latest". The window shows
        names with their capitals, so the case of letters does not matter. Raises Problem."""
        models = self._models
        folded = {it.casefold(): models[it] for it in reversed(models)}
        plain = name.partition(":")[0]
        found = models.get(name) or folded.get(name.casefold())
        found = found or models.get(plain) or folded.get(plain.casefold())
        found = found or models.get(self._chosen)
        if found is None:
            names = ", ".join(models) or "none"
            if not name:
                raise invalid(f"model is missing. Name one of these: {names}.", "model")
            raise Problem(
                404,
                f"The model {say_value(name)} is not served here. These are: {names}.",
                "model_not_found",
                "model",
            )
        return found

    def learn(self, model: Served, info: ModelInfo) -> None:
        """Take over what is certain once a model is loaded. The models may have been replaced
        meanwhile."""
        models = self._models
        current = models.get(model.name)
        if current is not None and current.model_id == model.model_id:
            models[model.name] = _told(current, info)


def model_object(model: Served) -> dict[str, Any]:
    """Return a model as OpenAI's and Anthropic's lists have it, in one object."""
    return {
        "id": model.name,
        "object": "model",
        "created": int(model.modified),
        "owned_by": "duologue",
        "type": "model",
        "display_name": model.name,
        "lifecycle": "active",
        "created_at": time_text(model.modified),
        "max_input_tokens": model.context or None,
        "max_tokens": model.context or None,
        "capabilities": None,
        # llama.cpp, vLLM and OpenRouter have these names.
        "context_length": model.context or None,
        "max_model_len": model.context or None,
        "supports_vision": model.vision,
        "supports_tools": model.tools,
        "supports_reasoning": model.thinking,
    }


def time_text(seconds: float) -> str:
    """Return a time since 1970 as clients read it. A file can have one that no calendar has."""
    try:
        time = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        time = datetime.fromtimestamp(0, UTC)
    return time.isoformat().replace("+00:00", "Z")
