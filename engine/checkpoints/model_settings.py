"""Read the JSON files of a model folder, and bound numbers that control loops and allocations."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.errors import Refused, reason
from engine.plain_names import folder_name
from engine.sentences import say
from engine.system import bounded_json
from engine.system.files import open_file, read_file

DATA_SUFFIXES = frozenset({".safetensors", ".json", ".jinja", ".txt", ".model", ".tiktoken"})
# An empty file in the folder of a model that was converted here.
CONVERTED = ".duologue-converted"
# The largest known files have 19 and 33 MB.
MAX_JSON, MAX_VOCABULARY = 32 << 20, 64 << 20
TOO_LARGE = say("it is larger than any model needs")
CODE_KEYS = frozenset({"auto_map", "model_file", "custom_pipelines"})
# `ple_storage` can name a file anywhere, which mlx-vlm then reads.
REMOVED_KEYS = CODE_KEYS | {"ple_storage"}
SECTIONS = ("text_config", "llm_config", "vision_config", "audio_config")
PROCESSORS = ("preprocessor_config.json", "processor_config.json", "video_preprocessor_config.json")
VOCABULARY = re.compile(r"tokenizer\.json|.*vocab.*|tekken\.json|.*\.(model|tiktoken)")

Bounds = tuple[tuple[re.Pattern[str], int, int], ...]
# Patterns of keys with the least and the greatest number. Libraries build an object per layer.
_ANYWHERE: Bounds = (
    (re.compile(r"(^|_)(layers?|depths?|blocks)$"), -1_000, 1_000),
    (re.compile(r"(^|_)depth_(single|double)$"), -1_000, 1_000),
    (
        re.compile(
            r"(^|_)(heads|groups?|detr|stages|loops|quantizers|codebooks|vq|inputs"
            r"|upsamples|embedders)$"
        ),
        -10_000,
        10_000,
    ),
    (re.compile(r"(^|_)experts$"), -1, 100_000),
    # Libraries allocate tables of these sizes.
    (re.compile(r"(^|_)(dims?|rank|channels|pattern|interval)$"), -1, 1 << 20),
    (re.compile(r"(hidden|head|intermediate|state|embed|conv|kernel)_size$"), -1 << 20, 1 << 20),
    (re.compile(r"(^|_)(patch_size|patch_stride|merge_size|tubelet_size)$"), 1, 1_024),
    (re.compile(r"(^|_)(image_seq_len(gth)?|tokens_per_image|num_image_tokens)$"), 0, 65_536),
    (re.compile(r"(^|_)(query_tokens|soft_tokens)$"), 0, 65_536),
)
# Sizes that images are scaled to; for some families the two edges are numbers of pixels.
_PROCESSOR: Bounds = (
    *_ANYWHERE,
    (re.compile(r"(^|_)(feature_size|n_mels|mel_bins|n_fft|fft_length)$"), 1, 8_192),
    (re.compile(r"(^|_)(height|width|max_patches|max_num_tiles)$"), 1, 4_096),
    (re.compile(r"^(shortest_edge|min_pixels)$"), 1, 1 << 22),
    (re.compile(r"^(longest_edge|max_pixels)$"), 1, 1 << 30),
)


def read_model_json(path: Path) -> Any:
    """Return the value of a JSON file of a model folder; raises Refused."""
    try:
        return bounded_json.parsed(read_file(path, MAX_JSON))
    except OSError as error:
        raise Refused(_damaged(path, reason(error))) from error
    except ValueError as error:
        raise Refused(_damaged(path, error.args[0])) from error


def plain_json(folder: Path) -> list[Path]:
    """Return the JSON files with settings, without vocabularies, which can contain any key."""
    skipped = {"tokenizer.json", "vocab.json"}
    return [
        path
        for path in sorted(folder.glob("*.json"))
        if path.is_file() and path.name not in skipped and not path.name.endswith(".index.json")
    ]


def keys_of(value: Any) -> set[str]:
    """Return the names of all settings, at any depth."""
    if isinstance(value, dict):
        return set(value).union(*(keys_of(item) for item in value.values()))
    if isinstance(value, list):
        return set().union(*(keys_of(item) for item in value))
    return set()


def check_numbers(folder: Path, config: dict[str, Any]) -> None:
    """Raise Refused for numbers with which a library would never finish or use up all memory."""
    for name in SECTIONS:
        if not isinstance(config.get(name) or {}, dict):
            raise _does_not_fit(folder / "config.json", name, config[name])
    _check(folder / "config.json", config, _ANYWHERE)
    for name in PROCESSORS:
        if (folder / name).is_file():
            _check(folder / name, read_model_json(folder / name), _PROCESSOR)


def check_files(folder: Path, *, has_vocabulary: bool = True) -> None:
    """Raise Refused for a folder without the vocabulary that it should have, or with a pipe or
    device for a file."""
    found = [path for path in sorted(folder.iterdir()) if path.exists() and not path.is_dir()]
    for path in found:
        if path.suffix not in DATA_SUFFIXES:
            continue
        try:
            with open_file(path) as file:
                if _is_vocabulary(path) and os.fstat(file.fileno()).st_size > MAX_VOCABULARY:
                    raise Refused(_damaged(path, TOO_LARGE))
        except OSError as error:
            raise Refused(_damaged(path, reason(error))) from error
    if has_vocabulary and not any(map(_is_vocabulary, found)):
        raise Refused("tokenizer.json is missing. Download the model again.")


def unreadable(folder: Path, error: OSError) -> str:
    """Return a sentence about a folder that the system does not let us read."""
    return say(
        "{folder} cannot be read: {reason}. Choose the folder of the model again.",
        folder=folder_name(folder)[:80],
        reason=reason(error),
    )


def _is_vocabulary(path: Path) -> bool:
    return VOCABULARY.fullmatch(path.name) is not None


def _check(path: Path, value: Any, bounds: Bounds) -> None:
    for key, number in _numbers(value):
        for ending, least, most in bounds:
            if ending.search(key) and not least <= number <= most:
                raise _does_not_fit(path, key, number)


def _numbers(value: Any, key: str = "") -> Iterator[tuple[str, int | float]]:
    """Yield all numbers, each with the key of its own or of the list that contains it."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _numbers(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from _numbers(item, key)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield key, value


def _damaged(path: Path, reason: str) -> str:
    return say(
        "{name} in {folder} is damaged: {reason}. Download the model again.",
        name=path.name,
        folder=folder_name(path.parent),
        reason=reason,
    )


def _does_not_fit(path: Path, key: str, value: Any) -> Refused:
    shown = f"{value:,}" if isinstance(value, int | float) else repr(value)
    reason = say("{key} cannot be {value}", key=key[:80], value=shown[:40])
    return Refused(_damaged(path, reason))
