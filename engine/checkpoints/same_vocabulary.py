"""Tell, by their files, if two models have the same vocabulary, so that one can draft."""

from pathlib import Path
from typing import Any

from engine.checkpoints.model_settings import MAX_VOCABULARY
from engine.checkpoints.tokenizer_bounds import MAX_VALUES
from engine.system import bounded_json
from engine.system.files import read_file

# Without a tokenizer.json, one of these holds the vocabulary.
_OTHERS = ("tokenizer.model", "tekken.json", "vocab.json", "spiece.model", "tiktoken.model")


def same_vocabulary(first: Path, second: Path) -> bool:
    """Return True if both have the same tokens under the same ids. Tokens that were added to one
    of them alone do not matter. Raises OSError."""
    data = [_read(folder, "tokenizer.json") for folder in (first, second)]
    if all(data):
        return data[0] == data[1] or _agree(*map(_tokens, data))
    pairs = [(_read(first, name), _read(second, name)) for name in _OTHERS]
    return any(one for one, _ in pairs) and all(one == other for one, other in pairs)


def _read(folder: Path, name: str) -> bytes:
    path = folder / name
    return read_file(path, MAX_VOCABULARY) if path.is_file() else b""


def _agree(first: tuple[Any, dict[int, str]], second: tuple[Any, dict[int, str]]) -> bool:
    (one, added), (other, more) = first, second
    return bool(one) and one == other and all(added[it] == more[it] for it in added.keys() & more)


def _tokens(data: bytes) -> tuple[Any, dict[int, str]]:
    """Return the vocabulary of a tokenizer.json, and the tokens added to it by their ids. The
    vocabulary is a dictionary, or a list for Unigram; None if there is none."""
    try:
        found = bounded_json.parsed(data, MAX_VALUES)
        added = {it["id"]: it["content"] for it in found.get("added_tokens") or ()}
        return found["model"]["vocab"], added
    except (ValueError, LookupError, TypeError, AttributeError):
        return None, {}
