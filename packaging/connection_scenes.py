"""Scenes of the local server, machines, remote servers, skimming and the palette, for
screenshots."""

from collections.abc import Callable
from dataclasses import replace
from time import time

from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from app.assembly import Assembly
from engine.messages import (
    Channel,
    Delta,
    DraftCounts,
    Finished,
    FinishReason,
    SkimReport,
    Timings,
    Usage,
    say,
    say_size,
)
from engine.requests.skimming import NO_MEMORY
from tests.kit.loop import run_until
from tests.kit.tabs import new_chat
from ui.models.models_window import SERVERS
from ui.settings.page_titles import MACHINES, SERVER
from ui.state.question import Question
from ui.state.remote_servers import RemoteApi, RemoteModel, ServerTest
from ui.state.server_state import ServedRequest
from ui.window.palette import CommandPalette

ADDRESS = "https://models.example.com/v1"
MODELS = (
    RemoteModel("qwen3-235b-a22b-instruct-2507", chosen=True, context=262_144),
    RemoteModel("gpt-oss-120b", chosen=True, vision=False, thinking=True, context=131_072),
    RemoteModel("an-experiment-with-an-unusually-long-name-that-nobody-shortened-v2"),
)
TESTED = (
    say(
        "{host}: the same version, {memory} for models, {backends}, {latency:.1f} ms round trip.",
        host=say("This computer"),
        memory=say_size(18_000_000_000),
        backends="ring, jaccl",
        latency=0.1,
    ),
    say("{host} does not answer. Check that it is on and connected.", host="mac2.local"),
)

Save = Callable[..., None]


class ConnectionScenes:
    """Builds scenes. `save` takes a name and optionally the widget to draw instead of the
    window."""

    def __init__(self, parts: Assembly, save: Save) -> None:
        self._parts, self._save = parts, save

    def server(self) -> None:
        """Show the page of the local server: off, then on, with requests."""
        settings = self._parts.window.dialogs.open_settings(SERVER)
        self._scroll_through("server_off", settings)
        state, preferences = self._parts.workspace.server, self._parts.workspace.settings_requests
        preferences.changed.emit({"server_on": True})
        run_until(lambda: bool(state.address or state.problem))
        now = time()
        served = ServedRequest(
            "Claude Code 2.1", "/v1/messages", "Dot", 200, 21_304, 20_992, 212, 3.4, now
        )
        running = replace(served, client="opencode 1.18", path="/v1/chat/completions", status=0)
        state.set_served((running, served, replace(served, status=401, seconds=0.0, began=now - 9)))
        self._scroll_through("server_on", settings)
        preferences.changed.emit({"server_on": False})
        settings.close()

    def machines(self) -> None:
        """Show the page of machines: empty, then after a test."""
        settings = self._parts.window.dialogs.open_settings(MACHINES)
        self._save("machines_empty", settings)
        settings.machines.hosts.setText("localhost anna@mac2.local")
        settings.machines.hosts.editingFinished.emit()
        self._parts.workspace.machines.show_test(TESTED, runs=True)
        self._save("machines_test", settings)
        settings.machines.hosts.setText("-oProxyCommand")
        settings.machines.hosts.editingFinished.emit()
        self._save("machines_problem", settings)
        settings.machines.hosts.setText("")
        settings.machines.hosts.editingFinished.emit()
        settings.close()

    def skim(self) -> None:
        """Show an answer whose prompt was skimmed with drafts, its numbers, and one that was
        not."""
        transcript = new_chat(self._parts).transcript
        usage, timings = Usage(30_480, 2_048, 180, 180), Timings(1.42, decode=4.1, skimming=0.61)
        drafts = DraftCounts("model", 120, 84, 96)
        done = SkimReport(30_480, 9_144, "Qwen3-0.6B-4bit", 0.61)
        unread = SkimReport(note=NO_MEMORY)
        for number, report in enumerate((done, unread), 1):
            transcript.add_question(Question("What does the report say about the harbor?"))
            transcript.begin_reply(-number)
            words = "The harbor was rebuilt in 1912, says page 41."
            transcript.apply(Delta(-number, Channel.CONTENT, words))
            ended = Finished(-number, FinishReason.STOP, usage, timings)
            transcript.apply(replace(ended, drafts=drafts, skim=report))
        self._save("skim")

    def palette(self) -> None:
        """Show the command palette: as it opens, with matches, and without any."""
        window = self._parts.window
        window.open_palette()
        [palette] = window.findChildren(CommandPalette)
        for name, text in (("", ""), ("_found", "ser"), ("_nothing", "xyzzy")):
            palette.search.setText(text)
            self._save(f"palette{name}", palette)
        palette.close()

    def remote(self) -> None:
        """Show a server with its models, a chat with one of them, and the question before its
        first message."""
        remote = self._parts.workspace.remote
        remote.added.emit(ADDRESS, RemoteApi.OPENAI)
        run_until(lambda: remote.server(ADDRESS) is not None)
        server = remote.server(ADDRESS)
        assert server is not None
        remote.edited.emit(replace(server, models=MODELS))
        answers = say("{host} answers, with %n model(s).", "", len(MODELS), host=server.host)
        remote.set_test(ADDRESS, ServerTest(answers))
        models = self._parts.window.dialogs.open_models(SERVERS)
        self._save("remote_servers", models)
        refused = say(
            "{host} does not accept the key (error {status}). Enter the right one in Models › "
            "Servers.",
            host=server.host,
            status=401,
        )
        remote.set_test(ADDRESS, ServerTest(refused, bad=True))
        self._save("remote_problem", models)
        models.close()
        tab = new_chat(self._parts)
        chosen = next(it for it in remote.chosen())
        self._parts.workspace.model_requests.chosen.emit(chosen.model_id)
        tab.composer.editor.insertPlainText("Which rivers flow through Vienna?")
        self._save("remote_chat")
        tab.conversation.requests.submitted.emit(Question("Which rivers flow through Vienna?"))
        run_until(lambda: QApplication.activeModalWidget() is not None)
        if question := QApplication.activeModalWidget():
            self._save("remote_question", question)
            question.close()

    def _scroll_through(self, name: str, window: QWidget) -> None:
        """Save what a window shows at the top, and after each page below."""
        areas = [it for it in window.findChildren(QScrollArea) if it.isVisible()]
        bar = areas[-1].verticalScrollBar()
        for page in range(4):
            bar.setValue(page * bar.pageStep())
            self._save(f"{name}_{page}", window)
            if bar.value() == bar.maximum():
                break
        bar.setValue(0)
