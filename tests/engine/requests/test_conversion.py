"""A conversion leaves a complete model that can be loaded, or nothing; checks tell how close it
is."""

import json
import os
import resource
import shutil
import signal
import weakref
from pathlib import Path
from typing import Any

import pytest

from engine.checkpoints.model_settings import CONVERTED
from engine.checkpoints.tensor_headers import read_tensors
from engine.checkpoints.weight_files import shards
from engine.conversion import target_folder
from engine.conversion.convert_process import ConvertProcess
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Convert,
    Converted,
    Count,
    Counted,
    Diverge,
    Diverged,
    Divergence,
    DivergeProgress,
    Failed,
    Finished,
    Generate,
    LoadModel,
    ModelReady,
    ModelUnloaded,
    Phase,
    Recipe,
    SamplingParams,
)
from engine.requests.diverge_job import DivergeJob
from engine.requests.preparation import Preparation
from tests.conftest import Bench
from tests.kit import tiny_models
from tests.kit.images import ask, save_small_image


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a vision model and its conversions to 8 and to 4 bits."""
    folder = tmp_path_factory.mktemp("made")
    tiny_models.FAMILIES["qwen3_vl"](folder / "original")
    bench = Bench()
    for bits in (8, 4):
        command = Convert(1, str(folder / "original"), folder / str(bits), Recipe(bits))
        event = bench.run(command)[-1]
        assert isinstance(event, Converted), event
        assert event.size == sum(it.nbytes for it in read_tensors(shards(event.folder)))
        assert event.predicted >= event.peak > 0
    bench.engine.close()
    return folder


@pytest.fixture
def text_model(tmp_path: Path) -> Path:
    tiny_models.FAMILIES["qwen3"](tmp_path / "original")
    return tmp_path / "original"


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def refusal(bench: Bench, command: Convert | Diverge) -> str:
    event = bench.run(command)[-1]
    assert isinstance(event, Failed), event
    assert not event.fault, event
    return event.message


def divergence(bench: Bench, folder: Path, other: str) -> Divergence:
    prompts = tuple(ask(it) for it in ("the quick brown fox", "one two three", "Count shapes."))
    command = Diverge(9, str(folder / "original"), str(folder / other), prompts, max_tokens=16)
    event = bench.run(command)[-1]
    assert isinstance(event, Diverged), event
    return event.divergence


def test_a_converted_vision_model_sees_and_answers(bench: Bench, made: Path) -> None:
    image = save_small_image(made / "image.png")
    question = ask("What is this?", image)
    bench.run(Generate(1, str(made / "4"), (question,), SamplingParams(max_tokens=4)))
    assert bench.of(1).usage.generated == 4


def test_the_vision_tower_is_not_quantized(made: Path) -> None:
    packed = {it.name for it in read_tensors(shards(made / "4")) if it.name.endswith(".scales")}
    assert packed
    assert not [name for name in packed if "vision" in name]


def test_more_bits_agree_more_with_the_original(bench: Bench, made: Path) -> None:
    eight, four = divergence(bench, made, "8"), divergence(bench, made, "4")
    assert eight.agreement > 0.9 > four.agreement
    assert eight.kl < four.kl / 10
    first = next(it for it in four.prompts if it.first >= 0)
    assert first.expected != first.got
    assert four.original_speed.decode > 0 < four.other_speed.prefill


def test_a_model_does_not_diverge_from_itself(bench: Bench, made: Path) -> None:
    found = divergence(bench, made, "original")
    assert (found.agreement, found.positions) == (1.0, 48)
    assert found.kl < 1e-4


def test_models_that_do_not_fit_together_are_compared_one_after_the_other(made: Path) -> None:
    both = Bench()
    divergence(both, made, "8")
    used = both.stats_now()
    both.engine.close()
    original = sum(it.nbytes for it in read_tensors(shards(made / "original")))
    assert used.active_memory > original
    alone = Bench(memory_limit=original + 1_500_000)
    found = divergence(alone, made, "8")
    assert found.agreement > 0.9
    unloaded = [it.model_id for it in alone.events if isinstance(it, ModelUnloaded)]
    assert unloaded == [str(made / "original")]
    alone.engine.close()


def test_the_live_numbers_tell_of_a_comparison(bench: Bench, made: Path) -> None:
    folder = str(made / "8")
    bench.engine.submit(Diverge(9, folder, folder, (ask("one two three"),), max_tokens=2))
    bench.until(DivergeProgress)
    assert [it.phase for it in bench.stats_now().requests] == [Phase.COMPARING]
    bench.run(Abort(9))
    assert not bench.stats_now().requests


def test_a_comparison_that_starts_over_holds_nothing_of_an_evicted_model(
    bench: Bench, made: Path
) -> None:
    folder = str(made / "8")
    bench.engine.submit(Diverge(9, folder, folder, (ask("one two three"),), max_tokens=2))
    bench.until(ModelReady)
    bench.engine.step()
    assert bench.engine._scheduler is not None
    [job] = bench.engine._scheduler._jobs
    assert isinstance(job, DivergeJob)
    assert isinstance(job._waiting, Preparation)
    preparation = weakref.ref(job._waiting)
    job.restart()
    assert preparation() is None
    bench.run(Abort(9))


def test_long_drafts_are_counted_during_a_conversion(
    bench: Bench, made: Path, text_model: Path
) -> None:
    bench.run(LoadModel(1, str(text_model)))
    bench.engine.submit(Convert(2, str(made / "original"), made / "unwanted", Recipe(4)))
    bench.engine.step()
    turns = tuple(ChatMessage(("user", "assistant")[n % 2], "fox") for n in range(201))
    bench.engine.submit(Count(3, Generate(4, str(text_model), turns)))
    bench.until(Counted)
    assert isinstance(bench.run(Abort(2))[-1], Aborted)


def test_a_quantized_model_is_not_quantized_again(bench: Bench, made: Path) -> None:
    command = Convert(1, str(made / "8"), made / "again", Recipe(4))
    assert "quantized already" in refusal(bench, command)
    assert not (made / "again").exists()


def test_code_of_a_folder_does_not_come_along(bench: Bench, text_model: Path) -> None:
    config = json.loads((text_model / "config.json").read_text())
    config["auto_map"] = {"AutoModelForCausalLM": "evil.Model"}
    (text_model / "config.json").write_text(json.dumps(config))
    (text_model / "evil.py").write_text("raise SystemExit")
    (text_model / "LICENSE").write_text("Do as you like.")
    target = text_model.parent / "4bit"
    before = names(text_model)
    [*_, event] = bench.run(Convert(1, str(text_model), target, Recipe(4)))
    assert isinstance(event, Converted), event
    assert names(text_model) == before
    assert not [name for name in names(target) if name.endswith(".py")]
    assert "auto_map" not in json.loads((target / "config.json").read_text())
    assert (target / "LICENSE").read_text() == "Do as you like."
    assert (target / CONVERTED).is_file()
    bench.run(Generate(2, str(target), (ask("Hi"),), SamplingParams(max_tokens=3)))
    assert bench.of(2).usage.generated == 3


def test_a_folder_with_a_program_is_refused_before_any_process(
    bench: Bench, text_model: Path
) -> None:
    config = json.loads((text_model / "config.json").read_text())
    (text_model / "config.json").write_text(json.dumps(config | {"model_file": "evil.py"}))
    command = Convert(1, str(text_model), text_model.parent / "4bit", Recipe(4))
    assert "its own program" in refusal(bench, command)


def test_chats_go_on_meanwhile_and_stop_kills_the_process_and_leaves_nothing(
    bench: Bench, text_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    halted: list[int] = []
    convert = ConvertProcess.convert

    def convert_halted(process: ConvertProcess, *order: Any) -> None:
        """Halt the process before its order: on a slow machine it ends before a later signal."""
        os.kill(process.pid, signal.SIGSTOP)
        halted.append(process.pid)
        convert(process, *order)

    monkeypatch.setattr(ConvertProcess, "convert", convert_halted)
    bench.engine.submit(Convert(1, str(text_model), text_model.parent / "4bit", Recipe(4)))
    while not halted:
        bench.engine.step()
    assert len(names(text_model.parent)) == 2
    bench.engine.submit(Generate(2, str(text_model), (ask("Hi"),), SamplingParams(max_tokens=3)))
    bench.until(Finished, 2)
    assert bench.stats_now().reserved > 0
    assert isinstance(bench.run(Abort(1))[-1], Aborted)
    assert names(text_model.parent) == {"original"}
    assert not os.path.exists(f"/proc/{halted[0]}")
    assert bench.stats_now().reserved == 0


def test_a_target_that_is_taken_or_a_disk_that_fills_up_leaves_nothing(
    bench: Bench, text_model: Path
) -> None:
    (text_model.parent / "taken").mkdir()
    command = Convert(1, str(text_model), text_model.parent / "taken", Recipe(4))
    before = names(text_model.parent)
    assert "already a folder taken" in refusal(bench, command)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (70_000, hard))
    try:
        message = refusal(bench, Convert(2, str(text_model), text_model.parent / "4", Recipe(4)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert "the disk is full" in message
    assert names(text_model.parent) == before


def test_a_full_disk_is_noticed_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1 << 30)
    monkeypatch.setattr(target_folder.shutil, "disk_usage", lambda _: usage)
    with pytest.raises(target_folder.Refused, match=r"needs 2\.1 GB .* only 1\.1 GB is free"):
        target_folder.check_target(tmp_path / "4bit", 2_000_000_000)


def test_folders_of_killed_processes_are_removed_and_no_others(tmp_path: Path) -> None:
    left = tmp_path / f"{target_folder.PREFIX}999999999-abc"
    # the id of a killed process may be that of another one by now
    reused = tmp_path / f"{target_folder.PREFIX}{os.getpid()}-abc"
    link = tmp_path / f"{target_folder.PREFIX}link"
    theirs = tmp_path / "mine" / "weights"
    for folder in (left, reused, theirs):
        folder.mkdir(parents=True)
    link.symlink_to(theirs.parent)
    with target_folder.partial_folder(tmp_path / "8bit") as running:
        with target_folder.partial_folder(tmp_path / "4bit") as partial:
            assert names(tmp_path) == {running.name, "mine", partial.name, link.name}
        assert names(tmp_path) == {running.name, "mine", link.name}
    assert theirs.is_dir()
