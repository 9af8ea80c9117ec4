"""The distance between the answers of a converted model and those of the original."""

from engine.frozen import frozen


@frozen
class ModelSpeed:
    """Speeds in tokens per second; 0 if not measured."""

    prefill: float = 0.0
    decode: float = 0.0


@frozen
class PromptDivergence:
    """The divergence on one prompt.

    Both models get the same beginning of the original's greedy answer at each of `positions`; at
    `agreed` of them their likeliest tokens are the same. `first` is the first position where they
    are not, -1 if there is none; there, the original goes on with `expected` and the other with
    `got`. `kl` is the average KL divergence of the other's distribution from the original's, in
    nats.
    """

    prompt: str
    positions: int
    agreed: int
    kl: float
    first: int = -1
    expected: str = ""
    got: str = ""


@frozen
class Divergence:
    """The divergence of the model `other_id` from the original `model_id`, on several prompts."""

    model_id: str
    other_id: str
    prompts: tuple[PromptDivergence, ...]
    original_speed: ModelSpeed
    other_speed: ModelSpeed

    @property
    def positions(self) -> int:
        return sum(prompt.positions for prompt in self.prompts)

    @property
    def agreement(self) -> float:
        """The share of positions at which both have the same likeliest token."""
        agreed = sum(prompt.agreed for prompt in self.prompts)
        return agreed / self.positions if self.positions else 0.0

    @property
    def kl(self) -> float:
        """The average KL divergence over all positions, in nats."""
        total = sum(prompt.kl * prompt.positions for prompt in self.prompts)
        return total / self.positions if self.positions else 0.0
