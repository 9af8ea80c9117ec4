"""Moves a model of our own folder to the trash; nothing else is ever deleted."""

from pathlib import Path

from engine.errors import Refused
from engine.sentences import say

# Folders of makers may stand between our own folder and a model.
MAX_DEPTH = 2


def real_folder(folder: Path, own: Path) -> Path:
    """Return the real path of a model in our own folder, which no link leads to. Raises Refused for
    any other folder."""
    try:
        real, place = folder.resolve(strict=True), own.resolve(strict=True)
        inner = folder.relative_to(own).parts
    except (OSError, ValueError) as error:
        raise Refused(_not_ours(folder)) from error
    plain = ".." not in inner and real == place.joinpath(*inner)
    if not plain or not 1 <= len(inner) <= MAX_DEPTH or not real.is_dir():
        raise Refused(_not_ours(folder))
    if own.is_symlink() or (len(inner) < MAX_DEPTH and _holds_models(real)):
        raise Refused(_not_ours(folder))
    return real


def _holds_models(folder: Path) -> bool:
    """Return True for the folder of a maker."""
    described = ((folder / name).exists() for name in ("config.json", "model_index.json"))
    return not any(described) and any(it.is_dir() for it in folder.iterdir())


def move_to_trash(folder: Path, own: Path) -> None:
    """Move the folder of a model to the system's trash. Raises Refused; nothing is gone then."""
    # the trash of some systems takes 50 ms to import
    from send2trash import send2trash  # noqa: PLC0415

    # not resolved again: a link could have taken its place
    real = real_folder(folder, own)
    try:
        send2trash(real)
    except Exception as error:
        # each system's trash raises errors of its own
        raise Refused(
            "{name} could not be moved to the trash: {reason}. Delete its folder {folder} by hand.",
            name=folder.name,
            reason=getattr(error, "strerror", None) or say("the system refused"),
            folder=str(folder),
        ) from error
    if folder.exists():
        raise Refused(
            "{name} could not be moved to the trash: the system refused. Delete its folder "
            "{folder} by hand.",
            name=folder.name,
            folder=str(folder),
        )


def _not_ours(folder: Path) -> str:
    return say(
        "{name} is not a model in Duologue's own folder, so Duologue does not delete it. Delete "
        "its folder {folder} by hand.",
        name=folder.name,
        folder=str(folder),
    )
