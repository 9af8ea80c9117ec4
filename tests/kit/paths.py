"""Folders of the project."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOT = ROOT / "resources" / "dot"
# A model that drafts for Dot.
DASH = ROOT / "tests" / "assets" / "dash"
# A model with a drafting head of its own.
DIT = ROOT / "tests" / "assets" / "dit"
