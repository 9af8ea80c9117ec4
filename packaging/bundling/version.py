"""The version of Duologue: pyproject.toml is its only place."""

import tomllib

from bundling.target import ROOT


def project_version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return project["project"]["version"]
