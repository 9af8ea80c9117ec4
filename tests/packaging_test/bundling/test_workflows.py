"""The workflows of GitHub, which cannot run here: what can be read from them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import run
from bundling.checksums import KEY_VARIABLE
from bundling.mac_release import CERTIFICATE, NOTARY
from bundling.macos.info_plist import ASSETS
from bundling.target import ROOT, macos_tree

FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WORKFLOWS = {it.stem: yaml.safe_load(it.read_text(encoding="utf-8")) for it in FILES}
PINNED = re.compile(r"^ +(- )?uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, workflow in WORKFLOWS.items():
        for job, content in workflow["jobs"].items():
            yield f"{name}/{job}", content


def steps() -> Iterator[dict[str, Any]]:
    for _name, job in jobs():
        yield from job["steps"]


def test_there_is_one_to_test_and_one_to_release() -> None:
    assert set(WORKFLOWS) == {"ci", "release"}
    assert WORKFLOWS["ci"]["jobs"]["macos"]["strategy"]["matrix"]["system"] == [
        "macos-14",
        "macos-15",
        "macos-26",
    ]


def test_a_retired_runner_blocks_neither_ci_nor_a_draft() -> None:
    retired = "macos-14"
    for name, job in jobs():
        systems = job.get("strategy", {}).get("matrix", {}).get("system", [job["runs-on"]])
        if retired in systems:
            alone = systems == [retired]
            condition = True if alone else f"${{{{ matrix.system == '{retired}' }}}}"
            assert job["continue-on-error"] == condition, name
    release = WORKFLOWS["release"]["jobs"]
    needed = [release[it] for it in release["draft"]["needs"]]
    assert not [it for it in needed if retired in f"{it['runs-on']} {it.get('strategy')}"]


def test_a_release_has_all_looks_of_the_icon() -> None:
    job = WORKFLOWS["release"]["jobs"]["macos"]
    assert re.search(r"/Xcode_26\.", job["env"]["DEVELOPER_DIR"])
    commands = [it.get("run", "") for it in job["steps"]]
    built = next(at for at, it in enumerate(commands) if "bundle.py macos" in it)
    path = macos_tree(Path("dist")).root / "Contents" / "Resources" / ASSETS
    assert commands[built + 1] == f"test -s {path}"


@pytest.mark.parametrize("file", FILES, ids=lambda it: it.stem)
def test_actions_are_pinned_to_a_commit(file: Any) -> None:
    used = [it for it in file.read_text().splitlines() if "uses:" in it]
    assert used
    assert [it for it in used if not PINNED.match(it)] == []


def test_files_that_steps_run_exist() -> None:
    text = "\n".join(step.get("run", "") for step in steps())
    found = re.findall(r"packaging/[\w/.]+\w", text)
    assert "packaging/bundle.py" in found
    assert [it for it in found if not (ROOT / it).exists()] == []
    scripts = [ROOT / it for it in found if it.endswith(".sh")]
    assert all(it.stat().st_mode & 0o100 for it in scripts)


def test_each_job_has_the_least_permissions() -> None:
    assert all(workflow["permissions"] == {} for workflow in WORKFLOWS.values())
    writing = [name for name, job in jobs() if "write" in job["permissions"].values()]
    assert writing == ["release/draft"]
    assert all("timeout-minutes" in job for _name, job in jobs())
    checkouts = [it for it in steps() if "actions/checkout" in it.get("uses", "")]
    assert all(it["with"]["persist-credentials"] is False for it in checkouts)


def test_secrets_go_to_the_step_that_uses_them_and_are_those_that_the_scripts_read() -> None:
    given = set()
    for step in steps():
        for name, value in step.get("env", {}).items():
            if match := re.fullmatch(r"\$\{\{ secrets\.(\w+) \}\}", value):
                assert match[1] == name
                given.add(name)
    assert given == {*CERTIFICATE, *NOTARY, KEY_VARIABLE}
    text = "".join(it.read_text() for it in FILES)
    assert text.count("secrets.") == len(given)


def test_a_run_on_a_branch_needs_no_environment_that_admits_tags_alone() -> None:
    for name, job in jobs():
        if job.get("if") != "github.ref_type == 'tag'" and "environment" in job:
            tags_alone = "${{ github.ref_type == 'tag' && 'release' || '' }}"
            assert job["environment"] == tags_alone, name


def test_no_text_of_others_becomes_part_of_a_command() -> None:
    assert [it["run"] for it in steps() if "${{" in it.get("run", "")] == []


def test_jobs_that_need_a_mac_say_that_nobody_has_verified_them() -> None:
    text = "".join(it.read_text(encoding="utf-8") for it in FILES)
    assert text.count("# Nothing of this file has run yet") == len(FILES)
    on_macs = [
        name for name, job in jobs() if "macos-" in f"{job['runs-on']} {job.get('strategy')}"
    ]
    assert on_macs == ["ci/macos", "release/macos", "release/macos-probe", "release/macos-14-probe"]
    for name in on_macs:
        assert re.search(rf"^  # Not verified.*\n  {name.partition('/')[2]}:$", text, re.MULTILINE)


def test_the_workflows_use_the_uv_of_run_py() -> None:
    versions = {workflow["env"]["UV_VERSION"] for workflow in WORKFLOWS.values()}
    assert versions == {run.UV.removeprefix("uv==")}
