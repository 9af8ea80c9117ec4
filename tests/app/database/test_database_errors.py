"""The reason why the database cannot be written, in words that can be translated."""

from pathlib import Path

import pytest

from app.database.database_errors import explanation
from engine.sentences import Sentence

PATH = Path("duologue.db")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "there was not enough memory"),
        (AssertionError(), "Duologue has a fault; see its log"),
        (TypeError("'x' is no int"), "Duologue has a fault; see its log"),
    ],
)
def test_a_fault_is_explained_in_words_of_ours(error: Exception, said: str) -> None:
    reason = explanation(error, PATH).values["error"]
    assert isinstance(reason, Sentence)
    assert reason == said
