"""Model folders with real headers and no weights worth loading, and damaged copies of real ones."""

import json
import random
import shutil
import struct
from collections.abc import Mapping
from pathlib import Path

from tests.kit.mutations import any_edits, edited

CONFIG = {
    "model_type": "qwen3",
    "num_hidden_layers": 2,
    "hidden_size": 64,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 4096,
}
TENSORS = {
    "model.embed_tokens.weight": ("BF16", (32, 64)),
    "model.layers.0.mlp.up_proj.weight": ("BF16", (64, 64)),
    "lm_head.weight": ("BF16", (32, 64)),
}
# The files that are damaged.
FILES = (
    "model.safetensors",
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "generation_config.json",
    "model.safetensors.index.json",
)
_BYTES = {"BF16": 2, "U32": 4, "F32": 4}


def write_safetensors(path: Path, tensors: Mapping[str, tuple[str, tuple[int, ...]]]) -> None:
    """Write a file of zeros."""
    header, end = {}, 0
    for name, (dtype, shape) in tensors.items():
        size = _BYTES[dtype]
        for side in shape:
            size *= side
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + bytes(end))


def write_model(folder: Path, tensors: Mapping | None = None, **config) -> Path:
    """Write a folder as the library reads it: config, header, template, card."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(CONFIG | config))
    write_safetensors(folder / "model.safetensors", tensors or TENSORS)
    (folder / "tokenizer.json").write_text("{}")
    (folder / "chat_template.jinja").write_text("{% if tools %}<tool_call>{% endif %}<think>")
    (folder / "README.md").write_text("---\nlicense: mit\n---\n# A model")
    return folder


def write_cached(cache: Path, repository: str, commit: str = "c" * 40, **config) -> Path:
    """Write a model as the Hugging Face cache holds it: links to blobs, and the commit of main."""
    place = cache / f"models--{repository.replace('/', '--')}"
    snapshot, blobs = place / "snapshots" / commit, place / "blobs"
    (place / "refs").mkdir(parents=True, exist_ok=True)
    (place / "refs" / "main").write_text(commit)
    write_model(snapshot, **config)
    blobs.mkdir(exist_ok=True)
    for path in list(snapshot.iterdir()):
        blob = blobs / f"{path.name}-{commit[:8]}"
        path.rename(blob)
        path.symlink_to(blob)
    return snapshot


def complete_files(folder: Path) -> None:
    """Add the files that a tiny checkpoint lacks, so that each can be damaged."""
    (folder / "generation_config.json").write_text('{"do_sample": true, "top_k": 20}')
    names = {"model.embed_tokens.weight": "model.safetensors"}
    index = {"metadata": {"total_size": 1}, "weight_map": names}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))


def damaged_copy(folder: Path, copy: Path, seed: str) -> str:
    """Make `copy` the folder with a few bytes of one file changed. Return the name of the file."""
    source = random.Random(seed)
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for path in folder.iterdir():
        shutil.copyfile(path, copy / path.name)
    damaged = copy / source.choice(FILES)
    damaged.write_bytes(edited(damaged.read_bytes(), any_edits(source)))
    return damaged.name
