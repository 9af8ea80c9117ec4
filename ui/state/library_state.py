"""The models on this computer, as the models window lists them."""

from collections.abc import Iterable
from enum import Enum

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from engine.messages import Fit, ModelFacts, ModelProfile, ProfileTried, say


class Place(Enum):
    """The place where a model was found. Only files in OWN are ever deleted."""

    BUILT_IN = say("Built in")
    OWN = say("Duologue")
    HUGGING_FACE = say("Hugging Face cache")
    LM_STUDIO = say("LM Studio")
    ADDED = say("Added folder")
    ADAPTER = say("Model with an adapter")


@frozen
class LibraryModel:
    """A model on this computer. `model_id` is its folder, `size` the bytes of its files on disk.

    `facts` are None until they have been read, or if they cannot be. `problem` is a sentence why
    the model cannot be used, "" if it can. `available` is False while its disk is away.
    `last_used` is in seconds since 1970, 0 if never. `repository` is its name on the hub, "" if
    unknown. `notes` are sentences about what was stripped from the folder for safety. `state`
    changes when one of its files does, "" if unknown. `modified` is the time of the newest file, in
    seconds since 1970, 0 if unknown.
    """

    model_id: str
    name: str
    place: Place
    facts: ModelFacts | None = None
    problem: str = ""
    size: int = 0
    fit: Fit | None = None
    last_used: float = 0.0
    favorite: bool = False
    available: bool = True
    repository: str = ""
    notes: tuple[str, ...] = ()
    state: str = ""
    modified: float = 0.0


@frozen
class LibraryLook:
    """The arrangement of the models window that a person has chosen: the column by which models are
    sorted, and the size of the window in pixels, 0 for the usual one."""

    column: str = "name"
    descending: bool = False
    width: int = 0
    height: int = 0


class LibraryState(QObject):
    """`models` are in no special order. `folders` are those that a person has added, `own_folder`
    is where downloads go, and `own_folder_away` is True while its disk is away;
    `own_folder_refused` has the sentence why a chosen folder is not taken, "" if it is. `scanning`
    is True while the disks are read. `profiles` are what was chosen for models, by id;
    `profile_changed` has the id of the model. `at_start` are the ids of the models that are loaded
    at the start. `trials` are the newest trials of profiles, by id; `tried` has the id.
    `adapter_answered` has the id of the base model and that of the model with the adapter, or ""
    and the sentence why the adapter was not attached. `drafters_found` has the id of a model and
    those of the models that can draft for it. `shown` has the id of a model whose page should be
    shown, "" for the list. `look` outlives the window.
    """

    changed = Signal()
    own_folder_refused = Signal(str)
    profile_changed = Signal(str)
    tried = Signal(str)
    adapter_answered = Signal(str, str, str)
    drafters_found = Signal(str, tuple)
    shown = Signal(str)
    look_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.models: tuple[LibraryModel, ...] = ()
        self.folders: tuple[str, ...] = ()
        self.own_folder = ""
        self.own_folder_away = False
        self.scanning = False
        self.profiles: dict[str, ModelProfile] = {}
        self.look = LibraryLook()
        self.at_start: frozenset[str] = frozenset()
        self.trials: dict[str, ProfileTried] = {}

    def find(self, model_id: str) -> LibraryModel | None:
        return next((it for it in self.models if it.model_id == model_id), None)

    def profile(self, model_id: str) -> ModelProfile:
        """Return the profile of a model, the default one if none was chosen."""
        return self.profiles.get(model_id, ModelProfile(model_id))

    def with_adapters(self, model_id: str) -> list[ModelProfile]:
        """Return the profiles that add an adapter to a model."""
        every = self.profiles.values()
        return [it for it in every if it.adapter and it.folder == model_id]

    def set_models(self, models: Iterable[LibraryModel], *, scanning: bool = False) -> None:
        self.models, self.scanning = tuple(models), scanning
        self.changed.emit()

    def set_folders(self, folders: Iterable[str], own_folder: str, *, away: bool = False) -> None:
        self.folders, self.own_folder = tuple(folders), own_folder
        self.own_folder_away = away
        self.changed.emit()

    def set_profile(self, profile: ModelProfile) -> None:
        self.profiles[profile.model_id] = profile
        self.profile_changed.emit(profile.model_id)

    def remove_profile(self, model_id: str) -> None:
        self.profiles.pop(model_id, None)
        self.profile_changed.emit(model_id)

    def set_at_start(self, model_ids: Iterable[str]) -> None:
        """Set the models that are loaded at the start, and announce those that changed."""
        former, self.at_start = self.at_start, frozenset(model_ids)
        for model_id in former ^ self.at_start:
            self.profile_changed.emit(model_id)

    def set_look(self, look: LibraryLook) -> None:
        if look != self.look:
            self.look = look
            self.look_changed.emit()

    def set_trial(self, trial: ProfileTried) -> None:
        self.trials[trial.model_id] = trial
        self.tried.emit(trial.model_id)
