"""Reads the chat template of a model folder, as a text that nothing runs."""

from pathlib import Path
from typing import Any

from engine.checkpoints.model_settings import read_model_json
from engine.system.files import open_file

MAX_TEMPLATE = 4 << 20
# The settings that may hold the template of a folder without a file for it.
TEMPLATE_SETTINGS = ("chat_template.json", "tokenizer_config.json")


def read_template(folder: Path) -> str:
    """Return the chat template, "" if the folder has none. Raises Refused if the settings that may
    hold it are damaged, and OSError if they cannot be read."""
    path = folder / "chat_template.jinja"
    if path.is_file():
        with open_file(path) as file:
            return file.read(MAX_TEMPLATE).decode("utf-8", "replace")
    for name in TEMPLATE_SETTINGS:
        path = folder / name
        found = template_of_settings(read_model_json(path)) if path.is_file() else ""
        if found:
            return found
    return ""


def template_of_settings(settings: Any) -> str:
    """Return the chat template in the settings of a tokenizer, "" if there is none. Of several
    the default one counts."""
    found = settings.get("chat_template") if isinstance(settings, dict) else None
    if isinstance(found, list):
        named = {it.get("name"): it.get("template") for it in found if isinstance(it, dict)}
        found = named.get("default") or next(iter(named.values()), "")
    return found if isinstance(found, str) else ""
