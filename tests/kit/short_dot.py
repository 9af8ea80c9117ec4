"""Dot with a shorter context, so that a test fills it in little time."""

import json
from pathlib import Path

from tests.kit.float32 import in_float32
from tests.kit.paths import DOT


def short_dot(folder: Path, context: int) -> str:
    """Make `folder` a Dot in float32 that reads at most `context` tokens, and return its path."""
    in_float32(DOT, folder)
    config = json.loads((DOT / "config.json").read_text())
    config["text_config"]["max_position_embeddings"] = context
    (folder / "config.json").unlink()
    (folder / "config.json").write_text(json.dumps(config))
    return str(folder)
