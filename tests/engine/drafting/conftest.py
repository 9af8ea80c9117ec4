"""The fixture of the tests that compare answers with drafts and without."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.kit.draft_mixes import Contest


@pytest.fixture(scope="module")
def contest() -> Iterator[Contest]:
    with closing(Contest()) as made:
        yield made
