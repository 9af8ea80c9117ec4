"""The fixture of the tests that look for faults in an application."""

from pathlib import Path

import pytest

from bundling.macos.signing import sign_bundle
from bundling.target import Tree
from tests.kit.macho import small_app


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    """Make a small application for a Mac and sign it, as on Linux."""
    monkeypatch.setattr("sys.platform", "linux")
    found = small_app(tmp_path)
    sign_bundle(found)
    return found
