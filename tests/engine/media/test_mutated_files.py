"""Files with a few changed bytes are read, or refused with a sentence. `tests/bench/mutated.py`
tries more of them."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kit.mutations import EDITS, Edit, edited, moving_files, still_files, taken

# Pillow warns about damage that it can skip; the application ignores these warnings.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

edits = st.lists(
    st.builds(Edit, st.sampled_from(EDITS), st.floats(0, 1), st.binary(min_size=1, max_size=16)),
    min_size=1,
    max_size=8,
)


@pytest.fixture(scope="module")
def stills(tmp_path_factory) -> list[Path]:
    return still_files(tmp_path_factory.mktemp("stills"))


@pytest.fixture(scope="module")
def moving(tmp_path_factory) -> list[Path]:
    return moving_files(tmp_path_factory.mktemp("moving"))


def check_changed(path: Path, changes: list[Edit]) -> None:
    changed = path.with_name(f"changed{path.suffix}")
    changed.write_bytes(edited(path.read_bytes(), changes))
    refusal = taken(changed)
    assert not refusal or (refusal.startswith(("changed", "Page ", "No ")) and refusal[-1] == ".")


def test_unchanged_files_are_read(stills, moving) -> None:
    assert [taken(path) for path in (*stills, *moving)] == [""] * (len(stills) + len(moving))


@settings(max_examples=260, suppress_health_check=[HealthCheck.too_slow])
@given(which=st.integers(0, 9), changes=edits)
def test_changed_images_are_read_or_refused(stills, which: int, changes: list[Edit]) -> None:
    check_changed(stills[which], changes)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(which=st.integers(0, 8), changes=edits)
def test_changed_videos_and_documents_are_read_or_refused(
    moving, which: int, changes: list[Edit]
) -> None:
    check_changed(moving[which], changes)
