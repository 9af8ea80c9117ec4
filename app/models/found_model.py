"""A model as the search of a root finds it."""

from engine.frozen import frozen
from engine.messages import ModelFacts


@frozen
class FoundModel:
    """A model on disk. `path` is its folder, or a GGUF file; `identity` is the same for two paths
    to one folder. `state` changes when one of its files does, `size` is in bytes. `facts`,
    `problem` and `notes` are as in LibraryModel, and are read after the others. `modified` is the
    time of the newest file, in seconds since 1970. `ours` is True if we downloaded or
    converted it."""

    path: str
    identity: str
    state: str
    size: int
    repository: str = ""
    facts: ModelFacts | None = None
    problem: str = ""
    notes: tuple[str, ...] = ()
    modified: float = 0.0
    ours: bool = False
