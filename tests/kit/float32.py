"""Checkpoints in float32, which a CPU computes faster than bfloat16."""

from pathlib import Path
from typing import Any

import mlx.core as mx


def in_float32(model: Path, folder: Path) -> Path:
    """Make `folder` the model with its weights in float32, and return it."""
    folder.mkdir()
    for file in model.iterdir():
        (folder / file.name).symlink_to(file)
    stored: Any = mx.load(str(model / "model.safetensors"), return_metadata=True)
    weights = {name: it.astype(mx.float32) for name, it in stored[0].items()}
    (folder / "model.safetensors").unlink()
    mx.save_safetensors(str(folder / "model.safetensors"), weights, metadata=stored[1])
    return folder
