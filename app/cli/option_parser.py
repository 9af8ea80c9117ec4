"""The parser of the command line: a wrong option costs two lines, not the whole usage."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from app.cli.terminal import visible_controls, write_error, writing_output
from engine.sentences import say_value

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


class OptionParser(argparse.ArgumentParser):
    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Raises Unwritable."""
        with writing_output() as out:
            super().print_help(file or out)
            out.flush()

    def error(self, message: str) -> NoReturn:
        """Exit with the reason alone: the usage, of 20 lines, would stand between the command and
        it. Control characters of an argument are shown visibly."""
        shown = visible_controls(message)
        write_error(f"{self.prog}: error: {shown}\n{self.prog} --help lists the options.\n")
        self.exit(2)


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{say_value(text)} is not a number") from error


def integer(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{say_value(text)} is not a whole number") from error


def file_name(text: str) -> Path:
    """Return the path. An empty one, as an unset variable of a script, would be the current
    folder."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)
