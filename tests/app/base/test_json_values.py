"""Dataclasses survive a round trip through JSON; values that do not fit are refused."""

import math
from pathlib import Path

import pytest

from app.base.json_values import json_value, restored
from engine.messages import Media, MediaKind, Overflow, SamplingParams, Timings, Usage
from ui.state.chat_options import ChatOptions
from ui.state.pane import PaneSettings


def test_user_settings_survive_a_round_trip():
    options = ChatOptions(
        tools=("calculator",),
        files=(Path("/tmp/a.txt"),),
        system_prompt="Be brief.",
        sampling=SamplingParams(
            temperature=1, seed=2**63, stop=("a",), logit_bias=((1, -2.5),), thinking_budget=None
        ),
        overflow=Overflow.TRIM,
    )
    settings = PaneSettings("/models/a", options)
    assert restored(PaneSettings, json_value(settings)) == settings


def test_a_video_span_survives_a_round_trip():
    media = Media(MediaKind.VIDEO, Path("a.mp4"), span=(1.0, 2.5))
    assert restored(Media, json_value(media)) == media


def test_values_of_other_versions_can_be_read():
    assert restored(Usage, {"prompt": 3, "of_the_future": [1]}) == Usage(prompt=3)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Usage, []),
        (Usage, {"prompt": "3"}),
        (Usage, {"prompt": True}),
        (Usage, {"prompt": 10**400}),
        (Timings, {"decode": math.inf}),
        (Timings, {"decode": math.nan}),
        (Timings, {"decode": 1e300}),
        (Media, {"kind": "SOUND", "path": "a"}),
        (Media, {"kind": "IMAGE"}),
        (Media, {"kind": "VIDEO", "path": "a", "span": [1.0]}),
        (SamplingParams, {"temperature": 99.0}),
    ],
)
def test_mismatched_values_are_refused(kind, value):
    with pytest.raises(ValueError):
        restored(kind, value)
