"""The right frames of a video are planned and decoded."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from mlx_vlm.utils import VideoSampling, load_video
from PIL import Image

from engine.media import animation, video_frames
from engine.media.file_kind import identify
from engine.media.frame_plan import FrameSampling, OpenedVideo, plan_frames
from tests.kit.images import save_video

SIDE = 768


def indices(total: int, rate: float, sampling: FrameSampling) -> tuple[int, ...]:
    return plan_frames(total, rate, sampling).indices


def test_two_frames_per_second_are_planned_between_4_and_128() -> None:
    usual = FrameSampling()
    assert indices(48, 12, usual) == (0, 7, 13, 20, 27, 34, 40, 47)
    assert indices(12, 12, usual) == (0, 4, 7, 11)
    assert indices(3, 12, usual) == (0, 2)
    assert indices(1, 12, usual) == (0,)
    film = indices(3 * 3600 * 24, 24, usual)
    assert (len(film), film[0], film[-1]) == (128, 0, 3 * 3600 * 24 - 1)


@pytest.mark.parametrize("rate", [12.0, 23.976])
@pytest.mark.parametrize(
    "sampling",
    [FrameSampling(), FrameSampling(8, 4, 16), FrameSampling(2, 4, 32), FrameSampling(1, 5, 9)],
)
def test_frames_equal_those_of_mlx_vlm(monkeypatch, rate: float, sampling) -> None:
    """Covers the sampling of Qwen, Dot and Gemma 4, and odd bounds."""
    known = {name: getattr(sampling, name) for name in ("fps", "min_frames", "max_frames")}
    for total in (*range(2, 40), 61, 90, 119, 301):
        monkeypatch.setattr(cv2, "VideoCapture", lambda _, total=total: _File(total, rate))
        _, theirs = load_video("a.mp4", VideoSampling(**known))
        assert list(indices(total, rate, sampling)) == theirs.frames_indices, total


class _File:
    """A video file with `total` frames for mlx-vlm's reader."""

    def __init__(self, total: int, rate: float) -> None:
        self._values = {cv2.CAP_PROP_FRAME_COUNT: total, cv2.CAP_PROP_FPS: rate}

    def isOpened(self) -> bool:
        return True

    def get(self, name: int) -> float:
        return self._values.get(name, 1)

    def set(self, name: int, value: int) -> None:
        pass

    def read(self) -> tuple[bool, np.ndarray]:
        return True, np.zeros((1, 1, 3), dtype=np.uint8)

    def release(self) -> None:
        pass


def test_a_strip_has_the_requested_number_of_frames() -> None:
    for count in (1, 3, 6):
        assert len(indices(240, 24, FrameSampling(2, count, count, frame_factor=1))) == count


def test_a_span_is_limited_to_the_video() -> None:
    assert indices(240, 24, FrameSampling(span=(2.0, 4.0))) == (48, 64, 80, 96)
    assert indices(240, 24, FrameSampling(span=(9.0, 99.0))) == (216, 224, 231, 239)
    assert indices(240, 24, FrameSampling(span=(50.0, 40.0))) == (239,)


@pytest.mark.parametrize("threads", [1, 5])
def test_the_number_of_decoder_threads_is_fixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    monkeypatch.setattr(video_frames, "THREADS", threads)
    capture = video_frames._capture(save_video(tmp_path / "a.mp4", "red", "circle", "left"))
    assert capture.get(cv2.CAP_PROP_N_THREADS) == threads
    capture.release()


def dark_columns(video: OpenedVideo) -> list[float]:
    frames = list(video_frames.read_video(video, SIDE))
    assert all(frame.shape == (240, 320, 3) for frame in frames)
    return [np.nonzero(frame[120, :, 0] < 128)[0].mean() for frame in frames]


def test_frames_come_in_order(tmp_path: Path) -> None:
    path = save_video(tmp_path / "c.mp4", "blue", "circle", "right", frames=48)
    video = video_frames.open_video(identify(path), FrameSampling(max_frames=8))
    assert video.plan.seconds == pytest.approx(4.0)
    found = dark_columns(video)
    assert len(found) == 8 and found == sorted(found)


def test_frames_after_a_long_gap_are_the_right_ones(tmp_path: Path) -> None:
    path = save_video(tmp_path / "c.mp4", "blue", "circle", "right", frames=100)
    found = dark_columns(video_frames.open_video(identify(path), FrameSampling(0.1, 2, 3)))
    assert found[0] == pytest.approx(0.2 * 320, abs=4)
    assert found[-1] == pytest.approx(0.8 * 320, abs=4)


def test_a_truncated_video_gives_the_frames_it_has(tmp_path: Path) -> None:
    path = save_video(tmp_path / "c.avi", "blue", "circle", "right", frames=60)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 3 // 4])
    whole = plan_frames(60, 12.0, FrameSampling(fps=3, min_frames=15))
    assert 3 <= len(dark_columns(OpenedVideo(identify(path), whole, (320, 240)))) < 15


@pytest.mark.parametrize("suffix", ["gif", "webp", "png"])
def test_each_moment_of_an_animation_gives_the_visible_frame(tmp_path: Path, suffix) -> None:
    path = tmp_path / f"a.{suffix}"
    pages = [Image.new("RGB", (64, 48), color) for color in ("red", "lime", "blue")]
    pages[0].save(path, save_all=True, append_images=pages[1:], duration=[1000, 500, 500])
    video = animation.open_animated(identify(path), FrameSampling())
    assert video.plan.seconds == pytest.approx(2.0)
    frames = list(animation.read_animated(video, 32))
    assert [frame.shape for frame in frames] == [(24, 32, 3)] * 4
    assert [int(frame[10, 10].argmax()) for frame in frames] == [0, 0, 1, 2]
