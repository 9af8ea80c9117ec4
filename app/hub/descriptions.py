"""Reads what models on the hub are, for the rows that are in sight, and remembers it."""

import hashlib
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, QTimer, Signal

from app.hub import hub_client, remote_files, search, wanted_files
from app.hub.access import HubAccess
from app.hub.errands import Errand, Errands
from app.hub.fact_cache import Description, key, read_cache, write_cache
from engine.checkpoints import description
from engine.errors import Refused
from engine.sentences import say
from ui.state.hub_state import HubModel

# Models that are read at once, each with several connections.
AT_ONCE = 3
# Milliseconds from a new description to the disk.
SAVE_MS = 500
INDEX = "model.safetensors.index.json"
MAX_INDEX = 32 << 20


class Descriptions(QObject):
    """Used on the Qt thread. `described` has a HubModel with facts or a problem. `sums` are the
    checksums that our list has for indexes of weights, by `key`."""

    described = Signal(object)

    def __init__(self, folder: Path, sums: dict[str, str], parent: QObject) -> None:
        super().__init__(parent)
        self._folder = folder
        self._sums = sums
        self._errands = Errands(AT_ONCE, self)
        self._known: dict[str, Description] = {}
        self._asked: dict[str, Errand] = {}
        self._loaded = False
        self._save = QTimer(self, singleShot=True, interval=SAVE_MS)
        self._save.timeout.connect(self._start_saving)

    def known(self, model: HubModel) -> HubModel:
        """Return a model with what is remembered of it."""
        found = self._known.get(key(model.repository, model.revision))
        return _with(model, found) if found else model

    def wish(self, access: HubAccess, model: HubModel, *, again: bool = False) -> None:
        """Have a model described, unless that is under way or was done; with `again`, also if the
        hub could not be asked the last time."""
        known = model.facts or model.problem or (model.unread and not again)
        if known or model.repository in self._asked:
            return
        work = partial(_described, self._folder, self._sums, model)
        if self._loaded:
            work = partial(_described, None, self._sums, model)
        self._asked[model.repository] = self._errands.add(
            access, work, partial(self._take, model), partial(self._fail, model)
        )

    def forget_wishes(self, kept: str = "") -> None:
        """Stop reading models that are not in sight any more; that of the repository `kept` is."""
        for repository in self._asked.keys() - {kept}:
            self._asked.pop(repository).stop()

    def close(self, timeout: float) -> bool:
        """Stop reading. Return False if a thread has not ended after `timeout` seconds."""
        if self._save.isActive():
            self._save.stop()
            self._start_saving().join(timeout)
        return self._errands.close(timeout)

    def _take(
        self, asked: HubModel, result: tuple[HubModel, Description, dict[str, Description]]
    ) -> None:
        model, found, kept = result
        self._loaded = True
        self._known = {**kept, **self._known}
        self._known[key(model.repository, model.revision)] = found
        self._asked.pop(asked.repository, None)
        self._save.start()
        self.described.emit(_with(model, found))

    def _fail(self, model: HubModel, sentence: str) -> None:
        self._asked.pop(model.repository, None)
        self.described.emit(replace(model, unread=sentence))

    def _start_saving(self) -> Thread:
        work = partial(write_cache, self._folder, dict(self._known))
        thread = Thread(target=work, name="hub", daemon=True)
        thread.start()
        return thread


def _described(
    folder: Path | None, sums: dict[str, str], model: HubModel, client: "hub_client.HubClient"
) -> tuple[HubModel, Description, dict[str, Description]]:
    """Return the model, what it is, and what the disk remembers if there is a `folder`. Called on
    a worker thread; raises Refused."""
    kept = read_cache(folder) if folder else {}
    if model.revision and (found := kept.get(key(model.repository, model.revision))):
        return model, found, kept
    told, sizes = search.model_info(client, model.repository, model.revision)
    told = replace(told, licence=told.licence or model.licence)
    _check_index(client, told, sums, sizes)
    files = remote_files.read_remote_files(client, told.repository, told.revision, sizes)
    size = sum(sizes[name] for name in wanted_files.wanted_names(sizes))
    found = Description(
        description.describe(files),
        description.problem_of(files),
        size,
        told.licence or files.licence,
    )
    return told, found, kept


def _check_index(
    client: "hub_client.HubClient", model: HubModel, sums: dict[str, str], sizes: dict[str, int]
) -> None:
    """Raise Refused for a recommended model whose weights are not those that we measured."""
    wanted = sums.get(key(model.repository, model.revision))
    if not wanted:
        return
    data = b""
    if INDEX in sizes:
        data = client.file(model.repository, model.revision, INDEX, MAX_INDEX)
    if hashlib.sha256(data).hexdigest() != wanted:
        raise Refused(
            say(
                "This is not the model that Duologue recommends: its list of weights "
                "differs. Check the address of the mirror in Settings › Models."
            )
        )


def _with(model: HubModel, found: Description) -> HubModel:
    return replace(
        model,
        facts=found.facts,
        problem=found.problem,
        unread="",
        size=found.size or model.size,
        licence=model.licence or found.licence,
    )
