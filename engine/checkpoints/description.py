"""Describes a model by its files, in a folder or on the hub, before anything of it is loaded."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.channels.format_markers import template_calls, template_thinks
from engine.checkpoints.families import in_mlx_lm, in_mlx_vlm, other_purpose, uses_mlx_vlm
from engine.checkpoints.model_files import ModelFiles
from engine.checkpoints.model_settings import VOCABULARY
from engine.checkpoints.network import text_settings
from engine.checkpoints.predicted_cost import predict_cost
from engine.checkpoints.weight_bits import weight_bits
from engine.model_facts import ModelFacts
from engine.plain_names import plain_name
from engine.sentences import say

# Keys of a config with a vision tower.
_SEES = (
    "vision_config", "vision_tower", "mm_vision_tower", "visual", "vision", "vision_encoder",
    "image_token_id", "image_token_index", "img_processor",
)  # fmt: skip
_VIDEO = ("video_token_id", "video_token_index", "video_token", "video_processor")
_VIDEO_FILES = ("video_preprocessor_config.json", "video_processor_config.json")
_CONTEXT = (
    "max_position_embeddings", "max_sequence_length", "max_seq_len", "n_positions", "seq_length",
    "n_ctx", "model_max_length",
)  # fmt: skip
_PICKLED = (".bin", ".pt", ".pth", ".ckpt")


def describe(files: ModelFiles) -> ModelFacts:
    """Return what the files tell; nothing in them makes it fail."""
    config = files.config
    weights = weight_bits(config, files.tensors)
    by_mlx_vlm = uses_mlx_vlm(config, files.names)
    sees = by_mlx_vlm and any(config.get(key) for key in _SEES)
    thinks, calls = template_abilities(files.template)
    return ModelFacts(
        family=plain_name(str(config.get("model_type") or ""))[:80],
        parameters=weights.parameters,
        bits=weights.bits,
        layer_bits=weights.layer_bits,
        context=context_length(config),
        vision=sees,
        video=sees and _takes_video(files),
        thinking=thinks,
        tools=calls,
        licence=files.licence,
        weight_bytes=sum(it.nbytes for it in files.tensors),
        cost=predict_cost(config, files.tensors, vision=by_mlx_vlm),
    )


@lru_cache(maxsize=16)
def template_abilities(template: str) -> tuple[bool, bool]:
    """Return True for reasoning, and True for tool calls, if a chat template has them."""
    thinks, calls = template_thinks(template), template_calls(template)
    usable = (thinks or calls) and _can_be_parsed(template)
    return thinks and usable, calls and usable


def problem_of(files: ModelFiles) -> str:
    """Return a sentence why the model cannot be used here, "" if it can."""
    names, config = files.names, files.config
    if "adapter_config.json" in names and not config:
        return say("It is a LoRA adapter. Attach it on the page of the model that it was made for.")
    if purpose := other_purpose(config, names):
        return purpose
    if not any(name.endswith(".safetensors") for name in names):
        return _without_weights(names)
    if not isinstance(config.get("model_type"), str):
        return say("Its config.json is missing or names no family. Download the model again.")
    if "model_file" in config or not (in_mlx_lm(config) or in_mlx_vlm(config)):
        return _unsupported(config)
    if not any(VOCABULARY.fullmatch(name) for name in names):
        return say("tokenizer.json is missing. Download the model again.")
    return ""


def context_length(config: Mapping[str, Any]) -> int:
    """Return the context length in tokens, 0 if the config does not tell."""
    settings = text_settings(config)
    for key in _CONTEXT:
        found = settings.get(key)
        if type(found) is int and 0 < found < 1 << 31:
            return found
    return 0


def _can_be_parsed(template: str) -> bool:
    # takes 70 ms, before the first paint
    from engine.checkpoints.template_syntax import can_be_parsed  # noqa: PLC0415

    return can_be_parsed(template)


def _takes_video(files: ModelFiles) -> bool:
    named = any(files.config.get(key) is not None for key in _VIDEO)
    return named or any(name in files.names for name in _VIDEO_FILES)


def _without_weights(names: frozenset[str]) -> str:
    if any(name.lower().endswith(".gguf") for name in names):
        return say(
            "It is a GGUF file, which MLX cannot read. Look for an MLX version of the model."
        )
    if any(name.lower().endswith(_PICKLED) for name in names):
        return say(
            "Its weights are PyTorch files, which can run code and are never opened. Look for a "
            "version with .safetensors files."
        )
    return say("It has no .safetensors file. Download the model again.")


def _unsupported(config: Mapping[str, Any]) -> str:
    if "model_file" in config or "auto_map" in config:
        return say(
            "It needs Python code from its own folder, which Duologue never runs. Look for "
            "another version of the model."
        )
    return say(
        "Its family “{family}” is not supported by MLX. Choose a model of another family.",
        family=str(config.get("model_type"))[:80],
    )
