"""Bound the cost of a tokenizer.json before any of it runs."""

import json
from math import prod
from pathlib import Path
from typing import Any

from engine.errors import Refused
from engine.sentences import say
from engine.system import bounded_json

# A chain of replacements can turn a letter into gigabytes; real tokenizers double it at most.
MAX_GROWTH = 64
# The largest real tokenizers have 1.9 million values and 30,000 added tokens.
MAX_VALUES, MAX_ADDED = 3_000_000, 100_000
# Characters; some models have a token of some hundred spaces or dashes.
MAX_TOKEN_LENGTH = 4096


def check_tokenizer(view: Path) -> None:
    """Raise Refused for a tokenizer with far more or longer tokens than a model needs, one that
    makes text far longer, or one without a vocabulary."""
    path = view / "tokenizer.json"
    if not path.is_file():
        return
    settings = _settings(path)
    added = settings.get("added_tokens")
    if isinstance(added, list) and len(added) > MAX_ADDED:
        raise Refused(
            "tokenizer.json adds {count:,} tokens, far more than a model needs. Choose another "
            "model.",
            count=len(added),
        )
    if "Regex" in json.dumps(settings.get("decoder")) or _longest(settings) > MAX_TOKEN_LENGTH:
        # both run in the engine's own process for every decoded token
        raise Refused(
            "tokenizer.json has an unusual decoder or overlong tokens, which could block the app. "
            "Choose another model."
        )
    if any(growth(settings.get(name)) > MAX_GROWTH for name in ("normalizer", "decoder")):
        raise Refused(
            "tokenizer.json makes text more than {most} times longer, which no model needs. Choose "
            "another model.",
            most=MAX_GROWTH,
        )
    if not isinstance(settings.get("model"), dict):
        raise Refused(
            "tokenizer.json is damaged: {reason}. Download the model again.",
            reason=say("it has no vocabulary"),
        )


def _longest(settings: dict[str, Any]) -> int:
    """Return the length of the longest token."""
    model, added = settings.get("model"), settings.get("added_tokens")
    vocabulary = model.get("vocab") if isinstance(model, dict) else None
    # Unigram has a list of tokens with their scores
    tokens = (it[0] if isinstance(it, list) and it else it for it in vocabulary or ())
    more = (it.get("content") if isinstance(it, dict) else "" for it in added or ())
    return max((len(str(token)) for token in (*tokens, *more)), default=0)


def _settings(path: Path) -> dict[str, Any]:
    try:
        found = bounded_json.parsed(path.read_bytes(), MAX_VALUES)
    except ValueError as error:
        raise Refused(
            "tokenizer.json is damaged: {reason}. Download the model again.", reason=str(error)
        ) from error
    return found if isinstance(found, dict) else {}


def growth(component: Any) -> float:
    """Return the factor by which replacements in a normalizer or decoder can lengthen a text."""
    if isinstance(component, list):
        return prod(map(growth, component))
    if not isinstance(component, dict):
        return 1
    if component.get("type") != "Replace":
        return prod(map(growth, component.values()))
    pattern = component.get("pattern", {})
    text = pattern.get("String") if isinstance(pattern, dict) else pattern
    content = len(str(component.get("content", "")).encode())
    # a regular expression can match empty text
    return max(1, content / len(text.encode()) if isinstance(text, str) and text else content + 1)
