"""Requests whose videos and documents a worker process decodes, next to other requests."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from engine.media.worker_client import WorkerClient
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Failed,
    Finished,
    Generate,
    LoadModel,
    Measure,
    Measured,
    Media,
    MediaKind,
    ModelUnloaded,
    Phase,
    PrefillProgress,
)
from engine.requests.scheduler import Scheduler
from engine.system import worker_process
from tests.conftest import DOT, Bench
from tests.kit.images import ask, draw_image, save_pages, save_small_image, save_small_video

pytestmark = pytest.mark.usefixtures("dot_in_float32")

QUESTION = "Which way does the circle move?"


def suspended_worker(bench: Bench, path: Path) -> WorkerClient:
    """Return the worker of request 1, which asks about the video, suspended before it decodes."""
    start = worker_process.start

    def suspended(word: str, *given: Any) -> worker_process.Process:
        process = start(word, *given)
        if word == "media-worker":
            # It has not been told its job yet.
            os.kill(process.pid, signal.SIGSTOP)
        return process

    bench.engine.submit(Generate(1, str(DOT), (ask(QUESTION, path),)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_process, "start", suspended)
        while True:
            bench.engine.step()
            scheduler = bench.engine._scheduler
            assert scheduler is not None
            job = scheduler._jobs.get(1)
            assert job is not None
            worker = job.waits_for
            if isinstance(worker, WorkerClient):
                return worker


@pytest.fixture
def moving_video(tmp_path: Path) -> Path:
    return save_small_video(tmp_path / "clip.mp4", "blue", "circle", "left")


def test_other_requests_continue_while_a_worker_decodes(bench: Bench, moving_video: Path) -> None:
    worker = suspended_worker(bench, moving_video)
    bench.engine.submit(Generate(2, str(DOT), (ask("Hello!"),)))
    bench.until(Finished, 2)
    assert bench.of(1).content == ""
    (request,) = bench.stats_now().requests
    assert (request.request_id, request.phase) == (1, Phase.PREPARING)
    os.kill(worker.pid, signal.SIGCONT)
    bench.until(Finished, 1)
    assert "left" in bench.of(1).content


def test_stop_ends_the_worker(bench: Bench, moving_video: Path) -> None:
    worker = suspended_worker(bench, moving_video)
    events = bench.run(Abort(1))
    assert isinstance(events[-1], Aborted)
    with pytest.raises(ProcessLookupError):
        os.kill(worker.pid, 0)


def test_a_failure_of_the_engine_ends_the_worker(
    bench: Bench, moving_video: Path, monkeypatch
) -> None:
    worker = suspended_worker(bench, moving_video)

    def fails(scheduler: Scheduler) -> None:
        raise RuntimeError("it broke")

    with monkeypatch.context() as patch:
        patch.setattr(Scheduler, "step", fails)
        assert [type(event) for event in bench.run()] == [Failed, ModelUnloaded]
    with pytest.raises(ProcessLookupError):
        os.kill(worker.pid, 0)


def test_a_worker_that_crashes_fails_only_its_request(bench: Bench, moving_video: Path) -> None:
    worker = suspended_worker(bench, moving_video)
    bench.engine.submit(Generate(2, str(DOT), (ask("Hello!"),)))
    os.kill(worker.pid, signal.SIGKILL)
    bench.run()
    bench.until(Finished, 2)
    [failed] = [event for event in bench.events if isinstance(event, Failed)]
    assert failed.request_id == 1 and not failed.fault
    assert "clip.mp4 could not be read" in failed.message


def test_files_are_measured_one_by_one_and_delay_no_question(
    bench: Bench, moving_video: Path, tmp_path: Path
) -> None:
    bench.run(LoadModel(1, str(DOT)))
    still = save_small_image(tmp_path / "s.png", ("red", "circle", 0.5, 0.5))
    videos = [Media(MediaKind.VIDEO, moving_video, span=span) for span in (None, (0.5, 1.5))]
    for number, media in enumerate([Media(MediaKind.IMAGE, still), *videos], 2):
        bench.engine.submit(Measure(number, str(DOT), media))
    bench.engine.submit(Generate(9, str(DOT), (ask("Hello!"),)))
    scheduler, workers = bench.engine._scheduler, set()
    assert scheduler is not None
    while not bench.engine.idle:
        bench.engine.step()
        workers.add(sum(job.waits_for is not None for job in scheduler._jobs))
    assert workers == {0, 1}
    done = [event for event in bench.events if isinstance(event, PrefillProgress | Measured)]
    assert [event.request_id for event in done] == [9, 2, 3, 4]


def test_a_page_of_a_document_is_seen(bench: Bench, tmp_path: Path) -> None:
    """The page is neither the first nor the last."""
    pages = (draw_image((it, "square", 0.5, 0.5), size=(160, 120)) for it in ("red", "blue", "red"))
    path = save_pages(tmp_path / "a.pdf", *pages)
    message = ChatMessage("user", "What color is it?", (Media(MediaKind.IMAGE, path, page=1),))
    bench.run(Generate(1, str(DOT), (message,)))
    assert "blue" in bench.of(1).content


def test_a_missing_page_is_refused(bench: Bench, tmp_path: Path) -> None:
    path = save_pages(tmp_path / "a.pdf", draw_image(("red", "circle", 0.5, 0.5)))
    message = ChatMessage("user", "What is it?", (Media(MediaKind.IMAGE, path, page=4),))
    events = bench.run(Generate(1, str(DOT), (message,)))
    assert isinstance(events[-1], Failed)
    assert "has only 1 page." in events[-1].message
