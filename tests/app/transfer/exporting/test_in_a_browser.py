"""Exports of hostile text in a real browser: no request is made and no script runs."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from tests.attacks.export_driver import write_pages
from tests.attacks.exports import browser, ran, rendered_in_browser

pytestmark = pytest.mark.skipif(not browser(), reason="no Chromium is installed")


@pytest.fixture(scope="module")
def pages(qapp: QObject, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    write_pages(folder)
    return folder


@pytest.mark.parametrize("name", ["out.html", "gfm-like.html"])
def test_an_export_requests_nothing_and_runs_nothing(pages: Path, name: str) -> None:
    document, asked = rendered_in_browser(pages / name, pages)
    assert not ran(document, asked)
    assert asked == []
    assert "evil.example" in document


def test_the_same_texts_are_harmful_without_the_exporter(pages: Path) -> None:
    document, asked = rendered_in_browser(pages / "control.html", pages)
    assert ran(document, asked)
    assert asked
