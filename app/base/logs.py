"""Sets the level of our own loggers; those of root and the libraries never change."""

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

OURS = ("app", "engine", "ui")
LEVELS = ("debug", "info", "warning", "error")


def set_level(name: str) -> None:
    """`name` is one of LEVELS."""
    for tree in OURS:
        logging.getLogger(tree).setLevel(name.upper())


def level(text: str) -> str:
    """Return a level in lower case, as the type of a command-line option."""
    if text.lower() not in LEVELS:
        from argparse import ArgumentTypeError  # noqa: PLC0415  the window needs no parser

        raise ArgumentTypeError(f"{text!r} is none of {', '.join(LEVELS)}")
    return text.lower()


def add_option(parser: "argparse.ArgumentParser") -> None:
    parser.add_argument(
        "--log-level",
        type=level,
        metavar="LEVEL",
        help="what is written to stderr: debug, info, warning (default) or error",
    )
