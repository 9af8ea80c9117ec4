"""Tokenizers that would use up all time or memory, or end the process."""

import json
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

Damage = Callable[[Path], None]
QUESTION = "the quick fox"
LETTERS = "efghijkl"


def _edit(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    path = folder / "tokenizer.json"
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value))


def _sequence(kind: str, parts: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "Sequence", kind: parts}


def split_by(pattern: str, folder: Path) -> None:
    """Split words by a regular expression of the folder first, then by bytes as before."""

    def change(value: dict[str, Any]) -> None:
        fields = {"pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
        parts = [{"type": "Split"} | fields, value["pre_tokenizer"]]
        value["pre_tokenizer"] = _sequence("pretokenizers", parts)

    _edit(folder, change)


def normalize(parts: list[dict[str, Any]], folder: Path) -> None:
    def change(value: dict[str, Any]) -> None:
        value["normalizer"] = _sequence("normalizers", parts)

    _edit(folder, change)


def decode(steps: int, folder: Path) -> None:
    def change(value: dict[str, Any]) -> None:
        first = {"type": "Replace", "pattern": {"Regex": "."}, "content": "e"}
        parts = [value["decoder"], first, *_growing(steps)]
        value["decoder"] = _sequence("decoders", parts)

    _edit(folder, change)


def decode_as(text: str, folder: Path) -> None:
    """Make every token of the model decode to this text."""

    def change(value: dict[str, Any]) -> None:
        parts = [value["decoder"], _replace({"Regex": "."}, text)]
        value["decoder"] = _sequence("decoders", parts)

    _edit(folder, change)


def _replace(old: dict[str, str], new: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": old, "content": new}


def _growing(steps: int) -> list[dict[str, Any]]:
    """Return normalizers that each make a thousand letters of one."""
    pairs = pairwise(LETTERS)
    return [_replace({"String": a}, b * 1000) for a, b in pairs][:steps]


def pad(folder: Path) -> None:
    def change(value: dict[str, Any]) -> None:
        fields = {"strategy": {"Fixed": 2_000_000_000}, "direction": "Right", "pad_id": 0}
        more = {"pad_to_multiple_of": None, "pad_type_id": 0, "pad_token": "<|endoftext|>"}
        value["padding"] = fields | more

    _edit(folder, change)


def frame(folder: Path) -> None:
    """Put a million special tokens before each text."""

    def change(value: dict[str, Any]) -> None:
        name = "<|endoftext|>"
        special = {"SpecialToken": {"id": name, "type_id": 0}}
        text = {"Sequence": {"id": "A", "type_id": 0}}
        value["post_processor"] = {
            "type": "TemplateProcessing",
            "single": [*[special] * 1_000_000, text],
            "pair": [text, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {name: {"id": name, "ids": [0], "tokens": [name]}},
        }

    _edit(folder, change)


def add_tokens(count: int, folder: Path) -> None:
    def change(value: dict[str, Any]) -> None:
        first = len(value["model"]["vocab"]) + len(value["added_tokens"])
        flags = ("single_word", "lstrip", "rstrip", "normalized", "special")
        for number in range(first, first + count):
            token: dict[str, Any] = dict.fromkeys(flags, False)
            value["added_tokens"].append(token | {"id": number, "content": f"<t{number}>"})

    _edit(folder, change)


def far_token(folder: Path) -> None:
    path = folder / "tokenizer_config.json"
    value = json.loads(path.read_text())
    value["added_tokens_decoder"] = {"2000000000": {"content": "<far>", "special": True}}
    path.write_text(json.dumps(value))


def deep_normalizer(folder: Path) -> None:
    def change(value: dict[str, Any]) -> None:
        found: dict[str, Any] = {"type": "NFC"}
        for _ in range(60):
            found = _sequence("normalizers", [found])
        value["normalizer"] = found

    _edit(folder, change)


def nonsense(folder: Path) -> None:
    (folder / "tokenizer.json").write_text('{"version": "1.0", "model": 3}')


def no_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()


BACKTRACKING = {"Regex": "(x+x+)+y"}
# Name, row of the findings, the question that is asked, what is done to the folder.
TOKENIZERS: tuple[tuple[str, str, str, Damage], ...] = (
    ("backtracking", "1", "x" * 60, partial(split_by, "(x+x+)+y")),
    # Each word stays below the limit of the library, all together take hours.
    ("slow words", "1", " ".join(["x" * 20] * 5000), partial(split_by, "(x+x+)+y")),
    ("cubic", "1", "x" * 2500, partial(split_by, "x*x*y")),
    ("look behind", "1", "x" * 5000, partial(split_by, "(?=(x+))+x*x*y")),
    ("backtracking normalizer", "1", "x" * 60, partial(normalize, [_replace(BACKTRACKING, "z")])),
    ("normalizer", "2", QUESTION, partial(normalize, _growing(4))),
    ("normalizer of 1 GB", "2", QUESTION, partial(normalize, _growing(3))),
    ("normalizer, many letters", "2", "e" * 2000, partial(normalize, _growing(2))),
    ("decoder", "2", QUESTION, partial(decode, 4)),
    ("decoder of 1 MB a token", "2", QUESTION, partial(decode, 2)),
    ("padding", "2", QUESTION, pad),
    ("a million special tokens", "2", QUESTION, frame),
    ("300,000 added tokens", "2", QUESTION, partial(add_tokens, 300_000)),
    ("a token far away", "12", QUESTION, far_token),
    ("normalizers in normalizers", "12", QUESTION, deep_normalizer),
    ("nonsense", "12", QUESTION, nonsense),
    ("none", "12", QUESTION, no_tokenizer),
)
