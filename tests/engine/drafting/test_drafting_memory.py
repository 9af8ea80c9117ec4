"""Drafting has its memory reserved, and no reply is refused for the lack of it."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import mlx.core as mx
import pytest

from engine.drafting.pace import PassTimes
from engine.drafting.rollback import Restore
from engine.messages import (
    ChatMessage,
    Continue,
    Delta,
    DraftCounts,
    Drafting,
    Failed,
    Finished,
    Generate,
    SamplingParams,
    Waiting,
)
from engine.model_cost import BLOCK
from engine.models.loader import LoadedModel, examine_model, load_model
from engine.models.prompt import Prompt
from engine.requests.drafting import NO_MEMORY
from engine.requests.preparation import need_of
from tests.conftest import Bench
from tests.kit.draft_mixes import AlwaysWorth
from tests.kit.images import ask
from tests.kit.tiny_models import FAMILIES

TOKENS = 40


@pytest.fixture(params=["gpt_oss"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> LoadedModel:
    FAMILIES[request.param](tmp_path / request.param)
    return load_model(examine_model(str(tmp_path / request.param)))


def test_a_row_that_fits_only_without_drafting_is_answered_without(model: LoadedModel) -> None:
    question = (ask("the fox the fox the fox the fox"),)
    request = Generate(1, model.info.model_id, question, SamplingParams(max_tokens=24))
    with (
        patch.object(PassTimes, "is_ready", AlwaysWorth.is_ready),
        patch.object(PassTimes, "is_worth", AlwaysWorth.is_worth),
    ):
        [plenty] = ended(request, None)
        tokens = plenty.usage.prompt
        need = need_of(request, model, tokens)
        size = model.cost.of(0).cache.of(need.tokens, need.chunk) + need.extra
        assert need.drafting
        [edge] = ended(request, model.cost.weights + size)
    assert plenty.drafts.note == ""
    assert edge.drafts.note == NO_MEMORY
    assert edge.usage.generated == plenty.usage.generated
    [too_small] = ended(request, model.cost.weights + size - 1)
    assert isinstance(too_small, Failed)


def test_no_reply_waits_for_the_memory_of_anothers_drafts(model: LoadedModel) -> None:
    question = (ask("the fox the fox the fox the fox"),)
    request = Generate(1, model.info.model_id, question, SamplingParams(max_tokens=40))
    plain = replace(request, drafting=Drafting.OFF)
    [finished] = ended(plain, None)
    need = need_of(request, model, finished.usage.prompt)
    cache = model.cost.cache.of(need.tokens, need.chunk)
    # One byte less than the first reply takes once it decodes, and the other one without drafts.
    bench = Bench(model.cost.weights + 2 * cache + need.drafting + need.extra - 1)
    bench.engine.submit(request)
    bench.until(Delta)
    bench.run(replace(request, request_id=2, messages=(ask("the dog the dog the dog the dog"),)))
    assert [it for it in bench.events if isinstance(it, Waiting)] == []
    notes = {it.request_id: it.drafts.note for it in bench.events if isinstance(it, Finished)}
    assert notes == {1: NO_MEMORY, 2: NO_MEMORY}
    bench.engine.close()


def test_a_continued_reply_says_that_its_drafts_do_not_fit_any_more(model: LoadedModel) -> None:
    question = (ask("the fox the fox the fox the fox"),)
    request = Generate(1, model.info.model_id, question, SamplingParams(max_tokens=130))
    with (
        patch.object(PassTimes, "is_ready", AlwaysWorth.is_ready),
        patch.object(PassTimes, "is_worth", AlwaysWorth.is_worth),
    ):
        [first] = ended(request, None)
        need = need_of(request, model, first.usage.prompt)
        size = model.cost.of(0).cache.of(need.tokens, need.chunk)
        # The continued reply is longer.
        bench = Bench(model.cost.weights + size + need.extra + need.drafting)
        bench.run(request)
        bench.run(Continue(2, 1))
        bench.engine.close()
    drafts = {it.request_id: it.drafts for it in bench.events if isinstance(it, Finished)}
    assert drafts[1].passes
    assert drafts[2] == DraftCounts(note=NO_MEMORY)


def test_memory_that_others_take_while_an_answer_is_continued_is_not_used(
    model: LoadedModel,
) -> None:
    said = (ask("the fox the fox"), ChatMessage("assistant", "the fox the"))
    bench = Bench()
    bench.engine.submit(Generate(1, model.info.model_id, said, SamplingParams(max_tokens=12)))
    bench.engine.step()
    scheduler = bench.engine._scheduler
    assert scheduler is not None
    [job] = scheduler._jobs
    # The answer so far is routed to its channels after the preparation, before there is a row.
    while not (job.generation and job.generation._reply):
        bench.engine.step()
    assert job.generation.row is None
    while scheduler._memory.evict_for(2):
        pass
    bench.run()
    [finished] = [it for it in bench.events if isinstance(it, Finished)]
    assert finished.drafts == DraftCounts(note=NO_MEMORY)
    bench.engine.close()


def ended(request: Generate, limit: int | None) -> list:
    bench = Bench(limit)
    found = [it for it in bench.run(request) if isinstance(it, Finished | Failed)]
    bench.engine.close()
    return found


@pytest.mark.parametrize("model", ["gpt_oss", "qwen3_5_text"], indirect=True)
def test_a_pass_over_a_block_takes_no_more_than_was_reserved(model: LoadedModel) -> None:
    cache, tokens = model.new_cache(), [*range(3, 3 + TOKENS)]
    before = mx.get_active_memory()
    model.adapter.prefill(model.adapter.prompt(tokens, {}), 0, TOKENS, cache)
    mx.eval([entry.state for entry in cache])
    restore = Restore(cache)
    mx.reset_peak_memory()
    block = mx.array([[*range(5, 5 + BLOCK)]])
    logits = model.adapter.decode_block(block, [TOKENS], [Prompt([])], cache)
    mx.eval(logits, [entry.state for entry in cache])
    end = TOKENS + BLOCK
    promised = model.cost.cache.of(end, TOKENS) + model.cost.drafting(end)
    assert mx.get_peak_memory() - before <= promised
    restore()
