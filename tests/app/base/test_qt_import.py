"""PySide6's modules about signatures are late only where they are found again."""

import sys
from types import SimpleNamespace

import pytest

from app.base import qt_import


class Archive:
    """Has every module but the parser."""

    def find_spec(self, name: str, path: object) -> bool:
        return not name.endswith(".parser")


@pytest.mark.parametrize(("archive", "late"), [(object(), set()), (Archive(), {"layout"})])
def test_a_module_that_the_archive_lacks_is_imported_by_pyside(
    archive: object, late: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    package = "shibokensupport.signature"
    names = {f"{package}.{it}" for it in ("parser", "layout")}
    monkeypatch.setitem(sys.modules, "shibokensupport", SimpleNamespace(__loader__=archive))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    found = set(qt_import._names_in_archive())
    assert names & found == {f"{package}.{it}" for it in late}
    assert (archive in sys.meta_path) == bool(late)
