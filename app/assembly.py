"""Build and connect the parts of the application: the same for a person, a probe and a test."""

from pathlib import Path

from app.attachments.attachments import Attachments
from app.attachments.kept_files import Files
from app.attachments.previews import Previews
from app.base.collector import Collector
from app.base.mailbox import Mailbox
from app.chats.controller import Controller
from app.chats.session import Session
from app.database.store import Store
from app.desktop.desktop import Desktop
from app.desktop.first_paint import FirstPaint
from app.history.history import History
from app.housekeeping.housekeeping import Housekeeping
from app.models.library import Library
from app.models.presets import PresetFile
from app.prompt_lists.prompt_media import ListedFiles
from app.prompt_lists.runs import PromptRuns
from app.requests.client import RequestClient
from app.requests.engine_requests import EngineRequests
from app.requests.tool_calls import ToolCalls
from app.settings import settings_file
from app.settings.preferences import Preferences
from app.tools.toolbox import Toolbox
from app.transfer.exchange import Exchange
from engine.engine import Engine
from engine.messages import Event, Failed, ModelReady
from engine.sentences import say_all
from ui.state.settings import Settings
from ui.state.workspace import Workspace
from ui.window.main_window import MainWindow

# The cause of the notice that nothing can be saved.
STORE = "store"
# Seconds; a tool server that ignores the end of its input is killed before they are over.
TOOLS_TIMEOUT = 8.0


class Assembly:
    """Needs a QApplication. The engine starts and loads Dot once the window has been painted."""

    def __init__(self, home: Path, value: Settings | None = None) -> None:
        """`value` are the settings of `home`, if they have been loaded."""
        self.home = home
        self.events = Mailbox()
        self._previewed = Mailbox()
        self._tool_events = Mailbox()
        self.settings = value or settings_file.load_settings(home)
        limit = settings_file.limit_bytes(self.settings.memory_limit_gb)
        self.engine = Engine(self.events.post, memory_limit=limit)
        self.store = Store(home)
        self.files = Files(home / "attachments")
        self._previews = Previews(self._previewed.post, self.files)
        self.workspace = Workspace()
        self.preferences = Preferences(self.workspace, home, self.settings)
        self.window = MainWindow(self.workspace)
        self.collector = Collector(self.window, lambda: bool(self.workspace.conversations.busy))
        self._toolbox = Toolbox(self._tool_events.post)
        self.calls = ToolCalls(self.workspace.tools, self._toolbox, self.preferences)
        PresetFile(home, self.workspace)
        self.requests = EngineRequests(
            self.workspace,
            RequestClient(self.engine.submit, self.store.next_id, self.workspace),
            Library(home),
            self.preferences,
            self.calls,
            self.store.when_saved,
        )
        self.controller = Controller(self.workspace, self.requests, self.store, self._previews)
        self.attachments = Attachments(self.workspace, self._previews)
        conversations, models = self.controller.conversations, self.requests.models
        self.session = Session(
            self.window, self.store, conversations, models, self.controller.recorder
        )
        self.housekeeping = Housekeeping(
            self.workspace, self.store, self._previews, home, conversations
        )
        self.history = History(
            self.workspace,
            self.store,
            conversations.close,
            conversations.open,
            self.housekeeping.purge,
        )
        self.desktop = Desktop(
            self.window,
            self.requests.replies,
            self.preferences,
            self.store.when_saved,
            self.store.at_risk,
        )
        self.exchange = Exchange(
            self.workspace,
            self.store,
            self.files,
            home,
            self.preferences,
            self.workspace.presets,
            self._settle,
        )
        self._listed_files = ListedFiles(self._previews, self.store.next_id, self.workspace)
        self.prompt_runs = PromptRuns(
            self.workspace, self.controller.comparisons, self._listed_files
        )
        self._connect()
        self.first_paint = FirstPaint(self.window)
        self.first_paint.painted.connect(self._painted)
        self._engine_started = False

    def _connect(self) -> None:
        self.exchange.imports.grown.connect(self.controller.conversations.reload)
        self.exchange.imports.tabs_came.connect(self.session.open_imported)
        self.store.problem_changed.connect(self._show_problem)
        self.store.noticed.connect(lambda it: self.workspace.notices.show(it, "error"))
        self.events.arrived.connect(self.requests.client.on_events)
        self.events.arrived.connect(self.collector.on_events)
        self.events.arrived.connect(self._start_servers)
        self._tool_events.arrived.connect(self.calls.on_events)
        self._previewed.arrived.connect(self.attachments.on_previews)
        self._previewed.arrived.connect(self._listed_files.on_previews)
        self.workspace.conversations.closed.connect(self.collector.expect_garbage)

    def show(self) -> None:
        if not self.session.restore():
            self.controller.conversations.new_chat()
        self.session.follow()
        self.window.show()
        if notices := say_all(self.store.notices):
            self.workspace.notices.show(notices, "error", STORE if self.store.problem else "")

    def keep(self) -> None:
        """Write everything to disk, as far as possible; a quit may follow."""
        self._settle()
        self.store.flush()
        self.desktop.quitter.expect()

    def close(self, timeout: float) -> bool:
        """Stop the threads; return False if one is still inside a call after `timeout` seconds."""
        self._settle()
        self.events.close()
        self._previewed.close()
        self._tool_events.close()
        tools_ended = self._toolbox.close(min(timeout, TOOLS_TIMEOUT))
        previews_ended = self._previews.close(min(timeout, 2.0))
        engine_ended = not self._engine_started or self.engine.stop(timeout)
        self.housekeeping.close()
        exchange_ended = self.exchange.close(min(timeout, 2.0))
        searches_ended = self.history.close(min(timeout, 2.0))
        store_ended = self.store.close(timeout)
        self.collector.close()
        # with all that would go on asking the engine
        self.workspace.deleteLater()
        return all(
            (
                tools_ended,
                previews_ended,
                engine_ended,
                exchange_ended,
                searches_ended,
                store_ended,
            )
        )

    def _settle(self) -> None:
        """Hand all that is open, and how it is shown, to the store."""
        self.controller.recorder.flush()
        self.session.save()

    def _show_problem(self, sentence: str) -> None:
        """Show a problem of the store, or end its notice if the sentence is empty."""
        if sentence:
            self.workspace.notices.show(sentence, "error", STORE)
        else:
            self.workspace.notices.end(STORE)

    def _painted(self) -> None:
        self.session.restore_others()
        used = self.store.used_files()
        if used is not None:
            self._previews.collect(used)
        self._engine_started = True
        self.engine.start()
        self.requests.models.load_first()

    def _start_servers(self, events: list[Event]) -> None:
        """Start the tool servers after the first load, since both import a lot."""
        if any(isinstance(event, ModelReady | Failed) for event in events):
            self.events.arrived.disconnect(self._start_servers)
            self.calls.start()
