"""The windows about the program: About, the licences of its parts, and reports of faults."""

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from ui.state.about import AboutFacts, Component
from ui.state.crash_reports import CrashReport
from ui.state.workspace import Workspace
from ui.window.about_window import AboutWindow
from ui.window.crash_window import CrashWindow
from ui.window.licences_window import LicencesWindow

FACTS = AboutFacts(
    "1.2.3", "45", "https://github.com/a/b", (("mlx", "0.32.4"),), "macOS 15.1 arm64"
)
PARTS = (Component("numpy", "2.4", "BSD", "Copyright N"), Component("mlx", "0.3", "MIT", "By A"))


def test_about_copies_what_a_bug_report_needs(qtbot: QtBot) -> None:
    workspace = Workspace()
    window = AboutWindow(workspace)
    qtbot.addWidget(window)
    # the facts are read on a thread, and may come later
    workspace.about.set_facts(FACTS)
    assert "1.2.3" in window.version.text()
    window.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert all(it in copied for it in ("1.2.3", "build 45", "mlx 0.32.4", "macOS 15.1 arm64"))


def test_the_source_is_offered_only_if_its_address_is_known(qtbot: QtBot) -> None:
    workspace = Workspace()
    window = AboutWindow(workspace)
    qtbot.addWidget(window)
    assert window.source.isHidden()
    workspace.about.set_facts(FACTS)
    assert not window.source.isHidden()
    with qtbot.waitSignal(workspace.link_opened) as opened:
        window.source.click()
    assert opened.args == ["https://github.com/a/b"]


def test_licenses_are_found_by_name_and_by_license(qtbot: QtBot) -> None:
    workspace = Workspace()
    wanted: list[bool] = []
    workspace.about_requests.licences_wanted.connect(lambda: wanted.append(True))
    window = LicencesWindow(workspace)
    qtbot.addWidget(window)
    assert wanted == [True]
    workspace.about.set_components(PARTS)
    assert window.text.toPlainText() == "Copyright N"
    window.search.setText("mit")
    assert window.text.toPlainText() == "By A"
    assert window.count.text() == "1 component"


def report(name: str) -> CrashReport:
    return CrashReport(name, f"2026-01-0{name}", f"Text {name}", True)


def test_a_report_is_copied_as_edited_and_kept_as_it_was(qtbot: QtBot) -> None:
    workspace = Workspace()
    workspace.crash_reports.set_reports((report("2"), report("1")))
    window = CrashWindow(workspace)
    qtbot.addWidget(window)
    window.field.setPlainText("Less")
    window.copy_button.click()
    assert QGuiApplication.clipboard().text() == "Less"
    window.choice.setCurrentIndex(1)
    assert window.field.toPlainText() == "Text 1"
    window.choice.setCurrentIndex(0)
    assert window.field.toPlainText() == "Text 2"


def test_the_next_report_is_shown_after_one_is_deleted(qtbot: QtBot) -> None:
    workspace = Workspace()
    workspace.crash_reports.set_reports((report("2"), report("1")))
    window = CrashWindow(workspace)
    qtbot.addWidget(window)
    with qtbot.waitSignal(workspace.about_requests.report_deleted) as deleted:
        window.delete_button.click()
    assert deleted.args == ["2"]
    workspace.crash_reports.set_reports((report("1"),))
    assert window.field.toPlainText() == "Text 1"
    workspace.crash_reports.set_reports(())
    assert not window.copy_button.isEnabled()


def test_only_the_issue_page_itself_is_opened(qtbot: QtBot) -> None:
    workspace = Workspace()
    workspace.crash_reports.set_reports((report("1"),))
    workspace.about.set_facts(FACTS)
    window = CrashWindow(workspace)
    qtbot.addWidget(window)
    with qtbot.waitSignal(workspace.link_opened) as opened:
        window.issue_button.click()
    assert opened.args == ["https://github.com/a/b/issues/new"]
