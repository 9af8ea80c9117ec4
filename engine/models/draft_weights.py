"""The smaller model that drafts for another one, loaded and freed together with it."""

from collections.abc import Generator
from dataclasses import field

import mlx.core as mx

from engine.checkpoints import guard
from engine.checkpoints.failed_load import few_modules
from engine.checkpoints.network import attention_heads
from engine.errors import Refused
from engine.frozen import frozen
from engine.model_cost import PREFILL_STEP, ModelCost
from engine.models.adapter import Adapter, TextAdapter, VisionAdapter
from engine.models.chunk_size import ChunkSize
from engine.models.measured_cost import measure_model, with_workspace
from engine.models.model_source import ModelSource
from engine.models.prefix_cache import is_trimmable
from engine.models.weights import Progress, build_model, read_weights

# Bytes of a token's score by one look of one head, with the steps to it: ten float32, as measured.
SCORING = 10 * 4


@frozen
class DraftWeights:
    """A loaded model that drafts, and the memory that it takes. Only ids below `vocabulary` are in
    the vocabularies of both models; a layer has `heads` of attention."""

    name: str
    adapter: Adapter
    cost: ModelCost
    vocabulary: int
    heads: int = 0
    chunks: ChunkSize = field(default_factory=lambda: ChunkSize(PREFILL_STEP))

    @property
    def weights(self) -> int:
        return self.cost.weights

    def row(self, tokens: int, chunk: int = PREFILL_STEP) -> int:
        """Return the bytes to draft for a row of up to `tokens`, read in chunks of `chunk`."""
        return self.cost.row(tokens, min(tokens, chunk))

    def scores(self, tokens: int, looks: int) -> int:
        """Return the bytes to score `tokens` that were read by so many looks, with their cache."""
        scored = SCORING * self.heads * looks * tokens
        return self.cost.cache.of(tokens, 1) + scored


def draft_steps(source: ModelSource, model: str) -> Generator[Progress, None, DraftWeights]:
    """Load the model of an examined folder that drafts for `model`, in bounded steps. Raises
    Refused."""
    with guard.safe_view(source.folder) as view:
        # Not over a pause: it changes what all modules do.
        with few_modules(source.folder):
            network = build_model(view, source.vision)
        adapter = VisionAdapter(network) if source.vision else TextAdapter(network)
        if not adapter.decodes_blocks or not is_trimmable(adapter.new_cache()):
            raise Refused(
                "{draft} cannot draft for {model}: it keeps the conversation in a format that "
                "cannot be cut back. Choose another draft model on the page of {model}, or none.",
                draft=source.name,
                model=model,
            )
        nbytes = yield from read_weights(network)
    cost = measure_model(adapter, nbytes, 0).cost
    if source.cost is not None:
        cost = with_workspace(cost, source.cost)
    mx.clear_cache()
    heads = attention_heads(source.config)
    return DraftWeights(source.name, adapter, cost, cost.vocabulary, heads)
