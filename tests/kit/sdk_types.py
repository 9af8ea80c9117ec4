"""Checks of JSON by the types of the SDKs, which take a second to import: only the tests that use
them do, and not every process that collects tests."""

from functools import cache
from importlib import import_module
from typing import Any

from pydantic import TypeAdapter

OPENAI = "openai.types"
ANTHROPIC = "anthropic.types"


@cache
def _type(module: str, name: str) -> TypeAdapter[Any]:
    return TypeAdapter(getattr(import_module(module), name))


def check(module: str, name: str, value: Any) -> Any:
    """Return `value` as the type `name` of a module. Raises ValidationError if it is none."""
    return _type(module, name).validate_python(value)
