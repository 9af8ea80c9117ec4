import shutil
from pathlib import Path

from app.attachments.contents import VIEWS
from app.housekeeping.data_folder import cache_files


def test_folders_may_be_removed_while_they_are_searched(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        views = tmp_path / name[:2] / f"{name}{VIEWS}"
        views.mkdir(parents=True)
        (views / "small.png").write_bytes(b"1")
    found = cache_files(tmp_path)
    first = next(found)
    shutil.rmtree(tmp_path)
    assert first.name == "small.png" and not list(found)
