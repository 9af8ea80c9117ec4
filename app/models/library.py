"""The models on this computer, as the models window and the model menu show them."""

import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.base import file_manager
from app.base.chores import Chores
from app.base.paths import DOT
from app.models import facts_file, root_reader
from app.models.download_folder import download_folder
from app.models.folder_check import FolderCheck
from app.models.found_model import FoundModel
from app.models.library_file import LibraryFile
from app.models.roots import Root, own_folder
from app.models.trash import move_to_trash
from app.models.variants import library_model
from app.models.watched_roots import FindRoots, WatchedRoots, roots_of_this_computer
from engine.checkpoints import description
from engine.errors import Refused
from engine.messages import Fit
from engine.plain_names import model_name
from engine.remote_ids import host_of, is_remote
from engine.sentences import say, say_all
from ui.state.library_state import LibraryModel, Place
from ui.state.model_entry import ModelEntry
from ui.state.notice import Notice
from ui.state.workspace import Workspace

# Causes of notices.
ADDED, DELETED = "library folder", "library delete"

# Models that nobody has used yet fill the menus up to this number.
_FILLED_MENU = 10

GetFit = Callable[[LibraryModel], Fit | None]


def no_fit(model: LibraryModel) -> Fit | None:
    """Stand for the fit of a model while nothing computes it."""
    return None


class Library(QObject):
    """Fills `workspace.library` and the model menu, and does what people ask for in the library.

    Nothing is read before `start`; until then only built-in, favorite and recent models are listed.
    `get_fit` is asked for each model with facts; `refit` asks again. `trashed` has the id of a
    model that was moved to the trash, and then those of the same model with an adapter.
    """

    trashed = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        home: Path,
        get_fit: GetFit = no_fit,
        find_roots: FindRoots | None = None,
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._home = home
        self._get_fit = get_fit
        self._file = LibraryFile(home, workspace.notices)
        self._chosen = workspace.settings.value.models_folder
        self._models: dict[str, LibraryModel] = {}
        self._folders = FolderCheck()
        # added folders about which a person has not been told yet
        self._expected: set[str] = set()
        self._started = self._closed = False
        self._roots = WatchedRoots(home, find_roots or roots_of_this_computer(home), self)
        self._roots.changed.connect(self._show)
        self._roots.completed.connect(self._tell_added)
        self._chores = Chores("trash", self)
        self._connect()
        self._show()

    # --- for the rest of the application -------------------------------------------------------

    def start(self) -> None:
        """Begin to read the disks, on threads; called once the first model is loaded, or later."""
        self._started = True
        self._seek()

    def close(self) -> None:
        self._closed = True
        self._chores.close()
        self._roots.close()

    def entries(self) -> list[ModelEntry]:
        """Return the models of the menu: built in, favorites, those used last, some that were never
        used, and those of servers."""
        built_in = ModelEntry("Dot", str(DOT), say("Shapes and small talk, 5 M parameters"), True)
        favorites = sorted(self._file.choices.favorites, key=lambda it: model_name(it).casefold())
        listed = dict.fromkeys((*favorites, *self._file.recent))
        listed.pop(str(DOT), None)
        remote = (
            ModelEntry(it.name, it.model_id, host_of(it.address), address=it.address)
            for it in self._workspace.remote.chosen()
        )
        return [built_in, *(self._entry(it) for it in listed), *self._unused(listed), *remote]

    def exists(self, model_id: str) -> bool:
        """Return True if the folder of a model is there. A disk that is away is not asked; one that
        does not answer at once counts as there. Servers are not asked."""
        if is_remote(model_id):
            return self._workspace.remote.find(model_id) is not None
        model = self._models.get(model_id)
        if model is not None:
            return model.available
        away = (it.root.path for it in self._roots.listings if not it.available)
        at_hand = not any(Path(model_id).is_relative_to(it) for it in away)
        return at_hand and self._folders.is_there(model_id)

    def used(self, model_id: str) -> None:
        """Note that a model was loaded for a person."""
        if Path(model_id) != DOT and not is_remote(model_id):
            self._file.use(model_id, time.time())
            self._seek()
            self._show()

    def answered(self, model_id: str) -> None:
        """Note that a model has answered a person."""
        if not is_remote(model_id) and self._file.use_again(model_id, time.time()):
            self._show()

    def refresh(self) -> None:
        """Search all roots again."""
        self._roots.ask(anew=True)

    def refit(self) -> None:
        """Show how the models fit now: the free memory or the context has changed."""
        self._show()

    # --- what people ask for -------------------------------------------------------------------

    def _connect(self) -> None:
        requests = self._workspace.library_requests
        requests.window_opened.connect(self.refresh)
        requests.refreshed.connect(self.refresh)
        requests.folder_added.connect(self._add_folder)
        requests.folder_removed.connect(self._remove_folder)
        requests.favorite_set.connect(self._set_favorite)
        requests.shown_in_folder.connect(_show_model)
        requests.deleted.connect(self._delete)
        self._workspace.downloads.finished.connect(self.refresh)
        self._workspace.library.profile_changed.connect(self._show)
        self._workspace.remote.changed.connect(self._show)
        self._workspace.settings.changed.connect(self._follow_settings)

    def _add_folder(self, path: str) -> None:
        path = os.path.abspath(os.path.expanduser(path))
        self._expected.add(path)
        self._set_folders((*self._file.choices.folders, path))

    def _remove_folder(self, path: str) -> None:
        self._set_folders(tuple(it for it in self._file.choices.folders if it != path))
        facts_file.forget_facts(facts_file.facts_file(self._home, Root(path, Place.ADDED)))

    def _set_folders(self, folders: tuple[str, ...]) -> None:
        self._file.set(replace(self._file.choices, folders=tuple(dict.fromkeys(folders))))
        self._seek()
        self._show()

    def _follow_settings(self) -> None:
        """Search the folder for downloads; a former one stays as an added folder."""
        former, chosen = self._chosen, self._workspace.settings.value.models_folder
        if chosen != former:
            self._chosen = chosen
            others = (it for it in (*self._file.choices.folders, former) if it not in ("", chosen))
            self._set_folders(tuple(others))

    def _set_favorite(self, model_id: str, favorite: bool) -> None:
        left = tuple(it for it in self._file.choices.favorites if it != model_id)
        favorites = (*left, model_id) if favorite else left
        self._file.set(replace(self._file.choices, favorites=favorites))
        self._show()

    def _delete(self, model_id: str) -> None:
        """Move a model to the trash, on a thread, out of memory first."""
        gone = self._with_variants(model_id)
        for loaded in self._workspace.engine.loaded:
            if loaded.model_id in gone:
                self._workspace.model_requests.unloaded.emit(loaded.model_id)
        work = partial(_trash, model_id, self._own_folder_of(model_id))
        self._chores.do(work, partial(self._on_trashed, model_id))

    def _with_variants(self, model_id: str) -> list[str]:
        """Return a model and those that are this model with an adapter."""
        profiles = self._workspace.library.profiles.values()
        return [model_id, *(it.model_id for it in profiles if it.adapter and it.folder == model_id)]

    def _own_folder_of(self, model_id: str) -> Path:
        """Return the folder that a model of ours should be in."""
        return Path(self._download_folder_of(model_id) or own_folder(self._home))

    def _download_folder_of(self, model_id: str) -> str:
        """Return the folder around a model that was chosen for downloads, now or earlier, or ""."""
        roots = (it.root for it in self._roots.listings)
        added = (it.path for it in roots if it.place is Place.ADDED)
        # The chosen one may be that of another program.
        folders = (it for it in (self._chosen, *added) if it not in ("", model_id))
        return next((it for it in folders if Path(model_id).is_relative_to(it)), "")

    def _on_trashed(self, model_id: str, problem: str) -> None:
        sentence = problem or say("Moved {name} to the trash.", name=model_name(model_id))
        kind = "error" if problem else "info"
        self._workspace.notices.tell(Notice(sentence, kind, DELETED))
        if not problem:
            self._file.forget(model_id)
            self._workspace.conversions.forget_target(model_id)
            # Receivers of `trashed` ask what exists; the search of the disk ends later.
            self._roots.leave_out(model_id)
            self._show()
            self.refresh()
            for gone in self._with_variants(model_id):
                self.trashed.emit(gone)

    # --- what was found ------------------------------------------------------------------------

    def _seek(self) -> None:
        if self._started and not self._closed:
            choices = self._file.choices
            folders = (*choices.folders, self._chosen) if self._chosen else choices.folders
            self._roots.seek(folders, (*self._file.recent, *choices.favorites))

    def _tell_added(self, listing: "root_reader.Listing") -> None:
        """Tell what is in a folder that a person has just added."""
        path = listing.root.path
        if path not in self._expected:
            return
        self._expected.discard(path)
        name = model_name(path)
        if not listing.available:
            said = say(
                "{folder} cannot be read right now. Its models will appear once it can.",
                folder=name,
            )
        elif listing.models:
            said = say("Found %n model(s) in {folder}.", "", len(listing.models), folder=name)
        else:
            said = say("There are no models in {folder} yet.", folder=name)
        told = say_all([said, _unusable(listing.models), _left_out(listing.weightless)])
        self._workspace.notices.show(told, cause=ADDED)

    def _show(self) -> None:
        """Fill the library and the menu."""
        self._models = {it.model_id: it for it in self._listed()}
        state = self._workspace.library
        # Before the start, nobody knows yet what is on the disks.
        scanning = not self._closed and (not self._started or self._roots.scanning)
        if (state.models, state.scanning) != ((*self._models.values(),), scanning):
            state.set_models(self._models.values(), scanning=scanning)
        folders, own = self._file.choices.folders, str(download_folder(self._home, self._chosen))
        gone = (it.root.path for it in self._roots.listings if not it.available)
        away = bool(self._chosen) and own in gone
        if (state.folders, state.own_folder, state.own_folder_away) != (folders, own, away):
            state.set_folders(folders, own, away=away)
        entries = self.entries()
        if self._workspace.engine.entries != (*entries,):
            self._workspace.engine.set_entries(entries)

    def _listed(self) -> list[LibraryModel]:
        """Return the models of all roots, each once: folders can be reached by several paths."""
        models: dict[str, LibraryModel] = {}
        for listing in self._roots.listings:
            for found in listing.models:
                if found.identity not in models:
                    models[found.identity] = self._model(listing, found)
        listed = [*models.values()]
        if not any(it.place is Place.BUILT_IN for it in listed):
            used = self._file.choices.used.get(str(DOT), 0.0)
            listed.insert(0, LibraryModel(str(DOT), "Dot", Place.BUILT_IN, last_used=used))
        adapted = self._with_adapters({it.model_id: it for it in listed})
        return [self._with_template(it) for it in (*listed, *adapted)]

    def _with_template(self, model: LibraryModel) -> LibraryModel:
        """Return a model with the abilities of the chat template that was chosen for it."""
        template = self._workspace.library.profile(model.model_id).chat_template
        if not template or model.facts is None:
            return model
        thinks, calls = description.template_abilities(template)
        return replace(model, facts=replace(model.facts, thinking=thinks, tools=calls))

    def _with_adapters(self, bases: dict[str, LibraryModel]) -> Iterator[LibraryModel]:
        """Yield the models with an adapter, which stand on no disk as such."""
        choices = self._file.choices
        for profile in self._workspace.library.profiles.values():
            if profile.adapter:
                model = library_model(profile, bases.get(profile.folder))
                yield replace(
                    model,
                    fit=self._get_fit(model) if model.facts else None,
                    last_used=choices.used.get(profile.model_id, 0.0),
                    favorite=profile.model_id in choices.favorites,
                )

    def _model(self, listing: "root_reader.Listing", found: FoundModel) -> LibraryModel:
        choices = self._file.choices
        model = LibraryModel(
            found.path,
            model_name(found.path),
            self._place(listing, found),
            found.facts,
            found.problem,
            found.size,
            last_used=choices.used.get(found.path, 0.0),
            favorite=found.path in choices.favorites,
            available=listing.available,
            repository=found.repository,
            notes=found.notes,
            state=found.state,
            modified=found.modified,
        )
        return replace(model, fit=self._get_fit(model)) if model.facts else model

    def _place(self, listing: "root_reader.Listing", found: FoundModel) -> Place:
        """Return the place of a model. A folder for downloads may also have models that are not
        ours."""
        ours = found.ours and self._download_folder_of(found.path)
        return Place.OWN if ours else listing.root.place

    def _unused(self, listed: Collection[str]) -> list[ModelEntry]:
        """Return the newest usable models that are not `listed`, to fill the menu."""
        unused = (
            it
            for it in self._models.values()
            if it.facts and it.available and not it.problem and (it.fit is None or it.fit.fits)
            if it.model_id not in listed and it.place is not Place.BUILT_IN
        )
        newest = sorted(unused, key=lambda it: (-it.modified, it.name))
        room = max(0, _FILLED_MENU - len(listed))
        return [replace(self._entry(it.model_id), used=False) for it in newest[:room]]

    def _entry(self, model_id: str) -> ModelEntry:
        """Return a model of the menu. Until its disk has been read, it counts as there."""
        model = self._models.get(model_id)
        if model is not None:
            # one that was loaded before can be, whatever its files seem to be
            works = not model.problem or model_id in self._file.recent
            usable = model.available and works
        else:
            complete = (it for it in self._roots.listings if it.complete)
            usable = not any(Path(model_id).is_relative_to(it.root.path) for it in complete)
        favorite = model_id in self._file.choices.favorites
        value = self._workspace.settings.value
        spread = bool(value.machines) and model_id in value.spread_models
        return ModelEntry(
            model_name(model_id),
            model_id,
            say("on {number} machines", number=len(value.machines) + 1) if spread else "",
            available=usable,
            favorite=favorite,
        )


def _unusable(models: Sequence[FoundModel]) -> str:
    """Return why the only model of a folder cannot be used, or how many of several cannot, "" if
    all can."""
    problems = [it.problem for it in models if it.problem]
    if len(models) == len(problems) == 1:
        return problems[0]
    if not problems:
        return ""
    return say("%n of them cannot be used. The models window says why.", "", len(problems))


def _left_out(weightless: Sequence[str]) -> str:
    """Return a sentence about folders that lack weights to be models, "" if there are none."""
    if not weightless:
        return ""
    if len(weightless) == 1:
        return say("{model} is left out: its weights are missing.", model=model_name(weightless[0]))
    return say("%n folder(s) (is|are) left out: the weights are missing.", "", len(weightless))


def _show_model(model_id: str) -> None:
    file_manager.show_in_file_manager(Path(model_id))


def _trash(model_id: str, own: Path) -> str:
    """Move a model to the trash. Return the reason why it cannot be, or "". Called on a thread."""
    try:
        move_to_trash(Path(model_id), own)
    except Refused as refusal:
        return refusal.args[0]
    return ""
