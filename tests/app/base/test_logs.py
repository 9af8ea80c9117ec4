"""The log level applies to our own loggers, never to root or a library."""

import logging
import subprocess
import sys

import pytest

from app.__main__ import main_parser
from app.base import logs
from app.cli import ask_options

OTHERS = ("", "transformers", "PIL", "asyncio", "application", "engineering")


def test_only_our_own_loggers_change() -> None:
    before = {name: logging.getLogger(name).level for name in OTHERS}
    for level in ("debug", "error"):
        logs.set_level(level)
        assert {name: logging.getLogger(name).level for name in OTHERS} == before
        for name in ("app.requests.chat_models", "engine.engine", "ui.look.theme"):
            assert logging.getLogger(name).getEffectiveLevel() == getattr(logging, level.upper())


@pytest.mark.parametrize("build", [main_parser, ask_options.ask_parser], ids=["window", "ask"])
@pytest.mark.parametrize("given", ["debug", "DEBUG", "Debug"])
def test_a_level_is_accepted_in_any_case(build, given: str) -> None:
    assert build().parse_args(["--log-level", given]).log_level == "debug"


@pytest.mark.parametrize("command", [["--log-level", "loud"], ["ask", "--log-level", "loud", "hi"]])
def test_a_wrong_level_is_reported(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "app", *command], capture_output=True, text=True)
    assert done.returncode == 2
    assert "'loud' is none of debug, info, warning, error" in done.stderr
