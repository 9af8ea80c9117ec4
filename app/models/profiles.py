"""Stores what people chose on the pages of models in `profiles.json`, and attaches adapters."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from app.base.chores import Chores
from app.base.disk import read_json
from app.base.json_values import json_value, restored
from app.models.choices_file import ChoicesFile, FileWords, versioned
from app.models.variants import make_variant, remove_variant, variants
from engine.checkpoints import adapter_files, tensor_headers, weight_files
from engine.errors import Refused
from engine.messages import ModelProfile
from engine.plain_names import model_name
from engine.sentences import SentenceTemplate, say
from ui.state.workspace import Workspace

NAME = "profiles.json"
FORMAT, VERSION = "duologue-profiles", 1
# Identifies the notice that profiles could not be saved.
PROFILES = "profiles"
# A chat template takes some 10 kB.
MAX_BYTES = 16_000_000
MAX_ID = 1 << 31
_WORDS = FileWords(
    damaged=SentenceTemplate(
        "The choices for your models were damaged and cannot be read. The damaged file is kept as "
        "{path}."
    ),
    blocked=SentenceTemplate(
        "The choices for your models in {path} are left as they are, and changes are not saved. "
        "{reason}"
    ),
    not_saved=SentenceTemplate(
        "The choices for this model could not be written to {path}: {reason}. Check the "
        "disk, then make the change again."
    ),
)


class Profiles(QObject):
    """The profiles in the library of the workspace, saved whenever they change. A damaged file is
    set aside as a whole; one of a newer version is never overwritten."""

    def __init__(self, home: Path, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._home = home
        self._notices = workspace.notices
        self._library = workspace.library
        self._file = ChoicesFile(home / NAME, MAX_BYTES, workspace.notices, PROFILES, _WORDS)
        self._chores = Chores("adapter", self)
        self._fill()
        requests = workspace.profile_requests
        requests.changed.connect(self._change)
        requests.start_chosen.connect(self._choose_start)
        requests.adapter_attached.connect(self._attach)
        requests.adapter_removed.connect(self._remove)

    def _change(self, profile: ModelProfile) -> None:
        if profile != self._library.profile(profile.model_id):
            self._library.set_profile(profile)
            self._save()

    def _choose_start(self, model_id: str, on: bool) -> None:
        others = self._library.at_start - {model_id}
        self._library.set_at_start(others | {model_id} if on else others)
        self._save()

    # --- adapters -----------------------------------------------------------------------------

    def _attach(self, model_id: str, adapter: str) -> None:
        """Check an adapter on a thread: its disk may be slow."""
        base = self._library.profile(model_id).folder or model_id
        work = partial(_check_adapter, base, adapter)
        self._chores.do(work, partial(self._on_checked, base, adapter))

    def _on_checked(self, base: str, adapter: str, found: tuple[int, str]) -> None:
        nbytes, problem = found
        model_id = ""
        if not problem:
            model_id, problem = self._make(base, adapter, nbytes)
        self._library.adapter_answered.emit(base, model_id, problem)

    def _make(self, base: str, adapter: str, nbytes: int) -> tuple[str, str]:
        """Return the id of the model with the adapter, or the reason why there is none."""
        try:
            made = make_variant(self._home, base, adapter, nbytes)
        except OSError as error:
            return "", _WORDS.save_failed(self._home, error)
        known = self._library.profile(made.model_id)
        # The base's template and stop tokens go with its adapter.
        of_base = self._library.profile(base)
        chosen = replace(known, chat_template=of_base.chat_template, stop_ids=of_base.stop_ids)
        of_adapter = {"adapter": adapter, "adapter_bytes": made.nbytes}
        self._change(replace(chosen, folder=base, **of_adapter))
        return made.model_id, ""

    def _remove(self, model_id: str) -> None:
        try:
            remove_variant(self._home, model_id)
        except OSError as error:
            self._notices.show(_WORDS.save_failed(Path(model_id), error), "error", PROFILES)
            return
        self._library.remove_profile(model_id)
        self._library.set_at_start(self._library.at_start - {model_id})
        self._save()

    # --- the file -----------------------------------------------------------------------------

    def _fill(self) -> None:
        profiles, at_start = self._file.load(_profiles, ({}, frozenset()))
        self._library.profiles = _with_adapters(self._home, profiles)
        self._library.at_start = at_start

    def _save(self) -> None:
        self._file.save(self._json())

    def _json(self) -> dict[str, Any]:
        every = self._library.profiles.values()
        chosen = [json_value(it) for it in every if it != ModelProfile(it.model_id)]
        at_start = sorted(self._library.at_start)
        return {"format": FORMAT, "version": VERSION, "profiles": chosen, "at_start": at_start}


def _check_adapter(base: str, adapter: str) -> tuple[int, str]:
    """Return the size of an adapter in bytes, and the reason why it cannot be attached or "".
    Called on a thread."""
    try:
        found = adapter_files.read_adapter(Path(adapter))
        tensors = tensor_headers.read_tensors(weight_files.shards(Path(base)))
        adapter_files.check_base(found, tensors, Path(base))
    except Refused as error:
        return 0, str(error)
    except (OSError, ValueError):
        return 0, say(
            "The weights of {model} cannot be read. Check that its disk is connected.",
            model=model_name(base),
        )
    return found.nbytes, ""


def read_profiles(home: Path) -> dict[str, ModelProfile]:
    """Return the saved profiles by model, those with an adapter included. Raises OSError, and
    ValueError or RecursionError for a file that cannot be used; changes nothing."""
    profiles: dict[str, ModelProfile] = {}
    if (home / NAME).exists():
        profiles, _ = _profiles(read_json(home / NAME, MAX_BYTES))
    return _with_adapters(home, profiles)


def _with_adapters(home: Path, profiles: dict[str, ModelProfile]) -> dict[str, ModelProfile]:
    """Return the profiles and those of all models with an adapter."""
    found = dict(profiles)
    for it in variants(home):
        known = found.get(it.model_id, ModelProfile(it.model_id))
        of_adapter = {"adapter": it.adapter, "adapter_bytes": it.nbytes}
        found[it.model_id] = replace(known, folder=it.base, **of_adapter)
    return found


def _profiles(found: Any) -> tuple[dict[str, ModelProfile], frozenset[str]]:
    """Return the profiles by model, and the models of the start. Raises ValueError."""
    found = versioned(found, FORMAT, VERSION)
    listed, at_start = found.get("profiles"), found.get("at_start", [])
    if not isinstance(listed, list) or not isinstance(at_start, list):
        raise ValueError("its profiles are not a list")
    profiles = [_checked(restored(ModelProfile, it)) for it in listed]
    return (
        {it.model_id: it for it in profiles},
        frozenset(it for it in at_start if isinstance(it, str)),
    )


def _checked(profile: ModelProfile) -> ModelProfile:
    """Return a profile with ids that a tokenizer may have."""
    return replace(profile, stop_ids=tuple(it for it in profile.stop_ids if 0 <= it < MAX_ID))
