"""Searches, models and pages of the hub, against one on this computer."""

import hashlib
import json
import logging
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.hub.hub import OFFLINE, Hub
from app.hub.recommended import Recommendation, memory_class
from app.hub.token_keeper import TokenKeeper
from engine import offline
from engine.messages import Fit, MemoryParts, ModelFacts
from tests.kit.hub_models import put_model, weights
from tests.kit.loopback_hub import LoopbackHub
from ui.state.hub_state import HubModel, HubPage
from ui.state.library_state import LibraryModel, Place
from ui.state.settings import Settings
from ui.state.workspace import Workspace

TINY = "org/tiny-4bit"


def fit_of(facts: ModelFacts) -> Fit:
    return Fit(MemoryParts(facts.weight_bytes, 0, 0, 0), 4096, 10_000_000)


class Asking:
    """A hub on this computer, and what the window would show of it."""

    def __init__(self, qtbot: QtBot, root: Path, home: Path) -> None:
        self.qtbot, self.home = qtbot, home
        self.server = LoopbackHub(root)
        self.workspace = Workspace()
        self.workspace.settings.set_value(Settings(hub_mirror=self.server.url))
        self.hub = Hub(self.workspace, home, fit_of)
        self.state = self.workspace.hub
        self.requests = self.workspace.hub_requests

    def search(self, words: str) -> tuple[HubModel, ...]:
        self.requests.searched.emit(words)
        self.qtbot.waitUntil(lambda: not self.state.searching)
        return self.state.models

    def described(self, repository: str) -> HubModel:
        self.requests.described.emit((repository,))
        self.qtbot.waitUntil(lambda: self.told(repository))
        return next(it for it in self.state.models if it.repository == repository)

    def told(self, repository: str) -> bool:
        found = (it for it in self.state.models if it.repository == repository)
        return any(it.facts or it.problem or it.unread for it in found)

    def page(self, repository: str) -> HubPage:
        """Open a page and wait until everything on it is there."""
        self.requests.page_opened.emit(repository)
        self.qtbot.waitUntil(self._page_there)
        assert self.state.page
        return self.state.page

    def _page_there(self) -> bool:
        page = self.state.page
        if page is None or page.loading:
            return False
        model = page.model
        return bool(page.problem or model.facts or model.problem or model.unread)

    def again(self) -> None:
        """Begin anew, as another run of the application on the same data."""
        assert self.hub.close(5)
        self.workspace = Workspace()
        self.workspace.settings.set_value(Settings(hub_mirror=self.server.url))
        self.hub = Hub(self.workspace, self.home, fit_of)
        self.state, self.requests = self.workspace.hub, self.workspace.hub_requests

    def close(self) -> None:
        assert self.hub.close(5)
        self.server.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    put_model(tmp_path / "hub", TINY)
    return tmp_path / "hub"


@pytest.fixture
def asking(qtbot: QtBot, root: Path, tmp_path: Path) -> Iterator[Asking]:
    found = Asking(qtbot, root, tmp_path)
    yield found
    found.close()


def test_a_search_lists_models_with_what_the_hub_says(asking: Asking) -> None:
    about = {
        "downloads": 42,
        "gated": "manual",
        "lastModified": "2026-03-02T00:00:00.000Z",
        "tags": ["mlx", "license:apache-2.0"],
    }
    asking.server.repositories.about[TINY] = about
    (model,) = asking.search(" tiny ")
    assert (model.downloads, model.updated, model.licence, model.gated) == (
        *(42, "2026-03-02", "apache-2.0"),
        True,
    )
    assert asking.state.searched == "tiny"


def test_models_that_do_not_chat_are_not_listed(asking: Asking, root: Path) -> None:
    put_model(root, "org/tiny-painter")
    asking.server.repositories.about["org/tiny-painter"] = {"pipeline_tag": "text-to-image"}
    assert [it.repository for it in asking.search("tiny")] == [TINY]


@pytest.mark.parametrize("words", [TINY, f"https://huggingface.co/{TINY}/tree/main"])
def test_the_name_or_address_of_a_model_finds_it_whatever_its_tags(
    asking: Asking, words: str
) -> None:
    asking.server.repositories.about[TINY] = {"tags": []}
    assert [it.repository for it in asking.search(words)] == [TINY]


def test_a_model_is_described_without_its_weights(asking: Asking, root: Path) -> None:
    put_model(root, "org/split-8bit", shards=6)
    asking.search("split")
    model = asking.described("org/split-8bit")
    assert model.facts and not model.problem
    facts = model.facts
    assert (facts.family, facts.parameters, facts.bits) == ("qwen3", 6_000_000, 16)
    assert (facts.context, facts.thinking, facts.tools) == (4096, True, True)
    assert model.size > 12_000_000
    assert model.fit and not model.fit.fits
    assert asking.server.sent(".safetensors") < 2000
    assert asking.server.sent() < 10_000


def test_a_server_that_ignores_ranges_sends_little_too(asking: Asking) -> None:
    asking.server.faults.ignore_range = True
    # A slow server, so that what is on its way when the connection ends is little.
    asking.server.faults.rate = 2e6
    asking.search("tiny")
    assert asking.described(TINY).facts
    assert asking.server.sent(".safetensors") < 1_000_000


def test_what_was_read_once_is_not_asked_again(asking: Asking) -> None:
    asking.search("tiny")
    first = asking.described(TINY)
    asking.search("tiny")
    assert asking.state.models[0].facts == first.facts
    asking.again()
    asking.search("tiny")
    before = len(asking.server.requests)
    assert asking.described(TINY).facts == first.facts
    assert len(asking.server.requests) == before


def test_a_damaged_memory_of_models_is_read_anew(asking: Asking) -> None:
    (asking.home / "hub_facts.json").write_text('{"version": [', encoding="utf-8")
    asking.search("tiny")
    assert asking.described(TINY).facts


@pytest.mark.parametrize(
    "files",
    [
        {"config.json": b"{"},
        {"config.json": b"[" * 5000},
        {"model.safetensors": weights("w", 1)[:5]},
        {"model.safetensors": b"\xff" * 200},
        {"model.safetensors": weights("w", 1)[:20]},
        {"model.safetensors": b"\x02" + b"\0" * 7 + b"[]"},
    ],
)
def test_a_damaged_model_costs_a_sentence(
    asking: Asking, root: Path, files: dict[str, bytes]
) -> None:
    put_model(root, "org/bad", files=files)
    asking.search("bad")
    model = asking.described("org/bad")
    assert model.facts is None
    assert "damaged" in model.unread or "damaged" in model.problem


def test_a_family_that_does_not_run_here_is_told_before_a_download(
    asking: Asking, root: Path
) -> None:
    put_model(root, "org/alien", config={"model_type": "alien"})
    asking.search("alien")
    assert "alien" in asking.described("org/alien").problem


def test_a_gguf_model_is_told_before_a_download(asking: Asking, root: Path) -> None:
    folder = put_model(root, "org/ggufs", files={"model.gguf": b"GGUF"})
    (folder / "model.safetensors").unlink()
    (folder / "config.json").unlink()
    asking.search("ggufs")
    assert "GGUF" in asking.described("org/ggufs").problem


def test_a_page_has_card_files_and_facts(asking: Asking, root: Path) -> None:
    put_model(root, "org/full", files={"modeling_x.py": b"print()", "pytorch_model.bin": b"x"})
    page = asking.page("org/full")
    assert page.card.startswith("# A tiny model")
    assert page.model.licence == "mit"
    assert page.model.facts and page.model.size > 2_000_000
    left_out = {it.name: it.reason for it in page.files if not it.downloaded}
    assert left_out.keys() == {"modeling_x.py", "pytorch_model.bin"}
    assert all(left_out.values())
    assert page.address == f"{asking.server.url}/org/full"
    asking.requests.page_opened.emit("")
    assert asking.state.page is None


def test_a_gated_model_says_how_to_get_it_and_opens_with_the_token(asking: Asking) -> None:
    asking.server.repositories.about[TINY] = {"gated": "manual"}
    page = asking.page(TINY)
    assert page.model.gated and page.card == ""
    assert "gated" in page.model.unread
    assert not page.model.problem
    asking.requests.token_set.emit(asking.server.token)
    page = asking.page(TINY)
    assert page.model.facts and not page.model.unread
    assert page.card


def test_the_token_goes_to_the_hub_alone_and_into_no_log(
    asking: Asking, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    asking.requests.token_set.emit("hf_verysecret")
    asking.page(TINY)
    seen = asking.server.requests
    assert {bool(it.token) for it in seen if it.server == "hub"} == {True}
    assert {bool(it.token) for it in seen if it.server == "cdn"} == {False}
    assert "hf_verysecret" not in caplog.text
    assert "hf_verysecret" not in repr(vars(asking.hub))
    for path in asking.home.rglob("*"):
        assert not path.is_file() or b"hf_verysecret" not in path.read_bytes()


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "The hub answered with error 401."),
        (403, "The hub answered with error 403."),
        (404, "was not found at"),
        (429, "asks for fewer requests"),
        (500, "busy"),
        (503, "busy"),
        (418, "418"),
    ],
)
def test_a_refusal_of_the_hub_is_a_sentence(asking: Asking, status: int, words: str) -> None:
    asking.server.refuse("/api/models", status)
    assert asking.search("tiny") == ()
    assert words in asking.state.problem
    page = asking.page(TINY)
    assert page.problem.endswith(".")


def test_a_page_to_sign_in_to_a_network_is_told_from_a_hub(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = b"<html>Sign in</html>"
    monkeypatch.setattr(json, "dumps", lambda *_, **__: html.decode())
    asking.search("tiny")
    assert "does not answer like a model hub" in asking.state.problem


@pytest.mark.parametrize("answer", [{"a": 1}, "text", [1, None, {"id": 5}, {"id": "../x/y"}]])
def test_nonsense_of_the_hub_is_no_model(
    asking: Asking, monkeypatch: pytest.MonkeyPatch, answer: object
) -> None:
    text = json.dumps(answer)
    monkeypatch.setattr(json, "dumps", lambda *_, **__: text)
    assert asking.search("tiny") == ()


def test_no_connection_is_a_sentence(asking: Asking) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    settings = replace(asking.workspace.settings.value, hub_mirror=f"http://127.0.0.1:{port}")
    asking.workspace.settings.set_value(settings)
    asking.search("tiny")
    assert "Could not connect" in asking.state.problem


def test_a_proxy_that_is_away_is_a_sentence(asking: Asking) -> None:
    settings = replace(asking.workspace.settings.value, proxy="http://127.0.0.1:9")
    asking.workspace.settings.set_value(settings)
    asking.search("tiny")
    assert "Could not connect" in asking.state.problem


def test_recommended_weights_are_those_that_were_measured(
    asking: Asking, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = b'{"weight_map": {}}'
    put_model(root, "org/indexed", files={"model.safetensors.index.json": index})
    revision = asking.server.repositories.head("org/indexed")
    listed = [
        Recommendation(
            *("org/indexed", memory_class(), 1, True, ""),
            revision=revision,
            index_sha256=hashlib.sha256(index).hexdigest(),
            peak=5,
        )
    ]
    monkeypatch.setattr("app.hub.hub.load_recommendations", lambda: listed)
    asking.again()
    page = asking.page("org/indexed")
    assert page.model.facts and not page.model.unread
    assert (page.model.peak, asking.state.recommended[0].peak) == (5, 5)
    listed[0] = replace(listed[0], index_sha256="0" * 64)
    (asking.home / "hub_facts.json").unlink(missing_ok=True)
    asking.again()
    (asking.home / "hub_facts.json").unlink(missing_ok=True)
    page = asking.page("org/indexed")
    assert "not the model that Duologue recommends" in page.model.unread


def test_strict_offline_asks_nobody(asking: Asking) -> None:
    asking.search("tiny")
    before = len(asking.server.requests)
    offline.strict(True)
    asking.search("tiny")
    assert asking.state.problem == OFFLINE
    assert asking.page(TINY).problem == OFFLINE
    asking.requests.described.emit((TINY,))
    assert len(asking.server.requests) == before
    offline.strict(False)
    asking.workspace.settings.changed.emit()
    asking.qtbot.waitUntil(lambda: [it.repository for it in asking.state.models] == [TINY])
    asking.qtbot.waitUntil(lambda: bool(asking.state.page and not asking.state.page.loading))
    assert asking.state.page and not asking.state.page.problem


def test_strict_offline_ends_what_is_under_way(asking: Asking) -> None:
    asking.server.faults.first_byte_delay = 60
    asking.requests.searched.emit("tiny")
    asking.requests.page_opened.emit(TINY)
    asking.qtbot.waitUntil(lambda: len(asking.server.requests) == 2)
    offline.strict(True)
    asking.workspace.settings.changed.emit()
    assert not asking.state.searching
    assert asking.state.problem == OFFLINE
    assert asking.state.page and asking.state.page.problem == OFFLINE
    assert asking.hub.close(5), "the connections were closed"


def test_nobody_is_asked_before_a_person_asks(asking: Asking) -> None:
    assert len(asking.state.recommended) == 5
    asking.requests.described.emit(tuple(it.repository for it in asking.state.recommended))
    asking.qtbot.wait(50)
    assert asking.server.requests == []


def test_a_newer_search_ends_the_older(asking: Asking, root: Path) -> None:
    put_model(root, "org/second")
    asking.server.faults.first_byte_delay = 1.0
    asking.requests.searched.emit("tiny")
    asking.qtbot.waitUntil(lambda: bool(asking.server.requests))
    asking.server.faults.first_byte_delay = 0
    results: list[list[str]] = []
    asking.state.changed.connect(
        lambda: results.append([it.repository for it in asking.state.models])
    )
    asking.search("second")
    asking.server.closing.set()
    asking.qtbot.wait(100)
    assert [it for it in results if it] == [["org/second"]]


def test_a_search_leaves_an_open_page_to_be_described(asking: Asking) -> None:
    def search() -> None:
        page = asking.state.page
        if page and not page.loading and not asking.state.searched:
            # Once reading what the model is has begun.
            QTimer.singleShot(0, lambda: asking.requests.searched.emit("other"))

    asking.state.page_changed.connect(search)
    assert asking.page(TINY).model.facts
    assert asking.state.searched == "other"


def test_an_empty_search_shows_the_recommendations_again(asking: Asking) -> None:
    asking.server.faults.first_byte_delay = 1.0
    asking.requests.searched.emit("tiny")
    asking.requests.searched.emit("")
    assert (asking.state.searched, asking.state.searching) == ("", False)
    asking.server.closing.set()
    asking.qtbot.wait(100)
    assert asking.state.models == ()


def test_closing_does_not_wait_for_a_silent_hub(asking: Asking) -> None:
    asking.server.faults.first_byte_delay = 30
    asking.requests.searched.emit("tiny")
    asking.qtbot.waitUntil(lambda: bool(asking.server.requests))
    assert asking.hub.close(3)
    asking.server.closing.set()


def test_a_model_on_this_computer_is_marked(asking: Asking) -> None:
    asking.search("tiny")
    listed = LibraryModel("/models/tiny", "tiny", Place.OWN, repository=TINY)
    asking.workspace.library.set_models([listed])
    assert asking.state.models[0].model_id == "/models/tiny"
    asking.workspace.library.set_models([])
    assert asking.state.models[0].model_id == ""


def test_a_model_with_an_adapter_is_not_what_the_hub_has(asking: Asking) -> None:
    asking.search("tiny")
    base = LibraryModel("/models/tiny", "tiny", Place.OWN, repository=TINY)
    variant = LibraryModel("/variants/x", "tiny + x", Place.ADAPTER, repository=TINY)
    asking.workspace.library.set_models([base, variant])
    assert asking.state.models[0].model_id == "/models/tiny"


def test_numbers_beyond_measure_are_not_shown(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    repositories = asking.server.repositories
    told = repositories.info

    def odd(*args: Any, **named: Any) -> Any:
        info = told(*args, **named)
        sizes = [{"rfilename": "model.safetensors", "size": 10**400}]
        return info and info | {"downloads": 10**400, "siblings": sizes}

    monkeypatch.setattr(repositories, "info", odd)
    (model,) = asking.search("tiny")
    assert model.downloads == 0
    assert asking.page(TINY).files == ()


def test_a_name_that_leads_elsewhere_is_refused(asking: Asking) -> None:
    for name in ("../../etc", "org/..", "a/b/c", "org/x?y", ""):
        asking.requests.page_opened.emit(name)
        page = asking.state.page
        assert page is None if not name else page and page.problem
    assert asking.server.requests == []


def test_a_word_that_is_no_token_is_refused(asking: Asking) -> None:
    asking.requests.token_set.emit("kein tökén")
    assert "not a token" in asking.state.token_note
    assert not asking.state.has_token
    assert isinstance(asking.hub.findChild(TokenKeeper), TokenKeeper)
