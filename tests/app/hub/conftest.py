"""A loopback hub with one model, and downloads from it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.fetching import REPOSITORY, Fetching, model_contents
from tests.kit.loopback_hub import LoopbackHub


@pytest.fixture
def contents() -> dict[str, bytes]:
    return model_contents()


@pytest.fixture
def hub(tmp_path: Path, contents: dict[str, bytes]) -> Iterator[LoopbackHub]:
    made = LoopbackHub(tmp_path / "hub")
    made.repositories.push(REPOSITORY, contents)
    yield made
    made.close()


@pytest.fixture
def fetching(hub: LoopbackHub, tmp_path: Path) -> Iterator[Fetching]:
    made = Fetching(hub, tmp_path / "models")
    yield made
    if made.fetch:
        made.fetch.stop()
        assert made.fetch.join(10)
