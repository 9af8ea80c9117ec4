"""The files that ship with the application, and the names of models for people."""

from pathlib import Path

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
DOT = RESOURCES / "dot"


def model_name(model_id: str) -> str:
    """Return the name of a model's folder; the built-in one has a name of its own, also where the
    application was installed elsewhere before."""
    path = Path(model_id)
    return "Dot" if path.parts[-2:] == DOT.parts[-2:] else path.name
