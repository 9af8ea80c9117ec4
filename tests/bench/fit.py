"""Memory that is predicted for a model over the peak that MLX allocates.

uv run python tests/bench/fit.py [--quick] [--large] [--only NAME] [--chunk TOKENS]

--quick: one short and one long prompt; --large: checkpoints of 30 GB and more, for a large GPU;
--chunk: prefill in chunks of so many tokens, instead of the least size
"""

import argparse
import gc
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.models import loader  # first: it seals the model libraries

import mlx.core as mx  # isort: skip
from engine.checkpoints.predicted_cost import predict_cost
from engine.checkpoints.tensor_headers import read_tensors
from engine.checkpoints.weight_files import shards
from engine.messages import ChatMessage, Generate
from engine.model_cost import ModelCost
from engine.models.chunk_size import ChunkSize
from engine.models.loader import LoadedModel
from engine.models.prefix_cache import PrefixCache
from engine.requests.decoder import Decoder
from engine.requests.generation import Generation
from engine.requests.ledger import RowNeed
from engine.requests.stats import Meter
from engine.sampling_params import SamplingParams
from tests.bench import fit_models, large_models
from tests.kit.images import ask, save_image

# Loading tries the model with a few tokens, fewer than any conversation has.
SHORTEST = 64
# Words of the prompts; some fill their last prefill chunk, and some do not.
QUICK, ALL, LARGE = (60, 1006), (60, 300, 700, 1006, 3054), (1000, 8000, 24_000)
# Sides of an image in pixels. The vision models of `--large` turn theirs into 1,024 tokens.
SMALL_IMAGE, LARGE_IMAGE = (400, 300), (1024, 1024)
QUICK_MODELS = ("qwen3", "mistral", "gemma3_text", "gpt_oss", "gemma4_ple")
NEW = 4


@dataclass
class Granting:
    """Grants all memory, and remembers what was asked for."""

    free_bytes: int = 1 << 40
    needs: list[RowNeed] = field(default_factory=list)

    def spare_beside(self, need: RowNeed) -> int:
        return 0

    def affordable(self, need: RowNeed) -> RowNeed:
        return need

    def reserve(self, need: RowNeed) -> str:
        self.needs.append(need)
        return ""


def answer(model: LoadedModel, message: ChatMessage, kv_bits: int) -> tuple[RowNeed, int]:
    """Answer with a few tokens. Return the memory that was asked for, and the peak."""
    mx.synchronize()
    mx.clear_cache()
    mx.reset_peak_memory()
    sampling = SamplingParams(max_tokens=NEW)
    request = Generate(1, model.info.model_id, (message,), sampling, kv_bits=kv_bits)
    reply = Generation(request, Meter(1, model.info.model_id))
    reply.take_model(model, PrefixCache(0))
    admission = Granting()
    for _ in reply.steps(admission):
        pass
    decoder = Decoder(model.adapter)
    assert reply.row is not None
    decoder.join(reply.row)
    for _ in range(NEW):
        decoder.step()
    decoder.clear()
    if vision := model.adapter.vision:
        while vision.items.evict() or vision.features.evict():
            pass
    return admission.needs[-1], mx.get_peak_memory()


def predicted(folder: Path, source: loader.ModelSource) -> ModelCost:
    tensors = read_tensors(shards(folder))
    found = predict_cost(source.config, tensors, vision=source.vision)
    assert found is not None
    return found


def measured(
    name: str, folder: Path, lengths: tuple[int, ...], size: tuple[int, int], chunk: int
) -> Iterator[tuple[str, int, int]]:
    """Yield what was done, the bytes predicted for it, and the peak. `size` is that of an image."""
    source = loader.examine_model(str(folder))
    cost = predicted(folder, source)
    gc.collect()
    mx.clear_cache()
    mx.reset_peak_memory()
    before = mx.get_active_memory()
    model = loader.load_model(source)
    if chunk:
        model.chunks = ChunkSize(chunk, settled=True)
    yield (
        f"{name}, loading",
        cost.weights + cost.peak(SHORTEST, SHORTEST, 0),
        mx.get_peak_memory() - before,
    )
    for kv_bits in (0, 8) if model.cost.quantized else (0,):
        for length in lengths:
            text = ChatMessage("user", "fox " * length)
            need, peak = answer(model, text, kv_bits)
            row = cost.peak(need.tokens, need.chunk, kv_bits)
            yield f"{name}, {need.tokens} tokens, kv {kv_bits}", cost.weights + row, peak - before
    if model.vision:
        picture = save_image(folder / "picture.png", ("red", "square", 0.5, 0.5), size=size)
        image = ask("What is it?", picture)
        need, peak = answer(model, image, 0)
        encoding = need.extra - model.cost.prefill(need.chunk, need.tokens)
        row = cost.peak(need.tokens, need.chunk, 0) + encoding
        yield f"{name}, image of {need.tokens} tokens", cost.weights + row, peak - before


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--quick", action="store_true")
    options.add_argument("--large", action="store_true")
    options.add_argument("--only", default="")
    options.add_argument("--chunk", type=int, default=0)
    chosen = options.parse_args()
    models = large_models.MODELS if chosen.large else fit_models.MODELS
    lengths = QUICK if chosen.quick else LARGE if chosen.large else ALL
    size = LARGE_IMAGE if chosen.large else SMALL_IMAGE
    ratios: dict[str, float] = {}
    started = time.perf_counter()
    for name, make in models.items():
        if chosen.only not in name or (chosen.quick and name not in QUICK_MODELS):
            continue
        with tempfile.TemporaryDirectory() as folder:
            make(Path(folder))
            for what, wanted, peak in measured(name, Path(folder), lengths, size, chosen.chunk):
                ratios[what] = wanted / peak
                sys.stdout.write(
                    f"{what}: {wanted / 1e6:.1f} MB predicted, {peak / 1e6:.1f} MB peak, "
                    f"ratio {wanted / peak:.3f}, "
                    f"{time.perf_counter() - started:.0f} s\n"
                )
                sys.stdout.flush()
    low, high = min(ratios.values()), max(ratios.values())
    worst = low if 1 - low > high - 1 else high
    found = {"ratio": round(worst, 3), "lowest": round(low, 3), "highest": round(high, 3)}
    sys.stdout.write(json.dumps(found | {"measurements": len(ratios)}) + "\n")


if __name__ == "__main__":
    main()
