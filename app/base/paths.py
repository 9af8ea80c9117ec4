"""Names of files that ship with the application or that it writes, and of models for people."""

from pathlib import Path

from engine.plain_names import folder_name, plain_name
from engine.remote_ids import address_and_name, is_remote

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
DOT = RESOURCES / "dot"
# On which a model and its conversion are compared.
CHECK_PROMPTS = RESOURCES / "check_prompts.jsonl"
# Folders in the data folder.
DISK_CACHE = "prompt cache"
# In that folder, the prompts of `duologue serve`, which may run beside the window.
SERVED = "served"


def model_name(model_id: str) -> str:
    """Return the name of a model for people, by its id."""
    if is_remote(model_id):
        return plain_name(address_and_name(model_id)[1])
    return folder_name(Path(model_id))
