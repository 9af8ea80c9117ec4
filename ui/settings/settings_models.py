"""The settings page about the hub: its token, a mirror, a proxy, and where models go."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit

from ui.look.language import tr, translated
from ui.settings.settings_page import SettingRow, SettingsPage
from ui.state.hub_addresses import HUB, is_mirror, is_proxy
from ui.state.settings import Settings
from ui.state.workspace import Workspace
from ui.widgets.buttons import push_button
from ui.widgets.file_dialog import folder_dialog
from ui.widgets.labels import breakable, plain_label
from ui.widgets.layouts import hbox, vbox
from ui.widgets.plain_field import PlainLine

MOST_CHARACTERS = 500


class ModelsPage(SettingsPage):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace.settings_requests)
        self._workspace = workspace
        self._hub, self._library = workspace.hub, workspace.library
        self.token, self.mirror, self.proxy = PlainLine(), PlainLine(), PlainLine()
        self.keep = push_button(tr("Save token"))
        self.forget = push_button(tr("Forget token"))
        self.folder = plain_label("settings_line")
        self.choose = push_button(tr("Change…"), tr("Choose another folder for downloads"))
        self.standard = push_button(tr("Use the standard folder"))
        # Why the folder chosen last is not used.
        self._refusal = ""
        self._shown = Settings()
        self._lay_out()
        self._connect()
        self._show_token()
        self._show_folder()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask if there is a token only now: the system may ask before the keychain is read."""
        super().showEvent(event)
        self._refuse_folder("")
        self._workspace.hub_requests.token_wanted.emit()

    def _show(self, value: Settings) -> None:
        """Show the addresses in use; one that is being typed stays."""
        if value.hub_mirror != self._shown.hub_mirror:
            self.mirror.setText(value.hub_mirror)
        if value.proxy != self._shown.proxy:
            self.proxy.setText(value.proxy)
        self.standard.setVisible(bool(value.models_folder))
        self._shown = value

    def _take_mirror(self) -> None:
        text = self.mirror.text().strip().rstrip("/")
        fits = not text or is_mirror(text)
        self._mirror_row.tell("" if fits else tr("A mirror's address begins with https://."))
        if fits and text != self._shown.hub_mirror:
            self._set(hub_mirror=text)

    def _take_proxy(self) -> None:
        text = self.proxy.text().strip()
        fits = not text or is_proxy(text)
        self._proxy_row.tell(
            "" if fits else tr("A proxy's address begins with http://, such as http://host:8080.")
        )
        if fits and text != self._shown.proxy:
            self._set(proxy=text)

    def _keep_token(self) -> None:
        if text := self.token.text().strip():
            self.token.clear()
            self._workspace.hub_requests.token_set.emit(text)

    def _forget_token(self) -> None:
        self.token.clear()
        self._workspace.hub_requests.token_set.emit("")

    def _show_token(self) -> None:
        has = self._hub.has_token
        kept = tr("A token is saved. Enter another one to replace it.")
        self.token.setPlaceholderText(kept if has else tr("Paste a token, such as hf_…"))
        self.forget.setEnabled(has)
        self._token_row.tell(translated(self._hub.token_note))

    def _allow_keeping(self, text: str) -> None:
        self.keep.setEnabled(bool(text.strip()))

    def _show_folder(self) -> None:
        self.folder.setText(breakable(self._library.own_folder))
        self._folder_row.setVisible(bool(self._library.own_folder))
        away = _about_away() if self._library.own_folder_away else ""
        self._folder_row.tell(self._refusal or away)

    def _refuse_folder(self, sentence: str) -> None:
        self._refusal = sentence
        self._show_folder()

    def _choose_folder(self) -> None:
        """Ask for the folder for downloads."""
        dialog = folder_dialog(self.window(), tr("Folder for downloads"))
        dialog.fileSelected.connect(self._workspace.library_requests.own_folder_chosen)
        dialog.open()

    def _use_standard_folder(self) -> None:
        self._workspace.library_requests.own_folder_chosen.emit("")
        # The button goes away.
        self.choose.setFocus()

    def _connect(self) -> None:
        self.token.textChanged.connect(self._allow_keeping)
        self.token.returnPressed.connect(self._keep_token)
        self.keep.clicked.connect(self._keep_token)
        self.forget.clicked.connect(self._forget_token)
        self.mirror.editingFinished.connect(self._take_mirror)
        self.proxy.editingFinished.connect(self._take_proxy)
        self._hub.token_changed.connect(self._show_token)
        self.choose.clicked.connect(self._choose_folder)
        self.standard.clicked.connect(self._use_standard_folder)
        self._library.changed.connect(self._show_folder)
        self._library.own_folder_refused.connect(self._refuse_folder)

    def _lay_out(self) -> None:
        for field, name in (
            (self.token, tr("Token for gated models")),
            (self.mirror, tr("Mirror")),
            (self.proxy, tr("Proxy")),
        ):
            field.setAccessibleName(name)
            field.setMaxLength(MOST_CHARACTERS)
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.mirror.setPlaceholderText(HUB)
        self.proxy.setPlaceholderText(tr("System proxy"))
        self.keep.setEnabled(False)
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = hbox(spacing=8)
        row.addWidget(self.token, 1)
        row.addWidget(self.keep)
        row.addWidget(self.forget)
        words = tr("hub huggingface download")
        self._token_row = self.add_row(
            tr("Token for gated models"), row, _about_token(), words, tall=True
        )
        self._mirror_row = self._address_row(tr("Mirror"), self.mirror, _about_mirror())
        self._proxy_row = self._address_row(tr("Proxy"), self.proxy, _about_proxy())
        buttons = hbox(spacing=8)
        buttons.addWidget(self.choose)
        buttons.addWidget(self.standard)
        buttons.addStretch()
        column = vbox(spacing=8)
        column.addWidget(self.folder)
        column.addLayout(buttons)
        self._folder_row = self.add_row(
            tr("Folder for downloads"), column, _about_folder(), words, tall=True
        )

    def _address_row(self, title: str, field: QLineEdit, note: str) -> SettingRow:
        return self.add_row(title, field, note, tr("hub huggingface network internet"), tall=True)


def _about_token() -> str:
    return tr(
        "Some makers want to know who uses their models. The token of your account on the "
        "hub opens the ones you have access to. It is kept in this computer's keychain and "
        "sent only to the hub."
    )


def _about_mirror() -> str:
    return tr("Another server that carries the hub's models. Your token is sent to it, too.")


def _about_proxy() -> str:
    return tr(
        "For searching and downloading models. If empty, the system's proxy is used. A "
        "password in the address is kept in the settings file, which only you can read."
    )


def _about_folder() -> str:
    return tr(
        "New models go here, converted ones too. The models that you have stay where they are, and "
        "downloads that have begun go on there. The Hugging Face cache, which HF_HOME or "
        "HF_HUB_CACHE can name, is only read."
    )


def _about_away() -> str:
    return tr(
        "The folder is not there right now. Connect its disk before you download a model, or "
        "choose another folder."
    )
