"""The engine without its thread: commands in, events out."""

import json
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import get_args

import mlx.core as mx
import pytest

from engine.engine import Engine
from engine.errors import Refused
from engine.messages import (
    Abort,
    Aborted,
    Channel,
    Continue,
    Delta,
    EngineStats,
    Failed,
    Finished,
    FinishReason,
    Generate,
    LoadModel,
    ModelReady,
    Overflow,
    Phase,
    PrefillProgress,
    SamplingParams,
    Shutdown,
    TerminalEvent,
    Traced,
    Trimmed,
    UnloadModel,
)
from engine.model_cost import PREFILL_STEP, prefill_chunk
from tests.conftest import DOT
from tests.kit import tiny_models
from tests.kit.images import ask, save_small_image
from tests.kit.short_dot import short_dot

pytestmark = pytest.mark.usefixtures("dot_in_float32")

JOKE = ask("Tell me a joke.")


def terminal_events(events: list) -> list:
    return [event for event in events if isinstance(event, get_args(TerminalEvent))]


def test_a_model_has_the_name_of_its_folder_letter_for_letter(bench, tiny_text: Path) -> None:
    [ready] = [it for it in bench.run(LoadModel(1, str(tiny_text))) if isinstance(it, ModelReady)]
    assert ready.model.name == tiny_text.name == "tiny"


def test_a_load_reports_the_abilities_of_the_model(bench) -> None:
    [ready] = bench.run(LoadModel(1, str(DOT)))
    assert isinstance(ready, ModelReady)
    assert ready.model.name == "Dot"
    assert ready.model.vision and ready.model.thinking and ready.model.tools
    assert ready.model.context == 16_384
    assert 8e6 < ready.model.weight_bytes < 1e7


def test_every_command_has_one_terminal_event(bench, tmp_path: Path) -> None:
    events = bench.run(
        LoadModel(1, str(DOT)),
        Generate(2, str(DOT), (JOKE,)),
        Generate(3, str(DOT), (ask("What is this?", tmp_path / "gone.png"),)),
        LoadModel(4, str(tmp_path)),
        Abort(99),
    )
    events += bench.run(UnloadModel(5, str(DOT)), UnloadModel(6, "never loaded"), Continue(7, 55))
    assert sorted((e.request_id, type(e).__name__) for e in terminal_events(events)) == [
        (1, "ModelReady"),
        (2, "Finished"),
        (3, "Failed"),
        (4, "Failed"),
        (5, "ModelUnloaded"),
        (6, "ModelUnloaded"),
        (7, "Failed"),
    ]


def test_generate_loads_its_model_if_needed(bench) -> None:
    events = bench.run(Generate(1, str(DOT), (JOKE,)))
    assert isinstance(events[0], ModelReady)
    assert isinstance(events[-1], Finished)


def test_usage_and_timings_are_counted(bench) -> None:
    events = bench.run(Generate(1, str(DOT), (JOKE,)))
    done = events[-1]
    progress = [e for e in events if isinstance(e, PrefillProgress)]
    assert progress[-1].done == progress[-1].total == done.usage.prompt
    assert done.usage.generated > 20
    assert done.usage.reasoning == 0
    assert 0 < done.timings.prefill < done.timings.ttft
    assert done.timings.decode > 0


def test_a_length_limit_is_enforced_and_reported(bench) -> None:
    done = bench.run(Generate(1, str(DOT), (JOKE,), SamplingParams(max_tokens=5)))[-1]
    assert (done.reason, done.usage.generated) == (FinishReason.LENGTH, 5)


def test_a_long_prompt_is_prefilled_in_chunks(bench, tiny_text: Path) -> None:
    events = bench.run(
        Generate(1, str(tiny_text), (ask("fox " * 1200),), SamplingParams(max_tokens=1))
    )
    done = [e.done for e in events if isinstance(e, PrefillProgress)]
    total = events[-1].usage.prompt
    assert total > 2 * PREFILL_STEP
    chunk = prefill_chunk(total, PREFILL_STEP)
    assert done == [*range(0, total - 1, chunk), total]


def test_stop_ends_a_prefill(bench, tiny_text: Path) -> None:
    bench.engine.submit(Generate(1, str(tiny_text), (ask("fox " * 1200),)))
    bench.until(PrefillProgress)
    progress = next(e for e in bench.events if isinstance(e, PrefillProgress))
    events = bench.run(Abort(1))
    assert [type(e) for e in events] == [Aborted]
    usage = events[0].usage
    assert usage.unread == usage.prompt - progress.done > 0


def test_stop_during_decoding_keeps_the_counts(bench) -> None:
    bench.engine.submit(Generate(1, str(DOT), (JOKE,)))
    bench.until(Delta)
    events = bench.run(Abort(1), Abort(1))
    assert [type(e) for e in events] == [Traced, Aborted]
    assert events[1].usage.generated == len(events[0].tokens) >= 1
    assert isinstance(bench.run(Generate(2, str(DOT), (JOKE,)))[-1], Finished)


def test_stop_ends_a_waiting_request(bench) -> None:
    bench.engine.submit(Generate(1, str(DOT), (JOKE,)))
    bench.engine.submit(Generate(2, str(DOT), (JOKE,)))
    bench.until(Delta)
    events = bench.run(Abort(2))
    assert [(type(e), e.request_id) for e in terminal_events(events)] == [
        (Aborted, 2),
        (Finished, 1),
    ]


def test_stop_ends_a_request_while_its_model_loads(bench) -> None:
    bench.engine.submit(Generate(1, str(DOT), (JOKE,)))
    bench.engine.step()
    assert [type(e) for e in bench.run(Abort(1))] == [Aborted]


def test_stop_ends_a_request_while_its_images_are_decoded(bench, tmp_path: Path) -> None:
    paths = [save_small_image(tmp_path / f"{i}.png", ("red", "circle", 0.5, 0.5)) for i in range(3)]
    bench.engine.submit(Generate(1, str(DOT), (ask("What is this?", *paths),)))
    bench.until(ModelReady)
    bench.engine.step()
    assert bench.stats_now().requests[0].phase is Phase.PREPARING
    assert [type(e) for e in bench.run(Abort(1))] == [Aborted]
    assert bench.stats_now().reserved == 0


def test_shutdown_ends_running_and_waiting_requests(bench) -> None:
    bench.engine.submit(Generate(1, str(DOT), (JOKE,)))
    bench.engine.submit(Generate(2, str(DOT), (JOKE,)))
    bench.until(Delta)
    bench.engine.submit(Shutdown())
    assert bench.engine.step() is False
    ended = terminal_events(bench.events)
    assert [(type(e), e.request_id) for e in ended[-2:]] == [(Aborted, 1), (Aborted, 2)]


@pytest.mark.parametrize("late", [Abort(1), Shutdown()])
@pytest.mark.parametrize("command", [LoadModel(1, str(DOT)), Generate(1, str(DOT), (JOKE,))])
def test_a_request_ends_only_once(bench, command, late) -> None:
    bench.run(command)
    before = len(bench.events)
    bench.engine.submit(late)
    bench.engine.step()
    bench.engine.step()
    assert terminal_events(bench.events[before:]) == []


def test_commands_before_a_shutdown_are_answered_and_later_ones_refused(bench) -> None:
    for command in (LoadModel(1, str(DOT)), LoadModel(2, str(DOT)), Shutdown()):
        bench.engine.submit(command)
    with pytest.raises(Refused, match="closing"):
        bench.engine.submit(LoadModel(3, str(DOT)))
    assert bench.engine.step() is False
    assert [(type(e), e.request_id) for e in bench.events] == [(Aborted, 1), (Aborted, 2)]


def test_a_failed_load_keeps_the_previous_model(bench, tmp_path: Path) -> None:
    bench.run(LoadModel(1, str(DOT)))
    assert isinstance(bench.run(LoadModel(2, str(tmp_path / "none")))[0], Failed)
    tiny_models.qwen3(tmp_path / "odd")
    config = tmp_path / "odd" / "config.json"
    config.write_text(config.read_text().replace('"qwen3"', '"nonesuch"'))
    assert isinstance(bench.run(LoadModel(4, str(tmp_path / "odd")))[0], Failed)
    events = bench.run(Generate(3, str(DOT), (JOKE,)))
    assert not any(isinstance(e, ModelReady) for e in events), "Dot was loaded again"


@pytest.mark.parametrize(
    ("messages", "says"),
    [
        ((ask("   "),), "question is empty"),
        ((ask("hello " * 20_000),), "more than the context of Dot (16,384)"),
    ],
)
def test_an_invalid_request_is_refused(bench, messages, says: str) -> None:
    failed = bench.run(Generate(1, str(DOT), messages))[-1]
    assert isinstance(failed, Failed)
    assert says in failed.message
    assert not failed.fault


def test_a_text_model_refuses_an_image(bench, tiny_text: Path, tmp_path: Path) -> None:
    path = save_small_image(tmp_path / "s.png", ("red", "circle", 0.5, 0.5))
    failed = bench.run(Generate(1, str(tiny_text), (ask("What is it?", path),)))[-1]
    assert "text only" in failed.message


def test_a_model_that_cannot_reason_says_so(bench, tiny_text: Path) -> None:
    for name in ("tokenizer.json", "chat_template.jinja", "tokenizer_config.json"):
        path = tiny_text / name
        path.write_text(path.read_text().replace("think>", "thunk>"))
    failed = bench.run(Generate(1, str(tiny_text), (ask("hi"),), SamplingParams(thinking=True)))[-1]
    assert "no reasoning to switch on" in failed.message


def test_an_image_in_an_answer_is_refused(bench, tmp_path: Path) -> None:
    path = save_small_image(tmp_path / "s.png", ("red", "circle", 0.5, 0.5))
    said = replace(ask("I see this.", path), role="assistant")
    failed = bench.run(Generate(1, str(DOT), (JOKE, said, JOKE)))[-1]
    assert "only allowed in a user message" in failed.message


def without_template(folder: Path) -> None:
    (folder / "chat_template.jinja").unlink()
    settings = folder / "tokenizer_config.json"
    settings.write_text(settings.read_text().replace('"chat_template"', '"unused"'))


def test_a_model_without_a_template_says_so(bench, tiny_text: Path) -> None:
    without_template(tiny_text)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        path = tiny_text / name
        path.write_text(path.read_text().replace("<|im_start|>", "<|other|>"))
    failed = bench.run(Generate(1, str(tiny_text), (ask("hi"),)))[-1]
    assert "has no chat template" in failed.message


def test_a_model_without_a_template_borrows_that_of_its_family(bench, tiny_text: Path) -> None:
    without_template(tiny_text)
    events = bench.run(Generate(1, str(tiny_text), (ask("hi"),), SamplingParams(max_tokens=2)))
    [ready] = [it.model for it in events if isinstance(it, ModelReady)]
    [traced] = [it for it in events if isinstance(it, Traced)]
    assert traced.prompt == "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n"
    assert "uses its own for ChatML" in ready.notice
    assert ready.tools


def test_a_template_that_refuses_the_conversation_is_quoted(bench, tiny_text: Path) -> None:
    template = "{{ raise_exception('roles must alternate') }}"
    (tiny_text / "chat_template.jinja").write_text(template)
    failed = bench.run(Generate(1, str(tiny_text), (ask("hi"),)))[-1]
    assert "roles must alternate" in failed.message


def test_a_family_that_ends_the_interpreter_at_import_is_an_error(bench, tmp_path: Path) -> None:
    tiny_models.qwen3(tmp_path / "olmo")
    config = tmp_path / "olmo" / "config.json"
    config.write_text(config.read_text().replace('"qwen3"', '"olmo"'))
    failed = bench.run(LoadModel(1, str(tmp_path / "olmo")))[-1]
    assert isinstance(failed, Failed)
    assert "olmo could not be loaded" in failed.message


def test_stats_pass_through_the_phases(bench, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr("engine.engine.STATS_INTERVAL", 0)
    path = save_small_image(tmp_path / "s.png", ("red", "circle", 0.5, 0.5))
    bench.run(Generate(1, str(DOT), (ask("fox " * 250, path),), SamplingParams(max_tokens=20)))
    readings = [event for event in bench.events if isinstance(event, EngineStats)]
    phases = [request.phase for reading in readings for request in reading.requests]
    assert list(dict.fromkeys(phases)) == [
        Phase.LOADING,
        Phase.PREPARING,
        Phase.LOOKING,
        Phase.PREFILL,
        Phase.DECODE,
    ]
    busy = next(reading for reading in readings if reading.batch_size)
    assert busy.reserved > 0
    assert busy.memory_limit > busy.active_memory > 8e6
    done = next(event for event in bench.events if isinstance(event, Finished))
    assert (readings[-1].requests, readings[-1].batch_size, readings[-1].reserved) == ((), 0, 0)
    last = readings[-1].last
    assert last is not None
    assert (last.usage, last.timings) == (done.usage, done.timings)
    assert last.prompt_tps > 0
    assert last.generation_tps > 0
    assert readings[-1].peak_memory >= readings[-1].active_memory > 8e6


def test_peak_memory_never_decreases(bench, tiny_text: Path) -> None:
    bench.run(Generate(1, str(tiny_text), (ask("fox " * 400),), SamplingParams(max_tokens=2)))
    highest = bench.stats_now().peak_memory
    bench.run(UnloadModel(2, str(tiny_text)))
    bench.run(LoadModel(3, str(tiny_text)))
    bench.run(Generate(4, str(tiny_text), (ask("fox"),), SamplingParams(max_tokens=1)))
    assert bench.stats_now().peak_memory >= highest > bench.stats_now().active_memory


def test_the_stats_account_for_the_cache_after_an_answer(bench) -> None:
    bench.run(LoadModel(1, str(DOT)))
    before = mx.get_active_memory()
    for request in (2, 3):
        bench.run(Generate(request, str(DOT), (JOKE,)))
    stats = bench.stats_now()
    assert stats.reserved == 0
    assert stats.prompt_memory > 0
    assert mx.get_active_memory() < before + stats.prompt_memory + 100_000


def test_the_thread_answers_and_ends() -> None:
    events: list = []
    engine = Engine(events.append)
    engine.start()
    engine.submit(Generate(1, str(DOT), (JOKE,)))
    assert engine.stop(timeout=30)
    assert [type(e) for e in terminal_events(events)] in (
        [ModelReady, Aborted],
        [ModelReady, Finished],
        [Aborted],
    )


def test_a_busy_thread_ends_on_request_and_returns_its_streams_last(
    tiny_text: Path, monkeypatch
) -> None:
    calls: list[str] = []

    def noting(name: str) -> None:
        function = getattr(mx, name)
        monkeypatch.setattr(mx, name, lambda *args: (calls.append(name), function(*args))[1])

    for name in ("synchronize", "clear_cache", "clear_streams"):
        noting(name)
    events: SimpleQueue = SimpleQueue()
    engine = Engine(events.put)
    engine.start()
    engine.submit(Generate(1, str(tiny_text), (JOKE,), SamplingParams(max_tokens=10_000)))
    while not isinstance(events.get(timeout=60), Delta):
        pass
    assert engine.stop(timeout=60)
    rest = [events.get() for _ in range(events.qsize())]
    assert [type(event) for event in terminal_events(rest)] == [Aborted]
    assert calls[-3:] == ["synchronize", "clear_cache", "clear_streams"]


def test_channels_of_a_reply_never_mix_with_markers(bench) -> None:
    events = bench.run(Generate(1, str(DOT), (JOKE,), SamplingParams(thinking=True)))
    shown = "".join(event.text for event in events if isinstance(event, Delta))
    assert "<" not in shown
    assert {e.channel for e in events if isinstance(e, Delta)} == {
        Channel.REASONING,
        Channel.CONTENT,
    }


def test_recommended_sampling_is_reported(bench, tiny_text: Path) -> None:
    settings = {
        "do_sample": True,
        "temperature": 0.7,
        "top_p": 0.8,
        "top_k": 20,
        "min_p": 0.05,
        "repetition_penalty": 1.05,
    }
    (tiny_text / "generation_config.json").write_text(json.dumps(settings))
    [ready] = bench.run(LoadModel(1, str(tiny_text)))
    assert ready.model.sampling == SamplingParams(
        temperature=0.7, top_p=0.8, top_k=20, min_p=0.05, repetition_penalty=1.05
    )


def test_a_long_conversation_is_refused_or_trimmed_as_requested(bench, tmp_path: Path) -> None:
    dot = short_dot(tmp_path / "short", 512)
    said = replace(ask("Once there was a red circle. " * 10), role="assistant")
    chat = (*(JOKE, said) * 8, ask("What is a circle?"))
    refused = bench.run(Generate(1, dot, chat))[-1]
    assert isinstance(refused, Failed)
    assert "Have the oldest messages omitted or summarized" in refused.message
    events = bench.run(Generate(2, dot, chat, overflow=Overflow.TRIM))
    trimmed = next(e for e in events if isinstance(e, Trimmed))
    assert trimmed.messages % 2 == 0
    assert 0 < trimmed.messages < len(chat)
    assert isinstance(events[-1], Finished)
    alone = Generate(3, dot, (ask("hello " * 1000),), overflow=Overflow.TRIM)
    assert isinstance(bench.run(alone)[-1], Failed)
