"""The hub as the models window shows it: searches, models, recommendations and the token."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from PySide6.QtCore import QObject

from app.hub import hub_client, page_reader, search
from app.hub.access import ENDPOINT, HubAccess, prepare_environment
from app.hub.descriptions import Descriptions
from app.hub.errands import Errand, Errands
from app.hub.fact_cache import key
from app.hub.recommended import Recommendation, load_recommendations, memory_class
from app.hub.token_keeper import TokenKeeper
from engine import offline
from engine.errors import Refused
from engine.messages import Fit, ModelFacts
from engine.sentences import say
from ui.state.hub_state import HubModel, HubPage
from ui.state.library_state import Place
from ui.state.workspace import Workspace

log = logging.getLogger(__name__)

OFFLINE = say("Strict offline is on, so the hub is not asked. Turn it off in Settings › Privacy.")
FitOf = Callable[[ModelFacts], Fit | None]


class Hub(QObject):
    """Used on the Qt thread. Nothing connects before a person searches or opens a model's page."""

    def __init__(self, workspace: Workspace, home: Path, fit_of: FitOf = lambda _: None) -> None:
        """`fit_of` tells how a model fits this computer."""
        super().__init__(workspace)
        prepare_environment()
        self._workspace, self._state = workspace, workspace.hub
        self._fit_of = fit_of
        self._listed = _recommendations()
        self._tokens = TokenKeeper(workspace.hub, self)
        self._errands = Errands(2, self)
        self._search: Errand | None = None
        self._page: Errand | None = None
        self._searches = 0
        sums = {key(it.repository, it.revision): it.index_sha256 for it in self._listed}
        self._descriptions = Descriptions(home, sums, self)
        self._connect()
        self._follow_settings()

    def with_access(self, function: Callable[[HubAccess], None]) -> None:
        """Call `function` with the way to the hub, once the token is known."""
        value = self._workspace.settings.value
        endpoint, proxy = value.hub_mirror or ENDPOINT, value.proxy
        self._tokens.when_known(lambda token: function(HubAccess(endpoint, proxy, token)))

    def refit(self) -> None:
        """Show how the models fit now: the free memory has changed."""
        page = self._state.page
        shown = (page.model,) if page else ()
        for model in (*shown, *self._state.models, *self._state.recommended):
            if model.facts:
                self._state.set_model(self._completed(model))

    def close(self, timeout: float) -> bool:
        """Stop asking the hub. Return False if a thread is still inside a call after `timeout`
        seconds."""
        kept = self._tokens.close(timeout / 3)
        ended = self._errands.close(timeout / 3)
        return self._descriptions.close(timeout / 3) and ended and kept

    def _connect(self) -> None:
        requests = self._workspace.hub_requests
        requests.searched.connect(self.search)
        requests.described.connect(self._describe)
        requests.page_opened.connect(self._open_page)
        requests.token_set.connect(self._tokens.set_token)
        requests.token_wanted.connect(self._tokens.look)
        self._descriptions.described.connect(self._on_described)
        self._workspace.library.changed.connect(self._show_installed)
        self._workspace.settings.changed.connect(self._follow_settings)

    # --- searching -----------------------------------------------------------------------

    def search(self, words: str) -> None:
        """Start a search, which ends the one before; "" shows the recommendations again."""
        page = self._state.page
        self._end_search(page.model.repository if page else "")
        self._state.searched = words.strip()
        if not self._state.searched:
            self._state.set_models(())
        elif offline.is_strict():
            self._state.set_models((), problem=OFFLINE)
        else:
            self._state.set_models((), searching=True)
            number = self._searches
            self.with_access(lambda access: self._start_search(number, access))

    def _end_search(self, shown: str = "") -> None:
        """End the search, and reading what models are, except the one that is `shown` alone."""
        self._searches += 1
        self._descriptions.forget_wishes(shown)
        if self._search:
            self._search.stop()
            self._search = None

    def _start_search(self, number: int, access: HubAccess) -> None:
        if number != self._searches:
            # Another search began while the keychain was read.
            return
        words = self._state.searched
        self._search = self._errands.add(
            access,
            lambda client: search.find_models(client, words),
            lambda found: self._state.set_models(map(self._completed, found)),
            lambda sentence: self._state.set_models((), problem=sentence),
        )

    # --- what models are -----------------------------------------------------------------

    def _describe(self, repositories: Iterable[str]) -> None:
        """Read what these models are. Recommended ones are not asked about unasked."""
        wanted = set(repositories)
        models = [it for it in self._state.models if it.repository in wanted]
        if models and not offline.is_strict():
            self.with_access(lambda access: self._wish(access, models))

    def _wish(self, access: HubAccess, models: Iterable[HubModel]) -> None:
        for model in models:
            self._descriptions.wish(access, model)

    def _on_described(self, model: HubModel) -> None:
        self._state.set_model(self._completed(model))

    def _completed(self, model: HubModel) -> HubModel:
        """Return a model with what is remembered, how it fits, and where it is."""
        model = self._descriptions.known(model)
        former = self._find(model.repository)
        model = replace(
            model,
            fit=self._fit_of(model.facts) if model.facts else None,
            model_id=self._folders().get(model.repository, ""),
        )
        return replace(model, peak=former.peak) if former else model

    def _find(self, repository: str) -> HubModel | None:
        page = self._state.page
        shown = (page.model,) if page else ()
        listed = (*shown, *self._state.models, *self._state.recommended)
        return next((it for it in listed if it.repository == repository), None)

    def _folders(self) -> dict[str, str]:
        """Return the folders of models on this computer by their repositories."""
        models = self._workspace.library.models
        alone = (it for it in models if it.place is not Place.ADAPTER)
        return {it.repository: it.model_id for it in alone if it.repository}

    def _show_installed(self) -> None:
        folders = self._folders()
        known = (*self._state.models, *self._state.recommended)
        page = self._state.page
        for model in (*known, page.model) if page else known:
            if model.model_id != folders.get(model.repository, ""):
                found = folders.get(model.repository, "")
                self._state.set_model(replace(model, model_id=found))

    # --- the page of a model -------------------------------------------------------------

    def _open_page(self, repository: str) -> None:
        if self._page:
            self._page.stop()
            self._page = None
        if not repository:
            self._state.set_page(None)
            return
        model = self._find(repository) or HubModel(repository)
        try:
            hub_client.check_repository(repository)
        except Refused as error:
            self._state.set_page(HubPage(model, problem=str(error)))
            return
        if offline.is_strict():
            self._state.set_page(HubPage(model, problem=OFFLINE))
            return
        self._state.set_page(HubPage(model, loading=True))
        self.with_access(lambda access: self._read_page(access, model))

    def _read_page(self, access: HubAccess, model: HubModel) -> None:
        page = self._state.page
        if page is None or page.model.repository != model.repository:
            return
        self._page = self._errands.add(
            access,
            partial(page_reader.read_page, access, model),
            partial(self._show_page, access),
            partial(self._fail_page, access, model),
        )

    def _show_page(self, access: HubAccess, page: HubPage) -> None:
        former = self._find(page.model.repository)
        model = self._completed(page.model)
        if former and not model.problem:
            # The facts of another revision may be wrong for this one.
            same = former.revision in ("", model.revision)
            model = replace(model, facts=former.facts) if same and not model.facts else model
        self._state.set_page(replace(page, model=model))
        self._descriptions.wish(access, model, again=True)

    def _fail_page(self, access: HubAccess, model: HubModel, sentence: str) -> None:
        address = access.page(model.repository)
        self._state.set_page(HubPage(model, address=address, problem=sentence))

    # --- recommendations and settings ----------------------------------------------------

    def _follow_settings(self) -> None:
        if offline.is_strict():
            self._stop_asking()
        else:
            self._ask_again()
        value = self._workspace.settings.value
        limit = value.memory_limit_gb
        self._state.host = urlsplit(value.hub_mirror or ENDPOINT).netloc
        memory = memory_class(None if limit is None else round(limit * 1e9))
        if memory != self._state.memory:
            self._state.memory = memory
            models = [it.as_model() for it in self._listed if it.memory == memory]
            self._state.set_recommended(map(self._completed, models))

    def _ask_again(self) -> None:
        """Ask for what a person wanted while strict offline was on."""
        page = self._state.page
        if self._state.problem == OFFLINE:
            self.search(self._state.searched)
        if page and page.problem == OFFLINE:
            self._open_page(page.model.repository)

    def _stop_asking(self) -> None:
        """End what is under way: strict offline does not close open connections by itself."""
        self._end_search()
        if self._state.searching:
            self._state.set_models((), problem=OFFLINE)
        page = self._state.page
        if page and page.loading:
            self._open_page(page.model.repository)


def _recommendations() -> list[Recommendation]:
    try:
        return load_recommendations()
    except (OSError, ValueError, KeyError):
        log.exception("the list of recommended models cannot be read")
        return []
