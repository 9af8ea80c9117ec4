"""The button that uses a model of this computer in the chat or the comparison in front."""

from ui.models import model_actions
from ui.state.workspace import Workspace
from ui.widgets.buttons import PushButton


class UseButton(PushButton):
    """Its text says whether a chat or a comparison is in front."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.setProperty("primary", True)
        self._show_text()
        workspace.conversations.front_changed.connect(self._show_text)

    def _show_text(self) -> None:
        self.setText(model_actions.use_text(self._workspace))
