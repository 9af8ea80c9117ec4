"""Gives the profiles of models to the engine, and loads a model anew when its profile changed or
its draft model is gone."""

from functools import partial

from PySide6.QtCore import QObject, SignalInstance

from app.requests.chat_models import ChatModels
from app.requests.client import RequestClient, ignore
from engine.messages import (
    Aborted,
    Failed,
    ModelProfile,
    ProfileTried,
    RequestEvent,
    TryProfile,
    UnloadModel,
)
from engine.sentences import say
from ui.state.workspace import Workspace

# The part of a profile that a model is loaded with.
LoadedWith = tuple[str, str, str, tuple[int, ...], str]


class ProfileSender(QObject):
    """A loaded model is loaded anew once no request uses it if its profile changed, or if its draft
    model, which it holds in memory, was moved to the trash."""

    def __init__(
        self,
        workspace: Workspace,
        client: RequestClient,
        models: ChatModels,
        trashed: SignalInstance,
    ) -> None:
        """`trashed` has the id of a model that was moved to the trash."""
        super().__init__(workspace)
        self._library = workspace.library
        self._client = client
        self._models = models
        self._parts = {it: _load_part(profile) for it, profile in self._library.profiles.items()}
        self._outdated: set[str] = set()
        # The newest trial of each model, by its id.
        self._trials: dict[str, int] = {}
        self._library.profile_changed.connect(self._changed)
        trashed.connect(self._drop_draft_model)
        workspace.profile_requests.tried.connect(self._try)
        models.became_ready.connect(self._reload_idle)
        client.stats_arrived.connect(self._reload_idle)
        if self._library.profiles:
            self._configure()

    def _configure(self) -> None:
        self._client.configure(self._library.profiles.values())

    def _changed(self, model_id: str) -> None:
        self._configure()
        part = _load_part(self._library.profile(model_id))
        former = self._parts.get(model_id, _load_part(ModelProfile(model_id)))
        self._parts[model_id] = part
        if part != former:
            self._reload(model_id)

    def _drop_draft_model(self, trashed_id: str) -> None:
        for profile in self._library.profiles.values():
            if profile.draft_model == trashed_id:
                self._reload(profile.model_id)

    def _reload(self, model_id: str) -> None:
        models = self._models
        # A question, too, may be loading the model, with the former profile.
        if not (models.in_memory(model_id) or self._client.uses(model_id)):
            return
        if not models.exists(model_id):
            models.unload(model_id)
            return
        self._outdated.add(model_id)
        self._reload_idle()

    def _reload_idle(self) -> None:
        for model_id in [it for it in self._outdated if not self._client.uses(it)]:
            self._outdated.discard(model_id)
            if self._models.in_memory(model_id):
                # the window learns of every unloaded model by `model_changed`
                self._client.send(partial(UnloadModel, model_id=model_id), ignore)
                self._models.ensure_loading(model_id)

    # --- trials -------------------------------------------------------------------------------

    def _try(self, profile: ModelProfile, stop_texts: tuple[str, ...]) -> None:
        """Try a profile; an earlier trial of the model is of no interest any more."""
        former = self._trials.pop(profile.model_id, 0)
        if former:
            self._client.drop(former)
        self._trials[profile.model_id] = self._client.send(
            partial(TryProfile, profile=profile, stop_texts=stop_texts),
            partial(self._on_tried, profile.model_id),
        )

    def _on_tried(self, model_id: str, event: RequestEvent) -> None:
        if isinstance(event, ProfileTried):
            self._library.set_trial(event)
        elif isinstance(event, Failed):
            self._library.set_trial(ProfileTried(0, model_id, problem=event.message))
        elif isinstance(event, Aborted):
            stopped = say("The test of the chat template did not finish. Try again.")
            self._library.set_trial(ProfileTried(0, model_id, problem=stopped))
        else:
            return
        self._trials.pop(model_id, None)


def _load_part(profile: ModelProfile) -> LoadedWith:
    return (
        profile.folder,
        profile.adapter,
        profile.chat_template,
        profile.stop_ids,
        profile.draft_model,
    )
