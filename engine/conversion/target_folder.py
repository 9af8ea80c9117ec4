"""The new folder of a converted model: whole, or not there."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from tempfile import mkdtemp

from engine.checkpoints.model_settings import CONVERTED, DATA_SUFFIXES
from engine.errors import Refused, reason
from engine.models import loader
from engine.sentences import say_size
from engine.system.files import read_file

# The name of a folder that is being written; a dot keeps it out of the library.
PREFIX = ".duologue-converting-"
# Bytes beside the weights: tokenizer, settings, the index.
OTHER_FILES = 100 << 20
# Files of the original that the new weights replace.
REPLACED = frozenset({"config.json", "model.safetensors.index.json"})
# Texts that belong to the weights, too.
TEXTS = ("LICENSE*", "NOTICE*", "README.md")
MAX_TEXT = 4 << 20


def check_target(target: Path, size: int) -> None:
    """Raise Refused if a folder with weights of `size` bytes cannot be made."""
    if os.path.lexists(target):
        raise Refused(
            "There is already a folder {name} in {folder}. Choose another recipe, or move that "
            "folder away.",
            name=target.name,
            folder=str(target.parent),
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(target.parent).free
    except OSError as error:
        raise _not_written(target, error) from error
    if size + OTHER_FILES > free:
        raise Refused(
            "The result needs {needed} on the disk of {folder}, but only {free} is "
            "free. Free some space, or choose fewer bits.",
            needed=say_size(size + OTHER_FILES),
            folder=str(target.parent),
            free=say_size(free),
        )


@contextmanager
def partial_folder(target: Path) -> Iterator[Path]:
    """Provide an empty folder beside `target`, which is removed with all that is still in it.
    Raises Refused."""
    try:
        _remove_left(target.parent)
        partial = Path(mkdtemp(prefix=PREFIX, dir=target.parent))
    except OSError as error:
        raise _not_written(target, error) from error
    with ExitStack() as ending:
        with suppress(OSError):
            # disks without locks have no folders removed that a killed process has left
            ending.callback(os.close, _hold(partial))
        ending.callback(shutil.rmtree, partial, ignore_errors=True)
        yield partial


def complete(partial: Path, view: Path, original: Path, target: Path) -> None:
    """Add what belongs to the weights and give the folder its name, once a model can be loaded from
    it. `view` is the safe view of the `original`. Raises Refused."""
    try:
        for path in sorted(view.iterdir()):
            data = path.suffix in DATA_SUFFIXES - {".safetensors"} and path.name not in REPLACED
            if data and path.is_file():
                shutil.copyfile(path, partial / path.name)
        _copy_texts(original, partial)
        (partial / CONVERTED).touch()
        loader.examine_model(str(partial))
        # the folder of a temporary file is private
        partial.chmod(0o755)
        check_target(target, 0)
        partial.rename(target)
    except OSError as error:
        raise _not_written(target, error) from error


def _copy_texts(original: Path, partial: Path) -> None:
    """Copy the licence and the card of the original, as far as they can be read."""
    for pattern in TEXTS:
        for path in original.glob(pattern):
            with suppress(OSError):
                (partial / path.name).write_bytes(read_file(path, MAX_TEXT))


def _remove_left(parent: Path) -> None:
    """Remove the folders of killed processes: those that nobody holds."""
    for path in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            held = _hold(path)
            shutil.rmtree(path, ignore_errors=True)
            os.close(held)


def _hold(folder: Path) -> int:
    """Lock a folder until the descriptor is closed, or this process is killed. Raises OSError for a
    link, and if another process holds it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _not_written(target: Path, error: OSError) -> Refused:
    return Refused(
        "{folder} could not be written: {reason}. Check the disk and try again.",
        folder=str(target),
        reason=reason(error),
    )
