"""Bound what a tokenizer.json can cost, before anything of it runs."""

import json
from math import prod
from pathlib import Path
from typing import Any

from engine.errors import Refused
from engine.system import bounded_json

# A chain of replacements can turn a letter into gigabytes; tokenizers of models double it at most.
MOST = 64
# The largest tokenizers of models have 1.9 million values, and 30,000 added tokens.
MOST_VALUES, MOST_ADDED = 3_000_000, 100_000
# Characters of a token; models have some hundred spaces or dashes as one.
LONGEST_TOKEN = 4096


def check(view: Path) -> None:
    """Raises Refused for a tokenizer that has far more tokens than a model needs, or makes texts
    far longer."""
    path = view / "tokenizer.json"
    if not path.is_file():
        return
    settings = _settings(path)
    added = settings.get("added_tokens")
    if isinstance(added, list) and len(added) > MOST_ADDED:
        raise Refused(
            "tokenizer.json adds {count:,} tokens, far more than a model needs. Choose another "
            "model.",
            count=len(added),
        )
    if "Regex" in json.dumps(settings.get("decoder")) or _longest(settings) > LONGEST_TOKEN:
        # both run in the engine's own process, for each token of an answer
        raise Refused(
            "tokenizer.json has a decoder or tokens that no usual model has, and they could "
            "hold up everything. Choose another model."
        )
    if any(growth(settings.get(name)) > MOST for name in ("normalizer", "decoder")):
        raise Refused(
            "tokenizer.json makes texts more than {most} times as long, which no model needs. "
            "Choose another model.",
            most=MOST,
        )


def _longest(settings: dict[str, Any]) -> int:
    """Return the length of the longest token."""
    model, added = settings.get("model"), settings.get("added_tokens")
    vocabulary = model.get("vocab") if isinstance(model, dict) else None
    # Unigram's is a list of tokens with their scores
    tokens = (it[0] if isinstance(it, list) and it else it for it in vocabulary or ())
    more = (it.get("content") if isinstance(it, dict) else "" for it in added or ())
    return max((len(str(token)) for token in (*tokens, *more)), default=0)


def _settings(path: Path) -> dict[str, Any]:
    try:
        found = bounded_json.parsed(path.read_bytes(), MOST_VALUES)
    except ValueError as error:
        raise Refused(
            "tokenizer.json is damaged: {reason}. Download the model again.", reason=str(error)
        ) from error
    return found if isinstance(found, dict) else {}


def growth(component: Any) -> float:
    """Return how many times as long a normalizer or decoder can make a text by replacing parts."""
    if isinstance(component, list):
        return prod(map(growth, component))
    if not isinstance(component, dict):
        return 1
    if component.get("type") != "Replace":
        return prod(map(growth, component.values()))
    pattern = component.get("pattern", {})
    text = pattern.get("String") if isinstance(pattern, dict) else pattern
    content = len(str(component.get("content", "")).encode())
    # what a regular expression matches may be empty
    return max(1, content / len(text.encode()) if isinstance(text, str) and text else content + 1)
