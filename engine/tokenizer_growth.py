"""How much longer a tokenizer.json can make a text, before anything of it runs."""

import json
from math import prod
from pathlib import Path
from typing import Any

from engine.errors import Refused
from engine.sentences import say

# A chain of replacements can turn a letter into gigabytes; tokenizers of models double it at most.
MOST = 64


def check(view: Path) -> None:
    """Raises Refused for a tokenizer whose normalizer or decoder makes texts far longer."""
    path = view / "tokenizer.json"
    if not path.is_file():
        return
    settings = json.loads(path.read_bytes())
    if any(growth(settings.get(name)) > MOST for name in ("normalizer", "decoder")):
        raise Refused(
            say(
                "tokenizer.json makes texts more than {most} times as long, as no model needs it. "
                "Choose another model.",
                most=MOST,
            )
        )


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
