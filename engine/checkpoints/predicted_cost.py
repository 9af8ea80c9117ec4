"""Predicts the memory that a model takes from its config and the headers of its tensors."""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from typing import Any

from engine.checkpoints.network import Network, loaded_bytes, network_of, rows
from engine.checkpoints.predicted_cache import cache_costs
from engine.checkpoints.tensor_headers import Tensor
from engine.model_cost import ModelCost

EXPERT = re.compile(r"(?:^|\.)(?:experts|switch_mlp|block_sparse_moe)(?:\.|$)")
# Tensors that loading stacks or splits: those of single experts, and joined ones.
STACKED = re.compile(r"^(.*experts)\.\d+\.(.+)$")
SPLIT = re.compile(r"gate_up_proj")
TABLES = re.compile(r"(?:embed_tokens|wte|word_embeddings|embed_tokens_per_layer)\.[a-z]+$")
UP = ("gate_proj", "up_proj", "gate_up_proj", "w1", "w3", "fc1", "c_fc", "dense_h_to_4h", "in_proj")
QUERIES = ("q_proj", "q_b_proj", "query_proj", "wq")
FUSED_QUERIES = ("qkv_proj", "query_key_value", "Wqkv", "c_attn")
# Arrays of a prefill chunk that are in memory at once, counted in the widths of the network. The
# tasks of the libraries are queued ahead of the device, so several layers' arrays are there.
MLP_ARRAYS, HIDDEN_ARRAYS, QUERY_ARRAYS = 3.0, 8.0, 4.0
# Scores of unfused attention and their mask, in arrays of one number per head and pair.
SCORE_ARRAYS = 1.15
SINK_SCORE_ARRAYS = 3.3
MASK_BYTES = 2
# Positions, masks and types of one token of a vision model's prompt.
TOKEN_ARRAYS = 40
# Tokens whose logits are computed at once, and float32 arrays of the vocabulary in the sampler.
LOGITS, SAMPLED = 17, 6
# Head sizes for which the GPU's attention needs no scores.
FUSED_HEADS = frozenset({64, 72, 80, 96, 128})


def predict_cost(
    config: Mapping[str, Any],
    tensors: Sequence[Tensor],
    *,
    vision: bool | None = None,
    gpu: bool | None = None,
) -> ModelCost | None:
    """Return the predicted cost of a model; None if its config does not tell the sizes of its
    layers.

    `vision` is False for a text-only version of a vision model, which has no processor: its tower
    is not loaded. `gpu` is True if models run on a GPU; None means as on this machine.
    """
    network = network_of(config, tensors, vision=vision)
    if network is None:
        return None
    on_gpu = has_gpu() if gpu is None else gpu
    plain, quantized = cache_costs(network)
    cost = ModelCost(
        weights=loaded_bytes(network.tensors),
        cache=plain,
        embeds=_embeds(network) if network.media else 0,
        workspace=_workspace(network),
        scores=_scores(network, fused=on_gpu),
        vocabulary=network.vocabulary,
        vision=loaded_bytes(network.media),
        logits=_logits(network),
        loading=_loading(network),
        active=_active(network),
    )
    if quantized is None:
        return cost
    scores = _scores(network, fused=False)
    return replace(cost, quantized=replace(cost, cache=quantized, scores=scores))


def has_gpu() -> bool:
    """Return True if MLX computes on a GPU on this machine. Imports nothing of it."""
    if sys.platform == "darwin":
        return True
    return any(it.name.startswith("mlx-cuda") for it in metadata.distributions())


def _workspace(network: Network) -> int:
    """Return the bytes per token of a prefill chunk."""
    queries = max(_queries(network, layer) for layer in network.layers)
    numbers = HIDDEN_ARRAYS * network.hidden + QUERY_ARRAYS * queries
    return int(network.width * (numbers + MLP_ARRAYS * max(_mlp(network), _experts(network))))


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


def _scores(network: Network, *, fused: bool) -> int:
    """Return the bytes for a pair of tokens that attend to each other."""
    if fused and network.head_size in FUSED_HEADS:
        return MASK_BYTES
    sinks = any(name.endswith("sinks") for layer in network.layers for name in layer)
    arrays = SINK_SCORE_ARRAYS if sinks else SCORE_ARRAYS
    return int(arrays * network.width * network.heads) + MASK_BYTES


def _embeds(network: Network) -> int:
    per_layer = network.number("hidden_size_per_layer_input") * len(network.layers)
    return network.width * (network.hidden + per_layer) + TOKEN_ARRAYS


def _logits(network: Network) -> int:
    return network.vocabulary * (network.width * LOGITS + 4 * SAMPLED)


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
