"""Applies settings and saves them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.base import logs
from app.settings import settings_file
from app.tools.names import tool_id
from engine import offline
from engine.errors import reason
from engine.sentences import Sentence, say
from ui.look.appearance import Appearance
from ui.look.language import tr
from ui.state.chat import Chat
from ui.state.chosen_options import ChosenOptions
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.settings import ALWAYS, McpServer, Settings
from ui.state.tool_entry import ServerStatus
from ui.state.tool_terms import ToolTerms
from ui.state.workspace import Workspace

# Identifies the notice that settings could not be saved.
SETTINGS = "settings"
RESTART = say("Restart Duologue to use the new memory limit.")


class Preferences(QObject):
    """The settings in use, as the workspace shows them."""

    changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        folder: Path,
        value: Settings,
        blocked: Sentence | None = None,
    ) -> None:
        """`blocked` tells a person why changes must not be saved, None if they can be."""
        super().__init__(workspace)
        self._workspace = workspace
        self._folder = folder
        self._blocked = blocked
        self._used_limit = value.memory_limit_gb
        self._used_language = value.language
        self.value = value
        workspace.settings_requests.changed.connect(lambda fields: self.change(**fields))
        workspace.settings_requests.appearance_chosen.connect(self.set_appearance)
        workspace.model_requests.format_chosen.connect(self._set_format)
        workspace.conversations.opened.connect(self._prepare_chat)

    @property
    def value(self) -> Settings:
        return self._workspace.settings.value

    @value.setter
    def value(self, value: Settings) -> None:
        self._workspace.settings.set_value(value)

    def set_statuses(self, statuses: tuple[ServerStatus, ...]) -> None:
        """Show the states of the tool servers in the settings."""
        self._workspace.settings.set_statuses(statuses)

    def change(self, **fields: Any) -> None:
        """Change fields of Settings, then apply and save them at once."""
        former = self.value
        value = replace(former, **fields)
        if value.servers != former.servers:
            value = replace(value, permissions=_without_removed(value, former.servers))
        always = {it for it, permission in value.permissions if permission == ALWAYS}
        value = replace(value, terms=tuple(pair for pair in value.terms if pair[0] in always))
        if "offline" in fields:
            offline.strict(value.offline)
        if "log_level" in fields:
            # Even if it is unchanged: the command line may have set another level.
            logs.set_level(value.log_level)
        saved = self._apply(value)
        if saved:
            self._notify_of_restart(former)

    def permit(self, tool_id: str, permission: str, terms: ToolTerms | None = None) -> None:
        """Set ALWAYS under these terms, NEVER, or "" to ask again."""
        self._apply(self.value.with_permission(tool_id, permission, terms))

    def set_appearance(self, appearance: Appearance) -> None:
        self.change(appearance=appearance)

    def _notify_of_restart(self, former: Settings) -> None:
        """Show a notice for changes that take effect at the next start."""
        value = self.value
        if value.language not in (former.language, self._used_language):
            self._workspace.notices.show(tr("Restart Duologue to use the new language."))
        if value.memory_limit_gb not in (former.memory_limit_gb, self._used_limit):
            self._workspace.notices.show(RESTART)

    def _set_format(self, model_id: str, name: str) -> None:
        self._apply(self.value.with_format(model_id, name))

    def _prepare_chat(self, conversation: Conversation) -> None:
        """Give a new conversation the per-model settings, and accept changes from it."""
        options = _options_of(conversation)
        options.set_kv_8bit(self.value.kv_8bit)
        options.kv_chosen.connect(self._set_kv)

    def _set_kv(self, model_id: str, on: bool) -> None:
        self._apply(self.value.with_kv_8bit(model_id, on))
        for conversation in self._workspace.conversations:
            _options_of(conversation).set_kv_8bit(self.value.kv_8bit)

    def _apply(self, value: Settings) -> bool:
        """Apply and save the settings. Return True if they were saved."""
        self.value = value
        self.changed.emit()
        problem = self._blocked or self._save()
        if problem is not None:
            self._workspace.notices.show(problem, "error", SETTINGS)
        else:
            self._workspace.notices.end(SETTINGS)
        return problem is None

    def _save(self) -> Sentence | None:
        """Save the settings. Return a sentence that says why they could not be saved, or None."""
        try:
            settings_file.save_settings(self._folder, self.value)
        except OSError as error:
            return say(
                "The settings could not be saved in {folder}: {reason}. Check the "
                "disk, then make the change again.",
                folder=str(self._folder),
                reason=reason(error),
            )
        return None


def _options_of(conversation: Conversation) -> ChosenOptions | ComparedChat:
    """Return what takes over the options that are set for all conversations."""
    if isinstance(conversation, Chat):
        return conversation.options
    assert isinstance(conversation, ComparedChat)
    return conversation


def _without_removed(value: Settings, former: tuple[McpServer, ...]) -> tuple[tuple[str, str], ...]:
    """Return the permissions without ALWAYS for tools of servers that have been removed."""
    names = {server.name for server in value.servers}
    removed = tuple(tool_id(it.name, "") for it in former if it.name not in names)
    return tuple(
        pair for pair in value.permissions if pair[1] != ALWAYS or not pair[0].startswith(removed)
    )
