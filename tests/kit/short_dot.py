"""Dot with a shorter context, so that a test fills it in little time."""

import json
from pathlib import Path

from tests.kit.paths import DOT


def short_dot(folder: Path, context: int) -> str:
    """Make `folder` a Dot that reads at most `context` tokens, and return its path."""
    folder.mkdir()
    for file in DOT.iterdir():
        (folder / file.name).symlink_to(file)
    config = json.loads((DOT / "config.json").read_text())
    config["text_config"]["max_position_embeddings"] = context
    (folder / "config.json").unlink()
    (folder / "config.json").write_text(json.dumps(config))
    return str(folder)
