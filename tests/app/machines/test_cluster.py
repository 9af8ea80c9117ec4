"""`duologue cluster`: what it keeps, and what it says about this computer."""

from pathlib import Path

import pytest

from app.cli.cluster import run_cluster
from app.machines import host_check
from app.settings.settings_file import load_settings
from engine.errors import Refused
from engine.machines import ssh
from engine.machines.versions import check_version
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
    settings = load_settings(home)
    assert settings.machines == ("localhost",) and settings.spread_models == (str(model),)
    assert run_cluster(["test"], home) == 0
    said = capsys.readouterr().out
    first, second, *_ = said.splitlines()
    assert first.startswith("This computer: the same version")
    assert second.startswith("localhost: the same version")
    assert "model fits: each machine holds" in said
    assert run_cluster(["remove", "localhost"], home) == 0
    assert run_cluster(["gather", str(model)], home) == 0
    assert load_settings(home).machines == load_settings(home).spread_models == ()


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
        ('echo \'{"version": "duologue 9", "memory": 1, "backends": [], "found": []}\'', "another"),
    ):
        program.write_text(f"#!/bin/sh\n{lines}\n")
        program.chmod(0o755)
        with pytest.raises(Refused) as refused:
            host_check.ask("mac2")
        assert said in str(refused.value)


def test_a_model_that_does_not_fit_or_is_missing_is_told(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"0" * 2000)
    small = host_check.HostFacts("mac2", "", 1200, ("ring",), (str(tmp_path),), 0.1)
    large = host_check.HostFacts("localhost", "", 9000, ("ring",), (str(tmp_path),), 0.1)
    assert "does not fit" in host_check.fits(str(tmp_path), [large, small])
    assert "Copy its folder" in host_check.fits(str(tmp_path) + "/x", [large, small])


def test_a_rank_of_another_version_says_so() -> None:
    with pytest.raises(Refused, match="another version"):
        check_version(b'{"version": "duologue 9"}\n')
    with pytest.raises(Refused, match="another version"):
        check_version(b"[]\n")
