"""Where the files are that ship with the application."""

from pathlib import Path

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
DOT = RESOURCES / "dot"
