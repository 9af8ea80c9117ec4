"""The parser of the command line: a wrong option costs two lines, not the whole usage."""

import argparse
from typing import NoReturn

from app.cli.terminal import visible_controls


class OptionParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Exit with the reason alone: the usage, of 20 lines, would stand between the command and
        it. Control characters of an argument are shown visibly."""
        shown = visible_controls(message)
        self.exit(2, f"{self.prog}: error: {shown}\n{self.prog} --help lists the options.\n")
