"""Ollama's lists of models."""

import hashlib
import sys
from collections.abc import Sequence
from typing import Any

from app.server.catalog import Served, time_text

# Models stay loaded until memory is needed.
_NEVER = "2300-01-01T00:00:00Z"


def tags(models: Sequence[Served]) -> dict[str, Any]:
    """Return the list of models."""
    return {"models": [_listed(it) | {"modified_at": time_text(it.modified)} for it in models]}


def running(models: Sequence[Served]) -> dict[str, Any]:
    """Return the list of loaded models."""
    return {"models": [_listed(it) | _resident(it) for it in models]}


def _resident(model: Served) -> dict[str, Any]:
    return {
        "expires_at": _NEVER,
        "size_vram": model.size if sys.platform == "darwin" else 0,
        "context_length": model.context,
    }


def _listed(model: Served) -> dict[str, Any]:
    return {
        "name": model.name,
        "model": model.name,
        "size": model.size,
        "digest": _digest(model),
        "details": _details(model),
    }


def _digest(model: Served) -> str:
    """Return a checksum that changes with the files of a model: of their names, sizes and times.
    Ollama's is of their content, which takes too long to read."""
    return hashlib.sha256(repr((model.model_id, model.state)).encode()).hexdigest()


def _details(model: Served) -> dict[str, Any]:
    return {
        "parent_model": "",
        "format": "safetensors",
        "family": model.family,
        "families": [model.family],
        "parameter_size": "",
        "quantization_level": "",
    }


def shown(model: Served) -> dict[str, Any]:
    """Return the facts about one model."""
    abilities = ["completion"]
    abilities += ["vision"] if model.vision else []
    abilities += ["tools"] if model.tools else []
    abilities += ["thinking"] if model.thinking else []
    return {
        "modelfile": "",
        "template": "",
        "details": _details(model),
        "model_info": {
            "general.architecture": model.family,
            f"{model.family}.context_length": model.context,
        },
        "capabilities": abilities,
        "modified_at": time_text(model.modified),
    }
