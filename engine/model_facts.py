"""Facts about a model that its files tell before it is loaded, and how it fits this machine."""

from engine.frozen import frozen
from engine.model_cost import ModelCost


@frozen
class ModelFacts:
    """Facts about a model from its files, on disk or on the hub.

    `family` is the model_type of the config. `parameters` counts the weights as they were before
    quantization, and `bits` is the average number of bits that one takes now; `layer_bits` are
    pairs of a kind of module and its bits, most parameters first. `context` is in tokens,
    `weight_bytes` the size of the tensors. `vision`, `video`, `thinking` and `tools` are what the
    model can do, read from its config and chat template. `licence` is an identifier such as
    "apache-2.0", "" if unknown. `cost` predicts the memory that the model takes; None if the config
    does not tell.
    """

    family: str
    parameters: int = 0
    bits: float = 0.0
    layer_bits: tuple[tuple[str, float], ...] = ()
    context: int = 0
    vision: bool = False
    video: bool = False
    thinking: bool = False
    tools: bool = False
    licence: str = ""
    weight_bytes: int = 0
    cost: ModelCost | None = None

    @property
    def load_bytes(self) -> int:
        """The bytes to load the model. Tensors that are not loaded are in `weight_bytes` alone."""
        return self.cost.weights + self.cost.loading if self.cost else self.weight_bytes


@frozen
class MemoryParts:
    """The memory of one model with one conversation, in bytes. `weights` are without the vision
    tower, `vision` is the tower."""

    weights: int
    vision: int
    cache: int
    workspace: int

    @property
    def total(self) -> int:
        return self.weights + self.vision + self.cache + self.workspace


@frozen
class Fit:
    """The fit of a model in the memory of this machine, for a conversation of `context` tokens
    whose cache has `kv_bits` (0 for unquantized).

    `free` bytes are what models may take minus what others use. `longest` is the longest context
    that fits, 0 if not even the weights do. `advice` are sentences, each with something that would
    make it fit. `fatal`: the system would end the application if the model was loaded anyway.
    `speed` is the expected decode speed in tokens per second, None if unknown; `measured` if it was
    measured on this machine rather than computed from the memory bandwidth.
    """

    parts: MemoryParts
    context: int
    free: int
    longest: int = 0
    kv_bits: int = 0
    advice: tuple[str, ...] = ()
    fatal: bool = False
    speed: float | None = None
    measured: bool = False

    @property
    def fits(self) -> bool:
        return self.parts.total <= self.free
