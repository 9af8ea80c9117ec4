"""Nothing in a model folder runs: folders are checked, then read through a view without code.

Three layers: the view holds no code and no key that asks for any; an audit hook refuses to execute
Python source of a view; chat templates are rendered in a sandbox. The sandbox keeps templates from
running code; of the ways to make them slow it bounds only `*` and `**`.
"""

import json
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jinja2
import jinja2.sandbox
from jinja2.exceptions import SecurityError

from engine.errors import Refused
from engine.sentences import say

# What comes with the application may render and tokenize in its process; see `remote_writer`.
OURS = [Path(__file__).resolve().parent.parent / "resources"]
VIEW_PREFIX = "duologue-view-"
DATA_SUFFIXES = {".safetensors", ".json", ".jinja", ".txt", ".model", ".tiktoken"}
CODE_KEYS = frozenset({"auto_map", "model_file", "custom_pipelines"})
MAX_HEADER = 100 << 20
MAX_REPEAT = 1_000_000
MAX_EXPONENT = 64


def check(folder: Path) -> dict[str, Any]:
    """Return the folder's config; raises Refused where no model can be read from it."""
    if not folder.exists():
        raise Refused(
            say(
                "There is no folder {folder}. Choose the folder that holds the model.",
                folder=str(folder),
            )
        )
    if not folder.is_dir():
        raise Refused(
            say("{folder} is a file. Choose the folder that holds the model.", folder=folder.name)
        )
    config = _read_config(folder)
    if "model_file" in config:
        raise Refused(
            say(
                "{folder} asks to run its own program ({program}), and Duologue never runs code "
                "from a model folder. Choose a version of the model without it.",
                folder=folder.name,
                program=config["model_file"],
            )
        )
    for shard in shards(folder):
        _check_shard(shard)
    return config


def is_ours(folder: Path) -> bool:
    """Return True if the folder came with the application."""
    return any(folder.resolve().is_relative_to(ours) for ours in OURS)


def shards(folder: Path) -> list[Path]:
    """The weight files, as the index names them where there is one; raises Refused."""
    index = folder / "model.safetensors.index.json"
    if index.exists():
        names = _shard_names(index)
        missing = [name for name in names if not _inside(folder, name)]
        if missing:
            raise Refused(
                say(
                    "{folder} is incomplete: {count} of {total} weight files are missing, the "
                    "first is {first}. Download the model again.",
                    folder=folder.name,
                    count=len(missing),
                    total=len(names),
                    first=missing[0],
                )
            )
        if names:
            return [folder / name for name in names]
    found = sorted(path for path in folder.glob("*.safetensors") if path.is_file())
    if not found:
        raise Refused(_no_weights(folder))
    return found


def asks_for_code(folder: Path) -> bool:
    """Whether any JSON file of the folder names Python to be imported from it."""
    return any(CODE_KEYS & _keys(read_json(path)) for path in _plain_json(folder))


@contextmanager
def safe_view(folder: Path) -> Iterator[Path]:
    """A temporary folder with the data of `folder`: links to it, and JSON without code keys."""
    with TemporaryDirectory(prefix=VIEW_PREFIX) as name:
        view = Path(name)
        for path in sorted(folder.iterdir()):
            if path.is_file() and path.suffix in DATA_SUFFIXES:
                (view / path.name).symlink_to(path.resolve())
        for path in _plain_json(folder):
            (view / path.name).unlink()
            (view / path.name).write_text(json.dumps(_without_code(read_json(path))))
        yield view


@cache
def seal() -> None:
    """Install the audit hook and the template sandbox; once, before a model library is imported."""
    sys.addaudithook(_refuse_code)
    jinja2.Environment = BoundedEnvironment  # pyright: ignore[reportAttributeAccessIssue]
    jinja2.Template.environment_class = BoundedEnvironment
    jinja2.sandbox.ImmutableSandboxedEnvironment = (  # pyright: ignore[reportAttributeAccessIssue]
        BoundedEnvironment
    )


class BoundedEnvironment(jinja2.sandbox.ImmutableSandboxedEnvironment):
    """A sandbox in which `'a' * 10**9` and `9 ** 10**9` are refused."""

    intercepted_binops = frozenset({"*", "**"})

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" and abs(right) > MAX_EXPONENT:
            raise SecurityError("the chat template computes too large a power")
        if operator == "*" and max(_repeats(left, right), _repeats(right, left)) > MAX_REPEAT:
            raise SecurityError("the chat template builds too long a text")
        return super().call_binop(context, operator, left, right)


def _repeats(sequence: Any, times: Any) -> int:
    sized = isinstance(sequence, str | list | tuple) and isinstance(times, int)
    return len(sequence) * times if sized else 0


def _refuse_code(event: str, args: tuple[Any, ...]) -> None:
    if event != "exec":
        return
    source = getattr(args[0], "co_filename", "")
    if VIEW_PREFIX in source or "transformers_modules" in source:
        raise Refused(
            say("The model tried to run code of its own ({file}).", file=Path(source).name)
        )


def _read_config(folder: Path) -> dict[str, Any]:
    path = folder / "config.json"
    if not path.exists():
        gguf = any(folder.glob("*.gguf"))
        hint = (
            say(
                "It holds a GGUF file, which MLX cannot read; look for an MLX version of the model."
            )
            if gguf
            else say("Choose the folder that holds config.json and the .safetensors files.")
        )
        raise Refused(
            say(
                "{folder} is not a model folder: it has no config.json. {hint}",
                folder=folder.name,
                hint=hint,
            )
        )
    config = read_json(path)
    if not isinstance(config, dict) or not isinstance(config.get("model_type"), str):
        raise Refused(
            say(
                "{folder} is not a chat model: its config.json names no model_type.",
                folder=folder.name,
            )
        )
    return config


def read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise Refused(
            say(
                "{name} in {folder} is damaged ({reason}). Download the model again.",
                name=path.name,
                folder=path.parent.name,
                reason=type(error).__name__,
            )
        ) from error


def _plain_json(folder: Path) -> list[Path]:
    """JSON files that settings live in; a tokenizer's vocabulary can have any key."""
    skipped = {"tokenizer.json", "vocab.json"}
    return [
        path
        for path in sorted(folder.glob("*.json"))
        if path.is_file() and path.name not in skipped and not path.name.endswith(".index.json")
    ]


def _keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(_keys(item) for item in value.values()))
    if isinstance(value, list):
        return set().union(*(_keys(item) for item in value))
    return set()


def _without_code(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_code(item) for key, item in value.items() if key not in CODE_KEYS}
    if isinstance(value, list):
        return [_without_code(item) for item in value]
    return value


def _shard_names(index: Path) -> list[str]:
    found = read_json(index)
    weight_map = found.get("weight_map", {}) if isinstance(found, dict) else None
    if not isinstance(weight_map, dict) or not all(isinstance(v, str) for v in weight_map.values()):
        raise Refused(
            say(
                "{name} in {folder} is damaged. Download the model again.",
                name=index.name,
                folder=index.parent.name,
            )
        )
    return sorted(set(weight_map.values()))


def _inside(folder: Path, name: str) -> bool:
    """Whether `name` is a file directly in `folder`; an index may not point elsewhere."""
    return Path(name).name == name and (folder / name).is_file()


def _check_shard(path: Path) -> None:
    """Refuse a file whose safetensors header promises more bytes than it has."""
    with path.open("rb") as file:
        head = file.read(8)
        size = struct.unpack("<Q", head)[0] if len(head) == 8 else 0
        text = file.read(size) if 0 < size <= MAX_HEADER else b""
    try:
        header = json.loads(text)
        end = max(
            (entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__"),
            default=0,
        )
        complete = path.stat().st_size >= 8 + size + end
    except (ValueError, LookupError, TypeError, AttributeError):
        complete = False
    if not complete:
        raise Refused(
            say(
                "{name} in {folder} is damaged or was not downloaded to its end. Download the "
                "model again.",
                name=path.name,
                folder=path.parent.name,
            )
        )


def _no_weights(folder: Path) -> str:
    if any(folder.glob("*.bin")) or any(folder.glob("*.pt*")):
        return say(
            "{folder} has its weights in a format that can run code (.bin or .pt). Choose a "
            "version with .safetensors files.",
            folder=folder.name,
        )
    return say("{folder} has no .safetensors file. Download the model again.", folder=folder.name)
