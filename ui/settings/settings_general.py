"""The general settings page: language, memory, notifications, quitting."""

from PySide6.QtWidgets import QAbstractSpinBox

from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import size_text
from ui.settings.first_choices import FirstModelBox, FirstPromptField
from ui.settings.screen_key_field import ScreenKeyField
from ui.settings.setting_fields import CalmSpinBox
from ui.settings.settings_page import SettingsPage
from ui.state.settings import (
    AUTOMATIC_GB,
    DISK_CACHE_GB,
    LANGUAGES,
    LOG_LEVELS,
    UNLOAD_AFTER,
    Settings,
)
from ui.state.workspace import Workspace
from ui.widgets.buttons import CheckBox
from ui.widgets.choice_row import ChoiceRow
from ui.widgets.layouts import hbox
from ui.widgets.number_hint import NumberHint
from ui.widgets.switch import Switch

USUAL_GB = 8.0


class GeneralPage(SettingsPage):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace.settings_requests)
        self.first_model = FirstModelBox(workspace.library)
        self.first_prompt = FirstPromptField()
        self.automatic = CheckBox(tr("Automatic"))
        self.memory = CalmSpinBox(minimum=0.1, maximum=4096, singleStep=1, decimals=1)
        self.unload_after = ChoiceRow(tr("Unload idle models after"), _unload_times())
        self.disk_cache = ChoiceRow(tr("Prompt cache on disk"), _disk_cache_sizes())
        self.language = ChoiceRow(tr("Language"), _languages())
        self.log_level = ChoiceRow(tr("Log level"), _levels())
        self.notifications = Switch(tr("Notifications"))
        self.titles_by_model = Switch(tr("Let the model title chats"))
        self.keep_awake = Switch(tr("Keep the computer awake while a model works"))
        self.screen_key = ScreenKeyField()
        self.ask_to_quit = Switch(tr("Ask before quitting while answers are being written"))
        self._limit: float | None = None
        self._chosen_gb = USUAL_GB
        self._lay_out()
        self.automatic.setChecked(True)
        self._show_memory(True)
        self._connect()

    def _show(self, value: Settings) -> None:
        if value.memory_limit_gb != self._limit:
            # Only if it changed, since this replaces a value that is being typed.
            self._limit = value.memory_limit_gb
            self._chosen_gb = self._limit or self._chosen_gb
            self.automatic.setChecked(self._limit is None)
            self._show_memory(self._limit is None)
        self.first_model.put(value.default_model)
        self.first_prompt.put(value.system_prompt)
        self.language.choose(value.language)
        self.log_level.choose(value.log_level)
        self.unload_after.choose(str(value.unload_after))
        self.disk_cache.choose(str(value.disk_cache_gb))
        self.screen_key.show_keys(value.screen_key_on, value.screen_key)
        for name, switch in self._switches().items():
            switch.setChecked(getattr(value, name))

    def tell_of_screen_key(self, sentence: str) -> None:
        """Show the reason why the keys for the screen do not work; "" hides it."""
        self._screen_row.tell(sentence)

    def _switches(self) -> dict[str, Switch]:
        return {
            "notifications": self.notifications,
            "titles_by_model": self.titles_by_model,
            "keep_awake": self.keep_awake,
            "ask_to_quit": self.ask_to_quit,
        }

    def _connect(self) -> None:
        self.first_model.missing.connect(self._show_missing)
        self.first_model.chosen.connect(lambda it: self._set(default_model=it))
        self.first_prompt.left.connect(lambda text: self._set(system_prompt=text))
        self.automatic.clicked.connect(self._take_automatic)
        self.memory.valueChanged.connect(self._take_memory)
        self.language.changed.connect(lambda code: self._set(language=code))
        self.log_level.changed.connect(lambda level: self._set(log_level=level))
        self.unload_after.changed.connect(lambda it: self._set(unload_after=int(it)))
        self.disk_cache.changed.connect(lambda it: self._set(disk_cache_gb=int(it)))
        self.screen_key.turned.connect(lambda on: self._set(screen_key_on=on))
        self.screen_key.chosen.connect(lambda keys: self._set(screen_key=keys))
        for name, switch in self._switches().items():
            switch.clicked.connect(lambda on, name=name: self._set(**{name: on}))

    def _show_missing(self, name: str) -> None:
        sentence = tr("{name} was not found, so new chats begin with the model used last.")
        self._model_row.tell(sentence.format(name=name) if name else "")

    def _take_automatic(self, automatic: bool) -> None:
        self._filling = True
        self._show_memory(automatic)
        self._filling = False
        self._limit = None if automatic else self._chosen_gb
        self._set(memory_limit_gb=self._limit)

    def _take_memory(self) -> None:
        if not self.automatic.isChecked() and not self._filling:
            self._limit = self._chosen_gb = round(self.memory.value(), 1)
            self._set(memory_limit_gb=self._limit)

    def _show_memory(self, automatic: bool) -> None:
        """Show no number while the engine chooses it, since the window does not know it."""
        self.memory.setDisabled(automatic)
        # The lowest value is shown as this text, if it is not empty.
        self.memory.setSpecialValueText(tr("automatic") if automatic else "")
        self.memory.setValue(self.memory.minimum() if automatic else self._chosen_gb)

    def _lay_out(self) -> None:
        self.memory.setSuffix(" " + tr("GB"))
        # Not at every digit that is typed.
        self.memory.setKeyboardTracking(False)
        self.memory.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToPreviousValue)
        self.memory.lineEdit().setTextMargins(7, 0, 7, 0)
        self.memory.setMinimumWidth(theme.px(120))
        self.memory.setAccessibleName(tr("Memory for models"))
        memory = hbox(spacing=12)
        memory.addWidget(self.memory)
        memory.addWidget(self.automatic)
        memory.addStretch()
        start = tr("Takes effect after a restart.")
        self.add_row(tr("Language"), self.language, start)
        begun = tr("Applies to comparisons too. A new chat begins with the model's default preset.")
        self._model_row = self.add_row(
            tr("Model for new chats"), self.first_model, begun, tr("default")
        )
        told = tr(
            "Sent before each new chat, unless its folder has instructions or its preset has a "
            "system prompt of its own. You can change it for one chat in its options."
        )
        words = tr("default instructions")
        self.add_row(tr("System prompt for new chats"), self.first_prompt, told, words, tall=True)
        limit = self.add_row(tr("Memory for models"), memory, start, tr("limit RAM"))
        NumberHint(self.memory).told.connect(limit.tell)
        idle = tr(
            "Frees their memory for other programs. The next question to a model loads it again. "
            "Models marked “Keep loaded” stay."
        )
        self.add_row(tr("Unload idle models after"), self.unload_after, idle, tr("limit RAM"))
        saved = tr(
            "Lets a chat continue at once after a restart, instead of being processed again. "
            "Only your user account can read the files, and temporary chats leave none. "
            "Automatic uses a tenth of the free space, at most 20 GB."
        )
        self.add_row(tr("Prompt cache on disk"), self.disk_cache, saved, tr("storage space SSD"))
        told = tr(
            "When an answer ends or a tool call is waiting, and the window is not in front. They "
            "show only the title of the chat."
        )
        self.add_switch(self.notifications, told)
        named = tr(
            "The model names a chat after its first answer. Otherwise, and with Dot, the title "
            "is taken from the first question."
        )
        self.add_switch(self.titles_by_model, named, tr("name of a chat"))
        dark = tr("The display may still turn off. Ends with the last answer.")
        self.add_switch(self.keep_awake, dark, tr("sleep energy power background"))
        kept = tr("What has been written so far is kept either way.")
        self.add_switch(self.ask_to_quit, kept, tr("close end"))
        asked = tr(
            "Captures an area of the screen for the frontmost chat. To change the shortcut, "
            "press new keys in the field."
        )
        self._screen_row = self.add_row(
            tr("Ask about the screen from any program"),
            self.screen_key,
            asked,
            tr("screenshot shortcut global hotkey"),
        )
        written = tr("What is written to the terminal. Takes effect at once.")
        self.add_row(tr("Log level"), self.log_level, written)


def _languages() -> dict[str, str]:
    """Return the languages, each named in itself, so that its speakers find it."""
    return dict(zip(LANGUAGES, (tr("System"), "English", "Deutsch"), strict=True))


def _disk_cache_sizes() -> dict[str, str]:
    named = {AUTOMATIC_GB: tr("Automatic"), 0: tr("Off")}
    return {str(it): named.get(it, size_text(it * 1_000_000_000)) for it in DISK_CACHE_GB}


def _unload_times() -> dict[str, str]:
    """Return the words for the minutes after which idle models are unloaded."""
    texts = [tr("{count} min").format(count=it) if it else tr("Never") for it in UNLOAD_AFTER]
    return dict(zip(map(str, UNLOAD_AFTER), texts, strict=True))


def _levels() -> dict[str, str]:
    texts = (tr("Debug"), tr("Info"), tr("Warning"), tr("Error"))
    return dict(zip(LOG_LEVELS, texts, strict=True))
