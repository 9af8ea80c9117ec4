"""The drafting head of a model: layers in its folder that predict one more token (MTP)."""

import logging
import re
from pathlib import Path
from typing import Any, cast

import mlx.core as mx

from engine.checkpoints import weight_files
from engine.checkpoints.network import number_of, text_settings
from engine.errors import PASSES, Refused, trace
from engine.frozen import frozen
from engine.model_cost import ModelCost
from engine.models.draft_modules import quantize_as_stored
from engine.sentences import say

log = logging.getLogger(__name__)

# Families whose head was tested, as vision models of mlx-vlm and as text models of mlx-lm.
VISION_FAMILIES = frozenset({"qwen3_5"})
TEXT_FAMILIES = frozenset({"qwen3_5", "qwen3_next"})
PREFIX = "mtp."
DEPTH, MOST_LAYERS = "mtp_num_hidden_layers", 4
DEPTHS = (DEPTH, "num_nextn_predict_layers")
UNTESTED = say(
    "This model's own drafting head is not used: it has not been tested for this family."
)


class OwnHead:
    """The head of one model, by mlx-vlm's module, shared by all rows. It embeds and reads out
    tokens with the arrays of the model itself."""

    def __init__(self, module: Any, model: Any) -> None:
        self.module = module.bind(model)

    def new_cache(self) -> list[Any]:
        return self.module.make_cache()

    def __call__(
        self, tokens: mx.array, hidden: mx.array, cache: list[Any], position: int
    ) -> mx.array:
        """Return the lazy hidden states (1, count, size) that predict the token after each of
        `tokens` (1, count), from the model's `hidden` states of the tokens before them, of which
        the first is at `position`."""
        module = self.module
        embeds = module._input_embed(tokens) * module._input_embed_scale
        positions = mx.arange(position, position + tokens.shape[1])[None]
        return module._forward_hidden(embeds, hidden, cache, positions)

    def likeliest(self, hidden: mx.array) -> mx.array:
        """Return the lazy likeliest token (1, 1) after the last of the hidden states."""
        return self.module._greedy_token(hidden[:, -1:])

    def counted(self, cost: ModelCost) -> ModelCost:
        """Return the cost of the model with the cache of the head, and with the hidden states that
        a prompt chunk gives it."""
        cache, size = self.new_cache(), self.module.config.text_config.hidden_size
        state = mx.zeros((1, 1, size), self.module.norm.weight.dtype)
        self(mx.array([[0]]), state, cache, 0)
        each = sum(it.keys[..., :1, :].nbytes + it.values[..., :1, :].nbytes for it in cache)
        # The states, and the input of the head, which is twice as wide.
        return cost.with_head(each, 3 * state.nbytes)


@frozen
class FoundHead:
    """What was found of a head in the folder of a model. `failure` says why it could not be loaded,
    `unused` why it is not used."""

    head: OwnHead | None = None
    failure: str = ""
    unused: str = ""

    @property
    def modules(self) -> list[Any]:
        return [self.head.module] if self.head else []


def find_head(view: Path, config: dict[str, Any], model: Any, *, vision: bool) -> FoundHead:
    """Build the head of a model, whose weights are still on the disk."""
    try:
        head = _build_head(view, config, model, vision=vision)
    except Refused as error:
        return FoundHead(failure=error.args[0])
    return FoundHead(head, unused="" if head else _unused_head(view, config))


def _build_head(view: Path, config: dict[str, Any], model: Any, *, vision: bool) -> OwnHead | None:
    """Return the head of a model, whose weights are still on the disk; None if the folder has none
    that can be used. Raises Refused if it cannot be loaded."""
    families = VISION_FAMILIES if vision else TEXT_FAMILIES
    if config.get("model_type") not in families or not text_settings(config).get(DEPTH, 1):
        return None
    try:
        weights, is_mlx = _tensors(view)
        return OwnHead(_module(weights, is_mlx, config), model) if weights else None
    except PASSES:
        raise
    except Exception as error:
        log.warning("the drafting head was not loaded\n%s", trace(error))
        raise Refused(
            "The drafting head of this model could not be loaded. Its answers are the same "
            "without it."
        ) from error


def _unused_head(view: Path, config: dict[str, Any]) -> str:
    """Return a sentence if the folder of a model without an OwnHead has a head, else ""."""
    settings = text_settings(config)
    if not any(number_of(settings, name) for name in DEPTHS):
        return ""
    layers = number_of(settings, "num_hidden_layers")
    names = (name for path in weight_files.shards(view) for name in _arrays(path)[0])
    return UNTESTED if any(_is_of_head(name, layers) for name in names) else ""


def _is_of_head(name: str, layers: int) -> bool:
    """Return True for a tensor of a head, by its own name or as a layer after the last one."""
    after = re.match(r"(?:model\.|language_model\.)*layers\.(\d+)\.", name)
    return name.startswith(PREFIX) or bool(after and layers and int(after[1]) >= layers)


def _arrays(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the lazy tensors of a file, and its metadata."""
    return cast("tuple[dict, dict]", mx.load(str(path), return_metadata=True))


def _tensors(view: Path) -> tuple[dict[str, Any], bool]:
    """Return the lazy tensors of the head, and True if they are in MLX's layout."""
    found: dict[str, Any] = {}
    is_mlx = False
    for path in weight_files.shards(view):
        tensors, metadata = _arrays(path)
        mine = {name: each for name, each in tensors.items() if name.startswith(PREFIX)}
        is_mlx = is_mlx or bool(mine and metadata.get("format") == "mlx")
        found |= mine
    return found, is_mlx


def _module(weights: dict[str, Any], is_mlx: bool, config: dict[str, Any]) -> Any:
    from mlx_vlm.speculative.drafters import qwen3_5_mtp  # noqa: PLC0415
    from mlx_vlm.speculative.drafters.mtp_split import get_mtp_splitter  # noqa: PLC0415

    splitter = get_mtp_splitter(source_config=config)
    if splitter is None:
        raise ValueError("mlx-vlm has no drafting head for this family")
    settings = splitter.read_text_config(config)
    if splitter.depth(settings) > MOST_LAYERS:
        raise ValueError("too many layers")
    weights = splitter.transform(weights, settings, is_mlx)
    module = qwen3_5_mtp.Model(qwen3_5_mtp.ModelConfig.from_dict({"text_config": settings}))
    quantize_as_stored(module, splitter.quantization_from_source(weights, config), weights)
    module.load_weights(list(weights.items()), strict=True)
    return module.eval()
