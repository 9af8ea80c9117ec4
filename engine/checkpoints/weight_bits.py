"""Counts the parameters of a model and the bits that each takes, by the headers of its weights."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.checkpoints.tensor_headers import Tensor
from engine.frozen import frozen
from engine.sentences import say

PACKED = 32
POSSIBLE_BITS = (2, 3, 4, 5, 6, 8)
DEFAULT_GROUP = 64
MODE_GROUPS = {"mxfp4": 32, "mxfp8": 32, "nvfp4": 16}
_WIDTHS = {
    "F64": 64, "I64": 64, "U64": 64, "C64": 64, "F32": 32, "I32": 32, "U32": 32,
    "F8_E4M3": 8, "F8_E5M2": 8, "F8_E8M0": 8, "U8": 8, "I8": 8, "BOOL": 8,
    "F6_E2M3": 6, "F6_E3M2": 6, "F4": 4,
}  # fmt: skip
# The names of a quantized weight, and of the tensors beside it that only unpack it.
_PACKED_NAMES = ("weight", "qweight", "weight_packed")
_UNPACKING = re.compile(
    r"(scales|biases|qzeros|g_idx|weight_scale(_2|_inv)?|weight_zero_point|weight_shape"
    r"|weight_g_idx|input_scale)"
)
# The first pattern that a name contains decides.
_KINDS = tuple(
    (re.compile(pattern), sentence)
    for pattern, sentence in (
        (r"vision|visual|image|(^|\.)vit\.|projector|aligner|connector", say("Vision")),
        (r"audio|speech|sound", say("Audio")),
        (r"experts|switch_mlp|block_sparse_moe", say("Experts")),
        (r"lm_head|embed_out|(^|\.)output\.", say("Output")),
        (r"embed|wte|(^|\.)wpe", say("Embeddings")),
        (r"attn|attention|mamba|ssm|mixer|short_conv|recurrent", say("Attention")),
        (r"mlp|feed_forward|ffn|(^|\.)fc\d?\.", say("Feed-forward")),
    )
)
_OTHER = say("Other parts")
# The sentences of the kinds by their English, for facts that were stored.
KINDS = {str(sentence): sentence for sentence in (*(it for _, it in _KINDS), _OTHER)}


@frozen
class WeightBits:
    """`parameters` as before quantization, the average `bits` of one, and those by kind of
    module."""

    parameters: int = 0
    bits: float = 0.0
    layer_bits: tuple[tuple[str, float], ...] = ()


def weight_bits(config: Mapping[str, Any], tensors: Sequence[Tensor]) -> WeightBits:
    """Return what the headers tell. Values of the config that make no sense are ignored."""
    quantization = _settings(config)
    by_name = {it.name: it for it in tensors}
    parameters: Counter[str] = Counter()
    nbytes: Counter[str] = Counter()
    for tensor in tensors:
        kind = _kind(tensor.name)
        parameters[kind] += _parameters(tensor, by_name, quantization)
        nbytes[kind] += tensor.nbytes
    total = parameters.total()
    if not total:
        return WeightBits()
    by_kind = tuple(
        (kind, round(nbytes[kind] * 8 / count, 2))
        for kind, count in parameters.most_common()
        if count
    )
    return WeightBits(total, round(nbytes.total() * 8 / total, 2), by_kind)


def _settings(config: Mapping[str, Any]) -> Mapping[str, Any]:
    for source in (config, config.get("text_config")):
        for name in ("quantization", "quantization_config"):
            found = source.get(name) if isinstance(source, dict) else None
            if isinstance(found, dict):
                return found
    return {}


def _kind(name: str) -> str:
    found = (sentence for pattern, sentence in _KINDS if pattern.search(name))
    return next(found, _OTHER)


def _parameters(
    tensor: Tensor, by_name: Mapping[str, Tensor], quantization: Mapping[str, Any]
) -> int:
    base, _, leaf = tensor.name.rpartition(".")
    if leaf.endswith("_blocks") and f"{tensor.name[:-7]}_scales" in by_name:
        # MXFP4 as its makers store it: two parameters a byte
        return tensor.nbytes * 2
    packed = next(
        (it for name in _PACKED_NAMES if (it := by_name.get(f"{base}.{name}")) is not None), None
    )
    if leaf.endswith("_scales") and f"{tensor.name[:-7]}_blocks" in by_name:
        return 0
    if packed is not None and packed is not tensor and _UNPACKING.fullmatch(leaf):
        return 0
    if leaf in _PACKED_NAMES and tensor.dtype in ("U32", "I32"):
        return tensor.nbytes * 8 // _bits(base, tensor, by_name.get(f"{base}.scales"), quantization)
    if leaf == "weight_packed":
        return tensor.nbytes * 2
    return tensor.nbytes * 8 // _WIDTHS.get(tensor.dtype, 16)


def _bits(base: str, weight: Tensor, scales: Tensor | None, quantization: Mapping[str, Any]) -> int:
    """Return the bits of a parameter that is packed into 32-bit words. The shapes tell them, given
    the size of a group."""
    settings = _named(base, quantization)
    if scales is not None and scales.shape and scales.shape[-1]:
        group = settings.get("group_size") or quantization.get("group_size")
        group = group or MODE_GROUPS.get(str(quantization.get("mode")), DEFAULT_GROUP)
        columns = scales.shape[-1] * (group if isinstance(group, int) else DEFAULT_GROUP)
        words = weight.shape[-1] * PACKED if weight.shape else 0
        if columns and words % columns == 0 and words // columns in POSSIBLE_BITS:
            return words // columns
    bits = settings.get("bits") or quantization.get("bits")
    return bits if bits in POSSIBLE_BITS else 4


def _named(base: str, quantization: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the settings of one module; the libraries' names differ in their beginning."""
    for name in (base, base.removeprefix("language_model."), base.removeprefix("model.")):
        found = quantization.get(name)
        if isinstance(found, dict):
            return found
    return {}
