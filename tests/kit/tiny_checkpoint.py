"""Shared parts of every tiny checkpoint: tokenizer, chat template, random weights, files."""

import json
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import mlx.core as mx
from mlx.utils import tree_flatten
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

SPECIAL = [
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|image_pad|>",
    "<|video_pad|>",
]
MARKERS = ["<think>", "</think>", "<tool_call>", "</tool_call>"]
# Gemma's processors look these up by name; other families do not need them.
GEMMA = ["<start_of_image>", "<end_of_image>", "<image_soft_token>", "<|video|>", "<|audio|>"]
IMAGE = "<|vision_start|><|image_pad|><|vision_end|>"
VIDEO = "<|vision_start|><|video_pad|><|vision_end|>"
TEMPLATE = """{%- for m in messages %}{{ '<|im_start|>' + m.role + '\n' }}
{%- if m.content is string %}{{ m.content }}{% else %}{% for part in m.content %}
{%- if part.type == 'image' %}{{ 'PICTURE' }}
{%- elif part.type == 'video' %}{{ 'CLIP' }}
{%- else %}{{ part.text }}{% endif %}{% endfor %}{% endif %}{{ '<|im_end|>\n' }}
{%- endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}
{%- if enable_thinking %}{{ '<think>\n' }}{% endif %}{% endif %}"""
CORPUS = ["the quick brown fox jumps over the lazy dog and counts one two three shapes"] * 20


@cache
def tokenizer(*extra: str) -> Tokenizer:
    """Train a byte-level BPE of at most 400 tokens; add markers and `extra` special tokens."""
    result = Tokenizer(models.BPE())
    result.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    result.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    result.train_from_iterator(CORPUS, trainer)
    result.add_tokens([AddedToken(m, special=False, normalized=False) for m in MARKERS])
    result.add_special_tokens([AddedToken(t, special=True, normalized=False) for t in extra])
    return result


def token(text: str, *extra: str) -> int:
    found = tokenizer(*extra).token_to_id(text)
    assert found is not None, text
    return found


def vocabulary(*extra: str) -> dict[str, Any]:
    """Return the settings of a family's config that depend on the tokenizer."""
    size = tokenizer(*extra).get_vocab_size()
    return {"vocab_size": size, "eos_token_id": [token("<|im_end|>")]}


def library(name: str) -> Any:
    """Import a model library at its first use, since that takes 3 s, and behind the loader's
    bounds."""
    import_module("engine.models.loader")
    return import_module(name)


def made_once(make: Callable[..., None]) -> Callable[..., None]:
    """Write the files of a checkpoint that was made before with the same changes: to make one takes
    up to a tenth of a second."""
    made: dict[str, dict[str, bytes]] = {}

    @wraps(make)
    def write(folder: Path, **changes: Any) -> None:
        key = json.dumps(changes, sort_keys=True)
        if key not in made:
            with TemporaryDirectory() as place:
                make(Path(place), **changes)
                made[key] = {it.name: it.read_bytes() for it in Path(place).iterdir()}
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in made[key].items():
            (folder / name).write_bytes(content)
        # A test draws the same next, whether the checkpoint was made before or not.
        mx.random.seed(0)

    return write


def save(
    folder: Path, make: Callable[[], Any], config: dict[str, Any], *, scale: float, seed: int
) -> None:
    """Make the model and write random weights, config, tokenizer and template.

    With too small a `scale` the model repeats one token. Norms stay as they are; a bias or an
    attention sink of zero would hide a mistake, so those are random as well.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # Some parameters that are not replaced are random from the start.
    mx.random.seed(seed)
    parameters: list[Any] = list(tree_flatten(make().parameters()))
    mx.random.seed(seed)
    weights: dict[str, mx.array] = {}
    for name, value in parameters:
        random = value.ndim >= 2 or name.endswith(("bias", "sinks"))
        weights[name] = mx.random.normal(value.shape) * scale if random else value
    mx.save_safetensors(str(folder / "model.safetensors"), weights, metadata={"format": "mlx"})
    write_json(folder, "config.json", config)
    save_tokenizer(folder)


def save_tokenizer(
    folder: Path, *extra: str, image: str = IMAGE, video: str = VIDEO, **settings: Any
) -> None:
    """Write the tokenizer and its template. `image` and `video` are their placeholders."""
    tokenizer(*extra).save(str(folder / "tokenizer.json"))
    template = TEMPLATE.replace("PICTURE", image).replace("CLIP", video)
    (folder / "chat_template.jinja").write_text(template)
    common = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": "<|im_end|>",
        "pad_token": "<|endoftext|>",
        "chat_template": template,
        "model_max_length": 4096,
    }
    write_json(folder, "tokenizer_config.json", common | settings)


def write_json(folder: Path, name: str, value: Any) -> None:
    (folder / name).write_text(json.dumps(value, indent=1))
