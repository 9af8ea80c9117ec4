"""Programs are found where users install them."""

import os

from app.tools.search_path import search_path


def test_on_macos_the_folders_missing_in_finder_are_added(monkeypatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin:/usr/local/bin")
    monkeypatch.setenv("HOME", "/Users/mira")
    folders = search_path("darwin").split(os.pathsep)
    assert folders[:3] == ["/usr/bin", "/bin", "/usr/local/bin"]
    assert "/opt/homebrew/bin" in folders
    assert "/Users/mira/.local/bin" in folders
    assert folders.count("/usr/local/bin") == 1


def test_elsewhere_the_path_is_unchanged(monkeypatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert search_path("linux") == "/usr/bin:/bin"
