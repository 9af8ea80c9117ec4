"""Names of files that ship with the application or that it writes."""

from pathlib import Path

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
DOT = RESOURCES / "dot"
# On which a model and its conversion are compared.
CHECK_PROMPTS = RESOURCES / "check_prompts.jsonl"
# Folders in the data folder.
DISK_CACHE = "prompt cache"
# In that folder, the prompts of `duologue serve`, which may run beside the window.
SERVED = "served"
