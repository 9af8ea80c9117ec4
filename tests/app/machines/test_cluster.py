"""`duologue cluster`: what it keeps, and what it says about this computer."""

import errno
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app import __main__ as main
from app.cli import cluster
from app.cli.cluster import run_cluster
from app.machines import host_check
from app.settings.settings_file import read_settings
from engine.errors import Refused, no_check
from engine.machines import ssh
from engine.machines.versions import check_version
from engine.system.worker_process import ROOT
from tests.kit import tiny_models


def test_machines_and_models_are_kept_and_tested(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, model = tmp_path / "home", tmp_path / "model"
    home.mkdir()
    model.mkdir()
    tiny_models.llama(model)
    assert run_cluster(["add", "localhost"], home) == 0
    assert run_cluster(["spread", str(model)], home) == 0
    settings = read_settings(home).value
    assert settings.machines == ("localhost",) and settings.spread_models == (str(model),)
    assert run_cluster(["test"], home) == 0
    said = capsys.readouterr().out
    first, second, *_ = said.splitlines()
    assert first.startswith("This computer: the same version")
    assert second.startswith("localhost: the same version")
    assert "model fits: each machine holds" in said
    assert run_cluster(["remove", "localhost"], home) == 0
    assert run_cluster(["gather", str(model)], home) == 0
    assert read_settings(home).value.machines == read_settings(home).value.spread_models == ()


@pytest.mark.parametrize("arguments", [["list"], ["--help"]])
def test_a_closed_standard_output_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main._run_with(["cluster", *arguments]) == 1
    assert capsys.readouterr().err == "Nothing can be written: standard output is closed.\n"


def test_a_name_that_is_too_long_for_a_folder_is_no_fault_of_the_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_cluster(["spread", "x" * 300], tmp_path) == 2
    assert "is not a model folder: it has no config.json." in capsys.readouterr().err


def test_damaged_settings_are_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{")
    assert run_cluster(["add", "localhost"], tmp_path) == 2
    assert "Nothing was changed" in capsys.readouterr().err
    command = [sys.executable, "-m", "app", "cluster", "list"]
    env = os.environ | {"DUOLOGUE_HOME": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert f"The settings in {path} cannot be read: the file is damaged." in done.stderr
    assert path.read_text() == "{"


@pytest.mark.parametrize("host", ["-oProxyCommand=true", "a b", "", "mac2;true", "x" * 300])
def test_what_is_no_host_is_refused(host: str, tmp_path: Path) -> None:
    assert run_cluster(["add", "--", host], tmp_path) == 2
    with pytest.raises(Refused):
        ssh.command(host)


def test_a_host_without_ssh_or_duologue_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "ssh"
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for lines, said in (
        ("echo no route to host >&2; exit 255", "ssh cannot connect to mac2: no route to host."),
        ("exit 127", "mac2 does not run Duologue"),
        # Its other fields may have another form.
        ('echo \'{"version": "duologue 9", "memory": [1, 2]}\'', "different version"),
    ):
        program.write_text(f"#!/bin/sh\n{lines}\n")
        program.chmod(0o755)
        with pytest.raises(Refused) as refused:
            host_check.ask("mac2")
        assert said in str(refused.value)


def test_a_model_that_does_not_fit_or_is_missing_is_told(tmp_path: Path) -> None:
    tiny_models.llama(tmp_path)
    folder = str(tmp_path)
    weights = host_check.part_of(folder, 2)[0].weights
    large = host_check.HostFacts("localhost", 1 << 30, ("ring",), (folder,))
    assert "model fits" in host_check.fits(folder, [large, large]).replace(tmp_path.name, "model")
    # A machine that could hold the weights alone has no room for a conversation.
    small = host_check.HostFacts("mac2", weights + 1000, ("ring",), (folder,))
    assert "does not fit" in host_check.fits(folder, [large, small])
    assert "on mac2. Copy it there." in host_check.fits(folder, [large, replace(small, found=())])


def test_a_model_that_cannot_be_read_is_told_with_its_cause(tmp_path: Path) -> None:
    folder = str(tmp_path / "Gone")
    machine = host_check.HostFacts("localhost", 1 << 30, ("ring",), (folder,))
    told = host_check.fits(folder, [machine, machine])
    assert told.startswith("Gone cannot be read: No such file or directory.")


@pytest.fixture
def own_ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An ssh that runs the worker on this computer, with the root of its files elsewhere."""
    program = tmp_path / "ssh"
    program.write_text(
        f"#!/bin/sh\ncd {ROOT}; echo welcome; exec {sys.executable} -m tests.kit.far_worker "
        f"{tmp_path / 'far'} $(echo \"$*\" | grep -oE -- '--(facts|receive)')\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return tmp_path / "far"


def test_a_copy_that_was_stopped_goes_on(own_ssh: Path, tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.mkdir()
    (model / "config.json").write_text("{}")
    data = os.urandom(5 << 20)
    (model / "model.safetensors").write_bytes(data)
    blocks = 0

    def stop() -> None:
        nonlocal blocks
        blocks += 1
        if blocks == 4:
            raise Refused("Stopped.")

    with pytest.raises(Refused, match="Stopped"):
        host_check.copy(str(model), "mac2", lambda *_: None, stop)
    far = Path(f"{own_ssh}{model}")
    part = far / "model.safetensors.part"
    assert (far / "config.json").read_text() == "{}"
    assert 0 < part.stat().st_size < len(data)
    there = part.stat().st_size
    told: list[tuple[str, int, int]] = []
    host_check.copy(str(model), "mac2", lambda *it: told.append(it), no_check)
    assert told[0][1] > there
    assert (far / "model.safetensors").read_bytes() == data and not part.exists()
    again: list[object] = []
    host_check.copy(str(model), "mac2", lambda *it: again.append(it), no_check)
    assert again == []
    # A part of another file is noticed by the digest.
    (far / "model.safetensors").unlink()
    part.write_bytes(b"other")
    with pytest.raises(Refused, match=r"mac2: model\.safetensors differs from the file here"):
        host_check.copy(str(model), "mac2", lambda *_: None, no_check)
    assert not part.exists()


def test_a_copy_tells_its_end_and_what_cannot_be_read(
    own_ssh: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model, home = tmp_path / "model", tmp_path / "home"
    home.mkdir()
    model.mkdir()
    (model / "config.json").write_text("{}")
    assert run_cluster(["add", "mac2"], home) == 0
    assert run_cluster(["copy", str(model)], home) == 0
    # A file gets no progress.
    assert capsys.readouterr().out == "mac2: copied\n"

    def fail(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    # The administrator, as whom tests may run, can read everything.
    monkeypatch.setattr(cluster, "copy", fail)
    assert run_cluster(["copy", str(model)], home) == 2
    assert capsys.readouterr().err == f"{model} cannot be copied: Permission denied.\n"


def test_a_rank_of_another_version_says_so() -> None:
    with pytest.raises(Refused, match="different version"):
        check_version(b'{"version": "duologue 9"}\n')
    with pytest.raises(Refused, match="different version"):
        check_version(b"[]\n")
