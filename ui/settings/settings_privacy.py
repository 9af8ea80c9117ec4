"""The settings page about privacy: strict offline, and everything that could connect."""

from PySide6.QtWidgets import QHBoxLayout

from ui.look.language import tr
from ui.settings.settings_page import SettingsPage
from ui.state.settings import BY_HAND, WEEKLY, Settings
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label
from ui.widgets.layouts import vbox
from ui.widgets.switch import Switch


class PrivacyPage(SettingsPage):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace.settings_requests)
        self._workspace = workspace
        self.offline = Switch(tr("Strict offline"))
        strict = tr(
            "From now on, Duologue opens no connections. Python code of the app, its "
            "libraries and its worker processes cannot connect, and tool servers are "
            "stopped. Other programs, such as the browser that opens a link for you, still "
            "can."
        )
        self.add_switch(self.offline, strict, tr("network internet privacy"))
        listed = vbox(spacing=6)
        for line in would_connect():
            listed.addWidget(plain_label("settings_line", "•  " + line))
        always = tr(
            "Nothing else connects, even with strict offline off: other models run on this "
            "computer."
        )
        self.add_row(
            tr("What can connect"), listed, always, tr("network internet privacy"), tall=True
        )
        self.updates = Switch(tr("Check for updates once a week"))
        asked = tr(
            "Duologue asks GitHub for the newest version; nothing about you is sent. Off in strict "
            "offline. “Check for updates…” in the menu asks at once."
        )
        self.add_switch(self.updates, asked, tr("network internet version release github"))
        self.reports = push_button(tr("Show crash reports…"))
        kept = tr(
            "If Duologue fails, it records where in its code it failed. The five newest "
            "reports stay in the data folder; nothing is sent."
        )
        line = QHBoxLayout()
        line.addWidget(self.reports)
        line.addStretch()
        self.add_row(tr("Crash reports"), line, kept, tr("fault error bug"))
        self.offline.clicked.connect(lambda on: self._set(offline=on))
        self.updates.clicked.connect(lambda on: self._set(update_checks=WEEKLY if on else BY_HAND))
        self.reports.clicked.connect(workspace.about_requests.reports_opened)
        workspace.crash_reports.changed.connect(self._show_whether_reports)
        self._show_whether_reports()

    def _show(self, value: Settings) -> None:
        self.offline.setChecked(value.offline)
        self.updates.setChecked(value.update_checks == WEEKLY and not value.offline)
        self.updates.setEnabled(not value.offline)

    def _show_whether_reports(self) -> None:
        self.reports.setEnabled(bool(self._workspace.crash_reports.reports))


def would_connect() -> tuple[str, ...]:
    return (
        tr(
            "The model hub, huggingface.co or your mirror: asked when you search for a "
            "model, open its page there or download it. The hub learns what you search for."
        ),
        tr("GitHub: asked for the newest version of Duologue, if you have allowed it."),
        tr(
            "Model servers that you have added: they receive the chats that use their "
            "models. The window says so wherever you write such a chat."
        ),
        tr("Tool servers that you have added. What they do is up to them."),
        tr("Links in answers: your browser opens them, and only after you confirm."),
        tr(
            "The libraries that run models could ask huggingface.co for files. Duologue gives "
            "them local folders, so they do not."
        ),
    )
