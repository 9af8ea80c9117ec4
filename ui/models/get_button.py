"""The button that gets a model from the hub, and follows its download."""

from ui.look.language import tr
from ui.look.numbers import percent_text
from ui.state.downloads import Download, DownloadPhase
from ui.state.hub_state import HubModel
from ui.state.workspace import Workspace
from ui.widgets.buttons import PushButton


class GetButton(PushButton):
    """Gets, pauses or resumes a model; of one on this computer it opens the page."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.model: HubModel | None = None
        self.clicked.connect(self._press)
        workspace.downloads.changed.connect(self.refresh)

    def show_model(self, model: HubModel) -> None:
        self.model = model
        self.refresh()

    def refresh(self) -> None:
        """Follow the download of the model."""
        if self.model is None:
            return
        words = _words(self.model, self._download())
        self.setText(words)
        self.setEnabled(bool(self.model.model_id) or not self.model.problem)
        name = self.model.repository
        self.setAccessibleName(tr("{action}: {model}").format(action=words, model=name))

    def _press(self) -> None:
        if self.model is None:
            return
        model, requests = self.model, self._workspace.download_requests
        download = self._download()
        if model.model_id:
            self._workspace.library_requests.page_opened.emit(model.model_id)
        elif download is None or download.phase is DownloadPhase.DONE:
            requests.started.emit(model.repository, model.revision)
        elif download.active:
            requests.paused.emit(model.repository)
        else:
            requests.resumed.emit(model.repository)

    def _download(self) -> Download | None:
        return self._workspace.downloads.find(self.model.repository) if self.model else None


def _words(model: HubModel, download: Download | None) -> str:
    if model.model_id:
        return tr("Open page")
    if download is None or download.phase is DownloadPhase.DONE:
        return tr("Get")
    if download.active:
        percent = percent_text(100 * download.done / max(download.total, 1))
        return tr("Pause ({percent})").format(percent=percent)
    return tr("Try again") if download.phase is DownloadPhase.FAILED else tr("Resume")
