"""Predicts the memory that a model takes from its config and the headers of its tensors."""

import math
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import metadata
from typing import Any

from engine.checkpoints.network import Network, loaded_bytes, network_of, rows
from engine.checkpoints.predicted_cache import (
    cache_costs,
    has_latent_attention,
    has_sinks,
    has_states,
)
from engine.checkpoints.tensor_headers import Tensor
from engine.model_cost import CacheCost, ModelCost

EXPERT = re.compile(r"(?:^|\.)(?:experts|switch_mlp|block_sparse_moe)(?:\.|$)")
# Tensors that loading stacks or splits: those of single experts, and joined ones.
STACKED = re.compile(r"^(.*experts)\.\d+\.(.+)$")
SPLIT = re.compile(r"gate_up_proj")
TABLES = re.compile(r"(?:embed_tokens|wte|word_embeddings|embed_tokens_per_layer)\.[a-z]+$")
WHOLE = re.compile(rf"{TABLES.pattern}|(?:^|\.)lm_head\.[a-z]+$")
UP = ("gate_proj", "up_proj", "gate_up_proj", "w1", "w3", "fc1", "c_fc", "dense_h_to_4h", "in_proj")
QUERIES = ("q_proj", "q_b_proj", "query_proj", "wq")
FUSED_QUERIES = ("qkv_proj", "query_key_value", "Wqkv", "c_attn")
NORM = re.compile(r"^\w*(?:norm|layernorm|ln)\w*\.weight$")
QUERY_NORM = re.compile(r"(?:q|query)_(?:layer)?norm\.weight$")
# Arrays of a prefill chunk that are in memory at once on a CPU, beside one for each norm. The
# libraries queue up to ten tasks ahead of the device, so arrays of several operations are there.
MLP_ARRAYS, HIDDEN_ARRAYS, QUERY_ARRAYS = 3.3, 7.0, 4.0
# Norms of queries and keys need this many arrays of the size of the queries.
NORMED_ARRAYS = 1.5
# Products of 16-bit numbers are computed in float32 on a CPU.
HALF_FACTOR = 1.4
# Convolutions and recurrent states take more.
RECURRENT_FACTOR = 1.4
# All arrays of one layer, and operations of one layer.
LAYER_HIDDEN, LAYER_OPERATIONS = 14.0, 18
# Command buffers that a GPU works on at once, with so many operations each; on Metal, a buffer also
# ends after so many bytes of inputs.
BUFFERS, BUFFER_OPERATIONS = 11, {"cuda": 36, "metal": 50}
METAL_BUFFER_BYTES = 50e6
# Layers whose caches are copied at once while they grow, and whose unfused attention is waiting.
GROWING = {"cuda": 64, "metal": 14}
# CUDA does not fuse attention with a mask in an array, which layers with a window have in prompts
# that are longer: arrays of one number per head and pair.
WINDOW_SCORE_ARRAYS = 1.5
# Scores of unfused attention, in arrays of one number per head and pair: their softmax takes their
# place, but sinks and the positions of compressed keys are joined with them.
SCORE_ARRAYS, SINK_SCORE_ARRAYS, LATENT_SCORE_ARRAYS = 1.0, 2.9, 1.8
# A mask has one byte per pair, and at times one more for its making.
MASK_BYTES = 2
# Positions, masks and types of one token of a vision model's prompt.
TOKEN_ARRAYS = 40
# Tokens whose logits are computed at once, and float32 arrays of the vocabulary in the sampler.
LOGITS, SAMPLED = 24, 6
# A GPU computes fewer tokens with the memory of so many.
GPU_TOKENS = 64
# Head sizes for which the GPU's attention needs no scores.
FUSED_HEADS = frozenset({64, 72, 80, 96, 128})


def predict_cost(
    config: Mapping[str, Any],
    tensors: Sequence[Tensor],
    *,
    vision: bool | None = None,
    device: str = "",
) -> ModelCost | None:
    """Return the predicted cost of a model; None if its config does not tell the sizes of its
    layers.

    `vision` is False for a text-only version of a vision model, which has no processor: its tower
    is not loaded. `device` is "cpu", "metal" or "cuda"; "" means that of this machine.
    """
    network = network_of(config, tensors, vision=vision)
    if network is None:
        return None
    device = device or compute_device()
    plain, quantized = cache_costs(network)
    cost = ModelCost(
        weights=loaded_bytes(network.tensors),
        cache=plain,
        embeds=_per_token(plain, network, device),
        workspace=_workspace(network, device),
        scores=_scores(network, device),
        vocabulary=network.vocabulary,
        vision=loaded_bytes(network.media),
        logits=_logits(network, device),
        loading=_loading(network),
        active=_active(network),
        masked=_masked(plain, network, device),
    )
    if quantized is None:
        return cost
    embeds, scores = _per_token(quantized, network, device), _scores(network, "cpu")
    return replace(cost, quantized=replace(cost, cache=quantized, embeds=embeds, scores=scores))


def whole_bytes(tensors: Sequence[Tensor]) -> int:
    """Return the bytes of the weights that each machine of a group holds in full: the tables of the
    vocabulary."""
    return sum(it.nbytes for it in tensors if WHOLE.search(it.name))


@cache
def compute_device() -> str:
    """Return the kind of device that MLX computes on here. Imports nothing of it."""
    if sys.platform == "darwin":
        return "metal"
    names = (it.name or "" for it in metadata.distributions())
    return "cuda" if any(name.startswith("mlx-cuda") for name in names) else "cpu"


def _workspace(network: Network, device: str) -> int:
    """Return the bytes per token of a prefill chunk."""
    queries = max(_queries(network, layer) for layer in network.layers)
    inner = max(_mlp(network), _experts(network))
    if device == "cpu":
        hidden = (HIDDEN_ARRAYS + _norms(network)) * network.hidden
        arrays = QUERY_ARRAYS + (NORMED_ARRAYS if _norms_queries(network) else 0)
        numbers = hidden + arrays * queries + MLP_ARRAYS * inner
        factor = RECURRENT_FACTOR if has_states(network) else 1.0
        return int(network.width * numbers * factor * (HALF_FACTOR if network.width < 4 else 1.0))
    one_layer = LAYER_HIDDEN * network.hidden + QUERY_ARRAYS * queries + 3 * inner
    return int(network.width * one_layer * _layers_at_once(network, device))


def _norms(network: Network) -> int:
    """Return the norms between the modules of a layer."""
    return max(sum(bool(NORM.match(name)) for name in layer) for layer in network.layers)


def _norms_queries(network: Network) -> bool:
    return any(QUERY_NORM.search(name) for layer in network.layers for name in layer)


def _layers_at_once(network: Network, device: str) -> float:
    """Return the layers whose arrays are on the GPU at once: freed ones stay until it is done."""
    each = BUFFER_OPERATIONS[device] / LAYER_OPERATIONS
    count = len(network.layers)
    if device == "metal":
        weights = loaded_bytes(network.tensors) / count
        each = min(each, max(METAL_BUFFER_BYTES / max(1, weights), 1 / LAYER_OPERATIONS))
    return min(count, max(1.0, BUFFERS * each))


def _per_token(cache: CacheCost, network: Network, device: str) -> int:
    """Return the bytes per prompt token, with those of caches that are copied while they grow."""
    at_once = 1 if device == "cpu" else GROWING[device]
    growing = int(cache.full * min(1.0, at_once / len(network.layers)))
    return _embeds(network) + _expanded(network) + growing


def _masked(plain: CacheCost, network: Network, device: str) -> tuple[tuple[int, int], ...]:
    """Return pairs (bytes per pair of tokens, window) of the layers that have a window: their
    scores, and their caches, which each chunk copies."""
    if device != "cuda" or not plain.windows:
        return ()
    step = ModelCost(loaded_bytes(network.tensors), plain).prefill_step
    scores = WINDOW_SCORE_ARRAYS * network.width * network.heads
    share = min(1.0, GROWING[device] / len(network.layers))
    sizes: Counter[int] = Counter()
    for each, window in plain.windows:
        sizes[window] += math.ceil((scores + each / step) * share)
    return tuple((size, window) for window, size in sizes.items())


def _expanded(network: Network) -> int:
    """Return the bytes per prompt token of keys and values that one layer expands."""
    if not has_latent_attention(network):
        return 0
    numbers = network.number("qk_nope_head_dim") + network.number("v_head_dim")
    return network.width * network.heads * numbers


def _queries(network: Network, layer: Mapping[str, Tensor]) -> int:
    fused = rows(layer, *FUSED_QUERIES)
    return rows(layer, *QUERIES) or fused or network.heads * network.head_size


def _mlp(network: Network) -> int:
    """Return the widest MLP outside of the experts."""
    dense = ({k: v for k, v in it.items() if not EXPERT.search(k)} for it in network.layers)
    found = max((rows(layer, *UP) for layer in dense), default=0)
    return found or network.number("intermediate_size", "ffn_dim", "n_inner")


def _experts(network: Network) -> int:
    """Return the numbers in the MLPs of all experts that one token goes through."""
    chosen = _chosen_experts(network)
    if not chosen:
        return 0
    inner = ({k: v for k, v in it.items() if EXPERT.search(k)} for it in network.layers)
    wide = max((rows(layer, *UP) for layer in inner), default=0)
    wide = wide or network.number("moe_intermediate_size", "intermediate_size")
    return chosen * (wide + network.hidden)


def _chosen_experts(network: Network) -> int:
    if not any(EXPERT.search(name) for layer in network.layers for name in layer):
        return 0
    names = ("num_experts_per_tok", "num_experts_per_token", "moe_top_k", "top_k_experts", "top_k")
    return network.number(*names) or 1


def _scores(network: Network, device: str) -> int:
    """Return the bytes for a pair of tokens that attend to each other."""
    latent = has_latent_attention(network)
    narrow = device == "metal" or network.width < 4
    if device != "cpu" and narrow and network.head_size in FUSED_HEADS and not latent:
        return MASK_BYTES
    arrays = SINK_SCORE_ARRAYS if has_sinks(network) else SCORE_ARRAYS
    arrays = LATENT_SCORE_ARRAYS if latent else arrays
    return int(arrays * network.width * network.heads) + MASK_BYTES


def _embeds(network: Network) -> int:
    if not network.media:
        return 0
    per_layer = network.number("hidden_size_per_layer_input") * len(network.layers)
    return network.width * (network.hidden + per_layer) + TOKEN_ARRAYS


def _logits(network: Network, device: str) -> int:
    least = 0 if device == "cpu" else GPU_TOKENS * _workspace(network, device)
    return max(least, network.vocabulary * (network.width * LOGITS + 4 * SAMPLED))


def _loading(network: Network) -> int:
    """Return the bytes that loading takes beside the weights: tensors that it joins or splits."""
    groups: dict[str, int] = {}
    for tensor in network.tensors:
        if match := STACKED.match(tensor.name):
            name = f"{match[1]}.{match[2]}"
        elif SPLIT.search(tensor.name) and len(tensor.shape) >= 3:
            name = tensor.name
        else:
            continue
        groups[name] = groups.get(name, 0) + tensor.nbytes
    return 2 * max(groups.values(), default=0)


def _active(network: Network) -> int:
    """Return the bytes of weights that are read for each token of an answer."""
    whole = loaded_bytes(network.tensors) - loaded_bytes(network.media)
    tables = loaded_bytes(it for it in network.tensors if TABLES.search(it.name))
    tied = network.text.get("tie_word_embeddings") is True
    experts = loaded_bytes(it for it in network.tensors if EXPERT.search(it.name))
    names = ("num_experts", "num_local_experts", "n_routed_experts", "moe_num_experts")
    total = network.number(*names)
    resting = experts - experts * _chosen_experts(network) // total if total else 0
    return whole - (0 if tied else tables) - resting
