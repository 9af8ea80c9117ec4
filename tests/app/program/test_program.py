"""The program as a whole."""

from pathlib import Path

import pytest

from app.program.program import is_read_only, is_temporary


@pytest.mark.parametrize(
    ("place", "temporary"),
    [
        ("/private/var/folders/a/T/AppTranslocation/B/d/Duologue.app/Contents/Resources/app", True),
        ("/Volumes/Duologue 1.0/Duologue.app/Contents/Resources/app", True),
        ("/Applications/Duologue.app/Contents/Resources/app", False),
        ("/Volumes/Work/source/duologue", False),
        ("/opt/duologue/app", False),
    ],
)
def test_a_temporary_place_is_known(place: str, temporary: bool) -> None:
    assert is_temporary(Path(place), lambda _: True) is temporary


def test_an_external_disk_is_no_temporary_place() -> None:
    assert not is_temporary(Path("/Volumes/Disk/Duologue.app/Contents"), lambda _: False)


def test_a_volume_says_that_it_cannot_be_written(tmp_path: Path) -> None:
    assert not is_read_only(tmp_path)
    assert not is_read_only(tmp_path / "missing")
    mounts = Path("/proc/mounts")
    rows = [it.split() for it in mounts.read_text().splitlines()] if mounts.exists() else []
    fixed = [it[1] for it in rows if it[3].startswith("ro,") and Path(it[1]).exists()]
    if not fixed:
        pytest.skip("no volume here is read-only")
    assert is_read_only(Path(fixed[-1]))
