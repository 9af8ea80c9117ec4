"""A window with its store and real tools but no engine; tests write the engine's events."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from pytestqt.qtbot import QtBot

from app.attachments.attachments import Attachments
from app.attachments.kept_files import Files
from app.attachments.previews import Previews
from app.base.mailbox import Mailbox
from app.base.paths import CHECK_PROMPTS, DOT
from app.chats.controller import Controller
from app.chats.keeping import Keeping
from app.chats.session import Session
from app.database.store import Store
from app.desktop.links import Links
from app.hub.downloads import DownloadQueue
from app.hub.hub import Hub
from app.models.fits import Fits
from app.models.library import Library
from app.models.presets import PresetFile
from app.models.profiles import Profiles
from app.models.saved_checks import CheckFile
from app.models.stored_prompts_file import StoredPromptsFile
from app.prompt_lists.prompt_files import read_prompts
from app.prompt_lists.prompt_media import ListedFiles
from app.prompt_lists.runs import PromptRuns
from app.requests.client import RequestClient
from app.requests.conversions import ModelConversions
from app.requests.engine_requests import EngineRequests
from app.requests.tool_calls import ToolCalls
from app.settings.preferences import Preferences
from app.tools.toolbox import Toolbox
from engine.messages import (
    Channel,
    Command,
    Delta,
    Event,
    Finished,
    FinishReason,
    Generate,
    ModelInfo,
    ModelReady,
    Timings,
    Usage,
)
from tests.kit.tabs import new_chat
from ui.state.compared_chat import ComparedChat
from ui.state.question import Question
from ui.state.settings import Settings
from ui.state.workspace import Workspace
from ui.tabs.chat_tab import ChatTab
from ui.window.main_window import MainWindow


def model_info(path: str, name: str, **fields) -> ModelInfo:
    return ModelInfo(path, name, "f", True, True, True, 4096, 4_000_000, 0.1, **fields)


# The numbers of every answer that `Desk.answer` plays.
NUMBERS = Usage(20, 4, 6, content=6), Timings(0.25, prefill=0.1, decode=0.5)
DOT_MODEL = model_info(str(DOT), "Dot")


class PromptStore(Store):
    """A store that does not wait for the disk, so that a request is in `sent` at once."""

    def when_saved(self, function: Callable[[], None]) -> None:
        function()


class Desk:
    """The application without an engine: `sent` has its commands, `say` plays events.

    `window.complete()` adds the menus, with their keys, and the hidden panel of numbers.
    """

    def __init__(self, qtbot: QtBot, folder: Path, *, restored: bool = False) -> None:
        """Open a new chat, or with `restored` the tabs of an earlier desk on the folder."""
        self.sent: list[Command] = []
        self.workspace = Workspace()
        self.preferences = Preferences(self.workspace, folder, Settings())
        self.window = MainWindow(self.workspace)
        qtbot.addWidget(self.window)
        self.previewed = Mailbox()
        self.files = Files(folder / "attachments")
        self.store = PromptStore(folder, text_of=self.files.text_of)
        self.previews = Previews(self.previewed.post, self.files)
        self.tool_events = Mailbox()
        self.toolbox = Toolbox(self.tool_events.post)
        self.calls = ToolCalls(self.workspace.tools, self.toolbox, self.preferences)
        self.tool_events.arrived.connect(self.calls.on_events)
        PresetFile(folder, self.workspace)
        StoredPromptsFile(folder, self.workspace)
        Profiles(folder, self.workspace)
        self.fits = Fits(folder, self.workspace)
        self.library = Library(self.workspace, folder, self.fits.of_model)
        self.requests = EngineRequests(
            self.workspace,
            RequestClient(self.sent.append, self.store.next_id, self.workspace),
            self.library,
            self.preferences,
            self.calls,
            self.store.when_saved,
        )
        self.controller = Controller(self.workspace, self.requests, self.store, self.previews)
        self.keeping = Keeping(
            self.workspace,
            self.controller.places,
            self.controller.conversations,
            self.controller.recorder.flush,
        )
        self.attachments = Attachments(self.workspace, self.previews)
        self.hub = Hub(self.workspace, folder, self.fits.of_facts)
        self.fits.changed.connect(self.library.refit)
        self.fits.changed.connect(self.hub.refit)
        self.links = Links(self.workspace, self.window)
        files = ListedFiles(self.previews, self.store.next_id, self.workspace)
        PromptRuns(self.workspace, self.controller.comparisons, files)
        self.downloads = DownloadQueue(self.workspace, folder, self.hub.with_access)
        CheckFile(folder, self.workspace)
        ModelConversions(
            self.workspace,
            self.requests.client,
            folder / "models",
            partial(read_prompts, CHECK_PROMPTS),
        )
        self.previewed.arrived.connect(self.attachments.on_previews)
        self.previewed.arrived.connect(files.on_previews)
        self.session = Session(
            self.window,
            self.store,
            self.controller.conversations,
            self.requests.models,
            self.controller.recorder,
        )
        if not restored or not self.session.restore():
            self.tab = new_chat(self)
        self.session.follow()
        self.window.show()
        self.session.restore_others()

    def close(self, *, saved: bool = True) -> None:
        self.tool_events.close()
        self.previewed.close()
        assert self.downloads.close(5)
        self.library.close()
        self.workspace.deleteLater()
        assert self.hub.close(5)
        assert self.toolbox.close(8)
        assert self.previews.close(5)
        self.keeping.close()
        self.controller.recorder.stop()
        self.controller.places.close()
        assert self.store.close(5) is saved

    def settle(self) -> None:
        self.controller.recorder.flush()
        self.session.save()

    def say(self, *events: Event) -> None:
        self.requests.client.on_events(list(events))

    def answer(self, request_id: int, text: str = "Hi.") -> None:
        """Play a whole answer to a request."""
        delta = Delta(request_id, Channel.CONTENT, text)
        self.say(delta, Finished(request_id, FinishReason.STOP, *NUMBERS))

    def generated(self) -> list[Generate]:
        """Return the requests for answers that were sent."""
        return [command for command in self.sent if isinstance(command, Generate)]

    def generated_ids(self) -> list[int]:
        return [command.request_id for command in self.generated()]

    def ready(self, info: ModelInfo = DOT_MODEL) -> None:
        if isinstance(self.window.workspace.conversations.front, ComparedChat):
            self.requests.models.ensure_loading(info.model_id)
        else:
            self.requests.models.load(info.model_id)
        self.say(ModelReady(self.last().request_id, info))

    def ask(self, tab: ChatTab, question: str | Question = "Hello") -> int:
        tab.conversation.requests.submitted.emit(
            Question(question) if isinstance(question, str) else question
        )
        return self.last().request_id

    def last(self) -> Any:
        return self.sent[-1]

    def texts(self) -> list[str]:
        return [action.text() for action in self.window.header.model_menu.menu().actions()]
