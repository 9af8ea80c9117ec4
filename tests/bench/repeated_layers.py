"""A large bf16 checkpoint on little disk: the file has one layer, and the names of all layers mean
its bytes. MLX reads them for each name, so in memory they are as many as in a real model."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

from tests.bench import random_model


def write(folder: Path, shape: dict[str, Any], dtype: str = "BF16") -> int:
    """Write random weights of a Qwen3 `shape` in "BF16" or "F32". Return their bytes in memory."""
    folder.mkdir(parents=True)
    config = random_model.COMMON | shape
    config["eos_token_id"] = [config["vocab_size"] - 1]
    config["torch_dtype"] = {"BF16": "bfloat16", "F32": "float32"}[dtype]
    random_model._write_tokenizer(folder, config["vocab_size"])
    (folder / "config.json").write_text(json.dumps(config))
    random = np.random.default_rng(0)
    hidden, words = config["hidden_size"], config["vocab_size"]
    header: dict[str, Any] = {"__metadata__": {"format": "mlx"}}
    arrays: list[Any] = []
    end = total = 0
    layers = [f"model.layers.{it}." for it in range(config["num_hidden_layers"])]
    rest = {
        "model.embed_tokens.weight": (words, hidden),
        "model.norm.weight": (hidden,),
        "lm_head.weight": (words, hidden),
    }
    for name, size in (layer_shapes(config) | rest).items():
        array = _numbers(random, size, dtype)
        entry = {"dtype": dtype, "shape": size, "data_offsets": [end, end + array.nbytes]}
        names = [name] if name in rest else [f"{it}{name}" for it in layers]
        header |= dict.fromkeys(names, entry)
        total += array.nbytes * len(names)
        end += array.nbytes
        arrays.append(array)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with (folder / "model.safetensors").open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in arrays:
            file.write(array.data)
    return total


def layer_shapes(config: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    hidden, inner, head = config["hidden_size"], config["intermediate_size"], config["head_dim"]
    queries, keys = config["num_attention_heads"] * head, config["num_key_value_heads"] * head
    return {
        "self_attn.q_proj.weight": (queries, hidden),
        "self_attn.k_proj.weight": (keys, hidden),
        "self_attn.v_proj.weight": (keys, hidden),
        "self_attn.o_proj.weight": (hidden, queries),
        "self_attn.q_norm.weight": (head,),
        "self_attn.k_norm.weight": (head,),
        "mlp.gate_proj.weight": (inner, hidden),
        "mlp.up_proj.weight": (inner, hidden),
        "mlp.down_proj.weight": (hidden, inner),
        "input_layernorm.weight": (hidden,),
        "post_attention_layernorm.weight": (hidden,),
    }


def _numbers(random: np.random.Generator, size: tuple[int, ...], dtype: str) -> Any:
    """Return normal numbers for matrices and ones for norms; those of bf16 as uint16."""
    if len(size) == 1:
        numbers = np.ones(size, np.float32)
    else:
        numbers = random.standard_normal(size, np.float32) * np.float32(size[-1] ** -0.5)
    return numbers if dtype == "F32" else (numbers.view(np.uint32) >> 16).astype(np.uint16)
