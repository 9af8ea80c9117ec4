"""Check model folders, and keep everything in them from running as code.

Three layers: libraries read a view of the folder without code or keys that ask for code; an audit
hook refuses to execute Python source of a view; chat templates are rendered in a sandbox. The
sandbox bounds only `*` and `**`; a text worker's time limit ends other slow templates.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

import jinja2
import jinja2.sandbox
from jinja2.exceptions import SecurityError

from engine.checkpoints.families import is_dflash
from engine.checkpoints.model_settings import (
    CODE_KEYS,
    DATA_SUFFIXES,
    REMOVED_KEYS,
    check_files,
    check_numbers,
    keys_of,
    plain_json,
    read_model_json,
)
from engine.checkpoints.weight_files import check_weights, shards
from engine.errors import Refused
from engine.plain_names import folder_name
from engine.sentences import say

# Folders whose templates and tokenizers may run in the application's process: `remote_writer`.
OUR_FOLDERS = [Path(__file__).resolve().parents[2] / "resources"]
VIEW_PREFIX = "duologue-view-"
MAX_REPEAT = 1_000_000
MAX_EXPONENT = 64


def check_folder(folder: Path) -> dict[str, Any]:
    """Return the folder's config; raises Refused if no model can be loaded from it."""
    if not folder.exists():
        raise Refused(
            "The folder {folder} was not found. Choose the folder that holds the model.",
            folder=str(folder),
        )
    if not folder.is_dir():
        raise Refused(
            "{folder} is a file. Choose the folder that holds the model.", folder=folder.name
        )
    config = _read_config(folder)
    if "model_file" in config:
        raise Refused(
            "{folder} asks to run its own program ({program}), and Duologue never runs code "
            "from a model folder. Choose a version of the model without it.",
            folder=folder_name(folder),
            program=str(config["model_file"])[:80],
        )
    check_numbers(folder, config)
    check_files(folder, has_vocabulary=not is_dflash(config))
    for path in shards(folder):
        check_weights(path)
    return config


def is_ours(folder: Path) -> bool:
    """Return True if the folder came with the application."""
    return any(folder.resolve().is_relative_to(ours) for ours in OUR_FOLDERS)


def asks_for_code(folder: Path) -> bool:
    """Return True if a JSON file of the folder names Python code to import."""
    return any(CODE_KEYS & keys_of(read_model_json(path)) for path in plain_json(folder))


@contextmanager
def safe_view(folder: Path, chat_template: str = "") -> Iterator[Path]:
    """Provide a temporary folder with links to the data of `folder`, and JSON without code keys. A
    `chat_template` takes the place of every template of the folder."""
    _remove_left_views()
    with TemporaryDirectory(prefix=f"{VIEW_PREFIX}{os.getpid()}-") as name:
        view = Path(name)
        # Only these weight files were checked.
        weights = set(shards(folder))
        for path in sorted(folder.iterdir()):
            data = path.suffix in DATA_SUFFIXES - {".safetensors"} or path in weights
            if data and path.is_file():
                (view / path.name).symlink_to(path.resolve())
        for path in plain_json(folder):
            (view / path.name).unlink()
            (view / path.name).write_text(json.dumps(_without_code(read_model_json(path))))
        if chat_template:
            _replace_template(view, chat_template)
        yield view


def _replace_template(view: Path, chat_template: str) -> None:
    (view / "chat_template.json").unlink(missing_ok=True)
    path = view / "tokenizer_config.json"
    settings = json.loads(path.read_text()) if path.exists() else {}
    if isinstance(settings, dict):
        # With `chat_template_type`, a Python function of mlx-lm would take precedence.
        kept = {key: it for key, it in settings.items() if not key.startswith("chat_template")}
        path.write_text(json.dumps(kept))
    path = view / "chat_template.jinja"
    path.unlink(missing_ok=True)
    path.write_text(chat_template, encoding="utf-8")


@cache
def _remove_left_views() -> None:
    """Remove the views of killed processes; once per process."""
    for view in Path(gettempdir()).glob(f"{VIEW_PREFIX}*"):
        pid = view.name.removeprefix(VIEW_PREFIX).partition("-")[0]
        with suppress(OSError):
            if pid.isdigit() and not _is_running(int(pid)):
                shutil.rmtree(view)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


@cache
def seal() -> None:
    """Install the audit hook and the template sandbox, once, before importing a model library."""
    sys.addaudithook(_refuse_code)
    jinja2.Environment = BoundedEnvironment
    jinja2.Template.environment_class = BoundedEnvironment
    jinja2.sandbox.ImmutableSandboxedEnvironment = BoundedEnvironment


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
        raise Refused("The model tried to run its own code ({file}).", file=Path(source).name)


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
            "{folder} is not a model folder: it has no config.json. {hint}",
            folder=folder_name(folder),
            hint=hint,
        )
    config = read_model_json(path)
    if not isinstance(config, dict) or not isinstance(config.get("model_type"), str):
        raise Refused(
            "{folder} is not a chat model: its config.json names no family. Choose another model.",
            folder=folder_name(folder),
        )
    return config


def _without_code(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_code(item) for key, item in value.items() if key not in REMOVED_KEYS}
    if isinstance(value, list):
        return [_without_code(item) for item in value]
    return value
