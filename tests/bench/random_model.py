"""Checkpoints of real shapes with random weights, for measurements of speed."""

import json
from pathlib import Path
from typing import Any

import mlx.core as mx
import mlx_lm.utils
from mlx.utils import tree_flatten
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from tests.kit import tiny_checkpoint

# 14 million parameters: large enough that the model, not the loop, takes the time.
SMALL = {
    "hidden_size": 384,
    "num_hidden_layers": 6,
    "intermediate_size": 1152,
    "num_attention_heads": 6,
    "num_key_value_heads": 3,
    "head_dim": 64,
    "vocab_size": 4096,
}
QWEN3_4B = {
    "hidden_size": 2560,
    "num_hidden_layers": 36,
    "intermediate_size": 9728,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "vocab_size": 151_936,
    "tie_word_embeddings": True,
}
QWEN3_14B = QWEN3_4B | {
    "hidden_size": 5120,
    "num_hidden_layers": 40,
    "intermediate_size": 17_408,
    "num_attention_heads": 40,
    "tie_word_embeddings": False,
}
COMMON = {
    "model_type": "qwen3",
    "rms_norm_eps": 1e-6,
    "rope_theta": 1e6,
    "max_position_embeddings": 40_960,
    "tie_word_embeddings": False,
}


def make_random_model(folder: Path, shape: dict[str, Any], dtype: mx.Dtype = mx.float32) -> int:
    """Write the checkpoint and return its number of parameters. Its last token ends answers and is
    never the likeliest."""
    config = COMMON | shape
    size = config["vocab_size"]
    config["eos_token_id"] = [size - 1]
    folder.mkdir(parents=True, exist_ok=True)
    model_class, args_class = mlx_lm.utils._get_classes(config)
    mx.random.seed(0)
    weights: dict[str, mx.array] = {}
    network = model_class(args_class.from_dict(config))
    parameters: list[Any] = list(tree_flatten(network.parameters()))
    for name, value in parameters:
        random = mx.random.normal(value.shape) * value.shape[-1] ** -0.5
        weights[name] = (random if value.ndim >= 2 else value).astype(dtype)
    mx.save_safetensors(str(folder / "model.safetensors"), weights, metadata={"format": "mlx"})
    _write_tokenizer(folder, size)
    (folder / "config.json").write_text(json.dumps(config))
    return sum(value.size for value in weights.values())


def _write_tokenizer(folder: Path, size: int) -> None:
    """Write a tokenizer of bytes, made-up words and the end token."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = [f"w{number}" for number in range(size - len(letters) - 1)]
    vocabulary = {text: number for number, text in enumerate([*letters, *words, "<|im_end|>"])}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(["<|im_end|>"])
    tokenizer.save(str(folder / "tokenizer.json"))
    template = "{% for m in messages %}{{ m.content }}{% endfor %}"
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": "<|im_end|>",
        "chat_template": template,
    }
    tiny_checkpoint.write_json(folder, "tokenizer_config.json", settings)
    (folder / "chat_template.jinja").write_text(template)
