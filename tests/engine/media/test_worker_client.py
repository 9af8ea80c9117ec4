"""The worker process decodes videos and documents; hangs, crashes and limits become sentences."""

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from PIL import Image

from engine.errors import Refused
from engine.media.budget import BUDGET, Budget
from engine.media.file_kind import identify
from engine.media.frame_plan import FrameSampling
from engine.media.media_job import WorkerJob
from engine.media.worker_client import WorkerClient, page_job, video_job
from engine.messages import Media, MediaKind
from engine.sentences import unpacked
from engine.system.worker_process import ROOT, command
from tests.attacks.media_files import pdf_forms
from tests.kit.images import draw_image, save_image, save_locked, save_pages, save_video

RED = ("red", "circle", 0.5, 0.5)


def job(path: Path, budget: Budget = BUDGET, **fields) -> WorkerJob:
    return video_job(
        Media(MediaKind.VIDEO, path, **fields), identify(path), FrameSampling(), budget
    )


def page(path: Path, number: int = 0) -> WorkerJob:
    return page_job(Media(MediaKind.IMAGE, path, page=number), identify(path))


def decoded(wanted: WorkerJob) -> WorkerClient:
    with WorkerClient(wanted) as worker:
        while not worker.poll(1.0):
            pass
    return worker


@pytest.fixture(scope="module")
def video(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("clips")
    return save_video(folder / "video.mp4", "blue", "circle", "right", frames=36)


def test_the_planned_frames_of_a_video_are_decoded(video: Path) -> None:
    found = decoded(job(video))
    assert found.plan is not None and found.plan.indices == (0, 7, 14, 21, 28, 35)
    assert found.size == (320, 240)
    assert [frame.shape for frame in found.frames] == [(240, 320, 3)] * 6
    places = [np.nonzero(frame[120, :, 0] < 128)[0].mean() for frame in found.frames]
    assert places == sorted(places)


def test_the_worker_receives_the_job_unchanged(video: Path) -> None:
    wanted = job(video, span=(0.5, 1.5), full=True)
    assert WorkerJob.from_json(wanted.to_json()) == wanted


def test_only_the_span_of_a_video_is_decoded(video: Path) -> None:
    found = decoded(job(video, span=(1.0, 2.0)))
    assert found.plan is not None
    assert found.plan.indices == (12, 16, 20, 24)


def test_frames_are_scaled_until_they_fit(video: Path) -> None:
    small = decoded(job(video, replace(BUDGET, frames_bytes=200_000)))
    assert len(small.frames) == 6
    assert 150_000 < sum(frame.nbytes for frame in small.frames) <= 200_000


def test_a_page_of_a_document_is_drawn(tmp_path: Path) -> None:
    path = save_pages(tmp_path / "a.pdf", draw_image(RED), draw_image(("blue", "square", 0.5, 0.5)))
    found = decoded(page(path, 1))
    assert found.page_count == 2
    (pixels,) = found.frames
    height, width, _ = pixels.shape
    assert width / height == pytest.approx(4 / 3, abs=0.02)
    assert np.allclose(pixels[height // 2, width // 2], (30, 90, 230), atol=12)


def test_a_document_with_a_password_is_refused(tmp_path: Path) -> None:
    path = save_locked(tmp_path / "a.pdf", b"secret")
    with closing(pypdfium2.PdfDocument(path, password="secret")) as opened:
        assert len(opened) == 1
    with pytest.raises(Refused) as refused:
        decoded(page(path))
    assert str(refused.value) == (
        "a.pdf is protected by a password. Save a copy without one and add that."
    )


def test_a_damaged_document_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7\nnothing")
    with pytest.raises(Refused, match=r"a\.pdf is a damaged PDF document\. Try another copy\."):
        decoded(page(tmp_path / "a.pdf"))


def test_a_still_image_is_not_a_video(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"a\.jpg is not a video but JPEG"):
        job(save_image(tmp_path / "a.jpg", RED))


def test_a_worker_that_hangs_is_stopped(video: Path) -> None:
    with WorkerClient(job(video, replace(BUDGET, worker_silence=0.2))) as worker:
        os.kill(worker.pid, signal.SIGSTOP)
        with pytest.raises(Refused, match=r"takes too long to read: stopped after 0\.2 s"):
            while not worker.poll(0.05):
                pass


def test_a_crash_of_a_worker_is_reported_as_a_sentence(video: Path) -> None:
    with WorkerClient(job(video)) as worker:
        os.kill(worker.pid, signal.SIGSEGV)
        with pytest.raises(Refused, match=r"video\.mp4 could not be read: .* \(signal 11\)"):
            while not worker.poll(1.0):
                pass


@pytest.mark.cold
@pytest.mark.skipif(sys.platform != "linux", reason="macOS keeps no such limit")
def test_the_memory_of_a_worker_is_limited(video: Path) -> None:
    """The limit is too low even to load the decoder."""
    with pytest.raises(Refused, match=r"video\.mp4 could not be read: .* \(exit code 1\)"):
        decoded(job(video, replace(BUDGET, worker_bytes=80 << 20)))


@pytest.mark.cold
@pytest.mark.skipif(sys.platform != "linux", reason="macOS keeps no such limit")
def test_low_memory_never_gives_a_wrong_frame(video: Path) -> None:
    """FFmpeg continues after a failed allocation; with 650 MB all frames were the same."""
    right = [frame.tobytes() for frame in decoded(job(video)).frames]
    for limit in (400, 550, 600, 650):
        try:
            found = decoded(job(video, replace(BUDGET, worker_bytes=limit << 20))).frames
        except Refused as refused:
            assert f"more than {limit} MB" in str(refused)
        else:
            assert [frame.tobytes() for frame in found] == right


@pytest.mark.cold
@pytest.mark.skipif(sys.platform != "linux", reason="macOS keeps no such limit")
def test_a_frame_too_large_for_the_memory_is_reported_as_such(tmp_path: Path) -> None:
    """OpenCV raises its own error if there is no memory for a frame, here of 8K."""
    path, size = tmp_path / "8k.avi", (7680, 4320)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 1, size)
    writer.write(np.zeros((*reversed(size), 3), np.uint8))
    writer.release()
    with pytest.raises(Refused, match=r"8k\.avi needs more than 500 MB"):
        decoded(job(path, replace(BUDGET, worker_bytes=500 << 20)))


@pytest.mark.cold
@pytest.mark.skipif(sys.platform != "linux", reason="macOS keeps no such limit")
def test_a_document_gets_less_memory_than_a_video(tmp_path: Path) -> None:
    """The document has two kilobytes, draws forever and uses up all memory."""
    with WorkerClient(page(pdf_forms(tmp_path))) as worker:
        while not worker.page_count:
            worker.poll(1.0)
        limits = Path(f"/proc/{worker.pid}/limits").read_text()
        assert str(BUDGET.document_bytes) in limits
        with pytest.raises(Refused, match=r"a\.pdf could not be read: .* Try another copy"):
            while not worker.poll(1.0):
                pass


def test_the_processor_time_of_a_worker_is_limited(tmp_path: Path) -> None:
    """The file has two megabytes and decodes to hundreds of frames of four million pixels."""
    path = tmp_path / "long.gif"
    Image.new("L", (2000, 2000)).save(path)
    data = path.read_bytes()
    start = data.index(b",", 13)
    path.write_bytes(data[:start] + data[start:-1] * 600 + b";")
    with pytest.raises(Refused, match=r"long\.gif takes too long to read: .* after 1 s"):
        decoded(job(path, replace(BUDGET, worker_cpu=1)))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_is_reported_as_such(video: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        worker = subprocess.run(
            command("media-worker"),
            cwd=ROOT,
            input=replace(job(video), out=full.fileno()).to_json() + "\n",
            pass_fds=(full.fileno(),),
            capture_output=True,
            text=True,
            check=True,
        )
    sentence = unpacked(json.loads(worker.stdout.splitlines()[-1])["refused"])
    assert "video.mp4 could not be saved (No space left on device)" in sentence


def test_a_closed_client_leaves_no_process(video: Path) -> None:
    with WorkerClient(job(video)) as worker:
        assert not worker.poll()
    with pytest.raises(ProcessLookupError):
        os.kill(worker.pid, 0)


def test_the_worker_needs_no_folder_or_model_library(video: Path, tmp_path: Path) -> None:
    """The worker is started in another folder, next to a file named like a library."""
    (tmp_path / "cv2.py").write_text("raise SystemExit(3)")
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        assert len(decoded(job(video)).frames) == 6
    finally:
        os.chdir(before)
    code = "import sys, engine.media.media_worker\n"
    code += "print([m for m in ('mlx', 'numpy') if m in sys.modules])"
    out = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert out.stdout == "[]\n"


def test_a_packaged_application_starts_its_workers_by_name(monkeypatch) -> None:
    assert command("media-worker") == [sys.executable, "-m", "engine.media.media_worker"]
    monkeypatch.setattr(sys, "executable", "/Applications/Duologue.app/Contents/MacOS/Duologue")
    assert command("media-worker") == [sys.executable, "media-worker"]


def test_the_application_runs_as_the_worker(video: Path, tmp_path: Path) -> None:
    with (tmp_path / "pixels").open("w+b") as pixels:
        wanted = replace(job(video), out=pixels.fileno())
        worker = subprocess.run(
            [sys.executable, "-m", "app", "media-worker"],
            cwd=ROOT,
            input=wanted.to_json() + "\n",
            pass_fds=(pixels.fileno(),),
            capture_output=True,
            text=True,
            check=True,
        )
        assert worker.stdout.splitlines()[-1] == '{"done": true}'
        assert pixels.seek(0, os.SEEK_END) == 6 * 320 * 240 * 3
