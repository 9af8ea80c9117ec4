"""The facts about a build, which the window About and the check for updates read."""

import json
from pathlib import Path

import pytest

from bundling.app_files import BUILD_FILE, describe_build
from bundling.target import LINUX, linux_tree
from bundling.version import project_version


def test_a_build_of_a_workflow_knows_where_its_updates_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "owner/duologue")
    tree = linux_tree(tmp_path)
    tree.app.mkdir(parents=True)
    describe_build(tree, LINUX, {})
    facts = json.loads((tree.app / BUILD_FILE).read_text())
    assert facts["repository"] == "https://github.com/owner/duologue"
    assert facts["version"] == project_version()
    monkeypatch.delenv("GITHUB_REPOSITORY")
    describe_build(tree, LINUX, {})
    assert json.loads((tree.app / BUILD_FILE).read_text())["repository"] == ""
