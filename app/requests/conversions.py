"""Converts models on disk and checks the results, as a person asks for on a model's page."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from app.base.chores import Chores
from app.models.download_folder import check_there
from app.requests.client import Handler, RequestClient
from engine.messages import (
    Aborted,
    ChatMessage,
    Convert,
    Converted,
    ConvertProgress,
    Diverge,
    Diverged,
    DivergeProgress,
    Failed,
    Media,
    MediaKind,
    OfferRecipes,
    Recipe,
    RecipesOffered,
    RequestEvent,
    TerminalEvent,
    Waiting,
    Work,
    say,
)
from engine.plain_names import model_name
from ui.look.language import tr
from ui.state.compared_chat import ComparedChat
from ui.state.conversions import Check, Conversion, Offers, SavedCheck
from ui.state.prompt_list import ListedPrompt
from ui.state.workspace import Workspace

# Prompts that models are compared on.
PROMPTS = 20
# The numbered names to try if a name is taken.
MOST_NAMES = 100


class ModelConversions(QObject):
    """Sends the requests about conversions and shows what comes of them. `folder` is where new
    models go unless the library has another place; `prompts` returns those for the comparison."""

    def __init__(
        self,
        workspace: Workspace,
        client: RequestClient,
        folder: Path,
        prompts: Callable[[], Sequence[ListedPrompt]],
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._state = workspace.conversions
        self._client = client
        self._folder = folder
        self._prompts = prompts
        self._chores = Chores("folder of a conversion", self)
        # The open requests by the id of the original.
        self._conversions: dict[str, int] = {}
        self._checks: dict[str, int] = {}
        requests = workspace.conversion_requests
        requests.offers_wanted.connect(self._offer)
        requests.started.connect(self._start)
        requests.cancelled.connect(self._cancel)
        requests.check_started.connect(self._check)
        requests.check_cancelled.connect(self._cancel_check)
        requests.compared.connect(self._compare)
        workspace.library_requests.deleted.connect(self._cancel_checks_with)

    def _send(self, command: Callable[[int], Work], on_event: Handler, words: str) -> int:
        """Send a request that the live panel names in `words` until it has ended."""
        request_id = self._client.send(command, partial(self._hand_on, on_event))
        self._workspace.engine.name_request(request_id, words)
        return request_id

    def _hand_on(self, on_event: Handler, event: RequestEvent) -> None:
        if isinstance(event, TerminalEvent):
            self._workspace.engine.name_request(event.request_id, "")
        on_event(event)

    def _name(self, model_id: str) -> str:
        found = self._workspace.library.find(model_id)
        return found.name if found else model_name(model_id)

    # --- recipes -----------------------------------------------------------------------------

    def _offer(self, model_id: str) -> None:
        """Ask what a model can be converted to, unless that is known or asked for."""
        known = self._state.offers.get(model_id)
        if known is None or known.problem:
            self._state.set_offers(model_id, Offers())
            command = partial(OfferRecipes, model_id=model_id)
            words = tr("Conversion options for {model}").format(model=self._name(model_id))
            self._send(command, partial(self._on_offers, model_id), words)

    def _on_offers(self, model_id: str, event: RequestEvent) -> None:
        if isinstance(event, RecipesOffered):
            self._state.set_offers(model_id, Offers(event.offers, ready=True))
        elif isinstance(event, Failed):
            self._state.set_offers(model_id, Offers(ready=True, problem=event.message))
        elif isinstance(event, Aborted):
            stopped = say("This was stopped. Try again.")
            self._state.set_offers(model_id, Offers(ready=True, problem=stopped))

    # --- conversions -------------------------------------------------------------------------

    def _start(self, model_id: str, recipe: Recipe) -> None:
        """Show a conversion, and ask its disk for a name on a thread: it may be slow."""
        if self._is_running(model_id):
            return
        begun = Conversion(recipe, "")
        self._state.set_conversion(model_id, begun)
        chosen = self._workspace.settings.value.models_folder
        self._chores.do(
            partial(_free, self._targets(model_id, recipe), chosen),
            partial(self._convert, model_id, begun),
            partial(self._refuse, model_id, begun),
        )

    def _convert(self, model_id: str, begun: Conversion, targets: list[Path]) -> None:
        """Send the request, unless the conversion was cancelled while its disk was asked."""
        if self._state.conversions.get(model_id) is not begun:
            return
        # Another conversion may have taken a name meanwhile.
        taken = {it.target for it in self._state.running}
        target = next((it for it in targets if str(it) not in taken), targets[0])
        self._state.set_conversion(model_id, replace(begun, target=str(target)))
        command = partial(Convert, model_id=model_id, target=target, recipe=begun.recipe)
        words = tr("Conversion of {model}").format(model=self._name(model_id))
        self._conversions[model_id] = self._send(
            command, partial(self._on_conversion, model_id), words
        )

    def _refuse(self, model_id: str, begun: Conversion, error: Exception) -> None:
        if self._state.conversions.get(model_id) is begun:
            refused = replace(begun, running=False, problem=str(error))
            self._state.set_conversion(model_id, refused)

    def _cancel(self, model_id: str) -> None:
        if request_id := self._conversions.get(model_id):
            self._client.abort(request_id)
        elif self._is_running(model_id):
            self._state.set_conversion(model_id, None)

    def _is_running(self, model_id: str) -> bool:
        found = self._state.conversions.get(model_id)
        return found is not None and found.running

    def _on_conversion(self, model_id: str, event: RequestEvent) -> None:
        running = self._state.conversions[model_id]
        match event:
            case Waiting():
                self._state.set_conversion(model_id, replace(running, waiting=event.reason))
            case ConvertProgress():
                shown = replace(running, done=event.done, total=event.total, waiting="")
                self._state.set_conversion(model_id, shown)
            case Converted() | Failed() | Aborted():
                del self._conversions[model_id]
                self._end_conversion(model_id, event)

    def _end_conversion(self, model_id: str, event: Converted | Failed | Aborted) -> None:
        ended = replace(self._state.conversions[model_id], running=False, waiting="")
        if isinstance(event, Failed):
            self._state.set_conversion(model_id, replace(ended, problem=event.message))
        elif isinstance(event, Aborted):
            self._state.set_conversion(model_id, None)
        else:
            # the check of an earlier conversion
            self._cancel_check(model_id)
            self._state.set_check(model_id, None)
            self._state.forget_checks(ended.target)
            self._state.set_conversion(model_id, ended)
            self._workspace.library_requests.refreshed.emit()

    def _targets(self, model_id: str, recipe: Recipe) -> list[Path]:
        """Return the numbered folders of our own to try."""
        name = self._name(model_id).replace("/", "-").lstrip(".")
        own = self._workspace.library.own_folder
        first = (Path(own) if own else self._folder) / f"{name}-{recipe.suffix}"
        numbered = (first.with_name(f"{first.name}-{it}") for it in range(2, MOST_NAMES))
        return [first, *numbered]

    # --- checks ------------------------------------------------------------------------------

    def _check(self, model_id: str, other_id: str) -> None:
        if model_id in self._checks:
            return
        prompts = tuple(_message(prompt) for prompt in self._chosen_prompts(model_id))
        self._state.set_check(model_id, Check(other_id, total=2 * len(prompts)))
        command = partial(Diverge, model_id=model_id, other_id=other_id, prompts=prompts)
        words = tr("Check of {model}").format(model=self._name(other_id))
        self._checks[model_id] = self._send(command, partial(self._on_check, model_id), words)

    def _cancel_check(self, model_id: str) -> None:
        if request_id := self._checks.get(model_id):
            self._client.abort(request_id)

    def _cancel_checks_with(self, gone_id: str) -> None:
        """Cancel the checks that read a model which goes to the trash."""
        for model_id, check in [*self._state.checks.items()]:
            if gone_id in (model_id, check.other_id):
                self._cancel_check(model_id)

    def _on_check(self, model_id: str, event: RequestEvent) -> None:
        check = self._state.checks.get(model_id)
        ended = isinstance(event, Diverged | Failed | Aborted)
        if ended:
            self._checks.pop(model_id, None)
        if isinstance(event, Diverged):
            self._state.save_check(SavedCheck(event.divergence, time.time()))
        if check is None:
            return
        if isinstance(event, Waiting):
            check = replace(check, waiting=event.reason)
        elif isinstance(event, DivergeProgress):
            check = replace(check, done=event.done, total=event.total, waiting="")
        elif isinstance(event, Diverged):
            check = replace(check, divergence=event.divergence)
        elif isinstance(event, Failed):
            check = replace(check, problem=event.message)
        elif isinstance(event, Aborted):
            check = None
        self._state.set_check(model_id, replace(check, running=not ended) if check else None)

    def _compare(self, model_id: str, other_id: str) -> None:
        """Open a comparison of both models, and offer it the prompts of the check."""
        self._workspace.profile_requests.compared.emit((model_id, other_id))
        front = self._workspace.conversations.front
        if isinstance(front, ComparedChat):
            front.list_offered.emit(say("Check prompts"), tuple(self._chosen_prompts(model_id)))

    def _chosen_prompts(self, model_id: str) -> list[ListedPrompt]:
        """Return prompts that the model can read: those with images come first if it sees."""
        found = self._workspace.library.find(model_id)
        sees = bool(found and found.facts and found.facts.vision)
        readable = [prompt for prompt in self._prompts() if sees or not prompt.files]
        return sorted(readable, key=lambda it: not it.files)[:PROMPTS]


def _free(targets: list[Path], chosen: str) -> list[Path]:
    """Return the folders that do not exist, or else the first, which the engine refuses. Raises
    Refused if the disk of the `chosen` folder is away."""
    check_there(chosen)
    return [it for it in targets if not os.path.lexists(it)] or targets[:1]


def _message(prompt: ListedPrompt) -> ChatMessage:
    media = tuple(Media(MediaKind.IMAGE, path) for path in prompt.files)
    return ChatMessage("user", prompt.text, media)
