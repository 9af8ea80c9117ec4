"""The versions that all ranks of a group have to share."""

import json
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed

from engine.errors import Refused

# The versions of these decide about the messages between ranks and about their arithmetic.
_PACKAGES = ("duologue", "mlx", "mlx-lm", "mlx-vlm")


def version() -> str:
    """Return the versions as one text, such as "duologue 0.1.0, mlx 0.32.4"."""
    return ", ".join(f"{it} {_installed(it)}" for it in _PACKAGES)


def check_version(line: bytes) -> None:
    """Raise Refused if the place that a process was told comes from another version. Only this
    field is read: the others may have another form."""
    try:
        asked = json.loads(line)["version"]
    except (ValueError, LookupError, TypeError):
        asked = ""
    if asked != version():
        raise Refused(
            "A machine in the group has a different version ({found}). Install the same "
            "version as here: {asked}.",
            found=version(),
            asked=asked,
        )


def _installed(name: str) -> str:
    try:
        return installed(name)
    except PackageNotFoundError:
        return "?"
