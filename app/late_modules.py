"""The modules that are imported when they are first used, so that the window opens soon.

Code imports these modules at the top of a file as usual, but whole: `from ui.settings import
settings_window`, then `settings_window.SettingsWindow(...)`. Until something of the module is used,
the name stands for a module that has not been executed. Annotations with its names are quoted,
since Python evaluates the others. `from ui.settings.settings_window import SettingsWindow` imports
at once, here as everywhere. `tests/test_imports.py` says what may be imported before the first
paint.
"""

import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

# What nobody can ask for before the window is on the screen, or few ask for at all.
LATE = frozenset(
    {
        "app.database.index_words",
        "app.hub.downloads",
        "app.hub.fetcher",
        "app.hub.hub",
        "app.hub.hub_client",
        "app.hub.page_reader",
        "app.hub.remote_files",
        "app.hub.search",
        "app.hub.staging",
        "app.hub.wanted_files",
        "app.prompt_lists.prompt_files",
        "app.prompt_lists.prompt_media",
        "app.prompt_lists.runs",
        "app.requests.conversions",
        "app.requests.title_words",
        "app.tools.loop_thread",
        "app.tools.mcp_servers",
        "app.tools.runner",
        "app.tools.server_process",
        "app.transfer.exchange",
        "app.transfer.exporting.comparison_rounds",
        "app.transfer.exporting.conversation_document",
        "app.transfer.exporting.conversation_writer",
        "app.transfer.exporting.json_writer",
        "app.transfer.exporting.pdf_writer",
        "app.transfer.exporting.zip_writer",
        "app.transfer.importing.import_writer",
        "app.transfer.importing.matching",
        "app.transfer.importing.recognition",
        "app.transfer.importing.sources",
        "engine.checkpoints.adapter_files",
        "engine.checkpoints.description",
        "engine.checkpoints.folder_files",
        "engine.checkpoints.predicted_cost",
        "engine.checkpoints.tensor_headers",
        "engine.checkpoints.weight_files",
        "ui.compare.compare_tab",
        "ui.compare.results_window",
        "ui.conversation.call_cards",
        "ui.conversation.conversation_find",
        "ui.conversation.message_menu",
        "ui.conversation.message_reply",
        "ui.conversation.message_user",
        "ui.exchange.export_dialog",
        "ui.inspect.token_table",
        "ui.media.media_view",
        "ui.models.models_window",
        "ui.settings.settings_window",
        "ui.window.manual_window",
        "ui.window.shortcut_list",
    }
)


def install(names: Collection[str] = LATE) -> None:
    """Import these modules late from now on; those that are imported already stay as they are."""
    sys.meta_path.insert(0, _Finder(names))


class LateModule(ModuleType):
    """Stands for a module in the files that imported it before it was used.

    The module itself is imported by Python's own machinery, whose locks make several threads wait
    for one import. It then takes this object's place in `sys.modules` and in its package.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            # Python itself looks for these in every module.
            raise AttributeError(name)
        return getattr(_imported(self), name)

    def __setattr__(self, name: str, value: object) -> None:
        if name.startswith("__"):
            super().__setattr__(name, value)
        else:
            setattr(_imported(self), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(_imported(self), name)


# Stand-ins that nobody has used; removing one is atomic, so one thread alone does it.
_unused: dict[str, LateModule] = {}


def _imported(late: LateModule) -> ModuleType:
    name = late.__name__
    if _unused.pop(name, None) is not None:
        del sys.modules[name]
    while (module := import_module(name)) is late:
        # Another thread is between the two lines above.
        pass
    return module


class _Finder:
    def __init__(self, names: Collection[str]) -> None:
        self._names = set(names)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._names:
            return None
        self._names.discard(fullname)
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None:
            spec.loader = _LateLoader()
        return spec


class _LateLoader:
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        late = _unused[spec.name] = LateModule(spec.name)
        return late

    def exec_module(self, module: ModuleType) -> None:
        """Execute nothing: that comes with the first use."""
