"""A prompt as a model takes it: all of its tokens, or those that are read of a skimmed one."""

from dataclasses import dataclass, field, replace
from typing import Any

import mlx.core as mx
import numpy as np

# Arrays with a value for each token of a prompt, and the axis of the tokens.
TOKEN_AXES = {
    "position_ids": -1,
    "attention_mask": 1,
    "token_type_ids": 1,
    "mm_token_type_ids": 1,
    "visual_pos_masks": 1,
}


@dataclass
class Prompt:
    """A prompt ready for the model: its token ids and, for vision models, their embeddings.

    `embeds` is (1, tokens, hidden), and `arrays` are the language model's other inputs for the
    whole prompt; `state` is what an mRoPE model stores on its module. Decode needs `carried`, which
    prefill sets, and `rope_delta`, which is added to positions after the prompt. `chunkable` is
    False if the prompt must be prefilled at once: some families attend across a whole image.
    Of a skimmed prompt, all these are those of the tokens that are read, which stand at the
    positions `at` (tokens,); `skipped` tokens are left out.
    """

    tokens: list[int]
    embeds: mx.array | None = None
    arrays: dict[str, Any] = field(default_factory=dict)
    carried: dict[str, Any] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    rope_delta: int | None = None
    chunkable: bool = True
    at: mx.array | None = None
    skipped: int = 0

    def release(self) -> None:
        """Drop what only prefill needs; the prompt cannot be prefilled again."""
        self.embeds = None
        self.arrays, self.state, self.at = {}, {}, None

    def only(self, kept: np.ndarray) -> "Prompt":
        """Return the prompt of the tokens at the ascending places `kept` alone, each at its own
        position. Images must be kept whole."""
        places = mx.array(kept.astype(np.int32))
        arrays = {
            name: mx.take(value, places, axis=TOKEN_AXES[name]) if name in TOKEN_AXES else value
            for name, value in self.arrays.items()
        }
        embeds = None if self.embeds is None else mx.take(self.embeds, places, axis=1)
        mx.eval(places, embeds, [arrays[name] for name in TOKEN_AXES if name in arrays])
        skipped = len(self.tokens) - len(kept)
        return replace(
            self,
            tokens=[self.tokens[place] for place in kept.tolist()],
            embeds=embeds,
            arrays=arrays,
            # The positions of the whole prompt would be taken in place of those in `arrays`.
            state=dict.fromkeys(self.state),
            rope_delta=None if self.rope_delta is None else self.rope_delta + skipped,
            at=places,
            skipped=skipped,
        )
