#!/usr/bin/env python3
"""Start Duologue, or run its tests, from a fresh checkout with only Python 3.8 or newer.

python3 packaging/run.py              open the window
python3 packaging/run.py --window     open the window, or fail without a display
python3 packaging/run.py ask ...      answer in the terminal
python3 packaging/run.py serve ...    answer other programs, without a window
python3 packaging/run.py test         run lint, pyright and all tests
python3 packaging/run.py test --fast  run lint and the quick tests, without tests/slow_files.txt
python3 packaging/run.py test PATH... run only these tests; all arguments go to pytest
python3 packaging/run.py lint         run only lint and pyright

All other arguments go to the app. Missing parts are installed first: uv, Qt's system libraries (on
Debian and Ubuntu, as root) and, by uv, the packages of uv.lock.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys

# Quoted annotations are not evaluated, which Python 3.8 could not do.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
UV_TOOL = os.path.join(ROOT, ".uv-tool")
# Pinned to the tested version; a later one may read uv.lock differently.
UV = "uv==0.13.9"
UV_PAGE = "https://docs.astral.sh/uv/getting-started/installation/"

# Shared libraries and the Debian packages that contain them.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
}
DISPLAY_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
# lupdate, which finds stale translations, is linked with Qt Network.
LINT_LIBRARIES = {"libgssapi_krb5.so.2": "libgssapi-krb5-2"}
UNSEEN = (
    "No display was found, so the window is painted off screen where nobody sees it:"
    " use `ask` for answers in the terminal; Ctrl-C ends this."
)
# The tests of a file run in one process, to share fixtures. Files keep their order: those with few
# tests may take longest and must not run last.
BY_FILE = ["--dist", "loadfile", "--no-loadscope-reorder"]
# Each test process takes up to 1 GB and imports all tests first: more of them gain no time.
MAX_PROCESSES = 8
# Options that need a single process, or that choose the processes themselves.
ALONE = ("-n", "--numprocesses", "--dist", "-p", "-s", "--capture", "--pdb", "--trace", "--co")
# Together these take 2 s.
LINT = [
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["lint-imports"],
    ["python", "packaging/translate.py", "--check"],
]
TYPES = ["pyright"]
WINDOWLESS = {"ask", "serve", "--probe"}
# Options for which lint and pyright are not run.
CHOOSING = ("-k", "-m", "--lf", "--last-failed", "--co", "-h", "--help", "--version")
PYTEST_TAKES_A_WORD = {"-k", "-m", "-n", "-o", "-p", "-r", "-W", "--durations", "--maxfail"}


class Refusal(Exception):
    """One sentence that tells the user why nothing was started."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


# --- the machine -------------------------------------------------------------------------------


def unsupported(python: "tuple[int, ...]", system: str, machine: str, libc: str) -> "str | None":
    if python < (3, 8):
        return "Python 3.8 or newer is needed to start Duologue; this is {}.{}.".format(*python)
    if system == "darwin" and machine == "x86_64":
        return (
            "Duologue needs a Mac with Apple silicon, since MLX is not made for Intel"
            " (on Apple silicon, use an arm64 Python instead of one under Rosetta)."
        )
    if system == "linux" and glibc_version(libc) < (2, 35):
        found = libc or "another C library"
        return f"MLX needs glibc 2.35 or newer (Debian 12, Ubuntu 22.04); this system has {found}."
    if system not in ("darwin", "linux"):
        return f"Duologue runs on macOS and Linux, not on {system}."
    return None


def glibc_version(libc: str) -> "tuple[int, ...]":
    name, _, version = libc.partition(" ")
    return tuple(map(int, version.split(".")[:2])) if name == "glibc" else ()


def host_libc() -> str:
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (ValueError, OSError):  # macOS, musl
        return ""


def check_machine() -> None:
    machine = os.uname().machine if hasattr(os, "uname") else ""
    sentence = unsupported(sys.version_info[:3], sys.platform, machine, host_libc())
    if sentence:
        raise Refusal(sentence)


# --- display and system libraries --------------------------------------------------------------


def has_display(system: str, env: "dict[str, str]") -> bool:
    return system != "linux" or bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


def take_window_flag(args: "list[str]", display: bool) -> "list[str]":
    """Return the arguments without `--window`. Raises Refusal if there is no display."""
    if "--window" not in args or args[0] in ("ask", "test", "lint"):
        return args
    if not display:
        raise Refusal("No display was found, so there is nowhere to show a window.", 2)
    return [arg for arg in args if arg != "--window"]


def needed_libraries(system: str, env: "dict[str, str]", command: str = "") -> "dict[str, str]":
    if system != "linux":
        return {}
    on_display = env.get("QT_QPA_PLATFORM", "xcb").startswith(("xcb", "wayland"))
    shown = {**QT_LIBRARIES, **DISPLAY_LIBRARIES} if on_display else QT_LIBRARIES
    return {**shown, **LINT_LIBRARIES} if command in ("lint", "test") else shown


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def provide_libraries(libraries: "dict[str, str]") -> None:
    missing = [library for library in libraries if not loads(library)]
    if not missing:
        return
    if not shutil.which("apt-get"):
        raise Refusal(f"Qt needs these shared libraries, please install: {', '.join(missing)}")
    packages = [libraries[library] for library in missing]
    if os.geteuid() != 0:
        command = "sudo apt-get install --no-install-recommends"
        raise Refusal(f"Qt needs system libraries: {command} {' '.join(packages)}")
    apt_install(packages)


def apt_install(packages: "list[str]") -> None:
    say(f"Installing the system libraries of Qt: {' '.join(packages)}")
    options = ["-qq", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120"]
    install = ["apt-get", "install", *options, *packages]
    # A fresh system has no package lists, and an old one has stale lists.
    problem = complaint(install) and (complaint(["apt-get", "update", "-qq"]) or complaint(install))
    if problem:
        raise Refusal(f"apt-get could not install the system libraries of Qt: {problem}")


# --- uv and the packages -----------------------------------------------------------------------


def find_uv(folders: "list[str]") -> "str | None":
    return next((uv for uv in (os.path.join(f, "uv") for f in folders) if answers(uv)), None)


def answers(uv: str) -> bool:
    # A pyenv shim is executable even if it leads to no uv.
    return os.access(uv, os.X_OK) and not complaint([uv, "--version"])


def uv_folders() -> "list[str]":
    home = os.path.expanduser("~")
    return [
        *os.get_exec_path(),
        os.path.join(home, ".local", "bin"),
        os.path.join(home, ".cargo", "bin"),
        "/opt/homebrew/bin",
        os.path.join(UV_TOOL, "bin"),
    ]


def install_uv() -> str:
    say(f"Installing uv into {UV_TOOL}")
    # PEP 668 systems allow --target but not a plain install.
    options = ["--quiet", "--disable-pip-version-check", "--upgrade", "--target", UV_TOOL]
    problem = complaint([sys.executable, "-m", "pip", "install", *options, UV])
    if problem:
        raise Refusal(pip_advice(problem, has_apt=bool(shutil.which("apt-get"))))
    return os.path.join(UV_TOOL, "bin", "uv")


def pip_advice(problem: str, has_apt: bool) -> str:
    if not problem.endswith("No module named pip"):
        return f"uv could not be installed; is there a network? pip says: {problem}"
    if has_apt:
        return "This Python has no pip to install uv with: apt-get install python3-pip"
    return f"This Python has no pip to install uv with; install uv as shown at {UV_PAGE}"


def sync(uv: str, groups: "list[str]") -> None:
    """Bring .venv up to date. `uv run` prints nothing if it already is, unlike `uv sync`."""
    env = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    if sys.platform == "linux":
        # Distributions optimize their Python by profiles, pyenv does not: tests take 15 % longer.
        env["PATH"] = os.pathsep.join(["/usr/bin", *os.get_exec_path()])
    if subprocess.call([uv, "run", "--locked", *groups, "true"], cwd=ROOT, env=env):
        raise Refusal("The packages could not be installed, see above; is there a network?")


# --- start -------------------------------------------------------------------------------------


def from_cwd(args: "list[str]", cwd: str) -> "list[str]":
    """Return pytest's arguments with absolute paths, because pytest runs in the root."""
    if cwd == ROOT:
        return args

    def absolute(before: str, arg: str) -> str:
        path = os.path.join(cwd, arg.split("::")[0])
        named = not arg.startswith("-") and before not in PYTEST_TAKES_A_WORD
        return os.path.join(cwd, arg) if named and os.path.exists(path) else arg

    pairs = zip(["", *args], args)  # noqa: B905 - strict= came with Python 3.10
    return [absolute(before, arg) for before, arg in pairs]


def become(program: str, args: "list[str]", env: "dict[str, str]") -> "NoReturn":
    script = os.path.join(env["VIRTUAL_ENV"], "bin", program)
    os.execve(script, [script, *args], env)


def activated(env: "dict[str, str]") -> "dict[str, str]":
    venv = os.path.join(ROOT, env.get("UV_PROJECT_ENVIRONMENT", ".venv"))
    path = os.pathsep.join([os.path.join(venv, "bin"), *os.get_exec_path()])
    return {**env, "VIRTUAL_ENV": venv, "PATH": path}


def complaint(command: "list[str]") -> "str | None":
    """Run a command silently. Return None, or the last line that a failing command wrote."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env
        )
    except OSError as error:
        return str(error)
    lines = done.stderr.decode(errors="replace").split("\n")
    said = [line.strip() for line in lines if line.strip()]
    return (said or [f"exit code {done.returncode}"])[-1] if done.returncode else None


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def start(args: "list[str]") -> int:
    env = dict(os.environ)
    if args[:1] in (["-h"], ["--help"]):
        print(__doc__, flush=True)
        app = os.path.join(activated(env)["VIRTUAL_ENV"], "bin", "duologue")
        return become("duologue", args, activated(env)) if os.path.exists(app) else 0
    check_machine()
    display = has_display(sys.platform, env)
    args = take_window_flag(args, display)
    unseen = not display and not env.get("QT_QPA_PLATFORM")
    if unseen:
        env["QT_QPA_PLATFORM"] = "offscreen"
    provide_libraries(needed_libraries(sys.platform, env, "".join(args[:1])))
    uv = find_uv(uv_folders()) or install_uv()
    if args[:1] == ["lint"]:
        sync(uv, [])
        return lint(activated(env)) or finish(TYPES, begin_types(activated(env)))
    if args[:1] == ["test"]:
        sync(uv, [])
        return run_tests(from_cwd(args[1:], os.getcwd()), activated(env))
    sync(uv, ["--no-dev"])
    if unseen and not WINDOWLESS.intersection(args[:1]):
        say(UNSEEN)
    return become("duologue", args, activated(env))


# --- lint and tests ----------------------------------------------------------------------------


def begin(command: "list[str]", env: "dict[str, str]") -> "subprocess.Popen[bytes]":
    """Start a tool of the environment; `finish` must read its output."""
    script = os.path.join(env["VIRTUAL_ENV"], "bin", command[0])
    return subprocess.Popen(
        [script, *command[1:]],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def begin_types(env: "dict[str, str]") -> "subprocess.Popen[bytes]":
    python = os.path.join(env["VIRTUAL_ENV"], "bin", "python")
    return begin(["pyright", "--pythonpath", python], env)


def finish(command: "list[str]", process: "subprocess.Popen[bytes]") -> int:
    """Wait for a tool, show its output if it fails, and return its exit code."""
    output, _ = process.communicate()
    if process.returncode:
        say(output.decode(errors="replace").rstrip())
        say(f"Failed: {' '.join(command)}")
    return process.returncode


def lint(env: "dict[str, str]") -> int:
    """Return the exit code of the first tool that fails; later ones are not run."""
    return next((code for code in (finish(tool, begin(tool, env)) for tool in LINT) if code), 0)


def run_tests(args: "list[str]", env: "dict[str, str]") -> int:
    os.chdir(ROOT)
    if env.pop("PYTHONDONTWRITEBYTECODE", ""):
        # The tests start many processes; to compile the libraries in each takes 3 s of it.
        env["PYTHONPYCACHEPREFIX"] = os.path.join(ROOT, ".venv", "pycache")
    command = args if alone(args) else [*processes(), *args]
    if not is_selection(args):
        code = lint(env)
        if code or "--fast" not in args:
            return code or test_beside_types(command, env)
    return become("pytest", command, env)


def test_beside_types(args: "list[str]", env: "dict[str, str]") -> int:
    """Pyright takes 40 s of one core, which the tests do not always use."""
    types = begin_types(env)
    tests = subprocess.Popen([os.path.join(env["VIRTUAL_ENV"], "bin", "pytest"), *args], env=env)
    # Ctrl-C reaches both; pytest then cleans up and reports.
    interrupted = []
    signal.signal(signal.SIGINT, lambda number, _: interrupted.append(number))
    code = tests.wait()
    types_code = 0 if interrupted else finish(TYPES, types)
    return code or types_code


def processes() -> "list[str]":
    """A test process for each core that this one may use."""
    usable = getattr(os, "sched_getaffinity", None)
    cores = len(usable(0)) if usable else os.cpu_count() or 1
    return ["-n", str(min(cores, MAX_PROCESSES)), *BY_FILE]


def named_tests(args: "list[str]") -> "list[str]":
    pairs = zip(["", *args], args)  # noqa: B905 - strict= came with Python 3.10
    named = [arg for before, arg in pairs if before not in PYTEST_TAKES_A_WORD]
    return [arg for arg in named if not arg.startswith("-")]


def is_selection(args: "list[str]") -> bool:
    """Return True if the arguments choose some of the tests, by more than `--fast`."""
    return bool(named_tests(args)) or any(arg.startswith(CHOOSING) for arg in args)


def alone(args: "list[str]") -> bool:
    """Return True if a second process would not help, or is not wanted."""
    places = {arg.split("::")[0] for arg in named_tests(args)}
    one_file = len(places) == 1 and places.pop().endswith(".py")
    return one_file or any(arg.startswith(ALONE) for arg in args)


def main() -> int:
    try:
        return start(sys.argv[1:])
    except Refusal as refusal:
        say(str(refusal))
        return refusal.code
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
