"""Reads the fields of a client's JSON object, and says which one is wrong."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from app.base.json_values import parsed
from app.server.problems import invalid
from engine.system.bounded_json import check_depth

# Tokens, more than any model has in its context. Clients send larger numbers for no limit.
LONGEST_ANSWER = 1 << 31


def as_object(value: Any, name: str) -> dict[str, Any]:
    """Return a JSON object; {} for null. Raises Problem."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise invalid(f"{name} must be an object.", name)
    return value


def as_list(value: Any, name: str) -> list[Any]:
    """Return an array; [] for null. Raises Problem."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise invalid(f"{name} must be an array.", name)
    return value


def as_text(value: Any, name: str) -> str:
    """Return a text; "" for null. Raises Problem."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise invalid(f"{name} must be a text.", name)
    return value


def as_flag(value: Any, name: str) -> bool:
    """Return a truth value; False for null. Raises Problem."""
    if value is None:
        return False
    if not isinstance(value, bool):
        raise invalid(f"{name} must be true or false.", name)
    return value


def as_texts(value: Any, name: str) -> tuple[str, ...]:
    """Return the texts of an array, or of a single text. Raises Problem."""
    items = [value] if isinstance(value, str) else as_list(value, name)
    return tuple(as_text(it, name) for it in items)


def one_of(value: Any, name: str, words: Iterable[str]) -> str:
    """Return one of the words; "" for null. Raises Problem."""
    if value is None:
        return ""
    if not isinstance(value, str) or value not in words:
        raise invalid(f"{name} must be one of {', '.join(words)}.", name)
    return value


def given(body: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of these names that are there and not null."""
    return {name: body[name] for name in names if body.get(name) is not None}


def sampling_numbers(
    fields: Mapping[str, Any], names: Iterable[str], place: str = ""
) -> dict[str, Any]:
    """Return the given options of the sampler by these names; `place` is before them in the body.
    Raises Problem."""
    found = given(fields, names)
    if "top_k" in found:
        top_k = whole_number(found["top_k"], f"{place}top_k")
        # Clients of vLLM and llama.cpp send -1 for all tokens.
        found["top_k"] = 0 if top_k == -1 else top_k
    return found


def shallow_json(text: str) -> Any:
    """Return the value of a client's JSON text. Raises ValueError or RecursionError, also if it is
    nested too deeply."""
    value = parsed(text)
    check_depth(value)
    return value


def arguments_text(value: Any, name: str) -> str:
    """Return the arguments of a past tool call as the JSON text of an object. A text that is no
    object becomes a field of one: clients keep calls that were cut off, and would send them with
    every later request. Raises Problem."""
    if isinstance(value, str):
        try:
            found = shallow_json(value or "{}")
        except (ValueError, RecursionError):
            found = value
        value = found if isinstance(found, dict | None) else {"arguments": value}
    return json.dumps(as_object(value, name), ensure_ascii=False)


def whole_number(value: Any, name: str) -> int:
    """Return a whole number, which JSON may write as 5.0. Raises Problem."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise invalid(f"{name} must be a whole number.", name)
    return value


def answer_limit(body: Mapping[str, Any], *names: str) -> dict[str, int]:
    """Return the sampling option for the first of these fields that is given. Raises Problem."""
    for name, value in given(body, names).items():
        limit = whole_number(value, name)
        # Clients of LM Studio and llama.cpp send -1 for no limit.
        if limit < 1 and limit != -1:
            raise invalid(f"{name} must be at least 1.", name)
        return {"max_tokens": min(limit, LONGEST_ANSWER) if limit > 0 else LONGEST_ANSWER}
    return {}
