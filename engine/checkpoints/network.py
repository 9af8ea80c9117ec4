"""Sorts the tensors of a checkpoint by the parts of a network, from names and shapes alone."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.checkpoints.tensor_headers import Tensor
from engine.frozen import frozen

# Bytes of one number of a tensor.
WIDTHS = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2}
LAYER = re.compile(r"(?:^|\.)(?:layers|h|blocks|block)\.(\d+)\.(.+)$")
# Parts of names of the modules that only media need.
MEDIA_NAME = re.compile(
    r"(?:^|\.)(?:vision|visual|audio|speech|image|patch_embed|mm_|multi_modal|embed_vision"
    r"|embed_audio|connector|perceiver|siglip|aligner)"
)
# Tensors that the libraries compute or leave out.
DROPPED = re.compile(r"rotary_emb\.inv_freq$|(?:^|\.)mtp\.|weight_scale_inv$")
TEXT_CONFIGS = ("text_config", "llm_config", "language_config", "thinker_config")
# Numbers of heads that machines share equally; mlx-lm repeats the key-value heads of some families.
HEADS = (
    *("num_key_value_heads", "num_attention_heads"),
    *("linear_num_key_heads", "linear_num_value_heads"),
)
REPEATED = "qwen3_5"
# A config with larger numbers is not one of a model that a computer can hold.
MAX_NUMBER = 1 << 32


@frozen
class Network:
    """The language model of a checkpoint: its settings, and the tensors of each of its layers by
    their names in the layer. `tensors` are all those that are loaded; `media` are those of them
    that only images, videos and audio need. `width` is the size of a number between two layers."""

    text: Mapping[str, Any]
    family: str
    layers: tuple[dict[str, Tensor], ...]
    tensors: tuple[Tensor, ...]
    media: tuple[Tensor, ...]
    width: int

    def number(self, *names: str) -> int:
        """Return the first of these settings that is a positive number; 0 if none is."""
        return next((it for it in (number_of(self.text, name) for name in names) if it), 0)

    @property
    def hidden(self) -> int:
        return self.number("hidden_size", "d_model", "n_embd", "dim")

    @property
    def heads(self) -> int:
        return self.number("num_attention_heads", "n_head", "n_heads", "num_heads")

    @property
    def head_size(self) -> int:
        return self.number("head_dim") or self.hidden // max(1, self.heads)

    @property
    def vocabulary(self) -> int:
        return self.number("vocab_size")


def network_of(
    config: Mapping[str, Any], tensors: Sequence[Tensor], *, vision: bool | None = None
) -> Network | None:
    """Return the network; None if the config has no number of layers or no sizes. Without `vision`,
    the tower of a vision model is not loaded; None means that it is if there is one."""
    text = text_settings(config)
    found = Network(text, str(config.get("model_type", "")), (), (), (), 4)
    count = found.number("num_hidden_layers", "n_layer", "n_layers", "num_layers")
    if not count or not found.hidden or count > 10_000:
        return None
    loaded = [it for it in tensors if _is_loaded(it.name, config, text, count)]
    media = tuple(it for it in loaded if MEDIA_NAME.search(it.name))
    if vision is None:
        vision = isinstance(config.get("vision_config"), Mapping)
    names = {it.name for it in media}
    language = [it for it in loaded if it.name not in names]
    layers: tuple[dict[str, Tensor], ...] = tuple({} for _ in range(count))
    for tensor in language:
        if match := LAYER.search(tensor.name):
            layers[int(match[1])][match[2]] = tensor
    kept = tuple(loaded) if vision else tuple(language)
    width = _width(language)
    return Network(text, found.family, layers, kept, media if vision else (), width)


def text_settings(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the settings of the language model, which vision models nest."""
    for name in TEXT_CONFIGS:
        nested = config.get(name)
        if isinstance(nested, Mapping) and nested:
            return {**config, **text_settings(nested)}
    return config


def number_of(settings: Mapping[str, Any], name: str) -> int:
    """Return a positive whole number of settings; 0 for anything else."""
    found = settings.get(name)
    return found if type(found) is int and 0 < found < MAX_NUMBER else 0


def attention_heads(config: Mapping[str, Any]) -> int:
    """Return the attention heads of a layer; 0 if the config does not tell."""
    return number_of(text_settings(config), "num_attention_heads")


def split_heads(config: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the numbers of heads that machines have to share equally, one for each kind."""
    settings = text_settings(config)
    repeated = str(settings.get("model_type", "")).startswith(REPEATED)
    names = HEADS[1:] if repeated else HEADS
    return tuple(number_of(settings, it) for it in names)


def loaded_bytes(tensors: Iterable[Tensor]) -> int:
    """Return the bytes of tensors in memory. Numbers of 8 bits are stored with 16 once loaded."""
    return sum(it.nbytes * (2 if it.dtype.startswith("F8_E4") else 1) for it in tensors)


def rows(layer: Mapping[str, Tensor], *modules: str) -> int:
    """Return the most output numbers of these modules in a layer; quantization keeps them."""
    found = (tensor.shape for name, tensor in layer.items() if _is_weight_of(name, modules))
    return max((shape[-2] for shape in found if len(shape) >= 2), default=0)


def submodules(layer: Mapping[str, Tensor]) -> Iterator[tuple[str, dict[str, Tensor]]]:
    """Yield the parts of a layer, such as "self_attn", with their tensors."""
    parts: dict[str, dict[str, Tensor]] = {}
    for name, tensor in layer.items():
        part, _, rest = name.partition(".")
        parts.setdefault(part, {})[rest] = tensor
    yield from parts.items()


def _is_weight_of(name: str, modules: Sequence[str]) -> bool:
    path = name.split(".")
    return len(path) >= 2 and path[-1] in {"weight", "qweight"} and path[-2] in modules


def _is_loaded(name: str, config: Mapping[str, Any], text: Mapping[str, Any], layers: int) -> bool:
    if DROPPED.search(name):
        return False
    tied = text.get("tie_word_embeddings", config.get("tie_word_embeddings")) is True
    family = str(config.get("model_type", ""))
    # mlx-lm's Gemma 3 uses a head that is there, whatever the config says; mlx-vlm's never does.
    if (family == "gemma3" or (tied and family != "gemma3_text")) and ".lm_head." in f".{name}":
        return False
    match = LAYER.search(name)
    return match is None or bool(MEDIA_NAME.search(name)) or int(match[1]) < layers


def _width(tensors: Sequence[Tensor]) -> int:
    """Return the size of an activation: that of the embeddings, or of the norms if larger."""
    ends = ("norm.weight", "embed_tokens.weight", "embed_tokens.scales", "wte.weight", "wte.scales")
    found = [WIDTHS[it.dtype] for it in tensors if it.name.endswith(ends) and it.dtype in WIDTHS]
    anything = [WIDTHS[it.dtype] for it in tensors if it.dtype in WIDTHS]
    return min(4, max(found or anything, default=2))
