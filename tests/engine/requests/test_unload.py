"""An unloaded model leaves memory at once, without the garbage collector."""

import gc
import weakref
from pathlib import Path

import mlx.core as mx
import pytest

from engine.messages import Finished, Generate, LoadModel, SamplingParams, UnloadModel
from tests.kit.images import ask, save_small_image

# Each cache entry (plain, window, state, shared), experts, both libraries, and every tower.
FREED = (
    "qwen3",
    "gemma3_text",
    "gpt_oss",
    "qwen2_5_vl",
    "qwen3_vl",
    "qwen3_5",
    "gemma3",
    "gemma4_ple",
)


@pytest.mark.parametrize("family", FREED, indirect=True)
def test_a_model_is_freed_with_its_last_reference(bench, family: Path, tmp_path: Path) -> None:
    assert not gc.isenabled()
    before = mx.get_active_memory()
    [ready] = bench.run(LoadModel(1, str(family)))
    model = weakref.ref(next(iter(bench.engine._scheduler._models)).model)
    image = [save_small_image(tmp_path / "a.png", ("red", "circle", 0.5, 0.5))]
    question = ask("What is it?", *(image if ready.model.vision else []))
    # Cut, so that it is kept for Continue; and one whose prompt is kept in 8 bit.
    for number, bits in ((2, 0), (3, 8 if not ready.model.kv_note else 0)):
        few = SamplingParams(max_tokens=3)
        done = bench.run(Generate(number, str(family), (question,), few, kv_bits=bits))[-1]
        assert isinstance(done, Finished), done
    bench.run(UnloadModel(4, str(family)))
    left = model()
    assert left is None, [type(it) for it in gc.get_referrers(left)]
    assert mx.get_active_memory() < before + 4096
