"""The models on the hub, as the models window lists them."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from engine.messages import Fit, ModelFacts


@frozen
class HubModel:
    """A model on the hub. `repository` is its name, such as "mlx-community/Dot-4bit", `revision`
    the commit, "" until known.

    `facts` and `fit` are None until the headers of its weights have been read. `problem` is a
    sentence why it does not run here, "" if it does. `size` is in bytes, 0 until known.
    `downloads` is the hub's count for the last 30 days, `updated` an ISO date. A `gated` model
    needs a token and the consent of its makers. `model_id` is its folder once it is on this
    computer. `peak` is the memory in bytes that our release measured, 0 if it did not. `unread` is
    a sentence why the hub did not tell what the model is. `sees` tells of a recommended model that
    it takes images, before there are facts.
    """

    repository: str
    revision: str = ""
    facts: ModelFacts | None = None
    fit: Fit | None = None
    problem: str = ""
    size: int = 0
    downloads: int = 0
    updated: str = ""
    licence: str = ""
    gated: bool = False
    model_id: str = ""
    peak: int = 0
    unread: str = ""
    sees: bool = False


@frozen
class HubFile:
    """A file of a model on the hub, `size` in bytes. `downloaded` is False for files that
    Duologue leaves out, for which `reason` is a sentence."""

    name: str
    size: int
    downloaded: bool = True
    reason: str = ""


@frozen
class HubPage:
    """The page of a model on the hub; `card` is its untrusted Markdown, `address` the page on the
    hub itself. `loading` is True until the hub has answered, `problem` a sentence if it did not."""

    model: HubModel
    card: str = ""
    files: tuple[HubFile, ...] = ()
    address: str = ""
    loading: bool = False
    problem: str = ""


class HubState(QObject):
    """`models` are the results of the last search in the hub's order, `recommended` those of our
    own list for the memory of this machine, best first; `memory` is that in GiB. `searched` are the
    words of the last search, "" if none. `searching` is True until the results are there;
    `problem` is a sentence if they could not be had. `page` is the one that is shown. `host` is
    the server that would be asked.
    `has_token`: there is a token for gated models; `token_note` is a sentence about keeping it.
    """

    changed = Signal()
    recommended_changed = Signal()
    page_changed = Signal()
    token_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.models: tuple[HubModel, ...] = ()
        self.recommended: tuple[HubModel, ...] = ()
        self.searching = False
        self.problem = ""
        self.page: HubPage | None = None
        self.memory = 0
        self.searched = ""
        self.host = ""
        self.has_token = False
        self.token_note = ""

    def set_models(
        self, models: Iterable[HubModel], *, searching: bool = False, problem: str = ""
    ) -> None:
        self.models, self.searching, self.problem = tuple(models), searching, problem
        self.changed.emit()

    def set_recommended(self, models: Iterable[HubModel]) -> None:
        self.recommended = tuple(models)
        self.recommended_changed.emit()

    def set_model(self, model: HubModel) -> None:
        """Replace what is known of a model wherever it is listed."""
        self.models = _replaced(self.models, model)
        self.changed.emit()
        if any(it.repository == model.repository for it in self.recommended):
            self.set_recommended(_replaced(self.recommended, model))
        if self.page and self.page.model.repository == model.repository:
            self.set_page(replace(self.page, model=model))

    def set_page(self, page: HubPage | None) -> None:
        self.page = page
        self.page_changed.emit()

    def set_token(self, has_token: bool, note: str = "") -> None:
        self.has_token, self.token_note = has_token, note
        self.token_changed.emit()


def _replaced(models: tuple[HubModel, ...], model: HubModel) -> tuple[HubModel, ...]:
    return tuple(model if it.repository == model.repository else it for it in models)
