"""`serve` as a person would start it, in a process of its own."""

import io
import json
import os
import signal
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import httpx2
import pytest
import yaml

from app.base.paths import DISK_CACHE, SERVED
from app.cli import serve
from app.cli.model_choices import ModelChoices
from app.server import client_lines
from app.server.server import Server
from engine import offline
from engine.messages import ModelProfile
from tests.kit.paths import DOT, ROOT


@pytest.fixture(autouse=True)
def token(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(serve.TOKEN_VARIABLE, "a-token")
    return "a-token"


@pytest.mark.parametrize(
    "arguments",
    [["serve", "--port", "0"], ["cluster", "list"], ["ask", "--image", "missing.png", "Hi"]],
)
def test_damaged_settings_are_reported_once(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "settings.json").write_text("{")
    command = [sys.executable, "-m", "app", *arguments]
    env, pipe = os.environ | {"DUOLOGUE_HOME": str(tmp_path)}, subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=pipe, stderr=pipe, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.terminate()
        _, errors = process.communicate(timeout=60)
    assert errors.count("cannot be read") == 1
    assert f"The settings in {tmp_path / 'settings.json'} cannot be read: the file is" in errors


def test_serve_answers_until_it_is_told_to_end_and_saves_what_all_prompts_share(
    token: str, tmp_path: Path
) -> None:
    # A browser sends the origin in lower case, without a slash.
    options = ["--port", "0", "--model", f"small={DOT}", "--origin", "http://LocalHost:3000/"]
    command = [sys.executable, "-m", "app", "serve", *options]
    env = os.environ | {"DUOLOGUE_HOME": str(tmp_path)}
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line, base = process.stdout.readline(), process.stdout.readline().split()[-1]
        assert line.startswith("Serving small on http://127.0.0.1:")
        assert base == f"{line.split()[-1]}/v1"
        system = {"role": "system", "content": "You answer in one word. " * 40}
        said = [system, {"role": "user", "content": "Hello"}]
        body = {"model": "small", "messages": said}
        headers = {"authorization": f"Bearer {token}"}
        found = httpx2.post(f"{base}/chat/completions", json=body, headers=headers, timeout=60)
        assert found.status_code == 200, found.text
        assert found.json()["choices"][0]["message"]["content"]
        for origin, status in (("http://localhost:3000", 200), ("http://localhost:3001", 403)):
            asked = httpx2.get(f"{base}/models", headers=headers | {"origin": origin})
            assert asked.status_code == status
            assert ("access-control-allow-origin" in asked.headers) is (status == 200)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == serve.OK
    saved = tmp_path / DISK_CACHE / SERVED
    assert list(saved.glob("*.safetensors"))
    assert saved.stat().st_mode & 0o777 == 0o700


def test_a_data_folder_that_the_server_makes_is_private(tmp_path: Path) -> None:
    home = tmp_path / "share" / "Duologue"
    assert serve._disk_cache(home, 5)
    assert home.stat().st_mode & 0o777 == 0o700


def test_a_second_server_of_a_data_folder_says_why_it_saves_no_prompts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve._disk_cache(tmp_path, 5)
    assert capsys.readouterr().err == ""
    assert serve._disk_cache(tmp_path, 5) == []
    folder = tmp_path / DISK_CACHE / SERVED
    assert f"Another “duologue serve” uses {folder}, so" in capsys.readouterr().err
    # Nobody misses what is switched off.
    assert serve._disk_cache(tmp_path, 0) == []
    assert capsys.readouterr().err == ""


def test_a_folder_in_which_no_prompts_can_be_saved_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / DISK_CACHE).touch()
    assert serve._disk_cache(tmp_path, 5) == []
    assert capsys.readouterr().err.endswith("/served: Not a directory.\n")
    assert serve._disk_cache(tmp_path, 0) == []
    assert capsys.readouterr().err == ""


def test_a_second_ctrl_c_does_not_wait_for_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: taken.append(number))
    stop = Server.stop

    def interrupted(server: Server, timeout: float) -> bool:
        assert not taken
        signal.raise_signal(signal.SIGINT)
        return stop(server, timeout)

    monkeypatch.setattr(Server, "stop", interrupted)
    # The first one comes as soon as the address is printed.
    monkeypatch.setattr(serve, "write_output", lambda _: signal.raise_signal(signal.SIGINT))
    try:
        assert serve.run_serve(["--port", "0"]) == serve.OK
    finally:
        signal.signal(signal.SIGINT, before)
    assert taken == [signal.SIGINT]


def test_a_taken_port_is_told_before_a_token_is_made(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(serve.TOKEN_VARIABLE)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert serve.run_serve(["--port", str(port)]) == serve.BAD_INPUT
    told = f"cannot listen on port {port} of 127.0.0.1: another program uses it. Choose another"
    error = capsys.readouterr().err
    assert told in error and "shown once" not in error


def test_strict_offline_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    offline.strict(True)
    assert serve.run_serve(["--port", "0"]) == serve.BAD_INPUT
    assert "Turn it off in Settings › Privacy." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--model", "a=/no/such/folder"], "/no/such/folder is not a folder."),
        (["--model", "x" * 300], f"{'x' * 300} is not a folder."),
        (["--model", f"a b={DOT}"], "is not a name for clients"),
        (["--model", f"a={DOT}", "--model", f"a={DOT}"], "two models are named a"),
        (["--memory-limit", "-1"], "--memory-limit"),
        (["--model", "a="], "--model has no folder"),
        (["--print", "openai", "--memory-limit", "0.005"], "dot needs 9.5 MB for its weights"),
    ],
)
def test_wrong_arguments_are_told(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert serve.run_serve(arguments) == serve.BAD_INPUT
    assert sentence in capsys.readouterr().err


def test_a_model_that_fits_is_served_although_its_files_are_larger_than_the_limit(
    tmp_path: Path,
) -> None:
    """Without a processor, a vision model is loaded without its tower."""
    for path in DOT.iterdir():
        if "processor" not in path.name:
            (tmp_path / path.name).symlink_to(path)
    limit = ["--print", "openai", "--memory-limit", "0.006"]
    assert serve.run_serve(["--model", f"dot={tmp_path}", *limit]) == serve.OK


def test_a_model_that_is_loaded_whatever_the_limit_is_served() -> None:
    def chosen(folder: Path) -> ModelChoices:
        return ModelChoices(ModelProfile(str(folder), anyway=True))

    limit = ["--print", "openai", "--memory-limit", "0.005"]
    assert serve.run_serve(limit, chosen) == serve.OK


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("0.0.0.0", "is not the address of this computer in a network"),
        ("127.0.0.1", "is not the address of this computer in a network"),
        ("8.8.8.8", "is an address on the internet"),
        ("my-computer", '"my-computer" is not an address'),
        ("192.168.1.20", "is too short for a network"),
    ],
)
def test_a_host_that_cannot_be_allowed_is_told(
    capsys: pytest.CaptureFixture[str], host: str, sentence: str
) -> None:
    assert serve.run_serve(["--host", host, "--yes"]) == serve.BAD_INPUT
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(("typed", "ends"), [("no\n", True), ("", True), ("yes\n", False)])
def test_a_network_is_served_only_after_a_yes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, ends: bool
) -> None:
    monkeypatch.setenv(serve.TOKEN_VARIABLE, "a-token-of-more-than-16")
    answers = io.StringIO(typed)
    monkeypatch.setattr(answers, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", answers)
    # Documentation's network (RFC 5737): no computer has this address.
    assert serve.run_serve(["--host", "198.51.100.7", "--port", "0"]) == serve.BAD_INPUT
    told = capsys.readouterr().err
    assert "not encrypted" in told
    assert ("was not started" in told) is ends
    assert ("does not have that address" in told) is not ends


def test_a_script_has_to_say_that_a_network_is_meant(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(serve.TOKEN_VARIABLE)
    monkeypatch.setattr(serve, "server_token", lambda: ("made", "", False))
    for stdin in (io.StringIO("yes\n"), None):
        monkeypatch.setattr(sys, "stdin", stdin)
        assert serve.run_serve(["--host", "198.51.100.7"]) == serve.BAD_INPUT
        assert "Add --yes to confirm." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "abc"], '"abc" is not a port; choose 1024 to 65535'),
        (["--port", "99999"], '"99999" is not a port'),
        (["--memory-limit", "much"], '"much" is not a number'),
        (["--origin", "*"], '"*" is not an origin; write one such as http://localhost:3000'),
        (["--origin", "http://a/page"], "is not an origin"),
    ],
)
def test_wrong_values_are_told_without_words_of_the_code(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        serve.run_serve(arguments)
    told = capsys.readouterr().err
    assert sentence in told and "invalid" not in told


@pytest.mark.parametrize(
    ("given", "arguments", "sentence"),
    [
        ("clé", [], "has characters that programs cannot send"),
        ("a\nb", [], "has characters that programs cannot send"),
        ("a-token", ["--new-token"], "--new-token changes nothing while"),
    ],
)
def test_a_token_that_could_not_be_used_is_told(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    given: str,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.setenv(serve.TOKEN_VARIABLE, given)
    assert serve.run_serve(["--print", "openai", *arguments]) == serve.BAD_INPUT
    assert sentence in capsys.readouterr().err


def test_a_folder_without_a_model_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve.run_serve(["--model", f"a={tmp_path}"]) == serve.BAD_INPUT
    assert str(tmp_path) in capsys.readouterr().err


def test_a_folder_may_have_an_equals_sign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "size=small").mkdir()
    (tmp_path / "size=small" / "dot").symlink_to(DOT)
    folder = str(tmp_path / "size=small" / "dot")
    for model, name in ((folder, "Dot"), (f"mine={folder}", "mine")):
        assert serve.run_serve(["--print", "openai", "--model", model]) == serve.OK
        assert f'model="{name}"' in capsys.readouterr().out


def test_the_lines_for_tools_are_valid(capsys: pytest.CaptureFixture[str]) -> None:
    made = {}
    for tool in client_lines.TOOLS:
        assert serve.run_serve(["--print", tool, "--port", "1234"]) == serve.OK
        made[tool] = capsys.readouterr().out
        assert "http://127.0.0.1:1234" in made[tool] and "a-token" in made[tool]
    codex = tomllib.loads(made["codex"])
    assert codex["model_providers"]["duologue"]["base_url"] == "http://127.0.0.1:1234/v1"
    [model] = yaml.safe_load(made["continue"])["models"]
    assert (model["model"], model["apiKey"]) == ("dot", "a-token")
    for tool in ("openai", "anthropic"):
        compile(made[tool], tool, "exec")
    # Subagents ask for other models by Anthropic's names.
    assert made["claude"].count("_MODEL=dot\n") == 3


def test_a_token_with_signs_of_a_shell_stays_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    token = 'it\'s "a" $HOME token: #1'
    monkeypatch.setenv(serve.TOKEN_VARIABLE, token)
    made = {}
    for tool in ("claude", "continue", "openai"):
        assert serve.run_serve(["--print", tool]) == serve.OK
        made[tool] = capsys.readouterr().out
    script = made["claude"].rpartition("claude --model")[0] + 'printf %s "$ANTHROPIC_AUTH_TOKEN"'
    assert subprocess.run(["sh", "-c", script], capture_output=True, text=True).stdout == token
    assert yaml.safe_load(made["continue"])["models"][0]["apiKey"] == token
    assert json.dumps(token) in made["openai"]


def test_lines_for_tools_have_no_token_that_is_forgotten_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(serve.TOKEN_VARIABLE)
    for tool in client_lines.TOOLS:
        # The tests have no keychain.
        assert serve.run_serve(["--print", tool]) == serve.OK
        made = capsys.readouterr()
        assert serve.PLACEHOLDER in made.out
        assert f"Set {serve.TOKEN_VARIABLE} to a token of your own" in made.err
        assert "shown once" not in made.err and "until Duologue quits" not in made.err
