"""The model libraries name the hub's interface, but cannot use it."""

import pytest

from engine.models import library_setup  # noqa: F401  the libraries come after it

from huggingface_hub.errors import OfflineModeIsEnabled  # isort: skip
from transformers.utils import hub  # isort: skip


def test_the_libraries_cannot_reach_the_hub() -> None:
    with pytest.raises(OfflineModeIsEnabled):
        hub.hf_api()


def test_a_model_that_is_not_on_this_computer_is_not_found() -> None:
    with pytest.raises(OSError, match="cached files"):
        hub.cached_file("no-such/model", "config.json")
