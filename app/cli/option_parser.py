"""The parser of the command line: a wrong option costs two lines, not the whole usage."""

import argparse
from typing import TYPE_CHECKING, NoReturn

from app.cli.terminal import visible_controls, writing_output

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
        self.exit(2, f"{self.prog}: error: {shown}\n{self.prog} --help lists the options.\n")
