"""The causes of errors, as sentences for people name them."""

import errno
from pathlib import Path

import pytest

from engine.errors import reason
from engine.sentences import Sentence
from engine.system.files import check_file


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.EIO, "Input/output error", "/disk/model"), "Input/output error"),
        (OSError("the library's own words.\nMore."), "the library's own words"),
        (OSError(), "the cause is unknown"),
        (ValueError("not a number"), "not a number"),
        (MemoryError(), "there was not enough memory"),
    ],
)
def test_an_error_is_named_by_its_cause_alone(error: Exception, said: str) -> None:
    assert reason(error) == said


def test_a_cause_in_words_of_ours_can_be_translated(tmp_path: Path) -> None:
    with pytest.raises(OSError) as raised:
        check_file(tmp_path)
    assert isinstance(reason(raised.value), Sentence)
