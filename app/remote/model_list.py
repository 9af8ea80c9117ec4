"""The models that a server lists, with what it tells of them. No two servers tell alike."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from app.remote.answer import broken, count, inner, parsed_object
from engine.plain_names import plain_name
from ui.state.remote_servers import RemoteModel

MAX_MODELS = 2000
MAX_NAME = 200
# Ours, OpenRouter's, vLLM's, LM Studio's, Groq's and Anthropic's names.
_CONTEXT = (
    *("context_length", "max_model_len", "max_context_length", "context_window"),
    "max_input_tokens",
)
_VISION = ("vision", "image", "images", "image_input", "multimodal", "vlm")
_TOOLS = ("tools", "tool_use", "function_calling", "completion_tools")
_THINKING = ("reasoning", "thinking", "include_reasoning")


def listed_models(data: bytes, host: str) -> tuple[RemoteModel, ...]:
    """Return the models of a list, in its order, each name once. Raises Refused."""
    made = parsed_object(data, host)
    items = made.get("data", made.get("models"))
    if not isinstance(items, list):
        raise broken(host)
    models = {it.name: it for item in items[:MAX_MODELS] if (it := _model(item))}
    return tuple(models.values())


def merged(
    former: tuple[RemoteModel, ...], listed: tuple[RemoteModel, ...]
) -> tuple[RemoteModel, ...]:
    """Return the listed models; what a person has chosen or set stays, also of a model that the
    server does not list now. With the first list of a single model, that one is chosen."""
    known = {it.name: it for it in former if it.chosen}
    new = [known.pop(it.name, it) for it in listed]
    if not former and len(new) == 1:
        new = [replace(new[0], chosen=True)]
    return (*known.values(), *new)


def _model(item: Any) -> RemoteModel | None:
    name = item.get("id") or item.get("name") if isinstance(item, dict) else None
    if not isinstance(name, str) or not name or plain_name(name) != name or len(name) > MAX_NAME:
        return None
    told = dict(_abilities(item))
    return RemoteModel(
        name,
        vision=_told(told, _VISION, True),
        tools=_told(told, _TOOLS, True),
        thinking=_told(told, _THINKING, False),
        context=next(filter(None, (count(item.get(it)) for it in _CONTEXT)), 0)
        or count(inner(item, "meta").get("n_ctx")),
    )


def _abilities(item: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield what a model can or cannot do. A list of abilities denies those that it lacks."""
    for name, value in item.items():
        if name.startswith("supports_") and isinstance(value, bool):
            yield name.removeprefix("supports_"), value
    kinds = inner(item, "architecture").get("input_modalities")
    yield from _listed(kinds, _VISION)
    yield from _listed(item.get("supported_parameters"), (*_TOOLS, *_THINKING))
    abilities = item.get("capabilities")
    yield from _listed(abilities, (*_VISION, *_TOOLS))
    if isinstance(abilities, dict):
        for name, value in abilities.items():
            value = value.get("supported") if isinstance(value, dict) else value
            if isinstance(value, bool):
                yield name, value


def _listed(names: object, known: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    if isinstance(names, list) and names:
        yield from ((name, name in names) for name in known)


def _told(told: dict[str, bool], names: tuple[str, ...], otherwise: bool) -> bool:
    """Return True if one of the names is told to be there."""
    found = [told[name] for name in names if name in told]
    return any(found) if found else otherwise
