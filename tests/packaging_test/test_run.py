"""Decisions of packaging/run.py, and whole starts with stand-ins for uv, the app and pytest."""

import ast
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.paths import ROOT

SOURCE = ROOT / "packaging" / "run.py"

spec = importlib.util.spec_from_file_location("packaging_run", SOURCE)
assert spec and spec.loader
run = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run)

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can lack a display")

UV = """\
[ "$1" = --version ] || echo "$@" >> "$FAKES/uv.log"
[ "$1" = --version ] || command -v python3 > "$FAKES/python.log"
[ "$1" = --version ] || exit "${UV_EXIT:-0}"
"""
PROGRAM = f"""\
exec "{sys.executable}" -c '
import json, os, sys
seen = {{"program": sys.argv[1], "args": sys.argv[2:], "cwd": os.getcwd(), "env": dict(os.environ)}}
print(json.dumps(seen))
failing = os.environ.get("FAILING", sys.argv[1]).split()
sys.exit(int(os.environ.get("PROGRAM_EXIT", "0")) if sys.argv[1] in failing else 0)
' "${{0##*/}}" "$@"
"""


def script(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}")
    path.chmod(0o755)
    return path


TOOLS = ("ruff", "lint-imports", "python", "pyright")


class Checkout:
    """A checkout whose uv, app, pytest and tools only report how they were called."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self.fakes = folder / "fakes"
        self.elsewhere = folder / "elsewhere"
        self.elsewhere.mkdir()
        for name in ("packaging/run.py", ".ci/run"):
            (self.root / name).parent.mkdir(parents=True)
            shutil.copy(ROOT / name, self.root / name)
        script(self.fakes / "uv", UV)
        script(self.fakes / "python3", f'exec "{sys.executable}" "$@"\n')
        for program in ("duologue", "pytest", *TOOLS):
            script(self.root / ".venv" / "bin" / program, PROGRAM)

    def call(self, command: list[str], **env: str) -> subprocess.CompletedProcess[str]:
        env = {
            "PATH": f"{self.fakes}:/usr/bin:/bin",
            "HOME": str(self.fakes),
            "FAKES": str(self.fakes),
            **env,
        }
        return subprocess.run(
            command, cwd=self.elsewhere, env=env, capture_output=True, text=True, check=False
        )

    def start(self, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
        return self.call([sys.executable, f"{self.root}/packaging/run.py", *args], **env)

    @property
    def uv_calls(self) -> str:
        log = self.fakes / "uv.log"
        return log.read_text() if log.exists() else ""


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


# --- whole starts ------------------------------------------------------------------------------


def test_arguments_reach_the_app_unchanged_in_the_users_folder(checkout: Checkout) -> None:
    args = ["ask", "--image", "cat.png", "two words", "--window"]
    seen = json.loads(checkout.start(*args).stdout)
    assert (seen["program"], seen["args"]) == ("duologue", args)
    assert seen["cwd"] == str(checkout.elsewhere)
    assert checkout.uv_calls == "run --locked --no-dev true\n"


def test_help_installs_nothing_and_adds_that_of_an_installed_app(checkout: Checkout) -> None:
    before, _, seen = checkout.start("--help").stdout.rpartition("\n{")
    assert "packaging/run.py test" in before
    assert json.loads("{" + seen)["args"] == ["--help"]
    (checkout.root / ".venv" / "bin" / "duologue").unlink()
    done = checkout.start("-h")
    assert (done.returncode, done.stdout.strip()) == (0, before.strip())
    assert checkout.uv_calls == ""


def test_paths_for_pytest_stay_the_users(checkout: Checkout) -> None:
    test_file = checkout.elsewhere / "test_a.py"
    test_file.touch()
    seen = json.loads(checkout.start("test", "test_a.py::test_b", "-x", "-k", "test_a.py").stdout)
    assert (seen["program"], seen["cwd"]) == ("pytest", str(checkout.root))
    assert seen["args"] == [f"{test_file}::test_b", "-x", "-k", "test_a.py"]
    assert checkout.uv_calls == "run --locked true\n"


def test_all_tests_run_in_a_process_for_each_core(checkout: Checkout) -> None:
    several = run.processes()
    assert several[0] == "-n" and 1 <= int(several[1]) <= run.MAX_PROCESSES
    args = json.loads(checkout.start("test").stdout)["args"]
    assert args == several
    args = json.loads(checkout.start("test", "-x", "-k", "dot").stdout)["args"]
    assert args == [*several, "-x", "-k", "dot"]


@pytest.mark.parametrize(
    ("args", "one"),
    [
        ([], False),
        (["-x"], False),
        (["tests/app", "-q"], False),
        (["a.py", "b.py"], False),
        (["a.py", "tests/app"], False),
        (["a.py"], True),
        (["a.py::test_b", "a.py::test_c"], True),
        (["a.py", "--durations", "5"], True),
        (["tests/app", "-k", "a.py"], False),
        (["a.py::test_b", "-x"], True),
        (["-n", "4"], True),
        (["-n4"], True),
        (["--pdb"], True),
        (["-s"], True),
        (["-p", "no:xdist"], True),
        (["--collect-only"], True),
    ],
)
def test_one_process_is_for_one_file_or_on_request(args: list[str], one: bool) -> None:
    assert run.alone(args) is one


def test_test_processes_may_be_fewer_than_the_machines_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(run.os, "sched_getaffinity", lambda pid: {0, 3, 5}, raising=False)
    assert run.processes()[:2] == ["-n", "3"]
    monkeypatch.delattr(run.os, "sched_getaffinity")
    monkeypatch.setattr(run.os, "cpu_count", lambda: 64)
    assert run.processes()[:2] == ["-n", "8"]
    monkeypatch.setattr(run.os, "cpu_count", lambda: None)
    assert run.processes()[:2] == ["-n", "1"]


def test_compiled_modules_are_kept_apart_if_python_may_not_write_them(
    checkout: Checkout,
) -> None:
    env = json.loads(checkout.start("test", PYTHONDONTWRITEBYTECODE="1").stdout)["env"]
    assert "PYTHONDONTWRITEBYTECODE" not in env
    assert env["PYTHONPYCACHEPREFIX"] == f"{checkout.root}/.venv/pycache"
    env = json.loads(checkout.start("ask", "hello", PYTHONDONTWRITEBYTECODE="1").stdout)["env"]
    assert env["PYTHONDONTWRITEBYTECODE"] == "1"


def test_program_finds_the_tools_of_its_environment(checkout: Checkout) -> None:
    env = json.loads(checkout.start("test", VIRTUAL_ENV="/another").stdout)["env"]
    assert env["VIRTUAL_ENV"] == f"{checkout.root}/.venv"
    assert env["PATH"].startswith(f"{checkout.root}/.venv/bin:")


@pytest.mark.parametrize("code", [0, 2])
def test_exit_code_passes_through(checkout: Checkout, code: int) -> None:
    assert checkout.start("ask", "hello", PROGRAM_EXIT=str(code)).returncode == code


def test_ci_runs_the_tests_and_passes_their_exit_code(checkout: Checkout) -> None:
    done = checkout.call([f"{checkout.root}/.ci/run"], PROGRAM_EXIT="5", FAILING="pytest")
    assert json.loads(done.stdout)["program"] == "pytest"
    assert done.returncode == 5


@pytest.mark.parametrize("program", ["ruff", "lint-imports", "python"])
@pytest.mark.parametrize("args", [["test"], ["test", "--fast"], ["lint"]])
def test_no_tests_run_after_a_failed_lint(
    checkout: Checkout, program: str, args: list[str]
) -> None:
    done = checkout.start(*args, PROGRAM_EXIT="5", FAILING=f"{program} pyright")
    assert (done.returncode, done.stdout) == (5, "")
    shown, failed = done.stderr.splitlines()
    assert json.loads(shown)["program"] == program
    assert failed.startswith(f"Failed: {program}")


@pytest.mark.parametrize("args", [["test"], ["test", "-x"], ["lint"]])
def test_pyright_fails_the_run(checkout: Checkout, args: list[str]) -> None:
    done = checkout.start(*args, PROGRAM_EXIT="5", FAILING="pyright")
    assert done.returncode == 5
    shown, failed = done.stderr.splitlines()
    assert json.loads(shown)["program"] == "pyright"
    assert failed == "Failed: pyright"


def test_pyright_is_reported_beside_failed_tests(checkout: Checkout) -> None:
    done = checkout.start("test", PROGRAM_EXIT="5", FAILING="pytest pyright")
    assert json.loads(done.stdout)["program"] == "pytest"
    assert (done.returncode, "Failed: pyright" in done.stderr) == (5, True)


@pytest.mark.parametrize("args", [["tests/app"], ["-k", "dot"], ["--lf"], ["--fast", "tests/ui"]])
def test_chosen_tests_run_without_lint(checkout: Checkout, args: list[str]) -> None:
    done = checkout.start("test", *args, PROGRAM_EXIT="5", FAILING=" ".join(TOOLS))
    assert json.loads(done.stdout)["program"] == "pytest"
    assert (done.returncode, done.stderr) == (0, "")


def test_fast_tests_leave_out_pyright(checkout: Checkout) -> None:
    done = checkout.start("test", "--fast", PROGRAM_EXIT="5", FAILING="pyright")
    assert json.loads(done.stdout)["args"][-1] == "--fast"
    assert (done.returncode, done.stderr) == (0, "")


def test_lint_is_quiet_without_problems(checkout: Checkout) -> None:
    done = checkout.start("lint")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert checkout.uv_calls == "run --locked true\n"


@on_linux
@pytest.mark.skipif(not Path("/usr/bin/python3").exists(), reason="the system has no Python")
def test_uv_finds_the_python_of_the_system_first(checkout: Checkout) -> None:
    checkout.start("lint")
    assert (checkout.fakes / "python.log").read_text() == "/usr/bin/python3\n"


def test_nothing_starts_when_the_packages_cannot_be_installed(checkout: Checkout) -> None:
    done = checkout.start("ask", "hello", UV_EXIT="2")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "The packages could not be installed, see above; is there a network?\n"


def test_interrupt_ends_without_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(args: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "start", interrupted)
    assert run.main() == 130


@on_linux
def test_window_without_display_is_refused(checkout: Checkout) -> None:
    done = checkout.start("--window")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "No display was found, so there is nowhere to show a window.\n"


@on_linux
@pytest.mark.parametrize(
    ("args", "told"), [([], True), (["photo.png"], True), (["ask", "a"], False), (["test"], False)]
)
def test_without_display_qt_paints_off_screen(
    checkout: Checkout, args: list[str], told: bool
) -> None:
    done = checkout.start(*args)
    assert json.loads(done.stdout)["env"]["QT_QPA_PLATFORM"] == "offscreen"
    assert ("painted off screen" in done.stderr) == told


@on_linux
def test_chosen_qt_platform_is_kept(checkout: Checkout) -> None:
    done = checkout.start(QT_QPA_PLATFORM="minimal")
    assert json.loads(done.stdout)["env"]["QT_QPA_PLATFORM"] == "minimal"
    assert done.stderr == ""


# --- uv ----------------------------------------------------------------------------------------


def test_unresponsive_uv_is_skipped(tmp_path: Path) -> None:
    shim = script(tmp_path / "shims" / "uv", "exit 127\n")
    works = script(tmp_path / "bin" / "uv", "exit 0\n")
    folders = [str(tmp_path), str(shim.parent), str(works.parent)]
    assert run.find_uv(folders) == str(works)
    assert run.find_uv(folders[:2]) is None


def test_uv_is_installed_into_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    python = script(tmp_path / "python", f'echo "$@" > {tmp_path}/called\n')
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr(run, "UV_TOOL", "/checkout/.uv-tool")
    assert run.install_uv() == "/checkout/.uv-tool/bin/uv"
    called = (tmp_path / "called").read_text()
    assert called.startswith("-m pip install ")
    assert re.search(r" --target /checkout/\.uv-tool uv==[\d.]+\n$", called)
    assert capsys.readouterr().err == "Installing uv into /checkout/.uv-tool\n"


def test_python_without_pip_explains_how_to_install_pip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = script(tmp_path / "python", f'exec "{sys.executable}" -I -S "$@"\n')
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(run.Refusal, match=r"no pip .*docs\.astral\.sh"):
        run.install_uv()
    script(tmp_path / "apt-get", "exit 0\n")
    with pytest.raises(run.Refusal, match=r"no pip .*: apt-get install python3-pip$"):
        run.install_uv()


def test_failing_pip_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = script(tmp_path / "python", "echo a warning >&2; echo unreachable >&2; exit 1\n")
    monkeypatch.setattr(sys, "executable", str(python))
    with pytest.raises(run.Refusal, match=r"is there a network.* pip says: unreachable$"):
        run.install_uv()


# --- system libraries --------------------------------------------------------------------------

ABSENT = {"libduologue-absent.so.1": "libduologue-absent1"}


def test_libraries_follow_the_qt_platform() -> None:
    assert run.needed_libraries("darwin", {}) == {}
    assert "libEGL.so.1" in run.needed_libraries("linux", {"QT_QPA_PLATFORM": "offscreen"})
    offscreen = run.needed_libraries("linux", {"QT_QPA_PLATFORM": "offscreen"})
    assert "libxcb-cursor.so.0" not in offscreen
    for env in ({}, {"QT_QPA_PLATFORM": "wayland;xcb"}):
        assert run.needed_libraries("linux", env).keys() > offscreen.keys()


@pytest.mark.parametrize("command", ["lint", "test"])
def test_lint_has_the_libraries_of_its_tools(command: str) -> None:
    assert "libgssapi_krb5.so.2" in run.needed_libraries("linux", {}, command)
    assert "libgssapi_krb5.so.2" not in run.needed_libraries("linux", {}, "ask")
    assert run.needed_libraries("darwin", {}, command) == {}


def test_present_libraries_need_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    present = {"linux": "libc.so.6", "darwin": "libSystem.B.dylib"}[sys.platform]
    run.provide_libraries({present: "never-installed"})


def test_missing_libraries_are_named_where_there_is_no_apt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(run.Refusal, match=r"please install: libduologue-absent\.so\.1$"):
        run.provide_libraries(ABSENT)


def test_user_is_told_the_sudo_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apt = script(tmp_path / "apt-get", f": > {tmp_path}/called\n")
    monkeypatch.setenv("PATH", str(apt.parent))
    monkeypatch.setattr(run.os, "geteuid", lambda: 1000)
    line = "sudo apt-get install --no-install-recommends libduologue-absent1$"
    with pytest.raises(run.Refusal, match=line):
        run.provide_libraries(ABSENT)
    assert not (tmp_path / "called").exists()


def test_root_installs_after_updating_empty_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, updated = tmp_path / "log", tmp_path / "updated"
    body = f'echo "$1" >> {log}; [ "$1" = update ] && : > {updated}; [ -e {updated} ]\n'
    apt = script(tmp_path / "apt-get", body)
    monkeypatch.setenv("PATH", str(apt.parent))
    monkeypatch.setattr(run.os, "geteuid", lambda: 0)
    run.provide_libraries(ABSENT)
    assert log.read_text().split() == ["install", "update", "install"]


def test_failing_apt_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apt = script(tmp_path / "apt-get", "echo E: no room >&2; exit 100\n")
    monkeypatch.setenv("PATH", str(apt.parent))
    monkeypatch.setattr(run.os, "geteuid", lambda: 0)
    with pytest.raises(run.Refusal, match=r"E: no room$"):
        run.provide_libraries(ABSENT)


# --- the machine -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("python", "system", "machine", "libc", "words"),
    [
        ((3, 7, 9), "linux", "x86_64", "glibc 2.36", "Python 3.8 or newer .* this is 3.7"),
        ((3, 12, 1), "darwin", "x86_64", "", "Apple silicon"),
        ((3, 12, 1), "linux", "x86_64", "glibc 2.31", "glibc 2.35 or newer .* glibc 2.31"),
        ((3, 12, 1), "linux", "x86_64", "", "glibc 2.35 or newer .* another C library"),
        ((3, 12, 1), "win32", "", "", "not on win32"),
    ],
)
def test_unsupported_machine_gets_one_sentence(
    python: tuple[int, ...], system: str, machine: str, libc: str, words: str
) -> None:
    assert re.search(words, run.unsupported(python, system, machine, libc))


@pytest.mark.parametrize(
    ("system", "machine", "libc"),
    [
        ("darwin", "arm64", ""),
        ("linux", "x86_64", "glibc 2.35"),
        ("linux", "x86_64", "glibc 2.100"),
    ],
)
def test_supported_machine(system: str, machine: str, libc: str) -> None:
    assert run.unsupported((3, 8, 0), system, machine, libc) is None


def test_script_keeps_to_python_3_8() -> None:
    tree = ast.parse(SOURCE.read_text(), feature_version=(3, 8))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    arguments = [node for node in ast.walk(tree) if isinstance(node, ast.arg)]
    notes = [node.returns for node in functions] + [node.annotation for node in arguments]
    unquoted = [note for note in notes if isinstance(note, ast.Subscript | ast.BinOp)]
    assert not unquoted
