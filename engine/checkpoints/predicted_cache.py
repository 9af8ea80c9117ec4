"""Predicts the bytes of a model's KV cache and recurrent states from the tensors of its layers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.checkpoints.network import Network, number_of, rows, submodules
from engine.checkpoints.tensor_headers import Tensor
from engine.model_cost import CacheCost

# Bits of an 8-bit cache beside those of the numbers: a scale and a bias for each group.
GROUPS = (64, 32)
KEYS, VALUES = ("k_proj", "key_proj", "wk"), ("v_proj", "value_proj", "wv")
# Attention over compressed keys, which most families cache as they are.
LATENT = ("kv_a_proj_with_mqa",)
EXPANDED_LATENT = frozenset({"deepseek_v2", "minicpm3", "youtu_llm", "deepseek_vl_v2"})
ATTENTION = re.compile(r"^\w*(?:attn|attention)\.")
# Families whose window layers keep only the window. Others keep all tokens, whatever they attend
# to, and so does an unknown family here.
WINDOWED = re.compile(
    r"^(gemma3|gemma4|gpt_oss|cohere2|exaone4|exaone_moe|olmo3|llama|mistral|ministral3|afmoe"
    r"|mimo_v2|plamo3|step3p|laguna|mellum|muse|spark2|iquest|diffusion_gemma)"
)
WINDOW_NAMES = ("sliding_window", "attention_chunk_size", "sliding_window_size", "window_size")
# The number of layers after which a full one comes, where the config does not tell.
PATTERNS = {"gemma3": 6, "gemma4": 6, "cohere2": 4, "gpt_oss": 2, "exaone4": 4, "llama4": 4}
RECURRENT = re.compile(r"^(linear_attention|mamba|recurrent|conv)")
# Names of tensors that only a module with a recurrent state has.
RECURRENT_TENSOR = re.compile(r"(?:^|\.)(?:A_log|dt_bias|dt_proj|[a-z]*_?conv(?:1d)?)(?:\.|$)")
# Families that keep nothing but recurrent states.
STATES_ONLY = re.compile(r"^(mamba|rwkv)")
RECURRENT_WIDTH = 4


@dataclass
class _Layers:
    full: int = 0
    quantized: int = 0
    fixed: int = 0
    can_quantize: bool = False
    windows: list[tuple[int, int]] = field(default_factory=list)


def cache_costs(network: Network) -> tuple[CacheCost, CacheCost | None]:
    """Return the cost of the cache, and that of an 8-bit cache, None if the model has none."""
    found = _Layers()
    shared = network.number("num_kv_shared_layers")
    own = len(network.layers) - shared if shared < len(network.layers) else len(network.layers)
    for index, layer in enumerate(network.layers[:own]):
        _add(found, network, index, layer)
    if not any(network.layers):
        found.full = 2 * _key_numbers(network) * network.width * len(network.layers)
    windows = tuple(found.windows)
    plain = CacheCost(found.full, windows, found.fixed)
    if not found.can_quantize or has_latent_attention(network) or has_sinks(network):
        return plain, None
    return plain, CacheCost(found.quantized, windows, found.fixed)


def _add(found: _Layers, network: Network, index: int, layer: Mapping[str, Tensor]) -> None:
    if not layer:
        return
    kind = _kind(network, index)
    attention = dict(layer)
    for name, part in submodules(layer):
        if _is_recurrent(network, kind, name, part):
            found.fixed += _state(network, part)
            attention = {it: attention[it] for it in attention if not it.startswith(f"{name}.")}
    numbers, head = _cached_numbers(network, attention)
    window = _window(network, index)
    if window:
        found.windows.append((numbers * network.width, window))
        return
    found.full += numbers * network.width
    group = next((size for size in GROUPS if head and head % size == 0), 0)
    found.can_quantize |= bool(group and numbers)
    scales = 2 * network.width * numbers // group if group else numbers * (network.width - 1)
    found.quantized += numbers + scales


def _cached_numbers(network: Network, layer: Mapping[str, Tensor]) -> tuple[int, int]:
    """Return the numbers of a token in the cache of a layer, and the size of a head, 0 if unknown
    or if the layer cannot be quantized."""
    if rows(layer, *LATENT):
        if network.family in EXPANDED_LATENT or network.text.get("model_type") in EXPANDED_LATENT:
            sizes = ("qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim")
            return network.heads * sum(network.number(size) for size in sizes), 0
        return rows(layer, *LATENT) + 2 * network.number("index_head_dim"), 0
    if keys := rows(layer, *KEYS):
        return keys + (rows(layer, *VALUES) or keys), _head_size(network, layer, keys)
    if any(ATTENTION.match(name) for name in layer):
        return 2 * _key_numbers(network), network.head_size
    return 0, 0


def _head_size(network: Network, layer: Mapping[str, Tensor], keys: int) -> int:
    """Return the size of a head: that of the norm of the keys, if they have one."""
    norms = (it.shape[0] for name, it in layer.items() if name.endswith("k_norm.weight"))
    size = next(norms, network.head_size)
    return size if size and keys % size == 0 else network.head_size


def _key_numbers(network: Network) -> int:
    heads = network.number("num_key_value_heads", "num_kv_heads", "n_head_kv") or network.heads
    return heads * network.head_size


def _kind(network: Network, index: int) -> str:
    kinds = network.text.get("layer_types") or network.text.get("layers_block_type")
    if isinstance(kinds, list) and index < len(kinds) and isinstance(kinds[index], str):
        return kinds[index]
    return ""


def _window(network: Network, index: int) -> int:
    """Return the tokens in the window of a layer; 0 if the layer keeps all tokens."""
    family = network.family
    window = network.number(*WINDOW_NAMES)
    if not window or not WINDOWED.match(family):
        return 0
    kind = _kind(network, index)
    if kind:
        return window if kind.startswith(("sliding", "chunked")) else 0
    usual = next((every for name, every in PATTERNS.items() if family.startswith(name)), 0)
    pattern = network.number("sliding_window_pattern", "_sliding_window_pattern") or usual
    return window if pattern and (index + 1) % pattern else 0


def _is_recurrent(network: Network, kind: str, name: str, part: Mapping[str, Tensor]) -> bool:
    if STATES_ONLY.match(network.family):
        return len(part) > 2
    if RECURRENT.match(kind) and name in {"linear_attn", "mamba", "mixer", "conv"}:
        return True
    return any(RECURRENT_TENSOR.search(it) for it in part)


def _state(network: Network, part: Mapping[str, Tensor]) -> int:
    """Return the bytes of the state of one recurrent module, at its largest."""
    convolutions = (it.shape for name, it in part.items() if "conv" in name and len(it.shape) == 3)
    size = sum(shape[0] * (max(shape[1:]) - 1) * network.width for shape in convolutions)
    decay = next((it for name, it in part.items() if name.endswith("A_log")), None)
    if decay is None and not STATES_ONLY.match(network.family):
        return size
    if decay is not None and len(decay.shape) == 2:
        return size + decay.shape[0] * decay.shape[1] * RECURRENT_WIDTH
    return size + _heads_of_state(network) * RECURRENT_WIDTH


def _heads_of_state(network: Network) -> int:
    """Return the numbers of a state that is a matrix for each head."""
    nested = network.text.get("linear_attn_config")
    if isinstance(nested, Mapping):
        return number_of(nested, "num_heads") * number_of(nested, "head_dim") ** 2
    if values := network.number("linear_num_value_heads"):
        keys = network.number("linear_key_head_dim")
        return values * keys * network.number("linear_value_head_dim")
    heads = network.number("mamba_num_heads", "mamba_n_heads", "num_heads") or network.heads
    size = network.number("mamba_head_dim", "mamba_d_head", "head_dim") or network.head_size
    return heads * size * (network.number("ssm_state_size", "mamba_d_state", "state_size") or size)


def has_latent_attention(network: Network) -> bool:
    """Return True for attention over compressed keys."""
    return any(rows(layer, *LATENT) for layer in network.layers)


def has_sinks(network: Network) -> bool:
    """Return True for attention with sinks, which no 8-bit cache has."""
    return any(name.endswith("sinks") for layer in network.layers for name in layer)


def has_states(network: Network) -> bool:
    """Return True if a layer has a recurrent state."""
    parts = (part for layer in network.layers for part in submodules(layer))
    return any(_is_recurrent(network, "", name, part) for name, part in parts)
