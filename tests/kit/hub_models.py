"""Tiny models for the loopback hub: real settings and weight files, with little in them."""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.checkpoints.tensor_headers import LENGTH

CONFIG = {"model_type": "qwen3", "max_position_embeddings": 4096}
TEMPLATE = "{% for tool in tools %}{{ tool }}<tool_call>{% endfor %}<think>"
CARD = "---\nlicense: mit\ntags: [mlx]\n---\n# A tiny model\n\n![logo](https://x.example/x.png)\n"


def put_model(
    root: Path,
    repository: str,
    *,
    elements: int = 1_000_000,
    shards: int = 1,
    config: dict[str, Any] | None = None,
    files: Mapping[str, bytes] = MappingProxyType({}),
) -> Path:
    """Write a model with so many 16-bit `elements` per shard; `files` replace its own or are added.
    Return its folder."""
    folder = root / repository
    folder.mkdir(parents=True)
    for number in range(shards):
        name = "model.safetensors" if shards == 1 else f"model-{number}.safetensors"
        (folder / name).write_bytes(weights(f"layer{number}.weight", elements))
    texts = {
        "config.json": json.dumps(CONFIG if config is None else config),
        "tokenizer.json": "{}",
        "tokenizer_config.json": "{}",
        "chat_template.jinja": TEMPLATE,
        "README.md": CARD,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def weights(name: str, elements: int) -> bytes:
    entry = {"dtype": "BF16", "shape": [elements], "data_offsets": [0, 2 * elements]}
    header = json.dumps({name: entry}).encode()
    return LENGTH.pack(len(header)) + header + bytes(2 * elements)
