"""Reads presets of LM Studio (`*.preset.json`) as ours."""

import json
from collections.abc import Callable
from typing import Any

from engine.messages import Overflow, SamplingParams
from ui.state.chat_options import ChatOptions
from ui.state.preset import Preset

_PREFIX = "llm.prediction."
# From the last part of an LM Studio key to our name and the conversion of its value.
_SAMPLING: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "temperature": ("temperature", float),
    "topPSampling": ("top_p", float),
    "topKSampling": ("top_k", int),
    "minPSampling": ("min_p", float),
    "repeatPenalty": ("repetition_penalty", float),
    "presencePenalty": ("presence_penalty", float),
    "frequencyPenalty": ("frequency_penalty", float),
    "maxPredictedTokens": ("max_tokens", int),
    "seed": ("seed", int),
    "stopStrings": ("stop", lambda found: tuple(it for it in found if it)),
}
_OVERFLOW = {
    "stopAtLimit": Overflow.REFUSE,
    # We neither summarize for such a preset nor cut out the middle.
    "rollingWindow": Overflow.TRIM,
    "truncateMiddle": Overflow.TRIM,
}


def fits(found: Any) -> bool:
    return isinstance(found, dict) and isinstance(_fields_of(found), list)


def preset(found: dict[str, Any], name: str) -> Preset:
    """Convert a preset. It is called `name` if it has no name; options we do not have are dropped.
    Raises ValueError."""
    fields: dict[str, Any] = {}
    for field in _fields_of(found):
        if isinstance(field, dict) and str(field.get("key", "")).startswith(_PREFIX):
            value = _switched_on(field.get("value"))
            if value is not None:
                fields[field["key"].removeprefix(_PREFIX)] = value
    try:
        sampling = {
            ours: convert(fields[key])
            for key, (ours, convert) in _SAMPLING.items()
            if key in fields
        }
        if schema := _schema(fields.get("structured")):
            sampling["json_schema"] = schema
        options = ChatOptions(
            system_prompt=str(fields.get("systemPrompt", "")),
            sampling=SamplingParams(**sampling),
            overflow=_OVERFLOW.get(fields.get("contextOverflowPolicy", ""), Overflow.REFUSE),
        )
    except (TypeError, OverflowError) as error:
        raise ValueError(str(error)) from error
    given = found.get("name")
    return Preset(given if isinstance(given, str) and given.strip() else name, options)


def _fields_of(found: dict[str, Any]) -> Any:
    operation = found.get("operation")
    return operation.get("fields") if isinstance(operation, dict) else None


def _switched_on(value: Any) -> Any:
    """Return the value of a setting with a switch, or None if the switch is off."""
    if isinstance(value, dict) and "checked" in value:
        return value.get("value") if value["checked"] else None
    return value


def _schema(structured: Any) -> str:
    if isinstance(structured, dict) and structured.get("type") == "json":
        schema = structured.get("jsonSchema")
        return json.dumps(schema) if isinstance(schema, dict) else ""
    return ""
