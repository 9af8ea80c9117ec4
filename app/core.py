"""The application without its window: the chats, what they ask, and what is stored."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.attachments import temporary_files
from app.attachments.attachments import Attachments
from app.attachments.kept_files import Files
from app.attachments.previews import Previews
from app.base.mailbox import Mailbox
from app.base.paths import CHECK_PROMPTS
from app.chats import keeping
from app.chats.controller import Controller
from app.database.store import Store
from app.history.folder_sheets import FolderSheets
from app.history.history import History
from app.housekeeping.housekeeping import Housekeeping
from app.hub import downloads, hub
from app.machines import machine_tests
from app.machines.joined_stats import JoinedStats
from app.machines.spread_models import SpreadModels
from app.models import draft_models, saved_checks
from app.models.download_folder import FolderChoice
from app.models.fits import Fits
from app.models.library import Library
from app.models.presets import PresetFile
from app.models.profiles import Profiles
from app.models.stored_prompts_file import StoredPromptsFile
from app.program import program
from app.prompt_lists import prompt_files, prompt_media, runs
from app.remote.remote_models import RemoteModels
from app.requests import conversions
from app.requests.client import RequestClient
from app.requests.disk_cache import DiskCache
from app.requests.engine_requests import EngineRequests
from app.requests.tool_calls import ToolCalls
from app.server import local_server
from app.settings import settings_file
from app.settings.preferences import SETTINGS, Preferences
from app.tools.toolbox import Toolbox
from app.transfer import exchange
from engine.engine import Engine
from engine.messages import EngineStats, Event, Failed, ModelReady
from ui.state.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.program.crash_file import CrashFile

# The cause of the notice that nothing can be saved.
STORE = "store"
# Seconds; a tool server that ignores the end of its input is killed before they are over.
TOOLS_TIMEOUT = 8.0
# The longest that the library waits for the first model.
LOAD_MS = 1500


class Core:
    """Needs a QCoreApplication, and no widget. Lives on its thread, which runs the event loop."""

    def __init__(self, home: Path, loaded: settings_file.LoadedSettings | None = None) -> None:
        """`loaded` are the settings of `home`, if they have been loaded."""
        self.home = home
        self.events = Mailbox()
        self._previewed = Mailbox()
        self._tool_events = Mailbox()
        loaded = loaded or settings_file.open_settings(home)
        self.settings = loaded.value
        limit = settings_file.limit_bytes(self.settings.memory_limit_gb)
        # None until the window is on the screen.
        self._for_server: Callable[[Event], bool] | None = None
        self._joined = JoinedStats()
        self.engine = Engine(self._emit_joined, memory_limit=limit)
        self.files = Files(home / "attachments")
        self.store = Store(home, text_of=self.files.text_of)
        self._previews = Previews(self._previewed.post, self.files)
        self.workspace = Workspace()
        blocked = loaded.problem if loaded.blocked else None
        self.preferences = Preferences(self.workspace, home, self.settings, blocked)
        if loaded.problem:
            self.workspace.notices.show(loaded.problem, "error", SETTINGS if blocked else "")
        self._toolbox = Toolbox(self._tool_events.post)
        self.calls = ToolCalls(self.workspace.tools, self._toolbox, self.preferences)
        PresetFile(home, self.workspace)
        StoredPromptsFile(home, self.workspace)
        self.spread = SpreadModels(
            self.preferences, self.engine.submit, self._emit, limit, self._joined
        )
        self.remote = RemoteModels(
            self.workspace, self.preferences, home, self.spread.submit, self.events.post
        )
        # before the library, which lists models with adapters, and the engine's requests
        Profiles(home, self.workspace)
        self.fits = Fits(home, self.workspace)
        self.library = Library(self.workspace, home, self.fits.of_model)
        self.folder_choice = FolderChoice(self.workspace, home)
        self.requests = EngineRequests(
            self.workspace,
            RequestClient(self.remote.submit, self.store.next_id, self.workspace),
            self.library,
            self.preferences,
            self.calls,
            self.store.when_saved,
        )
        # before the engine gets its first work
        self.disk_cache = DiskCache(self.workspace, self.requests.client, self.store, home)
        self.controller = Controller(self.workspace, self.requests, self.store, self._previews)
        self.attachments = Attachments(self.workspace, self._previews)
        conversations = self.controller.conversations
        self.housekeeping = Housekeeping(
            self.workspace, self.store, self._previews, home, conversations.close
        )
        self.history = History(
            self.workspace,
            self.store,
            conversations.close,
            conversations.open,
            self.housekeeping.purge,
            self._previews.files,
        )
        self.folder_sheets = FolderSheets(self.workspace, self.store, self._previews)
        self.crash_file: CrashFile | None = None
        self._complete = self._engine_started = False
        self._background_timer = QTimer(self.workspace, singleShot=True, interval=LOAD_MS)
        self._background_timer.timeout.connect(self._start_background_work)
        self._connect()

    def complete(self) -> None:
        """Add what nobody can ask for before the window is on the screen; once."""
        if self._complete:
            return
        self._complete = True
        self._previews.later(temporary_files.clean_temporary)
        self.exchange = exchange.Exchange(
            self.workspace,
            self.store,
            self.controller.places,
            self.home,
            self.preferences,
            self.workspace.presets,
            self.settle,
        )
        listed_files = prompt_media.ListedFiles(self._previews, self.store.next_id, self.workspace)
        runs.PromptRuns(self.workspace, self.controller.comparisons, listed_files)
        self.hub = hub.Hub(self.workspace, self.home, self.fits.of_facts)
        self.downloads = downloads.DownloadQueue(self.workspace, self.home, self.hub.with_access)
        saved_checks.CheckFile(self.home, self.workspace)
        draft_models.DraftModels(self.workspace)
        machine_tests.MachineTests(self.workspace, self.preferences)
        conversions.ModelConversions(
            self.workspace,
            self.requests.client,
            self.home / "models",
            lambda: prompt_files.read_prompts(CHECK_PROMPTS),
        )
        self.disk_cache.remove_unknown()
        self.program = program.Program(self.workspace, self.home, self.crash_file)
        self.keeping = keeping.Keeping(
            self.workspace,
            self.controller.places,
            self.controller.conversations,
            self.controller.recorder.flush,
        )
        self.local_server = local_server.LocalServer(
            self.workspace, self.preferences, self.engine.submit
        )
        self._for_server = self.local_server.takes
        self.requests.client.sent.connect(self.local_server.on_sent)
        self.requests.client.ended.connect(self.local_server.on_ended)
        self.fits.changed.connect(self.hub.refit)
        self.exchange.imports.grown.connect(self.controller.conversations.reload)
        self._previewed.arrived.connect(listed_files.on_previews)

    def _emit_joined(self, event: Event) -> None:
        """Hand on an event of the engine; on its thread."""
        self._emit(self._joined.of_engine(event) if isinstance(event, EngineStats) else event)

    def _emit(self, event: Event) -> None:
        """Hand an event to whom it concerns; on the thread of the engine or of a group."""
        if self._for_server is None or not self._for_server(event):
            self.events.post(event)

    def start_engine(self) -> None:
        """Start the engine and load the model that was chosen last. What else starts follows."""
        self._engine_started = True
        self.engine.start()
        self.requests.models.load_first()
        self.complete()
        self._background_timer.start()

    def settle(self) -> None:
        """Hand all that is open to the store."""
        self.controller.recorder.flush()

    def close(self, timeout: float) -> bool:
        """Stop the threads; return False if one is still inside a call after `timeout` seconds."""
        self._background_timer.stop()
        self.settle()
        self.controller.recorder.stop()
        self.requests.counts.close()
        self.events.close()
        self._previewed.close()
        self._tool_events.close()
        self.library.close()
        self.folder_choice.close()
        if self._complete:
            self.program.close()
            self.keeping.close()
        server_ended = not self._complete or self.local_server.close()
        tools_ended = self._toolbox.close(min(timeout, TOOLS_TIMEOUT))
        remote_ended = self.remote.close(min(timeout, 2.0))
        spread_ended = self.spread.close(min(timeout, 5.0))
        previews_ended = self._previews.close(min(timeout, 2.0))
        self.controller.places.close()
        engine_ended = not self._engine_started or self.engine.stop(timeout)
        self.housekeeping.close()
        added = (self.downloads, self.exchange, self.hub) if self._complete else ()
        added_ended = [it.close(min(timeout, 2.0)) for it in added]
        searches_ended = self.history.close(min(timeout, 2.0))
        store_ended = self.store.close(timeout)
        # with all that would go on asking the engine
        self.workspace.deleteLater()
        return all(
            (
                server_ended,
                tools_ended,
                remote_ended,
                spread_ended,
                previews_ended,
                engine_ended,
                *added_ended,
                searches_ended,
                store_ended,
            )
        )

    def _connect(self) -> None:
        self.fits.changed.connect(self.library.refit)
        self.store.problem_changed.connect(self._show_problem)
        self.store.noticed.connect(lambda it: self.workspace.notices.show(it, "error"))
        self.events.arrived.connect(self.requests.client.on_events)
        self.events.arrived.connect(self._on_first_load)
        self._tool_events.arrived.connect(self.calls.on_events)
        self._previewed.arrived.connect(self.attachments.on_previews)
        self._previewed.arrived.connect(self.folder_sheets.on_previews)

    def _show_problem(self, sentence: str) -> None:
        """Show a problem of the store, or end its notice if the sentence is empty."""
        if sentence:
            self.workspace.notices.show(sentence, "error", STORE)
        else:
            self.workspace.notices.end(STORE)

    def _on_first_load(self, events: list[Event]) -> None:
        """Start the tool servers and the waiting work after the first load: all import a lot."""
        if any(isinstance(event, ModelReady | Failed) for event in events):
            self.events.arrived.disconnect(self._on_first_load)
            # Setting the interval restarts the timer if it still runs.
            self._background_timer.setInterval(0)
            self.calls.start()

    def _start_background_work(self) -> None:
        """Go on with downloads, read the library and look for updates, after the first load or
        beside a long one: their threads would take turns with that of the engine, which imports."""
        self.downloads.start()
        self.library.start()
        self.program.start()
