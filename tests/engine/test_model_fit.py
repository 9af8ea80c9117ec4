from pathlib import Path

import pytest

from engine.errors import Refused
from engine.messages import ModelProfile
from engine.model_cost import CacheCost, ModelCost, prefill_chunk
from engine.model_fit import FreeMemory, fit_of, longest_context, parts_of
from engine.models.loader import examine_model
from engine.requests.job_queue import JobQueue
from engine.requests.ledger import RowNeed
from engine.requests.memory_manager import MemoryManager

SMALL = ModelCost(1000, CacheCost(10, windows=((3, 128),), fixed=50), workspace=4, vision=300)
COST = ModelCost(
    10**9,
    CacheCost(100_000),
    workspace=1000,
    quantized=ModelCost(10**9, CacheCost(50_000), workspace=1000),
)


def test_the_parts_add_up_to_what_the_ledger_counts() -> None:
    parts = parts_of(SMALL, 600, 0)
    assert (parts.weights, parts.vision) == (700, 300)
    assert parts.cache == SMALL.cache.of(600, 512)
    assert parts.total == 1000 + SMALL.row(600, 512)


@pytest.mark.parametrize("free", [1000, 5000, 14_000, 30_000, 99_999, 10**7])
def test_the_ledger_grants_the_longest_context_that_fits_and_no_more(free: int) -> None:
    most = 4096
    longest = longest_context(SMALL, 0, free, most)
    memory = MemoryManager(JobQueue(), free)
    memory.ledger.add_model("tiny", SMALL)
    memory.ledger.enqueue(1)

    def reserve(tokens: int) -> str:
        chunk = min(tokens, SMALL.prefill_step)
        return memory.reserve(1, RowNeed("tiny", tokens, chunk, SMALL.prefill(chunk, tokens)))

    if longest:
        assert reserve(longest) == ""
        memory.ledger.cancel(1)
    if longest < most:
        with pytest.raises(Refused):
            reserve(max(1, longest + 256))


def test_a_model_that_does_not_fit_says_what_would() -> None:
    fit = fit_of(COST, 8192, FreeMemory(1_500_000_000, 10**10), bits=16.5)
    assert not fit.fits
    assert not fit.fatal
    assert fit.longest == 4864
    assert fit.advice[0] == "A context of 4,864 tokens fits."
    # The command line and the local server say this too, where no window has an Options button.
    assert fit.advice[1] == "It fits with the option “8-bit conversation cache”."
    assert "8 bits" in fit.advice[2]


def test_a_model_that_is_kept_is_named() -> None:
    memory = FreeMemory(10**9, 10**10, busy=(("Dot", 10**7), ("Qwen", 3 * 10**9)))
    fit = fit_of(COST, 8192, memory)
    assert [it for it in fit.advice if "Qwen" in it] == [
        "It fits once Qwen is unloaded, which frees 3 GB."
    ]


def test_a_model_that_fits_needs_no_advice() -> None:
    fit = fit_of(COST, 8192, FreeMemory(10**10, 10**10), most=40_960)
    assert fit.fits
    assert fit.advice == ()
    assert fit.longest == 40_960


def test_more_than_the_machine_has_is_fatal() -> None:
    fit = fit_of(COST, 8192, FreeMemory(10**8, 10**9))
    assert fit.fatal
    assert fit.longest == 0


def test_no_smaller_quantization_is_advised_if_none_would_fit() -> None:
    assert fit_of(COST, 8192, FreeMemory(10**8, 10**10), bits=16.5).advice == ()


def test_what_loading_needs_counts_where_it_is_more_than_a_conversation() -> None:
    cost = ModelCost(1000, CacheCost(1), loading=5000)
    assert parts_of(cost, 100, 0).total == 6000


def test_a_person_may_load_a_model_above_the_limit(tiny_text: Path) -> None:
    source = examine_model(str(tiny_text))
    profiles: dict[str, ModelProfile] = {}
    memory = MemoryManager(JobQueue(), 1000, profiles)
    memory.ledger.enqueue(1)
    with pytest.raises(Refused, match="may use only 1 kB, as set under “Memory for models” in"):
        memory.reserve_weights(1, source)
    profiles[source.model_id] = ModelProfile(source.model_id, anyway=True)
    with memory.loading(source.model_id):
        assert memory.reserve_weights(1, source) == ""


def test_no_model_is_loaded_anyway_if_the_system_would_end_us(
    tiny_text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = examine_model(str(tiny_text))
    monkeypatch.setattr("engine.requests.memory_manager.most_memory", lambda: 2000)
    profiles = {source.model_id: ModelProfile(source.model_id, anyway=True)}
    memory = MemoryManager(JobQueue(), 1000, profiles)
    memory.ledger.enqueue(1)
    with pytest.raises(Refused, match="may use only 2 kB on this computer"):
        memory.reserve_weights(1, source)


def test_chunks_of_a_short_prompt_have_one_size() -> None:
    for tokens in (1, 7, 511, 512, 513, 723, 1029, 2047):
        chunk = prefill_chunk(tokens, 512)
        chunks = -(-tokens // chunk)
        assert chunk <= 512
        assert chunks == -(-tokens // 512)
        # the last chunk is nearly whole
        assert chunks * chunk - tokens < 8 * chunks


def test_chunks_of_long_prompts_are_all_alike() -> None:
    assert {prefill_chunk(tokens, 512) for tokens in (2049, 3077, 30_001)} == {512}
