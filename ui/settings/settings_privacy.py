"""The settings page about privacy: strict offline, and everything that could connect."""

from PySide6.QtWidgets import QVBoxLayout

from ui.look.language import tr
from ui.settings.settings_page import SettingsPage
from ui.state.requests import SettingsRequests
from ui.state.settings import Settings
from ui.widgets.labels import plain_label
from ui.widgets.switch import Switch


class PrivacyPage(SettingsPage):
    def __init__(self, requests: SettingsRequests) -> None:
        super().__init__(requests)
        self.offline = Switch(tr("Strict offline"))
        strict = tr(
            "Duologue opens no connection, from now on. Python code of the app, its libraries and "
            "its worker processes is refused any, and tool servers are stopped. Other programs, "
            "such as the browser that opens a link for you, can still connect."
        )
        self.add_switch(self.offline, strict, tr("network internet privacy"))
        listed = QVBoxLayout()
        listed.setSpacing(6)
        for line in would_connect():
            listed.addWidget(plain_label("settings_line", "•  " + line))
        always = tr("Nothing else does, also without strict offline: models run on this computer.")
        self.add_row(
            tr("What could connect"), listed, always, tr("network internet privacy"), tall=True
        )
        self.offline.clicked.connect(lambda on: self._set(offline=on))

    def _show(self, value: Settings) -> None:
        self.offline.setChecked(value.offline)


def would_connect() -> tuple[str, ...]:
    return (
        tr(
            "The hub of models, huggingface.co or your mirror: asked when you search for a model, "
            "open its page there or download it. It learns what you search for."
        ),
        tr("Servers of tools: programs that you have added. What they do is up to them."),
        tr("Links in answers: your browser opens them, and only after you have said so."),
        tr(
            "The libraries that run models could ask huggingface.co for files. Duologue gives them "
            "folders of this computer, for which they need not."
        ),
    )
