"""The window About: the version, what it is made of, and the licences of all parts."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QIcon
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.state.about import AboutFacts
from ui.state.workspace import Workspace
from ui.widgets.buttons import CopyButton, LinkButton, push_button
from ui.widgets.labels import plain_label
from ui.widgets.layouts import hbox, raise_window, vbox
from ui.widgets.own_window import begin_window
from ui.window.licences_window import LicencesWindow

ICON = theme.RESOURCES / "icons/app.svg"
_ICON_SIZE = 72
WIDTH = 460


class AboutWindow(QDialog):
    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        begin_window(self, tr("About Duologue"))
        self._icon = QLabel()
        self.name = plain_label(text="Duologue")
        theme.set_font(self.name, 20, QFont.Weight.DemiBold)
        self.version = plain_label("settings_line")
        self.libraries = plain_label("settings_note")
        self.terms = plain_label("settings_line")
        self.source = LinkButton(tr("Source code"), tr("Open the source code in the browser"))
        self.licences = push_button(tr("Licenses…"), tr("Show the licenses of all parts"))
        self.copy_button = CopyButton(tr("Copy these facts for a bug report"))
        self.close_button = push_button(tr("Close"))
        self._lay_out()
        self._connect()
        self._show_facts()
        self._draw_icon()
        theme.look.changed.connect(self._draw_icon)

    def _show_facts(self) -> None:
        facts = self._workspace.about.facts
        self.version.setText(_version(facts))
        self.libraries.setText("\n".join(_parts(facts)))
        self.terms.setText(_terms(facts))
        self.source.setVisible(bool(facts.repository))
        if (layout := self.layout()) is not None:
            # Qt reserves room for lines that the labels do not need at this width.
            layout.activate()
            self.resize(self.width(), layout.heightForWidth(self.width()))

    def _copy(self) -> None:
        facts = self._workspace.about.facts
        lines = (self.name.text(), _version(facts), *_parts(facts))
        self.copy_button.copy_text("\n".join(lines))

    def _open_source(self) -> None:
        self._workspace.link_opened.emit(self._workspace.about.facts.repository)

    def _show_licences(self) -> None:
        # It stays when this window closes.
        around = self.parentWidget() or self
        found = around.findChild(LicencesWindow) or LicencesWindow(self._workspace, around)
        raise_window(found)

    def _draw_icon(self) -> None:
        size = theme.px(_ICON_SIZE)
        self._icon.setPixmap(QIcon(str(ICON)).pixmap(QSize(size, size)))

    def _connect(self) -> None:
        self._workspace.about.changed.connect(self._show_facts)
        self.source.clicked.connect(self._open_source)
        self.licences.clicked.connect(self._show_licences)
        self.copy_button.clicked.connect(self._copy)
        self.close_button.clicked.connect(self.close)

    def _lay_out(self) -> None:
        about = tr("Chat with models that run on this computer.")
        for label in (self.version, self.libraries):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.close_button.setDefault(True)
        words = vbox(spacing=6)
        words.addWidget(self.name)
        words.addWidget(self.version)
        words.addWidget(plain_label("settings_line", about))
        words.addSpacing(6)
        words.addWidget(self.libraries)
        words.addSpacing(6)
        words.addWidget(self.terms)
        words.addWidget(self.source, 0, Qt.AlignmentFlag.AlignLeft)
        words.addStretch()
        top = hbox(spacing=20)
        top.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(words, 1)
        buttons = hbox(spacing=8)
        buttons.addWidget(self.licences)
        buttons.addWidget(self.copy_button)
        buttons.addStretch()
        buttons.addWidget(self.close_button)
        column = vbox(self, spacing=18, margins=(24, 22, 24, 16))
        column.addLayout(top)
        column.addLayout(buttons)
        self.setFixedWidth(theme.px(WIDTH))
        self.close_button.setFocus(Qt.FocusReason.OtherFocusReason)


def _terms(facts: AboutFacts) -> str:
    own = tr("Duologue is open source, under the Apache License 2.0.")
    if not facts.under_gpl:
        return own
    whole = tr("This app as a whole is under the GPL 3, since it contains FFmpeg.")
    return f"{own} {whole}"


def _version(facts: AboutFacts) -> str:
    if facts.build:
        words = tr("Version {version}, build {build}")
        return words.format(version=facts.version, build=facts.build)
    return tr("Version {version}, from source").format(version=facts.version)


def _parts(facts: AboutFacts) -> list[str]:
    """Return the libraries, three to a line, and the system."""
    parts = [f"{name} {version}" for name, version in facts.libraries]
    lines = [" · ".join(parts[at : at + 3]) for at in range(0, len(parts), 3)]
    return [*lines, facts.system]
