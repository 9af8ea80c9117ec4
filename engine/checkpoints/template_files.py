"""Read the chat template of a model folder, as a text that nothing runs."""

from pathlib import Path
from typing import Any

from engine.checkpoints.model_settings import read_model_json
from engine.errors import Refused
from engine.system.files import read_file

MAX_TEMPLATE = 4 << 20


def read_template(folder: Path) -> str:
    """Return the chat template, "" if the folder has none that can be read."""
    try:
        text = read_file(folder / "chat_template.jinja", MAX_TEMPLATE)
        return text.decode("utf-8", "replace")
    except OSError:
        pass
    for name in ("chat_template.json", "tokenizer_config.json"):
        if (folder / name).is_file() and (found := _in_settings(folder / name)):
            return found
    return ""


def _in_settings(path: Path) -> str:
    try:
        settings = read_model_json(path)
    except Refused:
        return ""
    found: Any = settings.get("chat_template") if isinstance(settings, dict) else None
    if isinstance(found, list):
        named = (it for it in found if isinstance(it, dict) and it.get("name") == "default")
        found = next(named, {}).get("template")
    return found if isinstance(found, str) else ""
