"""Lists the tabs and transcripts with work in progress."""

from ui.state.transcript import Transcript
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow


def busy_tabs(window: MainWindow) -> list[Tab]:
    return [tab for tab in window.tabs() if tab.busy]


def busy_transcripts(window: MainWindow) -> list[Transcript]:
    return [it for tab in window.tabs() for it in tab.transcripts if it.busy]
