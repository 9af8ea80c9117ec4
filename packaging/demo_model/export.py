"""Write a checkpoint of `train` as a Hugging Face folder: Dot as a Qwen3-VL for mlx-vlm, Dash as a
Qwen3 for mlx-lm. transformers loads both. Dit is a Qwen3.5 in MLX's layout.

PYTHONPATH=packaging python -m demo_model.export RUN/checkpoint.pt resources/dot
"""

import argparse
import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor

from demo_model.dimensions import (
    CONTEXT,
    DASH,
    DIT,
    FRAME_RATE,
    FRAMES,
    IMAGE_AREA,
    MERGE,
    PATCH,
    VIDEO_VOLUME,
    Dimensions,
)

# Needed in training only.
LEFT_OUT = "cell_names"
# The names of the weights of a drafting head begin with this.
HEAD = "mtp."
# The names of weights of linear attention, in training and in an export.
VALUES, TAPS = "in_proj_v.weight", "taps"
JOINED, CONVOLUTION = "in_proj_qkv.weight", "conv1d.weight"


def weights(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights in bfloat16 under the names of a Qwen3-VL, or of a Qwen3 or Qwen3.5 if
    they have no eyes."""
    if not has_vision(state):
        found = with_memory({name: tensor.detach() for name, tensor in state.items()})
        return {
            name.replace("language_model.", "model."): tensor.to(torch.bfloat16).contiguous()
            for name, tensor in found.items()
        }
    found = {
        f"model.{name}": tensor.detach().to(torch.bfloat16).contiguous()
        for name, tensor in state.items()
        if not name.startswith(LEFT_OUT)
    }
    name = "model.visual.patch_embed.proj.weight"
    found[name] = found[name].view(-1, 3, 2, PATCH, PATCH)
    return found


def training_weights(path: Path) -> dict[str, Tensor]:
    """Return what `weights` made, under the names and in the shapes of the training."""
    found = {name.removeprefix("model."): t.float() for name, t in load_file(path).items()}
    if not has_vision(found):
        return without_memory(
            {
                name if name.startswith(HEAD) else f"language_model.{name}": weight
                for name, weight in found.items()
            }
        )
    name = "visual.patch_embed.proj.weight"
    found[name] = found[name].reshape(len(found[name]), -1)
    return found


def with_memory(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights with what `network.ForgetfulAttention` leaves out. Queries and keys are
    both the first values of their own token. Since a Qwen3.5 normalizes them, their product is
    constant."""
    found = dict(state)
    size, heads = DIT.linear_key_head_dim * DIT.linear_num_key_heads, DIT.linear_num_value_heads
    for name in state:
        if name.endswith(VALUES):
            part = name.removesuffix(VALUES)
            values, taps = found.pop(name), found.pop(part + TAPS)
            now = torch.zeros_like(taps[:size])
            now[:, -1] = 1
            nothing = torch.zeros_like(values[:heads])
            found |= {
                part + JOINED: torch.cat([values[:size], values[:size], values]),
                part + CONVOLUTION: torch.cat([now, now, taps])[:, :, None],
                part + "in_proj_a.weight": nothing,
                # Beta is sigmoid(0): the memory takes each token by half.
                part + "in_proj_b.weight": nothing,
                # The memory is multiplied with exp(-exp(5) * 10), which is 0.
                part + "A_log": torch.full_like(nothing[:, 0], 5.0),
                part + "dt_bias": torch.full_like(nothing[:, 0], 10.0),
            }
    return found


def without_memory(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return what `with_memory` was given."""
    constant = ("in_proj_a.weight", "in_proj_b.weight", "A_log", "dt_bias")
    found = {name: it for name, it in weights.items() if not name.endswith(constant)}
    for name in weights:
        if name.endswith(JOINED):
            part = name.removesuffix(JOINED)
            found[part + VALUES] = found.pop(name)[-DIT.linear_size :]
            found[part + TAPS] = found.pop(part + CONVOLUTION)[-DIT.linear_size :, :, 0]
    return found


def has_vision(state: dict[str, Tensor]) -> bool:
    """Return True for the weights of Dot."""
    return any(name.startswith("visual.") for name in state)


def has_head(state: dict[str, Tensor]) -> bool:
    """Return True for the weights of Dit, which has a drafting head."""
    return any(name.startswith(HEAD) for name in state)


def language(d: Dimensions, token: dict[str, int]) -> dict[str, Any]:
    """Return what the configs of all three language models share."""
    return {
        "vocab_size": d.vocab_size,
        "hidden_size": d.hidden_size,
        "intermediate_size": d.intermediate_size,
        "num_hidden_layers": d.num_hidden_layers,
        "num_attention_heads": d.num_attention_heads,
        "num_key_value_heads": d.num_key_value_heads,
        "head_dim": d.head_dim,
        "hidden_act": "silu",
        "rms_norm_eps": 1e-6,
        "rope_theta": d.rope_theta,
        "max_position_embeddings": CONTEXT,
        "attention_bias": False,
        "tie_word_embeddings": True,
        "eos_token_id": token["<|im_end|>"],
        "pad_token_id": token["<|endoftext|>"],
    }


def dash_config(token: dict[str, int]) -> dict[str, Any]:
    names = {"architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "dtype": "bfloat16"}
    return names | language(DASH, token)


def dit_config(token: dict[str, int]) -> dict[str, Any]:
    rope = {
        "type": "default",
        "rope_theta": DIT.rope_theta,
        "partial_rotary_factor": 1.0,
        "mrope_section": list(DIT.mrope_section),
    }
    kinds = ("full_attention", "linear_attention")
    own = {
        "model_type": "qwen3_5_text",
        "layer_types": [kinds[DIT.is_linear(it)] for it in range(DIT.num_hidden_layers)],
        "full_attention_interval": DIT.full_attention_interval,
        "attn_output_gate": DIT.attn_output_gate,
        "linear_num_value_heads": DIT.linear_num_value_heads,
        "linear_num_key_heads": DIT.linear_num_key_heads,
        "linear_value_head_dim": DIT.linear_value_head_dim,
        "linear_key_head_dim": DIT.linear_key_head_dim,
        "linear_conv_kernel_dim": DIT.linear_conv_kernel_dim,
        "mtp_num_hidden_layers": 1,
        "rope_parameters": rope,
        "dtype": "bfloat16",
    }
    text = language(DIT, token) | own
    del text["rope_theta"]
    return {
        "architectures": ["Qwen3_5ForConditionalGeneration"],
        "model_type": "qwen3_5",
        "dtype": "bfloat16",
        "tie_word_embeddings": True,
        "eos_token_id": text["eos_token_id"],
        "text_config": text,
    }


def config(d: Dimensions, token: dict[str, int]) -> dict[str, Any]:
    common = {"dtype": "bfloat16"}
    text = language(d, token) | {
        "model_type": "qwen3_vl_text",
        "rope_scaling": {
            "rope_type": "default",
            "mrope_interleaved": True,
            "mrope_section": list(d.mrope_section),
        },
    }
    vision = {
        "model_type": "qwen3_vl",
        "depth": d.vision_depth,
        "hidden_size": d.vision_hidden_size,
        "intermediate_size": d.vision_intermediate_size,
        "num_heads": d.vision_heads,
        "out_hidden_size": d.hidden_size,
        "patch_size": PATCH,
        "spatial_merge_size": MERGE,
        "temporal_patch_size": 2,
        "in_channels": 3,
        "num_position_embeddings": d.position_side**2,
        "deepstack_visual_indexes": list(d.deepstack),
        "hidden_act": "gelu_pytorch_tanh",
    }
    return common | {
        "architectures": ["Qwen3VLForConditionalGeneration"],
        "model_type": "qwen3_vl",
        "tie_word_embeddings": True,
        "image_token_id": token["<|image_pad|>"],
        "video_token_id": token["<|video_pad|>"],
        "vision_start_token_id": token["<|vision_start|>"],
        "vision_end_token_id": token["<|vision_end|>"],
        "eos_token_id": [token["<|im_end|>"], token["<|endoftext|>"]],
        "text_config": text | common,
        "vision_config": vision,
    }


def processors() -> dict[str, dict[str, Any]]:
    """Return the processors' files by name."""
    patches = {
        "processor_class": "Qwen3VLProcessor",
        "patch_size": PATCH,
        "temporal_patch_size": 2,
        "merge_size": MERGE,
        "image_mean": [0.5] * 3,
        "image_std": [0.5] * 3,
    }
    images = {"image_processor_type": "Qwen2VLImageProcessorFast", "size": _size(IMAGE_AREA)}
    videos = {
        "video_processor_type": "Qwen3VLVideoProcessor",
        "size": _size(VIDEO_VOLUME),
        "fps": FRAME_RATE,
        "min_frames": FRAMES[0],
        "max_frames": FRAMES[1],
    }
    return {
        "preprocessor_config.json": images | patches,
        "video_preprocessor_config.json": videos | patches,
    }


def _size(bounds: tuple[int, int]) -> dict[str, int]:
    return {"shortest_edge": bounds[0], "longest_edge": bounds[1]}


def export(state: dict[str, Tensor], folder: Path) -> None:
    """Write the model into `folder`, which has the tokenizer and the chat template already."""
    token = Tokenizer.from_file(str(folder / "tokenizer.json")).get_vocab()
    generation = {
        "eos_token_id": [token["<|im_end|>"], token["<|endoftext|>"]],
        "pad_token_id": token["<|endoftext|>"],
        "do_sample": False,
        "temperature": 0.0,
    }
    layout = "pt"
    if has_vision(state):
        files = {"config.json": config(Dimensions(), token)} | processors()
    elif has_head(state):
        files = {"config.json": dit_config(token)}
        # In the layout of PyTorch, the norms of a Qwen3.5 are stored as what is added to 1.
        layout = "mlx"
    else:
        files = {"config.json": dash_config(token)}
    files["generation_config.json"] = generation
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content, indent=1) + "\n")
    save_file(weights(state), folder / "model.safetensors", metadata={"format": layout})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    export(torch.load(options.checkpoint, map_location="cpu")["model"], options.folder)
    size = (options.folder / "model.safetensors").stat().st_size
    print(f"{size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
