"""The modules of models that a probe of a bundle imports."""

import pytest

from app.cli import model_modules
from app.cli.model_modules import NOT_INSTALLED, import_models


def test_a_module_that_cannot_be_imported_is_named_with_its_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(name: str) -> object:
        if name == "tests.kit.paths":
            raise SystemExit("no tests.kit.paths")
        return original(name)

    original = model_modules.importlib.import_module
    monkeypatch.setattr(model_modules.importlib, "import_module", fail)
    monkeypatch.setattr(model_modules, "LIBRARIES", ("tests.kit",))
    monkeypatch.setattr(model_modules.pkgutil, "walk_packages", listed)
    found = import_models()
    assert (found.count, found.missing) == (
        1,
        {"tests.kit.paths": "SystemExit: no tests.kit.paths"},
    )


class Listed:
    def __init__(self, name: str) -> None:
        self.name = name


def listed(*_: object, **__: object) -> list[Listed]:
    return [Listed(name) for name in ("tests.kit.paths", "json", *NOT_INSTALLED)]
